// The messages between the credit-usage page and its host. The page imports only types: zod stays in the host.
import * as z from "zod";
import type { Procedures } from "./procedures";

/** One row of a table: a day, a search or a connection. */
export interface UsageRow {
  readonly label: string;
  readonly credits: number;
  readonly records: number;
  readonly calls: number;
  /** Calls whose reply was lost, so that their cost is unknown. */
  readonly possiblyCharged: number;
}

/** Credits that agents have spent without asking, today and this month. */
export interface AgentsUsage {
  readonly creditsPerDay: number;
  /** `null` if there is no limit per month. */
  readonly creditsPerMonth: number | null;
  /** By connection. */
  readonly rows: readonly { readonly label: string; readonly day: number; readonly month: number }[];
}

export interface Usage {
  readonly days: number;
  readonly byDay: readonly UsageRow[];
  readonly bySearch: readonly UsageRow[];
  readonly byConnection: readonly UsageRow[];
  /** All rows are from the sandbox, because nothing else was spent. */
  readonly isSandbox: boolean;
  /** Sandbox usage, which the sums exclude; `undefined` if there is none or `isSandbox` is true. */
  readonly sandbox: UsageRow | undefined;
  readonly agents: AgentsUsage;
}

/** Messages from the host to the page. */
export interface CreditUsageUpdates {
  readonly usage: Usage;
  /** Why the usage cannot be shown, as a sentence. */
  readonly problem: string;
}

/** Messages from the page to the host. */
export const creditUsageProcedures = {
  ready: z.undefined(),
  showDays: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]),
} satisfies Procedures;

export type CreditUsageProcedures = typeof creditUsageProcedures;
