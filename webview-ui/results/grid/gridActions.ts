// The actions of the grid, whether by key, by mouse, or from a menu.
import { countText } from "../../../src/text/numbers";
import type { ColumnLayout } from "../../messages/results";
import { movedBefore, steppedBy, withPin, withVisibility, withWidth } from "../layoutEdits";
import type { PageActions } from "../pageActions";
import type { ResultsPageState } from "../resultsPageState";
import {
  countRows,
  extendTo,
  noSelection,
  selectAll,
  selectedShare,
  toggleRows,
  type GridSelection,
} from "../rowRanges";
import { boundsOf, isInBounds, type CellPlace, type RangeBounds, type GridColumnShape } from "./gridGeometry";
import type { GridView } from "./gridView";
import type { ShownRow } from "./shownRow";
import { cycledSort } from "./sortKeys";

export class GridActions {
  /** The page around the grid; set before the grid has any rows. */
  parent!: PageActions;
  /** All columns, in their order. */
  layout: readonly ColumnLayout[] = [];
  constructor(readonly drawing: GridView) {}

  get page(): ResultsPageState {
    return this.parent.page;
  }

  get count(): number {
    return this.drawing.count;
  }

  /** A visible column; `column` counts from 1, because the checkboxes are column 0. */
  columnAt(column: number): GridColumnShape | undefined {
    return this.drawing.columns[column - 1];
  }

  /** The focused row, once it has arrived. */
  focusedRow(): ShownRow | undefined {
    return this.drawing.window.row(this.drawing.focus.row);
  }

  /** The text of a cell as the host sent it: neither shortened nor neutralized. `undefined` if it has not arrived. */
  valueAt({ row, column }: CellPlace): string | undefined {
    const id = this.columnAt(column)?.id;
    const at = this.drawing.window.columns.findIndex((one) => one.id === id);
    return this.drawing.window.row(row)?.data.cells[at];
  }

  /** Moves the focus. The range stays only if the focus is in it. */
  moveFocus(row: number, column: number, keepRange = false): void {
    this.moveTo(row, column, keepRange);
    this.returnFocus();
  }

  /** Makes another row the current one while something else has the keyboard's focus. */
  showRow(row: number): void {
    this.moveTo(Math.max(0, row), this.drawing.focus.column, false);
  }

  private moveTo(row: number, column: number, keepRange: boolean): void {
    const { drawing } = this;
    const before = drawing.focus.row;
    const focus = {
      row: Math.max(-1, Math.min(this.count - 1, row)),
      column: Math.max(0, Math.min(drawing.columns.length, column)),
    };
    drawing.focus = focus;
    if (!keepRange) {
      drawing.range = undefined;
    }
    drawing.reveal();
    drawing.draw();
    if (focus.row !== before) {
      this.page.requestDetails();
    }
  }

  /** Moves the focus and extends the range of cells to it. */
  extendRange(row: number, column: number): void {
    const { focus, range } = this.drawing;
    const anchor = range?.anchor ?? focus;
    const end = {
      row: Math.max(0, Math.min(this.count - 1, row)),
      column: Math.max(1, Math.min(this.drawing.columns.length, column)),
    };
    if (anchor.row < 0 || this.count === 0) {
      return;
    }
    const next = { anchor: { row: anchor.row, column: Math.max(1, anchor.column) }, end };
    this.drawing.range = next;
    this.moveFocus(end.row, end.column, true);
    const { rows, columns } = boundsOf(next);
    this.drawing.announce(`${countText(rows[1] - rows[0])} × ${countText(columns[1] - columns[0] + 1)} cells`);
  }

  /** The range, or else the focused cell; `undefined` on a header or a checkbox. */
  cells(): RangeBounds | undefined {
    const { focus, range } = this.drawing;
    if (range !== undefined) {
      return boundsOf(range);
    }
    return focus.row < 0 || focus.column === 0 || this.count === 0
      ? undefined
      : boundsOf({ anchor: focus, end: focus });
  }

  isInRange(place: CellPlace): boolean {
    const { range } = this.drawing;
    return range !== undefined && isInBounds(boundsOf(range), place);
  }

  /** Two or three records that are selected, or else in the range; none if there are more or fewer. */
  comparable(): readonly number[] {
    const { selection, range } = this.drawing;
    const ranges = selection.ranges.length > 0 || range === undefined ? selection.ranges : [boundsOf(range).rows];
    return [2, 3].includes(countRows(ranges))
      ? ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
      : [];
  }

  compareOrShowDetails(): void {
    const rows = this.comparable();
    if (rows.length > 0) {
      this.parent.compare(rows);
    } else {
      this.parent.openDetails();
    }
  }

