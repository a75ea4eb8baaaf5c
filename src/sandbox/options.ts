// Checks the sandbox's options and plans, with a sentence for each mistake.
import * as z from "zod";
import { faultPlanSchema, type FaultPlan } from "./faults";
import { pricePlanSchema, type CheckedPricePlan } from "./prices";

/** The default numbers of records: enough to page beyond an offset of 10,000. */
export const defaultSize = { companies: 5000, people: 20_000 } as const;
/** @internal */
export const largestSize = 1_000_000;
/** @internal */
export const latestMonth = 120;
/** The most paid calls that a balance can be behind. @internal */
export const latestCalls = 1_000;

const records = (name: string) => {
  const error = `The number of ${name} must be a whole number from 1 to 1,000,000.`;
  return z.number({ error }).int({ error }).min(1, { error }).max(largestSize, { error }).optional();
};
const credits = (name: string) => {
  const error = `The ${name} of a key must be from 0 to 1,000,000,000,000 credits.`;
  return z.number({ error }).min(0, { error }).max(1e12, { error }).optional();
};
const callsError = { error: "The calls of a rate limit must be a whole number, 0 or more." };
const windowError = { error: "The window of a rate limit must be longer than 0 ms." };
const monthError = { error: "The month must be a whole number from 0 to 120." };
const lagError = { error: "The balance of a key must be 0 to 1,000 paid calls behind." };
const seedError = { error: "The seed must be a whole number from 0 to 2,147,483,647." };

const optionsSchema = z.object({
  companies: records("companies"),
  people: records("people"),
  seed: z
    .number(seedError)
    .int(seedError)
    .min(0, seedError)
    .max(2 ** 31 - 1, seedError)
    .optional(),
  month: z.number(monthError).int(monthError).min(0, monthError).max(latestMonth, monthError).optional(),
  keys: z
    .array(
      z.object({
        key: z.string().min(1, "A key must not be empty."),
        workspaceId: z.string(),
        balance: credits("balance"),
        consumptionLimit: credits("consumption limit"),
        balanceLag: z.number(lagError).int(lagError).min(0, lagError).max(latestCalls, lagError).optional(),
      }),
    )
    .min(1, "The sandbox needs at least one key.")
    .optional(),
  rateLimit: z
    .object({
      calls: z.number(callsError).int(callsError).min(0, callsError),
      windowMs: z.number(windowError).positive(windowError),
    })
    .optional(),
});

function checked<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new RangeError(`${what} wrong:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Throws a RangeError when an option is out of its range. */
export function checkOptions(options: object): void {
  checked(optionsSchema, options, "The options of the sandbox are");
}

/** Throws a RangeError that names the mistakes of a wrong plan. */
export const checkFaultPlan = (plan: FaultPlan): FaultPlan => checked(faultPlanSchema, plan, "The fault plan is");
/** Throws a RangeError that names the mistakes of a wrong plan. */
export const checkPricePlan = (plan: unknown): CheckedPricePlan => checked(pricePlanSchema, plan, "The price plan is");
