// The database table of each kind of record.
import type { RecordKind } from "../service/operations";

/** The table with the main columns of each kind of record. */
export const recordTables = {
  company: "company_record",
  person: "person_record",
  contact: "contact_record",
} as const satisfies Readonly<Record<RecordKind, string>>;
