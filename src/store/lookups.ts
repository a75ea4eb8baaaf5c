// Finds stored answers to lookups, by question or by identifiers of records, so that no answer is paid for twice.
// Callers with the same question at the same time wait for its answer, in any window.
import type { LookupKind } from "../service/operations";
import { recordTables, rowOfKey, runOfKey } from "./kinds";
import { isLeased } from "./leases";
import { activeLists, leftOut, leftOutKeys, listsOfRun } from "./leaveOut";
import { originsOf } from "./records";
import { settleRow } from "./rows";
import type { StoreDb } from "./storeDb";
import { notFound } from "./storeError";
import { normalizedAddress, normalizedQuestion, type Identifiers } from "./text";

export interface LookupQuestion {
  readonly kind: LookupKind;
  /** The service that is asked. */
  readonly origin: string;
  readonly identifiers: Identifiers;
}

interface AnswerCost {
  /** The cost of the call, if known. */
  readonly credits?: number | undefined;
}

interface FoundRecord {
  readonly key: number;
  /** Id of the run that has it. */
  readonly run: string;
  readonly row: number;
  readonly receivedAt: number;
}

export type LookupAnswer =
  /** `asked`: the same question was asked before. `identifier`: a record of any run has these identifiers. */
  | ({ readonly kind: "found"; readonly by: "asked" | "identifier" } & FoundRecord & AnswerCost)
  | ({ readonly kind: "noMatch"; readonly run: string; readonly receivedAt: number } & AnswerCost)
  /** A leave-out list names it: do not ask, and do not show the stored answer. */
  | { readonly kind: "leftOut" };

/**
 * The latest stored answer, which is free; `undefined` when the service must be asked. `leaveOut`: URIs of lists that
 * apply in addition to those for everything.
 */
export function findAnswer(
  db: StoreDb,
  question: LookupQuestion,
  leaveOut: readonly string[] = [],
): LookupAnswer | undefined {
  const { kind, identifiers } = question;
  if (leftOut(db, kind, [identifiers], leaveOut)[0] === true) {
    return { kind: "leftOut" };
  }
  const found = storedAnswer(db, question);
  return found?.kind === "found" && leftOutKeys(db, kind, [found.key], activeLists(db, leaveOut)).size > 0
    ? { kind: "leftOut" }
    : found;
}

function storedAnswer(db: StoreDb, { kind, origin, identifiers }: LookupQuestion): LookupAnswer | undefined {
  const [found] = storedAnswers(db, kind, origin, [{ identifiers, question: normalizedQuestion(identifiers) }]);
  if (found?.by === "identifier") {
    const [origin] = originsOf(db, [found.record]).values();
    return (
      origin && {
        kind: "found",
        by: "identifier",
        key: origin.key,
        run: origin.run,
        row: origin.row,
        receivedAt: origin.receivedAt,
      }
    );
  }
  if (found === undefined) {
    return undefined;
  }
  const { record, by, ...asked } = found;
  return record === undefined
    ? { ...asked, kind: "noMatch" }
    : { ...asked, kind: "found", by, key: record, row: rowOfKey(record) };
}

/** `record` is a key; absent if the service has no record. */
type StoredAnswer =
  | {
      readonly by: "asked";
      readonly record?: number | undefined;
      readonly run: string;
      readonly receivedAt: number;
      readonly credits?: number | undefined;
    }
  | { readonly by: "identifier"; readonly record: number };

interface NormalizedQuestion {
  readonly identifiers: Identifiers;
  /** The normalized text. */
  readonly question: string;
}

/** SQL over a row `q`: it has its own answer. */
const isAnswered = "q.state in ('found', 'noMatch') and q.call_no is not null";

/** Stored answers to many questions, in their order; `undefined` for each that must be asked. */
export function storedAnswers(
  db: StoreDb,
  kind: LookupKind,
  origin: string,
  questions: readonly NormalizedQuestion[],
): readonly (StoredAnswer | undefined)[] {
  const answers: (StoredAnswer | undefined)[] = questions.map(() => undefined);
  for (const [nth, record] of fetchedRecords(db, kind, origin, questions)) {
    answers[nth] = { by: "identifier", record };
  }
  const asked = db.all<Omit<StoredAnswer & { readonly by: "asked" }, "by"> & { nth: number; runNo: number }>(
    `select e.key as nth, q.record, q.run_no as runNo, run.id as run, q.at as receivedAt, call.credits
     from json_each(?3) e
       cross join run_row q on q.question = e.value and ${isAnswered}
       join run on run.no = q.run_no join connection c on c.id = run.connection
       left join call on call.no = q.call_no
     where c.origin = ?1 and run.record_kind = ?2 order by q.at, q.key`,
    origin,
    kind,
    questions.map(({ question }) => question),
  );
  // The last answer to a question counts.
  const latest = new Map(asked.map((answer) => [answer.nth, answer]));
  for (const { nth, runNo, ...answer } of latest.values()) {
    // Run numbers grow with time: the answer of the later run counts.
    const fetched = answers[nth]?.record;
    if (fetched === undefined || runNo >= runOfKey(fetched)) {
      answers[nth] = { ...answer, by: "asked" };
    }
  }
  return answers;
}

