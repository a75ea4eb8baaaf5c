// Input fields that several tools share: searches, pages of rows, columns, filters, and order.
import * as z from "zod";
import { Refusal, type App, type AppSearch } from "../../app/app";
import type { ChosenCondition } from "../../app/readRecords";
import { readSearch } from "../../app/readSearch";
import { mostCredits, mostRecords } from "../../searches/fetchInput";
import { parseRangeInput } from "../../searches/filterInput";
import { filterOf, type FilterDefinition, type SearchKind } from "../../service/filterCatalogue";
import { sortOrderOf, type SortOrder } from "../../store/viewSource";
import { readCompanyFile, readCompanyLines, type CompanyList } from "../../tables/companyList";
import { shownAs } from "../tool";

const longestPath = 1_000;

export const pathField = (description: string): z.ZodString => z.string().min(1).max(longestPath).describe(description);

const recordsField = z.int().min(1).max(mostRecords).optional().describe("Records to fetch at most.");
export const creditsField = z.number().min(0).max(mostCredits).optional().describe("Credits that it may cost at most.");

const flag = { type: "boolean" };
const text = { type: "string" };
const integer = { type: "integer" };

/** Flat, because some hosts reject objects with unnamed properties. Whole documents are accepted, too. */
const shownFilters = {
  type: "array",
  items: {
    type: "object",
    properties: { field: text, value: text, exclude: flag, exact_match: flag, min: integer, max: integer },
    required: ["field"],
  },
};

/** The search: a saved search or a draft. */
export const searchFields = {
  file: pathField("A saved search, *.prospect.json; instead of search and filters.").optional(),
  search: z
    .union([z.enum(["company", "people"]), z.record(z.string(), z.unknown())])
    .optional()
    .meta(shownAs({ type: "string", enum: ["company", "people"] }))
    .describe("What to search."),
  filters: z
    .union([z.array(z.record(z.string(), z.unknown())).max(10_000), z.record(z.string(), z.unknown())])
    .optional()
    .meta(shownAs(shownFilters))
    .describe("Fields of describe_filters: any item of a field matches, all fields must."),
  skip_known: z.boolean().optional().describe("Skip records that earlier runs of this search fetched."),
  companies: z
    .array(z.string().min(1).max(1_000))
    .min(1)
    .max(10_000)
    .optional()
    .describe("Search people at these domains, or those of one CSV or text file: its path."),
  per_company: z.int().min(1).max(1_000).optional().describe("People at each of these companies at most."),
  title: z.string().min(1).max(80).optional().describe("Name of the run."),
  records: recordsField,
};

/** The search, for the tool that is called after `plan_search`. */
export const plannedFields = {
  ...searchFields,
  filters: searchFields.filters.describe("As for plan_search."),
  companies: searchFields.companies.describe("As for plan_search."),
};

export interface GivenSearch {
  readonly file?: string | undefined;
  readonly search?: SearchKind | Readonly<Record<string, unknown>> | undefined;
  readonly filters?: unknown;
  readonly skip_known?: boolean | undefined;
  readonly companies?: readonly string[] | undefined;
  readonly per_company?: number | undefined;
  readonly title?: string | undefined;
}

/** Rejects with a `Refusal` that says what is wrong. */
export async function searchOf(app: App, given: GivenSearch): Promise<AppSearch> {
  const { file, search: draft, filters, skip_known: leaveOutKnown, title } = given;
  if (draft === undefined && filters !== undefined) {
    throw new Refusal('Add “search”: "company" or "people".');
  }
  const search = draft === undefined ? undefined : documentOf(draft, filters, leaveOutKnown);
  const read = await readSearch(app, { file, search, title });
  return file === undefined || leaveOutKnown === undefined
    ? read
    : { ...read, document: { ...read.document, fetch: { ...read.document.fetch, leaveOutKnown } } };
}

function documentOf(
  draft: NonNullable<GivenSearch["search"]>,
  filters: unknown,
  leaveOutKnown: boolean | undefined,
): object {
  const document: Readonly<Record<string, unknown>> = typeof draft === "string" ? { search: draft } : draft;
  const kind = document["search"] === "company" ? "company" : "people";
  const fetch = leaveOutKnown === undefined ? {} : { fetch: { ...Object(document["fetch"]), leaveOutKnown } };
  const all = filters ?? document["filters"];
  return { ...document, ...(all !== undefined && { filters: filtersByField(kind, all) }), ...fetch };
}

/** The filters by field, from a list of items with their field or from an object as in a document. */
function filtersByField(kind: SearchKind, filters: unknown): unknown {
  if (!Array.isArray(filters)) {
    return typeof filters === "object" && filters !== null
      ? Object.fromEntries(Object.entries(filters).map(([field, items]) => [field, itemsOf(kind, field, items)]))
      : filters;
  }
  const byField: Record<string, unknown[]> = {};
  for (const { field, ...item } of filters as readonly Readonly<Record<string, unknown>>[]) {
    if (typeof field !== "string") {
      throw new Refusal("Add “field” to each item of filters: describe_filters names them.");
    }
    (byField[field] ??= []).push(item);
  }
  return Object.fromEntries(Object.entries(byField).map(([field, items]) => [field, itemsOf(kind, field, items)]));
}

/** The items, with values converted to the type of the filter. */
function itemsOf(kind: SearchKind, field: string, items: unknown): unknown {
  const definition = filterOf(kind, field);
  const list: readonly unknown[] = Array.isArray(items) ? items : [items];
  return list.flatMap((item) =>
    itemsOfOne(definition, typeof item === "object" && item !== null ? { ...item } : { value: item }),
  );
}

