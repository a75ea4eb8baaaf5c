// Runs searches for the user: estimates the cost, asks before spending, shows progress with Cancel, opens the results
// and says why a run stopped.
import { window, type Disposable, type Uri } from "vscode";
import { countTitle } from "../../runs/runState";
import { ServiceFailure } from "../../service/errors";
import { nothingSent } from "../../service/errorSentences";
import { operations, searchOperation } from "../../service/operations";
import type { ServiceClient } from "../../service/serviceClient";
import type { Clock } from "../../service/wire";
import type { KnownBalance } from "../../runs/balance";
import { resumeRun, startRun, type RunOrder } from "../../runs/engine";
import type { Budget, Budgets } from "../../runs/budget";
import { isSearch, type RunLimits, type RunSummary, type SearchTask } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { defaultRecords, type SearchDocument } from "../../searches/searchDocument";
import type { ConnectionInfo } from "../account";
import { balanceOf, connectionOf, type AccountMonitor } from "../connections/accountMonitor";
import { connectionToUse, runConnection } from "../connections/connectionToUse";
import { errorForLog, errorText } from "../errorText";
import type { FoundTotal, PlanPreview, RunActivity, SearchHistory, SearchRunner } from "../runActivity";
import type { OpenResults } from "../resultsEditor/openResults";
import type { ResultsTabs } from "../resultsEditor/resultsTabs";
import { searchNameOf } from "../views/searchFiles";
import { askToContinue, type ContinueRequest } from "./continueRun";
import { sameSearch, type SameSearch, type WantedSearch } from "../../runs/sameSearch";
import {
  alreadyRunningText,
  startOnce,
  wantsToRunBeside,
  inProgressText,
  type AlreadyRunningDeps,
} from "./alreadyRunning";
import { recentQuestion } from "../../app/askBeforeRun";
import { askInWindow } from "./askInWindow";
import { askForBudget, planWithAccount } from "./planning";
import type { LeaveOutLists } from "../leaveOut/leaveOutLists";
import { listsForResume } from "../leaveOut/listsForResume";
import { LeaveOutPlanner, type LeaveOutPlan } from "./leaveOutPlan";
import { LiveRuns } from "./liveRuns";
import { searchAtCompanies, showCompaniesNotice, type SearchAtCompanies } from "./searchAtCompanies";
import type { Resumers } from "./resumers";
import { showStopNotice } from "./stopNotice";
import { runDeletedText } from "../targets/goneTexts";

export interface RunCoordinatorDeps {
  readonly account: AccountMonitor;
  readonly clientOf: (connection: ConnectionInfo) => Promise<ServiceClient>;
  readonly runs: RunStore;
  readonly budgets: Budgets;
  readonly clock: Clock;
  readonly openResults: OpenResults;
  readonly shown: Pick<ResultsTabs, "visibilityOf" | "onDidChange">;
  readonly leaveOut: Pick<LeaveOutLists, "forSearch" | "forRun">;
  readonly resumers: Resumers;
  readonly log: (line: string) => void;
}

/** What one click on Run or Count asks for. */
interface SearchToRun {
  readonly title: string;
  readonly limits: RunLimits;
  /** A count requests one record and opens no results. */
  readonly isCount: boolean;
}

export class RunCoordinator implements SearchRunner, Disposable {
  private readonly live: LiveRuns;
  private readonly leaveOut: LeaveOutPlanner;

  readonly onDidProgress: SearchRunner["onDidProgress"];

  constructor(private readonly deps: RunCoordinatorDeps) {
    this.live = new LiveRuns(deps);
    this.leaveOut = new LeaveOutPlanner(deps.leaveOut);
    this.onDidProgress = this.live.onDidProgress;
  }

  async run(source: Uri, document: SearchDocument): Promise<void> {
    const search = { title: searchNameOf(source), limits: limitsOf(document), isCount: false };
    this.showStop(await this.showingErrors(() => this.startSearch(source, document, search)));
  }

  async count(source: Uri, document: SearchDocument): Promise<number | undefined> {
    const search = { title: countTitle(searchNameOf(source)), limits: { records: 1 }, isCount: true };
    const summary = await this.showingErrors(() => this.startSearch(source, document, search));
    this.showStop(summary);
    return summary?.lastTotal;
  }

  async runAtCompanies(search: SearchAtCompanies): Promise<void> {
    const { live, leaveOut } = this;
    const deps = { ...this.deps, live, leaveOut, balance: () => this.balance() };
    this.showStop(await this.showingErrors(() => searchAtCompanies(deps, search)));
  }

  resume(runId: string): Promise<void> {
    return this.showingErrors(() => this.continueRun(runId));
  }

