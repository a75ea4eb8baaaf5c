// The fault plan: which calls go wrong, and how.
import * as z from "zod";
import { errorReply } from "../../src/sandbox/replies";
import type { HttpReply } from "../../src/service/wire";
import { reportedCredits } from "./prices";

const count = z.number().int().min(1);

/** One fault; a field that is absent changes nothing. */
const faultSchema = z.strictObject({
  /** The path it applies to, without the query; every path when absent. */
  path: z.string().startsWith("/").optional(),
  /** The first call of that path, counted from 1, that it applies to; every call when `nth` and `times` are absent. */
  nth: count.optional(),
  /** How many calls in a row, from `nth` on; 1 when absent. */
  times: count.optional(),
  /** An error of this status instead of the reply; from 200 to 299 the real reply with this status. */
  status: z.number().int().min(200).max(599).optional(),
  /** The body as text, instead of the real one. */
  body: z.string().optional(),
  /** Added to the reply's headers; lower-case names. */
  headers: z.record(z.string(), z.string()).optional(),
  /** A sign-in page of a proxy instead of JSON, with `status` or else with 200. */
  html: z.boolean().optional(),
  /** A 429 whose message is "Too many requests. " and this text. */
  tooManyRequests: z.string().optional(),
  /** The call is carried out and charged although its reply is replaced. */
  carriedOut: z.boolean().optional(),
  /** ms before the first byte of the reply. */
  delayMs: z.number().min(0).optional(),
  /** The connection breaks before the call is carried out, or after it, so that the reply is lost. */
  reset: z.enum(["before", "after"]).optional(),
  /** What `metadata.credits` is instead of the real charge. */
  credits: reportedCredits.optional(),
  /** The list of records is missing; they are charged all the same. */
  list: z.literal("missing").optional(),
  /** `metadata.total` is missing, or another N lower with each call, down to 0. */
  total: z.union([z.literal("missing"), z.strictObject({ shrinkBy: count })]).optional(),
  /** The page of a search has so many records fewer than requested, at least 0. */
  shortBy: count.optional(),
  /** `metadata.search_after` is a new text that leads to the same page. */
  cursor: z.literal("samePage").optional(),
});

/** The first fault that applies to a call is used. `{"faults": [{"path": "…", "nth": 2, "status": 500}]}` */
export const faultPlanSchema = z.strictObject({ faults: z.array(faultSchema) });

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
  return withHeaders({ ...reply, status }, fault);
}

const textReply = (status: number, type: string, text: string): HttpReply => ({
  status,
  headers: { "content-type": type },
  body: Buffer.from(text),
});

function replacedBody(fault: Fault): HttpReply | undefined {
  if (fault.tooManyRequests !== undefined)
    return errorReply(429, "error.rate.limit", `Too many requests. ${fault.tooManyRequests}`);
  if (fault.html) return textReply(fault.status ?? 200, "text/html; charset=utf-8", fault.body ?? signInPage);
  if (fault.body !== undefined) return textReply(fault.status ?? 200, "application/json; charset=utf-8", fault.body);
  if (fault.status !== undefined && fault.status >= 300)
    return errorReply(fault.status, "error.sandbox.fault", `The fault plan answers with status ${fault.status}.`);
  return undefined;
}
