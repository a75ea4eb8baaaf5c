// Reads a leave-out list: a table by columns, any other text by lines; `#` begins a comment.
import { decodeText, encodingOfStart, utf8Check } from "../csv/encoding";
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
  const check = utf8Check();
  const found = encodingOfStart(bytes);
  const encoding = found?.encoding ?? (check.add(bytes) && check.end() ? "utf-8" : "windows-1252");
  const text = decodeText(bytes, encoding, found?.mark.length ?? 0);
  const lines = /[^\r\n]*(?:\r\n|\r|\n|$)/gu;
  for (let line = 1; lines.lastIndex < text.length; line += 1) {
    const [content = ""] = lines.exec(text) ?? [];
    reader.add(line, [content.trim()], ([cell = ""]) => entriesOfLine(cell));
    await reader.pause();
  }
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
