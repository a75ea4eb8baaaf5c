// Executes a run: requests page after page, stores each before it requests the next, and says why it stopped.
import * as l10n from "@vscode/l10n";
import { ServiceFailure } from "../service/errors";
import { maximumLimit } from "../service/requests";
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import type { StoredPage } from "../store/storePage";
import { StoreError } from "../store/storeError";
import type { ActiveRun, StorePage } from "./activeRun";
import { BalanceWatch } from "./balance";
import { BudgetUsedUp, exactCredits, type Budget } from "./budget";
import { limitLeft, PageCall, type PageCallResult } from "./pageCall";
import { stopAfter, nextStep } from "./paging";
import {
  distinctRecords,
  isLookup,
  isPaid,
  isSearch,
  recordKindOf,
  type LookupTask,
  type PageRequest,
  type RunConnection,
  type RunHeader,
  type RunLimits,
  type RunProgress,
  type RunSummary,
  type RunTask,
  type StopReason,
} from "./run";
import type { RunStore, UnsavedStop } from "./runStore";
import { budgetStop, stopReasonOf } from "./stopReasons";

export interface RunDeps {
  readonly runs: RunStore;
  /** What the run may spend. */
  readonly budget: Budget;
  /** The client of the run's connection. */
  readonly client: ServiceClient;
  readonly clock: Clock;
  /** The user-given name of the query parameter that asks for partial enrichment results (interface, "Endpoints" 5). */
  readonly partialParameter?: string | undefined;
}

/** What to run. */
export interface RunOrder {
  readonly purpose: RunHeader["purpose"];
  readonly title: string;
  readonly task: RunTask;
  readonly connection: RunConnection;
  readonly source?: string | undefined;
  readonly limits: RunLimits;
  /** The balance as last read, to compare with after a lost reply. */
  readonly balance?: number | undefined;
}

/** As the reason of an abort, stops the run as `windowClosed` and waits less long for the reply in flight. */
export const windowClosing: unique symbol = Symbol("windowClosing");

/** How long to wait for the reply in flight after an abort, in ms. */
const graceMs = { cancelled: 10_000, windowClosed: 3_000 } as const;
/** The service may still be working on a lost request, so the balance is read again after so long, in ms. */
const secondReadingMs = 5_000;

/**
 * Executes an order. Rejects with a `StoreError` only if the run could not be created, and then nothing was sent; any
 * other failure is the summary's `stop`. After an abort the reply in flight may still arrive.
 */
