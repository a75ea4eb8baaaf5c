// The sandbox: the whole service embedded, with synthetic companies and people. It opens no port and needs no network.
import { setImmediate } from "node:timers/promises";
import type { Company, Person } from "../service/records";
import { TransportFailure, type Clock, type HttpReply, type Transport } from "../service/wire";
import { openAccounts, type RateLimit, type SandboxKey } from "./accounts";
import { openDatabase } from "./database";
import { openEnrichments, sandboxEnrichments } from "./bulkEnrichments";
import { altered, followPlan, replacement, type Fault, type FaultPlan } from "./faults";
import { checkedFaultPlan, checkedPricePlan, checkOptions } from "./options";
import { openPrices, type PricePlan } from "./prices";
import { createRoutes, type Charge, type IncomingRequest } from "./routes";

export interface SandboxOptions {
  /** Wall clock and waiting; the data are of the first day of its month. */
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** 5,000 when absent; from 1 to 10,000,000. */
  readonly companies?: number | undefined;
  /** 50,000 when absent; from 1 to 10,000,000. */
  readonly people?: number | undefined;
  /** The same seed gives the same records within one month of the clock. */
  readonly seed?: number | undefined;
  /** One key, `sandbox-key`, when absent. */
  readonly keys?: readonly SandboxKey[] | undefined;
  readonly faults?: FaultPlan | undefined;
  /** No limit when absent. */
  readonly rateLimit?: RateLimit | undefined;
  /** 0.25 credits for each returned record that the workspace was not sent before, when absent. */
  readonly prices?: PricePlan | undefined;
  /** Reports the balance with its fraction instead of rounded down. */
  readonly fractionalBalance?: boolean | undefined;
  /** Name of the query parameter that asks for partial enrichment results: the sandbox's own choice, `partial`. */
  readonly partialParameter?: string | undefined;
}

/** One request that arrived, refused ones included. */
export interface Arrival {
  readonly at: number;
  readonly method: string;
  readonly path: string;
}

/** A reply and how it travels; a server has to act on `delivery`, the in-process transport does. */
export interface Answer {
  readonly reply: HttpReply;
  readonly delivery: Pick<Fault, "delayMs" | "drip" | "reset" | "truncateAt">;
}

export interface Sandbox {
  /** Carries requests in this process. Honours the signal; faults of the connection reject with `TransportFailure`. */
  readonly transport: Transport;
  /** Answers one request, without faults of the connection. Never rejects. */
  handle(request: IncomingRequest): Promise<HttpReply>;
  /** Answers one request and says how the reply shall travel. */
  answer(request: IncomingRequest): Promise<Answer>;
  /** Makes the search index now instead of with the first search. */
  ready(): Promise<void>;

  /** Credits that can be spent with a key, with their fraction; `undefined` for an unknown key. */
  balance(key: string): number | undefined;
  setBalance(key: string, credits: number): void;
  /** From now on the key is unknown. */
  revokeKey(key: string): void;
  /** Calls are counted anew. Throws a RangeError that names the mistakes of a wrong plan. */
  setFaults(plan: FaultPlan | undefined): void;
  /** Lists of prices begin at their first one. Throws a RangeError that names the mistakes of a wrong plan. */
  setPrices(plan: PricePlan | undefined): void;
  /** The monthly refresh: positions shift, a few records come and go. */
  refresh(): void;
  /** Paid calls that were carried out, the latest 10,000. */
  readonly charges: readonly Charge[];
  /** Requests that arrived, the latest 10,000. */
  readonly arrivals: readonly Arrival[];
  /** A listed company as a search returns it, or `undefined`. */
  company(id: string): Company | undefined;
  /** A listed person as a search returns it, or `undefined`. */
  person(id: string): Person | undefined;
  /** How many records are listed. */
  readonly counts: { readonly companies: number; readonly people: number };
  /** The day of the data in ms since 1970; years and days in filters are counted back from it. */
  readonly asOf: number;
  readonly enrichments: readonly { readonly id: string; readonly meaning: string }[];
}

const noFaults: FaultPlan = { faults: [] };
const keptEvents = 10_000;

function keep<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > keptEvents) list.shift();
}

function monthOf(now: number): number {
  const day = new Date(now);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
}

