// Records as text for the clipboard, in the columns the grid shows.
import { csvPresets } from "../../csv/writer";
import type { ExportFormat } from "../../export/formats";
import type { DeskStore } from "../../export/storeExport";
import { cellText, columnOf } from "../../rows/columns";
import type { RecordKind } from "../../service/operations";
import { parseExact } from "../../service/exactJson";
import { decodedText } from "../decodedText";

/** A clipboard is no file: beyond this many records an export is what is wanted. */
export const mostCopied = 10_000;

export type CopyAs = { readonly format: "csv" | "markdown"; readonly headers: boolean } | { readonly format: "json" };

/** What is copied from, and how: `columns` are ids. */
export interface CopySource {
  readonly store: Pick<DeskStore, "views" | "exports" | "records">;
  readonly recordKind: RecordKind;
  readonly columns: readonly string[];
  /** ms since 1970. */
  readonly now: number;
}

/** The records in the order given. JSON takes whole records, untouched. */
export async function copyText(
  { store, recordKind, columns, now }: CopySource,
  keys: readonly number[],
  as: CopyAs,
): Promise<string> {
  const { view } = await store.views.open({ kind: "keys", recordKind, keys }, { columns, now });
  try {
    return await decodedText(await store.exports.toText({ view, format: formatOf(columns, as) }));
  } finally {
    await store.views.close(view);
  }
}

function formatOf(columns: readonly string[], as: CopyAs): ExportFormat {
  return as.format === "json"
    ? { kind: as.format }
    : {
        kind: as.format,
        profile: { name: "", columns: columns.map((id) => ({ id })), lists: "joined" },
        options: { ...csvPresets.Plain, header: as.headers },
      };
}

/** The whole text of one cell. */
export async function cellCopy({ store, recordKind }: CopySource, key: number, column: string): Promise<string> {
  const [json] = await store.records.jsonOf([key]);
  const shown = columnOf(recordKind, column);
  return json === undefined || shown === undefined ? "" : cellText(shown.value(parseExact(json)));
}
