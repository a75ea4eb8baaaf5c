// A service that charges, counts and pages incorrectly as a plan defines, and records the real charges.
import { TransportFailure, type HttpReply, type HttpRequest, type Transport } from "../../../src/service/wire";

/** How one charged request is answered. */
export interface Behavior {
  /** Credits really charged per returned record. */
  readonly price: number;
  /** The cost in the reply: what it says is believed. */
  readonly reportedCost: "correct" | "missing" | "string" | "unusable" | "negative";
  readonly size: "full" | "short" | "empty" | "repeated" | "overlong" | "nullList";
  readonly cursor: "next" | "none" | "stuck" | "fresh" | "empty";
  readonly total: "true" | "zero" | "negative" | "missing" | "shrinking" | "huge" | "text";
  readonly fault:
    | "none"
    | "lostCharged"
    | "lostFree"
    | "402"
    | "403"
    | "429"
    | "500charged"
    | "500free"
    | "notJson"
    | "noList";
}

export interface ServicePlan {
  /** The number of matching records. */
  readonly records: number;
  /** One for each charged request; the last one repeats. */
  readonly behaviors: readonly Behavior[];
  /** "shared": others spend, too. */
  readonly balance: "whole" | "fractional" | "unreadable" | "rising" | "shared";
  /** Whether a record that was returned before is free, as with some services. */
  readonly freeWhenReturnedBefore: boolean;
}

export interface Charge {
  readonly credits: number;
  /** The reply says so. */
  readonly isStated: boolean;
}

export interface MisbehavingService {
  readonly transport: Transport;
  /** All credits really charged. */
  readonly charged: number;
  /** Credits of each request that was charged. */
  readonly charges: readonly Charge[];
  readonly returned: number;
}

const json = (status: number, value: unknown): HttpReply => ({
  status,
  headers: { "content-type": "application/json" },
  body: Buffer.from(JSON.stringify(value)),
});

/** The body of a people search. */
interface Asked {
  readonly limit?: number;
  readonly offset?: number;
  readonly search_after?: string;
  readonly current_company_domains?: readonly { readonly value: string }[];
}

/** Later requests are answered with 403, so that a run that would never end fails the test. */
const maxRequests = 400;

export function misbehavingService(plan: ServicePlan): MisbehavingService {
  const charges: Charge[] = [];
  const known = new Set<string>();
  let [balance, requests, returned, pages] = [1_000_000, 0, 0, 0];
  let [lastFrom, lastCount] = [0, 0];

  const charge = (ids: readonly string[], { price, fault, reportedCost }: Behavior): number => {
    const paid = plan.freeWhenReturnedBefore ? ids.filter((id) => !known.has(id)) : ids;
    ids.forEach((id) => known.add(id));
    const credits = Math.round(paid.length * price * 1e6) / 1e6;
    balance += { rising: 10_000, shared: -5_799 }[plan.balance as string] ?? 0;
    balance -= credits;
    if (credits > 0) {
      charges.push({ credits, isStated: fault === "none" && ["correct", "string"].includes(reportedCost) });
    }
    returned += ids.length;
    return credits;
  };

  const page = (body: Asked, behavior: Behavior): { readonly from: number; readonly count: number } => {
    const limit = body.limit ?? 10;
    const from = body.search_after === undefined ? (body.offset ?? 0) : Number(/\d+/.exec(body.search_after)?.[0] ?? 0);
    const left = Math.max(0, plan.records - from);
    switch (behavior.size) {
      case "full":
        return { from, count: Math.min(limit, left) };
      case "short":
        return { from, count: Math.min(Math.ceil(limit / 3), left) };
      case "overlong":
        return { from, count: Math.min(limit + 7, left) };
      case "repeated":
        return lastCount === 0 ? { from, count: Math.min(limit, left) } : { from: lastFrom, count: lastCount };
      case "empty":
      case "nullList":
        return { from, count: 0 };
    }
  };

  const metadata = (behavior: Behavior, credits: number, end: number): object => {
    const reportedCost = {
      correct: credits,
      missing: undefined,
      string: String(credits),
      unusable: "many",
      negative: -1 - credits,
    }[behavior.reportedCost];
    const total = {
      true: plan.records,
      zero: 0,
      negative: -1,
      missing: undefined,
      shrinking: Math.max(0, plan.records - pages * 40),
      huge: 1e300,
      text: String(plan.records),
    }[behavior.total];
    const cursor = {
      next: `after ${end}`,
      none: undefined,
      stuck: "after 0",
      fresh: `after 0 again ${"x".repeat(pages)}`,
      empty: "",
    }[behavior.cursor];
    return { credits: reportedCost, total, search_after: cursor };
  };

  const answer = (request: HttpRequest): HttpReply => {
    const last = plan.behaviors.length - 1;
    const behavior = plan.behaviors[Math.min(requests - 1, last)] as Behavior;
    const { fault } = behavior;
    if (fault === "402" || fault === "403") {
      return json(Number(fault), { code: "refused", message: "No." });
    }
    if (fault === "429") {
      return json(429, { code: "error.rate.limit", message: "Too many requests. Try again in 1s" });
    }
    if (fault === "lostFree" || fault === "500free") {
      return json(500, { code: "broken", message: "Broken." });
    }
    const body = JSON.parse(Buffer.from(request.body ?? []).toString("utf8")) as Asked;
    const [company] = body.current_company_domains ?? [];
    const { from, count } = page(body, behavior);
    // Each company has people of its own.
    const ids = Array.from({ length: count }, (_, nth) => `p${company?.value ?? ""}${from + nth}`);
    const credits = charge(ids, behavior);
    if (fault === "500charged") {
      return json(500, { code: "broken", message: "Broken." });
    }
    if (fault === "notJson") {
      return { status: 200, headers: { "content-type": "application/json" }, body: Buffer.from('{"people":[{"id":') };
    }
    [lastFrom, lastCount] = [from, count];
    pages += 1;
    const people = behavior.size === "nullList" ? null : ids.map((id) => ({ id, full_name: `Person ${id}` }));
    return json(200, {
      ...(fault === "noList" ? {} : { people }),
      metadata: metadata(behavior, credits, from + count),
    });
  };

  const transport: Transport = async (request) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (request.path.endsWith("/credits")) {
      const shown = plan.balance === "whole" ? Math.floor(balance) : balance;
      return plan.balance === "unreadable" ? json(404, {}) : json(200, { balance: shown });
    }
    requests += 1;
    if (requests > maxRequests) {
      return json(403, { code: "refused", message: "No more." });
    }
    const fault = plan.behaviors[Math.min(requests - 1, plan.behaviors.length - 1)]?.fault;
    const reply = answer(request);
    if (fault === "lostCharged" || fault === "lostFree") {
      throw new TransportFailure("reset", true, "The connection was lost.");
    }
    return reply;
  };

  return {
    transport,
    get charged() {
      return Math.round(charges.reduce((sum, { credits }) => sum + credits, 0) * 1e6) / 1e6;
    },
    charges,
    get returned() {
      return returned;
    },
  };
}
