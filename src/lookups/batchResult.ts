// The file a batch gives back: the old one byte for byte, with the chosen columns and a status behind each row.
import { inEnglish } from "../language/language";
import type { BatchQuestion } from "../store/batches";
import type { Store } from "../store/client";
import { parseExact } from "../service/exactJson";
import { normalizedQuestion } from "../store/text";
import { questionOfRow, type ColumnMapping, type RowQuestion } from "./batchMapping";
import { encodeText } from "../csv/encoding";
import type { CsvTable, TableRow } from "../csv/table";
import { encodeCell } from "../csv/writer";

export interface ResultColumns {
  readonly headers: readonly string[];
  /** The cells of a found record, as many as headers; no text among them that a spreadsheet would calculate. */
  cells(record: unknown): readonly string[];
}

export interface ResultDeps {
  readonly store: Pick<Store, "batches" | "records">;
  /** Of the batch. */
  readonly id: string;
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
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
/** Each of them has a record that is parsed on this thread. */
const rowsAtOnce = 100;

/** Streams the result; memory does not grow with the file. Rejects with a `StoreError`, or with the signal's reason when aborted. */
export async function writeBatchResult({
  store,
  id,
  table,
  mapping,
  columns,
  write,
  signal,
}: ResultDeps): Promise<ResultCounts> {
  const { dialect } = table;
  const counts = { rows: 0, found: 0, noMatch: 0, skipped: 0, failed: 0, notAsked: 0, lostLetters: 0 };
  const delimiter = encodeText(dialect.delimiter, dialect.encoding).bytes;
  const width = await widestRow(table, signal);
  const nothing = columns.headers.map(() => "");

  const appended = (row: TableRow, question: RowQuestion | undefined, answers: Answers): readonly string[] => {
    if (question === undefined) {
      return [...columns.headers, statusHeader].map((name) => freeHeader(name, row.cells));
    }
    counts.rows += 1;
    if (question.kind === "skipped") {
      counts.skipped += 1;
      return [...nothing, `skipped: ${question.why}`];
    }
    const answer = answers.questions.get(normalizedQuestion(question.identifiers));
    switch (answer?.state) {
      case "found": {
        counts.found += 1;
        const json = answer.record === undefined ? undefined : answers.records.get(answer.record);
        return json === undefined
          ? [...nothing, "found, but its record was deleted from this machine"]
          : [...columns.cells(parseExact(json)), "found"];
      }
      case "noMatch":
        counts.noMatch += 1;
        return [...nothing, "no match"];
      case "failed":
        counts.failed += 1;
        return [...nothing, `failed: ${answer.why ?? ""}`];
      default:
        counts.notAsked += 1;
        return [...nothing, "not asked yet"];
    }
  };

  const out = gathered(write);
  await out.add(dialect.mark);
  for await (const { rows, questions } of withQuestions(table, mapping)) {
    signal?.throwIfAborted();
    const answers = await answersTo(store, id, questions);
    for (const [nth, row] of rows.entries()) {
      await out.add(row.bytes);
      if (row.kind === "header" || row.kind === "data") {
        // A shorter row gets empty cells, so that what is appended is in its own columns.
        for (let column = row.cells.length; column < width; column += 1) {
          await out.add(delimiter);
        }
        for (const text of appended(row, questions[nth], answers)) {
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

/** The rows of a table, some at a time, with what each of those with data asks for. */
async function* withQuestions(
  table: CsvTable,
  mapping: ColumnMapping,
): AsyncGenerator<{ readonly rows: readonly TableRow[]; readonly questions: readonly (RowQuestion | undefined)[] }> {
  for await (const part of table.rows()) {
    for (let start = 0; start < part.length; start += rowsAtOnce) {
      const rows = part.slice(start, start + rowsAtOnce);
      yield {
        rows,
        questions: inEnglish(() =>
          rows.map(({ kind, cells }) => (kind === "data" ? questionOfRow(mapping, cells) : undefined)),
        ),
      };
    }
  }
}

interface Answers {
  /** By their normalized texts. */
  readonly questions: ReadonlyMap<string, BatchQuestion>;
  /** JSON by keys. */
  readonly records: ReadonlyMap<number, string | undefined>;
}

async function answersTo(
  { batches, records }: ResultDeps["store"],
  id: string,
  rows: readonly (RowQuestion | undefined)[],
): Promise<Answers> {
  const texts = rows.flatMap((row) => (row?.kind === "question" ? [normalizedQuestion(row.identifiers)] : []));
  const questions = texts.length === 0 ? [] : await batches.questions(id, [...new Set(texts)]);
  const keys = [...new Set(questions.flatMap(({ record }) => record ?? []))];
  const json = keys.length === 0 ? [] : await records.jsonOf(keys);
  return {
    questions: new Map(questions.map((question) => [question.question, question])),
    records: new Map(keys.map((key, nth) => [key, json[nth]])),
  };
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
function gathered(write: (bytes: Uint8Array) => Promise<void>): {
  readonly add: (bytes: Uint8Array) => Promise<void>;
  readonly flush: () => Promise<void>;
} {
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
