// Executes a run: asks page after page, keeps each before it is shown and before the next is asked for, and says why it stopped.
import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../service/serviceClient";
import type { Clock } from "../service/wire";
import { askPage, type Asked } from "./pageCall";
import type { Ledger } from "./ledger";
import type { PageRequest } from "./journalMeta";
import type { PageReply } from "./journalWriter";
import { endAfter, isSearch, nextStep } from "./paging";
import { recordKindOf, type RunConnection, type RunLimits, type RunProgress, type RunSummary, type RunTask, type StopReason } from "./run";
import type { OwnedRun, RunStore } from "./runStore";
import { stopReasonOf } from "./stopReasons";
import { StorageFailure, storageFailure } from "./storageFailure";

export interface RunParts {
  readonly store: RunStore;
  readonly ledger: Ledger;
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
/** How long reading the balance after a lost reply may take, in ms. */
const balanceMs = 10_000;

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
  if (before?.stop?.kind === "complete" || before?.stop?.kind === "cursorRepeated") {
    return before;
  }
  const run = await parts.store.resume(id, more);
  // A single call whose reply was none is made again; one whose window went away after its reply is not paid twice.
  const again = before?.stop?.kind === "refused" || before?.stop?.kind === "ambiguous";
  return drive(parts, run, { balance: more.balance, fromPage: again ? run.writer.tally.pages : 0, payer: (more.connection ?? run.writer.summary().header.connection).id }, signal, onProgress);
}

const abortReason = (signal: AbortSignal): "windowClosed" | "cancelled" => (signal.reason === windowClosing ? "windowClosed" : "cancelled");

/** How a run ended, with a paid reply that is on no disk yet. */
interface Ending {
  readonly reason: StopReason;
  readonly unsaved?: PageReply | undefined;
  /** Another window took the run over: nothing more may be written. */
  readonly takenOver?: boolean;
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
  const spentBefore = writer.tally.credits;
  onProgress({ kind: "started", summary: writer.summary() });
  let ending: Ending;
  try {
    ending = await pageByPage(parts, run, { fromPage, payer }, signal, onProgress);
  } catch (error) {
    ending = { reason: { kind: "storage", message: storageFailure(error).message } };
  }
  if (ending.reason.kind === "ambiguous") {
    const balanceBefore = balance === undefined ? undefined : balance - (writer.tally.credits - spentBefore);
    const balanceAfter = abortReason(signal) === "windowClosed" && signal.aborted ? undefined : await readBalance(parts);
    ending = { ...ending, reason: { ...ending.reason, balanceBefore, balanceAfter } };
  }
  const summary = await finish(parts, run, ending);
  onProgress({ kind: "stopped", summary, reason: ending.reason });
  return summary;
}

/** Asks until there is a reason to stop. Rejects with a `StorageFailure` when the journal or the ledger fails before sending. */
async function pageByPage(parts: RunParts, run: OwnedRun, { fromPage, payer }: Omit<Start, "balance">, signal: AbortSignal, onProgress: (progress: RunProgress) => void): Promise<Ending> {
  const { store, ledger, clock } = parts;
  const { writer, lock } = run;
  const { header } = writer.summary();
  const { task } = header;
  let price = await ledger.learnedPrice(payer, task.kind);
  const known = writer.tally.limits.leaveOutKnown === true ? await store.knownIds(header.recordKind, header.id) : new Set<string>();
  let lockSeenAt = clock.monotonic();
  for (;;) {
    const step = nextStep(task, writer.tally, price, fromPage);
    if (step.kind === "stop") {
      return { reason: step.reason };
    }
    if (signal.aborted) {
      return { reason: { kind: abortReason(signal) } };
    }
    if (clock.monotonic() - lockSeenAt > lockLookMs && !(await lock.isOurs())) {
      return { reason: { kind: "storage", message: l10n.t("Another window has taken this run over.") }, takenOver: true };
    }
    lockSeenAt = clock.monotonic();
    const before = writer.tally;
    const grace = (): number => graceMs[abortReason(signal)];
    const asked = await askPage({ ...parts, writer, known, task, header, payer, signal, grace, onProgress }, step.request);
    price = highest(price, before.received, before.credits, writer.tally);
    const ending = endingOf(asked, step.request, run, signal);
    if (asked.stored !== undefined) {
      onProgress({ kind: "page", summary: writer.summary() });
      store.changed(writer.id);
    }
    if (ending !== undefined) {
      return ending;
    }
  }
}

/** The higher of the price known and the one just paid: a cap must hold at the worst of them. */
function highest(price: number | undefined, received: number, credits: number, now: { readonly received: number; readonly credits: number }): number | undefined {
  const records = now.received - received;
  return records === 0 ? price : Math.max(price ?? 0, (now.credits - credits) / records);
}

function endingOf(asked: Asked, request: PageRequest, { writer }: OwnedRun, signal: AbortSignal): Ending | undefined {
  const { stored, failure } = asked;
  if (failure !== undefined) {
    const { error, unsaved } = failure;
    if (unsaved !== undefined) {
      const message = `${storageFailure(error).message} ${l10n.t("The last page is paid for and held in memory: resume before you close this window, and it is kept.")}`;
      return { reason: { kind: "storage", message }, unsaved };
    }
    const state = { sent: asked.sent, kept: stored !== undefined };
    const reason = stopReasonOf(error, state);
    return { reason: reason.kind === "cancelled" && signal.aborted ? { kind: abortReason(signal) } : reason };
  }
  if (stored?.removed !== undefined) {
    const message = stored.removed === "restored" ? l10n.t("The run's file was removed while the run was under way. It was written again, and nothing is lost. Resume to go on.") : l10n.t("The run's file was removed while the run was under way and cannot be written again yet. Resume before you close this window, and it is kept.");
    return { reason: { kind: "storage", message } };
  }
  if (asked.stillRunning) {
    return { reason: { kind: "refused", message: l10n.t("The enrichment is still running. Retrieve it again later.") } };
  }
  const reason = isSearch(writer.summary().header.task) ? endAfter(request, stored?.returned ?? 0, writer.tally, writer.cursors) : undefined;
  return reason && { reason };
}

async function readBalance({ client, clock }: RunParts): Promise<number | undefined> {
  const controller = new AbortController();
  const over = new AbortController();
  clock.sleep(balanceMs, over.signal).then(
    () => controller.abort(),
    () => undefined,
  );
  try {
    return (await client.credits({ signal: controller.signal })).balance;
  } catch {
    return undefined;
  } finally {
    over.abort();
  }
}

/** Writes the end, or keeps the run in memory when the disk does not take it. */
async function finish({ store, ledger }: RunParts, run: OwnedRun, { reason, unsaved, takenOver }: Ending): Promise<RunSummary> {
  const { writer } = run;
  await ledger.sync().catch(() => undefined);
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
