// Decides whether a paid call may leave. Every paid call draws on a budget before it is sent and is settled afterwards;
// nothing else in the product decides about credits.
import type { PaidOperation, TaskOperation } from "../service/operations";
import type { Clock } from "../service/wire";
import type { CallBudget } from "../store/calls";
import type { Store } from "../store/client";
import type { BalanceReading } from "./balance";

/** Credits for one returned record. A price that nobody has seen counts as one credit, never as zero. */
export interface Price {
  readonly perRecord: number;
  readonly known: boolean;
}

const unknownPrice: Price = { perRecord: 1, known: false };

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

export interface BudgetsDeps {
  readonly calls: Store["calls"];
  readonly clock: Pick<Clock, "now">;
  /** Credits that may be spent without a question, by all windows of the user together, until the next question. */
  readonly confirmAbove: () => number;
}

/** A call that is about to leave. */
export interface CallToPay {
  /** Id of its run. */
  readonly run: string;
  /** Id of the connection that pays. */
  readonly connection: string;
  readonly operation: PaidOperation;
  /** Records it may return. */
  readonly records: number;
}

/** A call that left. Its cost is stored with its page; what that did not say, or a call without a page, is settled here. */
export interface Reservation {
  /** Number of the call in the database. */
  readonly call: number;
  /** Its reply was stored: with its cost, or with what the balance tells. */
  answered(page: {
    readonly records: number;
    readonly credits: number | undefined;
    readonly reading?: BalanceReading | undefined;
  }): Promise<void>;
  /** No reply that could be understood came. */
  failed(charged: "no" | "maybe"): Promise<void>;
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
  /** Sets the call's credits aside, durably. Rejects with `BudgetUsedUp` or a `StoreError`: then it must not leave. */
  reserve(call: CallToPay, limit: number | undefined): Promise<Reservation>;
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
    const { calls, clock } = this.deps;
    const highest = await calls.highestPrice(connection, operation, clock.now());
    return highest === undefined ? unknownPrice : { perRecord: highest, known: true };
  }

  /** Credits that can still be spent before a question is due. */
  async leftUnasked(): Promise<number> {
    return exactCredits(this.deps.confirmAbove() - (await this.deps.calls.sharedUsed()));
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
    const { calls, clock } = this.deps;
    // Whoever agrees to nothing was not asked about what was spent before either.
    const budget = credits > 0 ? await calls.agree({ credits, at: clock.now() }) : undefined;
    return new ActionBudget(this, this.deps, { kind: "agreed", credits, budget }, acceptsUnknownCosts);
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

/** An agreement to 0 credits has no row in the database, and room for nothing. */
type Source =
  | { readonly kind: "agreed"; readonly credits: number; readonly budget: number | undefined }
  | { readonly kind: "unasked" }
  | { readonly kind: "unlimited" };

/** Pages asked for while no price is known and a credit limit must hold: 1 record, then twice as many for each free page. */
const firstProbe = 1;

class ActionBudget implements Budget {
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

  price(connection: string, operation: TaskOperation): Promise<Price> {
    return this.budgets.price(connection, operation);
  }

  async room(connection: string, operation: PaidOperation, wanted: number, limit: number | undefined): Promise<Room> {
    const [price, left] = await Promise.all([this.price(connection, operation), this.left()]);
    return this.fit(price, wanted, left, limit);
  }

  async reserve(
    { run, connection, operation, records: asked }: CallToPay,
    limit: number | undefined,
  ): Promise<Reservation> {
    const [price, left] = await Promise.all([this.price(connection, operation), this.left()]);
    const { records, end = "agreed" } = this.fit(price, asked, left, limit);
    if (records < asked) {
      throw new BudgetUsedUp(end);
    }
    // One record of unknown price may be asked for with less than a credit left.
    const credits = exactCredits(Math.min(asked * price.perRecord, Math.max(left, 0)));
    const reserved = await this.deps.calls.reserve({
      run,
      connection,
      operation,
      at: this.deps.clock.now(),
      asked,
      credits,
      budget: this.callBudget(),
    });
    if (reserved.kind === "noRoom") {
      // Another window was faster.
      throw new BudgetUsedUp(this.ownEnd);
    }
    const { call } = reserved;
    return {
      call,
      answered: (page) => this.settleAnswered(call, { asked, credits }, page),
      failed: (charged) => this.settleFailed(call, credits, charged),
    };
  }

  private get ownEnd(): BudgetEnd {
    return this.source.kind === "agreed" ? "agreed" : "unasked";
  }

  private callBudget(): CallBudget | undefined {
    switch (this.source.kind) {
      case "unlimited":
        return undefined;
      case "agreed":
        return this.source.budget === undefined ? undefined : { kind: "agreement", budget: this.source.budget };
      case "unasked":
        return { kind: "shared", allowance: this.deps.confirmAbove() };
    }
  }

  private async left(): Promise<number> {
    switch (this.source.kind) {
      case "unlimited":
        return Number.POSITIVE_INFINITY;
      case "agreed": {
        const found =
          this.source.budget === undefined ? undefined : await this.deps.calls.agreement(this.source.budget);
        return found === undefined ? 0 : exactCredits(found.agreed - found.used);
      }
      case "unasked":
        return this.budgets.leftUnasked();
    }
  }

  private fit(price: Price, wanted: number, left: number, limit: number | undefined): Room {
    if (this.costUnknown) {
      return { records: 0, end: "costUnknown" };
    }
    const source = recordsFor(price, left, wanted);
    const limited =
      limit === undefined ? wanted : recordsFor(price, limit, price.known ? wanted : Math.min(wanted, this.probe));
    const records = Math.min(source, limited);
    if (records >= wanted) {
      return { records: wanted };
    }
    return { records, end: limit !== undefined && limited <= source ? "limit" : this.ownEnd };
  }

  private async settleAnswered(
    call: number,
    { asked, credits: reserved }: { readonly asked: number; readonly credits: number },
    page: Parameters<Reservation["answered"]>[0],
  ): Promise<void> {
    const { records, credits, reading } = page;
    if (credits === undefined || credits === 0) {
      this.probe = Math.max(this.probe, asked * 2);
    }
    if (credits !== undefined) {
      return;
    }
    const drop = reading?.drop ?? 0;
    // A balance that did not fall beside returned records may only lag behind, or be rounded.
    const isSure = reading?.drop !== undefined && (drop > 0 || records === 0);
    this.costUnknown ||= !isSure && this.source.kind !== "unlimited" && !this.acceptsUnknownCosts;
    // What the balance lost; where that tells nothing, the price seen so far.
    const atPrice = (reserved / Math.max(1, asked)) * records;
    const possible = exactCredits(drop > 0 ? drop : atPrice);
    await this.deps.calls.recount(call, {
      counted: await this.counted(possible, isSure, Math.max(reserved, atPrice)),
      possible,
      balanceBefore: reading?.before,
      balanceAfter: reading?.after,
    });
  }

  private async settleFailed(call: number, reserved: number, charged: "no" | "maybe"): Promise<void> {
    const possible = charged === "maybe" ? reserved : 0;
    const counted = await this.counted(possible, charged === "no", reserved);
    await this.deps.calls.failed(call, { charged, at: this.deps.clock.now(), counted, possible });
  }

  /**
   * Without a question nothing more may leave until somebody was asked: a call whose cost is not sure may have cost any sum, so
   * it uses up what is left. `before` is what its budget counts for it so far.
   */
  private async counted(possible: number, isSure: boolean, before: number): Promise<number> {
    return isSure || this.source.kind !== "unasked"
      ? possible
      : Math.min(Number.MAX_SAFE_INTEGER, Math.max(possible, before + (await this.left())));
  }
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
