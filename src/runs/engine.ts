// Executes a run: requests page after page, stores each before it requests the next, and says why it stopped.
import * as l10n from "@vscode/l10n";
import { ServiceFailure } from "../service/errors";
import { maximumLimit } from "../service/requests";
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import type { RunCompany } from "../store/companies";
import type { StoredPage } from "../store/storePage";
import { StoreError } from "../store/storeError";
import type { ActiveRun, StorePage } from "./activeRun";
import { BalanceWatch, type KnownBalance } from "./balance";
import { BudgetUsedUp, type Budget, type BudgetRoom } from "./budget";
import { GroupValues, isGroupShort } from "./companyGroups";
import { abortReason, settleEnd, withEvidence, type EvidenceDeps, type RunEnd } from "./evidence";
import { AnsweredMeanwhile, limitLeft, PageCall, type PageCallDeps, type PageCallResult } from "./pageCall";
import { keptText } from "./keptPages";
import { afterEmptyPage, nextStep, stopAfter, type SaidBefore } from "./paging";
import {
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
} from "./run";
import { resumedFrom, type ResumedFrom } from "./resuming";
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
  /** Resolves to a sentence when a leave-out list of the run was changed or is missing. Asked before every request. */
  readonly checkLists?: (() => Promise<string | undefined>) | undefined;
}

/** What to run. */
export interface RunOrder {
  readonly purpose: RunHeader["purpose"];
  readonly title: string;
  readonly task: RunTask;
  /** For a task at companies, or for ids. */
  readonly companies?: readonly RunCompany[] | undefined;
  readonly connection: RunConnection;
  readonly source?: string | undefined;
  readonly limits: RunLimits;
  readonly leaveOut?: RunHeader["leaveOut"];
  /** Run it even if the same search is in progress somewhere. */
  readonly evenIfRunning?: boolean | undefined;
  /** As last read, to compare with after the run. */
  readonly balance?: KnownBalance | undefined;
}

/** How long to wait for the reply in flight after an abort, in ms. */
const graceMs = { cancelled: 10_000, windowClosed: 3_000 } as const;

/**
 * Executes an order. Rejects with a `StoreError` only if the run could not be created (ALREADY_RUNNING: the same search
 * is in progress somewhere), and then nothing was sent; any other failure is the summary's `stop`. After an abort the
 * reply in flight may still arrive.
 */
