// Adds to an exported file the records it lacks, told apart by id. The file is replaced whole or stays as it was.
import * as l10n from "@vscode/l10n";
import type { RecordSource } from "../runs/run";
import type { RecordKind } from "../service/operations";
import type { Pace } from "../rows/pace";
import { slicesOf } from "../rows/pace";
import { parseRecord, recordId } from "../rows/record";
import { diskFailure, openAtomicFile, type AtomicFile, type Disk } from "../searches/atomicFile";
import { lookForProfile, idColumnOf, resolveProfile, type ColumnProfile, type ExportColumn } from "./columnProfile";
import { createCsvReader, delimiterOf } from "./csvReader";
import { byteOrderMark, cellContent, lineWriter, type CsvOptions } from "./csvWriter";
import { writeRecords, type RecordWriter } from "./exportRun";
import { copyingWriter, ndjson } from "./jsonWriter";

/** The file cannot be added to; `message` is a whole sentence for the user. */
export class AppendProblem extends Error {
  override readonly name = "AppendProblem";
}

export interface AppendRequest {
  readonly source: RecordSource;
  readonly rows?: ArrayLike<number> | undefined;
  /** Of a CSV only the guard and range treatment are used: delimiter, line ends and columns are those of the file. */
  readonly format: { readonly kind: "csv"; readonly profile: ColumnProfile; readonly options: CsvOptions } | { readonly kind: "ndjson" };
  readonly disk: Disk;
  readonly file: string;
  readonly pace: Pace;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface AppendResult {
  readonly added: number;
  /** Records that the file held already, and repeated ones. */
  readonly alreadyThere: number;
  /** Length of the file afterwards. */
  readonly bytes: number;
}

/**
 * Rejects with an `AppendProblem` when the file is no such export, with a `DiskFailure` when the disk refuses, or with
 * the signal's reason; the file is then as it was.
 */
export async function appendNewRecords(request: AppendRequest): Promise<AppendResult> {
  const file = await openAtomicFile(request.disk, request.file, { replace: true });
  try {
    const existing = request.format.kind === "csv" ? await keepCsv(request, request.format, file) : await keepNdjson(request, file);
    let added = 0;
    const writer = onlyNew(existing, () => {
      added += 1;
    });
    const { records } = await writeRecords(request, writer, file.write);
    request.pace.signal?.throwIfAborted();
    // Nothing new: the file keeps its date.
    if (added > 0) {
      await file.commit();
    }
    return { added, alreadyThere: records - added, bytes: file.bytes };
  } finally {
    await file.abandon();
  }
}

interface Existing {
  readonly known: Set<string>;
  /** Whether the last line lacks its end. */
  readonly openEnd: boolean;
  readonly lineEnd: string;
  keyOf(record: unknown): string;
  readonly writer: RecordWriter;
}

function onlyNew(existing: Existing, onAdded: () => void): RecordWriter {
  return {
    begin: (sink) => {
      sink.addText(existing.openEnd ? existing.lineEnd : "");
    },
    record: (sink, bytes) => {
      const key = existing.keyOf(parseRecord(bytes));
      if (!existing.known.has(key)) {
        existing.known.add(key);
        onAdded();
        existing.writer.record(sink, bytes);
      }
    },
    end: () => undefined,
  };
}

async function keepNdjson(request: AppendRequest, file: AtomicFile): Promise<Existing> {
  const kind = request.source.recordKind;
  const keyOf = (record: unknown): string => recordId(kind, record) ?? JSON.stringify(record);
  const known = new Set<string>();
  let rest = "";
  let line = 0;
  const read = (text: string): void => {
    line += 1;
    if (text.trim() === "") {
      return;
    }
    const record = parseRecord(Buffer.from(text));
    if (typeof record !== "object" || record === null) {
      throw new AppendProblem(l10n.t("Line {0} of the file is not a JSON record, so nothing was added. Choose a file that was exported as NDJSON.", line));
    }
    known.add(keyOf(record));
  };
  const last = await copyExisting(request, file, (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(read);
  });
  read(rest);
  return { known, openEnd: last !== "" && last !== "\n", lineEnd: "\n", keyOf, writer: copyingWriter(ndjson) };
}

async function keepCsv(request: AppendRequest, format: { readonly profile: ColumnProfile; readonly options: CsvOptions }, file: AtomicFile): Promise<Existing> {
  const { source, pace, rows } = request;
  const kind = source.recordKind;
  const columns = resolveProfile(kind, format.profile, await lookForProfile(format.profile, source, pace, rows));
  const found = { header: undefined as readonly string[] | undefined, idAt: -1, delimiter: "," as CsvOptions["delimiter"], lineEnd: "\n" as CsvOptions["lineEnd"] };
  const known = new Set<string>();
  const idHeader = idHeaderOf(kind, columns);
  let reader: ReturnType<typeof createCsvReader> | undefined;
  const onRow = (cells: readonly string[]): void => {
    if (found.header === undefined) {
      found.header = cells;
      found.idAt = cells.indexOf(idHeader);
      if (found.idAt < 0) {
        throw new AppendProblem(l10n.t("The file has no column “{0}”, by which records are told apart, so nothing was added. Export that column too, or write a new file.", idHeader));
      }
    } else {
      known.add(keyFrom(cells, found.idAt));
    }
  };
  const last = await copyExisting(request, file, (text) => {
    let piece = text;
    if (reader === undefined) {
      piece = text.startsWith(byteOrderMark) ? text.slice(1) : text;
      const firstLine = piece.slice(0, Math.max(0, piece.search(/[\r\n]/)) || piece.length);
      found.delimiter = delimiterOf(firstLine);
      found.lineEnd = piece.includes("\r\n") ? "\r\n" : "\n";
      reader = createCsvReader(found.delimiter, onRow);
    }
    reader.push(piece);
  });
  reader?.end();
  const header = found.header;
  if (header === undefined) {
    throw new AppendProblem(l10n.t("The file is empty, so there is no header to go by and nothing was added. Write a new file instead."));
  }
  const options: CsvOptions = { ...format.options, delimiter: found.delimiter, lineEnd: found.lineEnd };
  const written = header.map((name): ExportColumn => columns.find((column) => column.header === name) ?? { id: name, header: name, phone: false, range: false, value: () => undefined });
  const line = lineWriter(written, options);
  return {
    known,
    openEnd: last !== "\n" && last !== "\r",
    lineEnd: found.lineEnd,
    keyOf: (record) => keyFrom(written.map((column) => cellContent(column, column.value(record), options)), found.idAt),
    writer: {
      begin: () => undefined,
      record: (sink, bytes) => {
        sink.addText(line(parseRecord(bytes)));
      },
      end: () => undefined,
    },
  };
}

/** The id; of a row without one, all that it holds, so that it is neither lost nor added twice. */
function keyFrom(cells: readonly string[], idAt: number): string {
  const id = cells[idAt] ?? "";
  return id === "" ? JSON.stringify(cells) : id;
}

function idHeaderOf(kind: RecordKind, columns: readonly ExportColumn[]): string {
  const ids = [idColumnOf(kind), kind === "contact" ? "profile.id" : "id"];
  const column = columns.find(({ id }) => ids.includes(id));
  if (column === undefined) {
    throw new AppendProblem(l10n.t("The column profile has no id column, by which records are told apart. Add the column “Id” to it, or write a new file."));
  }
  return column.header;
}

const pieceLength = 1 << 18;

/** Copies the file as it is and hands its text on. Resolves with its last character. */
async function copyExisting({ disk, file: path, pace }: AppendRequest, to: AtomicFile, onText: (text: string) => void): Promise<string> {
  const slices = slicesOf(pace);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const bytes = Buffer.allocUnsafe(pieceLength);
  const handle = await disk.open(path, "r").catch((error: unknown) => Promise.reject(diskFailure(error, path)));
  let last = "";
  try {
    for (let position = 0; ; ) {
      const { bytesRead } = await handle.read(bytes, 0, pieceLength, position).catch((error: unknown) => Promise.reject(diskFailure(error, path)));
      const text = decoder.decode(bytes.subarray(0, bytesRead), { stream: bytesRead > 0 });
      if (text !== "") {
        onText(text);
        last = text.at(-1) ?? last;
      }
      if (bytesRead === 0) {
        return last;
      }
      await to.write(bytes.subarray(0, bytesRead));
      position += bytesRead;
      if (slices.spent()) {
        await slices.turn();
      }
    }
  } finally {
    // What was read is read; closing it can lose nothing.
    await handle.close().catch(() => undefined);
  }
}
