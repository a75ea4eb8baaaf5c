// The loop of everything paid: requests page after page, stores each before it requests the next, and says why it ends.
import { notFound } from "../store/storeError";
import { taskOf } from "./companyGroups";
import {
  abortReason,
  endRun,
  stopReasonOf,
  withFacts,
  type ExecutedRun,
  type Execution,
  type RisenPrice,
  type RunEnd,
} from "./execution";
import { begin, next } from "./paging";
import { payForPage, type CalledPage, type WantedPage } from "./paidCall";
import { isSearch, type PaidTask, type RunSummary, type SearchTask, type StopReason } from "./run";
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
  const executed = { ...execution, run: await runs.create(order) };
  return untilEnd(executed, () => {
    if (isSearch(task)) {
      return pageByPage(executed, task, undefined);
    }
    return oneLookup(executed, { task, store: (page) => runs.deps.store.lookups.answer(page) });
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
  const { task } = before.header;
  if (!isSearch(task)) {
    throw new Error("Only a search has pages to continue with.");
  }
  if (before.stop?.kind === "complete" || before.stop?.kind === "sameRecords") {
    return before;
  }
  const executed = { ...execution, run: await runs.resume(id, change) };
  return untilEnd(executed, () => pageByPage(executed, task, before.stop));
}

interface Ended extends RunEnd {
  /** The highest price that was not expected. */
  readonly rise?: RisenPrice | undefined;
}

async function untilEnd(executed: ExecutedRun, work: () => Promise<Ended>): Promise<RunSummary> {
  const { runs, run, onProgress } = executed;
  onProgress({ kind: "started", summary: run.summary() });
  const end = await work().catch(unsent);
  const reason = await withFacts(executed, end.reason, end.rise);
  const summary = await endRun(runs, run, reason);
  onProgress({ kind: "stopped", summary, reason: summary.stop ?? reason });
  return summary;
}

/** After a failure between two requests. */
const unsent = (error: unknown): Ended => ({ reason: stopReasonOf(error, { sent: false, stored: false }) });

/** `stopped`: the stop after which the run continues. */
async function pageByPage(executed: ExecutedRun, task: SearchTask, stopped: StopReason | undefined): Promise<Ended> {
  const { run, runs, budget } = executed;
  const summary = (): RunSummary => run.summary(stopped);
  const { store } = runs.deps;
  const acceptsUnknownCosts = budget.kind === "unlimited" || budget.acceptsUnknownCosts === true;
  let rise: RisenPrice | undefined;
  let at = begin(summary());
  while (at.end === undefined) {
    const { request } = at;
    const sent = await taskOf(store, task, summary(), request);
    if (sent === undefined) {
      // Leave-out lists name all of this group.
      at = begin(summary(), (request.group ?? 0) + 1);
      continue;
    }
    const called = await payForPage(executed, { task: sent, request, store: (page) => store.records.storePage(page) });
    if (called.kind === "stopped") {
      return { reason: ofClosedWindow(called.end.reason, executed.signal), rise };
    }
    if (called.kind === "stored") {
      rise = called.rise ?? rise;
      at = next({ request: called.request, page: called.page, run: summary(), acceptsUnknownCosts });
    }
  }
  return { reason: at.end, rise };
}

/** A window that closes does not wait long for a reply: nothing is wrong with the network. */
const ofClosedWindow = (reason: StopReason, signal: AbortSignal): StopReason =>
  reason.kind === "ambiguous" && signal.aborted && abortReason(signal) === "windowClosed"
    ? { kind: "interrupted", requestInFlight: true }
    : reason;

/** Makes one paid lookup. Never rejects. */
export const callLookup = (executed: ExecutedRun, wanted: Omit<WantedPage, "request">): Promise<CalledPage> =>
  payForPage(executed, { ...wanted, request: { limit: 1 } });

async function oneLookup(executed: ExecutedRun, wanted: Omit<WantedPage, "request">): Promise<Ended> {
  const called = await callLookup(executed, wanted);
  if (called.kind === "stopped") {
    return called.end;
  }
  return { reason: { kind: "complete" }, rise: called.kind === "stored" ? called.rise : undefined };
}
