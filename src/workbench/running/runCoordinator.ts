// Runs searches for the user: plan, question, progress with Cancel, results, notice. The engine knows nothing of windows.
import { l10n, window, workspace, type Disposable, type Uri } from "vscode";
import { operations, searchOperation } from "../../service/operations";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import { resumeRun, startRun, type RunOrder } from "../../runs/engine";
import type { Budget, Budgets } from "../../runs/budget";
import { isSearch, type RunLimits, type RunSummary, type SearchTask } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { parseSearch } from "../../searches/parseSearch";
import { defaultRecords, type SearchDocument } from "../../searches/searchDocument";
import type { ConnectionInfo } from "../account";
import { connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import { errorForLog, errorText } from "../errorText";
import type { KnownTotal, SearchRunner } from "../runActivity";
import { safeText } from "../safeText";
import { filtersKey } from "../searchEditor/documentState";
import { searchNameOf } from "../views/searchFiles";
import { askToContinue, type Wanted } from "./continueRun";
import { askAboutResult, recentResult } from "./earlierResult";
import { askForBudget, planWithAccount } from "./planning";
import { LiveRuns } from "./liveRuns";
import { noticeStop } from "./stopNotice";

export interface RunCoordinatorDeps {
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly runs: RunStore;
  readonly budgets: Budgets;
  readonly clock: Clock;
  readonly openResults: (summary: RunSummary) => Promise<void>;
  readonly log: (line: string) => void;
}

export interface RunCoordinator extends SearchRunner, Disposable {
  /** Stops every run of this window and resolves when their ends are written. */
  close(): Promise<void>;
  /** Credits spent by runs of this window since it opened. */
  readonly spentInSession: number;
}

export function createRunCoordinator(parts: RunCoordinatorDeps): RunCoordinator {
  const { account, runs, budgets, clock } = parts;
  const live = new LiveRuns({ account, clientOf: parts.clientOf, openResults: parts.openResults, log: parts.log });
  const starting = new Set<string>();
  const totals = new Map<string, KnownTotal & { readonly key: string; readonly connection: string }>();

  function balanceNow(): { readonly balance?: number } {
    const state = account.current;
    return state.kind === "ready" ? { balance: state.balance } : {};
  }

  /** Nobody waits for the answer: a notification may hide and never be answered. */
  function tell(summary: RunSummary | undefined): void {
    if (summary !== undefined) {
      noticeEnd(summary).catch((error: unknown) =>
        parts.log(`The end of a run could not be shown: ${errorForLog(error)}.`),
      );
    }
  }

  async function noticeEnd(summary: RunSummary): Promise<void> {
    const { header, stop, lastTotal } = summary;
    const price = await budgets.price(header.connection.id, header.task.kind);
    const rest =
      stop?.kind === "budgetUsedUp"
        ? await planWithAccount({ account, budgets, clock }, header.limits, {
            total: lastTotal,
            held: summary,
            operation: header.task.kind,
          })
        : undefined;
    await noticeStop(summary, {
      now: clock.now(),
      price,
      restCredits: rest !== undefined && rest.credits > 0 ? rest.credits : undefined,
      resume: (id, agreed) => continueRun(id, { agreed }),
    });
  }

  function rememberTotal(source: Uri, document: SearchDocument, summary: RunSummary | undefined): void {
    if (summary?.lastTotal !== undefined) {
      totals.set(source.toString(), {
        total: summary.lastTotal,
        at: clock.now(),
        key: filtersKey(document),
        connection: summary.header.connection.id,
      });
    }
  }

  /** Says so when it is. */
  function isRunning(source: Uri): boolean {
    const running = starting.has(source.toString());
    if (running) {
      void window.showInformationMessage(
        l10n.t("{0} is already running. Its progress is in the Runs view.", safeText(searchNameOf(source))),
      );
    }
    return running;
  }

  /** One run per saved search at a time: a second click on Run must not pay twice. Held from the first request to the end, never while a question is open. */
  async function exclusively<T>(source: Uri, work: () => Promise<T>): Promise<T | undefined> {
    const key = source.toString();
    if (isRunning(source)) {
      return undefined;
    }
    starting.add(key);
    try {
      return await work();
    } finally {
      starting.delete(key);
    }
  }

  interface Start {
    readonly title: string;
    readonly limits: RunLimits;
    /** A count asks for one record and opens nothing. */
    readonly isCount: boolean;
  }

  /** Asks what must be asked, then runs; resolves to `undefined` when it did not come to that. */
  async function startSearch(source: Uri, document: SearchDocument, start: Start): Promise<RunSummary | undefined> {
    const connection = isRunning(source) ? undefined : await connectionToUse(account);
    if (connection === undefined) {
      return undefined;
    }
    const task = { kind: searchOperation(document.search), filters: document.filters };
    const budget = await budgetFor(source, document, start, task, connection);
    if (budget === undefined) {
      return undefined;
    }
    const { title, limits, isCount } = start;
    const order: RunOrder = {
      purpose: isCount ? "count" : "search",
      title,
      task,
      connection: runConnection(connection),
      source: source.toString(),
      limits,
      ...balanceNow(),
    };
    const summary = await exclusively(source, () =>
      live.carryOut({
        title,
        connection,
        limits,
        source: order.source,
        show: !start.isCount,
        work: (client, signal, onProgress) => startRun({ runs, budget, client, clock }, order, signal, onProgress),
      }),
    );
    rememberTotal(source, document, summary);
    return summary;
  }

  async function budgetFor(
    source: Uri,
    document: SearchDocument,
    { title, limits, isCount }: Start,
    task: SearchTask,
    connection: ConnectionInfo,
  ): Promise<Budget | undefined> {
    const plan = await planWithAccount({ account, budgets, clock }, limits, {
      total: known(source, document)?.total,
      operation: task.kind,
    });
    const recent =
      isCount || connection.sandbox
        ? undefined
        : recentResult(await runs.list({ purposes: ["search"] }), task, connection.id, clock.now());
    if (recent === undefined) {
      return askForBudget(budgets, plan, { title, connection });
    }
    const wish = await askAboutResult(recent, plan, clock.now());
    if (wish === "open") {
      await parts.openResults(recent);
    }
    return wish === "again" ? budgets.agreed(plan.credits) : undefined;
  }

  async function continueRun(runId: string, wanted: Wanted = {}): Promise<void> {
    const before = await runs.summary(runId);
    if (before === undefined) {
      void window.showErrorMessage(l10n.t("This run was deleted."));
      return;
    }
    if (before.stop === undefined) {
      void window.showInformationMessage(l10n.t("This run is in progress, here or in another window."));
      return;
    }
    const continuation = await askToContinue({ account, budgets, clock }, before, wanted);
    if (continuation === undefined) {
      return;
    }
    const { connection, limits, budget } = continuation;
    const summary = await live.carryOut({
      title: before.header.title,
      connection,
      limits,
      source: before.header.source,
      show: true,
      work: (client, signal, onProgress) =>
        resumeRun(
          { runs, budget, client, clock },
          runId,
          { limits, connection: runConnection(connection), ...balanceNow() },
          signal,
          onProgress,
        ),
    });
    tell(summary);
  }

  /** What keeps a run from being started, such as a full disk, is shown: nothing was sent. */
  async function shown<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      parts.log(`A run could not be prepared: ${errorForLog(error)}.`);
      void window.showErrorMessage(l10n.t("Nothing was sent. {0}", errorText(error)));
      return undefined;
    }
  }

  /** What another connection counted says nothing about the one in use. */
  function known(source: Uri, document: SearchDocument): KnownTotal | undefined {
    const total = totals.get(source.toString());
    const isSame = total?.key === filtersKey(document) && total.connection === connectionOf(account.current)?.id;
    return isSame ? total : undefined;
  }

  return {
    onDidProgress: live.onDidProgress,
    get spentInSession() {
      return live.spentInSession;
    },
    run: async (source, document) => {
      tell(
        await shown(() =>
          startSearch(source, document, { title: searchNameOf(source), limits: limitsOf(document), isCount: false }),
        ),
      );
    },
    async count(source, document) {
      const summary = await shown(() =>
        startSearch(source, document, {
          title: l10n.t("{0} (count)", searchNameOf(source)),
          limits: { records: 1 },
          isCount: true,
        }),
      );
      tell(summary);
      return summary?.lastTotal;
    },
    resume: (runId) => shown(() => continueRun(runId)),
    fetchMore: (runId, records) => shown(() => continueRun(runId, { more: records })),
    stop: (runId) => live.stop(runId),
    plan: (source, document) =>
      planWithAccount({ account, budgets, clock }, limitsOf(document), {
        total: known(source, document)?.total,
        operation: searchOperation(document.search),
      }),
    knownTotal: (source) => {
      const open = workspace.textDocuments.find(({ uri }) => uri.toString() === source.toString());
      const { document } = open === undefined ? {} : parseSearch(open.getText());
      return document === undefined ? undefined : known(source, document);
    },
    lastFound: async (source) => {
      const own = (await runs.list({ source: source.toString() })).filter(({ lastTotal }) => lastTotal !== undefined);
      const [latest] = own.sort((a, b) => b.updatedAt - a.updatedAt);
      const task = latest?.header.task;
      return latest?.lastTotal !== undefined && task !== undefined && isSearch(task)
        ? { asked: { search: operations[task.kind].search, filters: task.filters }, total: latest.lastTotal }
        : undefined;
    },
    activityOf: (source) => live.activityOf(source.toString()),
    activity: (runId) => live.activity(runId),
    close: () => live.close(),
    dispose: () => live.dispose(),
  };
}

function limitsOf({ fetch }: SearchDocument): RunLimits {
  return { records: fetch.records ?? defaultRecords, credits: fetch.credits, leaveOutKnown: fetch.leaveOutKnown };
}
