// Decides whether a paid call may leave. Every paid call draws on a budget before it is sent and is settled afterwards;
// nothing else in the product decides about credits.
import type { PaidOperation, TaskOperation } from "../service/operations";
import type { Clock } from "../service/wire";
import { pricePerRecord, type Ledger } from "./ledger";

/** Credits for one returned record. A price that nobody has seen counts as one credit, never as zero. */
export interface Price {
  readonly perRecord: number;
  readonly known: boolean;
}

const unknownPrice: Price = { perRecord: 1, known: false };

/** Prices are learned from calls as old as this, in ms. */
const priceMemoryMs = 90 * 86_400_000;

/** Prices are sums of binary fractions: 100 × 0.1 must fit into 10. */
const rounding = 1e-9;

/** Sums of fractional credits without the noise of binary fractions. */
export const exactCredits = (credits: number): number => Math.round(credits * 1e6) / 1e6;

/**
 * What keeps a call from leaving: the credit limit of the run, the sum that was agreed, what needs no question, or that nobody
 * knows what the call before it cost.
 */
export type BudgetEnd = "limit" | "agreed" | "unasked" | "costUnknown";

/** A call had no room in its budget when it was about to leave. Nothing was sent. */
export class BudgetUsedUp extends Error {
  override readonly name = "BudgetUsedUp";
  constructor(readonly end: BudgetEnd) {
    super(end);
  }
}

/** Makes one process of all windows wait for another while what is left without a question is being worked out. */
export type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

export interface BudgetsDeps {
  readonly ledger: Ledger;
  readonly clock: Pick<Clock, "now">;
  /** Credits that may be spent without a question, by all windows of the user together, until the next question. */
  readonly confirmAbove: () => number;
  readonly exclusively: Exclusively;
}

/** A call that is about to leave. */
export interface CallToPay {
  /** Unique among all calls of the user. */
  readonly call: string;
  readonly run: string;
  /** Id of the connection that pays. */
  readonly connection: string;
  readonly operation: PaidOperation;
  /** Records it may return. */
  readonly records: number;
}

/** How a call that left ended. */
export type Settlement =
  /** Without `credits` the reply did not say what it cost; `balanceDrop` is how far the balance fell meanwhile, where it could be read. */
  | { readonly kind: "answered"; readonly records: number; readonly credits: number | undefined; readonly balanceDrop?: number | undefined }
  /** No reply that could be understood came. */
  | { readonly kind: "failed"; readonly charged: "no" | "maybe" };

/** A call that left. */
export interface Reservation {
  /** Credits set aside for it. */
  readonly credits: number;
  /** Resolves with what it cost, or is estimated to have cost, in credits. */
  settle(settlement: Settlement): Promise<number>;
}

/** How many records the budget has room for, and what limits them. */
export interface Room {
  readonly records: number;
  readonly end?: BudgetEnd | undefined;
}

/** What one action may spend. */
export interface Budget {
  /** True when the user agreed although the service does not say what its pages cost. */
  readonly acceptsUnknownCosts: boolean;
  /** The sum that was agreed; absent when nothing had to be agreed. */
  readonly agreed?: number | undefined;
  price(connection: string, operation: TaskOperation): Promise<Price>;
  /** How many of the wanted records there is room for. `limit` is what is left of the run's own credit limit. */
  room(connection: string, operation: PaidOperation, wanted: number, limit: number | undefined): Promise<Room>;
  /** Sets the call's credits aside and writes it into the ledger. Rejects with `BudgetUsedUp` or a `StorageFailure`: then it must not leave. */
  reserve(call: CallToPay, limit: number | undefined): Promise<Reservation>;
  /** Puts what is written on the medium. */
  flush(): Promise<void>;
}

/** What an action is expected to cost, as the user was told. */
export interface ExpectedCost {
  readonly credits: number;
  /** A question is due whatever the action costs. */
  readonly askAlways?: boolean | undefined;
  readonly acceptsUnknownCosts?: boolean | undefined;
}

