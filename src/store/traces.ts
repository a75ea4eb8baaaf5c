// Finds everything that the database has of a person or a company.
import { recordKinds, type LookupKind, type RecordKind } from "../service/operations";
import { canBeShared, erasedPart, hashOf, identitiesOf, identityOfQuestion, type Identity } from "./erased";
import type { LeaveOutEntry } from "./identifiers";
import { recordTables, runOfKey } from "./kinds";
import { TextFinder } from "./namingText";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import type { Identifiers } from "./text";

/** A question of a batch, whose text is replaced by its hash. */
interface NamedQuestion {
  readonly key: number;
  readonly runNo: number;
  readonly question: string;
}

interface NamedAnswer {
  readonly origin: string;
  readonly kind: LookupKind;
  readonly question: string;
  readonly runNo: number;
}

/** What is about somebody, and what names them. */
export interface Traces {
  /** What identifies them, by hash: whether it is weak. */
  readonly hashes: ReadonlyMap<string, boolean>;
  /** What identifies nobody else. */
  readonly entries: readonly LeaveOutEntry[];
  /** Of records: every version of each. */
  readonly keys: Readonly<Record<RecordKind, readonly number[]>>;
  readonly ids: Readonly<Record<RecordKind, readonly string[]>>;
  /** Names or ids, each once. */
  readonly titles: readonly string[];
  /** Ids of the runs of single lookups that ask for them or have found them. */
  readonly lookups: readonly string[];
  readonly questions: readonly NamedQuestion[];
  readonly answers: readonly NamedAnswer[];
  /** Numbers of calls whose raw reply names them. */
  readonly replies: readonly number[];
  readonly finder: TextFinder;
}

/** Some tens of milliseconds of work. */
const rowsAtOnce = 2_000;

/** `onFound` gets what identifies them as soon as it is known: what is stored from then on can be dropped. */
export async function tracesOf(
  db: StoreDb,
  given: ReadonlyMap<string, boolean>,
  typed: readonly LeaveOutEntry[],
  onFound: (hashes: ReadonlyMap<string, boolean>) => void,
  task: Task,
): Promise<Traces> {
  const { hashes, records } = await recordsOf(db, given, onFound, task);
  const own = records.filter(({ part }) => part === "own").flatMap((record) => record.own);
  const entries = unique([...typed, ...own.filter((entry) => !canBeShared(entry))], hashOf);
  const keysOf = (kind: RecordKind): readonly number[] =>
    records.filter((record) => record.kind === kind).map(({ key }) => key);
  const keys = { company: keysOf("company"), person: keysOf("person"), contact: keysOf("contact") };
  const described = recordKinds.flatMap((kind) => describe(db, kind, keys[kind]));
  const idsOf = (kind: RecordKind): readonly string[] =>
    unique(described.flatMap((one) => (one.kind === kind && one.id !== undefined ? [one.id] : [])));
  const all = new Set(records.map(({ key }) => key));
  const isNamed = (kind: LookupKind, identifiers: string): boolean =>
    erasedPart(identityOfQuestion(kind, JSON.parse(identifiers) as Identifiers), hashes) !== undefined;
  const answers = answersOf(db, all, isNamed);
  const emails = own.filter(({ kind }) => kind === "email");
  const finder = new TextFinder(
    [...entries, ...emails].map(({ value }) => value),
    described
      .filter(({ key }) => records.some((record) => record.key === key && record.part === "own"))
      .flatMap(({ texts }) => texts),
  );
  return {
    hashes,
    entries,
    keys,
    finder,
    ids: { company: idsOf("company"), person: idsOf("person"), contact: idsOf("contact") },
    titles: unique(described.map(({ title }) => title)),
    answers,
    lookups: lookupsOf(db, all, new Set(answers.map(({ runNo }) => runNo)), isNamed),
    questions: await questionsOf(db, all, isNamed, task),
    replies: await repliesOf(db, finder, task),
  };
}

const unique = <T>(values: readonly T[], keyOf: (value: T) => unknown = (value) => value): readonly T[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
];

interface FoundIdentity extends Identity {
  readonly kind: RecordKind;
  readonly key: number;
  readonly part: keyof Identity;
}

