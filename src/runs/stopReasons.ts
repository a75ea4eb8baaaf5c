// From a failed call to the reason a run stops with.
import * as l10n from "@vscode/l10n";
import { ServiceFailure, type ServiceError } from "../service/errors";
import type { StopReason } from "./run";
import { BudgetUsedUp, type BudgetEnd } from "./budget";
import { StoreError } from "../store/storeError";

/** How far a call had come when it failed. */
export interface CallState {
  /** Bytes may have left. */
  readonly sent: boolean;
  /** Its reply came, was understood and is kept. */
  readonly kept: boolean;
}

/** The reason of a run whose next call has no room in its budget. */
export function budgetStop(end: BudgetEnd, agreed: number | undefined, limit: number | undefined): StopReason {
  return end === "limit"
    ? { kind: "creditLimit", limit: limit ?? 0 }
    : end === "costUnknown"
      ? { kind: "costUnknown" }
      : { kind: "budgetUsedUp", agreed };
}

/** The lost reply's reason, without balances: whoever can read them adds them. */
const lost = (message: string): StopReason => ({ kind: "ambiguous", message });

function fromService(error: ServiceError, { kept }: CallState): StopReason {
  const { message } = error;
  switch (error.code) {
    case "unauthorized":
      return { kind: "keyRejected", message };
    case "rateLimited":
      return { kind: "rateLimited", until: error.until };
    case "insufficientCredits":
      return { kind: "creditsExhausted", message };
    case "network":
    case "timeout":
      return error.creditsSpent === "maybe" && !kept ? lost(message) : { kind: "offline", message };
    case "cancelled":
      return error.creditsSpent === "maybe" && !kept ? lost(message) : { kind: "cancelled" };
    case "notTheService":
      return { kind: error.creditsSpent === "maybe" && !kept ? "notUnderstood" : "refused", message };
    case "badRequest":
    case "invalidRequest":
    case "notFound":
    case "server":
      return error.creditsSpent === "maybe" && !kept ? lost(message) : { kind: "refused", message };
  }
}

/** Any rejection of a call as a stop reason. */
export function stopReasonOf(error: unknown, state: CallState): StopReason {
  if (error instanceof ServiceFailure) {
    return fromService(error.detail, state);
  }
  if (error instanceof StoreError) {
    return { kind: "storage", message: error.message };
  }
  const message = l10n.t("The call ended in an unexpected way. What was fetched before it is kept.");
  return state.sent && !state.kept ? lost(message) : { kind: "refused", message };
}

/** Whether the failed call may have cost something. */
export function maybeCharged(error: unknown, { sent, kept }: CallState): boolean {
  if (error instanceof BudgetUsedUp) {
    return false;
  }
  return !kept && (error instanceof ServiceFailure ? error.detail.creditsSpent === "maybe" : sent);
}
