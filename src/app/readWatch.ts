// Reads a watch: its document, and which records it names.
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { openCsvTable } from "../csv/table";
import { searchFileEnding } from "../searches/searchDocument";
import { parseWatch, watchFileEnding, type WatchDocument } from "../searches/watchDocument";
import { recordKindOf } from "../runs/run";
import { searchOperation, type RecordKind } from "../service/operations";
import type { WatchedRecords } from "../store/watches";
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
  const { records: named, budget, leaveOut } = document;
  const watched = "search" in named ? await recordsOfSearch(app, file, named.search) : undefined;
  const kind = watched?.kind ?? document.kind;
  const recordKind = recordKindOf({ kind: searchOperation(kind), filters: {} });
  const title = neutral(path.basename(file).slice(0, -watchFileEnding.length), 80);
  return {
    document,
    search: {
      ...{ title, source: uri },
      document: {
        ...{ search: kind, filters: {}, fetch: { credits: budget } },
        leaveOut: [...new Set([...leaveOut, ...(watched?.leaveOut ?? [])])],
      },
    },
    recordKind,
    unknown: 0,
    ...(watched ?? (await recordsNamed(app, file, recordKind, named))),
  };
}

/** The records that its runs have fetched, and its leave-out lists as seen from the watch. */
async function recordsOfSearch(app: App, file: string, named: string) {
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
  kind: RecordKind,
  named: WatchDocument["records"],
): Promise<{ readonly records: WatchedRecords; readonly unknown?: number }> {
  if ("list" in named) {
    return { records: { list: listNamed(await app.store.recordLists.list(), named.list).id } };
  }
  if (!("csv" in named)) {
    return { records: { ids: "ids" in named ? named.ids : [] } };
  }
  const { uri } = await app.files.beside(file, named.csv);
  const values = await cellsOf(app, uri, kind, named);
  const ids = await app.store.watches.idsNamed(kind, values);
  // A record that was never fetched can only be asked for by its id.
  const known = values.map((value, nth) => ids[nth] ?? (/^[\w-]{1,100}$/u.test(value) ? value : undefined));
  const found = known.filter((id) => id !== undefined);
  return { records: { ids: found }, unknown: known.length - found.length };
}

async function cellsOf(
  { bytesOf }: App,
  uri: string,
  kind: RecordKind,
  { csv, column }: { readonly csv: string; readonly column?: string | undefined },
): Promise<readonly string[]> {
  try {
    const table = await openCsvTable(bytesOf(uri));
    const place =
      column === undefined
        ? recordColumn(kind === "company" ? "company" : "person", table)
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
