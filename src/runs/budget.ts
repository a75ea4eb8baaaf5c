// Decides whether a paid call may be sent. Every paid call reserves credits in a budget before it is sent and is
// settled afterwards; nothing else decides about credits.
import type { PaidOperation, TaskOperation } from "../service/operations";
import type { Clock } from "../service/wire";
import type { CallBudget } from "../store/calls";
import type { Store } from "../store/client";
import type { BalanceReading } from "./balance";

/** Credits for one returned record. An unknown price counts as one credit, never as zero. */
export interface Price {
  readonly perRecord: number;
  readonly known: boolean;
}

const unknownPrice: Price = { perRecord: 1, known: false };

/** Prices are sums of binary fractions: 100 × 0.1 must fit into 10. */
const rounding = 1e-9;

/** Removes the noise of binary fractions from sums of credits. */
export const exactCredits = (credits: number): number => Math.round(credits * 1e6) / 1e6;

/**
 * What prevents a call: the credit limit of the run, the sum that the user agreed to, the sum that needs no
 * confirmation, the sum that agents may spend a day, or the unknown cost of the call before it.
 */
export type BudgetLimit = "limit" | "agreed" | "unconfirmed" | "agents" | "costUnknown";

/** A call did not fit into its budget. Nothing was sent. */
export class BudgetUsedUp extends Error {
  override readonly name = "BudgetUsedUp";
  constructor(readonly limitedBy: BudgetLimit) {
    super(limitedBy);
  }
}

export interface BudgetsDeps {
  readonly calls: Store["calls"];
  readonly clock: Pick<Clock, "now">;
  /** Credits that may be spent without confirmation, by all windows together, until the next confirmation. */
  readonly confirmAbove: () => number;
}

/** A call that is about to be sent. */
export interface CallToPay {
  /** Id of its run. */
  readonly run: string;
  /** Key of the batch's question that it asks. */
  readonly question?: number | undefined;
  /** Id of the connection that pays. */
  readonly connection: string;
  readonly operation: PaidOperation;
  /** Records it may return. */
  readonly records: number;
}

/** A call whose credits are reserved. It must be settled by one of the two methods. */
export interface Reservation {
  /** Number of the call in the database. */
  readonly call: number;
  /** Its reply was stored. If that does not say what the call cost, the balance may show it. */
  answered(page: {
    readonly records: number;
    readonly credits: number | undefined;
    readonly reading?: BalanceReading | undefined;
  }): Promise<void>;
  /** No reply that could be understood arrived. */
  failed(charged: "no" | "maybe"): Promise<void>;
}

/** How many records fit into the budget, and what limits them. */
export interface BudgetRoom {
  readonly records: number;
  readonly limitedBy?: BudgetLimit | undefined;
}

/** What one action may spend. */
export interface Budget {
  /** The user agreed although the service does not say what its pages cost. */
  readonly acceptsUnknownCosts: boolean;
  /** The sum that the user agreed to, if any. */
  readonly agreed?: number | undefined;
  price(connection: string, operation: TaskOperation): Promise<Price>;
  /** How many of the wanted records fit. `limit` is what is left of the run's own credit limit. */
  room(connection: string, operation: PaidOperation, wanted: number, limit: number | undefined): Promise<BudgetRoom>;
  /**
   * Reserves the call's credits, durably. If this rejects (`BudgetUsedUp`, `StoreError`), the call must not be sent.
   */
  reserve(call: CallToPay, limit: number | undefined): Promise<Reservation>;
}

/** What an action is expected to cost, as shown to the user. */
export interface ExpectedCost {
  readonly credits: number;
  /** Ask whatever the action costs. */
  readonly askAlways?: boolean | undefined;
  readonly acceptsUnknownCosts?: boolean | undefined;
}

/** Creates budgets for actions. What needs no confirmation is one sum for all windows. */
export class Budgets {
  constructor(private readonly deps: BudgetsDeps) {}

  /** The expected price of the next call of this operation. */
  async price(connection: string, operation: TaskOperation): Promise<Price> {
    const { calls, clock } = this.deps;
    const highest = await calls.highestPrice(connection, operation, clock.now());
    return highest === undefined ? unknownPrice : { perRecord: highest, known: true };
  }

