// Columns of records: what grid, filters, sorting and exports read from a record, and how it is shown as text.
import type { RecordKind } from "../service/operations";
import { companyColumns } from "./companyColumns";
import { contactColumns } from "./contactColumns";
import { pathColumn, type Column, type ColumnInfo } from "./column";
import { listColumns } from "./listColumns";
import { peopleColumns } from "./peopleColumns";

export { cellText, itemText, type CellValue, type Column, type ColumnInfo, type ColumnType } from "./column";

const makers: Readonly<Record<RecordKind, () => readonly Column[]>> = {
  company: companyColumns,
  person: peopleColumns,
  contact: contactColumns,
};

/** Created on first use: they are about a hundred objects per kind, and an export of JSON needs none. */
const made: Partial<Record<RecordKind, readonly Column[]>> = {};

/** Every known column of a kind of record, in the order they are shown. */
export function columnsOf(kind: RecordKind): readonly Column[] {
  return (made[kind] ??= makers[kind]());
}

/** The columns that an open run or export offers: those of its records, after those that only some runs have. */
export const columnsOfRun = (kind: RecordKind, hasCompanies: boolean): readonly Column[] =>
  hasCompanies ? [...listColumns, ...columnsOf(kind)] : columnsOf(kind);

const idOfPath = /[.[]/;

/** A known column by its id, or a column for the path in the id; `undefined` if it is neither. */
export function columnOf(kind: RecordKind, id: string): Column | undefined {
  const ofList = kind === "person" ? listColumns : [];
  const known = [...ofList, ...columnsOf(kind)].find((column) => column.id === id);
  return known ?? (idOfPath.test(id) || /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(id) ? pathColumn(id) : undefined);
}

/** The part of a column that is plain data, for a page or a setting. */
export function columnInfo({ id, label, type, visible, width }: Column): ColumnInfo {
  return { id, label, type, visible, width };
}
