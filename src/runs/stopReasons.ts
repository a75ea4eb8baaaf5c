// Turns the failure of a call into the reason a run stops with.
import * as l10n from "@vscode/l10n";
import { ServiceFailure, type ServiceError } from "../service/errors";
import type { StopReason } from "./run";
import { BudgetUsedUp, type BudgetLimit } from "./budgetTypes";
import { StoreError } from "../store/storeError";

/** How far a call got before it failed. */
export interface CallState {
  /** Bytes may have been sent. */
  readonly sent: boolean;
  /** Its reply was understood and is stored. */
  readonly stored: boolean;
}

/** For a run whose next call does not fit into its budget. */
export function budgetStop(limitedBy: BudgetLimit, agreed: number | undefined, limit: number | undefined): StopReason {
  return limitedBy === "limit"
    ? { kind: "creditLimit", limit: limit ?? 0 }
    : limitedBy === "costUnknown"
      ? { kind: "costUnknown" }
      : {
          kind: "budgetUsedUp",
          agreed,
          ...(limitedBy === "agents" && { ofAgents: true }),
          ...(limitedBy === "agentsMonth" && { ofAgents: "month" }),
        };
}

/** Without balances, which the caller adds. */
const lost = (message: string): StopReason => ({ kind: "ambiguous", message });

function fromService(error: ServiceError, { stored }: CallState): StopReason {
  const { message } = error;
  switch (error.code) {
    case "unauthorized":
      return { kind: "keyRejected", message };
    case "disconnected":
      return { kind: "disconnected" };
    case "rateLimited":
      return { kind: "rateLimited", until: error.until };
    case "insufficientCredits":
      return { kind: "creditsExhausted", message };
    case "network":
    case "timeout":
      return error.creditsSpent === "maybe" && !stored ? lost(message) : { kind: "offline", message };
    case "cancelled":
      return error.creditsSpent === "maybe" && !stored ? lost(message) : { kind: "cancelled" };
    case "notTheService":
      return { kind: error.creditsSpent === "maybe" && !stored ? "notUnderstood" : "refused", message };
    case "badRequest":
    case "invalidRequest":
    case "notFound":
    case "server":
      return error.creditsSpent === "maybe" && !stored ? lost(message) : { kind: "refused", message };
  }
}

/** Turns anything that a call rejects with into a stop reason. */
export function stopReasonOf(error: unknown, state: CallState): StopReason {
  if (error instanceof ServiceFailure) {
    return fromService(error.detail, state);
  }
  if (error instanceof StoreError) {
    return { kind: "storage", message: error.message };
  }
  const message = l10n.t("The request failed unexpectedly. Records fetched before it are saved.");
  return state.sent && !state.stored ? lost(message) : { kind: "refused", message };
}

/** Whether a failed call may have been charged. */
export function maybeCharged(error: unknown, { sent, stored }: CallState): boolean {
  if (error instanceof BudgetUsedUp) {
    return false;
  }
  return !stored && (error instanceof ServiceFailure ? error.detail.creditsSpent === "maybe" : sent);
}