/** Columns to compare identifiers with. Names are excluded: two people may share one. */
const columnsOfFields: Readonly<Record<LookupKind, Readonly<Record<string, string>>>> = {
  company: { domain: "domain_key", professional_network_url: "url_key", professional_network_id: "network_id" },
  person: { person_professional_network_url: "url_key", person_professional_network_id: "network_id" },
};
const identifierColumns: Readonly<Record<LookupKind, readonly string[]>> = {
  company: Object.values(columnsOfFields.company),
  person: Object.values(columnsOfFields.person),
};

/** The newest record of this service that has all identifiers, with the index of its question. */
function fetchedRecords(
  db: StoreDb,
  kind: LookupKind,
  origin: string,
  questions: readonly NormalizedQuestion[],
): readonly (readonly [number, number])[] {
  const columns = identifierColumns[kind];
  const wanted = questions.map(({ identifiers }) => columnValues(kind, identifiers));
  const isAll = columns.map((column, at) => `(e.value ->> ${at} is null or m.${column} = e.value ->> ${at})`);
  // Finds a question by each of its identifiers, so that all indexes are used.
  return columns.flatMap((column, at) =>
    db
      .arrays(
        `select e.key, max(m.key)
         from json_each(?1) e
           cross join ${recordTables[kind]} m on m.${column} = e.value ->> ${at}
           join run on run.no = m.key / 4294967296
           join connection c on c.id = run.connection
         where c.origin = ?2 and ${isAll.join(" and ")} group by 1`,
        wanted,
        origin,
      )
      .map(([nth, record]) => [Number(nth), Number(record)] as const),
  );
}

/**
 * When each question was lost: it was sent, but no usable answer will arrive, so it may have been charged. In the order
 * of the questions. Does not count calls that a window is waiting for at `now`; without `now`, all count.
 */
export function unansweredCalls(
  db: StoreDb,
  { kind, origin }: { readonly kind: LookupKind; readonly origin: string },
  questions: readonly NormalizedQuestion[],
  now?: number,
): readonly (number | undefined)[] {
  const lost = db.all<{ readonly question: string; readonly at: number }>(
    `select q.question, max(iif(state = 'sent', max(q.at, run.lease_until), q.at)) as at
     from json_each(?4) e
       cross join run_row q on q.question = e.value and q.state in ('sent', 'possiblyCharged', 'notUnderstood')
       join run on run.no = q.run_no
       join connection c on c.id = run.connection
     where c.origin = ?1 and run.record_kind = ?2
       and (state <> 'sent' or ?3 is null or run.lease_owner is null or run.lease_until <= ?3)
     group by 1`,
    origin,
    kind,
    now,
    questions.map(({ question }) => question),
  );
  const latest = new Map(lost.map(({ question, at }) => [question, at]));
  const answers = latest.size === 0 ? [] : storedAnswers(db, kind, origin, questions);
  return questions.map(({ question }, nth) => {
    const at = latest.get(question);
    const answer = answers[nth];
    const isAnsweredSince = at !== undefined && answer?.by === "asked" && answer.receivedAt >= at;
    return isAnsweredSince ? undefined : at;
  });
}

/** Why a question of a batch was not asked. Written to result files. */
export const lostElsewhere = "another lookup of it was sent and not answered";

/** The same for one question. */
export function unansweredCall(
  db: StoreDb,
  { kind, origin, identifiers }: LookupQuestion,
  now?: number,
): number | undefined {
  return unansweredCalls(db, { kind, origin }, [{ identifiers, question: normalizedQuestion(identifiers) }], now)[0];
}

/** The wanted values of the identifier columns; empty if the question has an identifier without a column. */
function columnValues(kind: LookupKind, identifiers: Identifiers): readonly (string | number | null)[] {
  const wanted: (string | number | null)[] = identifierColumns[kind].map(() => null);
  for (const [field, value] of Object.entries(identifiers)) {
    const place = columnsOfFields[kind][field];
    const comparable = place === "network_id" ? Number(value) : normalizedAddress(String(value));
    if (place === undefined || comparable === "" || (place === "network_id" && !Number.isSafeInteger(comparable))) {
      return [];
    }
    wanted[identifierColumns[kind].indexOf(place)] = comparable;
  }
  return wanted;
}

export interface RecentLookup {
  readonly kind: LookupKind;
  readonly identifiers: Identifiers;
  readonly words: string;
  /** Key of the found record. */
  readonly record: number;
  /** ms since 1970. */
  readonly answeredAt: number;
}

/**
 * The latest single lookups that found a record, newest first, without repetitions and without those that a list for
 * everything leaves out.
 */
