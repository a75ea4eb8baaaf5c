// The grid's header row: sort and filter marks, the checkbox for all rows, menu buttons, and grips for resizing.
import { html, nothing, type TemplateResult } from "lit";
import { countText } from "../../../src/text/numbers";
import type { SortOrder } from "../../messages/results";
import type { SelectedShare } from "../rowRanges";
import { clampWidth, type GridColumnShape } from "./gridGeometry";
import { sortKeysOf } from "./sortKeys";

export interface HeaderInput {
  readonly columns: readonly GridColumnShape[];
  /** How many columns stay in place when the others scroll. */
  readonly stuck: number;
  readonly sort: SortOrder | undefined;
  /** Ids of the columns with a filter. */
  readonly filtered: ReadonlySet<string>;
  /** Column 0 contains the checkboxes; `undefined` while the focus is on a row. */
  readonly focused: number | undefined;
  readonly selected: SelectedShare;
  /** Called while the mouse moves; `done` is true for the last call. */
  readonly onResize: (column: number, width: number, done: boolean) => void;
  /** Fits the column to its visible texts. */
  readonly onFit: (column: number) => void;
}

export function headerRow(input: HeaderInput): TemplateResult {
  const { columns, stuck, focused, selected } = input;
  const cells = columns.map((column, at) => headerCell(column, at, input));
  return html`<div class="row" role="row" aria-rowindex="1">
    <div class="stuck" role="none">
      <span class="cell check" role="columnheader" aria-colindex="1" aria-label="Selection"
        ><span
          class="box"
          role="checkbox"
          aria-checked=${{ all: "true", some: "mixed", none: "false" }[selected]}
          aria-label="Select all records"
          title="Select all records"
          tabindex=${focused === 0 ? "0" : nothing}
        ></span
      ></span>
      ${cells.slice(0, stuck)}
    </div>
    ${cells.slice(stuck)}
  </div>`;
}

function headerCell(column: GridColumnShape, at: number, input: HeaderInput): TemplateResult {
  const keys = sortKeysOf(input.sort);
  const sorted = keys.find((key) => key.column === column.id);
  const place = sorted === undefined || keys.length === 1 ? "" : countText(keys.indexOf(sorted) + 1);
  // The menu button is for the mouse; by keyboard the menu opens with Alt+Down.
  return html`<span
    class="cell header c${at}${column.type === "number" ? " numeric" : ""}"
    role="columnheader"
    aria-haspopup="menu"
    aria-colindex=${at + 2}
    aria-sort=${sorted === undefined ? "none" : sorted.descending ? "descending" : "ascending"}
    title=${column.label}
    tabindex=${input.focused === at + 1 ? "0" : nothing}
    ><span class="label">${column.label}</span>${
      sorted === undefined
        ? nothing
        : html`<span class="sortMark" aria-hidden="true">${sorted.descending ? "▼" : "▲"}${place}</span>`
    }${
      input.filtered.has(column.id)
        ? html`<span class="filterMark" aria-hidden="true"></span><span class="unseen">filtered</span>`
        : nothing
    }<span class="menuButton" aria-hidden="true" title=${`${column.label}: sort, filter, and more`}></span
    ><span
      class="grip"
      aria-hidden="true"
      title="Drag to resize, double-click to fit"
      @pointerdown=${(down: PointerEvent) =>
        dragGrip(down, (by, done) => input.onResize(at, clampWidth(column.width + by), done))}
      @click=${(event: Event) => event.stopPropagation()}
      @dblclick=${(event: Event) => {
        event.stopPropagation();
        input.onFit(at);
      }}
    ></span
  ></span>`;
}

/** Calls `resize` with the px from the start of the drag. */
function dragGrip(down: PointerEvent, resize: (by: number, done: boolean) => void): void {
  const grip = down.currentTarget as HTMLElement;
  down.preventDefault();
  down.stopPropagation();
  grip.setPointerCapture(down.pointerId);
  grip.parentElement?.classList.add("resizing");
  const by = (event: PointerEvent): number => event.clientX - down.clientX;
  const move = (event: PointerEvent): void => resize(by(event), false);
  grip.addEventListener("pointermove", move);
  grip.addEventListener(
    "pointerup",
    (event) => {
      grip.removeEventListener("pointermove", move);
      grip.parentElement?.classList.remove("resizing");
      if (by(event) !== 0) {
        resize(by(event), true);
      }
    },
    { once: true },
  );
}
