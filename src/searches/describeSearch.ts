// A search in other forms: in words, as the request's JSON, as cURL and as TypeScript. Runs in the page as well.
import * as l10n from "@vscode/l10n";
import { amountText, languageTag } from "../language/language";
import { filtersOf, type FilterDefinition } from "../service/filterCatalogue";
import { filterLabel } from "../service/filterWords";
import { operations, searchOperation } from "../service/operations";
import type { CompanySearchRequest, FilterItem, PeopleSearchRequest } from "../service/requests";
import type { SearchDocument } from "./searchDocument";

/** The rule in one sentence: alternatives within a filter, all filters together (interface, "Combination rule"). */
export function describeSearch(document: SearchDocument): string {
  const parts = filtersOf(document.search).flatMap((definition) => {
    const items = document.filters[definition.field] ?? [];
    return items.length === 0 ? [] : [describeFilter(definition, items)];
  });
  if (parts.length === 0) {
    return document.search === "company" ? l10n.t("Every company.") : l10n.t("Every person.");
  }
  const rule = parts.reduce((before, part) => l10n.t("{0}, and {1}", before, part));
  return document.search === "company"
    ? l10n.t("Every company where {0}.", rule)
    : l10n.t("Every person where {0}.", rule);
}

/** One filter as a clause: `industries is any of “A” or “B” and not “C”`. */
export function describeFilter(definition: FilterDefinition, items: readonly FilterItem[]): string {
  const wanted = items.filter((item) => item.exclude !== true).map((item) => describeItem(definition, item));
  const unwanted = items.filter((item) => item.exclude === true).map((item) => describeItem(definition, item));
  const label = withinSentence(filterLabel(definition));
  if (wanted.length === 0) {
    return unwanted.length === 0 ? label : l10n.t("{0} is not {1}", label, alternatives(unwanted));
  }
  if (wanted.length === 1) {
    return unwanted.length === 0
      ? l10n.t("{0} is {1}", label, alternatives(wanted))
      : l10n.t("{0} is {1} and not {2}", label, alternatives(wanted), alternatives(unwanted));
  }
  return unwanted.length === 0
    ? l10n.t("{0} is any of {1}", label, alternatives(wanted))
    : l10n.t("{0} is any of {1} and not {2}", label, alternatives(wanted), alternatives(unwanted));
}

/** English labels begin with a small letter inside a sentence; a German noun keeps its capital. */
function withinSentence(label: string): string {
  return languageTag() === "de" || languageTag().startsWith("de-")
    ? label
    : label.charAt(0).toLowerCase() + label.slice(1);
}

/** The text of one item: `51–200`, `“Berlin”`, `exactly “northwind.example”`. Inclusion is left to the caller. */
export function describeItem(definition: FilterDefinition, item: FilterItem): string {
  if ("value" in item) {
    const value = typeof item.value === "number" ? String(item.value) : l10n.t("“{0}”", item.value);
    return item.exact_match === true ? l10n.t("exactly {0}", value) : value;
  }
  // A year is no quantity: 2015, not 2,015.
  const number = (value: number): string => (definition.unit === "year" ? String(value) : amountText(value));
  if (item.min !== undefined && item.max !== undefined) {
    return item.min === item.max ? number(item.min) : `${number(item.min)}–${number(item.max)}`;
  }
  return item.min !== undefined
    ? l10n.t("{0} or more", number(item.min))
    : l10n.t("at most {0}", number(item.max ?? 0));
}

function alternatives(values: readonly string[]): string {
  const [last, ...before] = [...values].reverse();
  return before.length === 0 ? (last ?? "") : l10n.t("{0} or {1}", before.reverse().join(", "), last ?? "");
}

/** The request body without paging; filters without items are left out. */
export function requestOf(document: SearchDocument): CompanySearchRequest | PeopleSearchRequest {
  return Object.fromEntries(Object.entries(document.filters).filter(([, items]) => items.length > 0));
}

export function requestAsJson(document: SearchDocument): string {
  return JSON.stringify(requestOf(document), undefined, 2);
}

/** A command for a POSIX shell; the key is read from the environment and never written out. */
export function requestAsCurl(document: SearchDocument, origin: string): string {
  const { path } = operations[searchOperation(document.search)];
  return [
    `curl ${shellQuoted(origin + path)}`,
    '--header "Authorization: Bearer $PROSPECT_DESK_KEY"',
    "--header 'Content-Type: application/json'",
    // --data-raw, since --data would read a file where the text begins with @.
    `--data-raw ${shellQuoted(requestAsJson(document))}`,
  ].join(" \\\n  ");
}

/** Inside single quotes a POSIX shell leaves everything as it is; only the quote itself must step outside. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** TypeScript for Node 20 or newer, with nothing but `fetch`. */
export function requestAsTypeScript(document: SearchDocument, origin: string): string {
  const { method, path, listField } = operations[searchOperation(document.search)];
  // Both separators are line ends in older JavaScript and would break a string; JSON leaves them as they are.
  const body = requestAsJson(document)
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
    .replaceAll("\n", "\n  ");
  return `const response = await fetch(${JSON.stringify(origin + path)}, {
  method: "${method}",
  headers: {
    Authorization: \`Bearer \${process.env.PROSPECT_DESK_KEY}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify(${body}),
});
if (!response.ok) {
  throw new Error(\`The search was refused: \${response.status} \${await response.text()}\`);
}
const { ${listField}, metadata } = await response.json();
console.log(metadata.total, ${listField}.length);
`;
}
