// The tooltip of a cell: its text if cut off, a date's exact value, the earlier value, and how to open a link.
import { inertLine } from "../../components/inertText";
import { changeHints, mainKey } from "../texts";
import type { GridActions } from "./gridActions";
import { placeOf } from "./gridPointer";

/** Tooltips are created when the pointer enters a cell, because thousands of cells would rarely need them. */
export function showTooltips(actions: GridActions): void {
  actions.drawing.grid.addEventListener("pointerover", (event) => {
    const place = placeOf(event);
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>(".cell") : null;
    if (place === undefined || cell === null || place.row < 0) {
      return;
    }
    const tooltip = place.column === 0 ? rowHint(actions, place.row) : cellTooltip(actions, place, cell);
    if (cell.title !== tooltip) {
      cell.title = tooltip;
    }
  });
}

function rowHint(actions: GridActions, row: number): string {
  const { data, lists = "" } = actions.drawing.window.row(row) ?? {};
  return [data?.change === undefined ? "" : changeHints[data.change], lists === "" ? "" : `In list: ${lists}`]
    .filter(Boolean)
    .join("\n");
}

function cellTooltip(
  actions: GridActions,
  place: { readonly row: number; readonly column: number },
  cell: HTMLElement,
): string {
  const id = actions.columnAt(place.column)?.id;
  const shown = id === undefined ? undefined : actions.drawing.window.row(place.row)?.cells.get(id);
  if (shown === undefined) {
    return "";
  }
  const exact = inertLine(actions.valueAt(place) ?? "", 400);
  const isCut = cell.scrollWidth > cell.clientWidth;
  return [
    exact !== "" && (isCut || exact !== shown.text || shown.status !== undefined) ? exact : "",
    shown.status?.exact ?? "",
    shown.before === undefined ? "" : `Before: ${shown.before || "unknown"}`,
    shown.isLink ? `${mainKey}+click opens the link` : "",
  ]
    .filter(Boolean)
    .join("\n");
}
