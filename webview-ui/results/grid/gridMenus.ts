// Opens the menus of cells and column headers, and does what is chosen.
import "../../components/contextMenu";
import type { ContextMenu, MenuPoint } from "../../components/contextMenu";
import { canHide } from "../layoutEdits";
import type { CellPlace } from "./cellRange";
import type { GridActions } from "./gridActions";
import { placeOf } from "./gridPointer";
import { gridStrings } from "./gridStrings";
import { cellMenu, columnMenu, type CellMenuAction, type ColumnMenuAction } from "./menuItems";

/** The columns that tell whether there is a company, and a profile of the person. */
const companyColumn = /^(profile_)?company_(name|domain)$/;
const profileColumn = /^(profile_)?network_url$/;

export class GridMenus {
  private readonly menu: ContextMenu = document.createElement("prospect-context-menu") as ContextMenu;

  private openedAt = { scrollLeft: 0, scrollTop: 0 };

  constructor(
    root: ShadowRoot,
    private readonly actions: GridActions,
  ) {
    root.append(this.menu);
    const { grid } = actions.drawing;
    grid.addEventListener("contextmenu", (event) => this.onContextMenu(event));
    grid.addEventListener("click", (event) => this.onClick(event), true);
  }

  /** Closes the menu, because what it belongs to has moved. */
  onScroll(): void {
    const { scrollLeft, scrollTop } = this.actions.drawing.viewport;
    // The event of scrolling the cell into view arrives after its menu has opened.
    if (scrollLeft !== this.openedAt.scrollLeft || scrollTop !== this.openedAt.scrollTop) {
      this.menu.close();
    }
  }

  close(): void {
    this.menu.close();
  }

  /** Opens the menu of the cell or header in focus; false if it is not here. */
  openAtFocus(): boolean {
    const { drawing } = this.actions;
    const cell = drawing.focusedCell();
    return cell !== undefined && this.open(drawing.focus, cell.getBoundingClientRect());
  }

  private onContextMenu(event: MouseEvent): void {
    const place = placeOf(event);
    if (place === undefined) {
      return;
    }
    // VS Code would show its own menu otherwise.
    event.preventDefault();
    const { actions } = this;
    actions.moveFocus(place.row, place.column, actions.isInRange(place));
    this.open(place, { x: event.clientX, y: event.clientY });
  }

  /** The button of a header opens its menu instead of sorting. */
  private onClick(event: MouseEvent): void {
    const button = event.target instanceof Element ? event.target.closest(".menuButton") : null;
    const place = placeOf(event);
    if (button !== null && place !== undefined) {
      event.stopPropagation();
      this.actions.moveFocus(place.row, place.column);
      this.openAtFocus();
    }
  }

  private open(place: CellPlace, at: MenuPoint | DOMRect): boolean {
    const { scrollLeft, scrollTop } = this.actions.drawing.viewport;
    this.openedAt = { scrollLeft, scrollTop };
    if (place.row < 0) {
      return this.openColumnMenu(place.column, at);
    }
    const { actions } = this;
    const column = actions.columnAt(place.column);
    const shown = actions.drawing.window.row(place.row);
    if (shown === undefined) {
      return false;
    }
    const { recordKind, isList } = actions;
    const cells = actions.cells();
    this.menu.show({
      label: column === undefined ? gridStrings.menu.ofRecord : gridStrings.menu.ofCell(column.label),
      entries: cellMenu({
        ...{ recordKind, isList },
        column: column === undefined ? undefined : { ...column, value: actions.valueAt(place) ?? "" },
        isLink: column !== undefined && shown.cells.get(column.id)?.isLink === true,
        cells: cells === undefined ? 1 : (cells.rows[1] - cells.rows[0]) * (cells.columns[1] - cells.columns[0] + 1),
        hasCompany: recordKind === "company" || this.mayHave(place.row, companyColumn),
        hasProfile: this.mayHave(place.row, profileColumn),
        canCompare: actions.comparable().length > 0,
      }),
      at,
      onChoose: (id) => this.onCellAction(id as CellMenuAction, place),
      returnFocus: () => this.returnFocus(),
    });
    return true;
  }