export async function startRun(
  deps: RunDeps,
  order: RunOrder,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunSummary> {
  const { balance, ...start } = order;
  const run = await deps.runs.create({ ...start, recordKind: recordKindOf(order.task) });
  return drive(deps, run, { balance, fromPage: 0 }, signal, onProgress);
}

/** What a stopped run continues with. */
export interface ResumeOptions {
  /** Replace the old ones. */
  readonly limits?: RunLimits | undefined;
  /** Who pays from now on, if that is another connection to the same service. */
  readonly connection?: RunConnection | undefined;
  /** The balance as last read. */
  readonly balance?: number | undefined;
}

/**
 * Continues a stopped run from its last cursor, within `more.limits` if given. Returns at once if the run is complete.
 * Rejects with a `StoreError` if the database cannot be written (IN_USE: a window is running it); nothing was sent
 * then.
 */
export async function resumeRun(
  deps: RunDeps,
  id: string,
  more: ResumeOptions,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunSummary> {
  const before = await deps.runs.summary(id);
  if (before?.stop?.kind === "complete" || before?.stop?.kind === "sameRecords") {
    return before;
  }
  const run = await deps.runs.resume(id, more);
  // Repeats a lookup that failed, but not one whose window went away after its reply was stored.
  const again =
    before?.stop?.kind === "refused" || before?.stop?.kind === "ambiguous" || before?.stop?.kind === "notUnderstood";
  return drive(deps, run, { balance: more.balance, fromPage: again ? run.summary().pages : 0 }, signal, onProgress);
}

export const abortReason = (signal: AbortSignal): "windowClosed" | "cancelled" =>
  signal.reason === windowClosing ? "windowClosed" : "cancelled";

/** Why a run stopped. */
interface RunEnd extends UnsavedStop {
  /** The service replied, so it has finished with the request. */
  readonly hasReply?: boolean;
}

interface Start {
  readonly balance: number | undefined;
  /** Pages before this one do not complete a task that is not a search. */
  readonly fromPage: number;
}

interface DriveDeps extends RunDeps {
  readonly balance: BalanceWatch;
}

async function drive(
  deps: RunDeps,
  run: ActiveRun,
  { balance, fromPage }: Start,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunSummary> {
  const watching: DriveDeps = { ...deps, balance: new BalanceWatch(deps.client, deps.clock, balance) };
  onProgress({ kind: "started", summary: run.summary() });
  let end: RunEnd;
  try {
    end = await pageByPage(watching, run, fromPage, signal, onProgress);
  } catch (error) {
    end = { reason: stopReasonOf(error, { sent: false, stored: false }) };
  }
  const reason = await withEvidence(watching, run, run.header.task, end, signal);
  const summary = await endRun(deps.runs, run, { ...end, reason });
  onProgress({ kind: "stopped", summary, reason: summary.stop ?? reason });
  return summary;
}

/**
 * Requests pages until there is a reason to stop. Rejects with a `StoreError` when the database fails before sending.
 */
async function pageByPage(
  deps: DriveDeps,
  run: ActiveRun,
  fromPage: number,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunEnd> {
  const { task } = run.header;
  const { records, lookups } = deps.runs.deps.store;
  const store: StorePage = (page) => (isLookup(task) ? lookups.answer(page) : records.storePage(page));
  let most = maximumLimit;
  for (;;) {
    const step = nextStep(run.summary(), fromPage);
    if (step.kind === "stop") {
      return { reason: step.reason };
    }
    if (signal.aborted) {
      return { reason: { kind: abortReason(signal) } };
    }
    const wanted = { ...step.request, limit: Math.min(step.request.limit, most) };
    const outcome = await requestPage(deps, run, { task, wanted, store }, signal, onProgress);
    if ("end" in outcome) {
      return outcome.end;
    }
    const { result, request } = outcome;
    // Fewer each time, so that other windows that use up the budget cannot keep this one trying.
    most = result === undefined ? Math.ceil(request.limit / 2) : maximumLimit;
    if (result?.stored !== undefined && !result.stillRunning && isSearch(task)) {
      const reason = stopAfter(request, result.stored, run.summary());
      if (reason !== undefined) {
        return { reason };
      }
    }
  }
}

interface RequestedPage {
  readonly task: RunTask;
  readonly wanted: PageRequest;
  readonly store: StorePage;
}

/** Requests one page within the budget. No result: another window has spent the rest meanwhile; request less. */
async function requestPage(
  deps: Omit<DriveDeps, "runs">,
  run: ActiveRun,
  { task, wanted, store }: RequestedPage,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<{ readonly end: RunEnd } | { readonly request: PageRequest; readonly result?: PageCallResult }> {
  const { budget } = deps;
  const payer = run.header.connection.id;
  const room = isPaid(task)
    ? await budget.room(payer, task.kind, wanted.limit, limitLeft(run.summary()))
    : { records: wanted.limit };
  if (room.records === 0) {
    return { end: { reason: budgetStop(room.limitedBy ?? "agreed", budget.agreed, run.header.limits.credits) } };
  }
  run.checkOwner();
  const request: PageRequest = { ...wanted, limit: room.records };
  const grace = (): number => graceMs[abortReason(signal)];
  const result = await new PageCall({ ...deps, run, task, store, payer, signal, grace, onProgress }, request).run();
  if (result.stored !== undefined) {
    onProgress({ kind: "page", summary: run.summary() });
  }
  if (result.failure?.error instanceof BudgetUsedUp && room.records > 1) {
    return { request };
  }
  const end = endOf(result, run, budget, signal);
  return end === undefined ? { request, result } : { end };
}

/** What one paid lookup of a batch needs. */
export interface LookupCall extends Omit<RunDeps, "runs" | "partialParameter"> {
  readonly run: ActiveRun;
  readonly task: LookupTask;
  readonly store: StorePage;
  readonly balance: BalanceWatch;
}

export type LookupCallResult =
  { readonly kind: "stored"; readonly page: StoredPage } | ({ readonly kind: "stopped" } & UnsavedStop);

/** Makes one paid lookup of a batch. Never rejects. */
export async function callLookup(
  { run, task, store, ...deps }: LookupCall,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<LookupCallResult> {
  let end: RunEnd | undefined;
  try {
    const outcome = await requestPage(deps, run, { task, wanted: { limit: 1 }, store }, signal, onProgress);
    if (!("end" in outcome) && outcome.result?.stored !== undefined) {
      return { kind: "stored", page: outcome.result.stored };
    }
    end = "end" in outcome ? outcome.end : undefined;
  } catch (error) {
    end = { reason: stopReasonOf(error, { sent: false, stored: false }) };
  }
  end ??= { reason: budgetStop("agreed", deps.budget.agreed, undefined) };
  return { kind: "stopped", reason: await withEvidence(deps, run, task, end, signal), save: end.save };
}

/** Statuses that a proxy sends while the service may still be working. */
const proxyStatuses: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** Whether the service has certainly finished with the failed request. */
function isFinishedAtService(error: unknown): boolean {
  const status = error instanceof ServiceFailure ? error.detail.status : undefined;
  return status !== undefined && !proxyStatuses.has(status) && status < 520;
}

const inMemory = (): string =>
  l10n.t("The last page is paid for but only in memory: resume to save it before closing this window.");

function endOf(result: PageCallResult, run: ActiveRun, budget: Budget, signal: AbortSignal): RunEnd | undefined {
  const { stored, failure } = result;
  if (failure !== undefined) {
    const { error, save } = failure;
    if (error instanceof BudgetUsedUp) {
      return { reason: budgetStop(error.limitedBy, budget.agreed, run.header.limits.credits) };
    }
    if (save !== undefined && !(error instanceof StoreError && error.code === "IN_USE")) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      return {
        reason: {
          kind: "storage",
          message: `${message} ${inMemory()}`,
        },
        save,
      };
    }
    const reason = stopReasonOf(error, { sent: result.sent, stored: stored?.understood === true });
    if (reason.kind === "notUnderstood") {
      return { reason: { ...reason, saved: stored !== undefined }, hasReply: isFinishedAtService(error) };
    }
    return {
      reason: reason.kind === "cancelled" && signal.aborted ? { kind: abortReason(signal) } : reason,
      hasReply: isFinishedAtService(error),
    };
  }
  return result.stillRunning
    ? { reason: { kind: "refused", message: l10n.t("The enrichment is still running. Retrieve it again later.") } }
    : undefined;
}

/** Expected cost of the next page in credits; `undefined` while no price is known. */
async function nextPageCost(run: ActiveRun, task: RunTask, budget: Budget): Promise<number | undefined> {
  const { perRecord, known } = await budget.price(run.header.connection.id, task.kind);
  const summary = run.summary();
  const step = nextStep(summary, summary.pages);
  return known && step.kind === "request" ? exactCredits(step.request.limit * perRecord) : undefined;
}

type EvidenceDeps = Pick<DriveDeps, "balance" | "budget" | "clock">;

/**
 * Adds what the balance shows: whether a lost page was charged, and whether credits ran out when pages end too early.
 * The balance is not read while the window is closing, and failures here do not change the reason.
 */
async function withEvidence(
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
    case "complete": {
      const summary = run.summary();
      const endsEarly =
        isSearch(task) && summary.lastTotal !== undefined && distinctRecords(summary) < summary.lastTotal;
      if (!endsEarly) {
        return reason;
      }
      const { perRecord, known } = await budget.price(summary.header.connection.id, task.kind);
      const balance = known ? await watch.read() : undefined;
      return balance !== undefined && balance < perRecord
        ? { kind: "creditsExhausted", message: "", balance, needed: await nextPageCost(run, task, budget) }
        : reason;
    }
    default:
      return reason;
  }
}

/** Stores the stop, or keeps it in memory if that fails. Never rejects. */
export async function endRun(runs: RunStore, run: ActiveRun, { reason, save }: UnsavedStop): Promise<RunSummary> {
  if (save === undefined) {
    try {
      return await run.stop(reason);
    } catch {
      // The disk is full or gone. What was stored before is safe.
    }
  }
  run.abandon();
  runs.keepUnsaved(run.id, { reason, save });
  return run.summary(reason);
}