export async function startRun(
  deps: RunDeps,
  order: RunOrder,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunSummary> {
  const { balance, companies, ...start } = order;
  const run = await deps.runs.create({ ...start, recordKind: recordKindOf(order.task) }, companies);
  return drive(deps, run, { balance, fromPage: 0, emptyBefore: false, asks: 0 }, signal, onProgress);
}

/** What a stopped run continues with. */
export interface ResumeOptions {
  /** Replace the old ones. */
  readonly limits?: RunLimits | undefined;
  /** Who pays from now on, if that is another connection to the same service. */
  readonly connection?: RunConnection | undefined;
  /** The leave-out lists as they are now. */
  readonly leaveOut?: RunHeader["leaveOut"];
  /** As last read. */
  readonly balance?: KnownBalance | undefined;
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
  if (before?.header.purpose === "batch") {
    throw new Error("A batch of lookups has no pages to continue with.");
  }
  if (before?.stop?.kind === "complete" || before?.stop?.kind === "sameRecords") {
    return before;
  }
  const run = await deps.runs.resume(id, more);
  const { again, ...start } = resumedFrom(before?.stop);
  const fromPage = again ? run.summary().pages : 0;
  return drive(deps, run, { ...start, fromPage, balance: more.balance }, signal, onProgress);
}

interface Start extends Omit<ResumedFrom, "again"> {
  readonly balance: KnownBalance | undefined;
  /** Pages before this one do not complete a task that is not a search. */
  readonly fromPage: number;
}

type DriveDeps = RunDeps & EvidenceDeps;

async function drive(
  deps: RunDeps,
  run: ActiveRun,
  { balance, ...start }: Start,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunSummary> {
  const watching: DriveDeps = { ...deps, balance: watchBalance(deps, run, balance) };
  onProgress({ kind: "started", summary: run.summary() });
  let end: RunEnd;
  try {
    end = await pageByPage(watching, run, start, signal, onProgress);
  } catch (error) {
    end = { reason: stopReasonOf(error, { sent: false, stored: false }) };
  }
  const reason = await settleEnd(watching, run, run.header.task, end, signal);
  const summary = await endRun(deps.runs, run, { ...end, reason });
  onProgress({ kind: "stopped", summary, reason: summary.stop ?? reason });
  return summary;
}

/** The balance of the connection that pays for a run. */
export function watchBalance(
  { runs, client, clock, budget }: Pick<RunDeps, "runs" | "client" | "clock" | "budget">,
  { header }: ActiveRun,
  known: KnownBalance | undefined,
): BalanceWatch {
  const { calls } = runs.deps.store;
  const connection = header.connection.id;
  return new BalanceWatch({
    client,
    clock,
    stated: (since) => calls.statedCosts({ connection, since, now: clock.now() }),
    isOff: budget.isUnlimited,
    known,
  });
}

/**
 * Requests pages until there is a reason to stop. Rejects with a `StoreError` when the database fails before sending.
 */
async function pageByPage(
  deps: DriveDeps,
  run: ActiveRun,
  { fromPage, pageLimit = maximumLimit, emptyBefore, from: firstFrom, asks: firstAsks }: Omit<Start, "balance">,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunEnd> {
  const { task } = run.header;
  const { companies, records, lookups } = deps.runs.deps.store;
  const groups = new GroupValues({ companies });
  let fromGroup = 0;
  let said: SaidBefore = { emptyNow: false, emptyBefore };
  const store: StorePage = (page) => (isLookup(task) ? lookups.answer(page) : records.storePage(page));
  let most = pageLimit;
  let [from, asks] = [firstFrom, firstAsks];
  for (;;) {
    const step = nextStep(run.summary(), { fromPage, fromGroup, from, asks });
    if (step.kind === "stop") {
      return { reason: step.reason };
    }
    if (signal.aborted) {
      return { reason: { kind: abortReason(signal) } };
    }
    const sent = await groups.taskOf(run.summary(), step.request);
    if (sent === undefined) {
      fromGroup = (step.request.group ?? 0) + 1;
      continue;
    }
    const wanted = { ...step.request, limit: Math.min(step.request.limit, most) };
    const outcome = await requestPage(deps, run, { task: sent, wanted, store }, signal, onProgress);
    if ("end" in outcome) {
      return outcome.end;
    }
    const { result, request } = outcome;
    from = result === undefined ? from : undefined;
    // Fewer each time, so that other windows that use up the budget cannot keep this one trying.
    most = result === undefined ? Math.ceil(request.limit / 2) : pageLimit;
    if (result?.stored !== undefined && !result.stillRunning && isSearch(task)) {
      const { stored } = result;
      asks = Math.max(0, asks - stored.returned);
      const isShort = isGroupShort(run.summary());
      const end = isShort ? afterEmptyPage(stored, true, said) : stopAfter(request, stored, run.summary(), said);
      // Of records that were lost, some are there: pages of those are expected.
      const reason = end?.kind === "sameRecords" && asks > 0 ? undefined : end;
      const isCutOff = stored.returned > 0 && stored.returned < request.limit && stored.cursor === undefined;
      const early = reason ?? (isCutOff && !isShort ? ({ kind: "endedEarly" } as const) : undefined);
      // Pages also end early when the credits are used up.
      const found =
        early && (isShort || isCutOff) ? await withEvidence(deps, run, task, { reason: early }, signal) : reason;
      const why = reason === undefined && found?.kind !== "creditsExhausted" ? undefined : found;
      if (why !== undefined && (why.kind !== "complete" || !isShort)) {
        return { reason: why };
      }
      // A group that has ended twice is finished.
      fromGroup = why === undefined ? fromGroup : (request.group ?? 0) + 1;
      const [isEmpty, isSameGroup] = [stored.returned === 0, why === undefined];
      said = { emptyNow: isEmpty && isSameGroup, emptyBefore: isEmpty && isSameGroup && said.emptyBefore };
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
  deps: Omit<DriveDeps, "runs"> & Pick<PageCallDeps, "question" | "isAnswered">,
  run: ActiveRun,
  { task, wanted, store }: RequestedPage,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<{ readonly end: RunEnd } | { readonly request: PageRequest; readonly result?: PageCallResult }> {
  const { budget } = deps;
  const listProblem = isPaid(task) ? await deps.checkLists?.() : undefined;
  if (listProblem !== undefined) {
    return { end: { reason: { kind: "listChanged", message: listProblem } } };
  }
  const payer = run.header.connection.id;
  const roomNow = (): Promise<BudgetRoom> =>
    isPaid(task)
      ? budget.room(payer, task.kind, wanted.limit, limitLeft(run.summary()))
      : Promise.resolve({ records: wanted.limit });
  let room = await roomNow();
  if (room.records < wanted.limit && deps.balance.hasDoubts) {
    // Doubtful calls count as if they had been charged until the balance is read.
    await deps.balance.verify();
    await run.refresh();
    room = await roomNow();
  }
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
  if (result.failure?.error instanceof AnsweredMeanwhile) {
    return { request, result };
  }
  const end = endOf(result, request.limit, run, budget, signal);
  return end === undefined ? { request, result } : { end };
}

/** What one paid lookup of a batch needs. */
export interface LookupCall extends Omit<RunDeps, "runs" | "partialParameter"> {
  readonly run: ActiveRun;
  readonly task: LookupTask;
  readonly store: StorePage;
  readonly balance: BalanceWatch;
  /** Key of the question. */
  readonly question: number;
  /** Whether the answer is stored by now. */
  readonly isAnswered: () => Promise<boolean>;
}

export type LookupCallResult =
  | { readonly kind: "stored"; readonly page: StoredPage }
  /** Nothing was sent: another lookup has brought the answer. */
  | { readonly kind: "answered" }
  | { readonly kind: "stopped"; readonly end: RunEnd };

/** Makes one paid lookup of a batch. The end is without what the balance shows. Never rejects. */
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
    if (!("end" in outcome) && outcome.result?.failure?.error instanceof AnsweredMeanwhile) {
      return { kind: "answered" };
    }
    end = "end" in outcome ? outcome.end : undefined;
  } catch (error) {
    end = { reason: stopReasonOf(error, { sent: false, stored: false }) };
  }
  return { kind: "stopped", end: end ?? { reason: budgetStop("agreed", deps.budget.agreed, undefined) } };
}

/** Statuses that a proxy sends while the service may still be working. */
const proxyStatuses: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** Whether the service has certainly finished with the failed request. */
function isFinishedAtService(error: unknown): boolean {
  const status = error instanceof ServiceFailure ? error.detail.status : undefined;
  return status !== undefined && !proxyStatuses.has(status) && status < 520;
}

/** A page of `requested` records that is too large is requested in halves. */
function smallerPage(error: unknown, requested: number): { readonly pageLimit?: number } {
  const isTooLarge =
    error instanceof ServiceFailure && "why" in error.detail && ["oversize", "tooMany"].includes(error.detail.why);
  return isTooLarge && requested > 1 ? { pageLimit: Math.floor(requested / 2) } : {};
}

function endOf(
  result: PageCallResult,
  requested: number,
  run: ActiveRun,
  budget: Budget,
  signal: AbortSignal,
): RunEnd | undefined {
  const { stored, failure } = result;
  if (failure !== undefined) {
    const { error, save, file } = failure;
    if (error instanceof BudgetUsedUp) {
      return { reason: budgetStop(error.limitedBy, budget.agreed, run.header.limits.credits) };
    }
    if (error instanceof StoreError && (save ?? file) !== undefined) {
      return { reason: { kind: "storage", message: `${error.message} ${keptText(run.keeper, file)}` }, save };
    }
    const reason = stopReasonOf(error, { sent: result.sent, stored: stored?.understood === true });
    if (reason.kind === "notUnderstood") {
      return {
        reason: { ...reason, saved: stored !== undefined, ...smallerPage(error, requested) },
        hasReply: isFinishedAtService(error),
      };
    }
    return {
      reason: reason.kind === "cancelled" && signal.aborted ? { kind: abortReason(signal) } : reason,
      hasReply: isFinishedAtService(error),
      isServerError: error instanceof ServiceFailure && error.detail.code === "server",
    };
  }
  return result.stillRunning
    ? { reason: { kind: "refused", message: l10n.t("The enrichment is still running. Retrieve it again later.") } }
    : undefined;
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
