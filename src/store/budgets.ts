// The budgets that pay for calls: what people agreed to, and what may be spent without asking.
import type { StoreDb, Value } from "./storeDb";
import { notFound } from "./storeError";

/** Where the credits of a call come from. */
export type CallBudget =
  /** What the user agreed to; see `agree`. */
  | { readonly kind: "agreement"; readonly budget: number }
  /** What may be spent without confirmation, by all windows together since the last agreement. */
  | { readonly kind: "shared"; readonly allowance: number }
  /** What agents may spend a day and a month with an account without asking, by all processes together. */
  | ({
      readonly kind: "agents";
      readonly account: string;
      readonly perDay: number;
      readonly perMonth: number | null;
    } & AgentsPeriods);

/** The beginnings of a local day, of its month, and of the next month, in ms since 1970. */
export interface AgentsPeriods {
  readonly dayStart: number;
  readonly monthStart: number;
  readonly nextMonth: number;
}

/** Spent by agents without a question, in credits; with what calls of unknown cost may have cost. */
export interface AgentsSpent {
  readonly day: number;
  readonly month: number;
}

export interface StoredBudget {
  readonly no: number;
  readonly agreed: number;
  /** What its calls have cost, and what those in progress may cost. */
  readonly used: number;
}

/** Records that the user agreed to spend so many credits. What may be spent without confirmation starts again at 0. */
export function agree(db: StoreDb, { credits, at }: { readonly credits: number; readonly at: number }): number {
  return db.write(() => newBudget(db, { kind: "agreement", agreed: credits, opened_at: at }));
}

export const agreement = (db: StoreDb, budget: number): StoredBudget | undefined =>
  db.get("select no, agreed, used from budget where no = ? and kind = 'agreement'", budget);

const latestShared = `from budget
  where kind = 'shared' and no > (select coalesce(max(no), 0) from budget where kind = 'agreement')
  order by no desc limit 1`;

/** Spent without confirmation since the last agreement, by all windows. */
export function sharedUsed(db: StoreDb): number {
  return db.value<number>(`select used ${latestShared}`) ?? 0;
}

function newBudget(db: StoreDb, row: Readonly<Record<string, Value>>): number {
  db.insert("budget", row);
  return db.lastRow();
}

/** A day begins at most once in so many ms, in whichever time zone a process is. */
const shortestDayMs = 20 * 3_600_000;

const isAgentsToday = `kind = 'agents' and opened_at > ?1 - ${shortestDayMs} and opened_at < ?1 + ${shortestDayMs}`;

/** With each account in this month. What has no account counts for all: nobody knows whose it was. */
export function agentsSpent(
  db: StoreDb,
  { dayStart, monthStart, nextMonth }: AgentsPeriods,
): readonly (AgentsSpent & { readonly account?: string })[] {
  return db.all(
    `select account, round(sum(iif(${isAgentsToday}, used, 0)), 6) as day, round(sum(used), 6) as month
     from budget where kind = 'agents' and opened_at > ?2 - ${shortestDayMs} and opened_at < ?3 group by 1 order by 1`,
    dayStart,
    monthStart,
    nextMonth,
  );
}

/** With one account. */
export function agentsUsed(db: StoreDb, account: string, periods: AgentsPeriods): AgentsSpent {
  const found = agentsSpent(db, periods).filter((one) => one.account === undefined || one.account === account);
  const sum = (of: keyof AgentsSpent): number => found.reduce((total, one) => total + one[of], 0);
  return { day: sum("day"), month: sum("month") };
}

/** Of the budget that pays; one that windows or agents share begins with its first call. */
export function budgetNumber(db: StoreDb, budget: CallBudget, at: number): number {
  switch (budget.kind) {
    case "agreement":
      return budget.budget;
    case "shared":
      return db.value<number>(`select no ${latestShared}`) ?? newBudget(db, { kind: "shared", opened_at: at });
    case "agents": {
      const { account, dayStart } = budget;
      const today = `select no from budget where ${isAgentsToday} and account = ?2 order by opened_at desc limit 1`;
      return (
        db.value<number>(today, dayStart, account) ?? newBudget(db, { kind: "agents", opened_at: dayStart, account })
      );
    }
  }
}

/** Credits that are left in a budget. */
export function roomIn(db: StoreDb, no: number, budget: CallBudget): number {
  if (budget.kind === "agents") {
    const { day, month } = agentsUsed(db, budget.account, budget);
    return Math.min(budget.perDay - day, (budget.perMonth ?? Number.POSITIVE_INFINITY) - month);
  }
  const found = db.get<{ readonly agreed?: number; readonly used: number }>(
    "select agreed, used from budget where no = ?",
    no,
  );
  if (found === undefined) {
    throw notFound();
  }
  return (budget.kind === "agreement" ? (found.agreed ?? 0) : budget.allowance) - found.used;
}
