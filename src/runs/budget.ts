// The spending limits of an action. The database decides about each call (`openCall`); this module says what the user,
// a setting or an agent's limits allow.
import type { TaskOperation } from "../service/operations";
import type { Clock } from "../service/wire";
import { unknownPrice, type Account, type AgentsPeriods, type Allowance, type AllowanceLimit } from "../store/calls";
import type { Store } from "../store/client";

/** Credits for one returned record. An unknown price counts as one credit, never as zero. */
export interface Price {
  readonly perRecord: number;
  readonly known: boolean;
}

export const priceOf = (highest: number | undefined): Price => ({
  perRecord: highest ?? unknownPrice,
  known: highest !== undefined,
});

/** Prices are sums of binary fractions: 100 × 0.1 must fit into 10. */
export const rounding = 1e-9;

/** Removes the noise of binary fractions from sums of credits. */
export const exactCredits = (credits: number): number => Math.round(credits * 1e6) / 1e6;

/** Rounds up to the next hundredth: a displayed sum must not be less than the exact one. */
export const roundedUp = (credits: number): number => Math.ceil(exactCredits(credits * 100)) / 100;

/** How much agents may spend with one account without asking, in all processes together. */
export interface AgentsLimits {
  readonly creditsPerDay: number;
  /** `null`: only the days are limited. */
  readonly creditsPerMonth: number | null;
}

/** Identifies the account in the database. */
export const accountKey = ({ origin, workspaceId }: Account): string => `${origin} ${workspaceId}`;

/** Midnight of the local day; both in ms since 1970. */
export const dayStartOf = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

/** The local day and month that an agent's calls count towards. */
export function agentsPeriodsOf(now: number): AgentsPeriods {
  const date = new Date(now);
  const monthStart = (later: number): number => new Date(date.getFullYear(), date.getMonth() + later).getTime();
  return { dayStart: dayStartOf(now), monthStart: monthStart(0), nextMonth: monthStart(1) };
}

/** The spending limit of one action. */
export type Budget = {
  /** The user agreed although the service does not say what its pages cost. */
  readonly acceptsUnknownCosts?: boolean | undefined;
} & (
  | { readonly kind: "agreed"; readonly credits: number; readonly budget: number | undefined }
  /** Credits that need no confirmation. */
  | { readonly kind: "unconfirmed" }
  | { readonly kind: "agents"; readonly account: Account; readonly limits: AgentsLimits }
  /** For the sandbox, whose credits are worth nothing. */
  | { readonly kind: "unlimited" }
);

export const unlimited: Budget = { kind: "unlimited" };

/** A sum that calls are paid from: its limit, and the credits that its calls have cost or may still cost. */
export interface Sum {
  readonly of: AllowanceLimit;
  readonly allowed: number;
  readonly used: number;
}

export interface BudgetsDeps {
  readonly calls: Store["calls"];
  readonly clock: Clock;
  /** Credits that may be spent without confirmation, by all windows together, until the next confirmation. */
  readonly confirmAbove: () => number;
}

/** Creates budgets for actions. Spending without confirmation counts towards one sum for all windows. */
export class Budgets {
  constructor(private readonly deps: BudgetsDeps) {}

  /** The expected price of the next call of this operation: the highest that the account paid in 90 days. */
  async price({ origin, workspaceId }: Account, operation: TaskOperation): Promise<Price> {
    const { calls, clock } = this.deps;
    return priceOf(await calls.highestPrice({ origin, workspaceId }, operation, clock.now()));
  }

  /** Credits that may still be spent without confirmation. */
  async leftUnconfirmed(): Promise<number> {
    return exactCredits(this.deps.confirmAbove() - (await this.deps.calls.sharedUsed()));
  }

  /** Records that the user has just agreed to this sum. */
  async agreed(credits: number, acceptsUnknownCosts = false): Promise<Budget> {
    const { calls, clock } = this.deps;
    // An agreement resets the credits spent without confirmation; agreeing to 0 credits must not.
    const budget = credits > 0 ? await calls.agree({ credits, at: clock.now() }) : undefined;
    return { kind: "agreed", credits, budget, acceptsUnknownCosts };
  }

  /** The credits that agents have spent without asking today and, where the month is limited, this month. */
  async agentsSums(account: Account, { creditsPerDay, creditsPerMonth }: AgentsLimits): Promise<readonly Sum[]> {
    const { calls, clock } = this.deps;
    const { day, month } = await calls.agentsUsed(accountKey(account), agentsPeriodsOf(clock.now()));
    const today: Sum = { of: "agents", allowed: creditsPerDay, used: day };
    return creditsPerMonth === null ? [today] : [today, { of: "agentsMonth", allowed: creditsPerMonth, used: month }];
  }

  /** Credits that agents may still spend now without asking. */
  async leftForAgents(account: Account, limits: AgentsLimits): Promise<number> {
    const sums = await this.agentsSums(account, limits);
    return Math.max(0, Math.min(...sums.map(({ allowed, used }) => exactCredits(allowed - used))));
  }

  /** The sum that the next call is paid from; `undefined` for the sandbox. */
  allowance(budget: Budget): Allowance | undefined {
    switch (budget.kind) {
      case "unlimited":
        return undefined;
      case "agreed":
        return budget.budget === undefined ? { kind: "nothing" } : { kind: "agreement", budget: budget.budget };
      case "unconfirmed":
        return { kind: "shared", credits: this.deps.confirmAbove() };
      case "agents":
        return {
          kind: "agents",
          account: accountKey(budget.account),
          perDay: budget.limits.creditsPerDay,
          perMonth: budget.limits.creditsPerMonth,
          ...agentsPeriodsOf(this.deps.clock.now()),
        };
    }
  }

  /** The sum that an action has exceeded, if any. Call it after the action's calls have ended. */
  async exceeded(budget: Budget): Promise<Sum | undefined> {
    const sums = await this.sums(budget);
    return sums.find(({ allowed, used }) => used > allowed + rounding);
  }

  private async sums(budget: Budget): Promise<readonly Sum[]> {
    switch (budget.kind) {
      case "unlimited":
        return [];
      case "agreed": {
        const found = budget.budget === undefined ? undefined : await this.deps.calls.agreement(budget.budget);
        return found === undefined ? [] : [{ of: "agreed", allowed: budget.credits, used: found.used }];
      }
      case "unconfirmed":
        return [{ of: "unconfirmed", allowed: this.deps.confirmAbove(), used: await this.deps.calls.sharedUsed() }];
      case "agents":
        return this.agentsSums(budget.account, budget.limits);
    }
  }
}
