// Decides whether a paid call may be sent. Every paid call reserves credits in a budget before it is sent and is
// settled afterwards; nothing else decides about credits.
import type { PaidOperation, TaskOperation } from "../service/operations";
import type { Clock } from "../service/wire";
import type { CallBudget } from "../store/calls";
import type { Store } from "../store/client";
import {
  accountKey,
  agentsPeriodsOf,
  BudgetUsedUp,
  chargeShownBy,
  exactCredits,
  recordsFor,
  rounding,
  type Account,
  type AgentsLimits,
  type BalanceFinding,
  type BudgetRoom,
  type CallToPay,
  type Price,
  type Reservation,
} from "./budgetTypes";
import type { Overrun, RunSummary, SumLimit } from "./run";

const unknownPrice: Price = { perRecord: 1, known: false };

export interface BudgetsDeps {
  readonly calls: Store["calls"];
  readonly clock: Pick<Clock, "now" | "sleep">;
  /** Credits that may be spent without confirmation, by all windows together, until the next confirmation. */
  readonly confirmAbove: () => number;
}

/** A sum that calls are paid from, and what they have cost or may still cost, in credits. */
export interface Sum {
  readonly of: SumLimit;
  readonly allowed: number;
  readonly used: number;
}

const leftOf = ({ allowed, used }: Sum): number => exactCredits(allowed - used);

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

  /** The user has just agreed to this sum. */
  async agreed(credits: number, acceptsUnknownCosts = false): Promise<Budget> {
    const { calls, clock } = this.deps;
    // An agreement resets what was spent without confirmation; agreeing to 0 credits must not.
    const budget = credits > 0 ? await calls.agree({ credits, at: clock.now() }) : undefined;
    return new Budget(this, this.deps, { kind: "agreed", credits, budget }, acceptsUnknownCosts);
  }

  /** Spends what needs no confirmation. */
  unconfirmed(): Budget {
    return new Budget(this, this.deps, { kind: "unconfirmed" });
  }

  /** What agents have spent without asking today and, where it is limited, this month. */
  async agentsSums(connection: Account, { creditsPerDay, creditsPerMonth }: AgentsLimits): Promise<readonly Sum[]> {
    const { calls, clock } = this.deps;
    const { day, month } = await calls.agentsUsed(accountKey(connection), agentsPeriodsOf(clock.now()));
    return [
      { of: "agents", allowed: creditsPerDay, used: day },
      ...(creditsPerMonth === null ? [] : [{ of: "agentsMonth", allowed: creditsPerMonth, used: month } as const]),
    ];
  }

  /** Credits that agents may still spend now without asking. */
  async leftForAgents(connection: Account, limits: AgentsLimits): Promise<number> {
    return Math.max(0, leftOf(tightest(await this.agentsSums(connection, limits))));
  }

  /** Spends what agents may spend without asking. */
  forAgents(connection: Account, limits: AgentsLimits): Budget {
    return new Budget(this, this.deps, { kind: "agents", connection, limits });
  }

  /** For the sandbox, whose credits are worth nothing. */
  unlimited(): Budget {
    return new Budget(this, this.deps, { kind: "unlimited" });
  }
}

interface ReservedCall {
  readonly no: number;
  readonly at: number;
  /** Records. */
  readonly asked: number;
  /** Reserved. */
  readonly credits: number;
  /** The expected one, of which less may be reserved when less is left. */
  readonly price: Price;
}

/** An agreement to 0 credits has no row in the database, and nothing fits into it. */
type Source =
  | { readonly kind: "agreed"; readonly credits: number; readonly budget: number | undefined }
  | { readonly kind: "unconfirmed" }
  | { readonly kind: "agents"; readonly connection: Account; readonly limits: AgentsLimits }
  | { readonly kind: "unlimited" };

/** The sum of which the least is left. */
const tightest = (sums: readonly Sum[]): Sum =>
  sums.reduce((one, other) => (leftOf(other) < leftOf(one) ? other : one), unlimitedSum);

const unlimitedSum: Sum = { of: "unconfirmed", allowed: Number.POSITIVE_INFINITY, used: 0 };

/** While no price is known, one record is requested at first, then twice as many after each free page. */
const firstProbe = 1;

/** A reply that says less than this part of the known price is verified with the balance. */
const doubtfulPart = 0.5;

/**
 * How often a call looks whether those that it waits for have ended, in ms.
 *
 * @internal
 */
export const callsInFlightMs = 45;

