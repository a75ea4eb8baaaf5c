// What the credit-usage page and the host say to each other.
import * as z from "zod";

/** One line of a table: a day, a search or a connection. */
export interface UsageRow {
  readonly label: string;
  readonly credits: number;
  readonly records: number;
  readonly calls: number;
  /** Calls whose reply was lost: they may have cost credits that nobody reported. */
  readonly possiblyCharged: number;
}

export interface Usage {
  readonly days: number;
  readonly byDay: readonly UsageRow[];
  readonly bySearch: readonly UsageRow[];
  readonly byConnection: readonly UsageRow[];
}

export type ToCreditUsage =
  { readonly kind: "usage"; readonly usage: Usage } | { readonly kind: "problem"; readonly message: string };

export const fromCreditUsage = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready") }),
  z.strictObject({
    kind: z.literal("showDays"),
    days: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]),
  }),
]);

export type FromCreditUsage = z.infer<typeof fromCreditUsage>;
