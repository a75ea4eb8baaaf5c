// Executes a run: requests page after page, stores each before it requests the next, and says why it stopped.
import { maximumLimit } from "../service/requests";
import { notFound } from "../store/storeError";
import { isGroupShort, taskOf } from "./companyGroups";
import {
  budgetStop,
  endRun,
  executed,
  settleEnd,
  stopReasonOf,
  withEvidence,
  type ExecutedRun,
  type Execution,
  type RunEnd,
} from "./execution";
import { requestPage, type RequestedPage, type WantedPage } from "./pageCall";
import { afterEmptyPage, nextStep, stopAfter, type SaidBefore } from "./paging";
import { resumedFrom, type ResumedFrom } from "./resuming";
import { isSearch, type PaidTask, type RunSummary, type SearchTask } from "./run";
import type { ResumeChange, RunOrder } from "./runStore";

/** A search, or a single lookup: batches have their own way. */
export interface PaidOrder extends RunOrder {
  readonly task: PaidTask;
}

/**
 * Executes an order. Rejects with a `StoreError` only if the run could not be created (ALREADY_RUNNING: the same search
 * is in progress somewhere), and then nothing was sent; any other failure is the summary's `stop`.
 */
export async function startRun(execution: Execution, order: PaidOrder): Promise<RunSummary> {
  const { task } = order;
  const { runs } = execution;
  const run = executed(execution, await runs.create(order));
  return isSearch(task)
    ? untilEnd(run, () => pageByPage(run, task, resumedFrom(undefined)))
    : untilEnd(run, async () => {
        const asked = await callLookup(run, { task, store: (page) => runs.deps.store.lookups.answer(page) });
        return asked.kind === "stopped" ? asked.end : { reason: { kind: "complete" } };
      });
}

/**
 * Continues a stopped search from its last cursor. Returns at once if it is complete. Rejects with a `StoreError` if
 * the database cannot be written (IN_USE: a window is running it); nothing was sent then.
 */
export async function resumeRun(execution: Execution, id: string, change: ResumeChange): Promise<RunSummary> {
  const { runs } = execution;
  const before = await runs.summary(id);
  if (before === undefined) {
    throw notFound();
  }
  const { stop, header } = before;
  const { task } = header;
  if (!isSearch(task)) {
    throw new Error("Only a search has pages to continue with.");
  }
  if (stop?.kind === "complete" || stop?.kind === "sameRecords") {
    return before;
  }
  const run = executed(execution, await runs.resume(id, change));
  return untilEnd(run, () => pageByPage(run, task, resumedFrom(stop)));
}

async function untilEnd(executed: ExecutedRun, work: () => Promise<RunEnd>): Promise<RunSummary> {
  const { runs, run, onProgress } = executed;
  onProgress({ kind: "started", summary: run.summary() });
  const end = await work().catch(unsent);
  const reason = await settleEnd(executed, end);
  const summary = await endRun(runs, run, reason);
  onProgress({ kind: "stopped", summary, reason: summary.stop ?? reason });
  return summary;
}

/** After a failure between two requests. */
const unsent = (error: unknown): RunEnd => ({ reason: stopReasonOf(error, { sent: false, stored: false }) });

/**
 * Requests pages until there is a reason to stop. Rejects with a `StoreError` when the database fails before sending.
 */
async function pageByPage(executed: ExecutedRun, task: SearchTask, start: ResumedFrom): Promise<RunEnd> {
  const { run, runs } = executed;
  const { store } = runs.deps;
  const { pageLimit = maximumLimit, emptyBefore } = start;
  let [most, fromGroup] = [pageLimit, 0];
  let said: SaidBefore = { emptyNow: false, emptyBefore };
  for (;;) {
    const step = nextStep(run.summary(), fromGroup);
    if (step.kind === "stop") {
      return { reason: step.reason };
    }
    const { group = 0, limit } = step.request;
    const sent = await taskOf(store, task, run.summary(), step.request);
    if (sent === undefined) {
      fromGroup = group + 1;
      continue;
    }
    const request = { ...step.request, limit: Math.min(limit, most) };
    const asked = await requestPage(executed, { task: sent, request, store: (page) => store.records.storePage(page) });
    if (asked.kind === "stopped") {
      return asked.end;
    }
    if (asked.kind !== "stored") {
      // Fewer each time, so that other windows that use up the budget cannot keep this one trying.
      most = Math.ceil(request.limit / 2);
      continue;
    }
    const { page } = asked;
    most = pageLimit;
    const isShort = isGroupShort(run.summary());
    const reason = isShort ? afterEmptyPage(page, true, said) : stopAfter(asked.request, page, run.summary(), said);
    const isCutOff = page.returned > 0 && page.returned < asked.request.limit && page.cursor === undefined;
    const early = reason ?? (isCutOff && !isShort ? ({ kind: "endedEarly" } as const) : undefined);
    // Pages also end early when the credits are used up.
    const found = early && (isShort || isCutOff) ? await withEvidence(executed, { reason: early }) : reason;
    const why = reason === undefined && found?.kind !== "creditsExhausted" ? undefined : found;
    if (why !== undefined && (why.kind !== "complete" || !isShort)) {
      return { reason: why };
    }
    // A group that has ended twice is finished.
    fromGroup = why === undefined ? fromGroup : group + 1;
    const isEmptyAgain = page.returned === 0 && why === undefined;
    said = { emptyNow: isEmptyAgain, emptyBefore: isEmptyAgain && said.emptyBefore };
  }
}

/** Makes one paid lookup. The end is without what the balance shows. Never rejects. */
export async function callLookup(
  executed: ExecutedRun,
  wanted: Omit<WantedPage, "request">,
): Promise<Exclude<RequestedPage, { readonly kind: "noRoom" }>> {
  try {
    const asked = await requestPage(executed, { ...wanted, request: { limit: 1 } });
    // Less than one record is no room.
    return asked.kind === "noRoom"
      ? { kind: "stopped", end: { reason: budgetStop("agreed", executed.budget.agreed, undefined) } }
      : asked;
  } catch (error) {
    return { kind: "stopped", end: unsent(error) };
  }
}
