// Which columns of a table identify its rows, by names or numbers that a script gives.
import type { CsvTable } from "../csv/table";
import { guessMapping, understoodRows, type ColumnMapping } from "../lookups/batchMapping";
import type { LookupKind } from "../service/operations";
import { Refusal } from "./app";
import { neutral } from "./untrusted";

const namesOf = ({ header, width }: CsvTable): readonly string[] =>
  Array.from({ length: width }, (_, nth) => {
    const name = header?.[nth]?.trim() ?? "";
    return name === "" ? String(nth + 1) : name;
  });

const columnList = (table: CsvTable): string =>
  `Columns: ${namesOf(table)
    .map((name) => neutral(name, 60))
    .join(", ")}.`;

/** From 0: a column by its name, or by its number from 1. Throws a `Refusal` that names the columns. */
export function columnNumber(table: CsvTable, column: string): number {
  const wanted = column.trim().toLowerCase();
  const named = namesOf(table).findIndex((name) => name.toLowerCase() === wanted);
  const place = named < 0 && /^[1-9]\d{0,4}$/u.test(wanted) ? Number(wanted) - 1 : named;
  if (place < 0 || place >= table.width) {
    throw new Refusal(`The table has no column “${neutral(column, 60)}”. ${columnList(table)}`);
  }
  return place;
}

/**
 * Which columns identify a row: `column` is the name of one, or its number from 1; without it they are recognized.
 * Throws a `Refusal` when no row has an identifier.
 */
export function mappingFor(kind: LookupKind, table: CsvTable, column: string | undefined): ColumnMapping {
  const { header, sample } = table;
  const columns = columnList(table);
  const place = column === undefined ? undefined : columnNumber(table, column);
  const mapping: ColumnMapping =
    place === undefined
      ? guessMapping(kind, header, sample)
      : { kind, columns: kind === "company" ? { domain: place } : { profileUrl: place } };
  if (understoodRows(mapping, sample) === 0) {
    const wanted =
      kind === "company" ? "a domain, web page, or email address" : "a profile address, an email address, or a name";
    throw new Refusal(
      column === undefined
        ? `No column was recognized that has ${wanted}. Name one with --column. ${columns}`
        : `None of the first rows has ${wanted} in the column “${neutral(column, 60)}”. ${columns}`,
    );
  }
  return mapping;
}
