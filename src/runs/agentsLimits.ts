// How much agents may spend without asking, and the local days and months that this is counted by.
import type { AgentsPeriods } from "../store/budgets";
import type { RunConnection } from "./run";

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
