// The records in a results tab: handles the page's requests for rows and actions, and sends it the changes.
import { commands, type Disposable, type Webview } from "vscode";
import { listen, poster, type Handlers, type Post } from "../../../webview-ui/messages/procedures";
import {
  resultsProcedures,
  type ColumnLayout,
  type ResultsAnswers,
  type PageState,
  type ResultsInitial,
  type ResultsProcedures,
  type ResultsUpdates,
  type RunStatus,
  type ViewState,
} from "../../../webview-ui/messages/results";
import { comparedWith, allowedOrder, type RowsOrder } from "../../app/rowSource";
import type { ColumnInfo } from "../../records/columns";
import { notFound, StoreError } from "../../store/storeError";
import { commandIds } from "../commandIds";
import { askedBy } from "../dialogSteps";
import { errorForLog, errorText } from "../errorText";
import { gridColumns, mergeLayout, savedLayout, shownIn } from "./columnLayouts";
import { withFoundColumns, withoutFoundColumns } from "./quickColumns";
import { showReply } from "./rawReply";
import type { ResultsDesk, ResultsSubject, ResultsTabHost, ShownRecords, TabContent } from "./resultsDesk";
import { ResultsRows } from "./resultsRows";
import { newTab, type ResultsTabState } from "./resultsTabs";
import { rowHandlers, spendingHandlers } from "./rowActions";
import { rowAnswers } from "./rowAnswers";
import { partStatus, runStatus } from "./runStatus";
import { SelectedRows } from "./selectedRows";

export class ResultsSession implements Disposable, ShownRecords {
  readonly since: string | undefined;
  /** The source of the shown records. */
  subject: ResultsSubject;
  readonly selection: SelectedRows;
  private arranging: AbortController | undefined;
  private isDisposed = false;
  private refreshing: Promise<void> = Promise.resolve();
  private isRefreshQueued = false;
  private readonly post: Post<ResultsUpdates>;
  private readonly listening: Disposable;

  /** `before` is the tab's previous session. Rejects with a `StoreError`. */
  static async open(
    webview: Webview,
    content: TabContent,
    tab: ResultsTabHost,
    desk: ResultsDesk,
    before: ResultsSession | undefined,
  ): Promise<ResultsSession> {
    const { recordKind, id } = content.subject;
    const { store } = desk.app;
    const { record, selection, records } = tab.chosen;
    const source = comparedWith(content.subject, content.since);
    const columns = await gridColumns(store, source);
    const layout = await savedLayout(store, recordKind, columns);
    // Other kinds of records have different columns.
    const chosen = (before?.subject.recordKind ?? recordKind) === recordKind ? tab.chosen : newTab;
    const allowed = allowedOrder(chosen.order, content.since);
    const order = { ...allowed, columns: shownIn(withFoundColumns(layout, allowed.quick)) };
    const rows = await ResultsRows.open(desk.app, source, order);
    // The page's requests to the previous session must be stale in this one.
    const revision = (before?.revision ?? 0) + 1;
    const session = new ResultsSession(webview, desk, tab, content, columns, layout, rows, revision);
    if (record !== undefined) {
      await session.selection.restore([record]);
    } else if (before?.id === id) {
      await session.selection.restore(before.selection.all);
    } else if (records === rows.records) {
      await session.selection.select(selection, false);
    }
    return session;
  }

  private constructor(
    webview: Webview,
    readonly desk: ResultsDesk,
    readonly tab: ResultsTabHost,
    private readonly content: TabContent,
    private readonly columns: readonly ColumnInfo[],
    private layout: readonly ColumnLayout[],
    readonly rows: ResultsRows,
    private revision: number,
  ) {
    this.since = content.since;
    this.subject = content.subject;
    this.selection = new SelectedRows(rows);
    const post = poster<ResultsUpdates>(webview);
    this.post = (name, payload) => (this.isDisposed ? undefined : post(name, payload));
    this.listening = listen(webview, resultsProcedures, this.handlers(), {
      onRefused: (problem) => desk.log(`A results page sent an invalid message: ${problem}`),
      onFailure: this.onFailure,
      around: async (call, input) => (this.isStale(input) ? undefined : askedBy(() => tab.isActive(), call)),
    });
  }

