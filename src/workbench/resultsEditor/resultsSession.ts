// One results tab and its page: answers windows of rows, sorts and filters, follows the run, and carries out what is asked.
import { commands, l10n, type Disposable, type Webview } from "vscode";
import {
  fromResultsPage,
  type ColumnPlace,
  type FromResultsPage,
  type ResultsInitial,
  type RowRange,
  type ToResultsPage,
  type ViewState,
} from "../../../webview-ui/messages/results";
import { indentedJson } from "../../export/insertAs";
import type { DeskStore } from "../../export/storeExport";
import { columnInfo, columnsOf, type ColumnInfo } from "../../rows/columns";
import { recordTitle } from "../../rows/record";
import { resultsOf, type RunSummary } from "../../runs/run";
import type { RunStore } from "../../runs/runStore";
import { parseExact } from "../../service/exactJson";
import { notFound, StoreError } from "../../store/storeError";
import { sandboxConnection } from "../connections/connectionStore";
import { errorForLog, errorText } from "../errorText";
import { commandIds } from "../commandIds";
import type { SearchRunner } from "../runActivity";
import { listenToPage } from "../webviewPage";
import { mergeLayout, rememberedLayout } from "./columnLayouts";
import type { ShowReply } from "./rawReply";
import { ResultsRows } from "./resultsRows";
import { isFiltered, isPlain, type RowsOrder } from "./rowsOrder";
import { RowActions, type RowActionsDeps } from "./rowActions";
import { runStatus } from "./runStatus";
import { SelectedRows } from "./selectedRows";
import type { ResultsChoice } from "./shownResults";

export interface ResultsSessionDeps extends Pick<RowActionsDeps, "exporter" | "openPeopleSearch" | "now"> {
  readonly store: Pick<DeskStore, "views" | "records" | "exports" | "profiles">;
  readonly runs: Pick<RunStore, "summary">;
  readonly runner: Pick<SearchRunner, "activity" | "fetchMore" | "resume" | "stop">;
  readonly log: (line: string) => void;
  readonly showReply: ShowReply;
  /** The run was deleted, or the database is damaged: there is nothing more to show. */
  readonly onLost: (error: StoreError) => void;
}

type Asked<Kind extends FromResultsPage["kind"]> = Extract<FromResultsPage, { readonly kind: Kind }>;

/** Cells longer than this are cut before they are sent; the page cuts shorter still. */
const longestCell = 400;
const longestRaw = 400_000;

export class ResultsSession implements Disposable {
  private revision = 1;
  private arranging: AbortController | undefined;
  private summing: AbortController | undefined;
  /** The user has sorted, filtered or selected: what the page kept is older. */
  private isTouched = false;
  private isDisposed = false;
  private refreshing: Promise<void> = Promise.resolve();
  private isRefreshQueued = false;
  private readonly rows: ResultsRows;
  private readonly selection: SelectedRows;
  private readonly actions: RowActions;
  private readonly listening: Disposable;

  /** Rejects with a `StoreError`. */
  static async open(webview: Webview, runId: string, deps: ResultsSessionDeps): Promise<ResultsSession> {
    const summary = await deps.runs.summary(runId);
    if (summary === undefined) {
      throw notFound();
    }
    const columns = columnsOf(summary.header.recordKind).map(columnInfo);
    const layout = await rememberedLayout(deps.store, summary.header.recordKind, columns);
    let session: ResultsSession | undefined;
    const rows = await ResultsRows.open(
      {
        store: deps.store,
        recordKind: summary.header.recordKind,
        source: resultsOf(summary.header),
        now: deps.now,
        onReplaced: () => session?.onReplaced(),
      },
      { filter: "", columns: visibleIn(layout) },
    );
    return (session = new ResultsSession(webview, deps, summary, columns, layout, rows));
  }

  private constructor(
    private readonly webview: Webview,
    private readonly deps: ResultsSessionDeps,
    private summary: RunSummary,
    private readonly columns: readonly ColumnInfo[],
    private layout: readonly ColumnPlace[],
    rows: ResultsRows,
  ) {
    this.rows = rows;
    this.selection = new SelectedRows(rows);
    this.actions = new RowActions({
      ...deps,
      run: summary.header,
      rows,
      selection: this.selection,
      notice: (text, problem) => this.notice(text, problem),
    });
    this.listening = listenToPage<FromResultsPage>(
      webview,
      fromResultsPage,
      (message) => void this.carryOut(message).catch(this.onFailure),
      (problem) => deps.log(`A message of a results page was refused: ${problem}`),
    );
  }

