// How runs are executed: the client, the budget, and the stop reason for each failure of a call.
import { ServiceFailure, type ServiceError } from "../service/errors";
import type { ServiceClient } from "../service/serviceClient";
import { StoreError } from "../store/storeError";
import { exactCredits, rounding, type Budget, type Budgets } from "./budget";
import { endOf } from "./ends";
import type { RunProgress, RunSummary, StopReason } from "./run";
import type { ActiveRun, RunStore } from "./runStore";

/** A balance in credits, and when it was read, in ms since 1970. */
export interface KnownBalance {
  readonly credits: number;
  readonly at: number;
}

export interface Execution {
  readonly runs: RunStore;
  readonly budgets: Budgets;
  /** The client of the run's connection. */
  readonly client: ServiceClient;
  /** The run's spending limit. */
  readonly budget: Budget;
  /** As last read before the run, to compare with the balance after it. */
  readonly balance?: KnownBalance | undefined;
  /** Stops the run; the reply in flight may still arrive. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

export interface ExecutedRun extends Execution {
  readonly run: ActiveRun;
}

/** Abort reason that stops the run as `windowClosed` and waits less long for the reply in flight. */
export const windowClosing: unique symbol = Symbol("windowClosing");

export const abortReason = (signal: AbortSignal): "windowClosed" | "cancelled" =>
  signal.reason === windowClosing ? "windowClosed" : "cancelled";

/** Why a run stopped. */
export interface RunEnd {
  readonly reason: StopReason;
  /** The service replied that it failed (HTTP 5xx). */
  readonly isServerError?: boolean;
  /** The highest price above the expected one. */
  readonly rise?: RisenPrice | undefined;
}

/** Stores the stop, or keeps it in memory if that fails. Never rejects. */
export async function endRun(runs: RunStore, run: ActiveRun, reason: StopReason): Promise<RunSummary> {
  try {
    return await run.stop(reason);
  } catch {
    // The disk is full or gone. Records stored earlier are safe.
    run.abandon();
    runs.keepUnsaved(run.id, reason);
    return run.summary(reason);
  }
}

/** Timeout for reading the balance, in ms. */
const readingMs = 10_000;

/** Adds facts that are only known at the end: overspending, and the balance, read once. Never rejects. */
export async function withFacts(executed: ExecutedRun, reason: StopReason, price?: RisenPrice): Promise<StopReason> {
  const overrun = await overrunOf(executed, price).catch(() => undefined);
  const balance =
    endOf(reason).isWithoutBalance === true ? undefined : await balanceAround(executed).catch(() => undefined);
  return { ...reason, ...(overrun !== undefined && { overrun }), ...(balance !== undefined && { balance }) };
}

/** Credits for one record, as expected and as charged. */
export interface RisenPrice {
  readonly before: number;
  readonly now: number;
}

async function overrunOf(
  { run, budgets, budget }: ExecutedRun,
  price: RisenPrice | undefined,
): Promise<StopReason["overrun"]> {
  const { header, credits, possibleCredits } = run.summary();
  const { credits: limit } = header.limits;
  const charged = exactCredits(credits + possibleCredits);
  if (limit !== undefined && charged > limit + rounding) {
    return { of: "limit", allowed: limit, charged, price };
  }
  // A shared sum is exceeded by the action that paid more than expected, or because a setting was lowered.
  const exceeded = price === undefined && budget.kind !== "agreed" ? undefined : await budgets.exceeded(budget);
  return exceeded && { of: exceeded.of, allowed: exceeded.allowed, charged: exactCredits(exceeded.used), price };
}

async function balanceAround({
  run,
  runs,
  client,
  budget,
  balance: before,
}: ExecutedRun): Promise<StopReason["balance"]> {
  if (budget.kind === "unlimited" || run.summary().pages === 0) {
    return undefined;
  }
  const { store, clock } = runs.deps;
  const late = new AbortController();
  const done = new AbortController();
  clock.sleep(readingMs, done.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    const { balance: after } = await client.credits({ signal: late.signal });
    const known = before === undefined ? 0 : await store.calls.knownCosts(run.header.connection.id, before.at);
    return { before: before?.credits, after: exactCredits(after), known: exactCredits(known) };
  } finally {
    done.abort();
  }
}

/** How far a call got before it failed. */
export interface CallState {
  /** Bytes may have been sent. */
  readonly sent: boolean;
  /** Its reply was understood and is stored. */
  readonly stored: boolean;
}

/** The caller adds the cost, if it is known. */
const lost = (message: string): StopReason => ({ kind: "ambiguous", message });

function fromService(error: ServiceError, { stored }: CallState): StopReason {
  const { message } = error;
  const isLost = error.creditsSpent === "maybe" && !stored;
  switch (error.code) {
    case "unauthorized":
      return { kind: "keyRejected", message };
    case "disconnected":
      return { kind: "disconnected" };
    case "rateLimited":
      return { kind: "rateLimited", until: error.until };
    case "insufficientCredits":
      return { kind: "creditsExhausted", message };
    case "network":
    case "timeout":
      return isLost ? lost(message) : { kind: "offline", message };
    case "cancelled":
      return isLost ? lost(message) : { kind: "cancelled" };
    case "notTheService":
      return { kind: isLost ? "notUnderstood" : "refused", message };
    case "badRequest":
    case "invalidRequest":
    case "notFound":
    case "server":
      return isLost ? lost(message) : { kind: "refused", message };
  }
}

/** Turns anything that a call rejects with into a stop reason. */
export function stopReasonOf(error: unknown, state: CallState): StopReason {
  if (error instanceof ServiceFailure) {
    return fromService(error.detail, state);
  }
  if (error instanceof StoreError) {
    return { kind: "storage", message: error.message };
  }
  const message = "The request failed unexpectedly. Records fetched before it are saved.";
  return state.sent && !state.stored ? lost(message) : { kind: "refused", message };
}

/** Whether a failed call may have been charged. */
export const maybeCharged = (error: unknown, { sent, stored }: CallState): boolean =>
  !stored && (error instanceof ServiceFailure ? error.detail.creditsSpent === "maybe" : sent);
