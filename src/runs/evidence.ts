// Why a run stopped, with what the balance shows about it.
import type { Clock } from "../service/wire";
import type { ActiveRun } from "./activeRun";
import type { BalanceWatch } from "./balance";
import { exactCredits, type Budget } from "./budgetTypes";
import { groupsIn, groupState } from "./companyGroups";
import { nextStep } from "./paging";
import { distinctRecords, isPaid, isSearch, type RunTask, type StopReason } from "./run";
import type { UnsavedStop } from "./runStore";

/** As the reason of an abort, stops the run as `windowClosed` and waits less long for the reply in flight. */
export const windowClosing: unique symbol = Symbol("windowClosing");

/** The service may still be working on a lost request, so the balance is read again after so long, in ms. */
const secondReadingMs = 5_000;

export const abortReason = (signal: AbortSignal): "windowClosed" | "cancelled" =>
  signal.reason === windowClosing ? "windowClosed" : "cancelled";

/** Why a run stopped. */
export interface RunEnd extends UnsavedStop {
  /** The service replied, so it has finished with the request. */
  readonly hasReply?: boolean;
  /** The service replied that it failed (HTTP 5xx). */
  readonly isServerError?: boolean;
}

/** Expected cost of the next page in credits; `undefined` while no price is known. */
async function nextPageCost(run: ActiveRun, task: RunTask, budget: Budget): Promise<number | undefined> {
  const { perRecord, known } = await budget.price(run.header.connection.id, task.kind);
  const summary = run.summary();
  const step = nextStep(summary, { fromPage: summary.pages });
  if (!known || step.kind !== "request") {
    return undefined;
  }
  const missing =
    step.request.group === undefined
      ? (summary.lastTotal ?? Number.POSITIVE_INFINITY) - distinctRecords(summary)
      : Number.POSITIVE_INFINITY;
  return exactCredits(Math.min(step.request.limit, Math.max(1, missing)) * perRecord);
}

export interface EvidenceDeps {
  readonly balance: BalanceWatch;
  readonly budget: Budget;
  readonly clock: Clock;
}

/** Reasons after which the balance is not read: the service cannot be asked, or the window has no time for it. */
const withoutReading: ReadonlySet<StopReason["kind"]> = new Set([
  ...(["windowClosed", "offline", "keyRejected", "rateLimited", "ambiguous", "notUnderstood", "storage"] as const),
]);

/**
 * Why a run stopped, with all that is known about its cost. The balance is a witness of it: what was charged in
 * addition to what the replies say is added to the run, and the end names what was charged above what was allowed.
 */
export async function settleEnd(
  deps: EvidenceDeps,
  run: ActiveRun,
  task: RunTask,
  end: RunEnd,
  signal: AbortSignal,
): Promise<StopReason> {
  const reason = await withEvidence(deps, run, task, end, signal);
  if (!isPaid(task)) {
    return reason;
  }
  if (!withoutReading.has(reason.kind)) {
    await deps.balance.finish();
    await run.refresh().catch(() => undefined);
  }
  const overrun = await deps.budget.overrun(run.summary()).catch(() => undefined);
  return overrun === undefined ? reason : { ...reason, overrun };
}

/**
 * Adds what the balance shows: whether a lost page was charged, and whether credits ran out when pages end too early.
 * The balance is not read while the window is closing, and failures here do not change the reason.
 */
export async function withEvidence(
  deps: EvidenceDeps,
  run: ActiveRun,
  task: RunTask,
  end: RunEnd,
  signal: AbortSignal,
): Promise<StopReason> {
  if (signal.aborted && abortReason(signal) === "windowClosed") {
    return end.reason;
  }
  try {
    return await withBalance(deps, run, task, end, signal);
  } catch {
    return end.reason;
  }
}

async function withBalance(
  { balance: watch, budget, clock }: EvidenceDeps,
  run: ActiveRun,
  task: RunTask,
  { reason, hasReply = false }: RunEnd,
  signal: AbortSignal,
): Promise<StopReason> {
  switch (reason.kind) {
    case "ambiguous":
    case "notUnderstood": {
      if (!isPaid(task)) {
        return reason;
      }
      const { before, after, drop } = await watch.compare();
      let settled = hasReply;
      if (drop === 0 && !hasReply && !signal.aborted) {
        await clock.sleep(secondReadingMs);
        settled = (await watch.read()) === after;
      }
      return { ...reason, balanceBefore: before, balanceAfter: after, settled };
    }
    case "creditsExhausted":
      return { ...reason, balance: await watch.read(), needed: await nextPageCost(run, task, budget) };
    case "complete":
    case "endedEarly": {
      const summary = run.summary();
      const groups = groupsIn(summary.header.task);
      const endsEarly =
        groups === undefined
          ? isSearch(task) && summary.lastTotal !== undefined && distinctRecords(summary) < summary.lastTotal
          : groupState(summary, groups) === "short";
      const needed = endsEarly ? await nextPageCost(run, task, budget) : undefined;
      const balance = needed === undefined ? undefined : await watch.read();
      return needed !== undefined && balance !== undefined && balance < needed
        ? { kind: "creditsExhausted", message: "", balance, needed }
        : reason;
    }
    default:
      return reason;
  }
}
