// Reads the text of a saved search: a document, or problems with their place in the text and what to do.
import type { Node } from "jsonc-parser/lib/esm/main.js";
import * as z from "zod";
import { filterOf, filtersOf, type FilterDefinition, type SearchKind } from "../service/filterCatalogue";
import { nearestNames } from "../service/nearestNames";
import { itemSchemas } from "../service/requests";
import { countText } from "../text/numbers";
import { eitherOf } from "../text/phrases";
import { parseProfile, profileNameKey, type ColumnProfile } from "./columnProfiles";
import { fetchNames, mostCredits, mostRecords } from "./fetchInput";
import { leaveOutSchema } from "./leaveOutPaths";
import type { SearchDocument, SearchFix, SearchProblem } from "./searchDocument";
import { nodeAt, propertiesOf, readSearchText } from "./searchText";
import { nearFilters } from "./unknownValues";

export interface ParsedSearch {
  /** Present only when there is no error, so that a partly read search is never run. */
  readonly document?: SearchDocument;
  readonly problems: readonly SearchProblem[];
  /**
   * Fields that are not filters of this search. They are not in the document, so a run finds more records than the text
   * describes.
   */
  readonly unknownFields: readonly string[];
  /** Unknown properties of filter items ("exact"), and of the document: "fetch": { "record": 10 }. */
  readonly unknownParts: readonly string[];
}

type Path = SearchProblem["path"];

/** The parts of a search that its schema accepted. */
interface Written {
  readonly search: SearchKind;
  readonly filters?: SearchDocument["filters"];
  readonly fetch?: SearchDocument["fetch"];
  readonly leaveOut?: readonly string[];
  readonly export?: unknown;
}

/** Never throws. Without errors, the indexes of items in the document are those in the text. */
export function parseSearch(text: string): ParsedSearch {
  const tree = readSearchText(text);
  if (!tree.ok) {
    return { problems: tree.problems, unknownFields: [], unknownParts: [] };
  }
  const written = JSON.parse(text) as Written | null;
  const problems = new Problems(tree.root);
  problems.addRepeatedNames(tree.root, []);
  const removed = check(searchSchema(), written, [], written?.search, problems);
  if (written?.search !== "company" && written?.search !== "people") {
    return { problems: problems.inOrder(), unknownFields: [], unknownParts: [] };
  }
  const { search, filters = {}, fetch = {}, leaveOut, export: exported } = written;
  const ofFilters = removed.filter(([section]) => section === "filters").slice(0, mostProblems);
  const unknownFields = ofFilters.map(([, name]) => String(name));
  const ofDocument = removed
    .filter((at) => at[0] === "fetch" || mayLimitRun(search, at))
    .map((at) => String(at.at(-1)));
  const unknownParts = [...ofDocument, ...checkItems(search, filters, problems)];
  const profiles = isExport(exported) ? readProfiles(exported.profiles ?? [], problems) : undefined;
  const all = problems.inOrder();
  if (all.some(({ severity }) => severity === "error")) {
    return { problems: all, unknownFields, unknownParts };
  }
  const document = { search, filters, fetch, ...(leaveOut && { leaveOut }), ...(profiles && { export: { profiles } }) };
  return { document, problems: all, unknownFields, unknownParts };
}

/** Whether an unknown name beside "filters" probably limits a run, but is misspelled or in the wrong place. */
function mayLimitRun(search: SearchKind, [name = "", ...inside]: Path): boolean {
  const limits = ["filters", "fetch", "leaveOut", ...fetchNames];
  return (
    inside.length === 0 &&
    (filterOf(search, String(name)) !== undefined || nearestNames(String(name), limits).length > 0)
  );
}

