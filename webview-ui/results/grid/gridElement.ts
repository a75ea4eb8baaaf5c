// The grid element: a virtual ARIA grid whose rows come from the host in chunks.
import { customElement } from "lit/decorators.js";
import { withStatuses } from "../../../src/records/contactStatus";
import type { ColumnLayout, GridColumn, PageState, ViewState } from "../../messages/results";
import type { PageActions } from "../pageActions";
import { selectionOf } from "../rowRanges";
import { CellEditor } from "./cellEditor";
import { GridActions } from "./gridActions";
import type { CellRange } from "./gridGeometry";
import { GridKeyboard } from "./gridKeyboard";
import { GridMenus } from "./gridMenus";
import { dragHeaders, GridPointer, placeOf } from "./gridPointer";
import { GridView } from "./gridView";
import { rangeSums } from "./rangeSums";
import { showTooltips } from "./tooltips";

@customElement("prospect-grid")
export class GridElement extends HTMLElement {
  readonly #drawing: GridView;
  readonly #actions: GridActions;
  readonly #menus: GridMenus;
  #columns: readonly GridColumn[] = [];

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    this.#drawing = new GridView(root, {
      readRows: (request) => this.#actions.parent.ask("getRows", request),
      onResize: (column, width) => this.#onResize(column, width),
      onRange: (range) => void this.#onRange(range),
      onScroll: () => this.#menus.onScroll(),
      onSettle: () => this.#reportPosition(),
    });
    this.#actions = new GridActions(this.#drawing);
    this.#menus = new GridMenus(root, this.#actions);
    const editor = new CellEditor(this.#actions);
    const keyboard = new GridKeyboard(this.#actions, this.#menus, editor);
    const { grid } = this.#drawing;
    grid.addEventListener("keydown", (event) => keyboard.onKey(event));
    grid.addEventListener("focusin", (event) => this.#onFocus(event));
    new GridPointer(this.#actions, editor);
    dragHeaders(this.#actions);
    showTooltips(this.#actions);
  }

  connectedCallback(): void {
    document.addEventListener("copy", this.#onCopy);
  }

  disconnectedCallback(): void {
    document.removeEventListener("copy", this.#onCopy);
  }

  set parent(parent: PageActions) {
    this.#actions.parent = parent;
  }

  set label(text: string) {
    this.#drawing.grid.ariaLabel = text;
  }

  get focusedRow(): number {
    return Math.min(this.#drawing.focus.row, this.#actions.count - 1);
  }

  /** `layout` lists all columns in their order. */
  setColumns(columns: readonly GridColumn[], layout: readonly ColumnLayout[]): void {
    const known = new Map(columns.map((column) => [column.id, column]));
    const columnOf = (id: string): GridColumn => known.get(id) ?? { id, label: id, type: "text" };
    const shapes = layout
      .filter(({ visible }) => visible)
      .map(({ id, width, pinned }) => ({ ...columnOf(id), width, pinned }));
    this.#columns = withStatuses(shapes.map(({ id }) => id)).map(columnOf);
    this.#actions.layout = layout;
    this.#drawing.setColumns(shapes);
  }

  /** Called after `setColumns` when rows, order or filter change. If rows have moved, the host's selection applies. */
  setView(view: ViewState): void {
    const drawing = this.#drawing;
    const before = drawing.view;
    const isArranged = (key: "sort" | "columnFilters" | "filter"): boolean =>
      JSON.stringify(before[key]) === JSON.stringify(view[key]);
    drawing.view = view;
    drawing.grid.setAttribute("aria-rowcount", String(view.count + 1));
    drawing.grid.setAttribute("aria-busy", String(view.arranging));
    if (view.revision !== before.revision) {
      this.#menus.closeOfCell();
      drawing.window.reset(view.revision, view.count, this.#columns);
      drawing.selection = selectionOf(view.selection, view.count);
      drawing.range = undefined;
      drawing.focus = { ...drawing.focus, row: Math.min(drawing.focus.row, Math.max(0, view.count - 1)) };
      if (before.revision >= 0 && !(isArranged("sort") && isArranged("columnFilters") && isArranged("filter"))) {
        drawing.focus = { ...drawing.focus, row: Math.min(drawing.focus.row, 0) };
        drawing.scrollTo(0);
      }
      drawing.measure();
    } else if (view.count !== before.count) {
      drawing.window.grow(view.count);
      drawing.measure();
    }
    drawing.schedule();
  }

  /** Requests all rows again, because their marks have changed. */
  refreshRows(revision: number): void {
    if (revision === this.#drawing.view.revision) {
      this.#drawing.window.refresh();
    }
  }

  restore({ row, column, top, left }: PageState["place"]): void {
    const drawing = this.#drawing;
    drawing.measure();
    if (top === undefined) {
      this.#actions.showRow(row);
      return;
    }
    drawing.focus = {
      row: Math.max(0, Math.min(row, this.#actions.count - 1)),
      column: Math.min(column, drawing.columns.length),
    };
    drawing.viewport.scrollLeft = left;
    drawing.scrollTo(top);
    drawing.draw();
  }

  /** Makes the next or the previous record the current one; the keyboard focus does not move. */
  showRow(step: 1 | -1): void {
    this.#actions.showRow(this.focusedRow + step);
  }

  override focus(): void {
    this.#drawing.takeFocus();
  }

  /** VS Code's own menu and Copy command arrive as a "copy" event without a key. */
  readonly #onCopy = (event: ClipboardEvent): void => {
    if ((document.getSelection()?.toString() ?? "") === "" && this.matches(":focus-within")) {
      event.preventDefault();
      this.#actions.copy();
    }
  };

  async #onRange(range: CellRange | undefined): Promise<void> {
    const { parent } = this.#actions;
    const sums = range && (await rangeSums(this.#drawing, range, (request) => parent.ask("getRows", request)));
    if (this.#drawing.range === range) {
      parent.sums = sums;
    }
  }

  #onResize(column: number, width: number): void {
    const shape = this.#drawing.columns[column];
    if (shape !== undefined) {
      this.#actions.setWidth(shape.id, width);
    }
  }

  #reportPosition(): void {
    const { focus, top, viewport } = this.#drawing;
    this.#actions.page.save({ place: { ...focus, top, left: viewport.scrollLeft } });
  }

  /** Screen readers move the focus without a key. */
  #onFocus(event: Event): void {
    const place = placeOf(event);
    const { focus } = this.#drawing;
    if (place !== undefined && place.row < 0 && this.#actions.count === 0) {
      // Without rows only the header can have the focus; the first row gets it when it has arrived.
      return;
    }
    if (place !== undefined && (place.row !== focus.row || place.column !== focus.column)) {
      this.#drawing.focus = place;
      this.#drawing.schedule();
      this.#actions.page.requestDetails();
    }
  }
}
