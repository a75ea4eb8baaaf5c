// Progress with Cancel that appears only after a delay. VS Code drops a notification that follows another too closely,
// so a short progress notification would hide the one with the result.
import { ProgressLocation, window } from "vscode";

const delayMs = 600;

interface Step {
  readonly message?: string;
  /** Percent done since the last report. */
  readonly increment?: number;
}

/** Settles as `work` does. The signal is aborted when the user presses Cancel. */
export async function withLateProgress<T>(
  title: string,
  work: (report: (step: Step) => void, signal: AbortSignal) => Promise<T>,
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
  const delay = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), delayMs));
  if (!(await Promise.race([settled, delay]))) {
    await window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
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
