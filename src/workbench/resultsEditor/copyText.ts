// Records as text for the clipboard. Without VS Code, so that it can be tested over a real database alone.
import { csvPresets } from "../../csv/writer";
import type { ExportFormat } from "../../export/formats";
import type { DeskStore } from "../../export/storeExport";
import { cellText, columnOf } from "../../rows/columns";
import { parseExact } from "../../service/exactJson";
import type { RecordKind } from "../../service/operations";
import { decodeText } from "../decodeText";

export type CopyFormat =
  { readonly format: "csv" | "markdown"; readonly headers: boolean } | { readonly format: "json" };

export interface CopySource {
  readonly store: Pick<DeskStore, "views" | "exports" | "records">;
  readonly recordKind: RecordKind;
  /** Ids of the visible columns. */
  readonly columns: readonly string[];
  /** ms since 1970. */
  readonly now: number;
}

/** The records as text. JSON contains whole records, the other formats the visible columns. */
export async function copiedRecords(
  { store, recordKind, columns, now }: CopySource,
  keys: readonly number[],
  as: CopyFormat,
): Promise<string> {
  const { view } = await store.views.open({ kind: "keys", recordKind, keys }, { columns, now });
  try {
    return await decodeText(await store.exports.toText({ view, format: exportFormat(columns, as) }));
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
export async function copiedCells(source: CopySource, keys: readonly number[]): Promise<string> {
  const { store, recordKind, columns, now } = source;
  const [key, column] = [keys[0], columns[0]];
  if (keys.length === 1 && columns.length === 1 && key !== undefined && column !== undefined) {
    return copiedCell(source, key, column);
  }
  const { view } = await store.views.open({ kind: "keys", recordKind, keys }, { columns, now });
  try {
    const options = { ...csvPresets.Plain, header: false, delimiter: "\t", lineEnd: "\n" } as const;
    const profile = { name: "", columns: columns.map((id) => ({ id })), lists: "joined" } as const;
    const text = await decodeText(await store.exports.toText({ view, format: { kind: "csv", profile, options } }));
    return text.replace(/\n$/, "");
  } finally {
    await store.views.close(view);
  }
}

/** The whole text of one cell; the grid cuts long ones. */
async function copiedCell({ store, recordKind }: CopySource, key: number, column: string): Promise<string> {
  const [json] = await store.records.jsonOf([key]);
  const shown = columnOf(recordKind, column);
  return json === undefined || shown === undefined ? "" : cellText(shown.value(parseExact(json)));
}
