// Fields of the tools that read stored records: columns, filters, and order.
import * as z from "zod";
import { sortOrderOf, type SortOrder } from "../../store/viewSource";
import { shownAs } from "../schemas";
import { Refusal } from "../../app/app";
import type { ChosenCondition } from "../../app/recordColumns";

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
