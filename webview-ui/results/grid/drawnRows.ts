// The rows drawn in the grid, as templates: the visible rows in their order, and the focused row wherever it is.
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { openLinkKeys } from "../texts";
import { type GridColumnShape, isInBounds, type CellPlace, type RangeBounds } from "./gridGeometry";
import type { ShownCell, ShownRow } from "./shownRow";

/** Everything that determines how the rows are drawn. */
export interface DrawInput {
  /** Row -1 is the header. */
  readonly focus: CellPlace;
  readonly columns: readonly GridColumnShape[];
  /** How many columns stay in place when the others scroll. */
  readonly stuck: number;
  /** Indexes of the columns drawn. */
  readonly drawnColumns: readonly number[];
  /** The same object while the range is the same. */
  readonly range: RangeBounds | undefined;
  readonly topOf: (row: number) => number;
  readonly rowAt: (row: number) => ShownRow | undefined;
  readonly isSelected: (row: number) => boolean;
}

export function drawnRows(rows: readonly number[], input: DrawInput): unknown {
  const { columns, drawnColumns, stuck, range, focus } = input;
  const drawn = drawnColumns.join();
  return repeat(
    rows,
    (row) => row,
    (row) => {
      const top = input.topOf(row);
      const shown = input.rowAt(row);
      const isSelected = input.isSelected(row);
      const focused = focus.row === row ? focus.column : undefined;
      // Scrolling by one frame changes few rows.
      return guard([top, shown, isSelected, focused, range, columns, drawn, stuck], () =>
        drawnRow({ row, top, shown, isSelected, focused }, input),
      );
    },
  );
}

interface DrawnRow {
  readonly row: number;
  readonly top: number;
  /** `undefined` until the row has arrived. */
  readonly shown: ShownRow | undefined;
  readonly isSelected: boolean;
  /** The focused column if it is in this row. */
  readonly focused: number | undefined;
}

function drawnRow(drawn: DrawnRow, input: DrawInput): TemplateResult {
  const { row, top, shown, isSelected, focused } = drawn;
  const { title = "", lists = "", data } = shown ?? {};
  const change = data?.change;
  const label = [title, change ?? "", lists && `in list: ${lists}`];
  const state =
    (shown === undefined ? " waiting" : "") +
    (lists === "" ? "" : " listed") +
    (focused === undefined ? "" : " current");
  const cells = (columns: readonly number[]): unknown =>
    repeat(
      columns,
      (column) => column,
      (column) => drawnCell(column, drawn, input),
    );
  return html`<div
    class="row${state}"
    role="row"
    aria-rowindex=${row + 2}
    aria-selected=${isSelected}
    aria-busy=${shown === undefined ? "true" : nothing}
    data-change=${change ?? nothing}
    .style=${`transform: translateY(${top}px)`}
  >
    <div class="stuck" role="none">
      <span
        class="cell check"
        role="rowheader"
        aria-colindex="1"
        aria-label=${shown === undefined ? nothing : label.filter(Boolean).join(", ")}
        ><span
          class="box"
          role="checkbox"
          aria-checked=${isSelected}
          aria-label=${title === "" ? "Select" : `Select ${title}`}
          tabindex=${focused === 0 ? "0" : nothing}
        ></span
      ></span>
      ${cells(input.drawnColumns.filter((column) => column < input.stuck))}
    </div>
    ${cells(input.drawnColumns.filter((column) => column >= input.stuck))}
  </div>`;
}

function drawnCell(at: number, { row, shown, focused }: DrawnRow, { columns, range }: DrawInput): TemplateResult {
  const shape = columns[at];
  const cell = shape === undefined ? undefined : shown?.cells.get(shape.id);
  const place = { row, column: at + 1 };
  const isInRange = range !== undefined && isInBounds(range, place);
  const isFocused = focused === place.column;
  const isEmpty = cell?.text === "";
  const look =
    (shape?.type === "number" ? " numeric" : "") +
    (cell?.isLink === true ? " link" : "") +
    (cell?.status === undefined ? "" : ` status ${cell.status.quality ?? ""}`) +
    (isEmpty ? " none" : "") +
    (isInRange ? ` range${edgesOf(range, place)}` : "");
  const isGone = at === 0 && shown?.data.change === "gone";
  return html`<span
    class="cell c${at}${look}"
    role="gridcell"
    aria-colindex=${at + 2}
    aria-selected=${isInRange ? "true" : nothing}
    aria-label=${isEmpty && cell.before === undefined ? emptyLabel(shape?.id) : nothing}
    aria-description=${isFocused && cell?.isLink === true ? linkHint : nothing}
    tabindex=${isFocused ? "0" : nothing}
    >${cell === undefined ? "" : cellContent(cell, isGone)}</span
  >`;
}

/** The user's own columns are empty; a value of the service is unknown. */
const emptyLabel = (column: string | undefined): string =>
  column === "note" || column === "lists" ? "empty" : "unknown";

/** Only on the focused cell: on all links it would be noise. */
const linkHint = `Link, ${openLinkKeys} opens it`;

/** The edges of the range that a cell touches, as classes. */
function edgesOf({ rows, columns }: RangeBounds, { row, column }: CellPlace): string {
  return (
    (row === rows[0] ? " top" : "") +
    (row === rows[1] - 1 ? " bottom" : "") +
    (column === columns[0] ? " left" : "") +
    (column === columns[1] ? " right" : "")
  );
}

/** A status is a mark before its value, with words if there is room. */
function cellContent(cell: ShownCell, isGone: boolean): unknown {
  const { status } = cell;
  const value = isGone ? html`<span class="tag">gone</span> ${valueOf(cell)}` : valueOf(cell);
  return status === undefined
    ? value
    : html`<span class="value"><span class="mark" aria-hidden="true">${status.mark}</span>${value}</span
        ><span class="words">${status.words}</span>`;
}

/** The earlier value is struck through; screen readers read which is which. */
function valueOf({ text, before }: ShownCell): unknown {
  return before === undefined
    ? text || "–"
    : html`<span class="unseen">${text || "unknown"}, before: ${before || "unknown"}</span
        ><del class="before" aria-hidden="true">${before || "–"}</del
        ><span class="after" aria-hidden="true"> ${text || "–"}</span>`;
}
