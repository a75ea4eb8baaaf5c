// The runs in progress in this window: their notifications, their progress and how to stop them.
import { EventEmitter, l10n, window, type Disposable } from "vscode";
import { recordsOfText } from "../../runs/amounts";
import { windowClosing } from "../../runs/evidence";
import type { RunHeader, RunLimits, RunProgress, RunSummary } from "../../runs/run";
import { isAlreadyRunning } from "../../runs/sameSearch";
import { ServiceFailure } from "../../service/errors";
import type { ServiceClient } from "../../service/serviceClient";
import type { ConnectionInfo } from "../account";
import type { AccountMonitor } from "../connections/accountMonitor";
import { errorForLog, errorText } from "../errorText";
import type { OpenResults } from "../resultsEditor/openResults";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import type { RunActivity } from "../runActivity";
import { safeText } from "../safeText";
import { rateLimitWaitText } from "../times";
import { RunProgressNotice } from "./runProgressNotice";

export interface LiveRunsDeps {
  readonly account: Pick<AccountMonitor, "refreshBalance">;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly openResults: OpenResults;
  /** A run whose tab is open needs no notifications of its progress. */
  readonly shown: Pick<ResultsTabs, "visibilityOf" | "onDidChange">;
  readonly log: (line: string) => void;
}

export interface RunToStart {
  readonly title: string;
  readonly connection: ConnectionInfo;
  readonly limits: RunLimits;
  readonly source?: string | undefined;
  /** Open the results as soon as the run is in the database; false for a count. */
  readonly opensResults: boolean;
  readonly start: (
    client: ServiceClient,
    signal: AbortSignal,
    onProgress: (progress: RunProgress) => void,
  ) => Promise<RunSummary>;
}

type RunToFollow = Pick<RunToStart, "limits" | "source">;

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
  /** Runs whose results are being opened. */
  private readonly opening = new Map<string, Promise<void>>();

  /** Fires for every page, wait and stop. */
  readonly onDidProgress = this.progressed.event;

  constructor(private readonly deps: LiveRunsDeps) {}

  activity(runId: string): RunActivity | undefined {
    return this.live.get(runId)?.activity;
  }

  activityOf(source: string): RunActivity | undefined {
    return [...this.live.values()].find(({ activity }) => activity.source === source)?.activity;
  }

  /** The saved search was renamed. */
  moveSource(from: string, to: string): void {
    for (const run of this.live.values()) {
      if (run.activity.source === from) {
        run.activity = { ...run.activity, source: to };
      }
    }
  }

  stop(runId: string): void {
    this.live.get(runId)?.stop.abort();
    this.showStopping(runId);
  }

  /**
   * Shows a run that something else executes in this window, such as a tool for agents: `stop` is what stops it. It has
   * no notification and opens no tab.
   */
  follow(stop: AbortController): { readonly onProgress: (progress: RunProgress) => void; readonly ended: () => void } {
    let followed: { readonly id: string; readonly run: RunToFollow } | undefined;
    return {
      onProgress: (progress) => {
        if (progress.kind === "started") {
          const { id, limits, source } = progress.summary.header;
          followed = { id, run: { limits, source } };
          const activity = activityFrom(progress.summary, followed.run);
          this.live.set(id, { stop, ended: Promise.resolve(), activity });
        }
        if (followed !== undefined) {
          this.showProgress(followed.id, followed.run, progress, () => undefined);
        }
      },
      ended: () => {
        if (followed !== undefined) {
          const { id } = followed;
          const source = this.live.get(id)?.activity.source;
          this.live.delete(id);
          this.progressed.fire({ runId: id, source });
        }
      },
    };
  }

  /** Stops every run and resolves when their stop reasons are stored. */
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

  /** Resolves once the results of a run are open, or could not be opened. */
  opened(runId: string): Promise<void> {
    return this.opening.get(runId) ?? Promise.resolve();
  }

  /**
   * Executes one run from its first request to its stop. Shows errors itself, and resolves to `undefined` then. Rejects
   * only when the same search is in progress elsewhere: nothing was sent then, and the caller asks.
   */
  async execute(run: RunToStart): Promise<RunSummary | undefined> {
    const stop = new AbortController();
    let runId: string | undefined;
    const title = safeText(run.title);
    const notice = new RunProgressNotice({
      title: l10n.t("Fetching {0}", title),
      isShownInTab: () => runId !== undefined && this.deps.shown.visibilityOf(runId) !== "closed",
      onCancel: () => {
        stop.abort();
        // VS Code has closed the notification; results, search and the tree show that the last page is awaited.
        this.showStopping(runId);
      },
    });
    const stopListening = this.deps.shown.onDidChange(() => notice.refresh());
    const start = async (): Promise<RunSummary> => {
      const client = await this.deps.clientOf(run.connection);
      return run.start(client, stop.signal, (progress) => {
        if (progress.kind === "started") {
          runId = progress.summary.header.id;
          this.live.set(runId, { stop, ended, activity: activityFrom(progress.summary, run) });
          if (run.opensResults) {
            this.open(progress.summary.header);
          }
        }
        if (runId !== undefined) {
          this.showProgress(runId, run, progress, (message) => notice.update(message));
        }
      });
    };
    const ended = start();
    try {
      const summary = await ended;
      void this.deps.account.refreshBalance();
      return summary;
    } catch (error) {
      if (isAlreadyRunning(error)) {
        throw error;
      }
      if (!(error instanceof ServiceFailure && error.detail.code === "cancelled")) {
        // Without the title, which may contain a person's name.
        this.deps.log(`A run could not be started: ${errorForLog(error)}.`);
        void window.showErrorMessage(l10n.t("{0} could not be run. {1}", title, errorText(error)));
      }
      return undefined;
    } finally {
      stopListening();
      notice.dispose();
      if (runId !== undefined) {
        const source = this.live.get(runId)?.activity.source;
        this.live.delete(runId);
        this.progressed.fire({ runId, source });
      }
    }
  }

  private open(header: RunHeader): void {
    const opening = this.deps
      .openResults(header)
      .catch((error: unknown) => this.deps.log(`The results of a run could not be opened: ${errorForLog(error)}.`))
      .finally(() => this.opening.delete(header.id));
    this.opening.set(header.id, opening);
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
    started: RunToFollow,
    progress: RunProgress,
    report: (message: string) => void,
  ): void {
    const run = this.live.get(runId);
    if (run !== undefined) {
      const stopping = run.stop.signal.aborted;
      if (progress.kind === "waiting") {
        run.activity = { ...run.activity, waitingUntil: progress.until, stopping };
        report(rateLimitWaitText(progress.until));
      } else {
        const { source } = run.activity;
        run.activity = { ...activityFrom(progress.summary, started), source, stopping };
        report(recordsOfText(progress.summary.records, run.activity.wanted));
      }
    }
    this.progressed.fire({
      runId,
      source: run?.activity.source ?? started.source,
      ...("summary" in progress && { summary: progress.summary }),
    });
  }
}

function activityFrom(summary: RunSummary, { limits, source }: RunToFollow): RunActivity {
  const wanted = Math.min(limits.records, summary.lastTotal ?? Number.POSITIVE_INFINITY);
  return { runId: summary.header.id, source, fetched: summary.records, wanted, stopping: false };
}