/** What one action may spend. */
export class Budget {
  private probe = firstProbe;
  private costUnknown = false;
  /** The highest price that the balance has shown, which the replies did not say. */
  private witnessed: number | undefined;
  /** The last time that a call cost more than was reserved for it. */
  private rise: Overrun["price"];

  constructor(
    private readonly budgets: Budgets,
    private readonly deps: BudgetsDeps,
    private readonly source: Source,
    /** The user agreed although the service does not say what its pages cost. */
    private readonly acceptsUnknownCosts = false,
  ) {}

  /** Nothing is worth anything here, so nothing is limited or doubted. */
  get isUnlimited(): boolean {
    return this.source.kind === "unlimited";
  }

  /** The sum that the user agreed to, if any. */
  get agreed(): number | undefined {
    return this.source.kind === "agreed" ? this.source.credits : undefined;
  }

  async price(connection: string, operation: TaskOperation): Promise<Price> {
    return this.atLeastWitnessed(await this.budgets.price(connection, operation));
  }

  private atLeastWitnessed(price: Price): Price {
    return this.witnessed === undefined || (price.known && price.perRecord >= this.witnessed)
      ? price
      : { perRecord: this.witnessed, known: true };
  }

  /** How many of the wanted records fit. `limit` is what is left of the run's own credit limit. */
  async room(
    connection: string,
    operation: PaidOperation,
    wanted: number,
    limit: number | undefined,
  ): Promise<BudgetRoom> {
    const [price, sum] = await Promise.all([this.price(connection, operation), this.sum()]);
    return this.fit(price, wanted, sum, limit);
  }

  /**
   * Reserves the call's credits, durably, after waiting for calls in flight that must end before. If this rejects
   * (`BudgetUsedUp`, `StoreError`, the reason of the signal), the call must not be sent.
   */
  async reserve(
    { run, owner, question, connection, operation, records: asked }: CallToPay,
    limit: number | undefined,
    signal?: AbortSignal,
  ): Promise<Reservation> {
    const { calls, clock } = this.deps;
    for (;;) {
      const [seen, sum] = await Promise.all([this.budgets.price(connection, operation), this.sum()]);
      const price = this.atLeastWitnessed(seen);
      const { records, limitedBy = "agreed" } = this.fit(price, asked, sum, limit);
      if (records < asked) {
        throw new BudgetUsedUp(limitedBy);
      }
      // One record of unknown price may be requested with less than a credit left.
      const credits = exactCredits(Math.min(asked * price.perRecord, Math.max(leftOf(sum), 0)));
      const at = clock.now();
      const reserved = await calls.reserve({
        run,
        owner,
        question,
        connection,
        operation,
        at,
        asked,
        credits,
        price: seen.known ? seen.perRecord : undefined,
        budget: this.callBudget(),
      });
      switch (reserved.kind) {
        case "reserved":
          return this.reservation({ no: reserved.call, at, asked, credits, price });
        case "noRoom":
          // Another window reserved its credits first.
          throw new BudgetUsedUp((await this.sum()).of);
        case "wait":
          await clock.sleep(callsInFlightMs, signal);
          break;
        case "priceChanged":
          break;
      }
    }
  }

  private reservation(call: ReservedCall): Reservation {
    let stated = 0;
    return {
      call: call.no,
      at: call.at,
      credits: call.credits,
      answered: (page) => {
        stated = page.credits ?? 0;
        return this.settleAnswered(call, page);
      },
      verified: (found) => this.settleVerified(call, stated, found),
      failed: (charged) => this.settleFailed(call.no, call.credits, charged),
    };
  }

