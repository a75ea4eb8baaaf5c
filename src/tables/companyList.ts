// Reads a list of companies: the column with their domains, the company of each row, and the rows without one.
import type { RunCompany } from "../store/companies";
import { normalizedAddress } from "../store/text";
import { guessMapping } from "./batchMapping";
import { shownTitle } from "./columnNames";
import { parseLookup } from "./parseLookup";
import { openCsvTable, type CsvTable } from "./table";
import { bytesSource, createPause, textLines } from "./textLines";

export interface CompanyList {
  /** Each domain once, with the first row that has it. */
  readonly companies: readonly RunCompany[];
  /** Rows that are not blank. */
  readonly rows: number;
  /** Rows whose domain an earlier row has. */
  readonly repeated: number;
  readonly unusable: readonly UnusableRow[];
  /** The names of the table's other columns. */
  readonly columns?: readonly string[] | undefined;
}

interface Unusable {
  /** Whether the row names a company, but only by its profile address or ID. */
  readonly isWithoutDomain: boolean;
  /** A sentence. */
  readonly reason: string;
}

export interface UnusableRow extends Unusable {
  readonly row: number;
  readonly entry: string;
}

/** Columns from 0, the one with the companies' domains first if it is recognized. */
export function columnsByLikelihood({ header, sample, width }: CsvTable): readonly number[] {
  const { domain } = guessMapping("company", header, sample).columns;
  const columns = Array.from({ length: width }, (_, column) => column);
  return domain === undefined ? columns : [domain, ...columns.filter((column) => column !== domain)];
}

const longestEntry = 200;

export class CompanyListReader {
  readonly #companies = new Map<string, RunCompany>();
  readonly #unusable: UnusableRow[] = [];
  #rows = 0;
  #repeated = 0;

  /**
   * `row` is the number in a spreadsheet; `text` identifies the company, `name` is its name for the user, and `cells`
   * are the row's cells in the other columns.
   */
  add(row: number, text: string, name: string, cells?: RunCompany["cells"]): void {
    const entry = (name.trim() === "" ? text.trim() : name.trim()).slice(0, longestEntry);
    this.#rows += 1;
    const found = domainOf(text);
    if ("reason" in found) {
      this.#unusable.push({ row, entry, ...found });
    } else if (this.#companies.has(found.domain)) {
      this.#repeated += 1;
    } else {
      this.#companies.set(found.domain, { row, entry, domain: found.domain, ...(cells && { cells }) });
    }
  }

  /** A company that is known, but not its domain. */
  addWithoutDomain(row: number, name: string): void {
    this.#rows += 1;
    this.#unusable.push({ row, entry: name.trim().slice(0, longestEntry), ...withoutDomain() });
  }

  list(): CompanyList {
    return {
      companies: [...this.#companies.values()],
      rows: this.#rows,
      repeated: this.#repeated,
      unusable: this.#unusable,
    };
  }
}

function domainOf(text: string): { readonly domain: string } | Unusable {
  if (text.trim() === "") {
    return { isWithoutDomain: false, reason: "There is no domain in this row." };
  }
  const parsed = parseLookup("company", text);
  if (parsed.kind !== "understood") {
    return { isWithoutDomain: false, reason: parsed.message };
  }
  const { domain } = parsed.identifiers;
  return domain === undefined ? withoutDomain() : { domain: normalizedAddress(String(domain)) };
}

const withoutDomain = (): Unusable => ({
  isWithoutDomain: true,
  reason: "People are found by the domain of the company, not by its profile address or ID.",
});

/**
 * Reads the rows of a table, in pieces so that the caller's thread answers other requests. Where `column` has no
 * domain, the first of the fallbacks that has one counts.
 */
export async function readCompanyTable(
  table: CsvTable,
  column: number,
  fallbacks: readonly number[] = [],
): Promise<CompanyList> {
  const reader = new CompanyListReader();
  const nameColumn = table.header?.findIndex((name, nth) => nth !== column && isName(name)) ?? -1;
  const others = otherColumns(table, [column, nameColumn]);
  for await (const rows of table.rows()) {
    for (const { kind, cells, row } of rows) {
      if (kind === "data" && cells.some((cell) => cell.trim() !== "")) {
        const ofOthers = others.map(({ name, at }) => [name, (cells[at] ?? "").trim().slice(0, longestCell)] as const);
        const inOthers = others.length === 0 ? undefined : Object.fromEntries<string>(ofOthers);
        const fallback = fallbacks.find((at) => "domain" in domainOf(cells[at] ?? ""));
        const isFound = fallback === undefined || "domain" in domainOf(cells[column] ?? "");
        reader.add(row, cells[isFound ? column : fallback] ?? "", cells[nameColumn] ?? "", inOthers);
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { ...reader.list(), ...(others.length > 0 && { columns: others.map(({ name }) => name) }) };
}

/** More would make each person's row unreadable and the database large. */
const mostColumns = 30;
const longestCell = 500;

/** The named columns, each once; people found at the companies get them, too. */
function otherColumns({ header = [] }: CsvTable, used: readonly number[]) {
  const names = header.map(shownTitle);
  const isFirst = (name: string, at: number): boolean =>
    names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) === at;
  return names
    .map((name, at) => ({ name, at }))
    .filter(({ name, at }) => name !== "" && !used.includes(at) && isFirst(name, at))
    .slice(0, mostColumns);
}

const isName = (name: string): boolean =>
  /^(?:(?:company|account|organi[sz]ation|firm|customer)(?:[ _-]?name)?|name|firma|unternehmen|kunde)$/iu.test(
    name.trim(),
  );

/** Reads a table or a text, by its extension. `columnOf` chooses the column of the domains, or else it is detected. */
export async function readCompanyFile(
  bytes: Uint8Array,
  name: string,
  columnOf?: (table: CsvTable) => number,
): Promise<CompanyList> {
  if (!/\.(?:csv|tsv)$/iu.test(name) && columnOf === undefined) {
    return readCompanyLines(bytes);
  }
  const table = await openCsvTable(bytesSource(bytes));
  if (columnOf !== undefined) {
    return readCompanyTable(table, columnOf(table));
  }
  const { columns, fallbacks } = guessMapping("company", table.header, table.sample);
  return readCompanyTable(table, columns.domain ?? 0, fallbacks);
}

/** Reads a text file with one company in each line, also in pieces. */
export async function readCompanyLines(bytes: Uint8Array): Promise<CompanyList> {
  const pause = createPause();
  const reader = new CompanyListReader();
  let row = 0;
  for await (const lines of textLines(bytes, pause)) {
    for (const line of lines) {
      row += 1;
      if (line.trim() !== "") {
        reader.add(row, line, "");
        await pause();
      }
    }
  }
  return reader.list();
}
