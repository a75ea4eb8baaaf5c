// The sandbox with everything that can go wrong: faults, other prices, deleted keys; and what it knows about its data.
import { setImmediate } from "node:timers/promises";
import type { SandboxKey } from "../../src/sandbox/accounts";
import { sandboxEnrichments } from "../../src/sandbox/bulkEnrichments";
import { companyId, type World } from "../../src/sandbox/companyData";
import { Database, listingOf, type Listing, type Matches } from "../../src/sandbox/database";
import type { FilterItems } from "../../src/sandbox/matching";
import { today } from "../../src/sandbox/months";
import { personId } from "../../src/sandbox/personData";
import { errorReply } from "../../src/sandbox/replies";
import type { IncomingRequest } from "../../src/sandbox/router";
import { defaultSize, Sandbox as ServedSandbox, type SandboxOptions as ServedOptions } from "../../src/sandbox/sandbox";
import type { SearchKind } from "../../src/service/filterCatalogue";
import type { Company, Person } from "../../src/service/recordSchemas";
import { TransportFailure, type Clock, type HttpReply, type Transport } from "../../src/service/wire";
import { altered, followPlan, replacement, type Fault, type FaultPicker, type FaultPlan } from "./faults";
import { differences, type KnownChanges } from "./knownChanges";
import { pageRange, withPageFaults } from "./pageFaults";
import { PlannedPrices, pricePlanSchema, type Charge, type PricePlan } from "./prices";

/** At most `calls` answered calls within any `windowMs`. Refused calls do not count. */
export interface RateLimit {
  readonly calls: number;
  readonly windowMs: number;
}

export interface SandboxOptions extends Omit<ServedOptions, "keys"> {
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** One key, `sandbox-key`, when absent. */
  readonly keys?: readonly SandboxKey[] | undefined;
  readonly faults?: FaultPlan | undefined;
  /** When absent, 0.25 credits for each returned record that the workspace did not receive before. */
  readonly prices?: PricePlan | undefined;
  readonly rateLimit?: RateLimit | undefined;
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
  readonly delivery: Pick<Fault, "delayMs" | "reset">;
}

const noFaults: FaultPlan = { faults: [] };
const canceled = (sent: boolean): TransportFailure => new TransportFailure("cancelled", sent, "The call was canceled.");

export class Sandbox extends ServedSandbox {
  readonly enrichments = sandboxEnrichments;
  readonly requests: ReceivedRequest[] = [];
  /** Paid calls that were carried out. */
  readonly charges: readonly Charge[];
  private readonly clock: SandboxOptions["clock"];
  private readonly prices: PlannedPrices;
  private readonly revoked = new Set<string>();
  private readonly people: number;
  private faultOf: FaultPicker;
  private pages = 0;
  private readonly rateLimit: RateLimit | undefined;
  /** Times of the calls that count against the rate limit. */
  private answered: number[] = [];

  constructor(options: SandboxOptions) {
    const prices = new PlannedPrices(pricePlanSchema.parse(options.prices ?? {}));
    const { keys = [{ key: "sandbox-key", workspaceId: "workspace-synthetic" }] } = options;
    super({ ...options, keys }, prices);
    this.rateLimit = options.rateLimit;
    this.prices = prices;
    this.charges = prices.charges;
    this.clock = options.clock;
    this.people = options.people ?? defaultSize.people;
    this.faultOf = followPlan(options.faults ?? noFaults);
  }