/** An item for each of its values; a range can be a text such as "51-200". */
function itemsOfOne(
  definition: FilterDefinition | undefined,
  item: Readonly<Record<string, unknown>>,
): readonly Readonly<Record<string, unknown>>[] {
  const parts = Object.entries(item).filter(([, value]) => value !== null && value !== "");
  const { value, ...others } = Object.fromEntries(parts);
  if (Array.isArray(value)) {
    return value.flatMap((one) => itemsOfOne(definition, { ...others, value: one as unknown }));
  }
  if (definition?.kind === "range" && typeof value === "string") {
    const range = parseRangeInput(definition, value, "");
    return [range.ok ? { ...others, ...range.item } : item];
  }
  const isText = definition?.kind === "text";
  return [Object.fromEntries(parts.map(([name, part]) => [name, partOf(name, part, isText)]))];
}

function partOf(name: string, value: unknown, isText: boolean): unknown {
  if (name === "value" && isText) {
    return typeof value === "number" ? String(value) : value;
  }
  if (value === "true" || value === "false") {
    return value === "true";
  }
  return typeof value === "string" && /^-?\d{1,15}$/u.test(value.trim()) ? Number(value) : value;
}

/** The companies at which to search people; `undefined` when none are given. */
export async function companiesOf(
  app: App,
  { companies: given, per_company: most }: GivenSearch,
): Promise<{ readonly list: CompanyList; readonly most: number | undefined } | undefined> {
  const [first = "", ...others] = given ?? [];
  if (given === undefined) {
    return undefined;
  }
  const list =
    others.length === 0 && isTableFile(first)
      ? await readCompanyFile((await app.files.readTable(first)).bytes, first)
      : await readCompanyLines(Buffer.from(given.join("\n")));
  if (list.companies.length === 0) {
    throw new Refusal("None of these companies has a domain: send domains such as acme.example.");
  }
  return { list, most };
}

const isTableFile = (text: string): boolean => /\.(?:csv|tsv|txt)$/iu.test(text) && !text.includes("@");

/** The default number of rows in an answer. */
export const usualRows = 20;
const mostRows = 200;

export const limitField = z
  .int()
  .min(0)
  .max(mostRows)
  .optional()
  .describe(`${usualRows} when absent, at most ${mostRows}.`);

export const offsetField = z.int().min(0).max(10_000_000).optional().describe("How many to skip.");

export const runField = z.string().min(1).max(100).describe('Id of a run, or "latest".');
export const listField = z.string().min(1).max(200).describe("A list of the user instead: its name.");

const column = z.string().min(1).max(200);
const bound = z
  .union([z.number(), z.string().min(1).max(20)])
  .optional()
  .meta(shownAs(text));

export const columnsField = z
  .array(column)
  .min(1)
  .max(200)
  .optional()
  .describe("Column ids of describe_filters, or paths such as location.city.");

const where = z.strictObject({
  column,
  contains: z.string().min(1).max(500).optional(),
  one_of: z.array(z.string().max(500)).min(1).max(1_000).optional(),
  none_of: z.array(z.string().max(500)).min(1).max(1_000).optional(),
  min: bound,
  max: bound,
  empty: z.boolean().optional(),
});

export const choiceFields = {
  columns: columnsField,
  filter: z.string().max(500).optional().describe("Words that must all occur."),
  where: z
    .array(where)
    .max(20)
    .optional()
    .describe(
      'All must be met: {"column": "country", "one_of": ["Norway"]}. Texts in any case; min and max: numbers or ' +
        "dates such as 2026-01-31; empty: unknown or not.",
    ),
  sort: z
    .array(z.union([column, z.strictObject({ column, descending: z.boolean().optional() })]).meta(shownAs(text)))
    .max(8)
    .optional()
    .describe('Columns to sort by, the first one first; "-headcount" begins with the largest.'),
  changes: z
    .boolean()
    .optional()
    .describe("Only what is new, changed, or gone since the run before of the same search."),
};

const choice = z.object(choiceFields);
type GivenChoice = z.infer<typeof choice>;

function conditionsOf(all: GivenChoice["where"] = []): readonly ChosenCondition[] {
  return all.flatMap(
    ({ column, contains, one_of: oneOf, none_of: noneOf, min, max, empty }): readonly ChosenCondition[] => {
      const found: ChosenCondition[] = [];
      if (contains !== undefined) {
        found.push({ kind: "contains", column, text: contains });
      }
      if (oneOf !== undefined) {
        found.push({ kind: "oneOf", column, values: oneOf, anyCase: true });
      }
      if (noneOf !== undefined) {
        found.push({ kind: "oneOf", column, values: noneOf, exclude: true, anyCase: true });
      }
      if (min !== undefined || max !== undefined) {
        found.push({ kind: "range", column, min: boundOf(min), max: boundOf(max) });
      }
      if (empty !== undefined) {
        found.push({ kind: "empty", column, isEmpty: empty });
      }
      if (found.length === 0) {
        throw new Refusal("A condition in where needs contains, one_of, none_of, min, max, or empty.");
      }
      return found;
    },
  );
}

const boundOf = (bound: number | string | undefined): number | string | undefined =>
  typeof bound === "string" && /^-?\d+(?:\.\d+)?$/u.test(bound.trim()) ? Number(bound) : bound;

const sortOf = (columns: GivenChoice["sort"] = []): SortOrder | undefined =>
  sortOrderOf(
    columns.map((one) =>
      typeof one === "string"
        ? { column: one.replace(/^-/u, ""), descending: one.startsWith("-") }
        : { column: one.column, descending: one.descending === true },
    ),
  );

/** The choice of records, columns, and order. Throws a `Refusal` for an empty condition. */
export const choiceOf = ({ columns, filter, where, sort }: GivenChoice) => ({
  columns,
  filter,
  conditions: conditionsOf(where),
  sort: sortOf(sort),
});
