// The questions of a batch: the next ones to ask, their answers, and those that end without one.
import type { StoreDb } from "./storeDb";
import { batchRun, leftOutQuestions, type BatchQuestion, type QuestionState, isUnanswered } from "./batches";
import { hiddenText } from "./erased";
import { activeLists, leftOutKeys, listsOfRun } from "./leaveOut";
import { keepAnswer } from "./lookups";
import { keysOfRun } from "./kinds";
import { notFound } from "./storeError";
import { storePage, type PageToStore, type StoredPage } from "./storePage";

const columns = `key, question, identifiers as "identifiers:json", words, state, record, credits, why`;

/** The next questions that were not asked, after key `after`. Others must be reopened to be asked again. */
export function openQuestions(db: StoreDb, id: string, limit: number, after?: number): readonly BatchQuestion[] {
  const [first, last] = keysOfRun(batchRun(db, id).no);
  return db.all(
    `select ${columns} from question where key between ? and ? and state = 'open' order by key limit ?`,
    after === undefined ? first : after + 1,
    last,
    limit,
  );
}

/**
 * Questions by their normalized texts, for writing the result file. What a list leaves out by now is left out, also if
 * it was answered before.
 */
export function questions(db: StoreDb, id: string, texts: readonly string[]): readonly BatchQuestion[] {
  const { no, kind } = batchRun(db, id);
  const hidden = new Map(texts.map((text) => [hiddenText(text), text]));
  const found = db
    .all<BatchQuestion>(
      `select ${columns} from question
       where run_no = ? and question in (select value from json_each(?))`,
      no,
      [...texts, ...hidden.keys()],
    )
    .map((row) => ({ ...row, question: hidden.get(row.question) ?? row.question }));
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

/** Stores the reply to one question: page, call, answer and question in one transaction, if it is understood. */
export function answer(db: StoreDb, key: number, page: PageToStore): StoredPage {
  return db.write(() => {
    const stored = storePage(db, page);
    if (!stored.understood) {
      return stored;
    }
    const question = db.get<BatchQuestion>(`select ${columns} from question where key = ?`, key);
    if (question === undefined) {
      throw notFound();
    }
    const record = keepAnswer(db, page, stored, question.identifiers, question.words);
    db.run(
      "update question set state = ?, record = ?, credits = ?, why = null, answered_at = ? where key = ?",
      record === undefined ? "noMatch" : "found",
      record,
      stored.credits,
      page.receivedAt,
      key,
    );
    return stored;
  });
}

export interface QuestionResult {
  readonly state: QuestionState;
  readonly record?: number | undefined;
  readonly why?: string | undefined;
  readonly at: number;
}

/**
 * Stores how a question ended that has no reply of its own, also if it was not asked because its answer is stored. Does
 * nothing when it is settled by now, by its reply or by a window that has taken over the batch.
 */
export function settle(db: StoreDb, key: number, { state, record, why, at }: QuestionResult): void {
  // What was reopened keeps its reason while it is open.
  db.run(
    `update question set state = ?1, record = ?2, why = coalesce(?3, iif(?1 = 'open', why, null)), answered_at = ?4
     where key = ?5 and state in ('open', 'sent')`,
    state,
    record,
    why,
    at,
    key,
  );
}

/** Lets questions that the service rejected be asked again. */
export function reopenRejected(db: StoreDb, id: string): number {
  return db.run(
    "update question set state = 'open', why = null where key between ? and ? and state = 'failed'",
    ...keysOfRun(batchRun(db, id).no),
  );
}

/**
 * Lets questions be asked again that may have been charged, with the user's consent, while a window runs the batch.
 * They keep their reason: those that are not asked until it stops may have been charged as before.
 */
export function reopenUnanswered(db: StoreDb, id: string): number {
  return db.run(
    `update question set state = 'open', why = coalesce(why, '') where key between ? and ? and ${isUnanswered}`,
    ...keysOfRun(batchRun(db, id).no),
  );
}
