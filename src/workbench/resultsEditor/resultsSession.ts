// One run in a results tab: answers the page's requests for rows and actions, and sends it what changes in the run.
import { commands, l10n, type Disposable, type Webview } from "vscode";
import { changeFacet } from "../../../webview-ui/messages/changes";
import { listen, poster, type Handlers, type Post } from "../../../webview-ui/messages/procedures";
import {
  resultsProcedures,
  type ColumnLayout,
  type ResultsHeader,
  type ResultsInitial,
  type ResultsInput,
  type ResultsProcedures,
  type ResultsUpdates,
  type RunStatus,
  type ViewState,
} from "../../../webview-ui/messages/results";
import type { DeskStore } from "../../export/storeExport";
import { columnInfo, columnsOf, type ColumnInfo } from "../../rows/columns";
import { resultsOf, type RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import type { RecordKind } from "../../service/operations";
import { notFound, type StoreError } from "../../store/storeError";
import { sandboxConnection } from "../connections/connectionStore";
import { commandIds } from "../commandIds";
import { errorForLog, errorText } from "../errorText";
import type { SearchRunner } from "../runActivity";
import { mergeLayout, savedLayout } from "./columnLayouts";
import type { ShowReply } from "./rawReply";
import { ResultsRows } from "./resultsRows";
import { isPlain, type RowsOrder } from "./rowsOrder";
import { RowActions, type RowActionsDeps } from "./rowActions";
import { isFinalError, RowAnswers } from "./rowAnswers";
import { runStatus } from "./runStatus";
import { SelectedRows } from "./selectedRows";
import type { ResultsTabState } from "./resultsTabs";

/** The tab that a session belongs to. */
export interface ResultsTabHost {
  readonly header: () => ResultsHeader;
  /** Whether this facet can become a filter of the search. */
  readonly canNarrow: (facet: string) => boolean;
  readonly handlers: Pick<
    Handlers<ResultsProcedures>,
    "showRun" | "compareWith" | "editSearch" | "runAgain" | "renameSearch" | "narrowSearch"
  >;
}

export interface ResultsSessionDeps extends Pick<RowActionsDeps, "exporter" | "openPeopleSearch" | "lookUp" | "now"> {
  readonly tab: ResultsTabHost;
  readonly store: Pick<DeskStore, "views" | "records" | "exports" | "profiles">;
  readonly runs: Pick<RunStore, "summary">;
  readonly runner: Pick<SearchRunner, "activity" | "fetchMore" | "resume" | "stop">;
  readonly log: (line: string) => void;
  readonly showReply: ShowReply;
  /** The run was deleted or the database is damaged: nothing can be shown any more. */
  readonly onLost: (error: StoreError) => void;
}

/** What stays when a tab shows another run, or the same one compared with another. */
export interface CarriedState {
  readonly run: string;
  readonly recordKind: RecordKind;
  readonly order: RowsOrder;
  readonly selected: readonly number[];
  readonly revision: number;
}

export interface SessionStart {
  /** Id of the earlier run that the rows are compared with. */
  readonly since?: string | undefined;
  readonly carried?: CarriedState | undefined;
}

export class ResultsSession implements Disposable {
  private revision: number;
  private arranging: AbortController | undefined;
  /** The user has sorted, filtered or selected since the tab was opened: what a page saved is older. */
  private isTouched: boolean;
  private isDisposed = false;
  private refreshing: Promise<void> = Promise.resolve();
  private isRefreshQueued = false;
  private readonly rows: ResultsRows;
  private readonly selection: SelectedRows;
  private readonly actions: RowActions;
  private readonly answers: RowAnswers;
  private readonly post: Post<ResultsUpdates>;
  private readonly listening: Disposable;

  /** Rejects with a `StoreError`. */
  static async open(
    webview: Webview,
    runId: string,
    deps: ResultsSessionDeps,
    { since, carried }: SessionStart = {},
  ): Promise<ResultsSession> {
    const summary = await deps.runs.summary(runId);
    if (summary === undefined) {
      throw notFound();
    }
    const { recordKind } = summary.header;
    const columns = columnsOf(recordKind).map(columnInfo);
    const layout = await savedLayout(deps.store, recordKind, columns);
    const start = { since, carried: carried?.recordKind === recordKind ? carried : undefined };
    const source = resultsOf(summary.header);
    const opened: { session?: ResultsSession } = {};
    const rows = await ResultsRows.open(
      {
        store: deps.store,
        recordKind,
        source: source.kind === "run" ? { ...source, since } : source,
        now: deps.now,
        onReplaced: () => opened.session?.onReplaced(),
      },
      { ...allowedOrder(start.carried?.order ?? { filter: "" }, since), columns: visibleIn(layout) },
    );
    const session = new ResultsSession(webview, deps, summary, columns, layout, rows, start);
    opened.session = session;
    if (start.carried?.run === runId) {
      await session.selection.restore(start.carried.selected);
    }
    return session;
  }

  private constructor(
    webview: Webview,
    private readonly deps: ResultsSessionDeps,
    private summary: RunSummary,
    private readonly columns: readonly ColumnInfo[],
    private layout: readonly ColumnLayout[],
    rows: ResultsRows,
    private readonly start: SessionStart,
  ) {
    const { since, carried } = start;
    // What the page asks of the session before must not be answered by this one.
    this.revision = (carried?.revision ?? 0) + 1;
    this.isTouched = carried !== undefined;
    this.rows = rows;
    this.selection = new SelectedRows(rows);
    this.actions = new RowActions({
      ...deps,
      run: summary.header,
      since,
      rows,
      selection: this.selection,
      notice: (text, problem) => this.notice(text, problem),
    });
    const post = poster<ResultsUpdates>(webview);
    this.post = (name, payload) => (this.isDisposed ? undefined : post(name, payload));
    this.answers = new RowAnswers({
      ...{ store: deps.store, rows, post: this.post, onFailure: this.onFailure },
      ...{ log: deps.log, run: summary.header, canNarrow: deps.tab.canNarrow },
      revision: () => this.revision,
    });
    this.listening = listen(webview, resultsProcedures, this.handlers(), {
      onRefused: (problem) => deps.log(`A results page sent an invalid message: ${problem}`),
      onFailure: this.onFailure,
    });
  }

  /** The state that the page is opened with. */
  initial(): ResultsInitial {
    const { title, recordKind, connection } = this.summary.header;
    return {
      kind: "open",
      state: {
        header: this.deps.tab.header(),
        title,
        recordKind,
        columns: this.columns.map(({ id, label, type }) => ({ id, label, type })),
        layout: this.layout,
        view: this.view(),
        run: this.status(),
        synthetic: connection.origin === sandboxConnection.origin,
      },
    };
  }

  /** Shows what was fetched since, here or in another window. */
  refresh(): Promise<void> {
    // A queued refresh will see all changes: records may be fetched faster than rows can be sorted.
    if (!this.isRefreshQueued) {
      this.isRefreshQueued = true;
      this.refreshing = this.refreshing.then(() => this.readRun()).catch(this.onFailure);
    }
    return this.refreshing;
  }

  /** The run has not ended and is executed by another window. */
  isRunningInOtherWindow(): boolean {
    return this.summary.stop === undefined && this.deps.runner.activity(this.id) === undefined;
  }

  tabState(): ResultsTabState {
    const { order, count } = this.rows;
    return { selected: this.selection.keys, shown: { order: { ...order, since: this.start.since }, count } };
  }

  /** Tells the page that this run is shown now. */
  postInitial(): void {
    this.post("initial", this.initial());
  }

  postHeader(): void {
    this.post("header", this.deps.tab.header());
  }

  notice(text: string, problem = false): void {
    this.post("notice", { text, problem });
  }

  get carried(): CarriedState {
    const { recordKind } = this.summary.header;
    const { rows, selection, revision } = this;
    return { run: this.id, recordKind, order: rows.order, selected: selection.all, revision };
  }

  dispose(): void {
    this.isDisposed = true;
    this.listening.dispose();
    this.arranging?.abort();
    this.answers.dispose();
    this.rows.close();
  }

  private get id(): string {
    return this.summary.header.id;
  }

  private readonly onFailure = (error: unknown): void => {
    if (this.isDisposed) {
      return;
    }
    this.deps.log(`Results of run ${this.id}: ${errorForLog(error)}`);
    if (isFinalError(error)) {
      this.deps.onLost(error);
    } else {
      this.notice(errorText(error), true);
    }
  };

  private view(): ViewState {
    const { count, records, order } = this.rows;
    const { sort, filter, facets = [], columnFilters = [], quick = [] } = order;
    return {
      revision: this.revision,
      count,
      records,
      sort,
      filter,
      facets,
      columnFilters,
      quick,
      arranging: this.arranging !== undefined,
      selection: this.selection.ranges,
    };
  }

  private postView(): void {
    this.post("view", this.view());
  }

  private status(): RunStatus {
    return runStatus(this.summary, this.deps.runner.activity(this.id), this.deps.now());
  }

  private async readRun(): Promise<void> {
    this.isRefreshQueued = false;
    const before = this.rows.records;
    const next = await this.deps.runs.summary(this.id);
    if (next === undefined) {
      throw notFound();
    }
    const source = resultsOf(next.header);
    this.summary = next;
    // Records of a batch that were in the database before are not counted as the run's.
    if (next.records !== before || source.kind === "batch") {
      await this.selection.settled;
      await this.rows.grow();
      if (this.rows.records !== before) {
        if (!this.rows.growsAtEnd) {
          await this.onMoved();
        }
        this.postView();
      }
    }
    this.post("run", this.status());
  }

  /** Rows have changed their positions. */
  private async onMoved(): Promise<void> {
    this.revision += 1;
    await this.selection.relocate();
  }

  private onReplaced(): void {
    this.onMoved().then(() => this.postView(), this.onFailure);
  }

  /** Sorts and filters; cancels the current arrangement. */
  private async arrange(order: RowsOrder): Promise<void> {
    this.arranging?.abort();
    const own = new AbortController();
    this.arranging = own;
    this.postView();
    try {
      await this.selection.settled;
      await this.rows.arrange(order, own.signal);
      await this.onMoved();
    } catch (error) {
      if (isFinalError(error)) {
        this.onFailure(error);
      } else if (!own.signal.aborted) {
        this.deps.log(`The records of run ${this.id} could not be sorted or filtered: ${errorForLog(error)}`);
        this.notice(l10n.t("The records could not be sorted or filtered. Their order has not changed."), true);
      }
    }
    if (this.arranging === own) {
      this.arranging = undefined;
      this.postView();
    }
  }

  private async setLayout(next: readonly ColumnLayout[], forget: boolean): Promise<void> {
    const before = visibleIn(this.layout);
    this.layout = mergeLayout(next, this.columns);
    const columns = visibleIn(this.layout);
    await this.deps.store.profiles.saveGridLayout(this.summary.header.recordKind, forget ? [] : this.layout);
    if (forget || columns.join("\n") !== before.join("\n")) {
      await this.selection.settled;
      await this.rows.arrange({ ...this.rows.order, columns }, new AbortController().signal);
      await this.onMoved();
      this.post("layout", { layout: this.layout, view: this.view() });
    }
  }

  /** A page that was hidden gets the current state; what a page saved counts only in a new tab. */
  private async onReady({ saved }: ResultsInput<"ready">): Promise<void> {
    if (saved !== undefined && !this.isTouched) {
      this.isTouched = true;
      const order = { ...allowedOrder(saved, this.start.since), columns: visibleIn(this.layout) };
      if (!isPlain(order)) {
        await this.arrange(order);
      }
      if (saved.run === this.id && saved.records === this.rows.records) {
        await this.selection.select(saved.selection, false);
        this.revision += 1;
      }
    }
    this.postInitial();
  }

  private handlers(): Handlers<ResultsProcedures> {
    const { deps, actions, id } = this;
    const ifCurrent = (revision: number, act: () => Promise<void>): Promise<void> | undefined =>
      revision === this.revision ? act() : undefined;
    return {
      ready: (input) => this.onReady(input),
      ...this.answers.handlers,
      arrange: (order) => {
        this.isTouched = true;
        return this.arrange({ ...order, columns: visibleIn(this.layout) });
      },
      cancelArrange: () => this.arranging?.abort(),
      select: ({ revision, selection, keepHidden }) => {
        this.isTouched = true;
        return ifCurrent(revision, () => this.selection.select(selection, keepHidden));
      },
      setLayout: (layout) => this.setLayout(layout, false),
      resetLayout: () => this.setLayout([], true),
      copy: (input) => ifCurrent(input.revision, () => actions.copy(input, visibleIn(this.layout))),
      copyRaw: ({ revision, at }) => ifCurrent(revision, () => actions.copyRaw(at)),
      export: ({ scope }) => actions.exportRows(scope),
      fetchMore: ({ records }) => deps.runner.fetchMore(id, records),
      resume: () => deps.runner.resume(id),
      showReply: () => deps.showReply(id, this.summary.header.title),
      stop: () => deps.runner.stop(id),
      connect: () => commands.executeCommand(commandIds.connect),
      findPeople: (input) =>
        input === undefined ? actions.findPeople() : ifCurrent(input.revision, () => actions.findPeople(input.at)),
      lookUp: ({ revision, at, what }) => ifCurrent(revision, () => actions.lookUp(at, what)),
      openCell: ({ revision, at, column }) => ifCurrent(revision, () => actions.openCell(at, column)),
      ...deps.tab.handlers,
      openLink: ({ url }) => actions.openLink(url),
    };
  }
}

const visibleIn = (layout: readonly ColumnLayout[]): readonly string[] =>
  layout.filter(({ visible }) => visible).map(({ id }) => id);

/** The same without what this run does not allow: changes can be chosen only while runs are compared. */
function allowedOrder(
  { filter, sort, facets = [], columnFilters, quick }: Omit<RowsOrder, "columns">,
  since: string | undefined,
): Omit<RowsOrder, "columns"> {
  const allowed = facets.filter(({ id }) => since !== undefined || id !== changeFacet);
  return { filter, sort, facets: allowed, columnFilters, quick };
}
