// VS Code's progress notification for a run, while no results tab shows the run: there, the page shows it.
import { ProgressLocation, window } from "vscode";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";

/** A notification for a shorter time would only flicker, for example while the tab is being opened. */
const delayMs = 600;

export class RunProgressNotice {
  private message: string | undefined;
  private report: ((message: string) => void) | undefined;
  private hide: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly stopListening: () => void;

  constructor(
    private readonly title: string,
    private readonly runId: string,
    private readonly shown: Pick<ResultsTabs, "visibilityOf" | "onDidChange">,
    /** The user pressed Cancel. */
    private readonly onCancel: () => void,
  ) {
    this.stopListening = shown.onDidChange(() => this.refresh());
    this.refresh();
  }

  update(message: string): void {
    this.message = message;
    this.report?.(message);
    this.refresh();
  }

  dispose(): void {
    this.stopListening();
    this.close();
  }

  private refresh(): void {
    if (this.shown.visibilityOf(this.runId) !== "closed") {
      this.close();
    } else if (this.hide === undefined) {
      this.timer ??= setTimeout(() => this.show(), delayMs);
    }
  }

  private close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.hide?.();
    this.hide = undefined;
    this.report = undefined;
  }

  private show(): void {
    const { title, onCancel } = this;
    const hidden = new Promise<void>((resolve) => (this.hide = resolve));
    this.timer = undefined;
    void window.withProgress(
      { location: ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => {
        token.onCancellationRequested(onCancel);
        this.report = (message) => progress.report({ message });
        if (this.message !== undefined) {
          this.report(this.message);
        }
        return hidden;
      },
    );
  }
}
