// A results tab: shows the records of one source at a time, handles the requests of its page, and sends it the changes.
import { commands, type Disposable, type Webview, type WebviewPanel } from "vscode";
import { listen, poster, type Handlers, type Post } from "../../../webview-ui/messages/procedures";
import {
  resultsProcedures,
  type ColumnLayout,
  type ResultsAnswers,
  type ResultsHeader,
  type ResultsInitial,
  type ResultsProcedures,
  type ResultsState,
  type ResultsUpdates,
  type RunStatus,
} from "../../../webview-ui/messages/results";
import { isSameSource, type RowsOrder } from "../../app/rowSource";
import { notFound, StoreError } from "../../store/storeError";
import { coalesce } from "../coalesce";
import { commandIds } from "../commandIds";
import { askedBy } from "../dialogSteps";
import { errorForLog, errorText } from "../errorText";
import { renameList } from "../lists/changeLists";
import { readFetched } from "./fetchedResults";
import { tabName } from "./openResults";
import { showReply } from "./rawReply";
import { isFetchedAddress, type ResultsAddress } from "./resultsAddress";
import type { ResultsDesk, TabContent, TabResults } from "./resultsDesk";
import { withRequest, type OpenTab, type ShownRows, type TabChoices, type TabRequest } from "./resultsTabs";
import { rowHandlers, spendingHandlers } from "./rowActions";
import { rowAnswers } from "./rowAnswers";
import { readRuns } from "./runsResults";
import { statusOf } from "./runStatus";
import { openInBuilder } from "./searchOfRun";
import { ShownRecords } from "./shownRecords";
import { listDeletedText, runDeletedText, unreadableText } from "./unavailableText";

/** Records arrive several times a second while a run fetches; finding those of many runs again is slow. */
const fetchedRefreshMs = 1_000;
/** If a worker of the store stops again this soon, these records are the cause. */
const reopenAgainMs = 5_000;

export class ResultsTab implements OpenTab, Disposable {
  /** Absent until they are read, and while they cannot be shown. */
  private records: ShownRecords | undefined;
  /** The last results read; they contain the search even after its runs were deleted. */
  private results: TabResults = {};
  /** The user's choices for the records that are shown, or being opened. */
  private chosen: TabChoices;
  /** Why nothing is shown. */
  private unavailable: ResultsInitial | undefined;
  /** The page is loaded and has asked for its content. */
  private isPageReady = false;
  /** The page was loaded or is to show another place: it gets `chosen.page` with the records. */
  private isPageStateDue = false;
  private readonly refreshSoon: ReturnType<typeof coalesce>;
  private isDisposed = false;
  private reopenedAt = -Infinity;
  /** The last change in the queue: one at a time, because each may replace the records. */
  private last: Promise<void> = Promise.resolve();
  private isUpdateQueued = false;
  private readonly post: Post<ResultsUpdates>;
  private readonly listening: Disposable;
  private readonly remove: () => void;

  constructor(
    readonly address: ResultsAddress,
    private readonly panel: WebviewPanel,
    private readonly desk: ResultsDesk,
  ) {
    const chosen = desk.shown.chosenAt(address);
    this.chosen = address.kind === "run" ? { ...chosen, run: address.run } : chosen;
    const { webview } = panel;
    const post = poster<ResultsUpdates>(webview);
    this.post = (name, payload) => (this.isDisposed ? undefined : post(name, payload));
    this.listening = this.listen(webview);
    const refreshMs = isFetchedAddress(address) ? fetchedRefreshMs : undefined;
    this.refreshSoon = coalesce(() => void this.refresh(), refreshMs);
    this.remove = desk.shown.add(this);
  }

  get runId(): string | undefined {
    return isFetchedAddress(this.address) ? undefined : this.chosen.run;
  }

  /** Reads the content and shows it: the last one, or by default the most useful run. */
  refresh(): Promise<void> {
    // A queued update will see all changes: records may be fetched faster than rows can be sorted.
    if (!this.isUpdateQueued) {
      this.isUpdateQueued = true;
      this.enqueue(() => this.update());
    }
    return this.last;
  }

  readonly show = (request: TabRequest): void => {
    this.choose(withRequest(this.chosen, request));
    this.desk.shown.changed();
    void this.refresh();
  };

  readonly lookUpFocused = (): boolean => {
    const hasRows = this.records !== undefined && this.records.rows.count > 0;
    if (hasRows) {
      this.post("lookUpFocused", {});
    }
    return hasRows;
  };