export function recentLookups(db: StoreDb, origin: string, limit: number, kind?: LookupKind): readonly RecentLookup[] {
  const recent = db.all<RecentLookup>(
    `select kind, identifiers as "identifiers:json", words, record, at as answeredAt from (
       select run.record_kind as kind, q.*, max(run.no) as no
       from run join connection c on c.id = run.connection cross join run_row q on q.run_no = run.no
       where run.purpose = 'lookup' and ${isAnswered} and c.origin = ?1 and (?2 is null or run.record_kind = ?2)
       group by 1, q.question)
     where record is not null order by no desc limit ?3`,
    origin,
    kind,
    limit,
  );
  const active = activeLists(db);
  return recent.filter(
    (lookup) =>
      leftOut(db, lookup.kind, [lookup.identifiers])[0] !== true &&
      leftOutKeys(db, lookup.kind, [lookup.record], active).size === 0,
  );
}

/**
 * The newest run of a single lookup that has not answered this question and is not in progress: asking the question
 * again resumes it. Excludes one that was lost after the user agreed (`agreedAt`).
 */
export const stoppedLookup = (
  db: StoreDb,
  { kind, origin, identifiers }: LookupQuestion,
  agreedAt: number,
  now: number,
): string | undefined =>
  db.value(
    `select run.id from run join connection c on c.id = run.connection
       cross join run_row q on q.key = run.no * 4294967296
     where run.purpose = 'lookup' and run.record_kind = ?1 and c.origin = ?2 and q.question = ?3
       and q.state in ('open', 'sent', 'possiblyCharged', 'notUnderstood') 
       and iif(q.state = 'sent', max(q.at, run.lease_until), coalesce(q.at, 0)) <= ?4
       and not (${isLeased("?5", "run.")}) order by run.no desc limit 1`,
    kind,
    origin,
    normalizedQuestion(identifiers),
    agreedAt,
    now,
  );

/** A row to send. */
export interface RowToAsk {
  readonly key: number;
  /** When the user agreed to ask (ms since 1970). If the same question was lost later, that needs new consent. */
  readonly agreedAt?: number | undefined;
  /** Only stored answers received after this time count (ms since 1970); all count when absent. */
  readonly after?: number | undefined;
}

export type RowBeforeCall =
  /** The row has a stored answer now, or is left out. */
  | "answered"
  /** The same question was sent since the user agreed, and not answered: only the user may repeat it. */
  | "unanswered"
  /** The question, or another one that shares an identifier with it, is being asked. */
  | "busy";

/** Why a row must not be sent; `undefined` if it may. Call it in the transaction that sends the row. */
export function beforeCall(
  db: StoreDb,
  run: string,
  { key, agreedAt, after }: RowToAsk,
  now: number,
): RowBeforeCall | undefined {
  const row = db.get<NormalizedQuestion & Omit<LookupQuestion, "identifiers">>(
    `select q.question, q.identifiers as "identifiers:json", run.record_kind as kind, c.origin
     from run_row q join run on run.no = q.run_no join connection c on c.id = run.connection where q.key = ?`,
    key,
  );
  if (row === undefined) {
    throw notFound();
  }
  const answer = findAnswer(db, row, listsOfRun(db, run));
  if (answer !== undefined && (answer.kind === "leftOut" || after === undefined || answer.receivedAt > after)) {
    db.run(
      "update run_row set state = ?, record = ?, call_no = null, why = null, at = ? where key = ?",
      answer.kind,
      answer.kind === "found" ? answer.key : undefined,
      now,
      key,
    );
    return "answered";
  }
  if (isBeingAsked(db, row, now)) {
    return "busy";
  }
  // No call is in progress for it, so a call without an answer is lost.
  const lostAt = unansweredCall(db, row);
  if (lostAt === undefined || agreedAt === undefined || lostAt <= agreedAt) {
    return undefined;
  }
  settleRow(db, { key, state: "possiblyCharged", why: lostElsewhere }, now);
  return "unanswered";
}

function isBeingAsked(db: StoreDb, question: LookupQuestion, now: number): boolean {
  const identifiers = new Set(sharedIdentifiers(question));
  const sent = db.all<{ readonly identifiers: Identifiers }>(
    `select q.identifiers as "identifiers:json"
     from run_row q join run on run.no = q.run_no join connection c on c.id = run.connection
     where q.state = 'sent' and run.record_kind = ?1 and c.origin = ?2 and ${isLeased("?3", "run.")}`,
    question.kind,
    question.origin,
    now,
  );
  return sent.some((other) =>
    sharedIdentifiers({ ...question, identifiers: other.identifiers }).some((one) => identifiers.has(one)),
  );
}

/** Keys that questions about the same record have in common, as far as their identifiers show. */
function sharedIdentifiers({ kind, identifiers }: LookupQuestion): readonly string[] {
  const shared = Object.entries(columnsOfFields[kind]).flatMap(([field, column]) => {
    const value = identifiers[field];
    return value === undefined ? [] : [`${column} ${normalizedAddress(String(value))}`];
  });
  return shared.length === 0 ? [normalizedQuestion(identifiers)] : shared;
}
