// The account of the connection in use: its balance, what was spent today, and what agents may still spend without
// asking.
import { agentsPeriodsOf, dayStartOf, exactCredits, type Account, type AgentsLimits } from "../runs/budgetTypes";
import { ServiceFailure } from "../service/errors";
import type { Store } from "../store/client";
import type { App } from "./app";
import { neutral } from "./untrusted";
import { amountText, inEnglish } from "../language/language";
import { creditsText } from "../runs/amounts";
import type { Sum } from "../runs/budget";

type AgentsFacts = AgentsAllowance["facts"];

export interface AccountFacts extends AgentsFacts, Readonly<Record<string, unknown>> {
  readonly connection: string;
  readonly sandbox: boolean;
  /** Credits; null when it could not be read. */
  readonly balance: number | null;
  /** Why the balance could not be read. */
  readonly problem: string | null;
  /** The service says that the key is not valid. */
  readonly keyRejected: boolean;
  /** With this connection since midnight, by people, scripts and agents. */
  readonly spentToday: number;
  /** `spentToday` is a lower bound. */
  readonly spentAtLeast: boolean;
}

/** Free. `agents`: sentences about what agents and scripts may still spend without asking. */
export async function accountState(
  app: App,
  signal: AbortSignal,
): Promise<{ readonly facts: AccountFacts; readonly agents: readonly string[] }> {
  const { store, clock } = app;
  const { info, client, sandbox } = await app.connection();
  const [read, spent, allowance] = await Promise.all([
    client.credits({ signal }).then(
      ({ balance }) => ({ balance, problem: null, keyRejected: false }),
      (error: unknown) => unread(error),
    ),
    spentSince(store, info.id, dayStartOf(clock.now())),
    agentsAllowance(app, info),
  ]);
  signal.throwIfAborted();
  return {
    facts: {
      connection: neutral(info.label),
      sandbox,
      ...read,
      spentToday: spent.credits,
      spentAtLeast: spent.atLeast,
      ...allowance.facts,
    },
    agents: allowance.sentences,
  };
}

export interface Spent {
  readonly credits: number;
  /** Some replies do not say what they cost, or did not arrive. */
  readonly atLeast: boolean;
}

/** With a connection, by all processes. */
async function spentSince({ calls }: Pick<Store, "calls">, connection: string, since: number): Promise<Spent> {
  const rows = (await calls.spend({ since, by: "connection" })).filter(({ key }) => key === connection);
  return {
    credits: rows.reduce((sum, { credits }) => sum + credits, 0),
    atLeast: rows.some(({ possiblyCharged, unknownCosts }) => possiblyCharged > 0 || unknownCosts > 0),
  };
}

export interface SpendSummary {
  readonly session: Spent;
  readonly today: Spent;
}

/** What was spent with a connection since a window was opened, and today. Times in ms since 1970. */
export async function spendSummary(
  store: Pick<Store, "calls">,
  connection: string,
  { now, sessionStart }: { readonly now: number; readonly sessionStart: number },
): Promise<SpendSummary> {
  const since = (start: number): Promise<Spent> => spentSince(store, connection, start);
  const [session, today] = await Promise.all([since(sessionStart), since(dayStartOf(now))]);
  return { session, today };
}

function unread(error: unknown): Pick<AccountFacts, "balance" | "problem" | "keyRejected"> {
  if (!(error instanceof ServiceFailure)) {
    throw error;
  }
  return {
    balance: null,
    problem: neutral(error.detail.message),
    keyRejected: error.detail.code === "unauthorized",
  };
}

/** Where the user can raise the limits. */
export const howToRaise =
  "The user can raise that with the user settings “prospectDesk.agents.creditsPerDay” and " +
  "“prospectDesk.agents.creditsPerMonth”. Do not try to change them yourself; tell the user what the call would cost.";

export interface AgentsAllowance {
  /** Credits that a call may spend now without a question. */
  readonly left: number;
  /** Whole English sentences, for models and scripts: what is left, and when it begins anew. */
  readonly sentences: readonly string[];
  readonly facts: {
    readonly agentsPerDay: number;
    readonly agentsLeftToday: number;
    /** `null`: the month is not limited. */
    readonly agentsPerMonth: number | null;
    readonly agentsLeftThisMonth: number | null;
  };
}

export async function agentsAllowance(app: App, account: Account): Promise<AgentsAllowance> {
  const limits = await app.settings();
  const [day, month] = await app.budgets.agentsSums(account, limits);
  const [leftToday, leftThisMonth] = [leftOf(day), leftOf(month)];
  return {
    left: Math.min(leftToday ?? 0, leftThisMonth ?? Number.POSITIVE_INFINITY),
    sentences: inEnglish(() => sentencesAbout(limits, { leftToday, leftThisMonth, now: app.clock.now() })),
    facts: {
      agentsPerDay: limits.creditsPerDay,
      agentsLeftToday: leftToday ?? 0,
      agentsPerMonth: limits.creditsPerMonth,
      agentsLeftThisMonth: leftThisMonth ?? null,
    },
  };
}

const leftOf = (sum: Sum | undefined): number | undefined => sum && Math.max(0, exactCredits(sum.allowed - sum.used));

function sentencesAbout(
  { creditsPerDay, creditsPerMonth }: AgentsLimits,
  left: { readonly leftToday?: number | undefined; readonly leftThisMonth?: number | undefined; readonly now: number },
): readonly string[] {
  const { dayStart, nextMonth } = agentsPeriodsOf(left.now);
  const nextDay = new Date(dayStart).setHours(24);
  return creditsPerDay === 0 || creditsPerMonth === 0
    ? ["Agents may spend nothing without asking."]
    : [
        `Agents may spend ${creditsText(creditsPerDay)} a day without asking; ` +
          `${amountText(left.leftToday ?? 0)} of them are left until ${midnightText(nextDay)}.`,
        ...(creditsPerMonth === null
          ? []
          : [
              `They may spend ${creditsText(creditsPerMonth)} a month; ` +
                `${amountText(left.leftThisMonth ?? 0)} of them are left until ${midnightText(nextMonth)}.`,
            ]),
      ];
}

/** The beginning of a local day, as models and scripts read it: “2026-11-27 00:00”. */
function midnightText(time: number): string {
  const date = new Date(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day} 00:00`;
}
