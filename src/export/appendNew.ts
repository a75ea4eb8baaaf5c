// Adds to an exported file the records it lacks, told apart by id.
import * as l10n from "@vscode/l10n";
import { recordId, textOf } from "../rows/record";
import { diskFailure, type AtomicFile, type Disk } from "../searches/atomicFile";
import type { RecordKind } from "../service/operations";
import { StoreError } from "../store/storeError";
import { parseExact } from "../service/exactJson";
import type { Task } from "../store/task";
import type { ViewReader } from "../store/views";
import type { ByteSink } from "./byteSink";
import { idColumnOf, resolveProfile, type ExportColumn } from "./columnProfile";
import { createCsvReader, delimiterOf, type CsvReader } from "./csvReader";
import { byteOrderMark, type CsvOptions } from "../csv/writer";
import { cellContent, recordLineWriter } from "./csvLines";
import type { CsvFormat, ExportFormat } from "./exportFormat";
import { ndjsonWriter } from "./jsonWriter";
import { jsonRows, lookThrough, writeView } from "./viewWriter";

/** Of a CSV only the guard and range treatment are used: delimiter, line ends and columns are those of the file. */
export type AppendFormat = Extract<ExportFormat, { readonly kind: "csv" | "ndjson" }>;

export interface AppendRequest {
  readonly reader: ViewReader;
  readonly format: AppendFormat;
  readonly disk: Disk;
  readonly file: string;
  /** Takes the file's place. */
  readonly target: AtomicFile;
}

export interface AppendResult {
  readonly added: number;
  /** Records that the file contained already, and repeated ones. */
  readonly alreadyThere: number;
  /** Length of the file afterwards. */
  readonly bytes: number;
}

/** Rejects with a `StoreError` FAILED when the file is no such export. */
export async function appendNewRecords(request: AppendRequest, task: Task): Promise<AppendResult> {
  const { reader, format, target } = request;
  const existing = format.kind === "csv" ? await readCsv(request, format, task) : await readNdjson(request, task);
  let added = 0;
  const writer = jsonRows({
    begin: (sink) => sink.addText(existing.openEnd ? existing.lineEnd : ""),
    record: (sink, bytes) => {
      const record = parseExact(textOf(bytes));
      const key = existing.keyOf(record);
      if (!existing.known.has(key)) {
        existing.known.add(key);
        added += 1;
        existing.add(sink, record, bytes);
      }
    },
    end: () => undefined,
  });
  const { records } = await writeView(reader, writer, (piece) => target.write(piece), task);
  // Nothing new: the file keeps its date.
  if (added > 0) {
    await target.commit();
  }
  return { added, alreadyThere: records - added, bytes: target.bytes };
}

interface Existing {
  readonly known: Set<string>;
  /** Whether the last line lacks its end. */
  readonly openEnd: boolean;
  readonly lineEnd: string;
  keyOf(record: unknown): string;
  /** Adds a record's line. */
  add(sink: ByteSink, record: unknown, bytes: Uint8Array): void;
}

const refused = (message: string): StoreError => new StoreError("FAILED", message);

async function readNdjson(request: AppendRequest, task: Task): Promise<Existing> {
  const { kind } = request.reader;
  const keyOf = (record: unknown): string => recordId(kind, record) ?? JSON.stringify(record);
  const known = new Set<string>();
  let rest = "";
  let line = 0;
  const read = (text: string): void => {
    line += 1;
    if (text.trim() !== "") {
      known.add(keyOf(recordOfLine(text, line)));
    }
  };
  const last = await copyExisting(request, task, (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(read);
  });
  read(rest);
  return {
    known,
    openEnd: last !== "" && last !== "\n",
    lineEnd: "\n",
    keyOf,
    add: (sink, _, bytes) => ndjsonWriter.record(sink, bytes),
  };
}

function recordOfLine(text: string, line: number): object {
  let record: unknown;
  try {
    record = parseExact(text);
  } catch {
    record = undefined;
  }
  if (typeof record !== "object" || record === null) {
    throw refused(
      l10n.t(
        "Line {0} of the file is not a JSON record, so nothing was added. Choose a file that was exported as NDJSON.",
        line,
      ),
    );
  }
  return record;
}

