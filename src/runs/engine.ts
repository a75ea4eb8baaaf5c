// Executes a run: asks page after page, stores each before it is shown and before the next is asked for, and says why it stopped.
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
import { askPage, limitLeft, type PageCallResult } from "./pageCall";
import { endAfter, nextStep } from "./paging";
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
import type { RunStore, UnsavedEnd } from "./runStore";
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
  /** The balance as last read: after a lost reply it is compared with what is left. */
  readonly balance?: number | undefined;
}

/** With this as its reason, an abort stops the run as `windowClosed` and waits less long for the reply in flight. */
export const windowClosing: unique symbol = Symbol("windowClosing");

/** How long after an abort a paid request in flight may still bring its page, in ms. */
const graceMs = { cancelled: 10_000, windowClosed: 3_000 } as const;
/** The balance says nothing about a request that may still be under way at the service: it is read again after so long, in ms. */
const secondReadingMs = 5_000;

/**
 * Executes an order. Rejects with a `StoreError` only when the run could not be begun, and then nothing was sent; every
 * other end is the summary's `stop`. An abort lets the paid request in flight bring its page first.
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
export interface Continuation {
  /** In place of the old ones. */
  readonly limits?: RunLimits | undefined;
  /** Who pays from here on, where that is another connection to the same service; the run's own when absent. */
  readonly connection?: RunConnection | undefined;
  /** The balance as last read. */
  readonly balance?: number | undefined;
}

/**
 * Continues a stopped run from its last cursor, within `more.limits` when given. Returns at once when the run is complete.
 * Rejects with a `StoreError` when the database cannot be written (IN_USE: some window is running it), and then nothing was
 * sent.
 */
