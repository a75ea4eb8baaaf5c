// The operations table: every endpoint of the service. Client, runs, ledger, sandbox and pages are based on it. The
// request schemas are in requests.ts, because the pages load this module and must not load a schema library.
import type { SearchKind } from "./filterCatalogue";
import type { HttpRequest } from "./wire";

/** The kind of records in a reply. */
export type RecordKind = "company" | "person" | "contact";

/** Whether a call may cost credits. */
export type Pricing = "paid" | "free";

export interface OperationDefinition {
  readonly method: HttpRequest["method"];
  /** Relative to the origin; the caller replaces the placeholder in braces. */
  readonly path: string;
  readonly price: Pricing;
  /** The purpose of a run that uses it; a run never uses `account`. */
  readonly task: "search" | "lookup" | "enrichment" | "account";
  readonly recordKind?: RecordKind;
  /** The field of the reply with the list of records. */
  readonly listField?: string;
  /** The value of "search" in a saved search that uses it. */
  readonly search?: SearchKind;
}

const companies = { recordKind: "company", listField: "companies" } as const;
const people = { recordKind: "person", listField: "people" } as const;
const contacts = { recordKind: "contact", listField: "data" } as const;

/** Interface, "Endpoints". */
export const operations = {
  companySearch: {
    method: "POST",
    path: "/api/v2/company/search",
    price: "paid",
    task: "search",
    ...companies,
    search: "company",
  },
  companyLookup: { method: "POST", path: "/api/v2/company/lookup", price: "paid", task: "lookup", ...companies },
  peopleSearch: {
    method: "POST",
    path: "/api/v2/people/search",
    price: "paid",
    task: "search",
    ...people,
    search: "people",
  },
  peopleLookup: { method: "POST", path: "/api/v2/people/lookup", price: "paid", task: "lookup", ...people },
  enrichment: {
    method: "GET",
    path: "/api/v2/contact/enrich/bulk/{enrichment_id}",
    price: "free",
    task: "enrichment",
    ...contacts,
  },
  credits: { method: "GET", path: "/api/v1/account/credits", price: "free", task: "account" },
  verifyKey: { method: "GET", path: "/api/v2/account/keys/verify", price: "free", task: "account" },
} as const satisfies Readonly<Record<string, OperationDefinition>>;

type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The names of the operations with these properties. */
type NamesWhere<Row> = { [Name in OperationName]: Operations[Name] extends Row ? Name : never }[OperationName];

export type PaidOperation = NamesWhere<{ readonly price: "paid" }>;
export type SearchOperation = NamesWhere<{ readonly task: "search" }>;
export type LookupOperation = NamesWhere<{ readonly task: "lookup" }>;
export type EnrichmentOperation = NamesWhere<{ readonly task: "enrichment" }>;
export type AccountOperation = NamesWhere<{ readonly task: "account" }>;
/** The operations that a run can execute. */
export type TaskOperation = Exclude<OperationName, AccountOperation>;

/** The kind of record that an operation returns. */
export type RecordKindOf<Name extends TaskOperation> = Operations[Name]["recordKind"];
/** The kinds of records that a lookup can find. */
export type LookupKind = RecordKindOf<LookupOperation>;

export const operationNames = Object.keys(operations) as readonly OperationName[];

const isPaidOperation = (name: OperationName): name is PaidOperation => operations[name].price === "paid";
const isSearchOperation = (name: OperationName): name is SearchOperation => operations[name].task === "search";
const isLookupOperation = (name: OperationName): name is LookupOperation => operations[name].task === "lookup";

export const paidOperations = operationNames.filter(isPaidOperation);
const searchOperations = operationNames.filter(isSearchOperation);
const lookupOperations = operationNames.filter(isLookupOperation);

/** The field of a reply with the list of records, by their kind. */
export const listFields = {
  company: companies.listField,
  person: people.listField,
  contact: contacts.listField,
} as const satisfies Readonly<Record<RecordKind, string>>;

export const recordKinds = Object.keys(listFields) as readonly RecordKind[];

const bySearch = Object.fromEntries(searchOperations.map((name) => [operations[name].search, name])) as Readonly<
  Record<SearchKind, SearchOperation>
>;
const byLookup = Object.fromEntries(lookupOperations.map((name) => [operations[name].recordKind, name])) as Readonly<
  Record<LookupKind, LookupOperation>
>;

/** The operation that executes a saved search. */
export const searchOperation = (search: SearchKind): SearchOperation => bySearch[search];

/** The operation that looks up one record of this kind. */
export const lookupOperation = (kind: LookupKind): LookupOperation => byLookup[kind];
