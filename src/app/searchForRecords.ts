// A search for given records: their ids, profiles, or domains are the values of one filter.
import { newSearchText } from "../searches/searchEdits";
import type { LookupKind } from "../service/operations";
import { guessMapping, guessTableKind, type ColumnRole } from "../tables/batchMapping";
import { parseLookup } from "../tables/parseLookup";
import type { CsvTable } from "../tables/table";
import type { App } from "./app";
import { withView } from "./readRecords";
import type { RowSource } from "./rowSource";

/** The identifier that names the records. */
export type NamedBy = "id" | "profile" | "domain";

export interface NamedColumn {
  /** Index, from 0. */
  readonly column: number;
  readonly kind: LookupKind;
  readonly by: NamedBy;
}

export interface NamedRecords extends Omit<NamedColumn, "column"> {
  /** Without repetitions; for a source with more than `mostNamed` records, only those of the first ones. */
  readonly values: readonly string[];
  readonly total: number;
  /** Records or rows that were read and have no such value. */
  readonly unnamed: number;
}

/** The most values of one search. */
export const mostNamed = 1_000;

const fields: Readonly<Record<LookupKind, Readonly<Partial<Record<NamedBy, string>>>>> = {
  company: { id: "company_ids", profile: "professional_network_urls", domain: "domains" },
  person: { id: "person_ids", profile: "person_professional_network_urls" },
};

/** The text of a new search for the first `mostNamed` of these records. */
export function searchForRecords({ kind, by, values }: NamedRecords): string {
  const items = values.slice(0, mostNamed).map((value) => ({ value, exact_match: true }));
  const filters = { [fields[kind][by] ?? ""]: items };
  return newSearchText(kind === "company" ? "company" : "people", filters, { records: items.length });
}

/** The ids of records of a source, in their order. */
export async function recordsNamed(app: App, source: RowSource): Promise<NamedRecords> {
  const kind = source.recordKind === "company" ? "company" : "person";
  return withView(app, { source, order: { columns: [], now: 0 } }, async ({ view, count }) => {
    const rows = await app.store.views.rows(view, 0, mostNamed);
    const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
    return { kind, by: "id", values: [...new Set(ids)], total: count, unnamed: rows.length - ids.length };
  });
}

const roles: readonly (readonly [LookupKind, NamedBy, ColumnRole])[] = [
  ["person", "profile", "profileUrl"],
  ["company", "profile", "networkUrl"],
  ["company", "domain", "domain"],
];

/** The columns of a table whose values name records, the most reliable first. */
export function namedColumns(table: CsvTable): readonly NamedColumn[] {
  const { header, sample, width } = table;
  const found = roles.flatMap(([kind, by, role]) => {
    const column = guessMapping(kind, header, sample).columns[role];
    const names = (cells: readonly string[]): boolean => valueOf({ kind, by }, cells[column ?? -1] ?? "") !== undefined;
    return column !== undefined && sample.some(names) ? [{ kind, by, column }] : [];
  });
  const named = header?.findIndex((name) => /^(?:(?:company|person|record)[ _-]?)?id$/iu.test(name.trim())) ?? -1;
  const ids = named < 0 && width === 1 && found.length === 0 ? 0 : named;
  if (ids < 0) {
    return found;
  }
  return [...kindsOfIds(table, header?.[ids]).map((kind) => ({ kind, by: "id", column: ids }) as const), ...found];
}

/** The record kinds that these ids may belong to, the likelier first. */
function kindsOfIds({ header, sample }: CsvTable, name = ""): readonly LookupKind[] {
  if (/^company/iu.test(name.trim())) {
    return ["company"];
  }
  if (/^person/iu.test(name.trim())) {
    return ["person"];
  }
  return guessTableKind(header, sample) === "person" ? ["person", "company"] : ["company", "person"];
}

/** Reads the rows of a table. */
export async function rowsNamed(table: CsvTable, { kind, by, column }: NamedColumn): Promise<NamedRecords> {
  const values = new Set<string>();
  let unnamed = 0;
  for await (const rows of table.rows()) {
    for (const { cells } of rows.filter((row) => row.kind === "data")) {
      const value = valueOf({ kind, by }, cells[column] ?? "");
      if (value === undefined) {
        unnamed += 1;
      } else {
        values.add(value);
      }
    }
  }
  return { kind, by, values: [...values], total: values.size, unnamed };
}

function valueOf({ kind, by }: Omit<NamedColumn, "column">, cell: string): string | undefined {
  const text = cell.trim();
  if (by === "id") {
    return /^[\w-]{1,100}$/u.test(text) ? text : undefined;
  }
  const parsed = parseLookup(kind, text);
  const profile = kind === "company" ? "professional_network_url" : "person_professional_network_url";
  const value = parsed.kind === "understood" ? parsed.identifiers[by === "domain" ? "domain" : profile] : undefined;
  return value === undefined ? undefined : String(value);
}