  async tryNow(runId: string): Promise<void> {
    const connection = await connectionToUse(this.deps.account);
    if (connection !== undefined) {
      await this.showingErrors(async () => (await this.deps.clientOf(connection)).endPause());
      await this.resume(runId);
    }
  }

  fetchMore(runId: string, records: number): Promise<void> {
    return this.showingErrors(() => this.continueRun(runId, { more: records }));
  }

  stop(runId: string): void {
    this.live.stop(runId);
  }

  /** Shows a run that a tool for agents executes. */
  follow(stop: AbortController): ReturnType<LiveRuns["follow"]> {
    return this.live.follow(stop);
  }

  async plan(source: Uri, document: SearchDocument): Promise<PlanPreview> {
    const leaveOut = await this.leaveOut.ifUsable(source, document);
    const connectionId = connectionOf(this.deps.account.current)?.id;
    const known =
      connectionId === undefined
        ? undefined
        : await this.known({ task: taskOf(document, leaveOut), purpose: "search", connectionId });
    const plan = await planWithAccount(this.deps, limitsOf(document), {
      total: known?.counted?.lastTotal,
      operation: searchOperation(document.search),
      leaveOut: leaveOut?.counts,
    });
    return { ...plan, leaveOut: leaveOut?.counts };
  }

  async historyOf(source: Uri): Promise<SearchHistory> {
    const runs = await this.deps.runs.list({ source: source.toString(), purposes: ["search", "count"] });
    const connection = connectionOf(this.deps.account.current)?.id;
    const totals = runs.flatMap(({ header, lastTotal, updatedAt }): readonly FoundTotal[] => {
      const { task } = header;
      return lastTotal !== undefined && isSearch(task) && header.connection.id === connection
        ? [{ asked: { search: operations[task.kind].search, filters: task.filters }, total: lastTotal, at: updatedAt }]
        : [];
    });
    const searches = runs.filter(({ header }) => header.purpose === "search");
    return {
      totals: totals.sort((one, other) => other.at - one.at),
      lastRun: searches[0],
      lastResult: searches.find(({ records }) => records > 0),
    };
  }

  activityOf(source: Uri): RunActivity | undefined {
    return this.live.activityOf(source.toString());
  }

  activity(runId: string): RunActivity | undefined {
    return this.live.activity(runId);
  }

  /** The saved search was renamed: its run in progress stays with it. */
  moveSource(from: string, to: string): void {
    this.live.moveSource(from, to);
  }

  /** Stops every run of this window and resolves when their stops are written. */
  close(): Promise<void> {
    return this.live.close();
  }

  dispose(): void {
    this.live.dispose();
  }

  /** Asks what must be asked, then runs; resolves to `undefined` when nothing was run. */
  private async startSearch(
    source: Uri,
    document: SearchDocument,
    search: SearchToRun,
  ): Promise<RunSummary | undefined> {
    const connection = this.refuseIfRunning(source) ? undefined : await connectionToUse(this.deps.account);
    if (connection === undefined) {
      return undefined;
    }
    const { title, limits, isCount } = search;
    const leaveOut = await this.leaveOut.plan(source, document);
    const task = taskOf(document, leaveOut);
    const purpose = isCount ? "count" : "search";
    const wanted = { task, purpose, leaveOut: leaveOut.held.ofSearch, connectionId: connection.id } as const;
    const known = await this.known(wanted);
    const { inProgress } = known;
    if (inProgress !== undefined && !(await wantsToRunBeside(this.onceDeps(), inProgress))) {
      return undefined;
    }
    const budget = await this.budgetFor(search, { task, leaveOut, known }, connection);
    if (budget === undefined) {
      return undefined;
    }
    const order: RunOrder = {
      purpose,
      title,
      task,
      connection: runConnection(connection),
      source: source.toString(),
      limits,
      ...(leaveOut.held.ofSearch.length > 0 && { leaveOut: leaveOut.held.ofSearch }),
      ...this.balance(),
    };
    const { runs, clock } = this.deps;
    const checkLists = leaveOut.held.check;
    const once = { wanted: { ...wanted, now: clock.now() }, evenIfRunning: inProgress !== undefined };
    return startOnce(this.onceDeps(), once, (evenIfRunning) =>
      this.live.execute({
        title,
        connection,
        limits,
        source: order.source,
        opensResults: !isCount,
        start: (client, signal, onProgress) =>
          startRun({ runs, budget, client, clock, checkLists }, { ...order, evenIfRunning }, signal, onProgress),
      }),
    );
  }

  /** What the database knows about a search. */
  private known(wanted: Omit<WantedSearch, "now">): Promise<SameSearch> {
    return sameSearch(this.deps.runs, { ...wanted, now: this.deps.clock.now() });
  }

  private onceDeps(): AlreadyRunningDeps {
    return { ...this.deps, live: this.live };
  }

