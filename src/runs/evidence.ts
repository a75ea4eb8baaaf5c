// Why a run stopped, with what the balance shows about it.
import { exactCredits } from "./budgetTypes";
import { groupsIn, groupState } from "./companyGroups";
import { abortReason, type ExecutedRun, type RunEnd } from "./execution";
import { nextStep } from "./paging";
import { distinctRecords, isSearch, type StopReason } from "./run";

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
      ? (summary.lastTotal ?? Number.POSITIVE_INFINITY) - distinctRecords(summary)
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
      const groups = groupsIn(task);
      const endsEarly =
        groups === undefined
          ? isSearch(task) && summary.lastTotal !== undefined && distinctRecords(summary) < summary.lastTotal
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
