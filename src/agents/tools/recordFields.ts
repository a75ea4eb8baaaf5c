// Fields of the tools that read stored records: columns, filters, and order.
import * as z from "zod";
import type { Condition } from "../../store/conditions";
import { sortOrderOf, type SortOrder } from "../../store/viewSource";
import { Refusal } from "../../app/app";

const column = z.string().min(1).max(200).describe("Id of a column, or the path of a field such as location.city.");

export const columnsField = z
  .array(column)
  .min(1)
  .max(200)
  .optional()
  .describe("Ids of the columns. Name only what the user needs, above all of emails and phones.");

const where = z.strictObject({
  column,
  contains: z.string().min(1).max(500).optional().describe("The value contains this text."),
  one_of: z.array(z.string().max(500)).min(1).max(1_000).optional().describe("The value is one of these."),
  none_of: z.array(z.string().max(500)).min(1).max(1_000).optional().describe("The value is none of these."),
  min: z.number().optional().describe("The number is at least this."),
  max: z.number().optional().describe("The number is at most this."),
  empty: z.boolean().optional().describe("Whether the value is unknown."),
});

const sortFields = { column, descending: z.boolean().optional().describe("Largest first.") };
type SortFields = z.infer<z.ZodObject<typeof sortFields>>;

export const choiceFields = {
  columns: columnsField,
  filter: z.string().max(500).optional().describe("Words that must all occur in the columns."),
  where: z.array(where).max(20).optional().describe("Conditions on columns; records must meet all."),
  sort: z
    .strictObject({
      ...sortFields,
      next: z.array(z.strictObject(sortFields)).max(7).optional().describe("Sorts those with the same value."),
    })
    .optional()
    .describe("Sorts the records; as they were fetched when absent."),
};

export type Where = z.infer<typeof where>;

/** Throws a `Refusal` for a condition that says nothing. */
export function conditionsOf(all: readonly Where[] = []): readonly Condition[] {
  return all.flatMap(({ column, contains, one_of: oneOf, none_of: noneOf, min, max, empty }): readonly Condition[] => {
    const found: readonly Condition[] = [
      ...(contains === undefined ? [] : [{ kind: "contains", column, text: contains } as const]),
      ...(oneOf === undefined ? [] : [{ kind: "oneOf", column, values: oneOf } as const]),
      ...(noneOf === undefined ? [] : [{ kind: "oneOf", column, values: noneOf, exclude: true } as const]),
      ...(min === undefined && max === undefined ? [] : [{ kind: "range", column, min, max } as const]),
      ...(empty === undefined ? [] : [{ kind: "empty", column, isEmpty: empty } as const]),
    ];
    if (found.length === 0) {
      throw new Refusal("A condition in where needs contains, one_of, none_of, min, max, or empty.");
    }
    return found;
  });
}

export const sortOf = (
  sort: (SortFields & { readonly next?: readonly SortFields[] | undefined }) | undefined,
): SortOrder | undefined =>
  sortOrderOf(
    (sort === undefined ? [] : [sort, ...(sort.next ?? [])]).map(({ column: id, descending = false }) => ({
      ...{ column: id, descending },
    })),
  );