  /** A run was created, changed, or deleted, in this or another window. */
  onRunsChanged(runId?: string): void {
    if (runId !== undefined && runId === this.runId) {
      void this.refresh();
    } else {
      this.refreshSoon.soon();
    }
  }

  /** Lists of records have changed: the marks of rows and the details show the lists of a record. */
  onListsChanged(): void {
    if (this.records !== undefined) {
      this.post("rowsChanged", { revision: this.records.revision });
    }
    this.refreshSoon.soon();
  }

  /** Leave-out lists have changed, so other records are hidden. */
  onLeaveOutChanged(): void {
    const { records } = this;
    if (records !== undefined) {
      void this.arrange(records, records.rows.order);
    }
    this.refreshSoon.soon();
  }

  /** Something was changed by another window. */
  onOtherWindow(): void {
    this.onRunsChanged(this.runId);
    this.onListsChanged();
  }

  readonly isVisible = (): boolean => this.panel.visible;
  readonly isActive = (): boolean => this.panel.active;
  readonly shown = (): ShownRows | undefined => this.records?.shown;

  dispose(): void {
    this.isDisposed = true;
    this.refreshSoon.dispose();
    this.listening.dispose();
    this.close();
    this.remove();
  }

  private close(): void {
    this.records?.close();
    this.records = undefined;
  }

  private choose(change: Partial<TabChoices>): void {
    this.chosen = { ...this.chosen, ...change };
    this.desk.shown.remember(this.address, this.chosen);
  }

  private enqueue(work: () => Promise<void>): void {
    this.last = this.last
      .then(() => (this.isDisposed ? undefined : work()))
      .catch((error: unknown) => {
        if (this.records === undefined || isDeleted(error)) {
          this.showUnavailable(error);
        } else {
          this.onFailure(error);
        }
      });
  }

  // What is shown

  /** Reads the current content and shows it. */
  private async update(): Promise<void> {
    this.isUpdateQueued = false;
    const { address, desk, chosen } = this;
    this.results = isFetchedAddress(address)
      ? await readFetched(desk.app, address, chosen.run)
      : await readRuns(desk.app, address, chosen, this.results.source);
    const { content } = this.results;
    if (content === undefined) {
      // If the page already says so, nothing changes until there is content.
      if (this.unavailable === undefined) {
        this.showUnavailable(notFound());
      }
      return;
    }
    // Lists are renamed, and the name of an unsaved search changes with its filters.
    this.panel.title = tabName(address, content.header().title);
    // Unless the user chose another run meanwhile.
    if (content.chosen !== chosen.run && this.chosen.run === chosen.run) {
      this.choose({ run: content.chosen, selection: [] });
    }
    const { records } = this;
    if (records === undefined || chosen.record !== undefined || !isSameContent(content, records.content)) {
      await this.open(content, records);
    } else {
      records.content = content;
      if (await records.grow()) {
        this.postView(records);
      }
      this.postRun(records);
      this.postHeader(records);
    }
    if (this.records !== undefined) {
      void this.countChanges(this.records);
    }
  }

  private async open(content: TabContent, before: ShownRecords | undefined): Promise<void> {
    const { record, page } = this.chosen;
    const records = await ShownRecords.open(this.desk, content, this.chosen, before);
    this.close();
    if (this.isDisposed) {
      records.close();
      return;
    }
    this.records = records;
    this.unavailable = undefined;
    if (record !== undefined) {
      const [selected] = records.selection.ranges;
      const place = { row: selected?.[0] ?? 0, column: 1, left: 0 };
      this.choose({ record: undefined, page: { ...page, details: selected !== undefined, place } });
      this.isPageStateDue = true;
    }
    this.postInitial();
    this.desk.shown.changed();
  }

  /** Counts the changes since the run that this one is compared with, unless the count is known. */
  private async countChanges(records: ShownRecords): Promise<void> {
    const { since, subject, changes } = records;
    const count = subject.run?.records;
    if (since === undefined || changes?.records === count) {
      return;
    }
    try {
      records.changes = { records: count, counts: await this.desk.app.store.changes.counts(since, subject.id) };
      this.postHeader(records);
    } catch (error) {
      this.desk.log(`The changes of run ${subject.id} could not be counted: ${errorForLog(error)}`);
    }
  }

