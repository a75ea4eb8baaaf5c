// Reads a watch: its document, and which records it names.
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { openCsvTable } from "../csv/table";
import { searchFileEnding } from "../searches/searchDocument";
import { parseWatch, watchFileEnding, type WatchDocument } from "../searches/watchDocument";
import { countText } from "../language/language";
import { recordKindOf } from "../runs/run";
import { searchOperation, type RecordKind } from "../service/operations";
import type { NamedRecords, WatchedRecords } from "../store/watches";
import { Refusal, type App, type AppSearch } from "./app";
import { listNamed } from "./listNamed";
import { diagnosticsOf, diagnosticText, readSearch } from "./readSearch";
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
  const [named, ofCompanies] = "companies" in given ? [given.companies, true] : [given, false];
  const { kind: found, ...watched } = await recordsNamed(
    app,
    file,
    ofCompanies ? "company" : document.kind,
    named,
    ofCompanies,
  );
  if (ofCompanies && found !== "company") {
    throw new Refusal(() => l10n.t("“companies” must name companies: this search is for people."));
  }
  const kind = ofCompanies ? "people" : found;
  const recordKind = recordKindOf({ kind: searchOperation(kind), filters: {} });
  const title = neutral(path.basename(file).slice(0, -watchFileEnding.length), 80);
  return {
    document,
    search: {
      ...{ title, source: uri },
      document: {
        ...{ search: kind, filters: {}, fetch: { credits: budget } },
        leaveOut: [...new Set([...leaveOut, ...(watched.leaveOut ?? [])])],
      },
    },
    recordKind,
    records: ofCompanies ? { companies: watched.records } : watched.records,
    unknown: watched.unknown ?? 0,
  };
}

interface FoundRecords {
  readonly kind: WatchDocument["kind"];
  readonly records: NamedRecords;
  readonly leaveOut?: readonly string[];
  readonly unknown?: number;
}

/** The records that its runs have fetched, and its leave-out lists as seen from the watch. */
async function recordsOfSearch(app: App, file: string, named: string): Promise<FoundRecords> {
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
  named: Exclude<WatchDocument["records"], { readonly companies: unknown }>,
  /** Whether records that were never fetched can be named by more than their ids. */
  anyName: boolean,
): Promise<FoundRecords> {
  if ("search" in named) {
    return recordsOfSearch(app, file, named.search);
  }
  if ("list" in named) {
    return { kind, records: { list: listNamed(await app.store.recordLists.list(), named.list).id } };
  }
  if ("ids" in named) {
    return { kind, records: { ids: named.ids } };
  }
  const { uri } = await app.files.beside(file, named.csv);
  const recordKind = kind === "company" ? "company" : "person";
  const values = await cellsOf(app, uri, recordKind, named);
  if (anyName) {
    return { kind, records: { ids: values } };
  }
  const ids = await app.store.watches.idsNamed(recordKind, values);
  // A record that was never fetched can only be asked for by its id.
  const known = values.map((value, nth) => ids[nth] ?? (/^[\w-]{1,100}$/u.test(value) ? value : undefined));
  const found = known.filter((id) => id !== undefined);
  return { kind, records: { ids: found }, unknown: known.length - found.length };
}

export const unknownRowsText = (rows: number): string =>
  l10n.t("Rows of the file that name no record that was fetched, nor an id: {0}.", countText(rows));

async function cellsOf(
  { bytesOf }: App,
  uri: string,
  recordKind: RecordKind,
  { csv, column }: { readonly csv: string; readonly column?: string | undefined },
): Promise<readonly string[]> {
  try {
    const table = await openCsvTable(bytesOf(uri));
    const place =
      column === undefined
        ? recordColumn(recordKind === "company" ? "company" : "person", table)
        : columnNumber(table, column);
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
