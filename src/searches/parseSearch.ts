// Reads the text of a saved search: a document, or problems with their place in the text and a sentence that helps.
import * as l10n from "@vscode/l10n";
import { getNodeValue, type Node } from "jsonc-parser/lib/esm/main.js";
import { countText } from "../language/language";
import { filterOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";
import { filterLabel } from "../service/filterWords";
import type { FilterItem } from "../service/requests";
import { parseProfile, sameProfileName, type ColumnProfile } from "./columnProfiles";
import { mostCredits, mostRecords } from "./fetchInput";
import type { ExportSettings, FetchSettings, SearchDocument, SearchProblem } from "./searchDocument";
import { propertiesOf, readSearchText, type TextProperty } from "./searchText";

export interface ParsedSearch {
  /** There exactly when no problem is an error, so that nothing half-read is ever run. */
  readonly document?: SearchDocument;
  readonly problems: readonly SearchProblem[];
  /** Filters the catalogue does not have. They stay in the text and are left out of the document: a run without them is wider than the text says. */
  readonly unknownFields: readonly string[];
}

type Path = readonly (string | number)[];
type Report = (severity: SearchProblem["severity"], node: Node, path: Path, message: string) => void;

/** Reads the whole text. Never throws, whatever the text; the indexes of items in the document are those of the text. */
export function parseSearch(text: string): ParsedSearch {
  const tree = readSearchText(text);
  if (!tree.ok) {
    return {
      problems: tree.problems.map((problem) => ({ ...problem, severity: "error", path: [] })),
      unknownFields: [],
    };
  }
  const problems: SearchProblem[] = [];
  const report: Report = (severity, node, path, message) =>
    problems.push({ severity, message, offset: node.offset, length: node.length, path });
  const unknownFields: string[] = [];
  const document = readDocument(tree.root, text, report, unknownFields);
  const failed = document === undefined || problems.some((problem) => problem.severity === "error");
  return failed ? { problems, unknownFields } : { document, problems, unknownFields };
}

function readDocument(root: Node, text: string, report: Report, unknownFields: string[]): SearchDocument | undefined {
  if (root.type !== "object") {
    report(
      "error",
      root,
      [],
      l10n.t("A saved search must be an object: {0}.", '{ "search": "company", "filters": {} }'),
    );
    return undefined;
  }
  const parts = pairsOf(root, [], report);
  const kindPart = parts.get("search");
  const kind = kindPart?.value?.value as unknown;
  if (kind !== "company" && kind !== "people") {
    report(
      "error",
      kindPart?.value ?? root,
      ["search"],
      l10n.t('Choose what to search: "search": "company" or "search": "people".'),
    );
    return undefined;
  }
  for (const [name, part] of parts) {
    if (!["search", "filters", "fetch", "export", "$schema"].includes(name)) {
      report(
        "warning",
        part.nameNode,
        [name],
        l10n.t(
          "“{0}” is not a property of a saved search, so it has no effect. Check its spelling or remove it.",
          name,
        ),
      );
    }
  }
  return {
    search: kind,
    filters: readFilters(kind, parts.get("filters")?.value, text, report, unknownFields),
    fetch: readFetch(parts.get("fetch")?.value, report),
    ...readExport(parts.get("export")?.value, report),
  };
}

/** The pairs by name; a name written twice is an error, since one of the two would silently be lost. */
function pairsOf(node: Node, path: Path, report: Report): ReadonlyMap<string, TextProperty> {
  const pairs = new Map<string, TextProperty>();
  for (const property of propertiesOf(node)) {
    if (pairs.has(property.name)) {
      report(
        "error",
        property.nameNode,
        [...path, property.name],
        l10n.t("“{0}” occurs twice here. Merge both or remove one.", property.name),
      );
    } else {
      pairs.set(property.name, property);
    }
  }
  return pairs;
}

function readFilters(
  kind: SearchKind,
  node: Node | undefined,
  text: string,
  report: Report,
  unknownFields: string[],
): Record<string, readonly FilterItem[]> {
  const filters: Record<string, readonly FilterItem[]> = {};
  if (node === undefined) {
    return filters;
  }
  if (node.type !== "object") {
    report(
      "error",
      node,
      ["filters"],
      l10n.t("“filters” must be an object of lists: {0}.", '"filters": { "names": [{ "value": "Northwind" }] }'),
    );
    return filters;
  }
  for (const [field, property] of pairsOf(node, ["filters"], report)) {
    const definition = filterOf(kind, field);
    if (definition === undefined) {
      unknownFields.push(field);
      report("warning", property.nameNode, ["filters", field], unknownFilterSentence(kind, field));
    } else if (property.value?.type !== "array") {
      report(
        "error",
        property.value ?? property.nameNode,
        ["filters", field],
        l10n.t("“{0}” must be a list in square brackets: {1}.", field, `[${exampleItem(definition)}]`),
      );
    } else {
      const items = (property.value.children ?? []).map((item, index) =>
        readItem(definition, item, ["filters", field, index], text, report),
      );
      filters[definition.field] = items.filter((item) => item !== undefined);
    }
  }
  return filters;
}

function unknownFilterSentence(kind: SearchKind, field: string): string {
  const other = kind === "company" ? "people" : "company";
  if (filterOf(other, field) !== undefined) {
    return other === "people"
      ? l10n.t("“{0}” is a filter of people search. This is a company search, so it has no effect.", field)
      : l10n.t("“{0}” is a filter of company search. This is a people search, so it has no effect.", field);
  }
  return l10n.t(
    "“{0}” is not a filter and has no effect, so the search may find more than intended. Check its spelling or remove it.",
    field,
  );
}

function exampleItem(definition: FilterDefinition): string {
  if (definition.kind === "text") {
    return `{ "value": ${JSON.stringify(definition.example)} }`;
  }
  return definition.kind === "integer" ? `{ "value": ${definition.example} }` : `{ "min": ${definition.example} }`;
}

function readItem(
  definition: FilterDefinition,
  node: Node,
  path: Path,
  text: string,
  report: Report,
): FilterItem | undefined {
  if (node.type !== "object") {
    report(
      "error",
      node,
      path,
      l10n.t("An entry of “{0}” must be an object: {1}.", definition.field, exampleItem(definition)),
    );
    return undefined;
  }
  const known = definition.kind === "range" ? ["min", "max", "exclude"] : ["value", "exclude", "exact_match"];
  const item: Record<string, unknown> = {};
  for (const [name, property] of pairsOf(node, path, report)) {
    const value = property.value;
    const here = [...path, name];
    if (value === undefined || !known.includes(name)) {
      const advice =
        name === "exact_match"
          ? l10n.t("A range has no exact match.")
          : l10n.t("“{1}” is not a property of an entry of “{0}”.", definition.field, name);
      report(
        "warning",
        property.nameNode,
        here,
        `${advice} ${l10n.t("It has no effect. Check its spelling or remove it.")}`,
      );
    } else if (name === "exclude" || name === "exact_match") {
      if (value.type === "boolean") {
        item[name] = value.value as boolean;
      } else {
        report("error", value, here, l10n.t("“{0}” must be true or false, without quotes.", name));
      }
    } else if (name === "value" && definition.kind === "text") {
      readText(value, here, item, report);
    } else {
      readInteger(definition, value, here, text, item, report);
    }
  }
  return checkWhole(definition, node, path, item, report);
}

function readText(node: Node, path: Path, item: Record<string, unknown>, report: Report): void {
  if (node.type !== "string") {
    report(
      "error",
      node,
      path,
      node.type === "number"
        ? l10n.t("This filter needs text: put the value in double quotes.")
        : l10n.t("This filter needs text in double quotes."),
    );
  } else if ((node.value as string).trim() === "") {
    report("error", node, path, l10n.t("This value is empty. Enter a value or remove the entry."));
  } else {
    item["value"] = node.value as string;
  }
}

function readInteger(
  definition: FilterDefinition,
  node: Node,
  path: Path,
  text: string,
  item: Record<string, unknown>,
  report: Report,
): void {
  const name = String(path.at(-1));
  const value = node.value as unknown;
  if (typeof value !== "number") {
    const digits = typeof value === "string" && /^-?\d+$/.test(value.trim());
    report(
      "error",
      node,
      path,
      digits ? l10n.t("Write this number without quotes.") : l10n.t("“{0}” must be a whole number, digits only.", name),
    );
  } else if (!Number.isInteger(value)) {
    report("error", node, path, l10n.t("Enter a whole number."));
  } else if (!Number.isSafeInteger(value)) {
    report(
      "error",
      node,
      path,
      l10n.t(
        "{0} is too large to be sent exactly. Check the digits.",
        text.slice(node.offset, node.offset + Math.min(node.length, 40)),
      ),
    );
  } else {
    item[name] = value;
    const bounds = definition.bounds;
    if (bounds !== undefined && (value < bounds.min || value > bounds.max)) {
      report(
        "warning",
        node,
        path,
        l10n.t(
          "{0} is unusual for “{1}”: values are between {2} and {3}. Check the digits.",
          value,
          filterLabel(definition),
          bounds.min,
          bounds.max,
        ),
      );
    }
  }
}

/** What only the whole entry shows. Parts already reported are not reported again. */
function checkWhole(
  definition: FilterDefinition,
  node: Node,
  path: Path,
  item: Record<string, unknown>,
  report: Report,
): FilterItem | undefined {
  const written = new Set(propertiesOf(node).map((property) => property.name));
  if (definition.kind !== "range") {
    if (!written.has("value")) {
      report(
        "error",
        node,
        path,
        l10n.t("This entry has no value. Write {0} or remove the entry.", exampleItem(definition)),
      );
    }
    return "value" in item ? (item as unknown as FilterItem) : undefined;
  }
  const { min, max } = item as { readonly min?: number; readonly max?: number };
  if (!written.has("min") && !written.has("max")) {
    report("error", node, path, l10n.t("This range needs “min”, “max” or both."));
  } else if (min !== undefined && max !== undefined && min > max) {
    report("error", node, path, l10n.t("“From” ({0}) is greater than “To” ({1}). Swap them.", min, max));
  }
  return min === undefined && max === undefined ? undefined : (item as FilterItem);
}

function readFetch(node: Node | undefined, report: Report): FetchSettings {
  const settings: { records?: number; credits?: number; leaveOutKnown?: boolean } = {};
  if (node === undefined) {
    return settings;
  }
  if (node.type !== "object") {
    report("error", node, ["fetch"], l10n.t("“fetch” must be an object: {0}.", '"fetch": { "records": 100 }'));
    return settings;
  }
  for (const [name, property] of pairsOf(node, ["fetch"], report)) {
    const path = ["fetch", name];
    const at = property.value ?? property.nameNode;
    const value = property.value?.value as unknown;
    if (name === "records") {
      if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= mostRecords) {
        settings.records = value;
      } else {
        report(
          "error",
          at,
          path,
          l10n.t(
            "“records”, the number of records to fetch, must be a whole number from 1 to {0}.",
            countText(mostRecords),
          ),
        );
      }
    } else if (name === "credits") {
      if (typeof value === "number" && value >= 0 && value <= mostCredits) {
        settings.credits = value;
      } else {
        report(
          "error",
          at,
          path,
          l10n.t(
            "“credits”, the credit limit of a run, must be a number from 0 to {0}, without quotes.",
            countText(mostCredits),
          ),
        );
      }
    } else if (name === "leaveOutKnown") {
      if (typeof value === "boolean") {
        settings.leaveOutKnown = value;
      } else {
        report("error", at, path, l10n.t("“leaveOutKnown” must be true or false, without quotes."));
      }
    } else {
      report(
        "warning",
        property.nameNode,
        path,
        l10n.t("“{0}” is not a property of “fetch”, so it has no effect. Check its spelling or remove it.", name),
      );
    }
  }
  return settings;
}

