// What paid calls and those who make them know of a budget and of prices, and how much agents may spend without asking.
import type { PaidOperation } from "../service/operations";
import type { AgentsPeriods } from "../store/calls";
import type { RunConnection, SumLimit } from "./run";

/** Credits for one returned record. An unknown price counts as one credit, never as zero. */
export interface Price {
  readonly perRecord: number;
  readonly known: boolean;
}

/** Prices are sums of binary fractions: 100 × 0.1 must fit into 10. */
export const rounding = 1e-9;

/** Removes the noise of binary fractions from sums of credits. */
export const exactCredits = (credits: number): number => Math.round(credits * 1e6) / 1e6;

/**
 * What prevents a call: the credit limit of the run, the sum that the user agreed to, the sum that needs no
 * confirmation, the sum that agents may spend a day or a month, or the unknown cost of the call before it.
 */
export type BudgetLimit = "limit" | "costUnknown" | SumLimit;

/** A call did not fit into its budget. Nothing was sent. */
export class BudgetUsedUp extends Error {
  override readonly name = "BudgetUsedUp";
  constructor(readonly limitedBy: BudgetLimit) {
    super(limitedBy);
  }
}

/** A call that is about to be sent. */
export interface CallToPay {
  /** Id of its run. */
  readonly run: string;
  /** The process that has the lease of the run. */
  readonly owner?: string | undefined;
  /** Key of the batch's question that it asks. */
  readonly question?: number | undefined;
  /** Id of the connection that pays. */
  readonly connection: string;
  readonly operation: PaidOperation;
  /** Records it may return. */
  readonly records: number;
}

/** What the balance was before and after a call, in credits. */
export interface BalanceReading {
  /** The expected balance before the call; absent when it was never read. */
  readonly before?: number | undefined;
  /** Absent when it could not be read. */
  readonly after?: number | undefined;
  /** How far it fell; absent when a balance is missing or it rose, which proves nothing. */
  readonly drop?: number | undefined;
  /** The part of the drop that rounding does not explain. */
  readonly charged?: number | undefined;
  /** All of it may be the cost of other calls: they are in flight, or the balance had not shown them yet. */
  readonly isShared?: boolean | undefined;
  /** The part of `charged` that earlier calls may have cost, which the balance had not shown yet. */
  readonly late?: number | undefined;
}

/** A call whose credits are reserved. It must be settled by `answered` or `failed`. */
export interface Reservation {
  /** Number of the call in the database. */
  readonly call: number;
  /** When it was reserved, in ms since 1970. */
  readonly at: number;
  readonly credits: number;
  /**
   * Its reply was stored. If that does not say what the call cost, the balance may show it. Resolves to whether the
   * stated cost is doubtful: nothing, or far less than the known price, for records that were returned. Such a call
   * counts as if it had its price until `verified`.
   */
  answered(page: {
    readonly records: number;
    readonly credits: number | undefined;
    readonly reading?: BalanceReading | undefined;
  }): Promise<boolean>;
  /** After `answered`: what the balance shows about the stated cost. */
  verified(found: BalanceFinding): Promise<void>;
  /** No reply that could be understood arrived. */
  failed(charged: "no" | "maybe"): Promise<void>;
}

/** How many records fit into the budget, and what limits them. */
export interface BudgetRoom {
  readonly records: number;
  readonly limitedBy?: BudgetLimit | undefined;
}

/** What the balance shows that a call has cost whose reply does not say it, without what others may have cost. */
export const chargeShownBy = (reading: BalanceReading | undefined): number =>
  reading === undefined || reading.isShared === true ? 0 : exactCredits((reading.charged ?? 0) - (reading.late ?? 0));

/** Credits that the balance shows in addition to what the reply of a call says. */
export interface BalanceFinding {
  readonly extra: number;
  /** The part of it that other calls may have cost. */
  readonly possible: number;
  /** Credits for one record, in all. */
  readonly perRecord?: number | undefined;
}

/**
 * How many records so many credits pay for. While the price is unknown, one record may be requested if any credits are
 * left: it shows the price.
 */
export function recordsFor(price: Price, credits: number, wanted: number): number {
  const paid = Math.floor(credits / price.perRecord + rounding);
  return Math.max(0, Math.min(wanted, price.known || credits <= 0 ? paid : Math.max(1, paid)));
}

/** What agents may spend with one account without asking, by all processes together. */
export interface AgentsLimits {
  readonly creditsPerDay: number;
  /** `null`: only the days are limited. */
  readonly creditsPerMonth: number | null;
}

/** Of a connection. A window and a server outside of VS Code may have the same account by other connections. */
export type Account = Pick<RunConnection, "origin" | "workspaceId">;

/** Names the account in the database. */
export const accountKey = ({ origin, workspaceId }: Account): string => `${origin} ${workspaceId}`;

/** Midnight of the local day; both in ms since 1970. */
export const dayStartOf = (now: number): number => new Date(now).setHours(0, 0, 0, 0);

/** The local day and the local month that calls of agents count for. */
export function agentsPeriodsOf(now: number): AgentsPeriods {
  const date = new Date(now);
  const monthStart = (later: number): number => new Date(date.getFullYear(), date.getMonth() + later).getTime();
  return { dayStart: dayStartOf(now), monthStart: monthStart(0), nextMonth: monthStart(1) };
}