  /** What the page is opened with. */
  initial(): ResultsInitial {
    const { title, recordKind, connection } = this.summary.header;
    return {
      kind: "open",
      state: {
        title,
        recordKind,
        columns: this.columns.map(({ id, label, type }) => ({ id, label, numeric: type === "number" })),
        layout: this.layout,
        view: this.view(),
        run: this.status(),
        synthetic: connection.origin === sandboxConnection.origin,
      },
    };
  }

  /** Shows what was fetched since, here or in another window. */
  refresh(): Promise<void> {
    // One that waits will see everything: pages may come faster than rows can be sorted.
    if (!this.isRefreshQueued) {
      this.isRefreshQueued = true;
      this.refreshing = this.refreshing.then(() => this.readRun()).catch(this.onFailure);
    }
    return this.refreshing;
  }

  /** The run has not ended, and it is not this window that executes it. */
  isUnderWayElsewhere(): boolean {
    return this.summary.stop === undefined && this.deps.runner.activity(this.id) === undefined;
  }

  /** What is selected and shown now. */
  choice(): ResultsChoice {
    const { order, count } = this.rows;
    return { selected: this.selection.keys, shown: isPlain(order) ? undefined : { order, count } };
  }

  dispose(): void {
    this.isDisposed = true;
    this.listening.dispose();
    this.arranging?.abort();
    this.summing?.abort();
    this.rows.close();
  }

  private get id(): string {
    return this.summary.header.id;
  }

  private post(message: ToResultsPage): void {
    if (!this.isDisposed) {
      void this.webview.postMessage(message);
    }
  }

  private notice(text: string, problem = false): void {
    this.post({ kind: "notice", text, problem });
  }

  private readonly onFailure = (error: unknown): void => {
    if (this.isDisposed) {
      return;
    }
    this.deps.log(`Results of run ${this.id}: ${errorForLog(error)}`);
    if (isLoss(error)) {
      this.deps.onLost(error);
    } else {
      this.notice(errorText(error), true);
    }
  };

  private view(): ViewState {
    const { count, records, order } = this.rows;
    const { sort, filter, facet, quick = [] } = order;
    return {
      revision: this.revision,
      count,
      records,
      sort,
      filter,
      facet,
      quick,
      arranging: this.arranging !== undefined,
      selection: this.selection.ranges,
    };
  }

  private postView(): void {
    this.post({ kind: "view", view: this.view() });
  }

  private status(): ReturnType<typeof runStatus> {
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
    // Answers of a batch that were owned before add no records to its run.
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
    this.post({ kind: "run", run: this.status() });
  }

  /** Rows are in other places than before. */
  private async onMoved(): Promise<void> {
    this.revision += 1;
    await this.selection.relocate();
  }

  private onReplaced(): void {
    this.onMoved().then(() => this.postView(), this.onFailure);
  }

