// Reads a leave-out list: a table by columns, any other text by lines; `#` begins a comment.
import { openCsvTable } from "../csv/table";
import { createPause, piecesOf, textLines, type Pause } from "../csv/textLines";
import type { LeaveOutEntry, LeaveOutKind } from "../store/identifiers";
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
  let line = 0;
  for await (const rows of table.rows()) {
    for (const { kind, cells } of rows) {
      line += 1;
      // A first row whose cells name no column that identifies anything is data.
      if (kind === "data" || (kind === "header" && columns === undefined)) {
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
