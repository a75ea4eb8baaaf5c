// The operations table: the one list of every call of the service. The client, the runs, the ledger, the sandbox and the
// pages are made from it. It imports no schema library, because the pages load it: the request schemas are in requests.ts.
import type { SearchKind } from "./filterCatalogue";
import type { HttpRequest } from "./wire";

/** What the records of a reply are. */
export type RecordKind = "company" | "person" | "contact";

/** Whether a call may cost credits. */
export type Pricing = "paid" | "free";

interface OperationDefinition {
  readonly method: HttpRequest["method"];
  /** From the service's origin; the caller replaces the part in braces. */
  readonly path: string;
  readonly price: Pricing;
  /** What it is to a run; calls about the account are no part of a run. */
  readonly task: "search" | "lookup" | "enrichment" | "account";
  readonly recordKind?: RecordKind;
  /** The field of the reply that has the list of records. */
  readonly listField?: string;
  /** What a saved search that uses it has as its "search". */
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

/** The names of the operations whose rows match. */
type NamesWhere<Row> = { [Name in OperationName]: Operations[Name] extends Row ? Name : never }[OperationName];

export type PaidOperation = NamesWhere<{ readonly price: "paid" }>;
export type SearchOperation = NamesWhere<{ readonly task: "search" }>;
export type LookupOperation = NamesWhere<{ readonly task: "lookup" }>;
export type EnrichmentOperation = NamesWhere<{ readonly task: "enrichment" }>;
export type AccountOperation = NamesWhere<{ readonly task: "account" }>;
/** What a run can execute. */
export type TaskOperation = Exclude<OperationName, AccountOperation>;

/** The kind of record that an operation returns. */
export type RecordKindOf<Name extends TaskOperation> = Operations[Name]["recordKind"];
/** What a lookup can find. */
export type LookupKind = RecordKindOf<LookupOperation>;

export const operationNames = Object.keys(operations) as readonly OperationName[];

const isPaidOperation = (name: OperationName): name is PaidOperation => operations[name].price === "paid";
const isSearchOperation = (name: OperationName): name is SearchOperation => operations[name].task === "search";
const isLookupOperation = (name: OperationName): name is LookupOperation => operations[name].task === "lookup";

export const paidOperations = operationNames.filter(isPaidOperation);
export const searchOperations = operationNames.filter(isSearchOperation);
export const lookupOperations = operationNames.filter(isLookupOperation);

/** The field of a reply that has the list of records, by their kind. */
export const listFields = {
  company: companies.listField,
  person: people.listField,
  contact: contacts.listField,
} as const satisfies Readonly<Record<RecordKind, string>>;

export const recordKinds = Object.keys(listFields) as readonly RecordKind[];
export const lookupKinds: readonly LookupKind[] = lookupOperations.map((name) => operations[name].recordKind);

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

/** Whether a value, such as one read from a file, names an operation that a run can execute. */
export function isTaskOperation(value: unknown): value is TaskOperation {
  const name = operationNames.find((known) => known === value);
  return name !== undefined && operations[name].task !== "account";
}
