// Reads the filters of a saved search and reports what is wrong with them.
import * as l10n from "@vscode/l10n";
import { getNodeValue, type Node } from "jsonc-parser/lib/esm/main.js";
import { filterOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";
import { filterLabel } from "../service/filterWords";
import { itemSchemas, type FilterItem } from "../service/requests";
import type { DocumentPath, SearchProblems } from "./searchProblems";
import { nearestNames } from "../service/nearestNames";
import { nearFilters } from "./unknownValues";

export interface ReadFilters {
  /** Valid items by field. */
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
  /** Fields that are not filters of this search. */
  readonly unknownFields: readonly string[];
}

export function readFilters(search: SearchKind, node: Node | undefined, problems: SearchProblems): ReadFilters {
  const filters: Record<string, readonly FilterItem[]> = {};
  const unknownFields: string[] = [];
  if (node !== undefined && node.type !== "object") {
    const example = '"filters": { "names": [{ "value": "Northwind" }] }';
    problems.error(node, ["filters"], l10n.t("“filters” must be an object of lists: {0}.", example));
    return { filters, unknownFields };
  }
  const properties = node === undefined ? [] : problems.uniqueProperties(node, ["filters"]);
  for (const [field, { nameNode, value }] of properties) {
    const path = ["filters", field];
    const definition = filterOf(search, field);
    if (definition === undefined) {
      unknownFields.push(field);
      const near = nearFilters(search, field);
      const other = search === "company" ? "people" : "company";
      if (filterOf(other, field) === undefined) {
        const message = l10n.t(
          "“{0}” is not a filter and has no effect, so the search may find more than intended.",
          field,
        );
        problems.unknownName(nameNode, path, message, near);
      } else {
        problems.warning(nameNode, path, otherSearchSentence(search, field), near);
      }
    } else if (value?.type !== "array") {
      const example = `[${exampleItem(definition)}]`;
      problems.error(value ?? nameNode, path, l10n.t("“{0}” must be a list in square brackets: {1}.", field, example));
    } else {
      filters[field] = (value.children ?? [])
        .map((item, index) => readItem(definition, item, [...path, index], problems))
        .filter((item) => item !== undefined);
    }
  }
  return { filters, unknownFields };
}

function otherSearchSentence(search: SearchKind, field: string): string {
  return search === "company"
    ? l10n.t("“{0}” is a filter of people search. This is a company search, so it has no effect.", field)
    : l10n.t("“{0}” is a filter of company search. This is a people search, so it has no effect.", field);
}

function exampleItem({ kind, example }: FilterDefinition): string {
  if (kind === "text") {
    return `{ "value": ${JSON.stringify(example)} }`;
  }
  return kind === "integer" ? `{ "value": ${example} }` : `{ "min": ${example} }`;
}

/** The item, or `undefined` when it is not valid. */
function readItem(
  definition: FilterDefinition,
  node: Node,
  path: DocumentPath,
  problems: SearchProblems,
): FilterItem | undefined {
  const { field, kind } = definition;
  if (node.type !== "object") {
    problems.error(node, path, l10n.t("An entry of “{0}” must be an object: {1}.", field, exampleItem(definition)));
    return undefined;
  }
  const names = Object.keys(itemSchemas[kind].shape);
  const values = new Map<string, Node>();
  for (const [name, { nameNode, value }] of problems.uniqueProperties(node, path)) {
    if (value !== undefined && names.includes(name)) {
      values.set(name, value);
    } else {
      const message =
        name === "exact_match"
          ? l10n.t("A range has no exact match, so it has no effect.")
          : l10n.t("“{1}” is not a property of an entry of “{0}”, so it has no effect.", field, name);
      problems.unknownName(nameNode, [...path, name], message, nearestNames(name, names));
    }
  }
  const item = Object.fromEntries([...values].map(([name, value]) => [name, getNodeValue(value) as unknown]));
  const { error } = itemSchemas[kind].safeParse(item);
  for (const issue of error?.issues ?? []) {
    const wrong = issue.path.map(String);
    problems.error(values.get(wrong[0] ?? "") ?? node, [...path, ...wrong], issue.message);
  }
  for (const [name, value] of values) {
    warnOfBounds(definition, item[name], value, [...path, name], problems);
  }
  return error === undefined ? (item as unknown as FilterItem) : undefined;
}

function warnOfBounds(
  definition: FilterDefinition,
  value: unknown,
  node: Node,
  path: DocumentPath,
  problems: SearchProblems,
): void {
  const { bounds } = definition;
  if (bounds !== undefined && typeof value === "number" && (value < bounds.min || value > bounds.max)) {
    const warning = l10n.t(
      "{0} is unusual for “{1}”: values are between {2} and {3}. Check the digits.",
      value,
      filterLabel(definition),
      bounds.min,
      bounds.max,
    );
    problems.warning(node, path, warning);
  }
}
