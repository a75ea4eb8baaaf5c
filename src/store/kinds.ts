// The kinds of record, and where a reply has their list.
export type RecordKind = "company" | "people" | "contact";

export const recordKinds = ["company", "people", "contact"] as const satisfies readonly RecordKind[];

/** The member of a reply that holds its records (interface, "Endpoints" 1 to 5). */
export const listFields = { company: "companies", people: "people", contact: "data" } as const satisfies Readonly<Record<RecordKind, string>>;

/** The table with the main columns of each kind of record. */
export const recordTables = { company: "company_record", people: "people_record", contact: "contact_record" } as const satisfies Readonly<Record<RecordKind, string>>;