  copy(): void {
    const cells = this.cells();
    if (cells !== undefined) {
      const [first, last] = cells.columns;
      const columns = this.drawing.columns.slice(first - 1, last).map(({ id }) => id);
      this.page.copyCells([cells.rows], columns);
    }
  }

  openLink(): void {
    const { focus } = this.drawing;
    const column = this.columnAt(focus.column);
    if (column !== undefined && this.focusedRow()?.cells.get(column.id)?.isLink === true) {
      this.page.forRow("openCell", focus.row, { column: column.id });
    }
  }

  /** Selects the records of the range, or of the focused row; deselects them if all are selected. */
  toggleRecords(): void {
    const { focus, range, selection } = this.drawing;
    const rows = range === undefined ? ([focus.row, focus.row + 1] as const) : boundsOf(range).rows;
    this.select(toggleRows(selection, rows), true);
  }

  toggleRecord(row: number): void {
    this.select(toggleRows(this.drawing.selection, [row, row + 1]), true);
  }

  /** Selects the records from the last selected one to this one. */
  extendRecords(row: number): void {
    this.select(extendTo(this.drawing.selection, row), true);
  }

  toggleAll(): void {
    const isAll = selectedShare(this.drawing.selection, this.count) === "all";
    this.select(isAll ? noSelection : selectAll(this.count), false);
  }

  selectAll(): void {
    this.select(selectAll(this.count), false);
  }

  /** Removes the range, or else the selection; false if there is neither. */
  clear(): boolean {
    const { drawing } = this;
    if (drawing.range !== undefined) {
      drawing.range = undefined;
      drawing.draw();
      drawing.announce("Range removed");
      return true;
    }
    if (countRows(drawing.selection.ranges) === 0) {
      return false;
    }
    this.select(noSelection, false);
    return true;
  }

  private select(selection: GridSelection, keepHidden: boolean): void {
    this.drawing.selection = selection;
    this.drawing.draw();
    this.page.select(selection.ranges, keepHidden);
  }

  /** Cycles through ascending, descending and unsorted; with `add`, after the columns that are already sorted. */
  activateHeader(add: boolean, at = this.drawing.focus.column): void {
    const column = this.columnAt(at);
    if (column === undefined) {
      this.toggleAll();
    } else {
      this.page.sortBy(cycledSort(this.drawing.view.sort, column.id, add));
    }
  }

  setWidth(id: string, width: number): void {
    this.change(withWidth(this.layout, id, width), `${this.labelOf(id)} is ${countText(width)} pixels wide`);
  }

  setPinned(id: string, pinned: boolean): void {
    const isPinned = pinned ? "is pinned" : "is no longer pinned";
    this.change(withPin(this.layout, id, pinned), `${this.labelOf(id)} ${isPinned}`);
  }

  hide(id: string): void {
    this.change(withVisibility(this.layout, id, false), `${this.labelOf(id)} is hidden`);
  }

  /** Whether the column can move one step to the left or right among the pinned or the other columns. */
  canStep(id: string, by: 1 | -1): boolean {
    return steppedBy(this.layout, id, by) !== undefined;
  }

  step(id: string, by: 1 | -1): void {
    const next = steppedBy(this.layout, id, by);
    if (next === undefined) {
      this.drawing.announce("The column cannot be moved further.");
    } else {
      this.move(id, next);
    }
  }

  stepFocused(by: 1 | -1): void {
    const column = this.columnAt(this.drawing.focus.column);
    if (column !== undefined) {
      this.step(column.id, by);
    }
  }

  /** Moves a column in front of another visible one, or to the end. */
  moveBefore(id: string, before: string | undefined): void {
    this.move(id, movedBefore(this.layout, id, before));
  }

  private move(id: string, next: readonly ColumnLayout[]): void {
    const place = next.filter(({ visible }) => visible).findIndex((one) => one.id === id) + 1;
    this.change(next, `${this.labelOf(id)} is now column ${countText(place)}`);
  }

  private change(next: readonly ColumnLayout[], text: string): void {
    if (JSON.stringify(next) === JSON.stringify(this.layout)) {
      return;
    }
    this.drawing.range = undefined;
    this.drawing.announce(text);
    this.page.setLayout(next);
  }

  /** Opens the filter of a column below its header. */
  filterColumn(column: number): void {
    const id = this.columnAt(column)?.id;
    const anchor = this.drawing.cell({ row: -1, column })?.getBoundingClientRect();
    if (id !== undefined && anchor !== undefined) {
      this.parent.openColumnFilter(id, anchor, () => this.returnFocus());
    }
  }

  /** Moves the keyboard focus back to where it was in the grid. */
  returnFocus(): void {
    this.drawing.focusTarget()?.focus({ preventScroll: true });
  }

  private labelOf(id: string): string {
    return this.drawing.columns.find((column) => column.id === id)?.label ?? id;
  }
}
