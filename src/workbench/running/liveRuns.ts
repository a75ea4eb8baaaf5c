// The runs in progress in this window: their notifications, their progress and how to stop them.
import { EventEmitter, ProgressLocation, window, type Disposable, type Uri } from "vscode";
import { fetchingText } from "../../../webview-ui/messages/fetching";
import type { Call } from "../../app/app";
import { askedCompanies, companiesOf } from "../../runs/atCompanies";
import { windowClosing } from "../../runs/execution";
import type { RunHeader, RunProgress, RunSummary } from "../../runs/run";
import { errorForLog } from "../errorText";
import { activePlace, inBackground, type OpenResults, type OpenResultsOptions } from "../resultsEditor/openResults";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import type { RunActivity, RunEvent } from "../runActivity";
import { safeText } from "../safeText";
import { rateLimitWaitText } from "../times";

interface LiveRun {
  activity: RunActivity;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

interface FollowedRun {
  /** The header when the run started or continued. */
  readonly header: RunHeader;
  readonly notice: RunProgressNotice | undefined;
}

export class LiveRuns implements Disposable {
  private readonly progressed = new EventEmitter<RunEvent>();
  private readonly live = new Map<string, LiveRun>();
  /** Runs whose results are being opened. */
  private readonly opening = new Map<string, Promise<void>>();

  /** Fires for every page, wait and stop. */
  readonly onDidProgress = this.progressed.event;

  constructor(
    /** Runs with an open tab need no progress notifications. */
    protected readonly shown: ResultsTabs,
    protected readonly openResults: OpenResults,
    protected readonly log: (line: string) => void,
  ) {}

  activity(runId: string): RunActivity | undefined {
    return this.live.get(runId)?.activity;
  }

  activityOf(source: Uri): RunActivity | undefined {
    return [...this.live.values()].find(({ activity }) => activity.source === source.toString())?.activity;
  }

  /** Moves the runs in progress of a renamed search. */
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

  /** Resolves once the results of a run are open, or opening has failed. */
  opened(runId: string): Promise<void> {
    return this.opening.get(runId) ?? Promise.resolve();
  }

  /**
   * A call whose runs are shown, and can be stopped by the user, until `end` is called. "quiet", for agents, shows no
   * notification and does not open the results.
   */
  follow(stop: AbortController, how: "shown" | "quiet"): { readonly call: Call; readonly end: () => void } {
    let followed: FollowedRun | undefined;
    const place = activePlace();
    const ended = Promise.withResolvers<void>();
    const show = (progress: RunProgress): void => {
      // A table of lookups has a progress notification of its own.
      if (progress.kind === "started" && progress.summary.header.purpose !== "batch") {
        this.end(followed);
        const { header } = progress.summary;
        followed = { header, notice: how === "quiet" ? undefined : this.notice(header, stop) };
        const activity = activityFrom(progress.summary, header);
        this.live.set(header.id, { stop, ended: ended.promise, activity });
        if (how === "shown" && header.purpose === "search") {
          // Don't steal the focus if the user switched tabs.
          this.open(header, activePlace() === place ? {} : inBackground);
        }
      }
      if (followed !== undefined) {
        this.showProgress(followed, progress);
      }
    };
    return {
      call: { signal: stop.signal, onProgress: (_done, _total, _message, run) => run && show(run) },
      end: () => {
        ended.resolve();
        this.end(followed);
      },
    };
  }

  private notice({ id, title }: RunHeader, stop: AbortController): RunProgressNotice {
    return new RunProgressNotice(`Fetching ${safeText(title)}`, id, this.shown, () => {
      stop.abort();
      // VS Code has closed the notification; results, search and tree show that the last page is pending.
      this.showStopping(id);
    });
  }

  private end(followed: FollowedRun | undefined): void {
    if (followed !== undefined) {
      const { id } = followed.header;
      const source = this.live.get(id)?.activity.source;
      followed.notice?.dispose();
      this.live.delete(id);
      this.progressed.fire({ runId: id, source });
    }
  }

  private open(header: RunHeader, options: OpenResultsOptions): void {
    const opening = this.openResults(header, options)
      .catch((error: unknown) => this.log(`The results of a run could not be opened: ${errorForLog(error)}.`))
      .finally(() => this.opening.delete(header.id));
    this.opening.set(header.id, opening);
  }

  private showStopping(runId: string): void {
    const run = this.live.get(runId);
    if (run !== undefined) {
      run.activity = { ...run.activity, stopping: true };
      this.progressed.fire({ runId, source: run.activity.source });
    }
  }

  private showProgress({ header, notice }: FollowedRun, progress: RunProgress): void {
    const run = this.live.get(header.id);
    if (run !== undefined) {
      const stopping = run.stop.signal.aborted;
      if (progress.kind === "waiting") {
        run.activity = { ...run.activity, waitingUntil: progress.until, stopping };
        notice?.update(rateLimitWaitText(progress.until));
      } else if (progress.kind === "unsaved") {
        run.activity = { ...run.activity, unsaved: progress.sentences, stopping };
        const sentences = safeText(progress.sentences);
        if (notice === undefined) {
          void window.showWarningMessage(sentences);
        } else {
          notice.update(sentences);
        }
      } else if ("summary" in progress) {
        const { source } = run.activity;
        run.activity = { ...activityFrom(progress.summary, header), source, stopping };
        notice?.update(fetchingText(run.activity));
      }
    }
    this.progressed.fire({
      runId: header.id,
      source: run?.activity.source ?? header.source,
      ...("summary" in progress && { summary: progress.summary }),
    });
  }
}

function activityFrom(summary: RunSummary, { limits, source }: RunHeader): RunActivity {
  const wanted = Math.min(limits.records, summary.lastTotal ?? Number.POSITIVE_INFINITY);
  const { count = 1 } = companiesOf(summary.header.task) ?? {};
  const companies = count === 1 ? undefined : { asked: askedCompanies(summary), count };
  return { runId: summary.header.id, source, fetched: summary.records, wanted, companies, stopping: false };
}

/** A shorter notification would only flicker, for example while the tab is being opened. */
const delayMs = 600;

/** VS Code's progress notification for a run, shown only while no results tab shows the run's progress. */
export class RunProgressNotice {
  private message: string | undefined;
  private report: ((message: string) => void) | undefined;
  private hide: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly stopListening: () => void;

  constructor(
    private readonly title: string,
    private readonly runId: string,
    private readonly shown: ResultsTabs,
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
