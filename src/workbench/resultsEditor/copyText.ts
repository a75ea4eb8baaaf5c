// Records as text for the clipboard. Without VS Code, so that it can be tested over a real database alone.
import { csvPresets } from "../../csv/writer";
import type { ExportFormat } from "../../export/formats";
import type { DeskStore } from "../../export/storeExport";
import { cellText, columnOf } from "../../rows/columns";
import { parseExact } from "../../service/exactJson";
import type { RecordKind } from "../../service/operations";
import type { CallWatch } from "../../store/protocol";
import { decodeText } from "../decodeText";

export type CopyFormat =
  { readonly format: "csv" | "markdown"; readonly headers: boolean } | { readonly format: "json" };

export interface CopySource {
  readonly store: Pick<DeskStore, "views" | "exports" | "records">;
  readonly recordKind: RecordKind;
  /** The run whose leave-out lists apply, besides those for everything. */
  readonly of?: string | undefined;
  /** Ids of the visible columns. */
  readonly columns: readonly string[];
  /** ms since 1970. */
  readonly now: number;
}

/** VS Code passes the clipboard's text between processes as a whole, and few programs can paste more. */
const mostBytes = 32 * 2 ** 20;

/** The records as text. JSON contains whole records, the other formats the visible columns. */
export async function copiedRecords(
  { store, recordKind, of, columns, now }: CopySource,
  keys: readonly number[],
  as: CopyFormat,
  watch?: CallWatch,
): Promise<string> {
  const { view } = await store.views.open({ kind: "keys", recordKind, keys, of }, { columns, now }, watch);
  try {
    const format = exportFormat(columns, as);
    return await decodeText(await store.exports.toText({ view, format, mostBytes }, watch), watch?.signal);
  } finally {
    await store.views.close(view);
  }
}

function exportFormat(columns: readonly string[], as: CopyFormat): ExportFormat {
  return as.format === "json"
    ? { kind: as.format }
    : {
        kind: as.format,
        profile: { name: "", columns: columns.map((id) => ({ id })), lists: "joined" },
        options: { ...csvPresets.Plain, header: as.headers },
      };
}

/** Cells as tab-separated lines, as spreadsheets exchange them; a single cell is its text alone. */
export async function copiedCells(source: CopySource, keys: readonly number[], watch?: CallWatch): Promise<string> {
  const { store, recordKind, of, columns, now } = source;
  const { view } = await store.views.open({ kind: "keys", recordKind, keys, of }, { columns, now }, watch);
  try {
    const [shown, column] = [await store.views.keysAt(view), columns[0]];
    if (shown.length === 1 && columns.length === 1 && column !== undefined) {
      return await copiedCell(source, shown, column);
    }
    const options = { ...csvPresets.Plain, header: false, delimiter: "\t", lineEnd: "\n" } as const;
    const profile = { name: "", columns: columns.map((id) => ({ id })), lists: "joined" } as const;
    const format = { kind: "csv", profile, options } as const;
    const text = await decodeText(await store.exports.toText({ view, format, mostBytes }, watch), watch?.signal);
    return text.replace(/\n$/, "");
  } finally {
    await store.views.close(view);
  }
}

/** The whole text of one cell; the grid cuts long ones. */
async function copiedCell({ store, recordKind }: CopySource, key: readonly number[], column: string): Promise<string> {
  const [json] = await store.records.jsonOf(key);
  const shown = columnOf(recordKind, column);
  return json === undefined || shown === undefined ? "" : cellText(shown.value(parseExact(json)));
}
