// The file that a batch writes: the table with the selected columns and a status appended to each row, or NDJSON.
import { parseExact } from "../service/exactJson";
import type { BatchQuestion } from "../store/batches";
import type { Store } from "../store/client";
import { normalizedQuestion } from "../store/text";
import { lookedUpName } from "../text/phrases";
import { questionOfRow, type ColumnMapping, type RowQuestion } from "./batchMapping";
import { ByteSink } from "./byteSink";
import { matchDoubt } from "./matchDoubt";
import type { LookupIdentifiers } from "./parseLookup";
import type { CsvTable, TableRow } from "./table";
import { byteOrderMark, rowLine } from "./writer";

/** The columns that are appended for a record; their texts are guarded against formulas. */
export interface ResultColumns {
  readonly headers: readonly string[];
  /** One cell for each header. */
  cells(record: unknown): readonly string[];
}

export interface BatchResultDeps {
  readonly store: Store;
  /** The id of the batch. */
  readonly id: string;
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  readonly columns: ResultColumns;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
  /** The separator of the result; when absent, the table's. */
  readonly separator?: string | undefined;
  /** Writes NDJSON instead, each line with the question, its status, and this JSON of the record. */
  readonly asJson?: ((json: string) => string) | undefined;
}

/** The number of rows for each answer. */
const noCounts = {
  rows: 0,
  found: 0,
  noMatch: 0,
  skipped: 0,
  failed: 0,
  /** Rows that may have been charged. */
  possiblyCharged: 0,
  notUnderstood: 0,
  /** Rows whose records a leave-out list names. */
  leftOut: 0,
  open: 0,
};

export type BatchResultCounts = Readonly<typeof noCounts>;

const statusHeader = "Lookup status";
/** Rows to process without a pause: parsing their records blocks this thread. */
const rowsAtOnce = 100;

const foundStatus = (identifiers: LookupIdentifiers, record: unknown): string =>
  ["found", matchDoubt(identifiers, record) ?? ""].join(" ").trim();

/**
 * Streams the table as UTF-8: memory does not grow with the file, and every cell stays as it is. With a
 * byte-order mark, programs recognize that the encoding has changed. Rejects with a `StoreError` or the
 * signal's reason.
 */
export async function writeBatchResult(batch: BatchResultDeps): Promise<BatchResultCounts> {
  const { store, id, table, columns, signal, asJson } = batch;
  const { hasMark, encoding, lineEnd } = table;
  const { separator = table.separator } = batch;
  const counts = { ...noCounts };
  const width = await widestRow(table, signal);
  const line = (cells: readonly string[]): string => rowLine(cells, separator, lineEnd);
  const sink = new ByteSink(batch.write);
  if (asJson === undefined && (hasMark || encoding !== "utf-8")) {
    sink.addText(byteOrderMark);
  }
  for await (const { rows, questions } of withQuestions(table, batch.mapping)) {
    signal?.throwIfAborted();
    const answers = await answersTo(store, id, questions);
    for (const [nth, { kind, cells }] of rows.entries()) {
      if (kind === "header" || kind === "data") {
        const question = questions[nth];
        const answer = question && answerOf(question, answers);
        if (answer !== undefined) {
          counts.rows += 1;
          counts[answer.counter] += 1;
        }
        if (asJson === undefined) {
          // Short rows get empty cells, so that the appended cells line up.
          const padding = Array.from({ length: width - cells.length }, () => "");
          const appended = answer === undefined ? headerCells(cells, columns) : answerCells(answer, columns);
          sink.addText(line([...cells, ...padding, ...appended]));
        } else if (answer !== undefined) {
          sink.addText(answerLine(answer, inputOf(table, cells), asJson));
        }
      } else if (asJson === undefined) {
        sink.addText(line(cells));
      }
      if (sink.isFull) {
        await sink.flush();
      }
    }
  }
  await sink.flush();
  return counts;
}

const headerCells = (header: readonly string[], columns: ResultColumns): readonly string[] =>
  [...columns.headers, statusHeader].map((name) => lookedUpName(name, header));

type Counter = Exclude<keyof BatchResultCounts, "rows">;

interface RowAnswer {
  /** The counter of the row. */
  readonly counter: Counter;
  readonly status: string;
  readonly found?: { readonly json: string; readonly record: unknown };
}

function answerOf(question: RowQuestion, answers: Answers): RowAnswer {
  if (question.kind === "skipped") {
    return { counter: "skipped", status: `skipped: ${question.reason}` };
  }
  const answer = answers.questions.get(normalizedQuestion(question.identifiers));
  switch (answer?.state) {
    case "found": {
      const json = answer.record === undefined ? undefined : answers.records.get(answer.record);
      if (json === undefined) {
        return { counter: "found", status: "found, but its record was deleted from this machine" };
      }
      const record = parseExact(json);
      return { counter: "found", status: foundStatus(question.identifiers, record), found: { json, record } };
    }
    case "noMatch":
      return { counter: "noMatch", status: "no match" };
    case "leftOut":
      return { counter: "leftOut", status: "left out" };
    case "failed":
      return { counter: "failed", status: `failed: ${answer.why ?? ""}` };
    case "possiblyCharged":
    case "sent":
      return { counter: "possiblyCharged", status: `possibly charged: ${answer.why ?? "no reply has arrived"}` };
    case "notUnderstood":
      return { counter: "notUnderstood", status: `reply not understood: ${answer.why ?? ""}` };
    default:
      return { counter: "open", status: "not looked up yet" };
  }
}

function answerCells({ found, status }: RowAnswer, { headers, cells }: ResultColumns): readonly string[] {
  const values = found === undefined ? headers.map(() => "") : cells(found.record);
  return [...values, status];
}

/** The cells of a row by the names of their columns, or by their numbers. */
const inputOf = ({ header }: CsvTable, cells: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    cells.flatMap((cell, nth) => {
      const name = header?.[nth]?.trim() ?? "";
      return cell === "" ? [] : [[name === "" ? String(nth + 1) : name, cell]];
    }),
  );

function answerLine(
  { status, found }: RowAnswer,
  input: Readonly<Record<string, string>>,
  asJson: (json: string) => string,
): string {
  const record = found === undefined ? "null" : asJson(found.json);
  const facts = JSON.stringify({ input, found: found !== undefined, status });
  return `${facts.slice(0, -1)},"record":${record}}\n`;
}

/** The rows of a table in groups, with the question of each data row. */
async function* withQuestions(
  table: CsvTable,
  mapping: ColumnMapping,
): AsyncGenerator<{ readonly rows: readonly TableRow[]; readonly questions: readonly (RowQuestion | undefined)[] }> {
  for await (const batch of table.rows()) {
    for (let start = 0; start < batch.length; start += rowsAtOnce) {
      const rows = batch.slice(start, start + rowsAtOnce);
      yield {
        rows,
        questions: rows.map(({ kind, cells }) => (kind === "data" ? questionOfRow(mapping, cells) : undefined)),
      };
    }
  }
}

interface Answers {
  /** By normalized text. */
  readonly questions: ReadonlyMap<string, BatchQuestion>;
  /** JSON by record key. */
  readonly records: ReadonlyMap<number, string | undefined>;
}

async function answersTo(
  { batches, records }: Store,
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

/** The number of cells in the widest row. */
async function widestRow(table: CsvTable, signal: AbortSignal | undefined): Promise<number> {
  let width = 1;
  for await (const batch of table.rows()) {
    signal?.throwIfAborted();
    for (const { kind, cells } of batch) {
      width = kind === "data" || kind === "header" ? Math.max(width, cells.length) : width;
    }
  }
  return width;
}
