// The loop of every paid run: requests pages, or rows of a table, stores each reply, and returns why it ended.
import { slotsOfLane } from "../service/rateLimitGate";
import type { Store } from "../store/client";
import type { RowToAsk } from "../store/lookups";
import type { OpenRow, RowWithoutAnswer } from "../store/rows";
import { notFound } from "../store/storeError";
import { companiesOf, taskAt } from "./atCompanies";
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
import { payForPage, type CalledRow } from "./paidCall";
import * as rows from "./rows";
import { isLookup, isSearch, type PaidTask, type RunSummary, type RunTask, type SearchTask } from "./run";
import type { ResumeChange, RunOrder } from "./runStore";

/** The times to compare stored answers and lost lookups with. */
type LookupsToAsk = Omit<RowToAsk, "key">;

/**
 * Executes the order of a search, or of a single lookup, for which `asked` is. Rejects with a `StoreError` only if
 * the run could not be created (ALREADY_RUNNING: the same search is in progress somewhere); nothing was sent then. Any
 * other failure is the summary's `stop`.
 */
export async function startRun(execution: Execution, order: RunOrder, asked?: LookupsToAsk): Promise<RunSummary> {
  const executed = { ...execution, run: await execution.runs.create(order) };
  return untilEnd(executed, asked);
}

/** The changes to the run and, for lookups, the times to compare their rows with. */
export type RowsChange = ResumeChange & LookupsToAsk;

/**
 * Continues a stopped run: a search from its last cursor, rows with those that are open. Returns at once if it is
 * complete. Rejects with a `StoreError` if the database cannot be written (IN_USE: a window is running it); nothing was
 * sent then.
 */
export async function resumeRun(
  execution: Execution,
  id: string,
  { after, ...change }: RowsChange,
): Promise<RunSummary> {
  const { runs } = execution;
  const before = await runs.summary(id);
  if (before === undefined) {
    throw notFound();
  }
  const isOver = before.stop?.kind === "complete" || before.stop?.kind === "sameRecords";
  if (isSearch(before.header.task) && isOver) {
    return before;
  }
  const executed = { ...execution, run: await runs.resume(id, change) };
  return untilEnd(executed, { agreedAt: change.agreedAt, after });
}

async function untilEnd(executed: ExecutedRun, asked: LookupsToAsk = {}): Promise<RunSummary> {
  const { runs, run, onProgress } = executed;
  onProgress({ kind: "started", summary: run.summary() });
  const { task } = run.header;
  const work =
    isSearch(task) && companiesOf(task) === undefined ? pageByPage(executed, task) : rowByRow(executed, asked);
  const end = await work.catch(unsent);
  const reason = await withFacts(executed, end.reason, end.rise);
  const summary = await endRun(runs, run, reason);
  onProgress({ kind: "stopped", summary });
  return summary;
}

/** After a failure between two requests. */
const unsent = (error: unknown): RunEnd => ({ reason: stopReasonOf(error, { sent: false, stored: false }) });

async function pageByPage(executed: ExecutedRun, task: SearchTask): Promise<RunEnd> {
  const { run } = executed;
  let rise: RisenPrice | undefined;
  let at = begin(run.summary());
  while (at.end === undefined) {
    const called = await payForPage(executed, { task, request: at.request });
    if (called?.kind === "stopped") {
      await closeWithoutReply(executed, called);
      return { reason: called.end.reason, rise };
    }
    if (called?.kind === "stored") {
      rise = called.rise ?? rise;
      at = next({
        request: called.request,
        page: called.page,
        run: run.summary(),
        acceptsUnknownCosts: acceptsUnknownCosts(executed),
      });
    }
  }
  return { reason: at.end, rise };
}

/** The rows of a run in progress; the rows in flight change it. */
interface RowsInProgress {
  at: rows.RowsAt;
  /** How many need no further call. */
  done: number;
}

