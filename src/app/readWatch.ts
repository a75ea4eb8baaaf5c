// Reads a watch: its document, and which records it names.
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { openCsvTable } from "../csv/table";
import { countText } from "../language/language";
import { recordKindOf } from "../runs/run";
import { searchFileEnding } from "../searches/searchDocument";
import { parseWatch, watchFileEnding, type WatchDocument } from "../searches/watchDocument";
import { searchOperation, type LookupKind, type RecordKind } from "../service/operations";
import type { NamedRecords, WatchedRecords } from "../store/news";
import { Refusal, type App, type AppSearch } from "./app";
import { diagnosticsOf, diagnosticText, readSearch } from "./readSearch";
import { listNamed } from "./rowSource";
import { columnNumber, recordColumn } from "./tableColumns";
import { neutral } from "./untrusted";

export interface Watch {
  readonly document: WatchDocument;
  /** What a refresh runs, with the leave-out lists. Its source is the URI of the watch. */
  readonly search: AppSearch & { readonly source: string };
  readonly recordKind: RecordKind;
  readonly records: WatchedRecords;
  /** Rows of the CSV file that name no record. */
  readonly unknown: number;
}

/** Rejects with a `Refusal` when the watch has errors or names what is not there. */
export async function readWatch(app: App, file: string): Promise<Watch> {
  const { uri, text } = await app.files.readWatch(file);
  const { document } = parseWatch(text);
  if (document === undefined) {
    throw new Refusal(() =>
      diagnosticsOf(text, parseWatch(text).problems)
        .map((one) => diagnosticText(file, one))
        .join("\n"),
    );
  }
  const { budget, leaveOut, records: given } = document;
  const {
    kind,
    records,
    leaveOut: lists = [],
    unknown = 0,
  } = await ("companies" in given
    ? peopleAt(app, file, given.companies)
    : recordsNamed(app, file, document.kind, given));
  const recordKind = recordKindOf({ kind: searchOperation(kind), filters: {} });
  const title = neutral(path.basename(file).slice(0, -watchFileEnding.length), 80);
  return {
    document,
    search: {
      title,
      source: uri,
      document: {
        search: kind,
        filters: {},
        fetch: { credits: budget },
        leaveOut: [...new Set([...leaveOut, ...lists])],
      },
    },
    recordKind,
    records,
    unknown,
  };
}

type Named = Exclude<WatchDocument["records"], { readonly companies: unknown }>;

interface FoundRecords<Records extends WatchedRecords = WatchedRecords> {
  readonly kind: WatchDocument["kind"];
  readonly records: Records;
  readonly leaveOut?: readonly string[] | undefined;
  /** Rows of the CSV file that name no record. */
  readonly unknown?: number;
}

/** The people of companies, which a CSV file may also name by a domain or profile that was never fetched. */
async function peopleAt(app: App, file: string, named: Named): Promise<FoundRecords> {
  if ("csv" in named) {
    return { kind: "people", records: { companies: { ids: await cellsOf(app, file, "company", named) } } };
  }
  const { kind, records, leaveOut } = await recordsNamed(app, file, "company", named);
  if (kind !== "company") {
    throw new Refusal(() => l10n.t("“companies” must name companies: this search is for people."));
  }
  return { kind: "people", records: { companies: records }, leaveOut };
}

/** The records that its runs have fetched, and its leave-out lists as seen from the watch. */
async function recordsOfSearch(app: App, file: string, named: string): Promise<FoundRecords<NamedRecords>> {
  if (!named.endsWith(searchFileEnding)) {
    throw new Refusal(`“${neutral(named, 200)}” is not a saved search: its name must end with ${searchFileEnding}.`);
  }
  const found = await app.files.beside(file, named);
  const { document, source = "" } = await readSearch(app, { file: found.path });
  const lists = (document.leaveOut ?? []).map((list) => path.posix.join(path.posix.dirname(named), list));
  return { kind: document.search, records: { source }, leaveOut: lists };
}

async function recordsNamed(
  app: App,
  file: string,
  kind: WatchDocument["kind"],
  named: Named,
): Promise<FoundRecords<NamedRecords>> {
  if ("search" in named) {
    return recordsOfSearch(app, file, named.search);
  }
  if ("list" in named) {
    return { kind, records: { list: listNamed(await app.store.recordLists.list(), named.list).id } };
  }
  if ("ids" in named) {
    return { kind, records: { ids: named.ids } };
  }
  const recordKind = kind === "company" ? "company" : "person";
  const values = await cellsOf(app, file, recordKind, named);
  const ids = await app.store.watches.idsNamed(recordKind, values);
  // A record that was never fetched can only be asked for by its id.
  const known = values.map((value, nth) => ids[nth] ?? (/^[\w-]{1,100}$/u.test(value) ? value : undefined));
  const found = known.filter((id) => id !== undefined);
  return { kind, records: { ids: found }, unknown: known.length - found.length };
}

export const unknownRowsText = (rows: number): string =>
  l10n.t("Rows of the file that name no record that was fetched, nor an id: {0}.", countText(rows));

async function cellsOf(
  { bytesOf, files }: App,
  file: string,
  kind: LookupKind,
  { csv, column }: { readonly csv: string; readonly column?: string | undefined },
): Promise<readonly string[]> {
  const { uri } = await files.beside(file, csv);
  try {
    const table = await openCsvTable(bytesOf(uri));
    const place = column === undefined ? recordColumn(kind, table) : columnNumber(table, column);
    const cells: string[] = [];
    for await (const rows of table.rows()) {
      cells.push(...rows.filter(({ kind }) => kind === "data").map((row) => row.cells[place]?.trim() ?? ""));
    }
    return cells.filter((cell) => cell !== "");
  } catch (error) {
    throw error instanceof Refusal
      ? error
      : new Refusal(() => l10n.t("“{0}” cannot be read.", neutral(csv, 200)), "file", { cause: error });
  }
}