  /** Credits that may still be spent without confirmation. */
  async leftUnconfirmed(): Promise<number> {
    return exactCredits(this.deps.confirmAbove() - (await this.deps.calls.sharedUsed()));
  }

  /** A budget for an action, after a question if one is due; `undefined` when the user declined. */
  async forAction(expected: ExpectedCost, ask: () => Promise<boolean>): Promise<Budget | undefined> {
    if (expected.askAlways !== true && expected.credits <= (await this.leftUnconfirmed()) + rounding) {
      return this.unconfirmed();
    }
    return (await ask()) ? this.agreed(expected.credits, expected.acceptsUnknownCosts) : undefined;
  }

  /** The user has just agreed to this sum. */
  async agreed(credits: number, acceptsUnknownCosts = false): Promise<Budget> {
    const { calls, clock } = this.deps;
    // An agreement resets what was spent without confirmation; agreeing to 0 credits must not.
    const budget = credits > 0 ? await calls.agree({ credits, at: clock.now() }) : undefined;
    return new ActionBudget(this, this.deps, { kind: "agreed", credits, budget }, acceptsUnknownCosts);
  }

  /** Spends what needs no confirmation. */
  unconfirmed(): Budget {
    return new ActionBudget(this, this.deps, { kind: "unconfirmed" });
  }

  /** Credits that agents may still spend today without asking, of so many a day. */
  async leftForAgents(creditsPerDay: number): Promise<number> {
    const used = await this.deps.calls.agentsUsed(dayStartOf(this.deps.clock.now()));
    return Math.max(0, exactCredits(creditsPerDay - used));
  }

  /** Spends what agents may spend a day without asking, by all processes together. */
  forAgents(creditsPerDay: number): Budget {
    return new ActionBudget(this, this.deps, { kind: "agents", creditsPerDay });
  }

  /** For the sandbox, whose credits are worth nothing. */
  unlimited(): Budget {
    return new ActionBudget(this, this.deps, { kind: "unlimited" });
  }
}

/** An agreement to 0 credits has no row in the database, and nothing fits into it. */
type Source =
  | { readonly kind: "agreed"; readonly credits: number; readonly budget: number | undefined }
  | { readonly kind: "unconfirmed" }
  | { readonly kind: "agents"; readonly creditsPerDay: number }
  | { readonly kind: "unlimited" };

/** Midnight on this machine, in ms since 1970. */
const dayStartOf = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

