// The messages between the credit-usage page and its host. The page imports only types: zod stays in the host.
import * as z from "zod";
import type { Procedures } from "./procedures";

/** One row of a table: a day, a search or a connection. */
export interface UsageRow {
  readonly label: string;
  readonly credits: number;
  readonly records: number;
  readonly calls: number;
  /** Calls that may have cost credits nobody reported, because their reply was lost. */
  readonly possiblyCharged: number;
}

/** What agents have spent without asking, today and in this month. */
export interface AgentsUsage {
  readonly creditsPerDay: number;
  /** `null`: the month is not limited. */
  readonly creditsPerMonth: number | null;
  /** By connection. */
  readonly rows: readonly { readonly label: string; readonly day: number; readonly month: number }[];
}

export interface Usage {
  readonly days: number;
  readonly byDay: readonly UsageRow[];
  readonly bySearch: readonly UsageRow[];
  readonly byConnection: readonly UsageRow[];
  /** All of this is of the sandbox, because nothing else was spent. */
  readonly isSandbox: boolean;
  /** What the sandbox charged, which is in none of these sums; `undefined` if it is nothing, or is all there is. */
  readonly sandbox: UsageRow | undefined;
  readonly agents: AgentsUsage;
}

/** What the host tells the page, by the name of the message. */
export interface CreditUsageUpdates {
  readonly usage: Usage;
  /** A sentence. */
  readonly problem: string;
}

/** What the page may ask of the host. */
export const creditUsageProcedures = {
  ready: z.undefined(),
  showDays: z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)]),
} satisfies Procedures;

export type CreditUsageProcedures = typeof creditUsageProcedures;