  private async budgetFor(
    { title, limits, isCount }: SearchToRun,
    {
      task,
      leaveOut,
      known,
    }: { readonly task: SearchTask; readonly leaveOut: LeaveOutPlan; readonly known: SameSearch },
    connection: ConnectionInfo,
  ): Promise<Budget | undefined> {
    const { budgets, clock } = this.deps;
    const plan = await planWithAccount(this.deps, limits, {
      total: known.counted?.lastTotal,
      operation: task.kind,
      leaveOut: leaveOut.counts,
    });
    const recent = isCount || connection.sandbox ? undefined : known.recent;
    if (recent === undefined) {
      return askForBudget(budgets, plan, { title, connection });
    }
    const choice = await askInWindow(recentQuestion(recent, plan, connection.label, clock.now()));
    if (choice === "open") {
      await this.deps.openResults(recent.header);
    }
    return choice === "again" ? budgets.agreed(plan.credits) : undefined;
  }

  /** The one way in which runs continue, whatever they are and whoever asks. */
  private async continueRun(runId: string, wanted: ContinueRequest = {}): Promise<void> {
    const { runs, clock, resumers } = this.deps;
    const before = await runs.summary(runId);
    if (before === undefined) {
      void window.showErrorMessage(runDeletedText());
      return;
    }
    if (before.stop === undefined) {
      void window.showInformationMessage(inProgressText());
      return;
    }
    const { purpose } = before.header;
    if (purpose !== "search" && purpose !== "count") {
      await resumers.get(purpose)?.(before);
      return;
    }
    const { held, changes } = await listsForResume(this.deps.leaveOut, before.header);
    const continuation = await askToContinue(this.deps, before, { ...wanted, changes });
    if (continuation === undefined) {
      return;
    }
    const { connection, limits, budget } = continuation;
    const { check: checkLists, ofSearch: leaveOut } = held;
    const change = { limits, leaveOut, connection: runConnection(connection), ...this.balance() };
    const summary = await this.live.execute({
      title: before.header.title,
      connection,
      limits,
      source: before.header.source,
      opensResults: purpose === "search",
      start: (client, signal, onProgress) =>
        resumeRun({ runs, budget, client, clock, checkLists }, runId, change, signal, onProgress),
    });
    this.showStop(summary);
  }

  /** Shows the notification in the background: one that is hidden never resolves. */
  private showStop(summary: RunSummary | undefined): void {
    if (summary !== undefined) {
      this.askAfterStop(summary).catch((error: unknown) =>
        this.deps.log(`The end of a run could not be shown: ${errorForLog(error)}.`),
      );
    }
  }

  private async askAfterStop(summary: RunSummary): Promise<void> {
    const { budgets, clock } = this.deps;
    const { header, stop, lastTotal } = summary;
    // A run that stops at once is not reported beside its tab, which is about to be opened.
    await this.live.opened(header.id);
    void showCompaniesNotice(this.deps, summary);
    const price = await budgets.price(header.connection.id, header.task.kind);
    const rest =
      stop?.kind === "budgetUsedUp"
        ? await planWithAccount(this.deps, header.limits, {
            total: lastTotal,
            soFar: summary,
            operation: header.task.kind,
          })
        : undefined;
    await showStopNotice(summary, {
      tab: this.deps.shown.visibilityOf(header.id),
      now: clock.now(),
      price,
      restCredits: rest !== undefined && rest.credits > 0 ? rest.credits : undefined,
      resume: (id, agreed) => this.continueRun(id, { agreed }),
      tryNow: (id) => this.tryNow(id),
    });
  }

  /** Tells the user so when it is running. */
  private refuseIfRunning(source: Uri): boolean {
    const isRunning = this.activityOf(source) !== undefined;
    if (isRunning) {
      void window.showInformationMessage(alreadyRunningText(searchNameOf(source)));
    }
    return isRunning;
  }

  /** Shows what prevents a run from starting, such as a full disk. An error of the service says what was sent. */
  private async showingErrors<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.deps.log(`A run could not be prepared: ${errorForLog(error)}.`);
      const text = errorText(error);
      void window.showErrorMessage(error instanceof ServiceFailure ? text : nothingSent(text));
      return undefined;
    }
  }

  private balance(): { readonly balance?: KnownBalance } {
    const balance = balanceOf(this.deps.account.current);
    return balance === undefined ? {} : { balance };
  }
}

const taskOf = ({ search, filters }: SearchDocument, leaveOut: LeaveOutPlan | undefined): SearchTask => ({
  kind: searchOperation(search),
  filters,
  leaveOutItems: leaveOut?.items,
});

function limitsOf({ fetch }: SearchDocument): RunLimits {
  return { records: fetch.records ?? defaultRecords, credits: fetch.credits, leaveOutKnown: fetch.leaveOutKnown };
}