/** While no price is known, a credit limit allows 1 record at first, then twice as many after each free page. */
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

  async room(
    connection: string,
    operation: PaidOperation,
    wanted: number,
    limit: number | undefined,
  ): Promise<BudgetRoom> {
    const [price, left] = await Promise.all([this.price(connection, operation), this.left()]);
    return this.fit(price, wanted, left, limit);
  }

  async reserve(
    { run, question, connection, operation, records: asked }: CallToPay,
    limit: number | undefined,
  ): Promise<Reservation> {
    const [price, left] = await Promise.all([this.price(connection, operation), this.left()]);
    const { records, limitedBy = "agreed" } = this.fit(price, asked, left, limit);
    if (records < asked) {
      throw new BudgetUsedUp(limitedBy);
    }
    const credits = this.creditsFor(asked, price, left);
    const reserved = await this.deps.calls.reserve({
      run,
      question,
      connection,
      operation,
      at: this.deps.clock.now(),
      asked,
      credits,
      budget: this.callBudget(),
    });
    if (reserved.kind === "noRoom") {
      // Another window reserved its credits first.
      throw new BudgetUsedUp(this.ownLimit);
    }
    const { call } = reserved;
    return {
      call,
      answered: (page) => this.settleAnswered(call, { asked, credits }, page),
      failed: (charged) => this.settleFailed(call, credits, charged),
    };
  }

  private creditsFor(asked: number, price: Price, left: number): number {
    const rest = Math.max(left, 0);
    // While no price is known, one call of agents at a time: it can cost more than is assumed.
    return this.source.kind === "agents" && !price.known
      ? rest
      : // One record of unknown price may be requested with less than a credit left.
        exactCredits(Math.min(asked * price.perRecord, rest));
  }

  private get ownLimit(): BudgetLimit {
    return this.source.kind === "agreed" || this.source.kind === "agents" ? this.source.kind : "unconfirmed";
  }

  private callBudget(): CallBudget | undefined {
    switch (this.source.kind) {
      case "unlimited":
        return undefined;
      case "agreed":
        return this.source.budget === undefined ? undefined : { kind: "agreement", budget: this.source.budget };
      case "unconfirmed":
        return { kind: "shared", allowance: this.deps.confirmAbove() };
      case "agents":
        return {
          kind: "agents",
          allowance: this.source.creditsPerDay,
          dayStart: dayStartOf(this.deps.clock.now()),
        };
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
      case "unconfirmed":
        return this.budgets.leftUnconfirmed();
      case "agents":
        return this.budgets.leftForAgents(this.source.creditsPerDay);
    }
  }

  private fit(price: Price, wanted: number, left: number, limit: number | undefined): BudgetRoom {
    if (this.costUnknown) {
      return { records: 0, limitedBy: "costUnknown" };
    }
    const probed = price.known ? wanted : Math.min(wanted, this.probe);
    // Agents pay nothing from less than a whole credit while no price is known.
    const isAgents = this.source.kind === "agents";
    const source =
      isAgents && !price.known && left < price.perRecord ? 0 : recordsFor(price, left, isAgents ? probed : wanted);
    const limited = limit === undefined ? wanted : recordsFor(price, limit, probed);
    const records = Math.min(source, limited);
    if (records >= wanted) {
      return { records: wanted };
    }
    return { records, limitedBy: limit !== undefined && limited <= source ? "limit" : this.ownLimit };
  }

  private async settleAnswered(
    call: number,
    { asked, credits: reserved }: { readonly asked: number; readonly credits: number },
    page: Parameters<Reservation["answered"]>[0],
  ): Promise<void> {
    const { records, credits, reading } = page;
    // An empty page says nothing about the price of a record, which agents must not exceed their budget by.
    if (this.source.kind === "agents" ? credits === 0 && records > 0 : credits === undefined || credits === 0) {
      this.probe = Math.max(this.probe, asked * 2);
    }
    if (credits !== undefined) {
      return;
    }
    const drop = reading?.drop ?? 0;
    // A balance that did not fall although records were returned may be delayed or rounded.
    const isSure = reading?.drop !== undefined && (drop > 0 || records === 0);
    this.costUnknown ||= !isSure && this.source.kind !== "unlimited" && !this.acceptsUnknownCosts;
    // The drop of the balance, or else the price seen so far.
    const atPrice = (reserved / Math.max(1, asked)) * records;
    const possibleCredits = exactCredits(drop > 0 ? drop : atPrice);
    await this.deps.calls.applyBalance(call, {
      counted: await this.counted(possibleCredits, isSure, Math.max(reserved, atPrice)),
      possibleCredits,
      balanceBefore: reading?.before,
      balanceAfter: reading?.after,
    });
  }

  private async settleFailed(call: number, reserved: number, charged: "no" | "maybe"): Promise<void> {
    const possibleCredits = charged === "maybe" ? reserved : 0;
    const counted = await this.counted(possibleCredits, charged === "no", reserved);
    await this.deps.calls.markFailed(call, { charged, at: this.deps.clock.now(), counted, possibleCredits });
  }

  /**
   * A call of uncertain cost may have cost any sum. Without the user's agreement it uses up all that is left, so that
   * nothing more is sent before the user is asked. `before` is what its budget counts for it so far.
   */
  private async counted(possibleCredits: number, isSure: boolean, before: number): Promise<number> {
    return isSure || (this.source.kind !== "unconfirmed" && this.source.kind !== "agents")
      ? possibleCredits
      : Math.min(Number.MAX_SAFE_INTEGER, Math.max(possibleCredits, before + (await this.left())));
  }
}

/**
 * How many records so many credits pay for. While the price is unknown, one record may be requested if any credits are
 * left: it shows the price.
 */
function recordsFor(price: Price, credits: number, wanted: number): number {
  const paid = Math.floor(credits / price.perRecord + rounding);
  return Math.max(0, Math.min(wanted, price.known || credits <= 0 ? paid : Math.max(1, paid)));
}
