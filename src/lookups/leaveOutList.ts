// Reads a leave-out list: a table by columns, any other text by lines; `#` begins a comment.
import { bytesPerUnit, decodeText, encodingOfStart, utf8Check, type CsvEncoding } from "../csv/encoding";
import { openCsvTable } from "../csv/table";
import type { LeaveOutEntry, LeaveOutKind } from "../store/leaveOut";
import { entriesOfRow, leaveOutTable } from "./leaveOutColumns";
import { entriesOfLine } from "./leaveOutEntries";

export interface LeaveOutList {
  /** Each once. */
  readonly entries: readonly LeaveOutEntry[];
  /** Entries of each kind that occurs. */
  readonly counts: Readonly<Partial<Record<LeaveOutKind, number>>>;
  /** Lines or rows that identify nothing. */
  readonly notUnderstood: {
    readonly count: number;
    /** The first of them; lines from 1. */
    readonly first: readonly { readonly line: number; readonly text: string }[];
  };
}

const mostShown = 20;
const longestShown = 120;
/** Work between two pauses, in ms: the host answers other requests in between. */
const pauseAfterMs = 15;
const pieceBytes = 64 * 1024;
const lineFeed = 0x0a;

/** Reads the bytes of a file. Rejects with a `CsvError` when it is a table that cannot be read. */
export async function readLeaveOutList(bytes: Uint8Array, isTable: boolean): Promise<LeaveOutList> {
  const reader = new ListReader();
  await (isTable ? readTable(bytes, reader) : readLines(bytes, reader));
  return reader.list();
}

async function readTable(bytes: Uint8Array, reader: ListReader): Promise<void> {
  if (bytes.length === 0) {
    return;
  }
  const table = await openCsvTable(async function* () {
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      yield bytes.subarray(from, from + pieceBytes);
      await reader.pause();
    }
  });
  const columns = leaveOutTable(table.header, table.sample);
  let line = 0;
  for await (const rows of table.rows()) {
    for (const { kind, cells } of rows) {
      line += 1;
      // A first row whose cells name no column that identifies anything is data.
      if (kind === "data" || (kind === "header" && columns === undefined)) {
        reader.add(line, cells, (row) => entriesOfRow(columns, row));
        await reader.pause();
      }
    }
  }
}

async function readLines(bytes: Uint8Array, reader: ListReader): Promise<void> {
  const found = encodingOfStart(bytes);
  const encoding = found?.encoding ?? ((await isUtf8(bytes, reader)) ? "utf-8" : "windows-1252");
  let line = 0;
  for (let from = found?.mark.length ?? 0; from < bytes.length;) {
    const end = lineEndAfter(bytes, from + pieceBytes, encoding);
    const text = decodeText(bytes, encoding, from, end);
    // A pattern for whole lines would take all of the stack for a line of some megabytes.
    const lineEnds = /\r\n?|\n/g;
    for (let at = 0; at < text.length;) {
      const lineEnd = lineEnds.exec(text);
      const content = text.slice(at, lineEnd?.index).trim();
      at = lineEnd === null ? text.length : lineEnds.lastIndex;
      line += 1;
      reader.add(line, [content], ([cell = ""]) => entriesOfLine(cell));
      await reader.pause();
    }
    from = end;
  }
}

async function isUtf8(bytes: Uint8Array, reader: ListReader): Promise<boolean> {
  const check = utf8Check();
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    if (!check.add(bytes.subarray(from, from + pieceBytes))) {
      return false;
    }
    await reader.pause();
  }
  return check.end();
}

/** The end of the first line feed at `from` or later; of the file when there is none. */
function lineEndAfter(bytes: Uint8Array, from: number, encoding: CsvEncoding): number {
  const unit = bytesPerUnit(encoding);
  const low = encoding === "utf-16be" ? 1 : 0;
  for (let at = bytes.indexOf(lineFeed, from); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    if (unit === 1 || (at % 2 === low && bytes[low === 0 ? at + 1 : at - 1] === 0)) {
      return at - low + unit;
    }
  }
  return bytes.length;
}

class ListReader {
  readonly #entries: LeaveOutEntry[] = [];
  readonly #seen = new ManyTexts();
  readonly #counts: Partial<Record<LeaveOutKind, number>> = {};
  readonly #first: { readonly line: number; readonly text: string }[] = [];
  #notUnderstood = 0;
  #since = performance.now();

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
    for (const entry of entries) {
      if (this.#seen.add(`${entry.kind} ${entry.value}`)) {
        this.#entries.push(entry);
        this.#counts[entry.kind] = (this.#counts[entry.kind] ?? 0) + 1;
      }
    }
  }

  /** Lets the event loop run when enough was done. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since > pauseAfterMs) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#since = performance.now();
    }
  }

  list(): LeaveOutList {
    return {
      entries: this.#entries,
      counts: this.#counts,
      notUnderstood: { count: this.#notUnderstood, first: this.#first },
    };
  }
}

/** A set in many small ones: when a set of several hundred thousand texts grows, nothing else runs for a while. */
class ManyTexts {
  readonly #sets = Array.from({ length: 64 }, () => new Set<string>());

  /** Whether it is new. */
  add(text: string): boolean {
    let sum = 0;
    for (let at = Math.max(0, text.length - 16); at < text.length; at += 1) {
      sum = (sum * 31 + text.charCodeAt(at)) >>> 0;
    }
    const set = this.#sets[sum % this.#sets.length];
    if (set === undefined || set.has(text)) {
      return false;
    }
    set.add(text);
    return true;
  }
}
