// The loop of everything paid: requests page after page, or rows of a table, stores each reply, and says why it ends.
import { slotsOfLane } from "../service/rateLimitGate";
import type { BatchQuestion } from "../store/batches";
import type { Store } from "../store/client";
import type { RowToAsk } from "../store/lookups";
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
import { payForPage } from "./paidCall";
import * as rows from "./rows";
import {
  isLookup,
  isSearch,
  type LookupTask,
  type PaidTask,
  type RunSummary,
  type SearchTask,
  type StopReason,
} from "./run";
import type { ResumeChange, RunOrder } from "./runStore";

/** A search, or a single lookup. */
export interface PaidOrder extends RunOrder {
  readonly task: PaidTask;
  /** Of a lookup: what its stored answers, and lookups that were lost, are compared with. */
  readonly row?: Omit<RowToAsk, "key"> | undefined;
}

/**
 * Executes an order. Rejects with a `StoreError` only if the run could not be created (ALREADY_RUNNING: the same search
 * is in progress somewhere), and then nothing was sent; any other failure is the summary's `stop`.
 */
export async function startRun(execution: Execution, { row, ...order }: PaidOrder): Promise<RunSummary> {
  const { task } = order;
  const executed = { ...execution, run: await execution.runs.create(order) };
  return untilEnd(executed, () =>
    isSearch(task) ? pageByPage(executed, task, undefined) : rowByRow(executed, task, { ...row }),
  );
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

export interface TableChange extends ResumeChange {
  readonly agreedAt?: number | undefined;
  /** Before rows are sent, while this window has the run. */
  readonly prepare: () => Promise<unknown>;
  /** After each row that needs no call any more. */
  readonly onDone: () => void;
  /** What the run ends with, by what has become of its rows. */
  readonly endOf: (reason: StopReason) => Promise<StopReason>;
}

/** Looks up the open rows of a table. Rejects like `resumeRun`. */
export async function runTable(
  execution: Execution,
  id: string,
  { agreedAt, prepare, onDone, endOf, ...change }: TableChange,
): Promise<RunSummary> {
  const executed = { ...execution, run: await execution.runs.resume(id, change) };
  return untilEnd(executed, async () => {
    const { task } = executed.run.header;
    if (!isLookup(task)) {
      throw new Error("Only lookups have rows.");
    }
    await prepare();
    const ended = await rowByRow(executed, task, { agreedAt, onDone });
    return { ...ended, reason: await endOf(ended.reason) };
  });
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
    const called = await payForPage(executed, { task: sent, request });
    if (called?.kind === "stopped") {
      return { reason: ofClosedWindow(called.end.reason, executed.signal), rise };
    }
    if (called?.kind === "stored") {
      rise = called.rise ?? rise;
      at = next({ request: called.request, page: called.page, run: summary(), acceptsUnknownCosts });
    }
  }
  return { reason: at.end, rise };
}

/** A window that closes does not wait long for a reply: nothing is wrong with the network. */
const ofClosedWindow = (reason: StopReason, signal: AbortSignal): StopReason =>
  reason.kind === "ambiguous" && signal.aborted && abortReason(signal) === "windowClosed"
    ? { kind: "ambiguous", message: "The window was reloaded or closed before the reply arrived." }
    : reason;

interface RowsToAsk extends Omit<RowToAsk, "key"> {
  readonly onDone?: () => void;
}

async function rowByRow(executed: ExecutedRun, task: LookupTask, { onDone, ...asked }: RowsToAsk): Promise<Ended> {
  const { run, runs, signal, budget } = executed;
  const { store, clock } = runs.deps;
  const acceptsUnknownCosts = budget.kind === "unlimited" || budget.acceptsUnknownCosts === true;
  const inFlight = new Set<Promise<void>>();
  let at = rows.begin(run.header);
  const failed = (error: unknown): void => {
    const isAborted = signal.aborted && error === signal.reason;
    at = rows.ended(at, isAborted ? { kind: abortReason(signal) } : unsent(error).reason);
  };
  const ask = async ({ key, identifiers }: BatchQuestion): Promise<void> => {
    const row = { ...asked, key };
    const wanted = { task: { ...task, identifiers }, request: { limit: 1 }, row };
    const called = await payForPage(executed, wanted, () => at.end !== undefined);
    if (called === undefined) {
      return;
    }
    const after = rows.next(at, called, acceptsUnknownCosts);
    at = after.at;
    if (after.row !== undefined) {
      await store.batches.settle(key, { ...after.row, at: clock.now() });
    }
    if (after.isDone) {
      onDone?.();
    }
  };
  try {
    for await (const row of openRows(store, run.id)) {
      while (inFlight.size >= mostInFlight(executed)) {
        await Promise.race(inFlight);
      }
      if (at.end !== undefined) {
        break;
      }
      const asking = ask(row)
        .catch(failed)
        .finally(() => inFlight.delete(asking));
      inFlight.add(asking);
    }
  } catch (error) {
    failed(error);
  }
  await Promise.all(inFlight);
  return { reason: at.end ?? { kind: "complete" }, rise: at.rise };
}

/** One while the price is unknown, because several could cost more than agreed, and one of agents. */
const mostInFlight = ({ run, budget }: ExecutedRun): number =>
  budget.kind === "agents" || !run.summary().price.known ? 1 : slotsOfLane.lookup;

const rowsAtOnce = 500;

async function* openRows({ batches }: Store, id: string): AsyncGenerator<BatchQuestion> {
  let after: number | undefined;
  do {
    const open = await batches.openQuestions(id, rowsAtOnce, after);
    yield* open;
    after = open.at(-1)?.key;
  } while (after !== undefined);
}
