// A run that is being executed: who is asked, what may be spent, who follows it, and how it ends: the failure of
// a call, too, is a reason to stop.
import { ServiceFailure, type ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/serviceClient";
import { StoreError } from "../store/storeError";
import { BalanceWatch, type KnownBalance } from "./balance";
import type { Budget } from "./budget";
import { BudgetUsedUp, exactCredits, type BudgetLimit } from "./budgetTypes";
import { companiesOf, groupState } from "./companyGroups";
import { nextStep } from "./paging";
import { isSearch, type RunProgress, type RunSummary, type StopReason } from "./run";
import type { ActiveRun, RunStore } from "./runStore";

/** How runs are executed. After an abort the reply in flight may still arrive. */
export interface Execution {
  readonly runs: RunStore;
  /** The client of the run's connection. */
  readonly client: ServiceClient;
  /** What the run may spend. */
  readonly budget: Budget;
  /** As last read, to compare with after the run. */
  readonly balance?: KnownBalance | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

/** A run with the balance of the connection that pays for it. */
export interface ExecutedRun extends Execution {
  readonly run: ActiveRun;
  readonly watch: BalanceWatch;
}

export function executed(execution: Execution, run: ActiveRun): ExecutedRun {
  const { runs, client, budget, balance: known } = execution;
  const { store, clock } = runs.deps;
  const connection = run.header.connection.id;
  const watch = new BalanceWatch({
    client,
    clock,
    stated: (since) => store.calls.statedCosts({ connection, since, now: clock.now() }),
    isOff: budget.isUnlimited,
    known,
  });
  return { ...execution, run, watch };
}

/** As the reason of an abort, stops the run as `windowClosed` and waits less long for the reply in flight. */
export const windowClosing: unique symbol = Symbol("windowClosing");

export const abortReason = (signal: AbortSignal): "windowClosed" | "cancelled" =>
  signal.reason === windowClosing ? "windowClosed" : "cancelled";

/** Why a run stopped. */
export interface RunEnd {
  readonly reason: StopReason;
  /** The service replied, so it has finished with the request. */
  readonly hasReply?: boolean;
  /** The service replied that it failed (HTTP 5xx). */
  readonly isServerError?: boolean;
}

/** Stores the stop, or keeps it in memory if that fails. Never rejects. */
export async function endRun(runs: RunStore, run: ActiveRun, reason: StopReason): Promise<RunSummary> {
  try {
    return await run.stop(reason);
  } catch {
    // The disk is full or gone. What was stored before is safe.
    run.abandon();
    runs.keepUnsaved(run.id, reason);
    return run.summary(reason);
  }
}

/** The service may still be working on a lost request, so the balance is read again after so long, in ms. */
const secondReadingMs = 5_000;

/** Expected cost of the next page in credits; `undefined` while no price is known. */
async function nextPageCost({ run, budget }: ExecutedRun): Promise<number | undefined> {
  const summary = run.summary();
  const { connection, task } = summary.header;
  const { perRecord, known } = await budget.price(connection.id, task.kind);
  const step = nextStep(summary);
  if (!known || step.kind !== "request") {
    return undefined;
  }
  const missing =
    step.request.group === undefined
      ? (summary.lastTotal ?? Number.POSITIVE_INFINITY) - summary.records
      : Number.POSITIVE_INFINITY;
  return exactCredits(Math.min(step.request.limit, Math.max(1, missing)) * perRecord);
}

/** Reasons after which the balance is not read: the service cannot be asked, or the window has no time for it. */
const withoutReading: ReadonlySet<StopReason["kind"]> = new Set([
  ...(["windowClosed", "offline", "keyRejected", "rateLimited", "ambiguous", "notUnderstood", "storage"] as const),
]);

/**
 * Why a run stopped, with all that is known about its cost. The balance is a witness of it: what was charged in
 * addition to what the replies say is added to the run, and the end names what was charged above what was allowed.
 */
export async function settleEnd(executed: ExecutedRun, end: RunEnd): Promise<StopReason> {
  const { run, watch, budget } = executed;
  const reason = await withEvidence(executed, end);
  if (!withoutReading.has(reason.kind)) {
    await watch.finish();
    await run.refresh().catch(() => undefined);
  }
  const overrun = await budget.overrun(run.summary()).catch(() => undefined);
  return overrun === undefined ? reason : { ...reason, overrun };
}

/**
 * Adds what the balance shows: whether a lost page was charged, and whether credits ran out when pages end too early.
 * The balance is not read while the window is closing, and failures here do not change the reason.
 */
export async function withEvidence(executed: ExecutedRun, end: RunEnd): Promise<StopReason> {
  const { signal } = executed;
  if (signal.aborted && abortReason(signal) === "windowClosed") {
    return end.reason;
  }
  try {
    return await withBalance(executed, end);
  } catch {
    return end.reason;
  }
}

async function withBalance(executed: ExecutedRun, { reason, hasReply = false }: RunEnd): Promise<StopReason> {
  const { run, runs, watch, signal } = executed;
  switch (reason.kind) {
    case "ambiguous":
    case "notUnderstood": {
      const { before, after, drop } = await watch.compare();
      let settled = hasReply;
      if (drop === 0 && !hasReply && !signal.aborted) {
        await runs.deps.clock.sleep(secondReadingMs);
        settled = (await watch.read()) === after;
      }
      return { ...reason, balanceBefore: before, balanceAfter: after, settled };
    }
    case "creditsExhausted":
      return { ...reason, balance: await watch.read(), needed: await nextPageCost(executed) };
    case "complete":
    case "endedEarly": {
      const summary = run.summary();
      const { task } = summary.header;
      const groups = companiesOf(task);
      const endsEarly =
        groups === undefined
          ? isSearch(task) && summary.lastTotal !== undefined && summary.records < summary.lastTotal
          : groupState(summary, groups) === "short";
      const needed = endsEarly ? await nextPageCost(executed) : undefined;
      const balance = needed === undefined ? undefined : await watch.read();
      return needed !== undefined && balance !== undefined && balance < needed
        ? { kind: "creditsExhausted", message: "", balance, needed }
        : reason;
    }
    default:
      return reason;
  }
}

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
  const message = "The request failed unexpectedly. Records fetched before it are saved.";
  return state.sent && !state.stored ? lost(message) : { kind: "refused", message };
}

/** Whether a failed call may have been charged. */
export function maybeCharged(error: unknown, { sent, stored }: CallState): boolean {
  if (error instanceof BudgetUsedUp) {
    return false;
  }
  return !stored && (error instanceof ServiceFailure ? error.detail.creditsSpent === "maybe" : sent);
}
