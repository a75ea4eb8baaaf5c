// Persons and companies that the user had erased: recognized by hashes when they come again, so that they are dropped
// before they are stored.
import { createHash } from "node:crypto";
import type { LookupKind, RecordKind } from "../service/operations";
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
import type { Identifiers } from "./text";

/**
 * An entry as it is kept. A leave-out list has its entries as texts, because a file of the user has them, too; here
 * they would be the last trace. The hash has no salt: whoever has the file would have the salt as well, and a database
 * that was restored or recovered must recognize the same persons.
 */
export const hashOf = ({ kind, value }: LeaveOutEntry): string =>
  createHash("sha256").update(`${kind}\n${value}`).digest("hex");

/**
 * By hash, whether an entry is weak: others may share it, so that it names only what has no id, profile, or network id
 * of its own. What the user has typed is never weak.
 */
export type ErasedHashes = ReadonlyMap<string, boolean>;

const sharedKinds: ReadonlySet<LeaveOutKind> = new Set(["domain", "email", "nameAtCompany"]);
export const canBeShared = ({ kind }: LeaveOutEntry): boolean => sharedKinds.has(kind);

/** What identifies a record or a question itself, and what the company where the person works. */
export interface Identity {
  readonly own: readonly LeaveOutEntry[];
  readonly employer: readonly LeaveOutEntry[];
}

/** Which part of an identity is that of somebody erased: people at an erased company are erased with it. */
export function erasedPart(identity: Identity, hashes: ErasedHashes): keyof Identity | undefined {
  return (["own", "employer"] as const).find((part) => {
    const isOther = !identity[part].every(canBeShared);
    return identity[part].some((entry) => {
      const isWeak = hashes.get(hashOf(entry));
      return isWeak === false || (isWeak === true && !isOther);
    });
  });
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
      // A name beside no company, or a company without a name, identifies nobody.
      return text === "" || text === "0" || (kind === "nameAtCompany" && text.trim() !== text)
        ? []
        : [{ kind, value: text }];
    }),
  );
}

/** The identities of the records with keys from `first` to `last`, at most `most`, in the order of their keys. */
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

/** Of a lookup. */
export function identityOfQuestion(kind: LookupKind, identifiers: Identifiers): Identity {
  const entries = entriesOfQuestion(kind, identifiers);
  const isOwn = ({ kind: of }: LeaveOutEntry): boolean =>
    kind === "company" || (of !== "domain" && !of.startsWith("company"));
  return { own: entries.filter(isOwn), employer: entries.filter((entry) => !isOwn(entry)) };
}

/** Stands for the text of a question that asked for somebody erased: its row of a batch stays as one left out. */
export const hiddenText = (question: string): string =>
  createHash("sha256").update(`question\n${question}`).digest("hex");

/** For each of these identities, whether it is that of somebody erased. */
export function areErased(db: StoreDb, identities: readonly Identity[]): readonly boolean[] {
  if (!db.has("erased")) {
    return identities.map(() => false);
  }
  const hashes = hashesAmong(
    db,
    identities.flatMap(({ own, employer }) => [...own, ...employer]),
  );
  return identities.map((identity) => hashes.size > 0 && erasedPart(identity, hashes) !== undefined);
}

function hashesAmong(db: StoreDb, entries: readonly LeaveOutEntry[]): ErasedHashes {
  const rows = db.arrays(
    "select hash, weak from json_each(?) e cross join erased on hash = e.value",
    entries.map(hashOf),
  );
  return new Map(rows.map(([hash, weak]) => [String(hash), weak === 1]));
}

/** Entries of a list that do not name somebody erased: those are left out anyway. */
export function withoutErased(db: StoreDb, entries: readonly LeaveOutEntry[]): readonly LeaveOutEntry[] {
  const erased = areErased(
    db,
    entries.map((entry) => ({ own: [entry], employer: [] })),
  );
  return entries.filter((entry, nth) => canBeShared(entry) || erased[nth] !== true);
}

/** Keys of those of these records that are dropped because somebody had them erased. */
export function erasedKeys(db: StoreDb, kind: RecordKind, first: number, last: number): readonly number[] {
  if (!db.has("erased")) {
    return [];
  }
  const records = identitiesOf(db, kind, first, last, last - first + 1);
  const erased = areErased(db, records);
  return records.filter((_, nth) => erased[nth] === true).map(({ key }) => key);
}
