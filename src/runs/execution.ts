// A run that is being executed: who is asked, what may be spent, who follows it, and how it ends.
import type { ServiceClient } from "../service/serviceClient";
import type { ActiveRun } from "./activeRun";
import { BalanceWatch, type KnownBalance } from "./balance";
import type { Budget } from "./budget";
import type { RunProgress, RunSummary } from "./run";
import type { RunStore, UnsavedStop } from "./runStore";

/** How runs are executed. After an abort the reply in flight may still arrive. */
export interface Execution {
  readonly runs: RunStore;
  /** The client of the run's connection. */
  readonly client: ServiceClient;
  /** What the run may spend. */
  readonly budget: Budget;
  /** As last read, to compare with after the run. */
  readonly balance?: KnownBalance | undefined;
  /** Resolves to a sentence when a leave-out list of the run was changed or is missing. Asked before every request. */
  readonly checkLists?: (() => Promise<string | undefined>) | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: RunProgress) => void;
}

/** A run with the balance of the connection that pays for it. */
export interface ExecutedRun extends Execution {
  readonly run: ActiveRun;
  readonly watch: BalanceWatch;
}

export function executed(execution: Execution, run: ActiveRun): ExecutedRun {
  const { runs, client, budget, balance: known } = execution;
  const { store, clock } = runs.deps;
  const connection = run.header.connection.id;
  const watch = new BalanceWatch({
    client,
    clock,
    stated: (since) => store.calls.statedCosts({ connection, since, now: clock.now() }),
    isOff: budget.isUnlimited,
    known,
  });
  return { ...execution, run, watch };
}

/** As the reason of an abort, stops the run as `windowClosed` and waits less long for the reply in flight. */
export const windowClosing: unique symbol = Symbol("windowClosing");

export const abortReason = (signal: AbortSignal): "windowClosed" | "cancelled" =>
  signal.reason === windowClosing ? "windowClosed" : "cancelled";

/** Why a run stopped. */
export interface RunEnd extends UnsavedStop {
  /** The service replied, so it has finished with the request. */
  readonly hasReply?: boolean;
  /** The service replied that it failed (HTTP 5xx). */
  readonly isServerError?: boolean;
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
