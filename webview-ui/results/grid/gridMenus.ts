// Opens the menus of cells and column headers.
import * as l10n from "@vscode/l10n";
import "../../components/contextMenu";
import type { ContextMenu, MenuPoint } from "../../components/contextMenu";
import type { CellPlace } from "./cellRange";
import type { GridActions } from "./gridActions";
import { placeOf } from "./gridPointer";
import { cellMenu, columnMenu } from "./gridMenuItems";

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

  private open({ row, column: at }: CellPlace, point: MenuPoint | DOMRect): boolean {
    const { actions } = this;
    const { drawing } = actions;
    const { scrollLeft, scrollTop } = drawing.viewport;
    this.openedAt = { scrollLeft, scrollTop };
    const column = actions.columnAt(at);
    const shared = { at: point, returnFocus: () => actions.returnFocus() };
    if (row >= 0) {
      if (drawing.window.row(row) === undefined) {
        return false;
      }
      const label =
        column === undefined
          ? l10n.t("Record")
          : l10n.t({ message: "{0}, cell", args: [column.label], comment: ["Menu of a cell: {0} is its column"] });
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
      label: l10n.t({ message: "{0}, column", args: [column.label], comment: ["Menu of a column: {0} is its name"] }),
      groups: columnMenu(actions, at, column),
      onClose: () => header.classList.remove("open"),
    });
    return true;
  }
}
