// Records as text for the clipboard. Does not depend on VS Code, so that tests can run it with only a real database.
import { withView } from "../../app/readRecords";
import { onlyKeys, type OrderedRows, type RowSource } from "../../app/rowSource";
import type { ExportFormat } from "../../export/formats";
import type { DeskStore } from "../../export/storeExport";
import { cellText, columnOf } from "../../records/columns";
import { parseExact } from "../../service/exactJson";
import type { CallWatch } from "../../store/protocol";
import { csvPresets } from "../../tables/writer";

export type CopyFormat =
  | { readonly format: "csv" | "markdown"; readonly headers: boolean }
  | { readonly format: "json" };

export interface CopySource {
  readonly store: DeskStore;
  readonly source: RowSource;
  /** Ids of the visible columns. */
  readonly columns: readonly string[];
  /** ms since 1970. */
  readonly now: number;
}

/** VS Code passes the clipboard's text between processes as a whole, and few programs can paste more. */
const mostBytes = 32 * 2 ** 20;

/** The records as text. JSON contains whole records; the other formats contain the visible columns. */
export async function copiedRecords(
  source: CopySource,
  keys: readonly number[],
  as: CopyFormat,
  watch?: CallWatch,
): Promise<string> {
  const rows = rowsToCopy(source, keys);
  const format = exportFormat(source.columns, as);
  return withView(source, rows, ({ view }) => textOf(source, { view, format }, watch), watch);
}

const rowsToCopy = ({ source, columns, now }: CopySource, keys: readonly number[]): OrderedRows => ({
  source: onlyKeys(source, keys),
  order: { columns, now },
});

async function textOf(
  { store }: CopySource,
  { view, format }: { readonly view: number; readonly format: ExportFormat },
  watch: CallWatch | undefined,
): Promise<string> {
  const bytes = await store.exports.toText({ view, format, mostBytes }, watch);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
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

/** Cells as tab-separated lines, the format of spreadsheets; a single cell as its text alone. */
export async function copiedCells(source: CopySource, keys: readonly number[], watch?: CallWatch): Promise<string> {
  const { store, columns } = source;
  return withView(
    source,
    rowsToCopy(source, keys),
    async ({ view }) => {
      const shown = await store.views.keysAt(view);
      const column = columns[0];
      if (shown.length === 1 && columns.length === 1 && column !== undefined) {
        return copiedCell(source, shown, column);
      }
      const options = { ...csvPresets.Plain, header: false, delimiter: "\t", lineEnd: "\n" } as const;
      const profile = { name: "", columns: columns.map((id) => ({ id })), lists: "joined" } as const;
      const text = await textOf(source, { view, format: { kind: "csv", profile, options } }, watch);
      return text.replace(/\n$/, "");
    },
    watch,
  );
}

/** The whole text of one cell; the grid cuts long ones. */
async function copiedCell({ store, source }: CopySource, key: readonly number[], column: string): Promise<string> {
  const [json] = await store.records.jsonOf(key);
  const shown = columnOf(source.recordKind, column);
  return json === undefined || shown === undefined ? "" : cellText(shown.value(parseExact(json)));
}
