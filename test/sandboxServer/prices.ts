// The price plan: what a record costs by operation, and how a reply reports its cost.
import * as z from "zod";
import { StandardPrices } from "../../src/sandbox/accounts";
import { operations, paidOperations, type PaidOperation } from "../../src/service/operations";

/** What `metadata.credits` is instead of the charge. */
export const reportedCredits = z.union([z.number(), z.literal("missing")]);

const credits = z.number().min(0).max(1e9);

/** A number alone is a flat price: it is charged for repeated records too. */
const priceSchema = z.preprocess(
  (value) => (typeof value === "number" ? { perRecord: value, repeated: "charged" } : value),
  z.strictObject({
    perRecord: z
      .preprocess((value) => (typeof value === "number" ? [value] : value), z.array(credits).min(1))
      .default([0.25]),
    repeated: z.enum(["free", "charged"]).default("free"),
    reported: reportedCredits.optional(),
  }),
);

const price = priceSchema.optional();

export const pricePlanSchema = z.strictObject({
  all: price,
  ...(Object.fromEntries(paidOperations.map((name) => [name, price])) as Record<PaidOperation, typeof price>),
});

/** What an operation costs: a flat price per record, or a price with its rules. */
type OperationPrice =
  | number
  | {
      /** 0.25 when absent. A list has a price for each call of the operation by a workspace; the last one repeats. */
      readonly perRecord?: number | readonly number[] | undefined;
      /** Whether a record that the workspace received before costs again; `"free"` when absent. */
      readonly repeated?: "free" | "charged" | undefined;
      /** What `metadata.credits` of the reply is instead of the real charge. */
      readonly reported?: ReportedCredits;
    };

/** Prices by operation; `all` is for the operations without their own. */
export type PricePlan = { readonly [operation in PaidOperation | "all"]?: OperationPrice | undefined };

type CheckedPrice = z.output<typeof priceSchema>;
export type ReportedCredits = CheckedPrice["reported"];
export type CheckedPricePlan = z.output<typeof pricePlanSchema>;

const standardPrice: CheckedPrice = priceSchema.parse({});

/** One paid call that was carried out: what was really charged, whatever its reply reports. */
export interface Charge {
  readonly path: string;
  /** Records returned, free ones included. */
  readonly records: number;
  /** 0 when nothing was found or all of it was free. */
  readonly credits: number;
}

export class PlannedPrices extends StandardPrices {
  readonly charges: Charge[] = [];
  private readonly calls = new Map<string, number>();

  constructor(private plan: CheckedPricePlan) {
    super();
  }

  override quote(operation: PaidOperation, workspaceId: string, rows: readonly number[]): readonly number[] {
    const { perRecord, repeated } = this.priceOf(operation);
    const calls = this.calls.get(`${operation} ${workspaceId}`) ?? 0;
    const price = perRecord[Math.min(calls, perRecord.length - 1)] ?? 0;
    const received = this.receivedBy(operation, workspaceId);
    return rows.map((row) => (repeated === "free" && received.has(row) ? 0 : price));
  }

  override record(operation: PaidOperation, workspaceId: string, rows: readonly number[], credits: number): void {
    super.record(operation, workspaceId, rows, credits);
    const key = `${operation} ${workspaceId}`;
    this.calls.set(key, (this.calls.get(key) ?? 0) + 1);
    this.charges.push({ path: operations[operation].path, records: rows.length, credits });
  }

  /** How the replies of a path report what they cost. */
  reported(path: string): ReportedCredits {
    const operation = paidOperations.find((name) => operations[name].path === path);
    return operation === undefined ? undefined : this.priceOf(operation).reported;
  }

  /** Sets other prices; their lists begin at the first price. Which records were received is remembered. */
  change(plan: CheckedPricePlan): void {
    this.plan = plan;
    this.calls.clear();
  }

  private priceOf(operation: PaidOperation): CheckedPrice {
    return this.plan[operation] ?? this.plan.all ?? standardPrice;
  }
}
