// The fault plan: what goes wrong on a bad day, call by call.
import * as z from "zod";
import type { HttpReply } from "../service/wire";
import { enrichmentOutOfCredits } from "./bulkEnrichments";
import { errorReply, jsonReply, textReply } from "./replies";

/** One fault. What it leaves out stays as it would be without it. */
const faultSchema = z.strictObject({
  /** The path it applies to, without the query; every path when absent. */
  path: z.string().startsWith("/").optional(),
  /** The first call of that path, counted from 1, that it applies to; every call when absent. */
  nth: z.number().int().min(1).optional(),
  /** How many calls in a row, from `nth` on; 1 when absent. */
  times: z.number().int().min(1).optional(),
  status: z.number().int().min(200).max(599).optional(),
  /** The body as text, instead of the real one. */
  body: z.string().optional(),
  /** Added to the reply's headers. */
  headers: z.record(z.string().regex(/^[a-z0-9-]+$/, "Header names are written in lower case."), z.string()).optional(),
  /** A page of a proxy or a sign-in instead of JSON; with `status`, else with 200. */
  html: z.boolean().optional(),
  /** A 429 whose message is "Too many requests. " and this text. */
  tooManyRequests: z.string().optional(),
  /** A 402 whose body is an enrichment result instead of an error. */
  resultAs402: z.boolean().optional(),
  /** Ms before the first byte of the reply. */
  delayMs: z.number().min(0).optional(),
  /** The body in parts of so many bytes, one every so many ms. */
  drip: z.strictObject({ bytes: z.number().int().min(1), everyMs: z.number().min(0) }).optional(),
  /** The connection breaks before the call is carried out, or after it with the reply lost. */
  reset: z.enum(["before", "after"]).optional(),
  /** The reply ends after so many bytes of its body. */
  truncateAt: z.number().int().min(0).optional(),
  /** Whether the call is carried out and charged although its reply is replaced; false when absent. */
  carriedOut: z.boolean().optional(),
});

/** A fault plan: the first fault that applies to a call is used. `{"faults": [{"path": "…", "nth": 2, "status": 500}]}` */
export const faultPlanSchema = z.strictObject({ faults: z.array(faultSchema) });

export type Fault = Readonly<z.input<typeof faultSchema>>;
export interface FaultPlan {
  readonly faults: readonly Fault[];
}

/** Picks the fault of each call; counts calls for every fault by itself. */
export function followPlan(plan: FaultPlan): (path: string) => Fault | undefined {
  const counted = plan.faults.map((fault) => ({ fault, calls: 0 }));
  return (path) => {
    let chosen: Fault | undefined;
    for (const entry of counted) {
      const { fault } = entry;
      if (fault.path !== undefined && fault.path !== path) continue;
      entry.calls += 1;
      const first = fault.nth ?? 1;
      const applies = fault.nth === undefined && fault.times === undefined ? true : entry.calls >= first && entry.calls < first + (fault.times ?? 1);
      if (applies) chosen ??= fault;
    }
    return chosen;
  };
}

const signInPage = "<!doctype html><html><head><title>Sign in</title></head><body><h1>Sign in to the network</h1></body></html>";

/** The reply a fault puts in place of the real one; `undefined` when it leaves the reply as it is. */
export function replacement(fault: Fault): HttpReply | undefined {
  const reply = replacedBody(fault);
  return reply && { ...reply, headers: { ...reply.headers, ...fault.headers } };
}

function replacedBody(fault: Fault): HttpReply | undefined {
  if (fault.tooManyRequests !== undefined) return errorReply(429, "error.rate.limit", `Too many requests. ${fault.tooManyRequests}`);
  if (fault.resultAs402) return jsonReply(402, enrichmentOutOfCredits());
  if (fault.html) return textReply(fault.status ?? 200, "text/html; charset=utf-8", fault.body ?? signInPage);
  if (fault.body !== undefined) return textReply(fault.status ?? 200, "application/json; charset=utf-8", fault.body);
  if (fault.status !== undefined) return errorReply(fault.status, "error.sandbox.fault", `The fault plan answers with status ${fault.status}.`);
  return undefined;
}