/** Never an error: a search runs whatever is wrong with the columns of its exports. */
function readExport(node: Node | undefined, report: Report): { readonly export?: ExportSettings } {
  if (node === undefined) {
    return {};
  }
  if (node.type !== "object") {
    report(
      "warning",
      node,
      ["export"],
      l10n.t("“export” must be an object: {0}. It has no effect.", '"export": { "profiles": [] }'),
    );
    return {};
  }
  const profiles: ColumnProfile[] = [];
  for (const [name, property] of pairsOf(node, ["export"], report)) {
    if (name !== "profiles") {
      report(
        "warning",
        property.nameNode,
        ["export", name],
        l10n.t("“{0}” is not a property of “export”, so it has no effect. Check its spelling or remove it.", name),
      );
    } else if (property.value?.type !== "array") {
      report(
        "warning",
        property.value ?? property.nameNode,
        ["export", name],
        l10n.t("“profiles” must be a list of column profiles in square brackets. It has no effect."),
      );
    } else {
      for (const [index, child] of (property.value.children ?? []).entries()) {
        const parsed = parseProfile(getNodeValue(child) as unknown);
        if (!parsed.ok) {
          report(
            "warning",
            child,
            ["export", name, index],
            `${parsed.message} ${l10n.t("Until then it is not available for exports.")}`,
          );
        } else if (profiles.some((other) => sameProfileName(other.name, parsed.profile.name))) {
          report(
            "warning",
            child,
            ["export", name, index],
            l10n.t(
              "Two column profiles are named “{0}”; only the first is available. Rename one.",
              parsed.profile.name,
            ),
          );
        } else {
          profiles.push(parsed.profile);
        }
      }
    }
  }
  return { export: { profiles } };
}
