// The state of a bulk enrichment, from the service's answers: its own status, or why there is none.
import { readCredits } from "../service/replyMetadata";
import * as l10n from "@vscode/l10n";
import { ServiceFailure } from "../service/errors";
import { finalStatuses } from "../service/replyParsing";
import type { EnrichmentReply } from "../service/serviceClient";

/** Every `message` is a sentence for the user; every `status` is the service's own word, known or not. */
export type EnrichmentState =
  /** Not asked yet. */
  | { readonly kind: "new" }
  /** May still change. */
  | { readonly kind: "running"; readonly status: string }
  /** Will not change any more; of all but FINISHED there may be less than everything. */
  | { readonly kind: "ended"; readonly status: string }
  /** The service has no enrichment of this id, or none any more. */
  | { readonly kind: "notFound"; readonly message: string }
  /** Not asked again until the key is right. */
  | { readonly kind: "keyRejected"; readonly message: string }
  /** The service refused again and again, or the request itself is wrong. */
  | { readonly kind: "refused"; readonly message: string };

/** Something that passes: the network, a rate limit, a full disk. The state stays what it was. */
export interface PassingTrouble {
  readonly message: string;
  /** Wall-clock ms before which the service asked not to be asked. */
  readonly until?: number | undefined;
}

export interface ReplyFacts {
  readonly state: EnrichmentState;
  readonly name?: string | undefined;
  readonly credits?: number | undefined;
}

/** After so many refusals in a row the request is not sent any more. */
export const mostRefusals = 12;

/** What a reply says (interface, "Bulk enrichment result"); a refusal that says "in progress" is a reply without data here. */
export function factsOfReply({ result, stillRunning }: EnrichmentReply): ReplyFacts {
  const { name, status, cost } = result;
  const word = typeof status === "string" && status !== "" ? status : stillRunning ? "IN_PROGRESS" : "UNKNOWN";
  const credits = readCredits(cost?.credits);
  return {
    state: { kind: stillRunning ? "running" : "ended", status: word },
    ...(typeof name === "string" && name.trim() !== "" && { name }),
    ...(credits !== undefined && { credits }),
  };
}

export type FailedAsk =
  | { readonly kind: "state"; readonly state: EnrichmentState }
  | {
      readonly kind: "trouble";
      readonly trouble: PassingTrouble;
      /** Counts towards `mostRefusals`. */ readonly isRefusal: boolean;
    }
  /** The caller gave it up. */
  | { readonly kind: "cancelled" };

/** What a failed ask says; `refusals` is how many there were in a row before this one. */
export function readFailure(error: unknown, refusals: number): FailedAsk {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServiceFailure)) {
    return { kind: "trouble", trouble: { message }, isRefusal: false };
  }
  const { detail } = error;
  switch (detail.code) {
    case "cancelled":
      return { kind: "cancelled" };
    case "unauthorized":
      return { kind: "state", state: { kind: "keyRejected", message } };
    case "notFound":
      return { kind: "state", state: { kind: "notFound", message } };
    case "insufficientCredits":
      return { kind: "state", state: { kind: "ended", status: "CREDITS_INSUFFICIENT" } };
    case "invalidRequest":
      return { kind: "state", state: { kind: "refused", message } };
    case "badRequest":
      return refusals + 1 >= mostRefusals
        ? { kind: "state", state: { kind: "refused", message } }
        : { kind: "trouble", trouble: { message }, isRefusal: true };
    case "rateLimited":
      return { kind: "trouble", trouble: { message, until: detail.until }, isRefusal: false };
    case "server":
    case "notTheService":
    case "network":
    case "timeout":
      return { kind: "trouble", trouble: { message }, isRefusal: false };
  }
}

/** Whether it is no longer asked for automatically. */
export function isFinished({ kind }: EnrichmentState): boolean {
  return kind !== "new" && kind !== "running";
}

/** Whether all contacts have come. */
export function isComplete(state: EnrichmentState): boolean {
  return state.kind === "ended" && state.status === "FINISHED";
}

const words: Readonly<Record<string, () => string>> = {
  CREATED: () => l10n.t("created"),
  IN_PROGRESS: () => l10n.t("in progress"),
  CANCELED: () => l10n.t("cancelled"),
  CREDITS_INSUFFICIENT: () => l10n.t("out of credits"),
  FINISHED: () => l10n.t("finished"),
  RATE_LIMIT: () => l10n.t("stopped by the rate limit"),
  UNKNOWN: () => l10n.t("ended, status unknown"),
};

/** The state in a word or two; a status that is not known stays as the service wrote it. */
export function stateWord(state: EnrichmentState): string {
  switch (state.kind) {
    case "new":
      return l10n.t("not asked yet");
    case "running":
    case "ended":
      return Object.hasOwn(words, state.status) &&
        state.kind === (finalStatuses.has(state.status) ? "ended" : "running")
        ? (words[state.status]?.() ?? state.status)
        : state.status;
    case "notFound":
      return l10n.t("not found");
    case "keyRejected":
      return l10n.t("key rejected");
    case "refused":
      return l10n.t("refused");
  }
}
