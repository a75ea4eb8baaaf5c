// Finds the columns that identify a table's rows, by the names or numbers from a script.
import type { LookupKind } from "../service/operations";
import { guessMapping, understoodRows, type ColumnMapping } from "../tables/batchMapping";
import type { CsvTable } from "../tables/table";
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

/** The index of a column, from 0, by its name or its number from 1. Throws a `Refusal` that names the columns. */
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
 * The columns that identify a row. `columns` are names, or numbers from 1; the later ones are fallbacks. Without
 * `columns`, they are recognized. Throws a `Refusal` when there are none.
 */
export function mappingFor(kind: LookupKind, table: CsvTable, columns: readonly string[] = []): ColumnMapping {
  const { header, sample } = table;
  const places = columns.map((column) => columnNumber(table, column));
  const mapping = places.length === 0 ? guessMapping(kind, header, sample) : chosenMapping(kind, table, places);
  if (Object.keys(mapping.columns).length === 0) {
    throw new Refusal(
      `No column was recognized that has ${wantedText(kind)}. Name one with --column. ${columnList(table)}`,
    );
  }
  return mapping;
}

/** Throws a `Refusal` when none of the first rows has an identifier. */
export function checkIdentifiers(table: CsvTable, mapping: ColumnMapping, columns?: readonly string[]): void {
  if (understoodRows(mapping, table.sample) === 0) {
    const shown = columns?.map((column) => `“${neutral(column, 60)}”`).join(", else ");
    throw new Refusal(
      `None of the first rows has ${wantedText(mapping.kind)} in the column ` +
        `${shown ?? columnsInWords(table, mapping)}. ${columnList(table)}`,
    );
  }
}

const wantedText = (kind: LookupKind): string =>
  kind === "company" ? "a domain, web page, or email address" : "a profile address, an email address, or a name";

/** “Website”, else “E-mail”. */
export function columnsInWords(table: CsvTable, { columns, fallbacks = [] }: ColumnMapping): string {
  const names = namesOf(table);
  const name = (column: number): string => `“${neutral(names[column] ?? "", 60)}”`;
  return [Object.values(columns).map(name).join(" and "), ...fallbacks.map(name)].join(", else ");
}

/** A mapping of named columns: with recognized roles among them, and the others as fallbacks in the given order. */
function chosenMapping(kind: LookupKind, { header, sample }: CsvTable, places: readonly number[]): ColumnMapping {
  const [first = 0, ...others] = places;
  if (kind === "person" && others.length > 0) {
    const { columns } = guessMapping(kind, header, sample, places);
    const used = Object.values(columns);
    if (used.length > 0) {
      return { kind, columns, fallbacks: places.filter((place) => !used.includes(place)) };
    }
  }
  return { kind, columns: kind === "company" ? { domain: first } : { profileUrl: first }, fallbacks: others };
}
