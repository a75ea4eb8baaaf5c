// The menus of cells and column headers.
import "../../components/contextMenu";
import { countText } from "../../../src/text/numbers";
import type { ContextMenu, MenuPoint } from "../../components/contextMenu";
import type { MenuItem } from "../../components/contextMenu";
import { inertLine } from "../../components/inertText";
import { canHide } from "../layoutEdits";
import { openLinkKeys, withMainKey } from "../texts";
import type { GridActions } from "./gridActions";
import { cellsIn, type CellPlace, type GridColumnShape } from "./gridGeometry";
import { placeOf } from "./gridPointer";
import { sortKeysOf } from "./sortKeys";

const ascendingTexts = {
  text: "Sort A to Z",
  number: "Sort Smallest to Largest",
  date: "Sort Oldest to Newest",
};

const descendingTexts = {
  text: "Sort Z to A",
  number: "Sort Largest to Smallest",
  date: "Sort Newest to Oldest",
};

export class GridMenus {
  private readonly menu: ContextMenu = document.createElement("prospect-context-menu") as ContextMenu;

  private openedAt = { row: 0, scrollLeft: 0, scrollTop: 0 };

  constructor(
    root: ShadowRoot,
    private readonly actions: GridActions,
  ) {
    root.append(this.menu);
    const { grid } = actions.drawing;
    grid.addEventListener("contextmenu", (event) => this.onContextMenu(event));
    grid.addEventListener("click", (event) => this.onClick(event), true);
  }

  /** Closes the menu, because its cell has moved. */
  onScroll(): void {
    const { scrollLeft, scrollTop } = this.actions.drawing.viewport;
    // The event of scrolling the cell into view arrives after its menu has opened.
    if (scrollLeft !== this.openedAt.scrollLeft) {
      this.menu.close();
    } else if (scrollTop !== this.openedAt.scrollTop) {
      this.closeOfCell();
    }
  }

  /** Closes a cell's menu, because its row may be another record now. A column's menu stays open. */
  closeOfCell(): void {
    if (this.openedAt.row >= 0) {
      this.menu.close();
    }
  }

  /** Opens the menu of the focused cell or header; false if it has not arrived. */
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

  private open({ row, column: at }: CellPlace, point: MenuPoint | DOMRect): boolean {
    const { actions } = this;
    const { drawing } = actions;
    const { scrollLeft, scrollTop } = drawing.viewport;
    this.openedAt = { row, scrollLeft, scrollTop };
    const column = actions.columnAt(at);
    const shared = { at: point, returnFocus: () => actions.returnFocus() };
    if (row >= 0) {
      if (drawing.window.row(row) === undefined) {
        return false;
      }
      const label = column === undefined ? "Record" : `${column.label}, cell`;
      this.menu.show({ ...shared, label, groups: cellMenu(actions, { row, column: at }) });
      return true;
    }
    const header = drawing.cell({ row: -1, column: at });
    if (column === undefined || header === undefined) {
      return false;
    }
    header.classList.add("open");
    this.menu.show({
      ...shared,
      label: `${column.label}, column`,
      groups: columnMenu(actions, at, column),
      onClose: () => header.classList.remove("open"),
    });
    return true;
  }
}

/** Longer values are cut in a menu. */
const longestValue = 32;
/** Items of a list that the menu offers to filter by. */
const mostItems = 3;
/** The host cuts longer texts, so the whole value is not known here. */
const longestKnown = 400;

type MenuGroups = readonly (readonly MenuItem[])[];

/** The menu of the header of a column; columns count from 1. */
function columnMenu(grid: GridActions, at: number, { id, type, pinned }: GridColumnShape): MenuGroups {
  const { drawing, layout, page } = grid;
  const { sort, columnFilters } = drawing.view;
  const words = type === "number" || type === "date" ? type : "text";
  const sorted = sortKeysOf(sort).find((key) => key.column === id);
  const sortItem = (label: string, descending: boolean): MenuItem => ({
    label,
    checked: sorted?.descending === descending,
    act: () => page.sortBy({ column: id, descending }),
  });
  const moveItem = (label: string, by: 1 | -1, keys: string): MenuItem => ({
    label,
    disabled: !grid.canStep(id, by),
    keys,
    act: () => grid.step(id, by),
  });
  const items: MenuItem[] = [sortItem(ascendingTexts[words], false), sortItem(descendingTexts[words], true)];
  if (sorted !== undefined) {
    items.push({ label: "Remove Sorting", act: () => page.sortBy(undefined) });
  }
  const all: MenuItem[] = [{ label: "Filter…", act: () => grid.filterColumn(at) }];
  if (columnFilters.some(({ column }) => column === id)) {
    all.push({ label: "Clear Filter", act: () => page.filters.setColumn(id, []) });
  }
  return [
    items,
    all,
    [
      { label: pinned ? "Unpin Column" : "Pin Column", act: () => grid.setPinned(id, !pinned) },
      moveItem("Move Left", -1, "Shift+Alt+←"),
      moveItem("Move Right", 1, "Shift+Alt+→"),
      { label: "Fit Width", act: () => drawing.fitColumn(at - 1) },
      { label: "Hide Column", disabled: !canHide(layout, id), act: () => grid.hide(id) },
    ],
    [{ label: "Columns…", act: () => grid.parent.openColumnChooser() }],
  ];
}