/** Reports the errors of a schema. Unknown names are removed with a warning, and returned. */
function check(
  schema: z.ZodType,
  value: unknown,
  path: Path,
  search: SearchKind = "company",
  problems: Problems,
): readonly Path[] {
  const issuesOf = () => schema.safeParse(value).error?.issues ?? [];
  const removed: Path[] = [];
  let issues = issuesOf();
  for (const issue of issues) {
    const within = namesOf(issue);
    for (const name of issue.code === "unrecognized_keys" ? issue.keys : []) {
      const parent = within.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], value);
      Reflect.deleteProperty(parent as object, name);
      const at = [...path, ...within];
      problems.add("warning", [...at, name], () => unknownName(search, at, name), true);
      removed.push([...at, name]);
    }
  }
  issues = removed.length === 0 ? issues : issuesOf();
  for (const issue of issues) {
    const at = [...path, ...namesOf(issue)];
    // Wrong columns are only warnings: the search itself can run.
    problems.add(at[0] === "export" ? "warning" : "error", at, () => ({
      message: issue.message,
      fix: fixFor(schema, value, namesOf(issue)),
    }));
  }
  return removed;
}

/** Fixes missing or superfluous quotes, and a range from high to low, if this makes the value valid. */
function fixFor(schema: z.ZodType, value: unknown, path: Path): SearchFix | undefined {
  const wrong = valueAt(value, path);
  const fix = quoted(wrong) ?? unquoted(wrong) ?? swapped(wrong);
  if (fix === undefined) {
    return undefined;
  }
  const copy = structuredClone({ value });
  const at = ["value", ...path];
  (valueAt(copy, at.slice(0, -1)) as Record<string | number, unknown>)[at.at(-1) ?? ""] = JSON.parse(fix.text);
  const left = schema.safeParse(copy.value).error?.issues ?? [];
  return left.some((issue) => namesOf(issue).join() === path.join()) ? undefined : fix;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, step) => (Object(at) as Record<string | number, unknown>)[step], value);

function quoted(wrong: unknown): SearchFix | undefined {
  const text = JSON.stringify(String(wrong));
  return typeof wrong === "number" ? { title: `Change to ${text}, with quotes`, text } : undefined;
}

function unquoted(wrong: unknown): SearchFix | undefined {
  const text = typeof wrong === "string" ? wrong.trim() : "";
  return /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false)$/u.test(text)
    ? { title: `Change to ${text}, without quotes`, text }
    : undefined;
}

function swapped(wrong: unknown): SearchFix | undefined {
  const { min, max } = Object(wrong) as { readonly min?: unknown; readonly max?: unknown };
  if (typeof min !== "number" || typeof max !== "number" || min <= max) {
    return undefined;
  }
  const text = JSON.stringify({ ...(wrong as object), min: max, max: min }, null, 1).replace(/\n\s*/gu, " ");
  return { title: `Swap them: from ${max} to ${min}`, text };
}

const namesOf = ({ path }: z.core.$ZodIssue): Path => path.filter((name) => typeof name !== "symbol");

/**
 * Checks items one by one, because a hostile text can have so many that zod takes seconds for all. Returns unknown
 * properties.
 */
function checkItems(search: SearchKind, filters: unknown, problems: Problems): readonly string[] {
  const unknown: string[] = [];
  for (const definition of filtersOf(search)) {
    const schema = itemSchema(definition);
    const items = (Object(filters) as Readonly<Record<string, unknown>>)[definition.field];
    for (const [index, item] of Array.isArray(items) ? items.entries() : []) {
      if (problems.areTooMany) {
        return unknown;
      }
      const path = ["filters", definition.field, index];
      unknown.push(...check(schema, item, path, search, problems).map((at) => String(at.at(-1))));
      warnOfNumbers(definition, item, path, problems);
    }
  }
  return unknown;
}

/** The maximum number of collected problems, because thousands would block the editor. */
const mostProblems = 1_000;

class Problems {
  readonly #found: SearchProblem[] = [];
  /** The path of the first problem beyond the maximum. */
  #next: Path | undefined;

  constructor(private readonly root: Node) {}

