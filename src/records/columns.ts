// Columns of records: the values that grid, filters, sorting and exports read from a record, and their texts.
import type { RecordKind } from "../service/operations";
import { lookedUpName } from "../text/phrases";
import { pathColumn, type Column, type ColumnInfo } from "./column";
import { companyColumns } from "./companyColumns";
import { contactColumns } from "./contactColumns";
import { extraColumns, columnInList, isAboutChange, nameInList, type ExtraData } from "./extraColumns";
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

/** The columns that a source or an export offers: those of its records, and those beside them. */
export function offeredColumns(kind: RecordKind, source: ExtraData = {}): readonly Column[] {
  const columns = columnsOf(kind);
  const [before, after] = extraColumns(kind, columns, source);
  const ofTable = source.isTable === true ? (source.listColumns ?? []) : [];
  const named = columns.map((column) => ({ ...column, label: lookedUpName(column.label, ofTable) }));
  const ofRecord = ofTable.length === 0 ? columns : named;
  return [...before, ...ofRecord, ...after];
}

/** The columns of a comparison with an earlier run: the kind of change, and the earlier value of each column. */
export const changeColumns = (kind: RecordKind): readonly Column[] =>
  extraColumns(kind, columnsOf(kind), { isCompared: true })[1].filter(isAboutChange);

const everyColumn: Partial<Record<RecordKind, ReadonlyMap<string, Column>>> = {};

const mapOf = (kind: RecordKind): ReadonlyMap<string, Column> =>
  new Map(
    [{ hasCompanies: true, isTable: true, isCompared: true }]
      .flatMap((extraData) => offeredColumns(kind, extraData))
      .map((column) => [column.id, column]),
  );

const idOfPath = /[.[]/;

/** A column of the record or beside it, or a column for the path in the id; `undefined` for an invalid id. */
export function columnOf(kind: RecordKind, id: string): Column | undefined {
  const inList = nameInList(id);
  const known =
    inList === undefined ? (everyColumn[kind] ??= mapOf(kind)).get(id) : columnInList(id, inList, columnsOf(kind));
  return known ?? (idOfPath.test(id) || /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(id) ? pathColumn(id) : undefined);
}

/** The plain data of a column, for a page or a setting. */
export function columnInfo({ id, label, type, visible, width, isEditable }: Column): ColumnInfo {
  return { id, label, type, visible, width, ...(isEditable === true && { isEditable }) };
}
