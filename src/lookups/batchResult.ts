// The file that a batch writes: the table with the selected columns and a status appended to each row.
import { inEnglish } from "../language/language";
import type { BatchQuestion } from "../store/batches";
import type { Store } from "../store/client";
import { parseExact } from "../service/exactJson";
import { normalizedQuestion } from "../store/text";
import type { LookupIdentifiers } from "./parseLookup";
import { questionOfRow, type ColumnMapping, type RowQuestion } from "./batchMapping";
import { ByteSink } from "../csv/byteSink";
import type { CsvTable, TableRow } from "../csv/table";
import { encodeAppendedCells } from "../csv/writer";

/** `T`: how the format wants the values of a record. */
export interface ResultColumns<T = string> {
  readonly headers: readonly string[];
  /** The cells of a found record, as many as headers. */
  cells(record: unknown): readonly T[];
}

/** Writes the rows of a result in one format. */
export interface ResultWriter<T> {
  /** `appended`: to the cells of the header and of rows with data. Returns how many characters were replaced. */
  add(row: TableRow, appended: readonly (T | string)[] | undefined): number;
  end(): void;
}

export interface ResultSize {
  /** Cells of the widest row of the table. */
  readonly width: number;
  /** Rows with data. */
  readonly rows: number;
}

export interface BatchResultDeps<T> {
  readonly store: Pick<Store, "batches" | "records">;
  /** Of the batch. */
  readonly id: string;
  readonly table: CsvTable;
  readonly mapping: ColumnMapping;
  readonly columns: ResultColumns<T>;
  readonly writer: (sink: ByteSink, size: ResultSize) => ResultWriter<T>;
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

export interface BatchResultCounts {
  readonly rows: number;
  readonly found: number;
  readonly noMatch: number;
  readonly skipped: number;
  readonly failed: number;
  /** They may have been charged. */
  readonly possiblyCharged: number;
  readonly notUnderstood: number;
  /** A leave-out list names them. */
  readonly leftOut: number;
  readonly notAsked: number;
  /** Characters of found values that are not in the file's encoding. */
  readonly replacedCharacters: number;
}

/** Files are data, so header and status are English in every display language. */
export const statusHeader = "Lookup status";
/** Each row has a record to parse, which blocks this thread. */
const rowsAtOnce = 100;

/** The service returns its best match alone, so a name without a company may be someone else's. */
const foundStatus = (identifiers: LookupIdentifiers): string =>
  Object.keys(identifiers).every((field) => field === "person_name")
    ? "found by name only: may be another person with this name"
    : "found";

/** Streams the result: memory does not grow with the file. Rejects with a `StoreError` or the signal's reason. */
export async function writeBatchResult<T>({
  store,
  id,
  table,
  mapping,
  columns,
  writer: makeWriter,
  write,
  signal,
}: BatchResultDeps<T>): Promise<BatchResultCounts> {
  const counts = {
    rows: 0,
    found: 0,
    noMatch: 0,
    skipped: 0,
    failed: 0,
    possiblyCharged: 0,
    notUnderstood: 0,
    leftOut: 0,
    notAsked: 0,
    replacedCharacters: 0,
  };
  const size = await sizeOf(table, signal);
  const noCells = columns.headers.map(() => "");

  const appended = (row: TableRow, question: RowQuestion | undefined, answers: Answers): readonly (T | string)[] => {
    if (question === undefined) {
      return [...columns.headers, statusHeader].map((name) => uniqueHeader(name, row.cells));
    }
    counts.rows += 1;
    if (question.kind === "skipped") {
      counts.skipped += 1;
      return [...noCells, `skipped: ${question.reason}`];
    }
    const answer = answers.questions.get(normalizedQuestion(question.identifiers));
    switch (answer?.state) {
      case "found": {
        counts.found += 1;
        const json = answer.record === undefined ? undefined : answers.records.get(answer.record);
        return json === undefined
          ? [...noCells, "found, but its record was deleted from this machine"]
          : [...columns.cells(parseExact(json)), foundStatus(question.identifiers)];
      }
      case "noMatch":
        counts.noMatch += 1;
        return [...noCells, "no match"];
      case "leftOut":
        counts.leftOut += 1;
        return [...noCells, "left out"];
      case "failed":
        counts.failed += 1;
        return [...noCells, `failed: ${answer.why ?? ""}`];
      case "possiblyCharged":
      case "sent":
        counts.possiblyCharged += 1;
        return [...noCells, `possibly charged: ${answer.why ?? "no reply has arrived"}`];
      case "notUnderstood":
        counts.notUnderstood += 1;
        return [...noCells, `reply not understood: ${answer.why ?? ""}`];
      default:
        counts.notAsked += 1;
        return [...noCells, "not looked up yet"];
    }
  };

  const sink = new ByteSink(write);
  const writer = makeWriter(sink, size);
  for await (const { rows, questions } of withQuestions(table, mapping)) {
    signal?.throwIfAborted();
    const answers = await answersTo(store, id, questions);
    for (const [nth, row] of rows.entries()) {
      const hasCells = row.kind === "header" || row.kind === "data";
      counts.replacedCharacters += writer.add(row, hasCells ? appended(row, questions[nth], answers) : undefined);
      if (sink.isFull) {
        await sink.flush();
      }
    }
  }
  writer.end();
  await sink.flush();
  return counts;
}

/** The table byte for byte, in its own dialect. */
export const csvResult =
  ({ dialect }: CsvTable) =>
  (sink: ByteSink, { width }: ResultSize): ResultWriter<string> => {
    sink.addBytes(dialect.mark);
    return {
      add: (row, appended) => {
        let lost = 0;
        sink.addBytes(row.bytes);
        if (appended !== undefined) {
          // Short rows get empty cells, so that the appended cells line up.
          const padding = Array.from({ length: width - row.cells.length }, () => "");
          const cells = encodeAppendedCells([...padding, ...appended], dialect);
          lost = cells.lost;
          sink.addBytes(cells.bytes);
        }
        sink.addBytes(row.lineEnd);
        return lost;
      },
      end: () => undefined,
    };
  };

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
        questions: inEnglish(() =>
          rows.map(({ kind, cells }) => (kind === "data" ? questionOfRow(mapping, cells) : undefined)),
        ),
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
  { batches, records }: Pick<Store, "batches" | "records">,
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

async function sizeOf(table: CsvTable, signal: AbortSignal | undefined): Promise<ResultSize> {
  let [width, rows] = [1, 0];
  for await (const batch of table.rows()) {
    signal?.throwIfAborted();
    for (const row of batch) {
      rows += row.kind === "data" ? 1 : 0;
      width = row.kind === "data" || row.kind === "header" ? Math.max(width, row.cells.length) : width;
    }
  }
  return { width, rows };
}

function uniqueHeader(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.trim().toLowerCase()));
  return used.has(name.toLowerCase()) ? `${name} (looked up)` : name;
}