/** Reads all records until no further one is found by what identifies those that were found. */
async function recordsOf(
  db: StoreDb,
  given: ReadonlyMap<string, boolean>,
  onFound: (hashes: ReadonlyMap<string, boolean>) => void,
  task: Task,
): Promise<{ readonly hashes: ReadonlyMap<string, boolean>; readonly records: readonly FoundIdentity[] }> {
  const hashes = new Map(given);
  const total = recordKinds.reduce((sum, kind) => sum + db.count(recordTables[kind]), 0);
  for (;;) {
    const [before, records] = [hashes.size, [] as FoundIdentity[]];
    onFound(hashes);
    let done = 0;
    for (const kind of recordKinds) {
      for (let last = -1, isDone = false; !isDone;) {
        const identities = identitiesOf(db, kind, last + 1, Number.MAX_SAFE_INTEGER, rowsAtOnce);
        for (const identity of identities) {
          const part = erasedPart(identity, hashes);
          if (part !== undefined) {
            records.push({ ...identity, kind, part });
          }
          for (const entry of part === "own" ? identity.own : []) {
            const hash = hashOf(entry);
            hashes.set(hash, hashes.get(hash) ?? canBeShared(entry));
          }
        }
        last = identities.at(-1)?.key ?? last;
        isDone = identities.length < rowsAtOnce;
        done += identities.length;
        task.progress(Math.min(done, total), total);
        await task.breathe();
      }
    }
    if (hashes.size === before) {
      return { hashes, records };
    }
  }
}

interface Described {
  readonly kind: RecordKind;
  readonly key: number;
  readonly id?: string | undefined;
  readonly title: string;
  /** Names and phone numbers. */
  readonly texts: readonly string[];
}

function describe(db: StoreDb, kind: RecordKind, keys: readonly number[]): readonly Described[] {
  const phones = kind === "contact" ? "json_array(coalesce(phone, ''), coalesce(phones, ''))" : "'[]'";
  return db
    .all<{ readonly key: number; readonly id?: string; readonly name: string; readonly phones: readonly string[] }>(
      `select key, id, coalesce(cast(name as text), '') as name, ${phones} as "phones:json" from ${recordTables[kind]}
       where key in (select value from json_each(?)) order by key`,
      keys,
    )
    .map(({ key, id, name, phones: listed }) => ({
      kind,
      key,
      id,
      title: name.trim() || (id ?? ""),
      texts: [name, ...listed],
    }));
}

type IsNamed = (kind: LookupKind, identifiers: string) => boolean;

const answersOf = (db: StoreDb, keys: ReadonlySet<number>, isNamed: IsNamed): readonly NamedAnswer[] =>
  db
    .all<NamedAnswer & { readonly identifiers: string; readonly record?: number }>(
      "select origin, kind, question, run_no as runNo, identifiers, record from answer",
    )
    .filter(
      ({ kind, identifiers, record }) => (record !== undefined && keys.has(record)) || isNamed(kind, identifiers),
    );

/** A lookup is nothing but its question and its answer. */
function lookupsOf(
  db: StoreDb,
  keys: ReadonlySet<number>,
  answered: ReadonlySet<number>,
  isNamed: IsNamed,
): readonly string[] {
  const runs = new Set([...keys].map(runOfKey));
  return db
    .all<{ readonly no: number; readonly id: string; readonly kind: LookupKind; readonly identifiers: string }>(
      `select no, id, record_kind as kind, coalesce(task -> '$.identifiers', '{}') as identifiers
       from run where purpose = 'lookup' order by no`,
    )
    .filter(({ no, kind, identifiers }) => runs.has(no) || answered.has(no) || isNamed(kind, identifiers))
    .map(({ id }) => id);
}

async function questionsOf(
  db: StoreDb,
  keys: ReadonlySet<number>,
  isNamed: IsNamed,
  task: Task,
): Promise<readonly NamedQuestion[]> {
  const found: NamedQuestion[] = [];
  for (let last = -1, isDone = false; !isDone;) {
    const rows = db.all<NamedQuestion & { kind: LookupKind; identifiers: string; record?: number }>(
      `select q.key, q.run_no as runNo, q.question, q.identifiers, q.record, run.record_kind as kind
       from question q join run on run.no = q.run_no where q.key > ? order by q.key limit ${rowsAtOnce}`,
      last,
    );
    for (const { key, runNo, question, kind, identifiers, record } of rows) {
      if ((record !== undefined && keys.has(record)) || isNamed(kind, identifiers)) {
        found.push({ key, runNo, question });
      }
    }
    last = rows.at(-1)?.key ?? last;
    isDone = rows.length < rowsAtOnce;
    await task.breathe();
  }
  return found;
}

async function repliesOf(db: StoreDb, finder: TextFinder, task: Task): Promise<readonly number[]> {
  const found: number[] = [];
  for (const { no } of db.all<{ readonly no: number }>("select no from call where reply is not null order by no")) {
    const body = db.value<Uint8Array>("select reply from call where no = ?", no);
    if (body !== undefined && finder.isIn(body)) {
      found.push(no);
    }
    await task.breathe();
  }
  return found;
}
