// The database table of each kind of record.
import type { RecordKind } from "../service/operations";

/** The table with the main columns of each kind of record. */
export const recordTables = {
  company: "company_record",
  person: "person_record",
  contact: "contact_record",
} as const satisfies Readonly<Record<RecordKind, string>>;

/** Beside it, by the same key, the table with all other columns: so that a pass over the main columns stays short. */
export const moreTables = {
  company: "company_more",
  person: "person_more",
  contact: "contact_more",
} as const satisfies Readonly<Record<RecordKind, string>>;

/** Adds the other columns, `more`, to the table `m`. SQLite leaves the join out where nothing reads them. */
export const joinMore = (kind: RecordKind): string => `left join ${moreTables[kind]} more on more.key = m.key`;
