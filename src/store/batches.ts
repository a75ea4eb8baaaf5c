// Batches of lookups. Their questions are rows, so that memory does not grow with the size of a batch.
import type { LookupKind } from "../service/operations";
import { keysOfRun, recordKey } from "./kinds";
import type { Lease } from "./leases";
import { leftOut, listsOfRun, activeLists, leftOutKeys } from "./leaveOut";
import { lostElsewhere, storedAnswers, unansweredCalls } from "./lookups";
import { isUnanswered, type RowState } from "./rows";
import { create as createRun, existing, findRun, type NewRun, type RunFacts, type StoredRun } from "./runs";
import type { StoreDb } from "./storeDb";
import { notFound } from "./storeError";
import type { Task } from "./task";
import { normalizedQuestion, type Identifiers } from "./text";

export interface BatchToStore {
  /** Its run, with the purpose `batch`. */
  readonly run: NewRun;
  /** URI of the table. */
  readonly source: string;
  readonly mapping: object;
  /** Ids of the columns to append. */
  readonly columns: readonly string[];
  /** The table, if its source is not a file. */
  readonly input?: Uint8Array | undefined;
}

export interface BatchCounts {
  readonly questions: number;
  /** Not asked yet, or in flight in a window that is running the batch. */
  readonly open: number;
  readonly found: number;
  readonly noMatch: number;
  /** Answered, but the reply was not understood: it may have been charged. */
  readonly notUnderstood: number;
  /** Sent but not answered. */
  readonly possiblyCharged: number;
  /** Rejected by the service, at no cost. */
  readonly failed: number;
  /** Not asked, or hidden, because a leave-out list names them. */
  readonly leftOut: number;
}

export interface StoredBatch extends BatchCounts {
  readonly run: StoredRun;
  readonly source: string;
  readonly mapping: object;
  readonly columns: readonly string[];
  /** The result file is written. */
  readonly finished: boolean;
  /** When its table was last read, in ms since 1970, and the hash of the table's rows. */
  readonly readAt?: number | undefined;
  readonly tableHash?: string | undefined;
}

export interface QuestionToAdd {
  readonly identifiers: Identifiers;
  readonly words: string;
  /** The cells of the table's row, by column name. */
  readonly cells?: Readonly<Record<string, string>> | undefined;
}

export interface BatchQuestion extends QuestionToAdd {
  readonly key: number;
  /** The normalized identifiers, unique within the batch. */
  readonly question: string;
  readonly state: RowState;
  readonly record?: number | undefined;
  readonly why?: string | undefined;
}

const rowsAtOnce = 5_000;

export function create(
  db: StoreDb,
  { run, source, mapping, columns, input }: BatchToStore,
  lease?: Lease,
): StoredBatch {
  return db.write(() => {
    const { no, id } = createRun(db, run, lease);
    db.insert("batch", { run_no: no, source, mapping, columns, input });
    const created = get(db, id, run.startedAt);
    if (created === undefined) {
      throw notFound();
    }
    return created;
  });
}

/**
 * Adds questions in their order, without repetitions. Settles questions with a stored answer, and questions that
 * another lookup has sent without getting an answer. Not durable: after a power cut they are read from the table again.
 */
export function addQuestions(db: StoreDb, id: string, questions: readonly QuestionToAdd[], at: number): void {
  db.writeUnsynced(() => {
    const { no, kind, origin } = batchRun(db, id);
    const first =
      (db.value<number>("select max(key) from run_row where key between ? and ?", ...keysOfRun(no)) ??
        recordKey(no, 0) - 1) + 1;
    const normalized = questions.map((given) => ({ ...given, question: normalizedQuestion(given.identifiers) }));
    db.run(
      `insert into run_row (key, run_no, question, identifiers, words, cells)
       select ?1 + e.key, ?2, e.value ->> 0, e.value ->> 1, e.value ->> 2, e.value ->> 3 from json_each(?3) e where true
       on conflict (run_no, question) do nothing`,
      first,
      no,
      normalized.map(({ question, identifiers, words, cells }) => [
        question,
        JSON.stringify(identifiers),
        words,
        cells,
      ]),
    );
    const settleAsked = (index: number, state: RowState, record?: number): number =>
      db.run(
        `update run_row set state = ?, record = ?, call_no = null, why = null, at = ?
         where run_no = ? and question = ? and (state = 'open' or ${isUnanswered})`,
        state,
        record,
        at,
        no,
        normalized[index]?.question,
      );
    for (const [index, isLeftOut] of leftOutQuestions(db, id, kind, normalized).entries()) {
      if (isLeftOut) {
        settleAsked(index, "leftOut");
      }
    }
    for (const [index, answer] of storedAnswers(db, kind, origin, normalized).entries()) {
      if (answer !== undefined) {
        settleAsked(index, answer.record === undefined ? "noMatch" : "found", answer.record);
      }
    }
    for (const [index, lostAt] of unansweredCalls(db, { kind, origin }, normalized, at).entries()) {
      if (lostAt !== undefined) {
        db.run(
          `update run_row set state = 'possiblyCharged', why = ?, at = ?
           where run_no = ? and question = ? and state = 'open'`,
          lostElsewhere,
          lostAt,
          no,
          normalized[index]?.question,
        );
      }
    }
  });
}