  /** More was charged than allowed, because the price rose: what a run's end says about it. */
  async overrun({ header, credits, possibleCredits }: RunSummary): Promise<Overrun | undefined> {
    const { rise } = this;
    // More records than asked for may have been charged at the expected price.
    const price = rise !== undefined && rise.now > rise.before + rounding ? rise : undefined;
    const { credits: limit } = header.limits;
    const inRun = exactCredits(credits + possibleCredits);
    if (limit !== undefined && inRun > limit + rounding) {
      return { of: "limit", allowed: limit, charged: inRun, price };
    }
    // Sums that actions share are exceeded by the one that paid more than expected, or because a setting was lowered.
    if (rise === undefined && this.source.kind !== "agreed") {
      return undefined;
    }
    const { of, allowed, used } = await this.sum();
    const charged = exactCredits(used);
    return charged > allowed + rounding ? { of, allowed, charged, price } : undefined;
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
          account: accountKey(this.source.connection),
          perDay: this.source.limits.creditsPerDay,
          perMonth: this.source.limits.creditsPerMonth,
          ...agentsPeriodsOf(this.deps.clock.now()),
        };
    }
  }

  /** The sum that limits this budget now. */
  private async sum(): Promise<Sum> {
    const { calls, confirmAbove } = this.deps;
    switch (this.source.kind) {
      case "unlimited":
        return unlimitedSum;
      case "agreed": {
        const { budget, credits } = this.source;
        const found = budget === undefined ? undefined : await calls.agreement(budget);
        return { of: "agreed", allowed: credits, used: found?.used ?? credits };
      }
      case "unconfirmed":
        return { of: "unconfirmed", allowed: confirmAbove(), used: await calls.sharedUsed() };
      case "agents":
        return tightest(await this.budgets.agentsSums(this.source.connection, this.source.limits));
    }
  }

  private fit(price: Price, wanted: number, sum: Sum, limit: number | undefined): BudgetRoom {
    const left = leftOf(sum);
    if (this.costUnknown) {
      return { records: 0, limitedBy: "costUnknown" };
    }
    const probed = price.known ? wanted : Math.min(wanted, this.probe);
    // Agents pay nothing from less than a whole credit while no price is known.
    const isTooLittle = this.source.kind === "agents" && !price.known && left < price.perRecord;
    const source = isTooLittle ? 0 : recordsFor(price, left, this.isUnlimited ? wanted : probed);
    const limited = limit === undefined ? wanted : recordsFor(price, limit, probed);
    const records = Math.min(source, limited);
    if (records >= wanted) {
      return { records: wanted };
    }
    return { records, limitedBy: limit !== undefined && limited <= source ? "limit" : sum.of };
  }

  private async settleAnswered(
    { no: call, asked, credits: reserved, price }: ReservedCall,
    page: Parameters<Reservation["answered"]>[0],
  ): Promise<boolean> {
    const { records, credits, reading } = page;
    // An empty page says nothing about the price of a record.
    if ((credits ?? 0) === 0 && records > 0) {
      this.probe = Math.max(this.probe, asked * 2);
    }
    if (credits !== undefined) {
      if (credits > reserved + rounding) {
        this.rise = { before: price.perRecord, now: credits / Math.max(1, records) };
      }
      const expected = exactCredits((reserved / asked) * records);
      const isTooLittle = credits === 0 || (price.known && credits < expected * doubtfulPart);
      const isDoubtful = !this.isUnlimited && records > 0 && isTooLittle;
      if (isDoubtful) {
        await this.deps.calls.applyBalance(call, { counted: expected, possibleCredits: 0 });
      }
      return isDoubtful;
    }
    const drop = reading?.drop ?? 0;
    // A balance that did not fall although records were returned may be delayed or rounded.
    const isSure = reading?.drop !== undefined && reading.isShared !== true && (drop > 0 || records === 0);
    this.costUnknown ||= !isSure && this.source.kind !== "unlimited" && !this.acceptsUnknownCosts;
    // The drop of the balance, or else the price seen so far.
    const atPrice = (reserved / Math.max(1, asked)) * records;
    const estimate = exactCredits(drop > 0 ? drop : atPrice);
    const shown = chargeShownBy(reading);
    await this.deps.calls.applyBalance(call, {
      counted: await this.counted(estimate, isSure, Math.max(reserved, atPrice)),
      possibleCredits: shown > 0 ? 0 : estimate,
      balanceBefore: reading?.before,
      balanceAfter: reading?.after,
    });
    if (shown > 0) {
      const possibleCredits = exactCredits((reading?.charged ?? 0) - shown);
      await this.deps.calls.addCharge(call, { credits: shown, counted: estimate, possibleCredits });
    }
    return false;
  }

  private async settleVerified(
    { no: call, price, credits: reserved }: ReservedCall,
    stated: number,
    { extra, possible, perRecord }: BalanceFinding,
  ): Promise<void> {
    const { perRecord: before } = price;
    const counted = exactCredits(stated + extra);
    const sure = exactCredits(extra - possible);
    if (sure > 0 && perRecord !== undefined) {
      this.witnessed = Math.max(this.witnessed ?? 0, perRecord);
      if (perRecord > before + rounding) {
        this.rise = { before, now: perRecord };
      }
    }
    await (extra > 0 && sure === 0
      ? this.deps.calls.applyBalance(call, { counted: Math.max(reserved, counted), possibleCredits: extra })
      : this.deps.calls.addCharge(call, { credits: sure, counted, possibleCredits: possible }));
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
      : Math.min(Number.MAX_SAFE_INTEGER, Math.max(possibleCredits, before + leftOf(await this.sum())));
  }
}
