// What each end of a run means, whatever shows it: window, tools and command line read this table. Their sentences and
// buttons are in stopTexts.ts.
import type { StopReason } from "./run";

/**
 * running: in progress. success: fetched what was asked. stopped: by the user or by a limit. waiting: for the service's
 * rate limit. problem: anything that went wrong.
 */
export type RunLevel = "running" | "success" | "stopped" | "waiting" | "problem";

interface End {
  readonly level: Exclude<RunLevel, "running">;
  /** How a command ends. */
  readonly exit: "complete" | "stopped" | "needsBudget" | "keyRejected" | "canceled" | "failed";
  /** The user or the service wanted it: otherwise the run was interrupted, and is offered first. */
  readonly isWanted?: true;
  /** The service cannot be asked for the balance, or the window has no time for it. */
  readonly isWithoutBalance?: true;
}

export const ends: Readonly<Record<StopReason["kind"], End>> = {
  complete: { level: "success", exit: "complete", isWanted: true },
  limitReached: { level: "success", exit: "complete", isWanted: true },
  partialResult: { level: "stopped", exit: "stopped" },
  endedEarly: { level: "stopped", exit: "stopped", isWanted: true },
  unanswered: { level: "stopped", exit: "stopped" },
  creditLimit: { level: "stopped", exit: "needsBudget", isWanted: true },
  budgetUsedUp: { level: "stopped", exit: "needsBudget" },
  costUnknown: { level: "stopped", exit: "needsBudget" },
  cancelled: { level: "stopped", exit: "canceled", isWanted: true },
  windowClosed: { level: "stopped", exit: "canceled", isWithoutBalance: true },
  disconnected: { level: "stopped", exit: "stopped", isWithoutBalance: true },
  rateLimited: { level: "waiting", exit: "stopped", isWithoutBalance: true },
  sameRecords: { level: "problem", exit: "failed", isWanted: true },
  keyRejected: { level: "problem", exit: "keyRejected", isWithoutBalance: true },
  creditsExhausted: { level: "problem", exit: "stopped" },
  offline: { level: "problem", exit: "stopped", isWithoutBalance: true },
  ambiguous: { level: "problem", exit: "stopped" },
  notUnderstood: { level: "problem", exit: "stopped" },
  interrupted: { level: "problem", exit: "stopped" },
  storage: { level: "problem", exit: "stopped", isWithoutBalance: true },
  refused: { level: "problem", exit: "stopped", isWanted: true },
};
