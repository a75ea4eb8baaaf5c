// Runs searches for the user: plan, question, progress with Cancel, results, notice. The engine knows nothing of windows.
import { EventEmitter, l10n, ProgressLocation, window, workspace, type Disposable, type Uri } from "vscode";
import { recordsOfText } from "../../runs/amounts";
import { ServiceFailure } from "../../service/errors";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import { resumeRun, startRun, windowClosing, type RunOrder } from "../../runs/engine";
import type { Ledger } from "../../runs/ledger";
import type { RunLimits, RunProgress, RunSummary, RunTask } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { requestAsJson } from "../../searches/describeSearch";
import { parseSearch } from "../../searches/parseSearch";
import { defaultRecords, type SearchDocument } from "../../searches/searchDocument";
import type { ConnectionInfo } from "../account";
import type { AccountMonitor } from "../connections/accountMonitor";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import { failureName } from "../failureName";
import type { KnownTotal, RunActivity, SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { secondText } from "../times";
import { searchNameOf } from "../views/searchFiles";
import { askToContinue } from "./continueRun";
import { confirmSpending, planWithAccount } from "./planning";
import { noticeStop } from "./stopNotice";

export interface RunCoordinatorParts {
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly store: RunStore;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly openResults: (summary: RunSummary) => Promise<void>;
  readonly log: (line: string) => void;
}

export interface RunCoordinator extends SearchRunner, Disposable {
  /** Stops every run of this window and resolves when their journals say so. */
  close(): Promise<void>;
  /** Credits spent by runs of this window since it opened. */
  readonly spentInSession: number;
}

interface LiveRun {
  activity: RunActivity;
  readonly stop: AbortController;
  readonly ended: Promise<unknown>;
}

interface Ask {
  readonly title: string;
  readonly connection: ConnectionInfo;
  readonly limits: RunLimits;
  readonly source?: string | undefined;
  /** Results are opened when the run has a journal, unless nobody wants to see them (a count). */
  readonly show: boolean;
  readonly work: (client: ServiceClient, signal: AbortSignal, onProgress: (progress: RunProgress) => void) => Promise<RunSummary>;
}

export function createRunCoordinator(parts: RunCoordinatorParts): RunCoordinator {
  const { account, store, ledger, clock } = parts;
  const progressed = new EventEmitter<{ readonly runId: string; readonly source?: string | undefined; readonly summary?: RunSummary | undefined }>();
  const live = new Map<string, LiveRun>();
  const starting = new Set<string>();
  const totals = new Map<string, KnownTotal & { readonly request: string }>();
  let spentInSession = 0;

  function balanceNow(): { readonly balance?: number } {
    const state = account.current;
    return state.kind === "ready" ? { balance: state.balance } : {};
  }

  /** One run from its first request to its stop, with a notification that can cancel it. */
  async function carryOut(ask: Ask): Promise<RunSummary | undefined> {
    const stop = new AbortController();
    let runId: string | undefined;
    let creditsBefore = 0;
    const title = safeText(ask.title);

    const ended = Promise.resolve(
      window.withProgress({ location: ProgressLocation.Notification, title: l10n.t("Fetching {0}", title), cancellable: true }, async (report, token) => {
        token.onCancellationRequested(() => {
          stop.abort();
          // The notification is gone now; the results, the search and the Runs view say that the page under way is waited for.
          tellStopping(runId);
        });
        const client = await parts.clientOf(ask.connection);
        return ask.work(client, stop.signal, (progress) => {
          if (progress.kind === "started") {
            runId = progress.summary.header.id;
            creditsBefore = progress.summary.credits;
            live.set(runId, { stop, ended, activity: activityFrom(progress.summary, ask) });
            if (ask.show) {
              void parts.openResults(progress.summary);
            }
          }
          if (runId !== undefined) {
            onProgress(runId, ask, progress, (message) => report.report({ message }));
          }
        });
      }),
    );
    try {
      const summary = await ended;
      spentInSession += summary.credits - creditsBefore;
      void account.refreshBalance();
      return summary;
    } catch (error) {
      if (!(error instanceof ServiceFailure && error.detail.code === "cancelled")) {
        // Without the title: it may name a person.
        parts.log(`A run could not be started: ${failureName(error)}.`);
        void window.showErrorMessage(l10n.t("{0} could not be run. {1}", title, safeText(error instanceof Error ? error.message : String(error))));
      }
      return undefined;
    } finally {
      if (runId !== undefined) {
        live.delete(runId);
        progressed.fire({ runId, source: ask.source });
      }
    }
  }

  function tellStopping(runId: string | undefined): void {
    const run = runId === undefined ? undefined : live.get(runId);
    if (runId !== undefined && run !== undefined) {
      run.activity = { ...run.activity, stopping: true };
      progressed.fire({ runId, source: run.activity.source });
    }
  }

  function onProgress(runId: string, ask: Ask, progress: RunProgress, report: (message: string) => void): void {
    const run = live.get(runId);
    if (run !== undefined) {
      if (progress.kind === "waiting") {
        run.activity = { ...run.activity, waitingUntil: progress.until, stopping: run.stop.signal.aborted };
        report(l10n.t("waiting for the rate limit until {0}", secondText(progress.until)));
      } else {
        run.activity = { ...activityFrom(progress.summary, ask), stopping: run.stop.signal.aborted };
        report(recordsOfText(progress.summary.records, run.activity.wanted));
      }
    }
    progressed.fire({ runId, source: ask.source, ...("summary" in progress && { summary: progress.summary }) });
  }

  async function tell(summary: RunSummary | undefined): Promise<void> {
    if (summary !== undefined) {
      const learnedPrice = await ledger.learnedPrice(summary.header.connection.id, summary.header.task.kind);
      await noticeStop(summary, { now: clock.now(), learnedPrice, resume: (id) => runner.resume(id) });
    }
  }

  function rememberTotal(source: Uri, document: SearchDocument, summary: RunSummary | undefined): number | undefined {
    const total = summary?.lastTotal;
    if (total !== undefined) {
      totals.set(source.toString(), { total, at: clock.now(), request: requestAsJson(document) });
    }
    return total;
  }

  /** One start per saved search at a time: a second click on Run must not pay twice. */
  async function exclusively<T>(source: Uri, work: () => Promise<T>): Promise<T | undefined> {
    const key = source.toString();
    if (starting.has(key)) {
      void window.showInformationMessage(l10n.t("{0} is already running. Its progress is in the Runs view.", safeText(searchNameOf(source))));
      return undefined;
    }
    starting.add(key);
    try {
      return await work();
    } finally {
      starting.delete(key);
    }
  }

  async function startSearch(source: Uri, document: SearchDocument, title: string, limits: RunLimits, show: boolean): Promise<RunSummary | undefined> {
    const connection = await connectionToUse(account);
    if (connection === undefined) {
      return undefined;
    }
    const task: RunTask = { kind: document.search === "company" ? "companySearch" : "peopleSearch", filters: document.filters };
    const plan = await planWithAccount({ account, ledger, clock }, limits, { total: known(source, document)?.total, operation: task.kind });
    if (!(await confirmSpending(plan, title, connection))) {
      return undefined;
    }
    const order: RunOrder = {
      title,
      task,
      connection: runConnection(connection),
      source: source.toString(),
      limits,
      ...balanceNow(),
    };
    const summary = await carryOut({
      title,
      connection,
      limits,
      source: order.source,
      show,
      work: (client, signal, onProgress) => startRun({ store, ledger, client, clock }, order, signal, onProgress),
    });
    rememberTotal(source, document, summary);
    return summary;
  }

  async function continueRun(runId: string, more?: number): Promise<void> {
    const before = await store.summary(runId);
    if (before === undefined) {
      void window.showErrorMessage(l10n.t("This run is no longer here: its data have been deleted."));
      return;
    }
    if (before.stop === undefined) {
      void window.showInformationMessage(l10n.t("This run is under way, here or in another window."));
      return;
    }
    const continuation = await askToContinue({ account, ledger, clock }, before, more);
    if (continuation === undefined) {
      return;
    }
    const { connection, limits } = continuation;
    const summary = await carryOut({
      title: before.header.title,
      connection,
      limits,
      source: before.header.source,
      show: true,
      work: (client, signal, onProgress) => resumeRun({ store, ledger, client, clock }, runId, { limits, connection: runConnection(connection), ...balanceNow() }, signal, onProgress),
    });
    await tell(summary);
  }

  function known(source: Uri, document: SearchDocument): KnownTotal | undefined {
    const total = totals.get(source.toString());
    return total !== undefined && total.request === requestAsJson(document) ? total : undefined;
  }

  const runner: RunCoordinator = {
    onDidProgress: progressed.event,
    get spentInSession() {
      return spentInSession;
    },
    run: async (source, document) => {
      const summary = await exclusively(source, () => startSearch(source, document, searchNameOf(source), limitsOf(document), true));
      await tell(summary);
    },
    count: (source, document) =>
      exclusively(source, async () => {
        const summary = await startSearch(source, document, l10n.t("{0} (count)", searchNameOf(source)), { records: 1 }, false);
        await tell(summary);
        return summary?.lastTotal;
      }),
    resume: (runId) => continueRun(runId),
    fetchMore: continueRun,
    stop: (runId) => {
      live.get(runId)?.stop.abort();
      tellStopping(runId);
    },
    plan: (source, document) => planWithAccount({ account, ledger, clock }, limitsOf(document), { total: known(source, document)?.total }),
    knownTotal: (source) => {
      const open = workspace.textDocuments.find(({ uri }) => uri.toString() === source.toString());
      const { document } = open === undefined ? {} : parseSearch(open.getText());
      return document === undefined ? undefined : known(source, document);
    },
    lastFound: async (source) => {
      const own = (await store.list()).filter(({ header, lastTotal }) => header.source === source.toString() && lastTotal !== undefined);
      const [latest] = own.sort((a, b) => b.updatedAt - a.updatedAt);
      const task = latest?.header.task;
      return latest?.lastTotal !== undefined && (task?.kind === "companySearch" || task?.kind === "peopleSearch")
        ? { asked: { search: task.kind === "companySearch" ? "company" : "people", filters: task.filters }, total: latest.lastTotal }
        : undefined;
    },
    activityOf: (source) => [...live.values()].find(({ activity }) => activity.source === source.toString())?.activity,
    activity: (runId) => live.get(runId)?.activity,
    async close() {
      const runs = [...live.values()];
      for (const { stop } of runs) {
        stop.abort(windowClosing);
      }
      await Promise.allSettled(runs.map(({ ended }) => ended));
    },
    dispose: () => progressed.dispose(),
  };
  return runner;
}

function limitsOf({ fetch }: SearchDocument): RunLimits {
  return { records: fetch.records ?? defaultRecords, credits: fetch.credits, leaveOutKnown: fetch.leaveOutKnown };
}

function activityFrom(summary: RunSummary, ask: Ask): RunActivity {
  const wanted = Math.min(ask.limits.records, summary.lastTotal ?? Number.POSITIVE_INFINITY);
  return { runId: summary.header.id, source: ask.source, fetched: summary.records, wanted, stopping: false };
}
