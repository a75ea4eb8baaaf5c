// Compares two runs of one search: records that were added, are gone, or have changed values.
import type { StoreDb } from "./database";
import type { RecordKind } from "../service/operations";
import { recordTables } from "./kinds";
import { keysOfRun } from "./recordKeys";
import { notFound } from "./storeError";

/** The columns in which a change matters. */
const compared: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["name", "domain", "industry", "headcount_exact", "headcount_range", "city", "country"],
  person: ["title", "seniority", "company_name", "company_domain", "city", "country"],
  contact: ["work_email", "phone", "profile_title", "profile_company_name", "profile_country"],
};

export interface ChangedRecord {
  /** In the later run. */
  readonly key: number;
  /** In the earlier one. */
  readonly before: number;
  /** Column id → the earlier value; absent if unchanged, null if it was unknown. */
  readonly old: Readonly<Record<string, string | null>>;
}

export interface Changes {
  /** Keys in the later run. */
  readonly added: readonly number[];
  /** Keys in the earlier run. */
  readonly gone: readonly number[];
  readonly changed: readonly ChangedRecord[];
}

/** Records without an id cannot be compared and are in neither list. */
export function between(db: StoreDb, earlier: string, later: string): Changes {
  const [one, other] = [runOf(db, earlier), runOf(db, later)];
  if (one.kind !== other.kind) {
    return { added: [], gone: [], changed: [] };
  }
  const table = recordTables[one.kind];
  const [first, last] = keysOfRun(one.no);
  const [from, to] = keysOfRun(other.no);
  const missing = (a: readonly [number, number], b: readonly [number, number]): readonly number[] =>
    db
      .all<{ readonly key: number }>(
        `select a.key from ${table} a
         where a.key between ? and ? and a.id is not null
           and not exists (select 1 from ${table} b where b.id = a.id and b.key between ? and ?)
         order by a.key`,
        ...a,
        ...b,
      )
      .map(({ key }) => key);
  const columns = compared[one.kind];
  const differs = (id: string): string => `a.${id} is not b.${id}`;
  const compare = columns.map((id) => `${differs(id)} as d_${id}, cast(b.${id} as text) as o_${id}`);
  const rows = db.all<Record<string, string | number | null>>(
    `select a.key as key, b.key as before, ${compare.join(", ")}
     from ${table} a join ${table} b on b.id = a.id and b.key between ? and ?
     where a.key between ? and ? and (${columns.map(differs).join(" or ")})
     order by a.key`,
    first,
    last,
    from,
    to,
  );
  return {
    added: missing([from, to], [first, last]),
    gone: missing([first, last], [from, to]),
    changed: rows.map((row) => ({
      key: Number(row["key"]),
      before: Number(row["before"]),
      old: Object.fromEntries(
        columns
          .filter((id) => row[`d_${id}`] === 1)
          .map((id) => [id, row[`o_${id}`] === null ? null : String(row[`o_${id}`])]),
      ),
    })),
  };
}

function runOf(db: StoreDb, id: string): { readonly no: number; readonly kind: RecordKind } {
  const run = db.get<{ readonly no: number; readonly kind: RecordKind }>(
    "select no, record_kind as kind from run where id = ?",
    id,
  );
  if (run === undefined) {
    throw notFound();
  }
  return run;
}