/**
 * Makes a sandbox at once; its index of the data is made in short slices with the first search or look-up.
 * Throws a RangeError that names the mistakes of wrong options.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  checkOptions(options);
  const {
    clock,
    companies = 5000,
    people = 50_000,
    seed = 1,
    keys = [{ key: "sandbox-key", workspaceId: "workspace-synthetic" }],
  } = options;
  const world = { seed, employers: companies, asOf: monthOf(clock.now()) };
  const database = openDatabase(world, people);
  const accounts = openAccounts(keys, options.rateLimit);
  const charges: Charge[] = [];
  const arrivals: Arrival[] = [];
  const prices = openPrices(checkedPricePlan(options.prices ?? {}));
  let faultOf = followPlan(checkedFaultPlan(options.faults ?? noFaults));

  const respond = createRoutes({
    database,
    accounts,
    enrichment: openEnrichments(world, people),
    now: () => clock.now(),
    prices,
    fractionalBalance: options.fractionalBalance ?? false,
    partialParameter: options.partialParameter ?? "partial",
    onCharge: (charge) => keep(charges, charge),
  });

  async function answer(request: IncomingRequest): Promise<Answer> {
    const [path = ""] = request.path.split("?", 1);
    keep(arrivals, { at: clock.now(), method: request.method, path });
    const call = faultOf(path) ?? { fault: {}, applied: 0 };
    const { fault } = call;
    const replaced = replacement(fault);
    const skipped = fault.reset === "before" || (replaced !== undefined && fault.carriedOut !== true);
    const reply = skipped ? undefined : await respond(request, call);
    const sent = replaced ?? (reply && altered(reply, fault));
    return { reply: sent ?? { status: 500, headers: {}, body: new Uint8Array() }, delivery: fault };
  }

  async function deliver(request: IncomingRequest, signal: AbortSignal): Promise<HttpReply> {
    // A network never answers within the same turn; neither does this one.
    await setImmediate();
    if (signal.aborted) throw cancelled(false);
    const { reply, delivery } = await answer(request);
    if (delivery.reset === "before")
      throw new TransportFailure("reset", false, "The connection was reset before the request was sent.");
    if (delivery.delayMs !== undefined) await clock.sleep(delivery.delayMs, signal);
    if (delivery.reset === "after")
      throw new TransportFailure("reset", true, "The connection was reset before the reply arrived.");
    const length = Math.min(reply.body.length, delivery.truncateAt ?? Infinity);
    if (delivery.drip !== undefined)
      await clock.sleep(Math.floor(length / delivery.drip.bytes) * delivery.drip.everyMs, signal);
    if (length < reply.body.length) throw new TransportFailure("truncated", true, "The reply ended before its end.");
    return reply;
  }

  const transport: Transport = (request, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(cancelled(false));
        return;
      }
      const onAbort = (): void => reject(cancelled(true));
      signal.addEventListener("abort", onAbort, { once: true });
      deliver(request, signal)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", onAbort));
    });

  return {
    transport,
    handle: async (request) => (await answer(request)).reply,
    answer,
    ready: () => database.ready(),
    balance: (key) => accounts.balance(key),
    setBalance: (key, credits) => accounts.setBalance(key, credits),
    revokeKey: (key) => accounts.revoke(key),
    setFaults: (plan) => {
      faultOf = followPlan(checkedFaultPlan(plan ?? noFaults));
    },
    setPrices: (plan) => prices.change(checkedPricePlan(plan ?? {})),
    refresh: () => database.refresh(),
    charges,
    arrivals,
    company: (id) => found(database.companyRow(id), (row) => database.company(row)),
    person: (id) => found(database.personRow(id), (row) => database.person(row, "search")),
    get counts() {
      return database.counts;
    },
    asOf: world.asOf,
    enrichments: sandboxEnrichments,
  };
}

function cancelled(sent: boolean): TransportFailure {
  return new TransportFailure("cancelled", sent, "The call was cancelled.");
}

function found<R>(row: number | undefined, record: (row: number) => R): R | undefined {
  return row === undefined ? undefined : record(row);
}

export { sandboxEnrichments };
export type { Charge, Fault, FaultPlan, IncomingRequest, PricePlan, RateLimit, SandboxKey };