async function rowByRow(executed: ExecutedRun, asked: LookupsToAsk): Promise<RunEnd> {
  const { run, runs, onProgress } = executed;
  const { store } = runs.deps;
  const inFlight = new Set<Promise<void>>();
  const progress: RowsInProgress = { at: rows.begin(run.header), done: 0 };
  onProgress({ kind: "rows", done: 0 });
  try {
    for await (const row of openRows(store, run.id)) {
      while (inFlight.size >= mostInFlight(executed)) {
        await Promise.race(inFlight);
      }
      if (progress.at.end !== undefined) {
        break;
      }
      const asking = askRow(executed, asked, progress, row).finally(() => inFlight.delete(asking));
      inFlight.add(asking);
    }
  } catch (error) {
    endRows(executed, progress, error);
  }
  await Promise.all(inFlight);
  const { at } = progress;
  const left = await store.rows.left(run.id).catch(() => undefined);
  const reason = left === undefined ? at.end : rows.endOf(at, left);
  return { reason: reason ?? { kind: "complete" }, rise: at.rise };
}

/** Ends the run after a failure between two requests. */
function endRows({ signal }: ExecutedRun, progress: RowsInProgress, error: unknown): void {
  const isAborted = signal.aborted && error === signal.reason;
  progress.at = rows.ended(progress.at, isAborted ? { kind: abortReason(signal) } : unsent(error).reason);
}

/** Requests the pages of a row: one for a lookup. Never rejects. */
async function askRow(
  executed: ExecutedRun,
  asked: LookupsToAsk,
  progress: RowsInProgress,
  first: OpenRow,
): Promise<void> {
  try {
    for (let row: OpenRow | undefined = first; row !== undefined && progress.at.end === undefined;) {
      row = await askOnce(executed, asked, progress, row);
    }
  } catch (error) {
    endRows(executed, progress, error);
  }
}

/** Requests one page. Resolves to the updated row while it may have more pages. */
async function askOnce(
  executed: ExecutedRun,
  asked: LookupsToAsk,
  progress: RowsInProgress,
  row: OpenRow,
): Promise<OpenRow | undefined> {
  const { task } = executed.run.header;
  const { end, request } = rows.requestOf(task, row);
  if (end !== undefined) {
    progress.at = rows.ended(progress.at, end);
    return undefined;
  }
  const { key } = row;
  const wanted = { task: taskOfRow(task, row), request, row: { ...asked, key } };
  const called = await payForPage(executed, wanted, progress);
  if (called === undefined) {
    return undefined;
  }
  const after = rows.next(progress.at, called, acceptsUnknownCosts(executed));
  progress.at = after.at;
  if (called.kind === "stopped") {
    await closeWithoutReply(executed, called, after.row && { ...after.row, key });
  }
  if (after.isDone) {
    progress.done += 1;
    executed.onProgress({ kind: "rows", done: progress.done });
  }
  return called.kind === "stored" && !after.isDone ? { ...row, ...called.page.row } : undefined;
}

const acceptsUnknownCosts = ({ budget }: ExecutedRun): boolean =>
  budget.kind === "unlimited" || budget.acceptsUnknownCosts === true;

/** The request for a row. */
function taskOfRow(task: RunTask, { identifiers }: OpenRow): PaidTask {
  if (isLookup(task)) {
    return { ...task, identifiers };
  }
  if (!isSearch(task)) {
    throw new Error("An enrichment has no rows.");
  }
  return taskAt(task, String(identifiers["domain"]));
}

/**
 * Stores the possible cost of a call without a reply and the new state of its row, in one transaction. Never rejects.
 */
async function closeWithoutReply(
  { run, runs }: ExecutedRun,
  { failed }: Extract<CalledRow, { readonly kind: "stopped" }>,
  row?: RowWithoutAnswer,
): Promise<void> {
  if (failed === undefined && (row === undefined || row.state === "open")) {
    return;
  }
  const { store, clock } = runs.deps;
  const { call, charged = "no" } = failed ?? {};
  // If this fails, the call stays open, and resuming the run counts it as possibly charged.
  await store.calls.failCall(call, { charged, row, at: clock.now() }).catch(() => undefined);
  await run.refresh().catch(() => undefined);
}

/**
 * Limits agents to one call at a time, and all others while the price is unknown: several could cost more than agreed.
 */
const mostInFlight = ({ run, budget }: ExecutedRun): number =>
  budget.kind === "agents" || !run.summary().price.known ? 1 : slotsOfLane.rows;

const rowsAtOnce = 500;

async function* openRows({ rows: stored }: Store, id: string): AsyncGenerator<OpenRow> {
  let after: number | undefined;
  do {
    const open = await stored.open(id, rowsAtOnce, after);
    yield* open;
    after = open.at(-1)?.key;
  } while (after !== undefined);
}
