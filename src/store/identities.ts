// The identifiers of stored records and questions, in the form of leave-out entries.
import { recordKinds, type LookupKind, type RecordKind } from "../service/operations";
import {
  entriesOfQuestion,
  identifyingValues,
  isList,
  type LeaveOutEntry,
  type LeaveOutKind,
  type ValuesOfKinds,
} from "./identifiers";
import { recordTables } from "./kinds";
import type { StoreDb } from "./storeDb";
import type { Task } from "./task";
import type { Identifiers } from "./text";

export const keyOfEntry = ({ kind, value }: LeaveOutEntry): string => `${kind}\n${value}`;

/** Different people may share these: such an entry only identifies a record that has no id, profile, or network id. */
const sharedKinds: ReadonlySet<LeaveOutKind> = new Set(["domain", "email", "nameAtCompany"]);
export const canBeShared = ({ kind }: LeaveOutEntry): boolean => sharedKinds.has(kind);

/** The identifiers of a record or a question itself, and of the company where the person works. */
export interface Identity {
  readonly own: readonly LeaveOutEntry[];
  readonly employer: readonly LeaveOutEntry[];
}

const entriesSql = (values: ValuesOfKinds): string =>
  `json_array(${Object.entries(values)
    .flatMap(([kind, ofKind]) =>
      ofKind.map(
        (value) => `json_array('${kind}', ${isList(value) ? `(select json_group_array(value) from ${value})` : value})`,
      ),
    )
    .join(", ")})`;

type EntryValues = readonly (readonly [LeaveOutKind, string | number | null | readonly string[]])[];

function entriesOf(pairs: EntryValues): readonly LeaveOutEntry[] {
  return pairs.flatMap(([kind, found]) =>
    [found].flat().flatMap((value) => {
      const text = String(value ?? "");
      // Only a name, or only a company, identifies nobody.
      return text === "" || text === "0" || (kind === "nameAtCompany" && text.trim() !== text)
        ? []
        : [{ kind, value: text }];
    }),
  );
}

/** The identities of at most `most` records with keys from `first` to `last`, in the order of their keys. */
export function identitiesOf(
  db: StoreDb,
  kind: RecordKind,
  first: number,
  last: number,
  most: number,
): readonly (Identity & { readonly key: number })[] {
  const { own, employer } = identifyingValues(kind, "m");
  return db
    .all<{ readonly key: number; readonly own: EntryValues; readonly employer: EntryValues }>(
      `select m.key, ${entriesSql(own)} as "own:json", ${entriesSql(employer)} as "employer:json"
       from ${recordTables[kind]} m where m.key between ? and ? order by m.key limit ?`,
      first,
      last,
      most,
    )
    .map((row) => ({ key: row.key, own: entriesOf(row.own), employer: entriesOf(row.employer) }));
}

/** The identity that a lookup asks for. */
export function identityOfQuestion(kind: LookupKind, identifiers: Identifiers): Identity {
  const entries = entriesOfQuestion(kind, identifiers);
  const isOwn = ({ kind: of }: LeaveOutEntry): boolean =>
    kind === "company" || (of !== "domain" && !of.startsWith("company"));
  return { own: entries.filter(isOwn), employer: entries.filter((entry) => !isOwn(entry)) };
}

/** Some tens of milliseconds of work. */
const rowsAtOnce = 2_000;

/**
 * By entry key. "whoever": it identifies any record that has it. "others": only records without id, profile, or
 * network id.
 */
type Known = ReadonlyMap<string, "whoever" | "others">;

/** Which part of an identity matches: people at an erased company are erased with it. */
export function knownPart(identity: Identity, known: Known): keyof Identity | undefined {
  return (["own", "employer"] as const).find((part) => {
    const hasMore = !identity[part].every(canBeShared);
    return identity[part].some((entry) => {
      const whom = known.get(keyOfEntry(entry));
      return whom === "whoever" || (whom === "others" && !hasMore);
    });
  });
}

interface FoundIdentity extends Identity {
  readonly kind: RecordKind;
  readonly key: number;
  readonly part: keyof Identity;
}

/** Reads all records repeatedly, until the identifiers of the found records find no further ones. */
export async function recordsOf(
  db: StoreDb,
  typed: readonly LeaveOutEntry[],
  task: Task,
): Promise<{ readonly known: Known; readonly records: readonly FoundIdentity[] }> {
  const known = new Map<string, "whoever" | "others">(typed.map((entry) => [keyOfEntry(entry), "whoever"]));
  const total = recordKinds.reduce((sum, kind) => sum + db.count(recordTables[kind]), 0);
  for (;;) {
    const before = known.size;
    const records: FoundIdentity[] = [];
    let done = 0;
    for (const kind of recordKinds) {
      for (let last = -1, isDone = false; !isDone;) {
        const identities = identitiesOf(db, kind, last + 1, Number.MAX_SAFE_INTEGER, rowsAtOnce);
        for (const identity of identities) {
          const part = knownPart(identity, known);
          if (part !== undefined) {
            records.push({ ...identity, kind, part });
          }
          for (const entry of part === "own" ? identity.own : []) {
            const key = keyOfEntry(entry);
            known.set(key, known.get(key) ?? (canBeShared(entry) ? "others" : "whoever"));
          }
        }
        last = identities.at(-1)?.key ?? last;
        isDone = identities.length < rowsAtOnce;
        done += identities.length;
        task.progress(Math.min(done, total), total);
        await task.breathe();
      }
    }
    if (known.size === before) {
      return { known, records };
    }
  }
}
