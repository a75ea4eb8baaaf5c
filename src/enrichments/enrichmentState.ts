// The state of a bulk enrichment: the status in the service's reply, or why there is none.
import { ServiceFailure } from "../service/errors";
import { finalStatuses, knownStatus } from "../service/replyParsing";
import type { EnrichmentReply } from "../service/serviceClient";

/** Every `message` is a sentence for the user; every `status` is a known one, or the service's text. */
export type EnrichmentState =
  /** No request was sent yet. */
  | { readonly kind: "new" }
  /** May still change. */
  | { readonly kind: "running"; readonly status: string }
  /** Will not change any more; results are complete only with the status FINISHED. */
  | { readonly kind: "ended"; readonly status: string }
  /** The service has no enrichment with this id. */
  | { readonly kind: "notFound"; readonly message: string }
  /** Not polled until the key is accepted. */
  | { readonly kind: "keyRejected"; readonly message: string }
  /** The service rejected too many requests, or the request itself is invalid. */
  | { readonly kind: "refused"; readonly message: string };

/** A problem that does not change the state: the network, a rate limit, a full disk. */
export interface TemporaryProblem {
  readonly message: string;
  /** Wall-clock ms; no request may be sent before then. */
  readonly until?: number | undefined;
}

export interface ReplyFacts {
  readonly state: EnrichmentState;
  readonly name?: string | undefined;
  readonly credits?: number | undefined;
}

/** After this many rejections in a row polling stops. */
const maxRefusals = 12;

/** Reads a reply (interface, "Bulk enrichment result"); an "in progress" error counts as a reply without data. */
export function factsOfReply({ name, status, credits, stillRunning }: EnrichmentReply): ReplyFacts {
  const statusText =
    status !== undefined && status !== "" ? knownStatus(status) : stillRunning ? "IN_PROGRESS" : "UNKNOWN";
  return {
    state: { kind: stillRunning ? "running" : "ended", status: statusText },
    ...(name !== undefined && { name }),
    ...(credits !== undefined && { credits }),
  };
}

export type FailedPoll =
  | { readonly kind: "state"; readonly state: EnrichmentState }
  | {
      readonly kind: "problem";
      readonly problem: TemporaryProblem;
      /** Counts towards `maxRefusals`. */
      readonly isRefusal: boolean;
    }
  /** Canceled by the caller. */
  | { readonly kind: "canceled" };

/** Converts a failed request to a state or a problem. `refusals`: the number of consecutive rejections before it. */
export function readFailure(error: unknown, refusals: number): FailedPoll {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ServiceFailure)) {
    return { kind: "problem", problem: { message }, isRefusal: false };
  }
  const { detail } = error;
  switch (detail.code) {
    case "cancelled":
      return { kind: "canceled" };
    case "unauthorized":
    case "disconnected":
      return { kind: "state", state: { kind: "keyRejected", message } };
    case "notFound":
      return { kind: "state", state: { kind: "notFound", message } };
    case "insufficientCredits":
      return { kind: "state", state: { kind: "ended", status: "CREDITS_INSUFFICIENT" } };
    case "invalidRequest":
      return { kind: "state", state: { kind: "refused", message } };
    case "badRequest":
      return refusals + 1 >= maxRefusals
        ? { kind: "state", state: { kind: "refused", message } }
        : { kind: "problem", problem: { message }, isRefusal: true };
    case "rateLimited":
      return { kind: "problem", problem: { message, until: detail.until }, isRefusal: false };
    case "server":
    case "notTheService":
    case "network":
    case "timeout":
      return { kind: "problem", problem: { message }, isRefusal: false };
  }
}

/** Whether it is no longer polled. */
export function isFinished({ kind }: EnrichmentState): boolean {
  return kind !== "new" && kind !== "running";
}

/** Whether all contacts were received. */
export function isComplete(state: EnrichmentState): boolean {
  return state.kind === "ended" && state.status === "FINISHED";
}

const statusLabels: ReadonlyMap<string, string> = new Map([
  ["CREATED", "created"],
  ["IN_PROGRESS", "in progress"],
  ["CANCELED", "canceled"],
  ["CREDITS_INSUFFICIENT", "out of credits"],
  ["FINISHED", "finished"],
  ["FAILED", "failed"],
  ["RATE_LIMIT", "stopped by the rate limit"],
  ["UNKNOWN", "ended, status unknown"],
]);

/** The state in a few words; an unknown status is displayed as received. */
export function stateLabel(state: EnrichmentState): string {
  switch (state.kind) {
    case "new":
      return "not polled yet";
    case "running":
    case "ended":
      return finalStatuses.has(state.status) === (state.kind === "ended")
        ? (statusLabels.get(state.status) ?? state.status)
        : state.status;
    case "notFound":
      return "not found";
    case "keyRejected":
      return "key rejected";
    case "refused":
      return "refused";
  }
}