/** Gives budgets to actions. One for all windows: what needs no question is one sum over all of them. */
export class Budgets {
  constructor(private readonly deps: BudgetsDeps) {}

  /** The price that the next call of this operation must be expected to have. */
  async price(connection: string, operation: TaskOperation): Promise<Price> {
    const { ledger, clock } = this.deps;
    const highest = await ledger.highestPrice({ connection, operation, since: clock.now() - priceMemoryMs });
    return highest === undefined ? unknownPrice : { perRecord: highest, known: true };
  }

  /** Credits that can still be spent before a question is due. */
  async leftUnasked(): Promise<number> {
    return exactCredits(this.deps.confirmAbove() - (await this.deps.ledger.spentUnasked()));
  }

  /** A budget for what was planned: without a question when there is room for it, else with the user's agreement; `undefined` when that was refused. */
  async forAction(expected: ExpectedCost, ask: () => Promise<boolean>): Promise<Budget | undefined> {
    if (expected.askAlways !== true && expected.credits <= (await this.leftUnasked()) + rounding) {
      return this.unasked();
    }
    return (await ask()) ? this.agreed(expected.credits, expected.acceptsUnknownCosts) : undefined;
  }

  /** The user agreed to this sum just now. */
  async agreed(credits: number, acceptsUnknownCosts = false): Promise<Budget> {
    const { ledger, clock } = this.deps;
    // Whoever agrees to nothing was not asked about what was spent before either.
    if (credits > 0) {
      const at = clock.now();
      await ledger.append({ kind: "agreed", at, call: `agreement.${at}`, credits });
    }
    return new ActionBudget(this, this.deps, { kind: "agreed", credits }, acceptsUnknownCosts);
  }

  /** What needs no question. */
  unasked(): Budget {
    return new ActionBudget(this, this.deps, { kind: "unasked" });
  }

  /** For credits that are worth nothing: the sandbox's. */
  unlimited(): Budget {
    return new ActionBudget(this, this.deps, { kind: "unlimited" });
  }
}

type Source = { readonly kind: "agreed"; readonly credits: number } | { readonly kind: "unasked" } | { readonly kind: "unlimited" };

/** Pages asked for while no price is known and a credit limit must hold: 1 record, then twice as many for each free page. */
const firstProbe = 1;

class ActionBudget implements Budget {
  /** Counted and set aside by this action so far. */
  private drawn = 0;
  private readonly prices = new Map<string, Price>();
  private probe = firstProbe;
  private costUnknown = false;

  constructor(
    private readonly budgets: Budgets,
    private readonly deps: BudgetsDeps,
    private readonly source: Source,
    readonly acceptsUnknownCosts = false,
  ) {}

  get agreed(): number | undefined {
    return this.source.kind === "agreed" ? this.source.credits : undefined;
  }

  async price(connection: string, operation: TaskOperation): Promise<Price> {
    const key = priceKey(connection, operation);
    const known = this.prices.get(key);
    if (known !== undefined) {
      return known;
    }
    const price = await this.budgets.price(connection, operation);
    // A call that was settled meanwhile knows better.
    const learned = this.prices.get(key) ?? price;
    this.prices.set(key, learned);
    return learned;
  }

  async room(connection: string, operation: PaidOperation, wanted: number, limit: number | undefined): Promise<Room> {
    return this.fit(await this.price(connection, operation), wanted, await this.left(), limit);
  }

  async reserve(call: CallToPay, limit: number | undefined): Promise<Reservation> {
    const price = await this.price(call.connection, call.operation);
    const credits = exactCredits(call.records * price.perRecord);
    const draw = async (): Promise<void> => {
      const { records, end } = this.fit(price, call.records, await this.left(), limit);
      if (records < call.records) {
        throw new BudgetUsedUp(end ?? "agreed");
      }
      const unasked = this.source.kind === "unasked";
      await this.deps.ledger.append({ kind: "sent", at: this.deps.clock.now(), ...call, reserved: credits, unasked });
      this.drawn = exactCredits(this.drawn + credits);
    };
    await (this.source.kind === "unasked" ? this.deps.exclusively(draw) : draw());
    return { credits, settle: (settlement) => this.settle(call, credits, settlement) };
  }