  /** Follows the signal; faults of the connection reject with `TransportFailure`. */
  override readonly transport: Transport = (request, signal) =>
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
    this.requests.push({ at: this.clock.now(), method: request.method, path });
    const { fault, applied } = this.faultOf(path) ?? { fault: {}, applied: 0 };
    const replaced = replacement(fault);
    const isSkipped = fault.reset === "before" || (replaced !== undefined && fault.carriedOut !== true);
    const reply = isSkipped
      ? undefined
      : (this.refusalOverRateLimit() ?? (await this.carriedOut(request, path, fault, applied)));
    return { reply: replaced ?? reply ?? { status: 500, headers: {}, body: new Uint8Array() }, delivery: fault };
  }

  /** From now on the key is unknown. */
  revokeKey(key: string): void {
    this.revoked.add(`Bearer ${key}`);
  }

  /** Calls are counted from zero again. */
  setFaults(plan: FaultPlan | undefined): void {
    this.faultOf = followPlan(plan ?? noFaults);
  }

  /** Lists of prices begin at their first one. */
  setPrices(plan: PricePlan | undefined): void {
    this.prices.change(pricePlanSchema.parse(plan ?? {}));
  }

  /** The day of the data in ms since 1970; years and days in filters are counted back from it. */
  get asOf(): number {
    return today(this.database.world);
  }

  /** How many records are listed. */
  get counts(): { readonly companies: number; readonly people: number } {
    return { companies: this.listing("company").count, people: this.listing("people").count };
  }

  /** A listed company as a search returns it. */
  company(id: string): Company | undefined {
    const index = Number(id.slice(1));
    return id === companyId(index) && this.listing("company").has(index) ? this.database.company(index) : undefined;
  }

  /** A listed person as a search returns it. */
  person(id: string): Person | undefined {
    const index = Number(id.slice(1));
    return id === personId(index) && this.listing("people").has(index)
      ? this.database.person(index, "search")
      : undefined;
  }

  /** What differs between the matches of a search in two months: what comparing two runs has to find. */
  async changes(kind: SearchKind, filters: FilterItems, from: number, to: number): Promise<KnownChanges> {
    const [earlier, later] = [from, to].map((month) => ({ ...this.database.world, month })) as [World, World];
    const matchesIn = async (world: World): Promise<readonly number[]> => {
      const database = new Database(world, this.people);
      const matches = await (kind === "company" ? database.searchCompanies(filters) : database.searchPeople(filters));
      return (matches as Matches).records(0, Infinity);
    };
    return differences(kind, [earlier, await matchesIn(earlier)], [later, await matchesIn(later)]);
  }

  private listing(kind: SearchKind): Listing {
    const { seed, employers, month } = this.database.world;
    return kind === "company" ? listingOf(seed, employers, month) : listingOf(seed + 1, this.people, month);
  }

  private refusalOverRateLimit(): HttpReply | undefined {
    if (this.rateLimit === undefined) return undefined;
    const { calls, windowMs } = this.rateLimit;
    const now = this.clock.now();
    this.answered = this.answered.filter((at) => at > now - windowMs);
    const [first = now] = this.answered;
    if (this.answered.length >= calls)
      return errorReply(429, "error.rate.limit", `Too many requests. Try again in ${first + windowMs - now}ms`);
    this.answered.push(now);
    return undefined;
  }

  private async carriedOut(request: IncomingRequest, path: string, fault: Fault, applied: number): Promise<HttpReply> {
    const { headers, body } = request;
    const isRevoked = this.revoked.has(headers["authorization"] ?? "");
    let matches: Matches | undefined;
    const reply = await this.router.answer(
      isRevoked ? { ...request, headers: { ...headers, authorization: "Bearer revoked" } } : request,
      (found) => pageRange((matches = found), fault),
    );
    const page = matches && {
      matches,
      requested: (JSON.parse(Buffer.from(body ?? []).toString()) as { search_after?: string }).search_after,
      serial: (this.pages += 1),
    };
    const credits = fault.credits ?? this.prices.reported(path);
    const isChanged = reply.status === 200 && (applied > 0 || credits !== undefined);
    return altered(isChanged ? withPageFaults(reply, fault, applied, credits, page) : reply, fault);
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
    return reply;
  }
}

export type { Charge, Fault, FaultPlan, IncomingRequest, PricePlan, SandboxKey };
