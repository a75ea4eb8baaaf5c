// Finds stored answers to lookups, by question or by identifiers of records, so that none is paid twice. Who has the
// same question at the same moment waits for the answer, in any window.
import { listFields, type LookupKind } from "../service/operations";
import { recordTables, keysOfRun, recordKey, rowOfKey, runOfKey } from "./kinds";
import type { Lease } from "./leases";
import { activeLists, leftOut, leftOutKeys } from "./leaveOut";
import { originsOf, type RecordOrigin } from "./records";
import type { StoreDb } from "./storeDb";
import { storePage, type PageToStore, type StoredPage } from "./storePage";
import { normalizedAddress, normalizedQuestion, type Identifiers } from "./text";

export interface LookupQuestion {
  readonly kind: LookupKind;
  /** The service that is asked. */
  readonly origin: string;
  readonly identifiers: Identifiers;
}

interface AnswerCost {
  /** What the call cost, when that is known. */
  readonly credits?: number | undefined;
}

type FoundRecord = Pick<RecordOrigin, "key" | "run" | "row" | "receivedAt">;

export type LookupAnswer =
  /** `asked`: the same question was asked before. `identifier`: a record of any run has these identifiers. */
  | ({ readonly kind: "found"; readonly by: "asked" | "identifier" } & FoundRecord & AnswerCost)
  | ({ readonly kind: "noMatch"; readonly run: string; readonly receivedAt: number } & AnswerCost)
  /** A leave-out list names it: do not ask, and do not show what is stored. */
  | { readonly kind: "leftOut" };

/** Stores the reply to a single lookup: page, call and, if it is understood, answer in one transaction. */
export function answer(db: StoreDb, page: PageToStore): StoredPage {
  return db.write(() => {
    const stored = storePage(db, page);
    if (stored.understood) {
      const { title, task } = stored.run;
      keepAnswer(db, page, stored, (task as { readonly identifiers: Identifiers }).identifiers, title);
    }
    return stored;
  });
}

/** `words`: what is looked up, as shown to the user. Returns the key of the record found. */
export function keepAnswer(
  db: StoreDb,
  { call, receivedAt, body }: PageToStore,
  stored: StoredPage,
  identifiers: Identifiers,
  words: string,
): number | undefined {
  const { run, credits } = stored;
  const kind = run.recordKind as LookupKind;
  const record = answeredRecord(db, kind, stored, body);
  db.insert(
    "answer",
    {
      origin: run.connection.origin,
      kind,
      question: normalizedQuestion(identifiers),
      identifiers,
      words,
      outcome: record === undefined ? "noMatch" : "found",
      record,
      run_no: run.no,
      call_no: call,
      credits,
      answered_at: receivedAt,
    },
    `on conflict (origin, kind, question) do update set identifiers = excluded.identifiers, words = excluded.words,
       outcome = excluded.outcome, record = excluded.record, run_no = excluded.run_no, call_no = excluded.call_no,
       credits = excluded.credits, answered_at = excluded.answered_at
     where excluded.answered_at >= answer.answered_at`,
  );
  return record;
}

/** Key of the record in the reply to a lookup; `undefined` when the service has none. */
function answeredRecord(
  db: StoreDb,
  kind: LookupKind,
  { returned, rows, runNo, firstRow }: StoredPage,
  body: Uint8Array,
): number | undefined {
  if (returned === rows) {
    return returned === 0 ? undefined : recordKey(runNo, firstRow);
  }
  // The record repeats one that the run has from another question.
  const id = `$.${listFields[kind]}[0].id`;
  return db.value(
    `select max(key) from ${recordTables[kind]}
     where id = cast(json(ltrim(cast(? as text), char(65279))) ->> ? as text) and key between ? and ?`,
    body,
    id,
    ...keysOfRun(runNo),
  );
}

/**
 * The latest stored answer, which costs nothing; `undefined` when the service must be asked. `leaveOut`: URIs of lists
 * that apply beside those for everything.
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

/** `record` is a key; absent when the service has none. */
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

/** Stored answers to many questions, in their order; `undefined` for those that must be asked. */
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
    `select e.key as nth, a.record, a.run_no as runNo, run.id as run, a.answered_at as receivedAt, a.credits
     from json_each(?3) e
       cross join answer a on a.origin = ?1 and a.kind = ?2 and a.question = e.value
       join run on run.no = a.run_no`,
    origin,
    kind,
    questions.map(({ question }) => question),
  );
  for (const { nth, runNo, ...answer } of asked) {
    // Run numbers grow with time: the answer of the later run counts.
    const fetched = answers[nth]?.record;
    if (fetched === undefined || runNo >= runOfKey(fetched)) {
      answers[nth] = { ...answer, by: "asked" };
    }
  }
  return answers;
}

/** Columns that identifiers are compared with. Names are not among them: two people may share one. */
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
  // A question is found by each of its identifiers, so that all indexes are used.
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
 * When each question was lost: sent, and given up without a usable answer, so that it may have been charged. In their
 * order. Calls that a window is waiting for at `now` do not count; all do when absent.
 */
