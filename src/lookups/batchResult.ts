// The file a batch gives back: the old one byte for byte, with the chosen columns and a status behind each row.
import { inEnglish } from "../language/language";
import { questionOfRow, type ColumnMapping } from "./batchMapping";
import { questionKey, type BatchAnswer, type BatchState } from "./batchState";
import { encodeText } from "./csvEncoding";
import { encodeCell, type CsvTable, type TableRow } from "./csvTable";

export interface ResultColumns {
  readonly headers: readonly string[];
  /** The cells of a found record, as many as headers; no text among them that a spreadsheet would calculate. */
  /** `undefined` when the record is no longer on this machine. */
  cells(answer: Extract<BatchAnswer, { readonly run: string }>): Promise<readonly string[] | undefined>;
}

export interface ResultParts {
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  readonly state: BatchState;
  readonly columns: ResultColumns;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

export interface ResultCounts {
  readonly rows: number;
  readonly found: number;
  readonly noMatch: number;
  readonly skipped: number;
  readonly failed: number;
  readonly notAsked: number;
  /** Letters of found values that the file's encoding lacks. */
  readonly lostLetters: number;
}

/** The file is somebody's data: its header and its remarks are English, whoever writes it. */
const statusHeader = "Look-up status";
const piece = 256 * 1024;
/** Duplicates tend to stand near each other. */
const remembered = 500;

/** Streams the result; memory does not grow with the file. Rejects with the signal's reason when aborted. */
export async function writeBatchResult({ table, mapping, state, columns, write, signal }: ResultParts): Promise<ResultCounts> {
  const { dialect } = table;
  const counts = { rows: 0, found: 0, noMatch: 0, skipped: 0, failed: 0, notAsked: 0, lostLetters: 0 };
  const delimiter = encodeText(dialect.delimiter, dialect.encoding).bytes;
  const width = await widestRow(table, signal);
  const recent = new Map<string, readonly string[] | undefined>();
  const nothing = columns.headers.map(() => "");

  const cellsOf = async (key: string, answer: Extract<BatchAnswer, { readonly run: string }>): Promise<readonly string[] | undefined> => {
    if (recent.has(key)) {
      return recent.get(key);
    }
    const cells = await columns.cells(answer);
    recent.set(key, cells);
    const oldest = recent.size > remembered ? recent.keys().next().value : undefined;
    if (oldest !== undefined) {
      recent.delete(oldest);
    }
    return cells;
  };

  const appended = async (row: TableRow): Promise<readonly string[]> => {
    if (row.kind === "header") {
      return [...columns.headers, statusHeader].map((name) => freeHeader(name, row.cells));
    }
    counts.rows += 1;
    const question = inEnglish(() => questionOfRow(mapping, row.cells));
    if (question.kind === "skipped") {
      counts.skipped += 1;
      return [...nothing, `skipped: ${question.why}`];
    }
    const key = questionKey(mapping.kind, question.identifiers);
    const answer = state.answer(key);
    if (answer === undefined) {
      counts.notAsked += 1;
      return [...nothing, "not asked yet"];
    }
    counts[answer.kind] += 1;
    switch (answer.kind) {
      case "found": {
        const cells = await cellsOf(key, answer);
        return cells === undefined ? [...nothing, "found, but its record was deleted from this machine"] : [...cells, "found"];
      }
      case "noMatch":
        return [...nothing, "no match"];
      case "failed":
        return [...nothing, `failed: ${answer.why}`];
    }
  };

  const out = gathered(write);
  await out.add(dialect.mark);
  for await (const batch of table.rows()) {
    signal?.throwIfAborted();
    for (const row of batch) {
      await out.add(row.bytes);
      if (row.kind === "header" || row.kind === "data") {
        // A shorter row gets empty cells, so that what is appended stands in its own columns.
        for (let column = row.cells.length; column < width; column += 1) {
          await out.add(delimiter);
        }
        for (const text of await appended(row)) {
          const cell = encodeCell(text, dialect);
          counts.lostLetters += cell.lost;
          await out.add(delimiter);
          await out.add(cell.bytes);
        }
      }
      await out.add(row.lineEnd);
    }
  }
  await out.flush();
  return counts;
}

async function widestRow(table: CsvTable, signal: AbortSignal | undefined): Promise<number> {
  let width = 1;
  for await (const batch of table.rows()) {
    signal?.throwIfAborted();
    for (const row of batch) {
      width = row.kind === "data" || row.kind === "header" ? Math.max(width, row.cells.length) : width;
    }
  }
  return width;
}

function freeHeader(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.trim().toLowerCase()));
  return used.has(name.toLowerCase()) ? `${name} (looked up)` : name;
}

/** Small pieces gathered into large writes. */
function gathered(write: (bytes: Uint8Array) => Promise<void>): { readonly add: (bytes: Uint8Array) => Promise<void>; readonly flush: () => Promise<void> } {
  const buffer = Buffer.allocUnsafe(piece);
  let used = 0;
  const flush = async (): Promise<void> => {
    if (used > 0) {
      const bytes = buffer.subarray(0, used);
      used = 0;
      await write(bytes);
    }
  };
  return {
    flush,
    async add(bytes) {
      if (used + bytes.length > piece) {
        await flush();
      }
      if (bytes.length > piece) {
        await write(bytes);
        return;
      }
      buffer.set(bytes, used);
      used += bytes.length;
    },
  };
}
