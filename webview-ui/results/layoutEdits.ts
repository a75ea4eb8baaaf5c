// Changes of the columns' layout: order, pins, widths, visibility. Pinned columns always come first.
import type { ColumnLayout } from "../messages/results";

type Layout = readonly ColumnLayout[];

export function withWidth(layout: Layout, id: string, width: number): Layout {
  return layout.map((column) => (column.id === id ? { ...column, width } : column));
}

/** A grid without columns can be neither read nor left by keyboard, so the last visible one cannot be hidden. */
export function canHide(layout: Layout, id: string): boolean {
  return layout.some((column) => column.visible && column.id !== id);
}

export function withVisibility(layout: Layout, id: string, visible: boolean): Layout {
  return visible || canHide(layout, id)
    ? layout.map((column) => (column.id === id ? { ...column, visible } : column))
    : layout;
}

/** Pins a column behind the pinned ones, or unpins it to the first place behind them. */
export function withPin(layout: Layout, id: string, pinned: boolean): Layout {
  const column = layout.find((one) => one.id === id);
  if (column === undefined || column.pinned === pinned) {
    return layout;
  }
  const others = layout.filter((one) => one !== column);
  return [...others.filter((one) => one.pinned), { ...column, pinned }, ...others.filter((one) => !one.pinned)];
}

/** Moves a column in front of another, or to the end. Between two pinned columns it is pinned, elsewhere not. */
export function movedBefore(layout: Layout, id: string, before: string | undefined): Layout {
  const column = layout.find((one) => one.id === id);
  const others = layout.filter((one) => one !== column);
  const at = before === undefined ? others.length : others.findIndex((one) => one.id === before);
  if (column === undefined || at < 0) {
    return layout;
  }
  const isPinnedLeft = others[at - 1]?.pinned ?? true;
  const isPinnedRight = others[at]?.pinned ?? false;
  const pinned = isPinnedLeft === isPinnedRight ? isPinnedLeft : column.pinned;
  return [...others.slice(0, at), { ...column, pinned }, ...others.slice(at)];
}

/**
 * Moves a column past its visible neighbor among the pinned or the other columns; `undefined` without such a neighbor.
 */
export function steppedBy(layout: Layout, id: string, by: 1 | -1): Layout | undefined {
  const at = layout.findIndex((one) => one.id === id);
  const column = layout[at];
  let to = at + by;
  while (layout[to]?.visible === false) {
    to += by;
  }
  if (column === undefined || layout[to]?.pinned !== column.pinned) {
    return undefined;
  }
  const next = layout.filter((one) => one !== column);
  next.splice(to, 0, column);
  return next;
}
