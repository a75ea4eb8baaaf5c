// Reads the filters of a saved search and reports what is wrong with them.
import * as l10n from "@vscode/l10n";
import type { Node } from "jsonc-parser/lib/esm/main.js";
import { filterOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";
import { filterLabel } from "../service/filterWords";
import type { FilterItem } from "../service/requests";
import type { DocumentPath, SearchProblems } from "./searchProblems";
import { enterWholeNumber, swapBounds } from "../service/valueTexts";
import { nearestNames } from "../service/nearestNames";
import { nearFilters } from "./unknownValues";

export interface ReadFilters {
  /** Valid items by field. */
  readonly filters: Readonly<Record<string, readonly FilterItem[]>>;
  /** Fields that are not filters of this search. */
  readonly unknownFields: readonly string[];
}

/** `text` is the whole document. */
export function readFilters(
  search: SearchKind,
  node: Node | undefined,
  text: string,
  problems: SearchProblems,
): ReadFilters {
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
      const reader = new ItemReader(definition, text, problems);
      filters[field] = (value.children ?? [])
        .map((item, index) => reader.read(item, [...path, index]))
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

/** Reads the items of one filter. */
class ItemReader {
  private readonly knownNames: readonly string[];

  constructor(
    private readonly definition: FilterDefinition,
    private readonly text: string,
    private readonly problems: SearchProblems,
  ) {
    this.knownNames = definition.kind === "range" ? ["min", "max", "exclude"] : ["value", "exclude", "exact_match"];
  }

  /** The item, or `undefined` when it has no usable value. */
  read(node: Node, path: DocumentPath): FilterItem | undefined {
    const { field, kind } = this.definition;
    if (node.type !== "object") {
      const message = l10n.t("An entry of “{0}” must be an object: {1}.", field, exampleItem(this.definition));
      this.problems.error(node, path, message);
      return undefined;
    }
    const item: Record<string, unknown> = {};
    const properties = this.problems.uniqueProperties(node, path);
    for (const [name, { nameNode, value }] of properties) {
      if (value === undefined || !this.knownNames.includes(name)) {
        const near = nearestNames(name, this.knownNames);
        this.problems.unknownName(nameNode, [...path, name], this.unknownNameSentence(name), near);
        continue;
      }
      const read = this.readValue(value, path, name);
      if (read !== undefined) {
        item[name] = read;
      }
    }
    const has = (name: string): boolean => properties.has(name);
    return kind === "range" ? this.checkedRange(node, path, item, has) : this.checkedValue(node, path, item, has);
  }

  private readValue(node: Node, path: DocumentPath, name: string): boolean | string | number | undefined {
    if (name === "exclude" || name === "exact_match") {
      return this.readFlag(node, path, name);
    }
    return this.definition.kind === "text" ? this.readText(node, path, name) : this.readInteger(node, path, name);
  }

  private unknownNameSentence(name: string): string {
    return name === "exact_match"
      ? l10n.t("A range has no exact match, so it has no effect.")
      : l10n.t("“{1}” is not a property of an entry of “{0}”, so it has no effect.", this.definition.field, name);
  }

  private readFlag(node: Node, path: DocumentPath, name: string): boolean | undefined {
    if (node.type === "boolean") {
      return node.value as boolean;
    }
    this.problems.error(node, [...path, name], l10n.t("“{0}” must be true or false, without quotes.", name));
    return undefined;
  }

  private readText(node: Node, path: DocumentPath, name: string): string | undefined {
    const value = node.value as unknown;
    if (typeof value === "string" && value.trim() !== "") {
      return value;
    }
    const message =
      typeof value === "string"
        ? l10n.t("This value is empty. Enter a value or remove the entry.")
        : typeof value === "number"
          ? l10n.t("This filter needs text: put the value in double quotes.")
          : l10n.t("This filter needs text in double quotes.");
    this.problems.error(node, [...path, name], message);
    return undefined;
  }

  private readInteger(node: Node, path: DocumentPath, name: string): number | undefined {
    const value = node.value as unknown;
    const message = this.integerProblem(node, value, name);
    if (message !== undefined) {
      this.problems.error(node, [...path, name], message);
      return undefined;
    }
    const integer = value as number;
    const { bounds } = this.definition;
    if (bounds !== undefined && (integer < bounds.min || integer > bounds.max)) {
      const warning = l10n.t(
        "{0} is unusual for “{1}”: values are between {2} and {3}. Check the digits.",
        integer,
        filterLabel(this.definition),
        bounds.min,
        bounds.max,
      );
      this.problems.warning(node, [...path, name], warning);
    }
    return integer;
  }

  private integerProblem(node: Node, value: unknown, name: string): string | undefined {
    if (typeof value !== "number") {
      return typeof value === "string" && /^-?\d+$/.test(value.trim())
        ? l10n.t("Write this number without quotes.")
        : l10n.t("“{0}” must be a whole number, digits only.", name);
    }
    if (!Number.isInteger(value)) {
      return enterWholeNumber();
    }
    const written = this.text.slice(node.offset, node.offset + Math.min(node.length, 40));
    return Number.isSafeInteger(value)
      ? undefined
      : l10n.t("{0} is too large to be sent exactly. Check the digits.", written);
  }

  private checkedValue(
    node: Node,
    path: DocumentPath,
    item: Record<string, unknown>,
    has: (name: string) => boolean,
  ): FilterItem | undefined {
    if (!has("value")) {
      const example = exampleItem(this.definition);
      const message = l10n.t("This entry has no value. Write {0} or remove the entry.", example);
      this.problems.error(node, path, message);
    }
    return "value" in item ? (item as unknown as FilterItem) : undefined;
  }

  private checkedRange(
    node: Node,
    path: DocumentPath,
    item: Record<string, unknown>,
    has: (name: string) => boolean,
  ): FilterItem | undefined {
    const { min, max } = item as { readonly min?: number; readonly max?: number };
    if (!has("min") && !has("max")) {
      this.problems.error(node, path, l10n.t("This range needs “min”, “max” or both."));
    } else if (min !== undefined && max !== undefined && min > max) {
      this.problems.error(node, path, swapBounds(min, max));
    }
    return min === undefined && max === undefined ? undefined : (item as FilterItem);
  }
}
