// Answers to look-ups, under every identifier that the record found has: nothing is paid for twice.
import type { StoreDb } from "./database";
import type { LookupKind } from "../service/operations";
import { recordTables } from "./kinds";
import { whereKept, type OwnedRecord } from "./records";
import { normalizedAddress, normalizedQuestion, type Identifiers } from "./text";


export interface LookupQuestion {
  readonly kind: LookupKind;
  /** The service that is asked. */
  readonly origin: string;
  readonly identifiers: Identifiers;
}

export interface AnswerToKeep extends LookupQuestion {
  /** What is looked up, for people to read. */
  readonly words: string;
  readonly run: string;
  readonly call?: number | undefined;
  /** Key of the record found; absent when the service knows none. */
  readonly record?: number | undefined;
  readonly credits?: number | undefined;
  /** ms since 1970. */
  readonly answeredAt: number;
}

export type LookupAnswer =
  /** `asked`: the same was asked before. Otherwise the record came by another way and has this identifier. */
  | ({ readonly kind: "found"; readonly by: "asked" | "identifier" } & OwnedRecord)
  | { readonly kind: "noMatch"; readonly run: string; readonly receivedAt: number };

export function keepAnswer(db: StoreDb, answer: AnswerToKeep): void {
  db.run(
    `insert into answer (origin, kind, question, identifiers, words, outcome, record, run_no, call_no, credits, answered_at)
     values (?, ?, ?, ?, ?, ?, ?, (select no from run where id = ?), ?, ?, ?)
     on conflict (origin, kind, question) do update set identifiers = excluded.identifiers, words = excluded.words, outcome = excluded.outcome, record = excluded.record,
       run_no = excluded.run_no, call_no = excluded.call_no, credits = excluded.credits, answered_at = excluded.answered_at where excluded.answered_at >= answer.answered_at`,
    answer.origin, answer.kind, normalizedQuestion(answer.identifiers), JSON.stringify(answer.identifiers), answer.words, answer.record === undefined ? "noMatch" : "found",
    answer.record, answer.run, answer.call, answer.credits, answer.answeredAt,
  );
}

/** The newest that is known to a question, at no cost; `undefined` when it must be asked. */
export function findAnswer(db: StoreDb, question: LookupQuestion): LookupAnswer | undefined {
  const row = db.get<{ readonly outcome: string; readonly record: number | null; readonly at: number; readonly run: string }>(
    "select a.outcome, a.record, a.answered_at as at, run.id as run from answer a join run on run.no = a.run_no where a.origin = ? and a.kind = ? and a.question = ?",
    question.origin, question.kind, normalizedQuestion(question.identifiers),
  );
  const asked = row?.record === null || row === undefined ? undefined : whereKept(db, row.record);
  const other = recordWith(db, question);
  const found = other === undefined ? undefined : whereKept(db, other);
  if (asked !== undefined && (found === undefined || asked.key >= found.key)) {
    return { kind: "found", by: "asked", ...asked, receivedAt: row?.at ?? asked.receivedAt };
  }
  if (found !== undefined) {
    return { kind: "found", by: "identifier", ...found };
  }
  return row?.outcome === "noMatch" ? { kind: "noMatch", run: row.run, receivedAt: row.at } : undefined;
}

/** Columns that a single identifier is compared with. A name is none: two people may share it. */
function placeOf(kind: LookupKind, name: string, value: string | number): { readonly where: string; readonly value: string | number } | undefined {
  const text = String(value).trim();
  switch (name) {
    case "company_domain":
    case "domain":
      return kind === "company" ? { where: "m.domain_key = ?", value: normalizedAddress(text) } : undefined;
    case "id":
    case "company_id":
    case "person_id":
      return { where: "m.id = ?", value: text };
    default:
      if (name.endsWith("url") && name.startsWith(kind === "company" ? "company" : "person")) {
        return { where: "m.url_key = ?", value: normalizedAddress(text) };
      }
      if (name.endsWith("professional_network_id") && name.startsWith(kind === "company" ? "company" : "person") && Number.isSafeInteger(Number(text))) {
        return { where: "m.network_id = ?", value: Number(text) };
      }
      return undefined;
  }
}

/** The newest record of this service that has one of the identifiers; with several, the record has them all. */
function recordWith(db: StoreDb, { kind, origin, identifiers }: LookupQuestion): number | undefined {
  const places = Object.entries(identifiers).map(([name, value]) => placeOf(kind, name, value));
  const known = places.filter((place) => place !== undefined);
  if (known.length === 0 || known.length < places.length || known.some(({ value }) => value === "")) {
    return undefined;
  }
  return db.get<{ readonly key: number }>(
    `select m.key from ${recordTables[kind]} m join run on run.no = m.key / 4294967296 join connection c on c.id = run.connection where ${known.map(({ where }) => where).join(" and ")} and c.origin = ? order by m.key desc limit 1`,
    ...known.map(({ value }) => value), origin,
  )?.key;
}

export interface RecentLookup {
  readonly kind: LookupKind;
  readonly identifiers: Identifiers;
  readonly words: string;
  readonly record: number;
  /** ms since 1970. */
  readonly answeredAt: number;
}

/** The last look-ups of a service that found something, newest first. */
export function recentLookups(db: StoreDb, origin: string, limit: number, kind?: LookupKind): readonly RecentLookup[] {
  const rows = db.all<{ readonly kind: LookupKind; readonly identifiers: string; readonly words: string; readonly record: number; readonly at: number }>(
    "select kind, identifiers, words, record, answered_at as at from answer where origin = ?1 and outcome = 'found' and (?2 is null or kind = ?2) order by answered_at desc limit ?3",
    origin, kind, limit,
  );
  return rows.map(({ at, identifiers, ...row }) => ({ ...row, identifiers: JSON.parse(identifiers) as Identifiers, answeredAt: at }));
}
