// Reads a leave-out list: a table by columns, any other text by lines; `#` begins a comment. Appends entries in the
// file's own format: a line of text, or a row with the value in the column of its kind.
import type { LeaveOutEntry, LeaveOutKind } from "../store/identifiers";
import { detectEncoding, encodeText } from "./encoding";
import { entriesOfRow, leaveOutTable } from "./leaveOutColumns";
import { entriesOfLine } from "./leaveOutEntries";
import { openCsvTable } from "./table";
import { bytesSource, createPause, piecesOf, textLines, type Pause } from "./textLines";
import { quoteCell } from "./writer";

export interface LeaveOutList {
  /** The entries, each once. */
  readonly entries: readonly LeaveOutEntry[];
  /** The number of entries of each kind that occurs. */
  readonly counts: Readonly<Partial<Record<LeaveOutKind, number>>>;
  /** Lines or rows that identify nothing. */
  readonly notUnderstood: {
    readonly count: number;
    /** The first of these lines, counted from 1. */
    readonly first: readonly { readonly line: number; readonly text: string }[];
  };
}

const mostShown = 20;
const longestShown = 120;

/** Reads the bytes of a file. Rejects with a `CsvError` when it is a table that cannot be read. */
export async function readLeaveOutList(bytes: Uint8Array, isTable: boolean): Promise<LeaveOutList> {
  const reader = new ListReader();
  const pause = createPause();
  await (isTable ? readTable(bytes, reader, pause) : readLines(bytes, reader, pause));
  return reader.list();
}

async function readTable(bytes: Uint8Array, reader: ListReader, pause: Pause): Promise<void> {
  if (bytes.length === 0) {
    return;
  }
  const table = await openCsvTable(() => piecesOf(bytes, pause));
  const columns = leaveOutTable(table.header, table.sample);
  for await (const rows of table.rows()) {
    for (const { kind, cells, row: line } of rows) {
      // Without columns that identify anything, a row above the others is data, too.
      if (kind === "data" || (kind !== "blank" && columns === undefined)) {
        reader.add(line, cells, (row) => entriesOfRow(columns, row));
        await pause();
      }
    }
  }
}

async function readLines(bytes: Uint8Array, reader: ListReader, pause: Pause): Promise<void> {
  let line = 0;
  for await (const lines of textLines(bytes, pause)) {
    for (const content of lines) {
      line += 1;
      reader.add(line, [content.trim()], ([cell = ""]) => entriesOfLine(cell));
      await pause();
    }
  }
}

class ListReader {
  /** By kind and value. */
  readonly #entries = new Map<string, LeaveOutEntry>();
  readonly #first: { readonly line: number; readonly text: string }[] = [];
  #notUnderstood = 0;

  add(line: number, cells: readonly string[], read: (cells: readonly string[]) => readonly LeaveOutEntry[]): void {
    const first = cells.find((cell) => cell.trim() !== "");
    if (first === undefined || first.trimStart().startsWith("#")) {
      return;
    }
    const entries = read(cells);
    if (entries.length === 0) {
      this.#notUnderstood += 1;
      if (this.#first.length < mostShown) {
        const text = cells
          .map((cell) => cell.trim())
          .filter((cell) => cell !== "")
          .join(", ");
        this.#first.push({ line, text: text.length > longestShown ? `${text.slice(0, longestShown - 1)}…` : text });
      }
    }
    entries.forEach((entry) => this.#entries.set(`${entry.kind} ${entry.value}`, entry));
  }

  list(): LeaveOutList {
    const counts: Partial<Record<LeaveOutKind, number>> = {};
    this.#entries.forEach(({ kind }) => (counts[kind] = (counts[kind] ?? 0) + 1));
    return {
      entries: [...this.#entries.values()],
      counts,
      notUnderstood: { count: this.#notUnderstood, first: this.#first },
    };
  }
}

export interface LeaveOutLine {
  /** As a line of a list: "northwind.example". */
  readonly value: string;
  /** The name, for people who read the file; not written to a table. */
  readonly about?: string | undefined;
}

export type AppendResult =
  | { readonly kind: "added"; readonly bytes: Uint8Array; readonly added: number }
  /** The table has no column for one of the values, or its encoding lacks a letter. Nothing can be added. */
  | { readonly kind: "unwritable"; readonly value: string };

interface Form {
  readonly encoding: string;
  readonly lineEnd: string;
  /** The line of an entry; `undefined` when the table has no column for it. */
  readonly line: (line: LeaveOutLine, entry: LeaveOutEntry) => string | undefined;
}

/** Adds entries that the list does not contain yet. Rejects with a `CsvError` when a table cannot be read. */
export async function appendToLeaveOutList(
  bytes: Uint8Array,
  isTable: boolean,
  lines: readonly LeaveOutLine[],
): Promise<AppendResult> {
  const form = isTable && bytes.length > 0 ? await tableForm(bytes) : await textForm(bytes);
  const known = new Set((await readLeaveOutList(bytes, isTable)).entries.map(keyOf));
  let text = "";
  let added = 0;
  for (const line of lines) {
    const [entry] = entriesOfLine(line.value);
    const written = entry && form.line(line, entry);
    if (entry !== undefined && known.has(keyOf(entry))) {
      continue;
    }
    if (entry === undefined || written === undefined || encodeText(written, form.encoding) === undefined) {
      return { kind: "unwritable", value: line.value };
    }
    known.add(keyOf(entry));
    text += written + form.lineEnd;
    added += 1;
  }
  const encoded = encodeText(endsWithLine(bytes, form.encoding) ? text : form.lineEnd + text, form.encoding);
  return { kind: "added", bytes: added === 0 ? bytes : Buffer.concat([bytes, encoded ?? Buffer.of()]), added };
}

const keyOf = ({ kind, value }: LeaveOutEntry): string => `${kind} ${value}`;

async function textForm(bytes: Uint8Array): Promise<Form> {
  const { encoding } = await detectEncoding(bytesSource(bytes));
  return {
    encoding,
    lineEnd: Buffer.from(bytes).includes("\r\n") ? "\r\n" : "\n",
    line: ({ value, about = "" }) => {
      const comment = about.replaceAll(/[\p{C}\s]+/gu, " ").trim();
      const isWritten = comment !== "" && encodeText(comment, encoding) !== undefined;
      return isWritten ? `${value}  # ${comment}` : value;
    },
  };
}

async function tableForm(bytes: Uint8Array): Promise<Form> {
  const { encoding, lineEnd, separator, header, sample, width } = await openCsvTable(bytesSource(bytes));
  const table = leaveOutTable(header, sample);
  return {
    encoding,
    lineEnd,
    line: ({ value }, entry) => {
      const rows = Array.from({ length: width }, (_, column) =>
        Array.from({ length: width }, (_cell, at) => (at === column ? value : "")),
      );
      const row = rows.find((cells) => {
        const read = entriesOfRow(table, cells);
        return read.length === 1 && read[0] !== undefined && keyOf(read[0]) === keyOf(entry);
      });
      return row?.map((cell) => quoteCell(cell, separator)).join(separator);
    },
  };
}

function endsWithLine(bytes: Uint8Array, encoding: string): boolean {
  const lineEnds = ["\n", "\r"].map((end) => Buffer.from(encodeText(end, encoding) ?? []));
  return bytes.length === 0 || lineEnds.some((end) => end.equals(bytes.subarray(-end.length)));
}