export function unansweredCalls(
  db: StoreDb,
  { kind, origin }: Pick<LookupQuestion, "kind" | "origin">,
  questions: readonly NormalizedQuestion[],
  now?: number,
): readonly (number | undefined)[] {
  const latest = new Map<string, number>();
  const add = (question: string, at: number): void =>
    void latest.set(question, Math.max(at, latest.get(question) ?? at));
  const isLost = `(state <> 'sent' or ?3 is null or run.lease_owner is null or run.lease_until <= ?3)`;
  const asked = db.all<{ readonly question: string; readonly at: number }>(
    `select q.question, iif(state = 'sent', max(q.answered_at, run.lease_until), q.answered_at) as at
     from json_each(?4) e
       cross join question q on q.question = e.value and q.state in ('sent', 'possiblyCharged', 'notUnderstood')
       join run on run.no = q.run_no
       join connection c on c.id = run.connection
     where c.origin = ?1 and run.record_kind = ?2 and ${isLost}`,
    origin,
    kind,
    now,
    questions.map(({ question }) => question),
  );
  asked.forEach(({ question, at }) => add(question, at));
  const single = db.all<{ readonly task: string; readonly at: number }>(
    `select run.task, iif(state = 'sent', max(call.at, run.lease_until), call.settled_at) as at
     from call cross join run on run.no = call.run_no join connection c on c.id = run.connection
     where (call.state = 'sent' or call.charged = 'maybe') and run.purpose = 'lookup'
       and c.origin = ?1 and run.record_kind = ?2 and ${isLost}`,
    origin,
    kind,
    now,
  );
  for (const { task, at } of single) {
    add(normalizedQuestion((JSON.parse(task) as { readonly identifiers: Identifiers }).identifiers), at);
  }
  const answers = latest.size === 0 ? [] : storedAnswers(db, kind, origin, questions);
  return questions.map(({ question }, nth) => {
    const at = latest.get(question);
    const answer = answers[nth];
    const isAnsweredSince = at !== undefined && answer?.by === "asked" && answer.receivedAt >= at;
    return isAnsweredSince ? undefined : at;
  });
}

/** Why a question of a batch was not asked. It is written to files. */
export const lostElsewhere = "another lookup of it was sent and not answered";

/** The same of one question. */
export function unansweredCall(
  db: StoreDb,
  { kind, origin, identifiers }: LookupQuestion,
  now?: number,
): number | undefined {
  return unansweredCalls(db, { kind, origin }, [{ identifiers, question: normalizedQuestion(identifiers) }], now)[0];
}

/** What a question has in common with every question about the same record, as far as its identifiers show that. */
function claimedIdentifiers({ kind, identifiers }: LookupQuestion): readonly string[] {
  const shared = Object.entries(columnsOfFields[kind]).flatMap(([field, column]) => {
    const value = identifiers[field];
    return value === undefined ? [] : [`${column} ${normalizedAddress(String(value))}`];
  });
  return shared.length === 0 ? [normalizedQuestion(identifiers)] : shared;
}

/** The wanted values of the identifier columns; empty when the question has an identifier without a column. */
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
  /** Key of the record found. */
  readonly record: number;
  /** ms since 1970. */
  readonly answeredAt: number;
}

/**
 * The latest single lookups that found a record, newest first, each question once; without those that a list for
 * everything leaves out.
 */
export function recentLookups(db: StoreDb, origin: string, limit: number, kind?: LookupKind): readonly RecentLookup[] {
  const recent = db.all<RecentLookup>(
    `select a.kind, a.identifiers as "identifiers:json", a.words, a.record, a.answered_at as answeredAt
     from run cross join answer a on a.run_no = run.no
     where run.purpose = 'lookup' and a.record is not null and a.origin = ?1 and (?2 is null or a.kind = ?2)
     order by run.no desc limit ?3`,
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

export interface QuestionToClaim extends LookupQuestion {
  /** Stored answers count only when they were received after this moment (ms since 1970); all count when absent. */
  readonly after?: number | undefined;
  /** When the user agreed to ask (ms since 1970): when the same question was lost later, that needs new consent. */
  readonly agreedAt?: number | undefined;
}

export type ClaimResult =
  /** The caller asks, and then releases the claim. */
  | { readonly kind: "claimed" }
  /** The question is being asked, or another one with one of its identifiers. */
  | { readonly kind: "busy" }
  | { readonly kind: "answered"; readonly answer: LookupAnswer }
  /** It was sent since the user agreed, and not answered, so it may have been charged: only the user may repeat it. */
  | { readonly kind: "unanswered" };

/** Claims a question that has no stored answer. The owner of the lease is unique for each question. */
export function claim(db: StoreDb, { after, agreedAt, ...question }: QuestionToClaim, lease: Lease): ClaimResult {
  const { kind, origin } = question;
  const identifiers = claimedIdentifiers(question);
  return db.writeUnsynced((): ClaimResult => {
    // Of windows that died, also before the clock was set back.
    db.run("delete from lookup_claim where lease_until <= ?1 or lease_until > ?1 + ?2 + 60000", lease.now, lease.ms);
    // In the same transaction: whoever had the claim has stored the answer.
    const answer = findAnswer(db, question);
    if (answer !== undefined && (answer.kind === "leftOut" || after === undefined || answer.receivedAt > after)) {
      return { kind: "answered", answer };
    }
    const claimed = "lookup_claim where origin = ? and kind = ? and identifier in (select value from json_each(?))";
    if (db.has(claimed, origin, kind, identifiers)) {
      return { kind: "busy" };
    }
    // No one is asking it, so a call without an answer is lost.
    const lostAt = unansweredCall(db, question);
    if (lostAt !== undefined && agreedAt !== undefined && lostAt > agreedAt) {
      return { kind: "unanswered" };
    }
    db.run(
      `insert into lookup_claim (origin, kind, identifier, lease_owner, lease_until)
       select ?, ?, value, ?, ? from json_each(?)`,
      origin,
      kind,
      lease.owner,
      lease.now + lease.ms,
      identifiers,
    );
    return { kind: "claimed" };
  });
}

export function renewClaim(db: StoreDb, { owner, now, ms }: Lease): void {
  db.writeUnsynced(() => db.run("update lookup_claim set lease_until = ? where lease_owner = ?", now + ms, owner));
}

export function releaseClaim(db: StoreDb, owner: string): void {
  db.writeUnsynced(() => db.run("delete from lookup_claim where lease_owner = ?", owner));
}
