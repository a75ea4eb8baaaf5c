// Progress with Cancel that appears only after a delay. VS Code drops a notification that follows another too closely,
// so a short progress notification would hide the one with the result.
import { setTimeout as sleep } from "node:timers/promises";
import { ProgressLocation, window } from "vscode";
import { safeText } from "./safeText";

const delayMs = 600;

interface Step {
  readonly message?: string;
  /** Percent done since the last report. */
  readonly increment?: number;
}

export interface CountWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Reports each percent once, because reporting each step of the work would send thousands of messages. */
export function countWatch(
  report: (step: Step) => void,
  signal: AbortSignal,
  words?: (done: number, total: number) => string,
): CountWatch {
  let shown = 0;
  const onProgress = (done: number, total: number): void => {
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    if (percent > shown) {
      report({ message: words?.(done, total) ?? `${percent} %`, increment: percent - shown });
      shown = percent;
    }
  };
  return { signal, onProgress };
}

/** `undefined` when the user cancels. */
export async function unlessCanceled<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Settles as `work` does. The signal is aborted when the user presses Cancel; without `cancellable` there is no Cancel.
 */
export async function withLateProgress<T>(
  title: string,
  work: (report: (step: Step) => void, signal: AbortSignal) => Promise<T>,
  {
    cancellable = true,
    delay = sleep(delayMs),
  }: { readonly cancellable?: boolean; readonly delay?: Promise<void> } = {},
): Promise<T> {
  const cancel = new AbortController();
  let show: ((step: Step) => void) | undefined;
  let done = 0;
  let last: Step = {};
  const working = work((step) => {
    done += step.increment ?? 0;
    last = step;
    show?.(step);
  }, cancel.signal);
  const settled = working.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([settled, delay.then(() => false)]))) {
    await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable },
      async (progress, token) => {
        token.onCancellationRequested(() => cancel.abort());
        progress.report({ ...last, increment: done });
        show = (step) => progress.report(step);
        await settled;
      },
    );
  }
  return working;
}

export const withPercent = <T>(title: string, work: (watch: CountWatch) => Promise<T>): Promise<T> =>
  withLateProgress(safeText(title), (report, signal) => work(countWatch(report, signal)));