  flush(): Promise<void> {
    return this.deps.ledger.sync();
  }

  private async left(): Promise<number> {
    switch (this.source.kind) {
      case "unlimited":
        return Number.POSITIVE_INFINITY;
      case "agreed":
        return exactCredits(this.source.credits - this.drawn);
      case "unasked":
        return this.budgets.leftUnasked();
    }
  }

  private fit(price: Price, wanted: number, left: number, limit: number | undefined): Room {
    if (this.costUnknown) {
      return { records: 0, end: "costUnknown" };
    }
    const source = recordsFor(price, left, wanted);
    const limited = limit === undefined ? wanted : recordsFor(price, limit, price.known ? wanted : Math.min(wanted, this.probe));
    const records = Math.min(source, limited);
    if (records >= wanted) {
      return { records: wanted };
    }
    const own = this.source.kind === "agreed" ? "agreed" : "unasked";
    return { records, end: limit !== undefined && limited <= source ? "limit" : own };
  }

  private async settle(call: CallToPay, reserved: number, settlement: Settlement): Promise<number> {
    const { ledger, clock } = this.deps;
    const estimate = estimatedCost(call, reserved, settlement);
    this.drawn = exactCredits(this.drawn - reserved + estimate);
    const isSure = settlement.kind === "failed" ? settlement.charged === "no" : isCostSure(settlement);
    // Without a question nothing more may leave until somebody was asked: the call may have cost any sum.
    const counted = isSure || this.source.kind !== "unasked" ? estimate : Math.min(Number.MAX_SAFE_INTEGER, Math.max(estimate, reserved + (await this.left())));
    const at = clock.now();
    if (settlement.kind === "failed") {
      await ledger.append({ kind: "failed", at, call: call.call, charged: settlement.charged, counted });
    } else {
      this.costUnknown ||= !isSure && this.source.kind !== "unlimited" && !this.acceptsUnknownCosts;
      this.learn(call, settlement);
      await ledger.append({ kind: "answered", at, call: call.call, records: settlement.records, credits: settlement.credits, counted });
    }
    return estimate;
  }

  private learn(call: CallToPay, { records, credits = 0 }: Extract<Settlement, { readonly kind: "answered" }>): void {
    if (credits > 0) {
      const key = priceKey(call.connection, call.operation);
      const seen = pricePerRecord(credits, records);
      const before = this.prices.get(key);
      this.prices.set(key, { perRecord: before?.known === true ? Math.max(before.perRecord, seen) : seen, known: true });
    } else {
      this.probe = Math.max(this.probe, call.records * 2);
    }
  }
}

/** A balance that did not fall beside returned records may only lag behind, or be rounded. */
const isCostSure = ({ credits, balanceDrop, records }: Extract<Settlement, { readonly kind: "answered" }>): boolean => credits !== undefined || (balanceDrop !== undefined && (balanceDrop > 0 || records === 0));

const priceKey = (connection: string, operation: TaskOperation): string => `${operation} ${connection}`;

/** A cost that is not known counts as what the balance lost; where that tells nothing, as the price seen so far. */
function estimatedCost(call: CallToPay, reserved: number, settlement: Settlement): number {
  if (settlement.kind === "failed") {
    return settlement.charged === "maybe" ? reserved : 0;
  }
  const { credits, balanceDrop = 0, records } = settlement;
  return exactCredits(credits ?? (balanceDrop > 0 ? balanceDrop : (reserved / Math.max(1, call.records)) * records));
}

/**
 * How many records so many credits pay for. With a price that nobody has seen, one record may be asked for as long as
 * anything is left: it tells the price.
 */
function recordsFor(price: Price, credits: number, wanted: number): number {
  if (credits === Number.POSITIVE_INFINITY) {
    return wanted;
  }
  const paid = Math.floor(credits / price.perRecord + rounding);
  return Math.max(0, Math.min(wanted, price.known || credits <= 0 ? paid : Math.max(1, paid)));
}
