// Appends to an exported file the records it lacks, compared by id. How an NDJSON file is read for that; CSV has a file
// of its own.
import type { SQLOutputValue } from "node:sqlite";
import type { ByteSink } from "../csv/byteSink";
import { recordId, textOf } from "../rows/record";
import { diskFailure, type AtomicFile, type Disk } from "../searches/atomicFile";
import { parseExact } from "../service/exactJson";
import { StoreError } from "../store/storeError";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import type { ColumnChoice } from "./columnProfile";
import { addNdjson, recordSql } from "./jsonFormats";
import { writeView, type RowWriter } from "./writeView";

export interface AppendRequest {
  readonly reader: ViewReader;
  /** See `WriterContext`. */
  readonly withBeside: boolean;
  /**
   * Only of formats with columns. Of the options, only the guard and the treatment of ranges are used: delimiter, line
   * ends and columns are those of the file.
   */
  readonly choice: ColumnChoice | undefined;
  readonly openExisting: OpenExisting;
  readonly disk: Disk;
  readonly file: string;
  /** Replaces the file when records were added. */
  readonly target: AtomicFile;
}

export interface AppendResult {
  readonly added: number;
  /** Records that the file contained already, and repeated ones. */
  readonly alreadyThere: number;
  /** Length of the file afterwards. */
  readonly bytes: number;
}

/** A file that records are appended to. */
export interface ExistingFile {
  /** Keys of the records it contains. */
  readonly known: Set<string>;
  /** SQL of the values of a row, as in a `RowWriter`. */
  readonly columns: string;
  /** Ends the last line when the file does not. */
  endLastLine(sink: ByteSink): void;
  /** The key of a row, and what adds it to the file. */
  row(values: readonly SQLOutputValue[]): { readonly key: string; readonly add: (sink: ByteSink) => void };
}

/** Reads a file in one format. `pieces` gives its bytes from the beginning; `copy` gives and copies them. */
export type OpenExisting = (
  file: {
    readonly reader: ViewReader;
    readonly withBeside: boolean;
    readonly choice: ColumnChoice | undefined;
    pieces(): AsyncIterable<Uint8Array>;
    copy(): AsyncIterable<Uint8Array>;
  },
  task: Task,
) => Promise<ExistingFile>;

export const appendRefused = (message: string): StoreError => new StoreError("FAILED", message);

/** Rejects with a `StoreError` FAILED when the file is not an export in this format. */
export async function appendNewRecords(request: AppendRequest, task: Task): Promise<AppendResult> {
  const { reader, withBeside, choice, openExisting, disk, file, target } = request;
  const pieces = (): AsyncGenerator<Uint8Array> => piecesOf(disk, file, task);
  async function* copy(): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces()) {
      await target.write(piece);
      yield piece;
    }
  }
  const existing = await openExisting({ reader, withBeside, choice, pieces, copy }, task);
  let added = 0;
  const writer: RowWriter = {
    columns: existing.columns,
    begin: (sink) => existing.endLastLine(sink),
    row: (sink, values) => {
      const { key, add } = existing.row(values);
      if (!existing.known.has(key)) {
        existing.known.add(key);
        added += 1;
        add(sink);
      }
    },
    end: () => undefined,
  };
  const { records } = await writeView(reader, writer, (piece) => target.write(piece), task);
  // Without new records the file keeps its date.
  if (added > 0) {
    await target.commit();
  }
  return { added, alreadyThere: records - added, bytes: target.bytes };
}

const pieceBytes = 1 << 17;

async function* piecesOf(disk: Disk, file: string, task: Task): AsyncGenerator<Uint8Array> {
  const explained = (error: unknown): never => {
    throw diskFailure(error, file);
  };
  const handle = await disk.open(file, "r").catch(explained);
  try {
    for (let position = 0; ;) {
      const bytes = Buffer.allocUnsafeSlow(pieceBytes);
      const { bytesRead } = await handle.read(bytes, 0, pieceBytes, position).catch(explained);
      if (bytesRead === 0) {
        return;
      }
      yield bytes.subarray(0, bytesRead);
      position += bytesRead;
      await task.breathe();
    }
  } finally {
    // Closing a file that was only read loses nothing.
    await handle.close().catch(() => undefined);
  }
}

export const openExistingNdjson: OpenExisting = async ({ copy, ...request }) => {
  const keyOf = (record: unknown): string => recordId(request.reader.kind, record) ?? JSON.stringify(record);
  const known = new Set<string>();
  const decoder = new TextDecoder("utf-8");
  let lastLine = "";
  let lineNumber = 0;
  const addLine = (text: string): void => {
    lineNumber += 1;
    if (text.trim() !== "") {
      known.add(keyOf(parseLine(text, lineNumber)));
    }
  };
  for await (const piece of copy()) {
    const lines = (lastLine + decoder.decode(piece, { stream: true })).split("\n");
    lastLine = lines.pop() ?? "";
    lines.forEach(addLine);
  }
  lastLine += decoder.decode();
  addLine(lastLine);
  return {
    known,
    columns: recordSql(request),
    endLastLine: (sink) => sink.addText(lastLine === "" ? "" : "\n"),
    row: ([json]) => ({
      key: keyOf(parseExact(textOf(json as Uint8Array))),
      add: (sink) => addNdjson(sink, json as Uint8Array),
    }),
  };
};

function parseLine(text: string, lineNumber: number): object {
  let record: unknown;
  try {
    record = parseExact(text);
  } catch {
    record = undefined;
  }
  if (typeof record !== "object" || record === null) {
    throw appendRefused(
      `Line ${lineNumber} of the file is not a JSON record, so nothing was added. Choose a file that was ` +
        "exported as NDJSON.",
    );
  }
  return record;
}
