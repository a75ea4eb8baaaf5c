// The sandbox: the whole service embedded, with synthetic companies and people. It opens no port and needs no network.
import { setImmediate } from "node:timers/promises";
import type { SearchKind } from "../service/filterCatalogue";
import type { Company, Person } from "../service/records";
import { TransportFailure, type Clock, type HttpReply, type Transport } from "../service/wire";
import { openAccounts, type Accounts, type RateLimit, type SandboxKey } from "./accounts";
import { Database } from "./database";
import type { KnownChanges } from "./knownChanges";
import type { FilterItems } from "../service/matching";
import { today } from "./months";
import { openEnrichments, sandboxEnrichments } from "./bulkEnrichments";
import { altered, followPlan, replacement, type Fault, type FaultPicker, type FaultPlan } from "./faults";
import { checkFaultPlan, checkOptions, checkPricePlan, defaultSize } from "./options";
import { openPrices, type PricePlan, type Prices } from "./prices";
import { Router, type Charge, type IncomingRequest } from "./router";

export interface SandboxOptions {
  /** The dates in the data are relative to the first day of the clock's month. */
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** 5,000 when absent; from 1 to 1,000,000. */
  readonly companies?: number | undefined;
  /** 20,000 when absent; from 1 to 1,000,000. */
  readonly people?: number | undefined;
  /** The same seed gives the same records within one month of the clock. */
  readonly seed?: number | undefined;
  /** Months for which the data has moved on; 0 when absent, at most 120. See `setMonth`. */
  readonly month?: number | undefined;
  /** One key, `sandbox-key`, when absent. */
  readonly keys?: readonly SandboxKey[] | undefined;
  readonly faults?: FaultPlan | undefined;
  /** No limit when absent. */
  readonly rateLimit?: RateLimit | undefined;
  /** When absent, 0.25 credits for each returned record that the workspace did not receive before. */
  readonly prices?: PricePlan | undefined;
  /** Reports the balance with its fraction instead of rounded down. */
  readonly fractionalBalance?: boolean | undefined;
  /** Name of the query parameter that asks for partial enrichment results: the sandbox's own choice, `partial`. */
  readonly partialParameter?: string | undefined;
}

/** One received request; refused ones are included. */
export interface ReceivedRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
}

/** A reply and how it is delivered: the transport and the server have to act on `delivery`. */
export interface SandboxAnswer {
  readonly reply: HttpReply;
  readonly delivery: Pick<Fault, "delayMs" | "drip" | "reset" | "truncateAt">;
}

const noFaults: FaultPlan = { faults: [] };
const rememberedEvents = 10_000;

function remember<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > rememberedEvents) list.shift();
}

function monthOf(now: number): number {
  const day = new Date(now);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
}

/** Its records are made when they are first needed. */
export class Sandbox {
  /** Paid calls that were carried out, the latest 10,000. */
  readonly charges: readonly Charge[];
  /** Received requests, the latest 10,000. */
  readonly requests: readonly ReceivedRequest[];
  readonly enrichments = sandboxEnrichments;
  private readonly received: ReceivedRequest[] = [];
  private readonly clock: SandboxOptions["clock"];
  private readonly database: Database;
  private readonly accounts: Accounts;
  private readonly prices: Prices;
  private readonly router: Router;
  private faultOf: FaultPicker;

  /** Throws a RangeError that names the mistakes of wrong options. */
  constructor(options: SandboxOptions) {
    checkOptions(options);
    const {
      clock,
      companies = defaultSize.companies,
      people = defaultSize.people,
      seed = 1,
      month = 0,
      keys = [{ key: "sandbox-key", workspaceId: "workspace-synthetic" }],
    } = options;
    const world = { seed, employers: companies, asOf: monthOf(clock.now()), month };
    const charges: Charge[] = [];
    this.clock = clock;
    this.charges = charges;
    this.requests = this.received;
    this.database = new Database(world, people);
    this.accounts = openAccounts(keys, options.rateLimit);
    this.prices = openPrices(checkPricePlan(options.prices ?? {}));
    this.faultOf = followPlan(checkFaultPlan(options.faults ?? noFaults));
    this.router = new Router({
      database: this.database,
      accounts: this.accounts,
      enrichment: openEnrichments(() => this.database.world, people),
      now: () => clock.now(),
      prices: this.prices,
      fractionalBalance: options.fractionalBalance ?? false,
      partialParameter: options.partialParameter ?? "partial",
      onCharge: (charge) => remember(charges, charge),
    });
  }

  /** How many records are listed. */
  get counts(): { readonly companies: number; readonly people: number } {
    return this.database.counts;
  }