  /** False if one of these columns is shown and all that are shown are empty. */
  private mayHave(row: number, pattern: RegExp): boolean {
    const { window } = this.actions.drawing;
    const texts = window.columns.flatMap(({ id }, at) =>
      pattern.test(id) ? [window.row(row)?.data.cells[at] ?? ""] : [],
    );
    return texts.length === 0 || texts.some((text) => text !== "");
  }

  private onCellAction(action: CellMenuAction, { row, column }: CellPlace): void {
    const { actions } = this;
    const { callbacks } = actions;
    const id = actions.columnAt(column)?.id;
    switch (action) {
      case "filter":
        this.filter(column);
        return;
      case "copy":
        actions.copy();
        return;
      case "copyRecord":
        callbacks?.onCopyRecord(row);
        return;
      case "openLink":
        actions.openLink();
        return;
      case "lookUpCompany":
        callbacks?.onLookUp(row, "company");
        return;
      case "lookUpPerson":
        callbacks?.onLookUp(row, "person");
        return;
      case "findPeople":
        callbacks?.onFindPeople(row);
        return;
      case "leaveOut":
        callbacks?.onLeaveOut(row);
        return;
      case "addToList":
      case "removeFromList":
      case "editNote":
        callbacks?.onList(action, row);
        return;
      case "compare":
        callbacks?.onCompare(actions.comparable());
        return;
      case "details":
        callbacks?.onOpenDetails();
        return;
      default:
        if (id !== undefined) {
          const exclude = action.startsWith("exclude:");
          callbacks?.onFilterValue(id, action.slice(action.indexOf(":") + 1), exclude);
        }
    }
  }

  private openColumnMenu(column: number, at: MenuPoint | DOMRect): boolean {
    const { actions } = this;
    const shape = actions.columnAt(column);
    const header = actions.drawing.header.cell(column);
    if (shape === undefined || header === undefined) {
      return false;
    }
    header.classList.add("open");
    this.menu.show({
      label: gridStrings.menu.ofColumn(shape.label),
      entries: columnMenu({
        ...{ id: shape.id, type: shape.type, pinned: shape.pinned, sort: actions.view.sort },
        isFiltered: actions.drawing.filtered.has(shape.id),
        canMoveLeft: actions.canStep(shape.id, -1),
        canMoveRight: actions.canStep(shape.id, 1),
        canHide: canHide(actions.layout, shape.id),
      }),
      at,
      onChoose: (id) => this.onColumnAction(id as ColumnMenuAction, shape.id, column),
      returnFocus: () => this.returnFocus(),
      onClose: () => header.classList.remove("open"),
    });
    return true;
  }

  private onColumnAction(action: ColumnMenuAction, id: string, column: number): void {
    const { actions } = this;
    const { callbacks } = actions;
    const act: Readonly<Record<ColumnMenuAction, () => void>> = {
      ascending: () => callbacks?.onSort({ column: id, descending: false }),
      descending: () => callbacks?.onSort({ column: id, descending: true }),
      unsorted: () => callbacks?.onSort(undefined),
      filter: () => this.filter(column),
      clearFilter: () => callbacks?.onClearFilter(id),
      pin: () => actions.setPinned(id, true),
      unpin: () => actions.setPinned(id, false),
      moveLeft: () => actions.step(id, -1),
      moveRight: () => actions.step(id, 1),
      fit: () => actions.drawing.fitColumn(column - 1),
      hide: () => actions.hide(id),
      columns: () => callbacks?.onShowColumns(),
    };
    act[action]();
  }

  private filter(column: number): void {
    const { drawing, callbacks } = this.actions;
    const id = this.actions.columnAt(column)?.id;
    const anchor = drawing.header.cell(column)?.getBoundingClientRect();
    if (id !== undefined && anchor !== undefined) {
      callbacks?.onFilterColumn(id, anchor, () => this.returnFocus());
    }
  }

  private returnFocus(): void {
    this.actions.drawing.focusTarget()?.focus({ preventScroll: true });
  }
}