/** These columns show whether there is a company, and a profile of the person. */
const companyColumn = /^(profile_)?company_(name|domain)$/;
const profileColumn = /^(profile_)?network_url$/;

/** The menu of a cell, or of a row's checkbox, which has no column. */
function cellMenu(grid: GridActions, place: CellPlace): MenuGroups {
  const { page, parent } = grid;
  const { row } = place;
  const { recordKind, header } = parent.results;
  const column = grid.columnAt(place.column);
  const isCompany = recordKind === "company";
  const isLink = column !== undefined && grid.focusedRow()?.cells.get(column.id)?.isLink === true;
  const hasCompany = isCompany || mayHave(grid, row, companyColumn);
  const hasProfile = !isCompany && mayHave(grid, row, profileColumn);
  const isList = header.isList === true;
  const copied = grid.cells();
  const cells = copied === undefined ? 1 : cellsIn(copied);
  const when = (applies: boolean, label: string, act: () => void, keys?: string): readonly MenuItem[] =>
    applies ? [{ label, act, keys }] : [];
  return [
    column === undefined
      ? []
      : [
          ...valueItems(grid, column, grid.valueAt(place) ?? ""),
          { label: "Filter…", act: () => grid.filterColumn(place.column) },
        ],
    [
      ...when(
        column !== undefined,
        cells === 1 ? "Copy" : `Copy ${countText(cells)} Cells`,
        () => grid.copy(),
        withMainKey("C"),
      ),
      { label: "Copy Row as JSON", act: () => page.forRow("copyRaw", row) },
    ],
    [
      ...when(isLink, column?.type === "email" ? "Write Email" : "Open Link", () => grid.openLink(), openLinkKeys),
      ...when(hasCompany, "Look Up Company", () => page.forRow("lookUp", row, { what: "company" })),
      ...when(hasProfile, "Look Up Person", () => page.forRow("lookUp", row, { what: "person" })),
      ...when(hasCompany, "People at This Company", () => page.forRow("findPeople", row)),
    ],
    [
      { label: "Add to List…", keys: withMainKey("D"), act: () => page.forRow("addToList", row) },
      ...when(isList, "Note…", () => page.forRow("editNote", row)),
      ...when(isList, "Remove from This List", () => page.forRow("removeFromList", row)),
      { label: "Add to Leave-Out List…", act: () => page.forRow("leaveOut", row) },
    ],
    [
      ...when(grid.comparable().length > 0, "Compare Records", () => parent.compare(grid.comparable()), "Shift+Enter"),
      { label: "Show Details", keys: "Enter", act: () => parent.openDetails() },
    ],
  ];
}

/** False if one of these columns is shown and all shown ones are empty. */
function mayHave({ drawing: { window } }: GridActions, row: number, pattern: RegExp): boolean {
  const texts = window.columns.flatMap(({ id }, at) =>
    pattern.test(id) ? [window.row(row)?.data.cells[at] ?? ""] : [],
  );
  return texts.length === 0 || texts.some((text) => text !== "");
}

/** "Only" and "Exclude" for a value; for a list, "Only" for its first items. */
function valueItems({ page }: GridActions, { id, type }: GridColumnShape, value: string): readonly MenuItem[] {
  const item = (label: string, one: string, exclude: boolean): MenuItem => ({
    label,
    act: () => page.filters.byValue(id, one, exclude),
  });
  if (value === "") {
    return [item("Only Unknown", "", false), item("Exclude Unknown", "", true)];
  }
  if (value.length >= longestKnown) {
    return [];
  }
  const values = type === "list" ? value.split("; ") : [value];
  const short = (one: string): string => inertLine(one, longestValue);
  const only = values.slice(0, mostItems).map((one) => item(`Only “${short(one)}”`, one, false));
  return values.length === 1 ? [...only, item(`Exclude “${short(value)}”`, value, true)] : only;
}
