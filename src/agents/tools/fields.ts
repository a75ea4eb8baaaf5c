// Fields that several tools have in their input: searches, pages of rows, columns, filters, and order.
import * as z from "zod";
import { Refusal } from "../../app/app";
import type { ChosenCondition } from "../../app/readRecords";
import { mostCredits, mostRecords } from "../../searches/fetchInput";
import { searchShape } from "../../searches/searchSchema";
import { sortOrderOf, type SortOrder } from "../../store/viewSource";
import { shownAs } from "../tool";

const longestPath = 1_000;

export const pathField = (description: string): z.ZodString => z.string().min(1).max(longestPath).describe(description);

/** A saved search or a document. */
export const searchFields = {
  file: pathField("A saved search, *.prospect.json.").optional(),
  search: z
    .record(z.string(), z.unknown())
    .optional()
    .meta(shownAs(searchShape))
    .describe("A search document instead of a file."),
  title: z.string().min(1).max(80).optional().describe("Name of the run."),
};

/** The same for the tools that come after plan_search. */
export const plannedFields = {
  ...searchFields,
  search: searchFields.search.meta(shownAs({ type: "object" })).describe("A search document, as for plan_search."),
};

export const recordsField = z.int().min(1).max(mostRecords).optional().describe("Records to fetch at most.");

export const creditsField = z.number().min(0).max(mostCredits).optional().describe("Credits that it may cost at most.");

/** Rows of an answer when the call does not say how many. */
export const usualRows = 20;
const mostRows = 200;

export const limitField = (least: 0 | 1) =>
  z.int().min(least).max(mostRows).optional().describe(`${usualRows} when absent, at most ${mostRows}.`);

export const offsetField = z.int().min(0).max(10_000_000).optional().describe("How many to skip.");

export const runField = z.string().min(1).max(100).describe("Id of a run.");

/** The fields of `runFacts`. */
export const runOutput: readonly string[] = [
  "run",
  "title",
  "state",
  "stop",
  "records",
  "returned",
  "total",
  "credits",
  "creditsAtLeast",
  "resumable",
];

const column = z.string().min(1).max(200);
const bound = z.union([z.number(), z.string().min(1).max(20)]).optional();

const columnsField = z
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

const sortFields = { column, descending: z.boolean().optional() };
type SortFields = z.infer<z.ZodObject<typeof sortFields>>;

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
    .strictObject({
      ...sortFields,
      next: z
        .array(z.strictObject(sortFields))
        .max(7)
        .optional()
        .meta(shownAs({ type: "array", items: { type: "object" } })),
    })
    .optional()
    .describe("next: the same, for those with the same value."),
};

/** The same for tools that come after read_records. */
export const columnsFieldAgain = columnsField.describe("As for read_records.");
export const choiceFieldsAgain = {
  ...choiceFields,
  columns: columnsFieldAgain,
  where: choiceFields.where
    .meta(shownAs({ type: "array", items: { type: "object" } }))
    .describe("As for read_records."),
  sort: choiceFields.sort.meta(shownAs({ type: "object" })).describe("As for read_records."),
};

export type Where = z.infer<typeof where>;

/** Throws a `Refusal` for a condition that says nothing. */
export function conditionsOf(all: readonly Where[] = []): readonly ChosenCondition[] {
  return all.flatMap(
    ({ column, contains, one_of: oneOf, none_of: noneOf, min, max, empty }): readonly ChosenCondition[] => {
      const found: readonly ChosenCondition[] = [
        ...(contains === undefined ? [] : [{ kind: "contains", column, text: contains } as const]),
        ...(oneOf === undefined ? [] : [{ kind: "oneOf", column, values: oneOf, anyCase: true } as const]),
        ...(noneOf === undefined
          ? []
          : [{ kind: "oneOf", column, values: noneOf, exclude: true, anyCase: true } as const]),
        ...(min === undefined && max === undefined ? [] : [{ kind: "range", column, min, max } as const]),
        ...(empty === undefined ? [] : [{ kind: "empty", column, isEmpty: empty } as const]),
      ];
      if (found.length === 0) {
        throw new Refusal("A condition in where needs contains, one_of, none_of, min, max, or empty.");
      }
      return found;
    },
  );
}

export const sortOf = (
  sort: (SortFields & { readonly next?: readonly SortFields[] | undefined }) | undefined,
): SortOrder | undefined =>
  sortOrderOf(
    (sort === undefined ? [] : [sort, ...(sort.next ?? [])]).map(({ column: id, descending = false }) => ({
      column: id,
      descending,
    })),
  );
