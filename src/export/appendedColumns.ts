// The columns that lookups append to the rows of a table.
import { guardFormula } from "../csv/formulaGuard";
import { cellText, columnOf, columnsOf, type Column } from "../rows/columns";
import type { LookupKind } from "../service/operations";

/** The ids of the columns that are appended when nobody chooses others. */
export const defaultResultColumns = (kind: LookupKind): readonly string[] =>
  columnsOf(kind)
    .filter(({ visible }) => visible)
    .map(({ id }) => id);

export const columnsNamed = (kind: LookupKind, ids: readonly string[]): readonly Column[] =>
  ids.map((id) => columnOf(kind, id)).filter((column): column is Column => column !== undefined);

/** Texts that a spreadsheet does not take for formulas. */
export const textCells = (columns: readonly Column[]) => ({
  headers: columns.map(({ header }) => header),
  cells: (record: unknown) => columns.map((column) => guardFormula(cellText(column.value(record)))),
});
