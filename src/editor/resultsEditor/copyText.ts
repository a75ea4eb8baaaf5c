// Records as text for the clipboard, in the columns the grid shows.
import { csvPresets } from "../../export/csvWriter";
import { recordsAsCsv, recordsAsJson, recordsAsMarkdown } from "../../export/insertAs";
import { cellText, columnOf, type Column } from "../../rows/columns";
import { parseRecord } from "../../rows/record";
import type { RecordSource } from "../../runs/run";

/** A clipboard is no file: beyond this many records an export is what is wanted. */
export const mostCopied = 10_000;

const batch = 500;

export type CopyAs = { readonly format: "csv" | "markdown"; readonly headers: boolean } | { readonly format: "json" };

/** The records of the rows in the order given; `columns` are ids. JSON takes whole records, untouched. */
export async function copyText(source: RecordSource, rows: readonly number[], columns: readonly string[], as: CopyAs): Promise<string> {
  const bytes: Uint8Array[] = [];
  for (let start = 0; start < rows.length; start += batch) {
    bytes.push(...(await source.readMany(rows.slice(start, start + batch))));
  }
  switch (as.format) {
    case "json":
      return recordsAsJson(bytes);
    case "csv":
      return recordsAsCsv(source.recordKind, bytes, { name: "", columns: columns.map((id) => ({ id })), lists: "joined" }, { ...csvPresets.Plain, header: as.headers });
    case "markdown": {
      const shown = columns.map((id) => columnOf(source.recordKind, id)).filter((column): column is Column => column !== undefined);
      const table = recordsAsMarkdown(shown, bytes.map(parseRecord));
      return as.headers ? table : table.split("\n").slice(2).join("\n");
    }
  }
}

/** The whole text of one cell. */
export async function cellCopy(source: RecordSource, row: number, column: string): Promise<string> {
  const [bytes] = await source.readMany([row]);
  const shown = columnOf(source.recordKind, column);
  return bytes === undefined || shown === undefined ? "" : cellText(shown.value(parseRecord(bytes)));
}

/** One record's JSON laid out over lines; its digits and escapes stay as they came. */
export function laidOutJson(bytes: Uint8Array): string {
  return recordsAsJson([bytes])
    .split("\n")
    .slice(1, -1)
    .map((line) => line.slice(2))
    .join("\n");
}