  private showUnavailable(error: unknown): void {
    if (this.isDisposed) {
      return;
    }
    const { address, records, desk } = this;
    desk.log(`Results of ${this.runId ?? "many runs"} cannot be shown: ${errorForLog(error)}`);
    this.close();
    this.chosen = { ...this.chosen, run: undefined };
    let sentence = unreadableText(error);
    if (isDeleted(error)) {
      desk.shown.remember(address, undefined);
      sentence = isFetchedAddress(address) ? listDeletedText : runDeletedText(records?.subject.run);
    }
    desk.shown.changed();
    const canOpenSearch = this.results.search !== undefined;
    this.unavailable = { kind: "unavailable", sentence, canEditSearch: canOpenSearch, canRunAgain: canOpenSearch };
    this.postInitial();
  }

  // What the page is sent

  private postInitial(): void {
    const { records, unavailable } = this;
    if (!this.isPageReady) {
      return;
    }
    if (records !== undefined) {
      const page = this.isPageStateDue ? this.chosen.page : undefined;
      this.isPageStateDue = false;
      this.post("initial", { kind: "open", page, state: this.stateOf(records) });
    } else if (unavailable !== undefined) {
      this.post("initial", unavailable);
    }
  }

  private stateOf(records: ShownRecords): ResultsState {
    const { subject, columns, layout, view } = records;
    return {
      header: this.headerOf(records),
      recordKind: subject.recordKind,
      columns: columns.map(({ id, label, type, isEditable }) => ({ id, label, type, isEditable })),
      layout,
      view,
      run: this.statusOf(records),
      synthetic: subject.synthetic,
    };
  }

  private headerOf({ content, changes }: ShownRecords): ResultsHeader {
    return content.header(changes?.counts);
  }

  private statusOf({ subject }: ShownRecords): RunStatus {
    return statusOf(subject, this.desk.runner.activity(subject.id), this.desk.app.clock.now());
  }

  private postRun(records: ShownRecords): void {
    if (records === this.records) {
      this.post("run", this.statusOf(records));
    }
  }

  private postHeader(records: ShownRecords): void {
    if (records === this.records) {
      this.post("header", this.headerOf(records));
    }
  }

  private postView(records: ShownRecords): void {
    if (records === this.records) {
      this.post("view", records.view);
      this.remember(records);
    }
  }

  private postLayout(records: ShownRecords): void {
    if (records === this.records) {
      this.post("layout", { layout: records.layout, view: records.view });
    }
  }

  private readonly notice = (text: string, problem = false): void => this.post("notice", { text, problem });

  /** Saves the arrangement of the rows, so that the tab restores it after a reload. */
  private remember({ rows, selection }: ShownRecords): void {
    const { sort, filter, columnFilters = [], quick = [] } = rows.order;
    const order = { sort, filter, columnFilters, quick };
    this.choose({ order, selection: selection.ranges, records: rows.records });
  }

  // What the page asks for

  private listen(webview: Webview): Disposable {
    return listen(webview, resultsProcedures, this.handlers(), {
      onRefused: (problem) => this.desk.log(`A results page sent an invalid message: ${problem}`),
      onFailure: (error) => this.onFailure(error),
      around: (call, input) => this.handle(call, input),
    });
  }

  /** Ignores requests for rows that have moved since, and failures about records that were replaced meanwhile. */
  private async handle(call: () => Promise<unknown>, input: unknown): Promise<unknown> {
    const { records } = this;
    const { revision } = (input ?? {}) as { readonly revision?: number };
    if (revision !== undefined && revision !== records?.revision) {
      return undefined;
    }
    try {
      return await askedBy(this.isActive, call);
    } catch (error) {
      if (records === this.records) {
        throw error;
      }
      return undefined;
    }
  }

  private onFailure(error: unknown): void {
    const { records, desk } = this;
    if (this.isDisposed) {
      return;
    }
    desk.log(`Results of ${this.runId ?? "many runs"}: ${errorForLog(error)}`);
    const now = desk.app.clock.now();
    if (isDeleted(error)) {
      // The next older run is shown then.
      void this.refresh();
    } else if (isDamaged(error)) {
      this.showUnavailable(error);
    } else if (records !== undefined && isViewLost(error) && now >= this.reopenedAt + reopenAgainMs) {
      this.reopenedAt = now;
      this.close();
      this.enqueue(() => this.open(records.content, records));
    } else {
      this.notice(errorText(error), true);
    }
  }