  /** `page` is the state to restore in a page that was just loaded. */
  initial(page?: PageState): ResultsInitial {
    const { recordKind, synthetic } = this.subject;
    return {
      kind: "open",
      page,
      state: {
        header: this.tab.header(),
        recordKind,
        columns: this.columns.map(({ id, label, type, isEditable }) => ({ id, label, type, isEditable })),
        layout: withFoundColumns(this.layout, this.rows.order.quick),
        view: this.view(),
        run: this.status(),
        synthetic,
      },
    };
  }

  /** Shows records fetched since the last refresh, in this or another window. */
  refresh(): Promise<void> {
    // A queued refresh will see all changes: records may be fetched faster than rows can be sorted.
    if (!this.isRefreshQueued) {
      this.isRefreshQueued = true;
      this.refreshing = this.refreshing.then(() => this.readRun()).catch(this.onFailure);
    }
    return this.refreshing;
  }

  /** Leave-out lists have changed, so other records are hidden. */
  onLeaveOutChanged(): void {
    this.arrange(this.rows.order).catch(this.onFailure);
  }

  /** Lists of records have changed: the marks of rows and the details show the lists of a record. */
  onListsChanged(): void {
    this.post("rowsChanged", { revision: this.revision });
  }

  tabState(): ResultsTabState {
    const { order, count } = this.rows;
    return { selected: this.selection.keys, shown: { order: { ...order, since: this.since }, count } };
  }

  lookUpFocused(): boolean {
    if (this.rows.count > 0) {
      this.post("lookUpFocused", {});
    }
    return this.rows.count > 0;
  }

  postHeader(): void {
    this.post("header", this.tab.header());
  }

  readonly notice = (text: string, problem = false): void => this.post("notice", { text, problem });

  dispose(): void {
    this.isDisposed = true;
    this.listening.dispose();
    this.arranging?.abort();
    this.rows.close();
  }

  private get id(): string {
    return this.subject.id;
  }

  private readonly onFailure = (error: unknown): void => {
    if (this.isDisposed) {
      return;
    }
    this.desk.log(`Results of run ${this.id}: ${errorForLog(error)}`);
    if (isFinalError(error)) {
      this.tab.onLost(error);
    } else if (isViewLost(error) && this.tab.reopen()) {
      this.isDisposed = true;
    } else {
      this.notice(errorText(error), true);
    }
  };

  private view(): ViewState {
    const { count, records, leftOut, order } = this.rows;
    const { sort, filter, columnFilters = [], quick = [] } = order;
    return {
      revision: this.revision,
      count,
      records,
      ...(this.desk.leaveOut.applyTo(this.subject.run?.header) && { leftOut }),
      sort,
      filter,
      columnFilters,
      quick,
      arranging: this.arranging !== undefined,
      selection: this.selection.ranges,
    };
  }

  private postView(): void {
    this.post("view", this.view());
    this.remember();
  }

  /** Saves the arrangement of the rows, so that the tab restores it after a reload. */
  private remember(): void {
    const { sort, filter, columnFilters = [], quick = [] } = this.rows.order;
    const order = { sort, filter, columnFilters, quick };
    this.tab.choose({ order, selection: this.selection.ranges, records: this.rows.records });
  }

  /** The state of the run; records of many runs cannot be continued. */
  private status(): RunStatus {
    const { run, sentence = "", noRows, first } = this.subject;
    if (run === undefined) {
      return { state: "", sentence, remarks: [], actions: [], finished: true, noRows, more: 0 };
    }
    return first === undefined
      ? runStatus(run, this.desk.runner.activity(this.id), this.desk.app.clock.now())
      : partStatus(run, first);
  }