async function readCsv(request: AppendRequest, format: CsvFormat, task: Task): Promise<Existing> {
  const { reader } = request;
  const columns = resolveProfile(
    reader.kind,
    format.profile,
    await lookThrough(reader, format.profile, reader.count, task),
  );
  const found = {
    header: undefined as readonly string[] | undefined,
    idAt: -1,
    delimiter: "," as CsvOptions["delimiter"],
    lineEnd: "\n" as CsvOptions["lineEnd"],
  };
  const known = new Set<string>();
  const idHeader = idHeaderOf(reader.kind, columns);
  let csv: CsvReader | undefined;
  const onRow = (cells: readonly string[]): void => {
    if (found.header === undefined) {
      found.header = cells;
      found.idAt = cells.indexOf(idHeader);
      if (found.idAt < 0) {
        throw refused(
          l10n.t(
            "The file has no column “{0}”, by which records are told apart, so nothing was added. Export that column too, or write a new file.",
            idHeader,
          ),
        );
      }
    } else {
      known.add(keyFrom(cells, found.idAt));
    }
  };
  const last = await copyExisting(request, task, (text) => {
    let piece = text;
    if (csv === undefined) {
      piece = text.startsWith(byteOrderMark) ? text.slice(1) : text;
      const firstLine = piece.slice(0, Math.max(0, piece.search(/[\r\n]/)) || piece.length);
      found.delimiter = delimiterOf(firstLine);
      found.lineEnd = piece.includes("\r\n") ? "\r\n" : "\n";
      csv = createCsvReader(found.delimiter, onRow);
    }
    csv.push(piece);
  });
  csv?.end();
  if (found.header === undefined) {
    throw refused(
      l10n.t("The file is empty, so there is no header to go by and nothing was added. Write a new file instead."),
    );
  }
  const options: CsvOptions = { ...format.options, delimiter: found.delimiter, lineEnd: found.lineEnd };
  const written = found.header.map(
    (name): ExportColumn =>
      columns.find((column) => column.header === name) ?? {
        id: name,
        header: name,
        phone: false,
        range: false,
        value: () => undefined,
      },
  );
  const line = recordLineWriter(written, options);
  return {
    known,
    openEnd: last !== "\n" && last !== "\r",
    lineEnd: found.lineEnd,
    keyOf: (record) =>
      keyFrom(
        written.map((column) => cellContent(column, column.value(record), options)),
        found.idAt,
      ),
    add: (sink, record) => sink.addText(line(record)),
  };
}

/** The id; of a row without one, all its cells, so that it is neither lost nor added twice. */
function keyFrom(cells: readonly string[], idAt: number): string {
  const id = cells[idAt] ?? "";
  return id === "" ? JSON.stringify(cells) : id;
}

function idHeaderOf(kind: RecordKind, columns: readonly ExportColumn[]): string {
  const ids = [idColumnOf(kind), kind === "contact" ? "profile.id" : "id"];
  const column = columns.find(({ id }) => ids.includes(id));
  if (column === undefined) {
    throw refused(
      l10n.t(
        "The column profile has no id column, by which records are told apart. Add the column “Id” to it, or write a new file.",
      ),
    );
  }
  return column.header;
}

const pieceBytes = 1 << 17;

/** Copies the file as it is and hands its text on. Resolves with its last character. */
async function copyExisting(
  { disk, file, target }: AppendRequest,
  task: Task,
  onText: (text: string) => void,
): Promise<string> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const bytes = Buffer.allocUnsafe(pieceBytes);
  const explained = (error: unknown): never => {
    throw diskFailure(error, file);
  };
  const handle = await disk.open(file, "r").catch(explained);
  let last = "";
  try {
    for (let position = 0; ;) {
      const { bytesRead } = await handle.read(bytes, 0, pieceBytes, position).catch(explained);
      const text = decoder.decode(bytes.subarray(0, bytesRead), { stream: bytesRead > 0 });
      if (text !== "") {
        onText(text);
        last = text.at(-1) ?? last;
      }
      if (bytesRead === 0) {
        return last;
      }
      await target.write(bytes.subarray(0, bytesRead));
      position += bytesRead;
      await task.breathe();
    }
  } finally {
    // Closing a file that was only read loses nothing.
    await handle.close().catch(() => undefined);
  }
}
