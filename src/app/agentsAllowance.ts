// What agents may spend with an account without asking: what is left of it, in figures and in words.
import { amountText, inEnglish } from "../language/language";
import { creditsText } from "../runs/amounts";
import { agentsPeriodsOf, type Account, type AgentsLimits } from "../runs/agentsLimits";
import { exactCredits } from "../runs/budgetTypes";
import type { Sum } from "../runs/budget";
import type { App } from "./app";

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