  private async readRun(): Promise<void> {
    this.isRefreshQueued = false;
    const before = this.rows.fetched;
    const next = await this.content.read();
    if (next === undefined) {
      throw notFound();
    }
    this.subject = next;
    // Only for the pages of a single run does the count say whether there is something new.
    if (next.view.kind !== "run" || next.run?.records !== before) {
      await this.selection.settled;
      await this.rows.grow();
      // New versions can replace records of many runs without changing their number.
      if (next.run === undefined || this.rows.fetched !== before) {
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

  /** Requests of the page for rows that have moved since are ignored. */
  private isStale(input: unknown): boolean {
    const { revision = this.revision } = (input ?? {}) as { readonly revision?: number };
    return revision !== this.revision;
  }

  /** Sorts and filters; cancels the current arrangement. */
  private async arrange(order: RowsOrder): Promise<void> {
    this.arranging?.abort();
    const own = new AbortController();
    const { quick = [] } = this.rows.order;
    this.arranging = own;
    this.postView();
    try {
      await this.selection.settled;
      await this.rows.arrange(order, own.signal);
      await this.onMoved();
    } catch (error) {
      if (isFinalError(error) || isViewLost(error)) {
        this.onFailure(error);
      } else if (!own.signal.aborted) {
        this.desk.log(`The records of run ${this.id} could not be sorted or filtered: ${errorForLog(error)}`);
        this.notice("The records could not be sorted or filtered. Their order has not changed.", true);
      }
    }
    if (this.arranging === own) {
      this.arranging = undefined;
      if (quick.join() !== (this.rows.order.quick ?? []).join()) {
        this.postLayout();
      }
      this.postView();
    }
  }

  private postLayout(): void {
    this.post("layout", { layout: withFoundColumns(this.layout, this.rows.order.quick), view: this.view() });
  }

  /** Adds the columns that the grid shows with this order. */
  private withColumns<T extends Pick<RowsOrder, "quick">>(order: T): T & Pick<RowsOrder, "columns"> {
    return { ...order, columns: shownIn(withFoundColumns(this.layout, order.quick)) };
  }

  private async setLayout(next: readonly ColumnLayout[], forget: boolean): Promise<void> {
    const { order } = this.rows;
    this.layout = mergeLayout(withoutFoundColumns(next, order.quick, this.layout), this.columns);
    const arranged = this.withColumns(order);
    await this.desk.app.store.profiles.saveGridLayout(this.subject.recordKind, forget ? [] : this.layout);
    if (forget || arranged.columns.join("\n") !== order.columns.join("\n")) {
      await this.selection.settled;
      await this.rows.arrange(arranged, new AbortController().signal);
      await this.onMoved();
      this.postLayout();
    }
  }

  private handlers(): Handlers<ResultsProcedures, ResultsAnswers> {
    const { desk, tab, id } = this;
    return {
      ready: () => tab.onPageReady(),
      keep: (page) => tab.choose({ page }),
      ...rowAnswers(this),
      ...rowHandlers(this),
      ...spendingHandlers(this, () => this.refresh().then(() => this.status())),
      ...tab.handlers(),
      arrange: (order) => this.arrange(this.withColumns(order)),
      cancelArrange: () => this.arranging?.abort(),
      select: async ({ selection, keepHidden }) => {
        await this.selection.select(selection, keepHidden);
        this.remember();
      },
      setLayout: (layout) => this.setLayout(layout, false),
      resetLayout: () => this.setLayout([], true),
      openRun: async ({ run: of }) => {
        const run = await desk.app.runs.summary(of);
        await (run && desk.openResults(run.header));
      },
      showReply: () => showReply(id, this.subject.title),
      stop: () => desk.runner.stop(id),
      connect: () => commands.executeCommand(commandIds.connect),
      enterNewKey: () => commands.executeCommand(commandIds.enterNewKey, { run: { header: { id } } }),
    };
  }
}

/** The run was deleted or the database is damaged. */
const isFinalError = (error: unknown): error is StoreError =>
  error instanceof StoreError && (error.code === "NOT_FOUND" || error.code === "CORRUPT");

/** The store's worker has stopped: the next call starts another one, which does not have the view. */
const isViewLost = (error: unknown): boolean =>
  error instanceof StoreError && (error.code === "VIEW_CLOSED" || error.code === "FAILED");