  /** `isName`: the name at this place is wrong, not its value. */
  add(severity: SearchProblem["severity"], path: Path, make: () => Advice, isName = false): void {
    this.#add(path, () => {
      const node = nodeAt(this.root, path);
      const { offset, length } = isName ? (node.parent?.children?.[0] ?? node) : node;
      return { severity, path, offset, length, ...make() };
    });
  }

  /** Reports repeated names, because only one of their values could be used. */
  addRepeatedNames(node: Node, path: Path): void {
    const names = new Set<string>();
    for (const { name, nameNode, value } of propertiesOf(node)) {
      const at = [...path, name];
      if (names.has(name)) {
        const message = (): string => `“${name}” occurs twice here. Merge both or remove one.`;
        const { offset, length } = nameNode;
        this.#add(at, () => ({ severity: "error", path: at, offset, length, message: message(), isSyntax: true }));
      }
      names.add(name);
      if (value !== undefined) {
        this.addRepeatedNames(value, at);
      }
    }
    for (const [index, item] of node.type === "array" ? (node.children ?? []).entries() : []) {
      this.addRepeatedNames(item, [...path, index]);
    }
  }

  get areTooMany(): boolean {
    return this.#next !== undefined;
  }

  inOrder(): readonly SearchProblem[] {
    const sorted = this.#found.sort((a, b) => a.offset - b.offset);
    if (this.#next === undefined) {
      return sorted;
    }
    const message =
      `The text has more than ${countText(mostProblems)} problems. It was not checked from here on: fix those ` +
      "before this first.";
    const { offset, length } = nodeAt(this.root, this.#next);
    return [...sorted, { severity: "error", message, offset, length, path: [] }];
  }

  #add(path: Path, make: () => SearchProblem): void {
    if (this.#found.length < mostProblems) {
      this.#found.push(make());
    } else {
      this.#next ??= path;
    }
  }
}

type Advice = Pick<SearchProblem, "message" | "near" | "fix">;

function unknownName(search: SearchKind, path: Path, name: string): Advice {
  const [section, field] = path;
  const definition = typeof field === "string" ? filterOf(search, field) : undefined;
  if (definition !== undefined) {
    const message =
      name === "exact_match"
        ? "A range has no exact match, so it has no effect."
        : `“${name}” is not a property of an entry of “${definition.field}”, so it has no effect.`;
    return withAdvice(message, nearestNames(name, Object.keys(itemSchemas[definition.kind].shape)));
  }
  switch (section) {
    case undefined: {
      const message = `“${name}” is not a property of a saved search, so it has no effect.`;
      return withAdvice(message, nearestNames(name, ["search", "filters", "fetch", "leaveOut", "export", "$schema"]));
    }
    case "filters":
      return unknownFilter(search, name);
    default: {
      const message = `“${name}” is not a property of “${section}”, so it has no effect.`;
      return withAdvice(message, nearestNames(name, section === "fetch" ? fetchNames : ["profiles"]));
    }
  }
}

function unknownFilter(search: SearchKind, field: string): Advice {
  const near = nearFilters(search, field);
  if (filterOf(search === "company" ? "people" : "company", field) === undefined) {
    return withAdvice(`“${field}” is not a filter and has no effect, so the search may find more than intended.`, near);
  }
  const message =
    search === "company"
      ? `“${field}” is a filter of people search. This is a company search, so it has no effect.`
      : `“${field}” is a filter of company search. This is a people search, so it has no effect.`;
  return near.length === 0 ? { message } : { message, near };
}

const withAdvice = (message: string, near: readonly string[]): Advice =>
  near.length === 0
    ? { message: `${message} Check its spelling or remove it.` }
    : { message: `${message} Did you mean ${eitherOf(near)}?`, near };

function warnOfNumbers(definition: FilterDefinition, item: unknown, path: Path, problems: Problems): void {
  const { min, max } = definition.bounds ?? { min: -Infinity, max: Infinity };
  for (const [name, value] of Object.entries(Object(item))) {
    if (typeof value === "number" && (value < min || value > max)) {
      problems.add("warning", [...path, name], () => ({
        message:
          `${value} is unusual for “${definition.label}”: values are between ${min} and ${max}. Check the ` + "digits.",
      }));
    }
  }
}