export async function resumeRun(
  deps: RunDeps,
  id: string,
  more: Continuation,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunSummary> {
  const before = await deps.runs.summary(id);
  if (before?.stop?.kind === "complete" || before?.stop?.kind === "sameRecords") {
    return before;
  }
  const run = await deps.runs.resume(id, more);
  // A single call that was refused is made again; one whose window went away after its reply is not paid twice.
  const again =
    before?.stop?.kind === "refused" || before?.stop?.kind === "ambiguous" || before?.stop?.kind === "notUnderstood";
  return drive(deps, run, { balance: more.balance, fromPage: again ? run.summary().pages : 0 }, signal, onProgress);
}

export const abortReason = (signal: AbortSignal): "windowClosed" | "cancelled" =>
  signal.reason === windowClosing ? "windowClosed" : "cancelled";

/** How a run ended. */
interface Ending extends UnsavedEnd {
  /** A reply came, so the request has ended at the service. */
  readonly certain?: boolean;
}

interface Start {
  readonly balance: number | undefined;
  /** Pages up to this one do not count as the answer of a single call. */
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
  let ending: Ending;
  try {
    ending = await pageByPage(watching, run, fromPage, signal, onProgress);
  } catch (error) {
    ending = { reason: stopReasonOf(error, { sent: false, kept: false }) };
  }
  const reason = await withEvidence(watching, run, run.header.task, ending, signal);
  const summary = await endRun(deps.runs, run, { ...ending, reason });
  onProgress({ kind: "stopped", summary, reason: summary.stop ?? reason });
  return summary;
}

/** Asks until there is a reason to stop. Rejects with a `StoreError` when the database fails before sending. */
async function pageByPage(
  deps: DriveDeps,
  run: ActiveRun,
  fromPage: number,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<Ending> {
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
    const asked = await ask(deps, run, { task, wanted, store }, signal, onProgress);
    if ("ending" in asked) {
      return asked.ending;
    }
    const { result, request } = asked;
    // Ever less, so that a budget that other windows draw on cannot keep this one asking.
    most = result === undefined ? Math.ceil(request.limit / 2) : maximumLimit;
    if (result?.stored !== undefined && !result.stillRunning && isSearch(task)) {
      const reason = endAfter(request, result.stored, run.summary());
      if (reason !== undefined) {
        return { reason };
      }
    }
  }
}

interface Ask {
  readonly task: RunTask;
  readonly wanted: PageRequest;
  readonly store: StorePage;
}

/** One page within the budget. Without a result another window spent what was left while the call waited: ask for less. */
async function ask(
  deps: Omit<DriveDeps, "runs">,
  run: ActiveRun,
  { task, wanted, store }: Ask,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<{ readonly ending: Ending } | { readonly request: PageRequest; readonly result?: PageCallResult }> {
  const { budget } = deps;
  const payer = run.header.connection.id;
  const room = isPaid(task)
    ? await budget.room(payer, task.kind, wanted.limit, limitLeft(run.summary()))
    : { records: wanted.limit };
  if (room.records === 0) {
    return { ending: { reason: budgetStop(room.end ?? "agreed", budget.agreed, run.header.limits.credits) } };
  }
  run.checkOwner();
  const request: PageRequest = { ...wanted, limit: room.records };
  const grace = (): number => graceMs[abortReason(signal)];
  const result = await askPage({ ...deps, run, task, store, payer, signal, grace, onProgress }, request);
  if (result.stored !== undefined) {
    onProgress({ kind: "page", summary: run.summary() });
  }
  if (result.failure?.error instanceof BudgetUsedUp && room.records > 1) {
    return { request };
  }
  const ending = endingOf(result, run, budget, signal);
  return ending === undefined ? { request, result } : { ending };
}

/** What one paid look-up of a longer run needs. */
export interface OneCall extends Omit<RunDeps, "runs" | "partialParameter"> {
  readonly run: ActiveRun;
  readonly task: LookupTask;
  readonly store: StorePage;
  readonly balance: BalanceWatch;
}

export type OneAnswer =
  { readonly kind: "stored"; readonly page: StoredPage } | ({ readonly kind: "stopped" } & UnsavedEnd);

/** One paid look-up of a batch: room in the budget, request, answer, settlement. Never rejects. */
export async function askOnce(
  { run, task, store, ...deps }: OneCall,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<OneAnswer> {
  let ending: Ending | undefined;
  try {
    const asked = await ask(deps, run, { task, wanted: { limit: 1 }, store }, signal, onProgress);
    if (!("ending" in asked) && asked.result?.stored !== undefined) {
      return { kind: "stored", page: asked.result.stored };
    }
    ending = "ending" in asked ? asked.ending : undefined;
  } catch (error) {
    ending = { reason: stopReasonOf(error, { sent: false, kept: false }) };
  }
  ending ??= { reason: budgetStop("agreed", deps.budget.agreed, undefined) };
  return { kind: "stopped", reason: await withEvidence(deps, run, task, ending, signal), save: ending.save };
}

/** Statuses with which a proxy answers while the service may still be at work. */
const answersOfProxies: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** Whether the service has certainly finished with the request that failed. */
function hasEnded(error: unknown): boolean {
  const status = error instanceof ServiceFailure ? error.detail.status : undefined;
  return status !== undefined && !answersOfProxies.has(status) && status < 520;
}

function endingOf(result: PageCallResult, run: ActiveRun, budget: Budget, signal: AbortSignal): Ending | undefined {
  const { stored, failure } = result;
  if (failure !== undefined) {
    const { error, save } = failure;
    if (error instanceof BudgetUsedUp) {
      return { reason: budgetStop(error.end, budget.agreed, run.header.limits.credits) };
    }
    if (save !== undefined && !(error instanceof StoreError && error.code === "IN_USE")) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      return {
        reason: {
          kind: "storage",
          message: `${message} ${l10n.t("The last page is paid for and held in memory: resume before you close this window to save it.")}`,
        },
        save,
      };
    }
    const reason = stopReasonOf(error, { sent: result.sent, kept: stored?.understood === true });
    if (reason.kind === "notUnderstood") {
      return { reason: { ...reason, saved: stored !== undefined }, certain: hasEnded(error) };
    }
    return {
      reason: reason.kind === "cancelled" && signal.aborted ? { kind: abortReason(signal) } : reason,
      certain: hasEnded(error),
    };
  }
  return result.stillRunning
    ? { reason: { kind: "refused", message: l10n.t("The enrichment is still running. Retrieve it again later.") } }
    : undefined;
}

/** Credits that the next page is expected to cost; `undefined` while no price is known. */
async function nextPageCost(run: ActiveRun, task: RunTask, budget: Budget): Promise<number | undefined> {
  const { perRecord, known } = await budget.price(run.header.connection.id, task.kind);
  const summary = run.summary();
  const step = nextStep(summary, summary.pages);
  return known && step.kind === "ask" ? exactCredits(step.request.limit * perRecord) : undefined;
}

type EvidenceDeps = Pick<DriveDeps, "balance" | "budget" | "clock">;

/**
 * Adds what the balance tells: whether a lost page was charged, and whether credits ran out where the pages end too early.
 * Nothing is read while the window closes. A database that fails meanwhile changes nothing about the reason.
 */
async function withEvidence(
  deps: EvidenceDeps,
  run: ActiveRun,
  task: RunTask,
  ending: Ending,
  signal: AbortSignal,
): Promise<StopReason> {
  if (signal.aborted && abortReason(signal) === "windowClosed") {
    return ending.reason;
  }
  try {
    return await withBalance(deps, run, task, ending, signal);
  } catch {
    return ending.reason;
  }
}

async function withBalance(
  { balance: watch, budget, clock }: EvidenceDeps,
  run: ActiveRun,
  task: RunTask,
  { reason, certain = false }: Ending,
  signal: AbortSignal,
): Promise<StopReason> {
  switch (reason.kind) {
    case "ambiguous":
    case "notUnderstood": {
      if (!isPaid(task)) {
        return reason;
      }
      const { before, after, drop } = await watch.compare();
      let settled = certain;
      if (drop === 0 && !certain && !signal.aborted) {
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

/** Writes the end, or keeps it in memory when the disk does not take it. Never rejects. */
export async function endRun(runs: RunStore, run: ActiveRun, { reason, save }: UnsavedEnd): Promise<RunSummary> {
  if (save === undefined) {
    try {
      return await run.stop(reason);
    } catch {
      // The disk is full, or gone: what was stored before is safe.
    }
  }
  run.abandon();
  runs.keepUnsaved(run.id, { reason, save });
  return run.summary(reason);
}
