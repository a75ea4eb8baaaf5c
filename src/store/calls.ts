// The ledger: every paid call from before it is sent until its cost is known; and the budgets that pay for it.
import { isLeased, takeSlot } from "./leases";
import type { Value, StoreDb } from "./storeDb";
import { contentReplacing, inUse, notFound } from "./storeError";

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
function budgetNumber(db: StoreDb, budget: CallBudget, at: number): number {
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
function roomIn(db: StoreDb, no: number, budget: CallBudget): number {
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

export interface CallToReserve {
  /** Id of its run, if any. */
  readonly run?: string | undefined;
  /** Who must have the lease of the run: another process may have taken it over while this one slept. */
  readonly owner?: string | undefined;
  /** Key of the batch's question that it asks, which is marked as sent. */
  readonly question?: number | undefined;
  readonly connection: string;
  readonly operation: string;
  /** ms since 1970. */
  readonly at: number;
  /** Records asked for. */
  readonly asked: number;
  /** The most that it is expected to cost. */
  readonly credits: number;
  /** The highest price that the caller knows; absent: it is unknown. See `highestPrice`. */
  readonly price?: number | undefined;
  /** Absent for calls without a limit, such as those to the sandbox. */
  readonly budget?: CallBudget | undefined;
}

/** `left`: credits left in the budget. */
export type ReserveResult =
  | { readonly kind: "reserved"; readonly call: number; readonly left: number }
  | { readonly kind: "noRoom"; readonly left: number }
  /** Calls in flight must end first, because their price, or that of this call, is not certain. */
  | { readonly kind: "wait" }
  /** Another call has shown another price since the caller read it. */
  | { readonly kind: "priceChanged" };

/**
 * 100 × 0.1 must fit a budget of 10. Callers see what is left rounded to a millionth of a credit, so a third of a
 * credit must fit what they saw.
 */
const rounding = 1e-6;
/** How long a price is believed, in ms. */
const priceMs = 90 * 86_400_000;

/** The caller asks again within this time, in ms, or loses its place. */
const nextInLineMs = 1_000;

/** Calls in flight to the service of a connection. Those of a process that died are not: its run has no lease. */
export const callsInFlight = `select count(*) as calls, coalesce(sum(c.alone), 0) as alone,
    coalesce(sum(b.kind = 'agents'), 0) as agents
  from call c join run r on r.no = c.run_no left join budget b on b.no = c.budget_no
  where c.state = 'sent' and ${isLeased("?1", "r.")} and c.connection in (
      select id from connection where origin = (select origin from connection where id = ?2) union all select ?2)`;

/** Whether the last call of this operation cost more than was reserved for it. */
const hasRisen = (db: StoreDb, connection: string, operation: string): boolean =>
  db.value<number>(
    `select coalesce(credits, 0) > reserved + ${rounding} from call
     where connection = ? and operation = ? and state = 'answered' order by no desc limit 1`,
    connection,
    operation,
  ) === 1;

/**
 * Whether a call must wait for those in flight. One whose price is not certain is alone in flight, or several of them
 * would cost more than expected at once; and agents have one call in flight. The place of a call that waits to be
 * alone is kept in the table of slots, so that others do not overtake it for ever.
 */
function mustWait(db: StoreDb, { run = "", connection, at, budget }: CallToReserve, isAlone: boolean): boolean {
  const inFlight = db.get<{ readonly calls: number; readonly alone: number; readonly agents: number }>(
    callsInFlight,
    at,
    connection,
  ) ?? { calls: 0, alone: 0, agents: 0 };
  const place = `alone ${connection}`;
  if (isAlone && inFlight.calls > 0) {
    takeSlot(db, place, 0, { owner: run, now: at, ms: nextInLineMs }, true);
    return true;
  }
  if (isAlone) {
    db.run("update rate_limit_slot set lease_owner = null where key_hash = ? and lease_owner = ?", place, run);
    return false;
  }
  return (
    inFlight.alone > 0 ||
    (budget?.kind === "agents" && inFlight.agents > 0) ||
    db.has(`rate_limit_slot where key_hash = ?1 and lease_owner <> ?2 and ${isLeased("?3")}`, place, run, at)
  );
}

/** Reserves credits if the budget has enough, atomically and durably. IN_USE when the run was taken over. */
export function reserve(db: StoreDb, request: CallToReserve): ReserveResult {
  const { run, owner, question, connection, operation, at, asked, credits, price, budget } = request;
  return db.write(() => {
    if (db.has(`content where ${isLeased("?1")}`, at)) {
      throw contentReplacing();
    }
    const holder = db.get<{ readonly by?: string }>("select lease_owner as by from run where id = ?", run);
    if (owner !== undefined && holder?.by !== owner) {
      throw holder === undefined ? notFound() : inUse();
    }
    if (budget !== undefined && highestPrice(db, connection, operation, at) !== price) {
      return { kind: "priceChanged" };
    }
    const isAlone = budget !== undefined && (price === undefined || hasRisen(db, connection, operation));
    if (budget !== undefined && mustWait(db, request, isAlone)) {
      return { kind: "wait" };
    }
    const no = budget === undefined ? undefined : budgetNumber(db, budget, at);
    const room = budget === undefined || no === undefined ? Number.POSITIVE_INFINITY : roomIn(db, no, budget);
    if (credits > room + rounding) {
      return { kind: "noRoom", left: Math.max(0, room) };
    }
    db.run("update budget set used = used + ? where no = ?", credits, no);
    db.insert("call", {
      run_no: db.value("select no from run where id = ?", run),
      connection,
      operation,
      at,
      state: "sent",
      asked,
      reserved: credits,
      counted: credits,
      budget_no: no,
      alone: isAlone,
    });
    const call = db.lastRow();
    // After a crash a question that was sent is not asked again by itself, because that could be charged twice.
    db.run("update question set state = 'sent', answered_at = ? where key = ?", at, question);
    return { kind: "reserved", call, left: room - credits };
  });
}

/** What is assumed for a call whose cost is not known. */
export interface Estimate {
  /** Credits that its budget counts as used. */
  readonly counted: number;
  /** Credits that were possibly charged, as shown to the user. */
  readonly possibleCredits: number;
}

/** A call without a usable reply. `charged` is "maybe" when it was sent and the reply was lost or says nothing. */
export interface FailedCall extends Estimate {
  readonly charged: "no" | "maybe";
  readonly at: number;
}

/** Does not change a call that was answered; of one that failed before, it changes the estimate. */
export function markFailed(db: StoreDb, call: number, { charged, at, ...estimate }: FailedCall): void {
  endCall(db, call, { state: "failed", charged, settled_at: at }, estimate, "state in ('sent', 'failed')");
}

/** Stores how a call has ended, if its state is still as it was. */
export function endCall(
  db: StoreDb,
  call: number,
  columns: Readonly<Record<string, Value>>,
  estimate: Estimate,
  before = "state = 'sent'",
): void {
  const set = Object.keys(columns).map((name) => `${name} = ?`);
  db.write(() => {
    if (db.run(`update call set ${set.join(", ")} where no = ? and ${before}`, ...Object.values(columns), call) === 1) {
      settle(db, call, estimate);
    }
  });
}

export interface BalanceEvidence extends Estimate {
  /** The balance before the call and after it, where they were read. */
  readonly balanceBefore?: number | undefined;
  readonly balanceAfter?: number | undefined;
}

/** Applies what the balance shows about an answered call that did not say what it cost. */
export function applyBalance(
  db: StoreDb,
  call: number,
  { balanceBefore, balanceAfter, ...estimate }: BalanceEvidence,
): void {
  db.write(() => {
    settle(db, call, estimate);
    db.run(
      `update run set balance_before = iif(unknown_costs <= 1, ?2, balance_before), balance_after = ?3
       where unknown_costs > 0 and no = (select run_no from call where no = ?1)`,
      call,
      balanceBefore,
      balanceAfter,
    );
  });
}

/** Credits that the balance shows in addition to what the reply of a call says: they are part of its cost. */
export function addCharge(
  db: StoreDb,
  call: number,
  { credits, ...estimate }: Estimate & { readonly credits: number },
): void {
  db.write(() => {
    db.run("update call set credits = round(coalesce(credits, 0) + ?, 6) where no = ?", credits, call);
    db.run(
      "update run set credits = round(credits + ?, 6) where no = (select run_no from call where no = ?)",
      credits,
      call,
    );
    settle(db, call, estimate);
  });
}

/** Sets the estimate of a call, and changes the sums of its budget and its run by the difference. */
function settle(db: StoreDb, call: number, { counted, possibleCredits }: Estimate): void {
  db.run(
    `update budget set used = used + ?2 - c.counted
     from (select budget_no, counted from call where no = ?1) c where no = c.budget_no`,
    call,
    counted,
  );
  db.run(
    `update run set possible_credits = round(possible_credits + ?2 - c.possible, 6)
     from (select run_no, possible from call where no = ?1) c where no = c.run_no`,
    call,
    possibleCredits,
  );
  db.run("update call set counted = ?2, possible = ?3 where no = ?1", call, counted, possibleCredits);
}

/** The highest price per record in 90 days; `undefined` if none was positive, which means that it is unknown. */
export function highestPrice(db: StoreDb, connection: string, operation: string, now: number): number | undefined {
  return db.value<number>(
    `select price from call where connection = ? and operation = ? and price > 0 and at >= ?
     order by price desc limit 1`,
    connection,
    operation,
    now - priceMs,
  );
}

/** The raw reply of a call that was not one of the service. */
export function rawReply(
  db: StoreDb,
  call: number,
): { readonly status: number; readonly problem: string; readonly body: Uint8Array } | undefined {
  return db.get<{ readonly status: number; readonly problem: string; readonly body: Uint8Array }>(
    "select status, problem, reply as body from call where no = ? and reply is not null",
    call,
  );
}

/** Numbers of the calls of a run that have a raw reply. */
export function callsWithRawReply(db: StoreDb, run: string): readonly number[] {
  return db.column<number>(
    "select no from call where run_no = (select no from run where id = ?) and reply is not null order by no",
    run,
  );
}