  /** Carries requests in this process. Follows the signal; faults of the connection reject with `TransportFailure`. */
  readonly transport: Transport = (request, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(canceled(false));
        return;
      }
      const onAbort = (): void => reject(canceled(true));
      signal.addEventListener("abort", onAbort, { once: true });
      this.deliver(request, signal)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", onAbort));
    });

  /** Answers one request, without faults of the connection. Never rejects. */
  async handle(request: IncomingRequest): Promise<HttpReply> {
    return (await this.answer(request)).reply;
  }

  /** Answers one request, with the way to deliver the reply. */
  async answer(request: IncomingRequest): Promise<SandboxAnswer> {
    const [path = ""] = request.path.split("?", 1);
    remember(this.received, { at: this.clock.now(), method: request.method, path });
    const applied = this.faultOf(path) ?? { fault: {}, applied: 0 };
    const { fault } = applied;
    const replaced = replacement(fault);
    const skipped = fault.reset === "before" || (replaced !== undefined && fault.carriedOut !== true);
    const reply = skipped ? undefined : await this.router.answer(request, applied);
    const sent = replaced ?? (reply && altered(reply, fault));
    return { reply: sent ?? { status: 500, headers: {}, body: new Uint8Array() }, delivery: fault };
  }

  /** Credits that can be spent with a key, with their fraction; `undefined` for an unknown key. */
  balance(key: string): number | undefined {
    return this.accounts.balance(key);
  }

  setBalance(key: string, credits: number): void {
    this.accounts.setBalance(key, credits);
  }

  /** From now on the key is unknown. */
  revokeKey(key: string): void {
    this.accounts.revoke(key);
  }

  /** Calls are counted from zero again. Throws a RangeError that names the mistakes of a wrong plan. */
  setFaults(plan: FaultPlan | undefined): void {
    this.faultOf = followPlan(checkFaultPlan(plan ?? noFaults));
  }

  /** Lists of prices begin at their first one. Throws a RangeError that names the mistakes of a wrong plan. */
  setPrices(plan: PricePlan | undefined): void {
    this.prices.change(checkPricePlan(plan ?? {}));
  }

  /** The day of the data in ms since 1970; years and days in filters are counted back from it. */
  get asOf(): number {
    return today(this.database.world);
  }

  /** Months for which the data has moved on. */
  get month(): number {
    return this.database.world.month;
  }

  /**
   * Moves the data to a month: positions shift, records are added and removed, people change jobs and places, companies
   * grow and shrink. What was charged and received stays. Throws a RangeError for a month that is not from 0 to 120.
   */
  setMonth(month: number): void {
    checkOptions({ month });
    this.database.setMonth(month);
  }

  /** The monthly refresh. */
  refresh(): void {
    this.setMonth(this.month + 1);
  }

  /** What differs between the matches of a search in two months: what comparing two runs has to find. */
  changes(kind: SearchKind, filters: FilterItems, from: number, to: number): Promise<KnownChanges> {
    return this.database.changes(kind, filters, from, to);
  }

  /** A listed company as a search returns it, or `undefined`. */
  company(id: string): Company | undefined {
    const index = this.database.companyIndex(id);
    return index === undefined ? undefined : this.database.company(index);
  }

  /** A listed person as a search returns it, or `undefined`. */
  person(id: string): Person | undefined {
    const index = this.database.personIndex(id);
    return index === undefined ? undefined : this.database.person(index, "search");
  }

  private async deliver(request: IncomingRequest, signal: AbortSignal): Promise<HttpReply> {
    // A network never answers in the same turn of the event loop; neither does this one.
    await setImmediate();
    if (signal.aborted) throw canceled(false);
    const { reply, delivery } = await this.answer(request);
    if (delivery.reset === "before")
      throw new TransportFailure("reset", false, "The connection was reset before the request was sent.");
    if (delivery.delayMs !== undefined) await this.clock.sleep(delivery.delayMs, signal);
    if (delivery.reset === "after")
      throw new TransportFailure("reset", true, "The connection was reset before the reply arrived.");
    const length = Math.min(reply.body.length, delivery.truncateAt ?? Infinity);
    if (delivery.drip !== undefined)
      await this.clock.sleep(Math.floor(length / delivery.drip.bytes) * delivery.drip.everyMs, signal);
    if (length < reply.body.length) throw new TransportFailure("truncated", true, "The reply ended early.");
    return reply;
  }
}

function canceled(sent: boolean): TransportFailure {
  return new TransportFailure("cancelled", sent, "The call was canceled.");
}

export type { Charge, Fault, FaultPlan, IncomingRequest, PricePlan, RateLimit, SandboxKey };
