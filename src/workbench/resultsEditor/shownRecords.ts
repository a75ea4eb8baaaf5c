// The records that a results tab shows: the window of rows in the store, its columns and its selection.
import type { ColumnLayout, ViewState } from "../../../webview-ui/messages/results";
import { allowedOrder, comparedWith, type RowsOrder } from "../../app/rowSource";
import type { ColumnInfo } from "../../records/columns";
import type { ChangeCounts } from "../../store/changes";
import { gridColumns, mergeLayout, savedLayout, shownIn } from "./columnLayouts";
import { withFoundColumns, withoutFoundColumns } from "./quickColumns";
import type { ResultsDesk, ResultsSubject, TabContent } from "./resultsDesk";
import { ResultsRows } from "./resultsRows";
import { newTab, type ShownRows, type TabChoices } from "./resultsTabs";
import { SelectedRows } from "./selectedRows";

type Order = Omit<RowsOrder, "columns">;

export class ShownRecords {
  readonly selection: SelectedRows;
  /** The changes since the earlier run, once they are counted, and the number of records then. */
  changes: { readonly records: number | undefined; readonly counts: ChangeCounts } | undefined;
  private arranging: AbortController | undefined;

  /** Opens the content as the user chose it; `before` are the tab's previous records. Rejects with a `StoreError`. */
  static async open(
    desk: ResultsDesk,
    content: TabContent,
    chosen: TabChoices,
    before: ShownRecords | undefined,
  ): Promise<ShownRecords> {
    const { subject, since } = content;
    const source = comparedWith(subject, since);
    const columns = await gridColumns(desk.app.store, source);
    const layout = await savedLayout(desk.app.store, subject.recordKind, columns);
    // Other kinds of records have different columns.
    const isOtherKind = before !== undefined && before.subject.recordKind !== subject.recordKind;
    const order = withColumns(layout, allowedOrder(isOtherKind ? newTab.order : chosen.order, since));
    const rows = await ResultsRows.open(desk.app, source, order);
    const opened = new ShownRecords(desk, content, columns, layout, rows, (before?.revision ?? 0) + 1);
    if (chosen.record !== undefined) {
      await opened.selection.restore([chosen.record]);
    } else if (before?.subject.id === subject.id) {
      await opened.selection.restore(before.selection.all);
    } else if (chosen.records === rows.records) {
      await opened.selection.select(chosen.selection, false);
    }
    return opened;
  }

  private constructor(
    readonly desk: ResultsDesk,
    /** Read again when something changes. */
    public content: TabContent,
    readonly columns: readonly ColumnInfo[],
    /** The user's columns, without those that quick filters show instead. */
    private ownLayout: readonly ColumnLayout[],
    readonly rows: ResultsRows,
    /** Increases when rows change their positions: requests of the page for earlier positions are ignored. */
    public revision: number,
  ) {
    this.selection = new SelectedRows(rows);
  }

  get subject(): ResultsSubject {
    return this.content.subject;
  }

  /** Id of the earlier run that the rows are compared with. */
  get since(): string | undefined {
    return this.content.since;
  }

  /** The columns that the grid shows. */
  get layout(): readonly ColumnLayout[] {
    return withFoundColumns(this.ownLayout, this.rows.order.quick);
  }

  get view(): ViewState {
    const { desk, rows, subject, revision, arranging, selection } = this;
    const { count, records, leftOut, order } = rows;
    const { sort, filter, columnFilters = [], quick = [] } = order;
    return {
      ...{ revision, count, records, sort, filter, columnFilters, quick },
      leftOut: desk.leaveOut.applyTo(subject.run?.header) ? leftOut : undefined,
      arranging: arranging !== undefined,
      selection: selection.ranges,
    };
  }

  get shown(): ShownRows {
    const { rows, selection, since } = this;
    const shown = { order: { ...rows.order, since }, count: rows.count };
    return { source: this.subject, state: { selected: selection.keys, shown } };
  }

  /** Adds the records fetched since the last time, in this or another window. Resolves to whether there are any. */
  async grow(): Promise<boolean> {
    const { rows, selection } = this;
    const { view, run } = this.subject;
    const before = rows.fetched;
    // Only for the pages of a single run does the count say whether there is something new.
    if (view.kind === "run" && run?.records === before) {
      return false;
    }
    await selection.settled;
    await rows.grow();
    // New versions can replace records of many runs without changing their number.
    if (run !== undefined && rows.fetched === before) {
      return false;
    }
    if (!rows.growsAtEnd) {
      await this.onMoved();
    }
    return true;
  }

  /** Sorts and filters; cancels the current arrangement. If canceled itself, the rows do not change. */
  async arrange(order: Order): Promise<void> {
    this.cancelArrange();
    const own = new AbortController();
    this.arranging = own;
    try {
      await this.selection.settled;
      await this.rows.arrange(withColumns(this.ownLayout, order), own.signal);
      await this.onMoved();
    } catch (error) {
      if (!own.signal.aborted) {
        throw error;
      }
    } finally {
      if (this.arranging === own) {
        this.arranging = undefined;
      }
    }
  }

  cancelArrange(): void {
    this.arranging?.abort();
  }

  /** Saves the user's columns, or resets them. Resolves to whether the grid must draw other ones. */
  async setLayout(next: readonly ColumnLayout[] | undefined): Promise<boolean> {
    const { order } = this.rows;
    this.ownLayout = mergeLayout(withoutFoundColumns(next ?? [], order.quick, this.ownLayout), this.columns);
    const saved = next === undefined ? [] : this.ownLayout;
    await this.desk.app.store.profiles.saveGridLayout(this.subject.recordKind, saved);
    const { columns } = withColumns(this.ownLayout, order);
    if (next !== undefined && columns.join("\n") === order.columns.join("\n")) {
      return false;
    }
    await this.arrange(order);
    return true;
  }

  close(): void {
    this.cancelArrange();
    this.rows.close();
  }

  private async onMoved(): Promise<void> {
    this.revision += 1;
    await this.selection.relocate();
  }
}

/** Adds the columns that the grid shows with this order. */
const withColumns = (layout: readonly ColumnLayout[], order: Order): RowsOrder => ({
  ...order,
  columns: shownIn(withFoundColumns(layout, order.quick)),
});
