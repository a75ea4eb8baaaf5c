// Tells the caller of an action what the action's run does, without record data.
import { recordsText } from "../runs/amounts";
import type { RunProgress } from "../runs/run";
import { countText } from "../text/numbers";
import type { App, Call } from "./app";

/** How far a run is. */
interface Counted {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

/** `counted`: how far the run is after this event; `undefined` for events that do not change it. */
export async function following<T>(
  { runs, clock }: App,
  { signal, onProgress }: Call,
  counted: (progress: RunProgress) => Counted | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const unsubscribe = runs.onDidProgress((progress, stops) => {
    if (stops !== signal) {
      return;
    }
    if (progress.kind === "waiting") {
      const seconds = Math.max(1, Math.ceil((progress.until - clock.now()) / 1_000));
      onProgress(0, undefined, `The service asks to wait ${seconds} seconds.`, progress);
    } else if (progress.kind === "unsaved") {
      onProgress(0, undefined, progress.sentences, progress);
    } else {
      const count = counted(progress);
      if (count !== undefined) {
        onProgress(count.done, count.total, count.message, progress);
      }
    }
  });
  try {
    return await work();
  } finally {
    unsubscribe();
  }
}

/** For a run of which this many records are wanted. */
export const savedRecords =
  (wanted: number) =>
  (progress: RunProgress): Counted | undefined => {
    if (!("summary" in progress)) {
      return undefined;
    }
    const { records, lastTotal = wanted } = progress.summary;
    const total = Math.min(wanted, lastTotal);
    return { done: Math.min(records, total), total, message: `${recordsText(records)} of ${countText(total)} saved.` };
  };