const leftOutQuestions = (
  db: StoreDb,
  id: string,
  kind: LookupKind,
  questions: readonly { readonly identifiers: Identifiers }[],
): readonly boolean[] =>
  leftOut(
    db,
    kind,
    questions.map(({ identifiers }) => identifiers),
    listsOfRun(db, id),
  );

/** Removes questions without an answer, to be added again from the table, which may have changed. */
export async function removeOpen(db: StoreDb, id: string, task: Task): Promise<void> {
  const [first, last] = keysOfRun(batchRun(db, id).no);
  while (
    db.run(
      `delete from run_row where key in (
         select key from run_row where key between ? and ? and state = 'open' limit ${rowsAtOnce})`,
      first,
      last,
    ) > 0
  ) {
    await task.breathe();
  }
}

export function get(db: StoreDb, id: string, now: number): StoredBatch | undefined {
  const batch = db.get<Omit<StoredBatch, "run" | keyof BatchCounts>>(
    `select source, mapping as "mapping:json", columns as "columns:json", mapping ->> '$.readAt' as readAt,
       mapping ->> '$.tableHash' as tableHash, iif(finished, 'true', 'false') as "finished:json"
     from batch where run_no = (select no from run where id = ?)`,
    id,
  );
  if (batch === undefined) {
    return undefined;
  }
  const run = existing(db, id, now);
  return { ...batch, ...counts(db, run), run };
}

/** Newest first. */
export const list = (db: StoreDb, now: number): readonly StoredBatch[] =>
  db
    .column<string>("select run.id from batch join run on run.no = batch.run_no order by run.no desc")
    .flatMap((id) => get(db, id, now) ?? []);

function counts(db: StoreDb, { no, isLive }: StoredRun): BatchCounts {
  const found = new Map(
    db
      .all<{ readonly state: RowState; readonly n: number }>(
        "select state, count(*) as n from run_row where key between ? and ? group by state",
        ...keysOfRun(no),
      )
      .map(({ state, n }) => [state, n]),
  );
  const of = (state: RowState): number => found.get(state) ?? 0;
  return {
    questions: [...found.values()].reduce((sum, n) => sum + n, 0),
    open: of("open") + (isLive ? of("sent") : 0),
    found: of("found"),
    noMatch: of("noMatch"),
    notUnderstood: of("notUnderstood"),
    possiblyCharged: of("possiblyCharged") + (isLive ? 0 : of("sent")),
    failed: of("failed"),
    leftOut: of("leftOut"),
  };
}

/** Saves the hash of a batch's table, and when it was read. */
export function rememberTable(db: StoreDb, id: string, hash: string, at: number): void {
  db.run(
    "update batch set mapping = json_set(mapping, '$.tableHash', ?, '$.readAt', ?) where run_no = ?",
    hash,
    at,
    batchRun(db, id).no,
  );
}

/** The table stored with a batch. */
export function input(db: StoreDb, id: string): Uint8Array | undefined {
  return db.value<Uint8Array>("select input from batch where run_no = (select no from run where id = ?)", id);
}

export function finish(db: StoreDb, id: string): void {
  db.run("update batch set finished = 1 where run_no = ?", batchRun(db, id).no);
}

interface BatchRun extends RunFacts {
  readonly kind: LookupKind;
}

const batchRun = (db: StoreDb, id: string): BatchRun => findRun(db, id) as BatchRun;

const columns = `key, question, identifiers as "identifiers:json", words, state, record, why`;

/**
 * Questions by their normalized texts, for writing the result file. Applies the current leave-out lists, even to
 * questions that were answered before.
 */
export function questions(db: StoreDb, id: string, texts: readonly string[]): readonly BatchQuestion[] {
  const { no, kind } = batchRun(db, id);
  const found = db.all<BatchQuestion>(
    `select ${columns} from run_row
     where run_no = ? and question in (select value from json_each(?))`,
    no,
    texts,
  );
  const hiddenQuestions = leftOutQuestions(db, id, kind, found);
  const hiddenRecords = leftOutKeys(
    db,
    kind,
    found.flatMap(({ record }) => record ?? []),
    activeLists(db, listsOfRun(db, id)),
  );
  return found.map((question, index) => {
    const { record, ...rest } = question;
    return hiddenQuestions[index] === true || (record !== undefined && hiddenRecords.has(record))
      ? { ...rest, state: "leftOut" }
      : question;
  });
}

/** Reopens questions that the service rejected, so that they are asked again. */
export function reopenRejected(db: StoreDb, id: string): number {
  return db.run(
    "update run_row set state = 'open', why = null where key between ? and ? and state = 'failed'",
    ...keysOfRun(batchRun(db, id).no),
  );
}