function readProfiles(list: readonly unknown[], problems: Problems): readonly ColumnProfile[] {
  const profiles = new Map<string, ColumnProfile>();
  for (const [index, written] of list.entries()) {
    const warn = (message: string): void => problems.add("warning", ["export", "profiles", index], () => ({ message }));
    const parsed = parseProfile(written);
    if (!parsed.ok) {
      warn(`${parsed.message} Until then it is not available for exports.`);
    } else if (profiles.has(profileNameKey(parsed.profile.name))) {
      const { name } = parsed.profile;
      warn(`Two column profiles are named “${name}”; only the first is available. Rename one.`);
    } else {
      profiles.set(profileNameKey(parsed.profile.name), parsed.profile);
    }
  }
  return [...profiles.values()];
}

function setting(isValid: (value: unknown) => boolean, error: () => string): z.ZodType {
  return z.custom(isValid, { error }).optional();
}

const exportSchema = z.strictObject(
  {
    profiles: z
      .array(z.unknown(), {
        error: () => "“profiles” must be a list of column profiles in square brackets. It has no effect.",
      })
      .optional(),
  },
  { error: () => '“export” must be an object: "export": { "profiles": [] }. It has no effect.' },
);
const isExport = (written: unknown): written is z.output<typeof exportSchema> =>
  exportSchema.safeParse(written).success;

const settings = {
  fetch: z
    .strictObject(
      {
        records: setting(
          (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= mostRecords,
          () =>
            `“records”, the number of records to fetch, must be a whole number from 1 to ${countText(mostRecords)}.`,
        ),
        credits: setting(
          (value) => typeof value === "number" && value >= 0 && value <= mostCredits,
          () =>
            `“credits”, the credit limit of a run, must be a number from 0 to ${countText(mostCredits)}, without ` +
            "quotes.",
        ),
        leaveOutKnown: setting(
          (value) => typeof value === "boolean",
          () => "“leaveOutKnown” must be true or false, without quotes.",
        ),
      } satisfies Record<keyof SearchDocument["fetch"], z.ZodType>,
      { error: () => '“fetch” must be an object: "fetch": { "records": 100 }.' },
    )
    .optional(),
  /** Wrong paths are errors: a run without a list would show and pay for what the list leaves out. */
  leaveOut: leaveOutSchema.optional(),
  export: exportSchema.optional(),
  $schema: z.unknown().optional(),
};
function schemaOf<K extends SearchKind>(search: K) {
  const filters = filtersOf(search).map((definition) => {
    const error = (): string =>
      `“${definition.field}” must be a list in square brackets: [${exampleItem(definition)}].`;
    return [definition.field, z.array(z.unknown(), { error }).optional()];
  });
  const example = '"filters": { "names": [{ "value": "Northwind" }] }';
  return z.strictObject({
    search: z.literal(search),
    filters: z
      .strictObject(Object.fromEntries(filters) as Record<string, z.ZodType>, {
        error: () => `“filters” must be an object of lists: ${example}.`,
      })
      .optional(),
    ...settings,
  });
}

/** `written`: the value in place of an object. */
function exampleItem({ kind, example }: FilterDefinition, written?: unknown): string {
  const usual = kind === "text" ? example : Number(example);
  const value = typeof written === typeof usual ? written : usual;
  return `{ "${kind === "range" ? "min" : "value"}": ${JSON.stringify(value)} }`;
}

function itemSchema(definition: FilterDefinition): z.ZodType {
  const isObject = z.custom((one) => typeof one === "object" && one !== null && !Array.isArray(one), {
    error: ({ input }) => `An entry of “${definition.field}” must be an object: ${exampleItem(definition, input)}.`,
  });
  return isObject.pipe(itemSchemas[definition.kind] as z.ZodType);
}

const makeSchema = () =>
  z.discriminatedUnion("search", [schemaOf("company"), schemaOf("people")], {
    error: ({ code }) =>
      code === "invalid_union"
        ? 'Choose what to search: "search": "company" or "search": "people".'
        : 'A saved search must be an object: { "search": "company", "filters": {} }.',
  });
let made: ReturnType<typeof makeSchema> | undefined;

/** Created on first use, because it contains the schemas of all filters. */
const searchSchema = (): ReturnType<typeof makeSchema> => (made ??= makeSchema());
