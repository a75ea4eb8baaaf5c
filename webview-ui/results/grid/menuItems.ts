// The items of the grid's menus, as data: only those that apply.
import type { RecordKind } from "../../../src/service/operations";
import type { ColumnType } from "../../../src/rows/column";
import type { MenuEntry, MenuItem } from "../../components/contextMenu";
import type { SortOrder } from "../../messages/results";
import { inertLine } from "../../components/inertText";
import { gridStrings } from "./gridStrings";
import { sortKeysOf } from "./sortKeys";

/** Longer values are cut in a menu. */
const longestValue = 32;
/** Items of a list that the menu offers to filter by. */
const mostItems = 3;
/** The host cuts longer texts: the whole value is not known here. */
const longestKnown = 400;

const text = gridStrings.menu;
const isMac = /mac/i.test(globalThis.navigator?.platform ?? "");

/** The name of the main key: "Ctrl", or its sign on a Mac. */
export const mainKey = isMac ? "⌘" : "Ctrl";
const withMainKey = (key: string): string => (isMac ? `⌘${key}` : `Ctrl+${key}`);
export const openLinkKeys = withMainKey(isMac ? "↩" : "Enter");

export interface ColumnMenuInput {
  readonly id: string;
  readonly type: ColumnType;
  readonly sort: SortOrder | undefined;
  readonly isFiltered: boolean;
  readonly pinned: boolean;
  readonly canMoveLeft: boolean;
  readonly canMoveRight: boolean;
  readonly canHide: boolean;
}

export type ColumnMenuAction =
  | "ascending"
  | "descending"
  | "unsorted"
  | "filter"
  | "clearFilter"
  | "pin"
  | "unpin"
  | "moveLeft"
  | "moveRight"
  | "fit"
  | "hide"
  | "columns";

/** What a menu does is found by the id of the item. */
interface ActionItem<Action extends string> extends MenuItem {
  readonly id: Action;
}

export function columnMenu(column: ColumnMenuInput): readonly MenuEntry[] {
  const { sort, pinned } = column;
  const words = column.type === "number" || column.type === "date" ? column.type : "text";
  const sorted = sortKeysOf(sort).find((key) => key.column === column.id);
  const item = (
    id: ColumnMenuAction,
    label: string,
    more: Pick<MenuItem, "checked" | "disabled" | "keys"> = {},
  ): ActionItem<ColumnMenuAction> => ({ id, label, ...more });
  return [
    item("ascending", text.ascending[words], { checked: sorted?.descending === false }),
    item("descending", text.descending[words], { checked: sorted?.descending === true }),
    ...(sorted !== undefined ? [item("unsorted", text.unsorted)] : []),
    "separator",
    item("filter", text.filter),
    ...(column.isFiltered ? [item("clearFilter", text.clearFilter)] : []),
    "separator",
    pinned ? item("unpin", text.unpin) : item("pin", text.pin),
    item("moveLeft", text.moveLeft, { disabled: !column.canMoveLeft, keys: "Shift+Alt+←" }),
    item("moveRight", text.moveRight, { disabled: !column.canMoveRight, keys: "Shift+Alt+→" }),
    item("fit", text.fit),
    item("hide", text.hide, { disabled: !column.canHide }),
    "separator",
    item("columns", text.columns),
  ];
}

/** A cell, or the checkbox of a row: then without a column. */
export interface CellMenuInput {
  readonly recordKind: RecordKind;
  readonly column?:
    { readonly id: string; readonly type: ColumnType; /** As the host sent it. */ readonly value: string } | undefined;
  readonly isLink: boolean;
  readonly isList: boolean;
  /** How many cells "Copy" copies. */
  readonly cells: number;
  /** False if it is known that there is none. */
  readonly hasCompany: boolean;
  readonly hasProfile: boolean;
  /** Two or three records are selected. */
  readonly canCompare: boolean;
}

export type ListAction = "addToList" | "removeFromList" | "editNote";

export type CellMenuAction =
  | `only:${string}`
  | `exclude:${string}`
  | "filter"
  | "copy"
  | "copyRecord"
  | "openLink"
  | "lookUpCompany"
  | "lookUpPerson"
  | "findPeople"
  | ListAction
  | "leaveOut"
  | "compare"
  | "details";

export function cellMenu(input: CellMenuInput): readonly MenuEntry[] {
  const { column, recordKind, isLink, isList, cells, hasCompany, hasProfile } = input;
  const item = (id: CellMenuAction, label: string, keys?: string): ActionItem<CellMenuAction> => ({ id, label, keys });
  return [
    ...(column === undefined
      ? []
      : [
          ...valueItems(column.type, column.value).map(({ id, label }) => item(id, label)),
          item("filter", text.filter),
          "separator" as const,
          item("copy", cells === 1 ? text.copy : text.copyCells(cells), withMainKey("C")),
        ]),
    item("copyRecord", text.copyRecord),
    "separator",
    ...(isLink ? [item("openLink", column?.type === "email" ? text.writeEmail : text.openLink, openLinkKeys)] : []),
    ...(hasCompany ? [item("lookUpCompany", text.lookUpCompany)] : []),
    ...(recordKind !== "company" && hasProfile ? [item("lookUpPerson", text.lookUpPerson)] : []),
    ...(hasCompany ? [item("findPeople", text.findPeople)] : []),
    ...(isLink || hasCompany || (recordKind !== "company" && hasProfile) ? ["separator" as const] : []),
    item("addToList", text.addToList, withMainKey("D")),
    ...(isList ? [item("editNote", text.editNote), item("removeFromList", text.removeFromList)] : []),
    item("leaveOut", text.leaveOut),
    "separator",
    ...(input.canCompare ? [item("compare", text.compare, "Shift+Enter")] : []),
    item("details", text.details, "Enter"),
  ];
}

/** "Only" and "Exclude" for a value; for a list, "Only" for its first items. */
function valueItems(
  type: ColumnType,
  value: string,
): readonly { readonly id: CellMenuAction; readonly label: string }[] {
  if (value === "") {
    return [
      { id: "only:", label: text.onlyUnknown },
      { id: "exclude:", label: text.excludeUnknown },
    ];
  }
  if (value.length >= longestKnown) {
    return [];
  }
  const items = type === "list" ? value.split("; ") : [value];
  const only = items
    .slice(0, mostItems)
    .map((one) => ({ id: `only:${one}` as const, label: text.only(inertLine(one, longestValue)) }));
  const exclude = items
    .slice(0, 1)
    .map((one) => ({ id: `exclude:${one}` as const, label: text.exclude(inertLine(one, longestValue)) }));
  return items.length === 1 ? [...only, ...exclude] : only;
}
