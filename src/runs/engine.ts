// Executes a run: asks page after page, keeps each before it is shown and before the next is asked for, and says why it stopped.
import * as l10n from "@vscode/l10n";
import { ServiceFailure } from "../service/errors";
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import { BalanceWatch } from "./balance";
import { BudgetUsedUp, exactCredits, type Budget } from "./budget";
import { distinctRecords, type PageRequest } from "./journalMeta";
import type { PageReply } from "./journalWriter";
import { askPage, limitLeft, type PageCallResult } from "./pageCall";
import { endAfter, nextStep } from "./paging";
import { isPaid, isSearch, recordKindOf, type RunConnection, type RunLimits, type RunProgress, type RunSummary, type RunTask, type StopReason } from "./run";
import type { OwnedRun, RunStore } from "./runStore";
import { budgetStop, stopReasonOf } from "./stopReasons";
import { StorageFailure, storageFailure } from "./storageFailure";

export interface RunParts {
  readonly store: RunStore;
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
/** A lock is taken over only from one that was silent for minutes: so it is looked at after a pause as long as this, in ms. */
const lockLookMs = 5_000;
/** The balance says nothing about a request that may still be under way at the service: it is read again after so long, in ms. */
const secondReadingMs = 5_000;

/**
 * Executes an order. Rejects with a `StorageFailure` only when no journal could be begun, and then nothing was sent; every
 * other end is the summary's `stop`. An abort lets the paid request in flight bring its page first.
 */
export async function startRun(parts: RunParts, order: RunOrder, signal: AbortSignal, onProgress: (progress: RunProgress) => void): Promise<RunSummary> {
  const { title, task, connection, source, limits, balance } = order;
  const run = await parts.store.create({ title, task, recordKind: recordKindOf(task), connection, source, limits });
  return drive(parts, run, { balance, fromPage: 0, payer: connection.id }, signal, onProgress);
}

/** What a stopped run goes on with. */
export interface Continuation {
  /** In place of the old ones. */
  readonly limits?: RunLimits | undefined;
  /** Who pays from here on, where that is another connection to the same service; the run's own when absent. */
  readonly connection?: RunConnection | undefined;
  /** The balance as last read. */
  readonly balance?: number | undefined;
}

/**
 * Goes on with a stopped run from its last cursor, within `more.limits` when given. Returns at
 * once when the run is complete. Rejects with a `StorageFailure` when the journal cannot be written (EBUSY: some window is
 * running it), and then nothing was sent.
 */
export async function resumeRun(
  parts: RunParts,
  id: string,
  more: Continuation,
  signal: AbortSignal,
  onProgress: (progress: RunProgress) => void,
): Promise<RunSummary> {
  const before = await parts.store.summary(id);
  if (before?.stop?.kind === "complete" || before?.stop?.kind === "sameRecords") {
    return before;
  }
  const run = await parts.store.resume(id, more);
  // A single call whose reply was none is made again; one whose window went away after its reply is not paid twice.
  const again = before?.stop?.kind === "refused" || before?.stop?.kind === "ambiguous" || before?.stop?.kind === "notUnderstood";
  return drive(parts, run, { balance: more.balance, fromPage: again ? run.writer.tally.pages : 0, payer: (more.connection ?? run.writer.summary().header.connection).id }, signal, onProgress);
}

const abortReason = (signal: AbortSignal): "windowClosed" | "cancelled" => (signal.reason === windowClosing ? "windowClosed" : "cancelled");

/** How a run ended, with a paid reply that is on no disk yet. */
interface Ending {
  readonly reason: StopReason;
  readonly unsaved?: PageReply | undefined;
  /** Another window took the run over: nothing more may be written. */
  readonly takenOver?: boolean;
  /** A reply came, so the request has ended at the service. */
  readonly certain?: boolean;
}

interface Start {
  readonly balance: number | undefined;
  /** Pages up to this one do not count as the answer of a single call. */
  readonly fromPage: number;
  /** Id of the connection that pays. */
  readonly payer: string;
}

async function drive(parts: RunParts, run: OwnedRun, { balance, fromPage, payer }: Start, signal: AbortSignal, onProgress: (progress: RunProgress) => void): Promise<RunSummary> {
  const { writer } = run;
  const watch = new BalanceWatch(parts.client, parts.clock, balance);
  onProgress({ kind: "started", summary: writer.summary() });
  let ending: Ending;
  try {
    ending = await pageByPage({ ...parts, balance: watch }, run, { fromPage, payer }, signal, onProgress);
  } catch (error) {
    ending = { reason: { kind: "storage", message: storageFailure(error).message } };
  }
  const isClosing = signal.aborted && abortReason(signal) === "windowClosed";
  const reason = isClosing ? ending.reason : await withBalance(ending.reason, watch, parts.clock, { run, payer, budget: parts.budget, certain: ending.certain === true, mayWait: !signal.aborted });
  ending = { ...ending, reason };
  const summary = await finish(parts, run, ending);
  onProgress({ kind: "stopped", summary, reason });
  return summary;
}

interface DriveParts extends RunParts {
  readonly balance: BalanceWatch;
}

/** Asks until there is a reason to stop. Rejects with a `StorageFailure` when the journal or the ledger fails before sending. */
async function pageByPage(parts: DriveParts, run: OwnedRun, { fromPage, payer }: Omit<Start, "balance">, signal: AbortSignal, onProgress: (progress: RunProgress) => void): Promise<Ending> {
  const { store, budget, clock } = parts;
  const { writer, lock } = run;
  const { header } = writer.summary();
  const { task } = header;
  const known = writer.tally.limits.leaveOutKnown === true ? await store.knownIds(header.recordKind, header.id) : new Set<string>();
  let lockSeenAt = clock.monotonic();
  for (;;) {
    const step = nextStep(task, writer.tally, fromPage);
    if (step.kind === "stop") {
      return { reason: step.reason };
    }
    if (signal.aborted) {
      return { reason: { kind: abortReason(signal) } };
    }
    const room = isPaid(task) ? await budget.room(payer, task.kind, step.request.limit, limitLeft(writer.tally)) : { records: step.request.limit };
    if (room.records === 0) {
      return { reason: budgetStop(room.end ?? "agreed", budget.agreed, writer.tally.limits.credits) };
    }
    if (clock.monotonic() - lockSeenAt > lockLookMs && !(await lock.isOurs())) {
      return { reason: { kind: "storage", message: l10n.t("Another window has taken this run over.") }, takenOver: true };
    }
    lockSeenAt = clock.monotonic();
    const request: PageRequest = { ...step.request, limit: room.records };
    const grace = (): number => graceMs[abortReason(signal)];
    const result = await askPage({ ...parts, writer, known, header, payer, signal, grace, onProgress }, request);
    if (result.stored !== undefined) {
      onProgress({ kind: "page", summary: writer.summary() });
      store.changed(writer.id);
    }
    const ending = endingOf(result, request, run, budget, signal);
    // Another window spent what was left while this call waited for its turn: what is left now is asked for next.
    const hadNoRoom = result.failure?.error instanceof BudgetUsedUp && room.records > 1;
    if (ending !== undefined && !hadNoRoom) {
      return ending;
    }
  }
}

/** Statuses with which a proxy answers while the service may still be at work. */
const answersOfProxies: ReadonlySet<number> = new Set([408, 502, 503, 504]);

/** Whether the service has certainly finished with the request that failed. */
function hasEnded(error: unknown): boolean {
  const status = error instanceof ServiceFailure ? error.detail.status : undefined;
  return status !== undefined && !answersOfProxies.has(status) && status < 520;
}

function endingOf(result: PageCallResult, request: PageRequest, { writer }: OwnedRun, budget: Budget, signal: AbortSignal): Ending | undefined {
  const { stored, failure, understood } = result;
  if (failure !== undefined) {
    const { error, unsaved } = failure;
    if (error instanceof BudgetUsedUp) {
      return { reason: budgetStop(error.end, budget.agreed, writer.tally.limits.credits) };
    }
    if (unsaved !== undefined) {
      const message = `${storageFailure(error).message} ${l10n.t("The last page is paid for and held in memory: resume before you close this window to save it.")}`;
      return { reason: { kind: "storage", message }, unsaved };
    }
    const reason = stopReasonOf(error, { sent: result.sent, kept: stored !== undefined && understood });
    if (reason.kind === "notUnderstood") {
      return { reason: { ...reason, saved: stored !== undefined }, certain: hasEnded(error) };
    }
    return { reason: reason.kind === "cancelled" && signal.aborted ? { kind: abortReason(signal) } : reason, certain: hasEnded(error) };
  }
  if (stored?.removed !== undefined) {
    const message = stored.removed === "restored" ? l10n.t("The run's file was removed while the run was in progress. It was written again, and nothing is lost. Resume to continue.") : l10n.t("The run's file was removed while the run was in progress and cannot be written again yet. Resume before you close this window to save it.");
    return { reason: { kind: "storage", message } };
  }
  if (result.stillRunning) {
    return { reason: { kind: "refused", message: l10n.t("The enrichment is still running. Retrieve it again later.") } };
  }
  if (!understood) {
    return { reason: { kind: "notUnderstood", message: l10n.t("The reply is not in the form that the service describes."), saved: true }, certain: true };
  }
  const reason = isSearch(writer.summary().header.task) ? endAfter(request, { returned: stored?.returned ?? 0, fresh: stored?.fresh ?? 0 }, writer.tally, writer.cursors) : undefined;
  return reason && { reason };
}

interface Evidence {
  readonly run: OwnedRun;
  readonly payer: string;
  readonly budget: Budget;
  /** The request has certainly ended at the service. */
  readonly certain: boolean;
  /** Nobody waits for the run to stop. */
  readonly mayWait: boolean;
}

/** Credits that the next page is expected to cost; `undefined` while no price is known. */
async function nextPageCost({ writer }: OwnedRun, payer: string, budget: Budget): Promise<number | undefined> {
  const { task } = writer.summary().header;
  const { perRecord, known } = await budget.price(payer, task.kind);
  const step = nextStep(task, writer.tally);
  return known && step.kind === "ask" ? exactCredits(step.request.limit * perRecord) : undefined;
}

/** Adds what the balance tells: whether a lost page was charged, and whether credits ran out where the pages end too early. */
async function withBalance(reason: StopReason, watch: BalanceWatch, clock: Clock, { run, payer, budget, certain, mayWait }: Evidence): Promise<StopReason> {
  const { tally } = run.writer;
  const { task } = run.writer.summary().header;
  switch (reason.kind) {
    case "ambiguous":
    case "notUnderstood": {
      if (!isPaid(task)) {
        return reason;
      }
      const { before, after, drop } = await watch.compare();
      let settled = certain;
      if (drop === 0 && !certain && mayWait) {
        await clock.sleep(secondReadingMs);
        settled = (await watch.read()) === after;
      }
      return { ...reason, balanceBefore: before, balanceAfter: after, settled };
    }
    case "creditsExhausted":
      return { ...reason, balance: await watch.read(), needed: await nextPageCost(run, payer, budget) };
    case "complete": {
      const endsEarly = isSearch(task) && tally.lastTotal !== undefined && distinctRecords(tally) < tally.lastTotal;
      const { perRecord, known } = await budget.price(payer, task.kind);
      const balance = endsEarly && known ? await watch.read() : undefined;
      return balance !== undefined && balance < perRecord ? { kind: "creditsExhausted", message: "", balance, needed: await nextPageCost(run, payer, budget) } : reason;
    }
    default:
      return reason;
  }
}

/** Writes the end, or keeps the run in memory when the disk does not take it. */
async function finish({ store, budget }: RunParts, run: OwnedRun, { reason, unsaved, takenOver }: Ending): Promise<RunSummary> {
  const { writer } = run;
  await budget.flush().catch(() => undefined);
  if (takenOver !== true) {
    try {
      if (unsaved !== undefined) {
        throw new StorageFailure("EUNSAVED", l10n.t("A page is not saved yet."));
      }
      await writer.stop(reason);
    } catch {
      store.keepUnsaved({ ...run, reason, reply: unsaved });
      return writer.summary(reason);
    }
  }
  await store.release(run);
  return writer.summary(reason);
}
