// The account of the current connection: its balance, today's spending, and the credits that agents may still spend
// without asking.
import { creditsText } from "../runs/amounts";
import type { Sum } from "../runs/budget";
import { agentsPeriodsOf, dayStartOf, exactCredits, type AgentsLimits } from "../runs/budget";
import { ServiceFailure } from "../service/errors";
import type { Account } from "../store/calls";
import type { Store } from "../store/client";
import { amountText } from "../text/numbers";
import type { App } from "./app";
import { neutral } from "./untrusted";

/** Free. `agents`: sentences about the credits that agents and scripts may still spend without asking. */
export async function accountState(app: App, signal: AbortSignal) {
  const { store, clock } = app;
  const { info, client, sandbox, balance } = await app.connection();
  const isNew = balance !== undefined && clock.now() - balance.at < newBalanceMs;
  const [read, spent, allowance] = await Promise.all([
    isNew ? readAs(balance.credits) : client.credits({ signal }).then((reply) => readAs(reply.balance), unread),
    spentToday(store, info.id, clock.now()),
    agentsAllowance(app, info),
  ]);
  signal.throwIfAborted();
  return {
    facts: {
      connection: neutral(info.label),
      sandbox,
      ...read,
      /** With this connection since midnight, by people, scripts and agents. */
      spentToday: spent.credits,
      spentAtLeast: spent.atLeast,
      ...allowance.facts,
    },
    agents: allowance.sentences,
  };
}

/** A balance that was read this recently, in ms, is not requested again. */
const newBalanceMs = 2_000;
const readAs = (balance: number) => ({ balance, problem: null, keyRejected: false });

/** Why the balance could not be read, and whether the service says that the key is not valid. */
function unread(error: unknown) {
  if (!(error instanceof ServiceFailure)) {
    throw error;
  }
  const { message, code } = error.detail;
  return { balance: null, problem: neutral(message), keyRejected: code === "unauthorized" };
}

export interface Spent {
  readonly credits: number;
  /** Some replies do not say how much they cost, or did not arrive. */
  readonly atLeast: boolean;
}

/** Spending with a connection since midnight, by all processes. */
export async function spentToday({ calls }: Store, connection: string, now: number): Promise<Spent> {
  const spent = await calls.spend({ since: dayStartOf(now), by: "connection" });
  const rows = spent.filter(({ key }) => key === connection);
  return {
    credits: rows.reduce((sum, { credits }) => sum + credits, 0),
    atLeast: rows.some(({ possiblyCharged, unknownCosts }) => possiblyCharged > 0 || unknownCosts > 0),
  };
}

/** Tells an agent where the user can raise the limits. */
export const howToRaise =
  "The user can raise that with the user settings “prospectDesk.agents.creditsPerDay” and " +
  "“prospectDesk.agents.creditsPerMonth”, or outside of VS Code with “prospect config set " +
  "agents.creditsPerDay N”. Do not try to change them yourself; tell the user what the call would cost.";

export async function agentsAllowance(app: App, account: Account) {
  const limits = await app.settings();
  const [day, month] = await app.budgets.agentsSums(account, limits);
  const leftToday = leftOf(day);
  const leftThisMonth = leftOf(month);
  return {
    /** Credits that a call may spend now without a question. */
    left: Math.min(leftToday ?? 0, leftThisMonth ?? Number.POSITIVE_INFINITY),
    /** Whole sentences, for models and scripts: the rest of each limit, and when it resets. */
    sentences: sentencesAbout(limits, { leftToday, leftThisMonth, now: app.clock.now() }),
    facts: {
      agentsPerDay: limits.creditsPerDay,
      agentsLeftToday: leftToday ?? 0,
      /** `null`: the month is not limited. */
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

/** The start of a local day, in a form for models and scripts: “2026-11-27 00:00”. */
function midnightText(time: number): string {
  const date = new Date(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${date.getFullYear()}-${month}-${day} 00:00`;
}
