// The fault plan: which calls go wrong, and how.
import * as z from "zod";
import { errorReply, jsonReply } from "../../src/sandbox/replies";
import type { HttpReply } from "../../src/service/wire";
import { reportedCredits } from "./prices";

const count = z.number().int().min(1);
const headers = z
  .record(z.string(), z.string())
  .refine(
    (given) => Object.keys(given).every((name) => /^[a-z0-9-]+$/.test(name)),
    "Header names are written in lower case.",
  );
const totalError = { error: 'Expected a number, a text, null or {"shrinkBy": N}' };

/** One fault; a field that is absent changes nothing. The descriptions are the text of `--help`. */
const faultSchema = z.strictObject({
  path: z
    .string()
    .startsWith("/")
    .optional()
    .describe("the path it applies to, without the query; every path when absent"),
  nth: count
    .optional()
    .describe(
      "the first call of that path, counted from 1, that it applies to; every call when nth and times are absent",
    ),
  times: count.optional().describe("how many calls in a row, from nth on; 1 when absent"),

  status: z
    .number()
    .int()
    .min(200)
    .max(599)
    .optional()
    .describe(
      "an error of this status instead of the reply; from 200 to 299 the real reply with this status, " +
        "without a body for 204 and 205",
    ),
  body: z.string().optional().describe("the body as text, instead of the real one"),
  headers: headers.optional().describe("added to the reply's headers"),
  html: z
    .boolean()
    .optional()
    .describe("true: a sign-in page of a proxy instead of JSON, with status or else with 200"),
  tooManyRequests: z.string().optional().describe('a 429 whose message is "Too many requests. " and this text'),
  resultAs402: z.boolean().optional().describe("true: a 402 whose body is an enrichment result instead of an error"),
  carriedOut: z
    .boolean()
    .optional()
    .describe("true: the call is carried out and charged although its reply is replaced"),

  delayMs: z.number().min(0).optional().describe("ms before the first byte of the reply"),
  drip: z
    .strictObject({ bytes: count, everyMs: z.number().min(0) })
    .optional()
    .describe('{"bytes": N, "everyMs": M}: the body in chunks of N bytes, one every M ms'),
  reset: z
    .enum(["before", "after"])
    .optional()
    .describe('the connection breaks "before" the call is carried out, or "after" it, so that the reply is lost'),
  truncateAt: z.number().int().min(0).optional().describe("the reply ends after this many bytes of its body"),

  credits: reportedCredits,
  list: z
    .enum(["missing", "null"])
    .optional()
    .describe('the list of records is "missing" or "null"; they are charged all the same'),
  blankIds: count.optional().describe("the first N records have an empty text as their id"),

  total: z
    .union([z.number(), z.string(), z.null(), z.strictObject({ shrinkBy: count })], totalError)
    .optional()
    .describe(
      'what metadata.total contains instead of the real total: a number, a text, null, "missing", ' +
        'or {"shrinkBy": N}, which subtracts another N with each call and stops at 0',
    ),
  shortBy: count.optional().describe("the page of a search has N records fewer than requested, at least 0"),
  longBy: count
    .max(10_000)
    .optional()
    .describe("the page of a search has N records more than requested, if there are enough matches"),
  repeatPage: z
    .boolean()
    .optional()
    .describe(
      "true: the records before this page again, as many as requested, with a new cursor that leads to this page; " +
        "the first page is unchanged",
    ),
  cursor: z
    .enum(["missing", "null", "blank", "same", "samePage", "emptyPage", "refused"])
    .optional()
    .describe(
      'metadata.search_after is "missing", "null", "blank" (an empty text), the "same" text as in the request ' +
        '(where it has one), a new text that leads to the "samePage" or to an "emptyPage", or a text that is "refused"',
    ),
  shortenToBalance: z
    .boolean()
    .optional()
    .describe(
      "true: a page that costs more than the balance is shortened to what the balance covers; " +
        "402 only when that is less than one record",
    ),
});

/** The first fault that applies to a call is used. `{"faults": [{"path": "…", "nth": 2, "status": 500}]}` */
export const faultPlanSchema = z.strictObject({ faults: z.array(faultSchema) });

/** The fields of a fault and what each of them does, for the help of `npm run sandbox`. */
export const faultFields: Readonly<Record<string, z.ZodType>> = faultSchema.shape;

export type Fault = Readonly<z.input<typeof faultSchema>>;
export interface FaultPlan {
  readonly faults: readonly Fault[];
}

/** The fault of one call, and how many calls it has applied to so far, this one included. */
export interface AppliedFault {
  readonly fault: Fault;
  readonly applied: number;
}

/** The fault of the next call of a path. */
export type FaultPicker = (path: string) => AppliedFault | undefined;

/** Picks the fault of each call; calls are counted for each fault separately. */
export function followPlan(plan: FaultPlan): FaultPicker {
  const counted = plan.faults.map((fault) => ({ fault, calls: 0, applied: 0 }));
  return (path) => {
    let chosen: (typeof counted)[number] | undefined;
    for (const entry of counted) {
      const { fault } = entry;
      if (fault.path !== undefined && fault.path !== path) continue;
      entry.calls += 1;
      const first = fault.nth ?? 1;
      const applies =
        fault.nth === undefined && fault.times === undefined
          ? true
          : entry.calls >= first && entry.calls < first + (fault.times ?? 1);
      if (applies) chosen ??= entry;
    }
    if (chosen === undefined) return undefined;
    chosen.applied += 1;
    return { fault: chosen.fault, applied: chosen.applied };
  };
}

const enrichmentOutOfCredits = {
  id: "enr-demo-credits",
  name: "Partner list",
  status: "CREDITS_INSUFFICIENT",
  cost: { credits: 0 },
  data: [
    {
      input: { first_name: "Ada", last_name: "Lovelace", company_domain: "northwind.example" },
      custom: { crm_id: "lead-1000" },
    },
  ],
};

const signInPage =
  "<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>";

/** The reply that a fault sends instead of the real one; `undefined` when it does not replace it. */
export function replacement(fault: Fault): HttpReply | undefined {
  const reply = replacedBody(fault);
  return reply && withHeaders(reply, fault);
}

const withHeaders = (reply: HttpReply, { headers }: Fault): HttpReply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});

/** The real reply with the status and headers of a fault. An error keeps its status. */
export function altered(reply: HttpReply, fault: Fault): HttpReply {
  const status = reply.status === 200 ? (fault.status ?? 200) : reply.status;
  const body = status === 204 || status === 205 ? new Uint8Array() : reply.body;
  return withHeaders({ ...reply, status, body }, fault);
}

const textReply = (status: number, type: string, text: string): HttpReply => ({
  status,
  headers: { "content-type": type },
  body: Buffer.from(text),
});

function replacedBody(fault: Fault): HttpReply | undefined {
  if (fault.tooManyRequests !== undefined)
    return errorReply(429, "error.rate.limit", `Too many requests. ${fault.tooManyRequests}`);
  if (fault.resultAs402) return jsonReply(402, enrichmentOutOfCredits);
  if (fault.html) return textReply(fault.status ?? 200, "text/html; charset=utf-8", fault.body ?? signInPage);
  if (fault.body !== undefined) return textReply(fault.status ?? 200, "application/json; charset=utf-8", fault.body);
  if (fault.status !== undefined && fault.status >= 300)
    return errorReply(fault.status, "error.sandbox.fault", `The fault plan answers with status ${fault.status}.`);
  return undefined;
}
