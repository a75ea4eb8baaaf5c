// Tells the caller of an action what the action's run does, without record data.
import { recordsText } from "../runs/amounts";
import type { RunProgress } from "../runs/run";
import type { Clock } from "../service/wire";
import { countText } from "../text/numbers";
import type { Call } from "./app";

/** How far a run is after this event; `undefined` for events that do not change it. */
export type CountProgress = (
  progress: RunProgress,
) => { readonly done: number; readonly total: number; readonly message: string } | undefined;

/** Passes the progress of a run on to the caller. */
export const runProgress =
  (clock: Clock, { onProgress }: Call, counted: CountProgress) =>
  (progress: RunProgress): void => {
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
  };

/** For a run of which this many records are wanted. */
export const savedRecords =
  (wanted: number): CountProgress =>
  (progress) => {
    if (!("summary" in progress)) {
      return undefined;
    }
    const { records, lastTotal = wanted } = progress.summary;
    const total = Math.min(wanted, lastTotal);
    return { done: Math.min(records, total), total, message: `${recordsText(records)} of ${countText(total)} saved.` };
  };
