// A search in words, and its request as cURL. Runs in the page too.
import { filtersOf, type FilterDefinition } from "../service/filterCatalogue";
import { operations, searchOperation } from "../service/operations";
import type {
  CompanySearchRequest,
  FilterItem,
  IntegerFilterItem,
  PeopleSearchRequest,
  TextFilterItem,
} from "../service/requests";
import { amountText } from "../text/numbers";
import type { SearchDocument } from "./searchDocument";

/** A sentence: any value of each filter, and all filters (interface, "Combination rule"). */
export function describeSearch(document: SearchDocument): string {
  const clauses = filtersOf(document.search).flatMap((definition) => {
    const items = document.filters[definition.field] ?? [];
    return items.length === 0 ? [] : [describeFilter(definition, items)];
  });
  if (clauses.length === 0) {
    return document.search === "company" ? "Every company." : "Every person.";
  }
  const rule = clauses.reduce((before, clause) => `${before}, and ${clause}`);
  return document.search === "company" ? `Every company where ${rule}.` : `Every person where ${rule}.`;
}

/** One filter as a clause: `industry is any of “A” or “B” and not “C”`. */
function describeFilter(definition: FilterDefinition, items: readonly FilterItem[]): string {
  const included = items.filter((item) => item.exclude !== true);
  const excluded = items.filter((item) => item.exclude === true);
  const subject = withinSentence(definition.label);
  const choice = alternatives(definition, included);
  if (excluded.length === 0) {
    return included.length > 1 && !areAllExact(included) ? `${subject} is any of ${choice}` : `${subject} is ${choice}`;
  }
  const exception = alternatives(definition, excluded);
  if (included.length === 0) {
    return `${subject} is not ${exception}`;
  }
  return included.length > 1 && !areAllExact(included)
    ? `${subject} is any of ${choice} and not ${exception}`
    : `${subject} is ${choice} and not ${exception}`;
}

/** The label within a sentence, since labels begin with a capital and may be plural. */
function withinSentence(label: string): string {
  const singular = label.replace(/ies$/u, "y").replace(/(?<!headquarter)s$/u, "");
  return singular.charAt(0).toLowerCase() + singular.slice(1);
}

const isExact = (item: FilterItem): boolean => "value" in item && item.exact_match === true;
const areAllExact = (items: readonly FilterItem[]): boolean => items.length > 1 && items.every(isExact);

/** One item without regard to `exclude`: `51–200`, `“Berlin”`, `exactly “northwind.example”`. */
export function describeItem(definition: FilterDefinition, item: FilterItem): string {
  if ("value" in item) {
    return isExact(item) ? `exactly ${valueText(item)}` : valueText(item);
  }
  // Years have no thousands separator: 2015, not 2,015.
  const number = (value: number): string => (definition.unit === "year" ? String(value) : amountText(value));
  if (item.min !== undefined && item.max !== undefined) {
    return item.min === item.max ? number(item.min) : `${number(item.min)}–${number(item.max)}`;
  }
  return item.min !== undefined ? `${number(item.min)} or more` : `at most ${number(item.max ?? 0)}`;
}

function valueText({ value }: TextFilterItem | IntegerFilterItem): string {
  return typeof value === "number" ? String(value) : `“${value}”`;
}

/** `“A”`, `“A”, “B” or exactly “C”`, `exactly one of “A”, “B”` */
function alternatives(definition: FilterDefinition, items: readonly FilterItem[]): string {
  if (areAllExact(items)) {
    return `exactly one of ${items.flatMap((item) => ("value" in item ? [valueText(item)] : [])).join(", ")}`;
  }
  const texts = items.map((item) => describeItem(definition, item));
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} or ${last}`;
}

/** The request body without paging; filters without items are left out. */
function requestOf(document: SearchDocument): CompanySearchRequest | PeopleSearchRequest {
  return Object.fromEntries(Object.entries(document.filters).filter(([, items]) => items.length > 0));
}

/** A command for a POSIX shell; the key is read from the environment and never written out. */
export function requestAsCurl(document: SearchDocument, origin: string): string {
  const { path } = operations[searchOperation(document.search)];
  return [
    `curl ${shellQuoted(origin + path)}`,
    '--header "Authorization: Bearer $PROSPECT_DESK_KEY"',
    "--header 'Content-Type: application/json'",
    // --data-raw, since --data would read a file where the text begins with @.
    `--data-raw ${shellQuoted(JSON.stringify(requestOf(document), undefined, 2))}`,
  ].join(" \\\n  ");
}

/** A POSIX shell interprets nothing inside single quotes; a quote itself must be outside of them. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
