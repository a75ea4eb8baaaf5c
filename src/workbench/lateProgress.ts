// Progress with Cancel, shown only when there is something to wait for. VS Code drops a message that comes too closely
// upon others, so a progress that flashed by would hide the message of the outcome.
import { ProgressLocation, window } from "vscode";

const quietMs = 600;

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
  const quiet = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), quietMs));
  if (!(await Promise.race([settled, quiet]))) {
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