  /** Sorts and filters anew; what was under way is given up. */
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
      if (isLoss(error)) {
        this.onFailure(error);
      } else if (!own.signal.aborted) {
        this.deps.log(`The records of run ${this.id} could not be sorted or filtered: ${errorForLog(error)}`);
        this.notice(l10n.t("The records could not be sorted or filtered. They stand as before."), true);
      }
    }
    if (this.arranging === own) {
      this.arranging = undefined;
      this.postView();
    }
  }

  private async getRows({ id, revision, start, count }: Asked<"getRows">): Promise<void> {
    if (revision !== this.revision) {
      return;
    }
    try {
      const rows = (await this.rows.rows(start, count)).map(({ title, cells }) => ({
        title: cut(title),
        cells: cells.map(cut),
      }));
      this.post({ kind: "rows", id, revision, start, rows });
    } catch (error) {
      if (isLoss(error)) {
        return this.onFailure(error);
      }
      this.deps.log(`Rows ${start}–${start + count} of run ${this.id} could not be read: ${errorForLog(error)}`);
      this.post({
        kind: "rowsFailed",
        id,
        sentence: error instanceof Error ? error.message : l10n.t("Some rows could not be read."),
      });
    }
  }

  private async getDetails({ id, at, revision }: Asked<"getDetails">): Promise<void> {
    const json = revision === this.revision ? await this.actions.recordAt(at) : undefined;
    if (json !== undefined) {
      const record = parseExact(json);
      const raw = indentedJson(json);
      this.post({
        kind: "details",
        id,
        title: cut(recordTitle(this.summary.header.recordKind, record)),
        record,
        raw: raw.slice(0, longestRaw),
        rawCut: raw.length > longestRaw,
      });
    }
  }

  private async getSummary(id: number): Promise<void> {
    this.summing?.abort();
    const own = new AbortController();
    this.summing = own;
    const { count, order } = this.rows;
    try {
      this.post({
        kind: "summary",
        id,
        records: count,
        filtered: isFiltered(order),
        distributions: await this.rows.distributions(own.signal),
      });
    } catch (error) {
      if (!own.signal.aborted) {
        throw error;
      }
    }
  }

  private async setLayout(next: readonly ColumnPlace[], forget: boolean): Promise<void> {
    const before = visibleIn(this.layout);
    this.layout = mergeLayout(next, this.columns);
    const columns = visibleIn(this.layout);
    await this.deps.store.profiles.saveGridLayout(this.summary.header.recordKind, forget ? [] : this.layout);
    if (forget || columns.join("\n") !== before.join("\n")) {
      await this.selection.settled;
      await this.rows.arrange({ ...this.rows.order, columns }, new AbortController().signal);
      await this.onMoved();
      this.post({ kind: "layout", layout: this.layout, view: this.view() });
    }
  }

  /** A page that comes back gets what is so now; what it kept counts only in a tab that is new. */
  private async onReady(kept: Asked<"ready">["kept"]): Promise<void> {
    if (kept !== undefined && !this.isTouched) {
      this.isTouched = true;
      const { sort, filter, facet, quick } = kept;
      const order = { sort, filter, facet, quick, columns: visibleIn(this.layout) };
      if (!isPlain(order)) {
        await this.arrange(order);
      }
      if (kept.records === this.rows.records) {
        await this.selection.select(kept.selection, false);
        this.revision += 1;
      }
    }
    this.post({ kind: "initial", initial: this.initial() });
  }

  private async select(revision: number, selection: readonly RowRange[], keepHidden: boolean): Promise<void> {
    if (revision === this.revision) {
      await this.selection.select(selection, keepHidden);
    }
  }

  private async carryOut(message: FromResultsPage): Promise<void> {
    this.isTouched ||= message.kind === "arrange" || message.kind === "select";
    switch (message.kind) {
      case "ready":
        return this.onReady(message.kept);
      case "getRows":
        return this.getRows(message);
      case "arrange":
        return this.arrange({
          sort: message.sort,
          filter: message.filter,
          facet: message.facet,
          quick: message.quick,
          columns: visibleIn(this.layout),
        });
      case "cancelArrange":
        return this.arranging?.abort();
      case "select":
        return this.select(message.revision, message.selection, message.keepHidden);
      case "setLayout":
        return this.setLayout(message.layout, false);
      case "resetLayout":
        return this.setLayout([], true);
      case "getDetails":
        return this.getDetails(message);
      case "getSummary":
        return this.getSummary(message.id);
      case "copy":
        return message.revision === this.revision ? this.actions.copy(message, visibleIn(this.layout)) : undefined;
      case "copyRaw":
        return message.revision === this.revision ? this.actions.copyRaw(message.at) : undefined;
      case "export":
        return this.actions.exportRows(message.scope);
      case "fetchMore":
        return this.deps.runner.fetchMore(this.id, message.records);
      case "resume":
        return this.deps.runner.resume(this.id);
      case "showReply":
        return this.deps.showReply(this.id, this.summary.header.title);
      case "stop":
        return this.deps.runner.stop(this.id);
      case "connect":
        return void (await commands.executeCommand(commandIds.connect));
      case "findPeople":
        return this.actions.findPeople();
      case "openLink":
        return this.actions.openLink(message.url);
    }
  }
}

const visibleIn = (layout: readonly ColumnPlace[]): readonly string[] =>
  layout.filter((place) => place.visible).map((place) => place.id);

/** Nothing of the run can be shown any more. */
const isLoss = (error: unknown): error is StoreError =>
  error instanceof StoreError && (error.code === "NOT_FOUND" || error.code === "CORRUPT");

function cut(text: string): string {
  return text.length > longestCell ? text.slice(0, longestCell) : text;
}