  private handlers(): Handlers<ResultsProcedures, ResultsAnswers> {
    const { desk } = this;
    const current = (): ShownRecords => {
      if (this.records === undefined) {
        throw notFound();
      }
      return this.records;
    };
    const readStatus = async (): Promise<RunStatus> => {
      await this.refresh();
      return this.statusOf(current());
    };
    return {
      ready: () => {
        this.isPageReady = true;
        this.isPageStateDue = true;
        this.postInitial();
      },
      keep: (page) => this.choose({ page }),
      ...this.searchHandlers(),
      ...rowAnswers(current),
      ...rowHandlers(current, this.notice),
      ...spendingHandlers(current, readStatus, this.notice),
      arrange: (order) => this.arrange(current(), order),
      cancelArrange: () => this.records?.cancelArrange(),
      select: async ({ selection, keepHidden }) => {
        const records = current();
        await records.selection.select(selection, keepHidden);
        this.remember(records);
      },
      setLayout: (layout) => this.setLayout(current(), layout),
      resetLayout: () => this.setLayout(current(), undefined),
      openRun: ({ run }) => this.openRun(run),
      showReply: () => showReply(current().subject.id, current().subject.title),
      stop: () => desk.runner.stop(current().subject.id),
      connect: () => commands.executeCommand(commandIds.connect),
      enterNewKey: () =>
        commands.executeCommand(commandIds.enterNewKey, { run: { header: { id: current().subject.id } } }),
    };
  }

  /** The page's requests about the run that is shown and its search, which may have no runs. */
  private searchHandlers() {
    const { desk, address } = this;
    const { searchOfRun } = desk;
    return {
      showRun: async ({ run }) => {
        const isOffered = this.records?.content.header().runs.some(({ id }) => id === run) === true;
        if (!isOffered || run === this.chosen.run) {
          return;
        }
        if (address.kind === "run") {
          await this.openRun(run);
        } else {
          this.show({ run });
        }
      },
      showAll: () => this.show({}),
      editSearch: async () => {
        const { run, search } = this.shownRun();
        if (run !== undefined) {
          await searchOfRun.edit(run);
        } else if (search !== undefined) {
          await openInBuilder(search);
        }
      },
      runAgain: async () => {
        const { run, search } = this.shownRun();
        if (run !== undefined) {
          await searchOfRun.runAgain(run);
        } else if (search !== undefined) {
          await commands.executeCommand(commandIds.runSearch, search);
        }
      },
      renameSearch: async () => {
        const { run } = this.shownRun();
        if (address.kind === "list") {
          await renameList(address.list, desk.recordLists);
        } else if (run !== undefined) {
          await searchOfRun.rename(run);
        }
      },
      narrowSearch: async ({ column, values }) => {
        const { run } = this.shownRun();
        if (run !== undefined) {
          await searchOfRun.narrow(run, column, values);
        }
      },
    } satisfies Partial<Handlers<ResultsProcedures>>;
  }

  /** The run that is shown, and the URI of the saved search. */
  private shownRun() {
    return { run: this.records?.subject.run, search: this.results.search };
  }

  private async openRun(id: string): Promise<void> {
    const run = await this.desk.app.runs.summary(id);
    if (run !== undefined) {
      await this.desk.openResults(run.header);
    }
  }

  private async arrange(records: ShownRecords, order: Omit<RowsOrder, "columns">): Promise<void> {
    const { quick = [] } = records.rows.order;
    const arranged = records.arrange(order);
    this.postView(records);
    try {
      await arranged;
    } catch (error) {
      this.onArrangeFailure(error);
    }
    if (quick.join() !== (records.rows.order.quick ?? []).join()) {
      this.postLayout(records);
    }
    this.postView(records);
  }

  private onArrangeFailure(error: unknown): void {
    if (isDeleted(error) || isDamaged(error) || isViewLost(error)) {
      this.onFailure(error);
    } else {
      this.desk.log(`The records could not be sorted or filtered: ${errorForLog(error)}`);
      this.notice("The records could not be sorted or filtered. Their order has not changed.", true);
    }
  }

  /** `undefined` resets the columns. */
  private async setLayout(records: ShownRecords, layout: readonly ColumnLayout[] | undefined): Promise<void> {
    if (await records.setLayout(layout)) {
      this.postLayout(records);
    }
  }
}

/** The same records, compared in the same way. */
const isSameContent = (one: TabContent, other: TabContent): boolean =>
  one.since === other.since && isSameSource(one.subject, other.subject);

const isDeleted = (error: unknown): boolean => error instanceof StoreError && error.code === "NOT_FOUND";
const isDamaged = (error: unknown): boolean => error instanceof StoreError && error.code === "CORRUPT";

/** The store's worker has stopped: the next call starts another one, which does not have the view. */
const isViewLost = (error: unknown): boolean =>
  error instanceof StoreError && (error.code === "VIEW_CLOSED" || error.code === "FAILED");
