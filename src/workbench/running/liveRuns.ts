// The runs in progress in this window: each with its notification, its progress and the way to stop it.
import { EventEmitter, l10n, ProgressLocation, window, type Disposable } from "vscode";
import { recordsOfText } from "../../runs/amounts";
import { windowClosing } from "../../runs/engine";
import type { RunLimits, RunProgress, RunSummary } from "../../runs/run";
import { ServiceFailure } from "../../service/errors";
import type { ServiceClient } from "../../service/serviceClient";
import type { ConnectionInfo } from "../account";
import type { AccountMonitor } from "../connections/accountMonitor";
import { errorForLog, errorText } from "../errorText";
import type { RunActivity } from "../runActivity";
import { safeText } from "../safeText";
import { secondText } from "../times";

export interface LiveRunsDeps {
  readonly account: Pick<AccountMonitor, "refreshBalance">;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly openResults: (summary: RunSummary) => Promise<void>;
  readonly log: (line: string) => void;
}

export interface RunToStart {
  readonly title: string;
  readonly connection: ConnectionInfo;
  readonly limits: RunLimits;
  readonly source?: string | undefined;
  /** Open the results when the run has begun; not for a count. */
  readonly show: boolean;
  readonly work: (
    client: ServiceClient,
    signal: AbortSignal,
    onProgress: (progress: RunProgress) => void,
  ) => Promise<RunSummary>;
}

export interface RunEvent {
  readonly runId: string;
  readonly source?: string | undefined;
  readonly summary?: RunSummary | undefined;
}

interface LiveRun {
  activity: RunActivity;
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
}

export class LiveRuns implements Disposable {
  private readonly progressed = new EventEmitter<RunEvent>();
  private readonly live = new Map<string, LiveRun>();
  private spent = 0;

  /** Fires for every page, wait and end. */
  readonly onDidProgress = this.progressed.event;

  constructor(private readonly deps: LiveRunsDeps) {}

  /** Credits spent by runs of this window since it opened. */
  get spentInSession(): number {
    return this.spent;
  }

  activity(runId: string): RunActivity | undefined {
    return this.live.get(runId)?.activity;
  }

  activityOf(source: string): RunActivity | undefined {
    return [...this.live.values()].find(({ activity }) => activity.source === source)?.activity;
  }

  stop(runId: string): void {
    this.live.get(runId)?.stop.abort();
    this.showStopping(runId);
  }

  /** Stops every run and resolves when their ends are written. */
  async close(): Promise<void> {
    const runs = [...this.live.values()];
    for (const { stop } of runs) {
      stop.abort(windowClosing);
    }
    await Promise.allSettled(runs.map(({ ended }) => ended));
  }

  dispose(): void {
    this.progressed.dispose();
  }

  /** One run from its first request to its stop. Shows what goes wrong and resolves to `undefined` then. */
  async carryOut(run: RunToStart): Promise<RunSummary | undefined> {
    const stop = new AbortController();
    const started: { runId?: string; creditsBefore: number } = { creditsBefore: 0 };
    const title = safeText(run.title);
    const ended = Promise.resolve(
      window.withProgress(
        { location: ProgressLocation.Notification, title: l10n.t("Fetching {0}", title), cancellable: true },
        async (report, token) => {
          token.onCancellationRequested(() => {
            stop.abort();
            // The notification is gone now; the results, the search and the Runs view say that the last page is awaited.
            this.showStopping(started.runId);
          });
          const client = await this.deps.clientOf(run.connection);
          return run.work(client, stop.signal, (progress) => {
            if (progress.kind === "started") {
              started.runId = progress.summary.header.id;
              started.creditsBefore = progress.summary.credits;
              this.live.set(started.runId, { stop, ended, activity: activityFrom(progress.summary, run) });
              if (run.show) {
                void this.deps.openResults(progress.summary);
              }
            }
            if (started.runId !== undefined) {
              this.showProgress(started.runId, run, progress, (message) => report.report({ message }));
            }
          });
        },
      ),
    );
    try {
      const summary = await ended;
      this.spent += summary.credits - started.creditsBefore;
      void this.deps.account.refreshBalance();
      return summary;
    } catch (error) {
      if (!(error instanceof ServiceFailure && error.detail.code === "cancelled")) {
        // Without the title: it may name a person.
        this.deps.log(`A run could not be started: ${errorForLog(error)}.`);
        void window.showErrorMessage(l10n.t("{0} could not be run. {1}", title, errorText(error)));
      }
      return undefined;
    } finally {
      if (started.runId !== undefined) {
        this.live.delete(started.runId);
        this.progressed.fire({ runId: started.runId, source: run.source });
      }
    }
  }

  private showStopping(runId: string | undefined): void {
    const run = runId === undefined ? undefined : this.live.get(runId);
    if (runId !== undefined && run !== undefined) {
      run.activity = { ...run.activity, stopping: true };
      this.progressed.fire({ runId, source: run.activity.source });
    }
  }

  private showProgress(
    runId: string,
    started: RunToStart,
    progress: RunProgress,
    report: (message: string) => void,
  ): void {
    const run = this.live.get(runId);
    if (run !== undefined) {
      const stopping = run.stop.signal.aborted;
      if (progress.kind === "waiting") {
        run.activity = { ...run.activity, waitingUntil: progress.until, stopping };
        report(l10n.t("waiting for the rate limit until {0}", secondText(progress.until)));
      } else {
        run.activity = { ...activityFrom(progress.summary, started), stopping };
        report(recordsOfText(progress.summary.records, run.activity.wanted));
      }
    }
    this.progressed.fire({
      runId,
      source: started.source,
      ...("summary" in progress && { summary: progress.summary }),
    });
  }
}

function activityFrom(summary: RunSummary, { limits, source }: RunToStart): RunActivity {
  const wanted = Math.min(limits.records, summary.lastTotal ?? Number.POSITIVE_INFINITY);
  return { runId: summary.header.id, source, fetched: summary.records, wanted, stopping: false };
}
