// The ledger: every paid call, from before it is sent until its cost is known, and the budgets that pay for calls.
import { isLeased, refuseWhileReplaced } from "./leases";
import { beforeCall, type RowBeforeCall, type RowToAsk } from "./lookups";
import { settleRow, type RowWithoutAnswer } from "./rows";
import type { Value, StoreDb } from "./storeDb";
import { inUse, notFound } from "./storeError";

/** The source of a call's credits. */
export type Allowance =
  /** A sum that the user agreed to; see `agree`. */
  | { readonly kind: "agreement"; readonly budget: number }
  /** The user did not agree to any credits. */
  | { readonly kind: "nothing" }
  /** Spending without confirmation, by all windows together since the last agreement. */
  | { readonly kind: "shared"; readonly credits: number }
  /** Spending by agents without asking, per day and month with one account, by all processes together. */
  | ({
      readonly kind: "agents";
      readonly account: string;
      readonly perDay: number;
      readonly perMonth: number | null;
    } & AgentsPeriods);

/** The start of a local day, of its month, and of the next month, in ms since 1970. */
export interface AgentsPeriods {
  readonly dayStart: number;
  readonly monthStart: number;
  readonly nextMonth: number;
}

/** Credits that agents spent without a question, including the possible cost of calls whose cost is unknown. */
export interface AgentsSpent {
  readonly day: number;
  readonly month: number;
}

export interface StoredBudget {
  readonly no: number;
  readonly agreed: number;
  /** The cost of its calls, including the possible cost of those in progress. */
  readonly used: number;
}

/** Records the user's agreement to spend `credits`. Resets the spending without confirmation to 0. */
export function agree(db: StoreDb, { credits, at }: { readonly credits: number; readonly at: number }): number {
  return db.write(() => newBudget(db, { kind: "agreement", agreed: credits, opened_at: at }));
}

export const agreement = (db: StoreDb, budget: number): StoredBudget | undefined =>
  db.get("select no, agreed, used from budget where no = ? and kind = 'agreement'", budget);

const latestShared = `from budget
  where kind = 'shared' and no > (select coalesce(max(no), 0) from budget where kind = 'agreement')
  order by no desc limit 1`;

/** Spending without confirmation since the last agreement, by all windows. */
export function sharedUsed(db: StoreDb): number {
  return db.value<number>(`select used ${latestShared}`) ?? 0;
}

function newBudget(db: StoreDb, row: Readonly<Record<string, Value>>): number {
  db.insert("budget", row);
  return db.lastRow();
}

/** Two days start at least this far apart, in ms, in any time zone. */
const shortestDayMs = 20 * 3_600_000;

const isAgentsToday = `kind = 'agents' and opened_at > ?1 - ${shortestDayMs} and opened_at < ?1 + ${shortestDayMs}`;

/** Spending in this month by account. A call without an account counts for all, because its account is unknown. */
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

/** Spending with one account. */
export function agentsUsed(db: StoreDb, account: string, periods: AgentsPeriods): AgentsSpent {
  const found = agentsSpent(db, periods).filter((one) => one.account === undefined || one.account === account);
  const sum = (of: keyof AgentsSpent): number => found.reduce((total, one) => total + one[of], 0);
  return { day: sum("day"), month: sum("month") };
}

/** The number of the budget that pays. A budget shared by windows or agents is created with its first call. */
function budgetNumber(db: StoreDb, budget: Allowance, at: number): number | undefined {
  switch (budget.kind) {
    case "nothing":
      return undefined;
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

/** The sum that is used up first. "agents": the daily sum of agents. */
export type AllowanceLimit = "agreed" | "unconfirmed" | "agents" | "agentsMonth";

interface Room {
  /** Credits. */
  readonly left: number;
  readonly limitedBy: AllowanceLimit;
}

const unlimited: Room = { left: Number.POSITIVE_INFINITY, limitedBy: "agreed" };

/** The credits left in the budget of an allowance. */
function roomIn(db: StoreDb, no: number | undefined, allowance: Allowance): Room {
  if (allowance.kind === "agents") {
    const { day, month } = agentsUsed(db, allowance.account, allowance);
    const today: Room = { left: allowance.perDay - day, limitedBy: "agents" };
    const thisMonth: Room = {
      left: (allowance.perMonth ?? Number.POSITIVE_INFINITY) - month,
      limitedBy: "agentsMonth",
    };
    return thisMonth.left < today.left ? thisMonth : today;
  }
  if (allowance.kind === "nothing") {
    return { left: 0, limitedBy: "agreed" };
  }
  const found = db.get<{ readonly agreed?: number; readonly used: number }>(
    "select agreed, used from budget where no = ?",
    no,
  );
  if (found === undefined) {
    throw notFound();
  }
  return allowance.kind === "agreement"
    ? { left: (found.agreed ?? 0) - found.used, limitedBy: "agreed" }
    : { left: allowance.credits - found.used, limitedBy: "unconfirmed" };
}

export interface CallToOpen {
  /** Id of its run. */
  readonly run: string;
  /** Must match the owner of the run's lease: another process may have taken the run over while this one slept. */
  readonly owner: string;
  /** The row that it asks for. It is marked as sent. */
  readonly row?: RowToAsk | undefined;
  readonly operation: string;
  /** ms since 1970. */
  readonly at: number;
  /** The most records that it may return. */
  readonly wanted: number;
  /** Absent for calls to the sandbox, whose credits are worth nothing. */
  readonly allowance?: Allowance | undefined;
}

export type OpenedCall =
  /** May be sent with a limit of `records`; `reserved` credits are reserved, at `price` for each. */
  | {
      readonly kind: "open";
      readonly call: number;
      readonly records: number;
      readonly reserved: number;
      readonly price: number;
    }
  /**
   * Another call must end first: one is in flight while the price is unknown, a process already has an agent's call in
   * flight, or a call of the same run may cost less than was reserved for it.
   */
  | { readonly kind: "wait" }
  /** The row is not sent. */
  | { readonly kind: RowBeforeCall }
  /** No room for a single record: in the run's own limits, or in the budget. */
  | { readonly kind: "noRoom"; readonly limitedBy: "records" | "limit" | AllowanceLimit };

/**
 * 100 × 0.1 must fit a budget of 10. Callers see the rest rounded to a millionth of a credit, so a third of a credit
 * must fit the displayed value.
 */
const rounding = 1e-6;
/** How long a price is valid, in ms. */
const priceMs = 90 * 86_400_000;

/** The assumed cost of a record while no price is known. */
export const unknownPrice = 1;

/** SQL: the connections of one account; several keys and windows may use it. */
const sameAccount = `select other.id from connection one join connection other
  on other.origin = one.origin and other.workspace_id = one.workspace_id where one.id = `;

/**
 * Opens a call: decides whether it may be sent and for how many records, and reserves its possible cost. One
 * transaction, so that no call is sent without room for it, regardless of other windows. IN_USE when another window has
 * taken over the run.
 */
export function openCall(db: StoreDb, request: CallToOpen): OpenedCall {
  const { owner, row, operation, at } = request;
  return db.write(() => {
    refuseWhileReplaced(db, at);
    const run = openRun(db, request.run);
    if (run === undefined) {
      throw notFound();
    }
    if (run.owner !== owner) {
      throw inUse();
    }
    const ofRow = row && run.people === undefined ? beforeCall(db, request.run, row, at) : undefined;
    if (ofRow !== undefined) {
      return { kind: ofRow };
    }
    const reservation = reserve(db, run, request);
    if (reservation.kind !== "reserved") {
      return reservation;
    }
    const { budget, records, reserved, price } = reservation;
    db.run("update budget set used = used + ? where no = ?", reserved, budget);
    db.insert("call", {
      run_no: run.no,
      connection: run.connection,
      operation,
      at,
      state: "sent",
      asked: records,
      reserved,
      counted: reserved,
      budget_no: budget,
    });
    const call = db.lastRow();
    // Marked as sent: after a crash the row is not asked again automatically, because that could be charged twice.
    db.run("update run_row set state = 'sent', call_no = ?, at = ? where key = ?", call, at, row?.key);
    return { kind: "open", call, records, reserved, price };
  });
}

type Reservation =
  | {
      readonly kind: "reserved";
      readonly budget: number | undefined;
      readonly records: number;
      readonly reserved: number;
      readonly price: number;
    }
  | Extract<OpenedCall, { readonly kind: "wait" | "noRoom" }>;

/** How many of the wanted records there is room for, and their cost; or why there is none. */
function reserve(db: StoreDb, run: OpenRun, { owner, operation, at, wanted, allowance }: CallToOpen): Reservation {
  const known = highestPrice(db, run, operation, at);
  const isMetered = allowance !== undefined || run.limit !== undefined;
  if (allowance !== undefined && known === undefined && hasCallInFlight(db, run.connection, operation, at)) {
    return { kind: "wait" };
  }
  if (allowance?.kind === "agents" && hasAgentsCallInFlight(db, owner)) {
    return { kind: "wait" };
  }
  const people = run.people === undefined ? wanted : run.people - run.records - run.asked;
  if (people < 1) {
    return run.inFlight > 0 ? { kind: "wait" } : { kind: "noRoom", limitedBy: "records" };
  }
  // The first record of a run shows the price.
  const isFirst = isMetered && known === undefined && !hasAnswer(db, run.no, run.connection);
  const most = Math.min(isFirst ? 1 : wanted, people);
  const budget = allowance === undefined ? undefined : budgetNumber(db, allowance, at);
  const room = allowance === undefined ? unlimited : roomIn(db, budget, allowance);
  const ofLimit = run.limit === undefined ? Number.POSITIVE_INFINITY : run.limit - run.spent;
  const left = Math.min(room.left, ofLimit);
  const price = known ?? unknownPrice;
  let records = Math.min(most, Math.floor((left + rounding) / price));
  if (records < 1 && known === undefined && left > rounding && allowance?.kind !== "agents") {
    // Less than an assumed credit is left, but the price may be lower.
    records = 1;
  }
  if (records < 1 && run.inFlight > 0) {
    return { kind: "wait" };
  }
  if (records < 1) {
    return { kind: "noRoom", limitedBy: ofLimit <= room.left ? "limit" : room.limitedBy };
  }
  return { kind: "reserved", budget, records, reserved: Math.min(records * price, Math.max(left, 0)), price };
}

interface OpenRun {
  readonly no: number;
  readonly owner?: string | undefined;
  readonly connection: string;
  readonly origin: string;
  readonly workspaceId: string;
  /** Its own credit limit. */
  readonly limit?: number | undefined;
  /** Its cost so far, including possible costs and calls in flight. */
  readonly spent: number;
  /** At companies: the most people. Several rows are in flight at once, each asking for many people. */
  readonly people?: number | undefined;
  readonly records: number;
  /** How many calls are in flight, and how many records they ask for. */
  readonly inFlight: number;
  readonly asked: number;
}

const openRun = (db: StoreDb, id: string): OpenRun | undefined =>
  db.get<OpenRun>(
    `select run.no, lease_owner as owner, run.connection, origin, workspace_id as workspaceId,
       limits ->> '$.credits' as "limit", count(call.no) as inFlight, total(call.asked) as asked, run.records,
       iif(task -> '$.companies' is not null, limits ->> '$.records', null) as people,
       run.credits + possible_credits + coalesce(sum(call.reserved), 0) as spent
     from run join connection c on c.id = run.connection left join call on call.run_no = run.no and call.state = 'sent'
     where run.id = ? group by run.no`,
    id,
  );

/** For the same account and operation, in a live window: its run has a lease. */
const hasCallInFlight = (db: StoreDb, connection: string, operation: string, at: number): boolean =>
  db.has(
    `call c join run r on r.no = c.run_no
     where c.state = 'sent' and c.operation = ?1 and c.connection in (${sameAccount}?2) and ${isLeased("?3", "r.")}`,
    operation,
    connection,
    at,
  );

/**
 * Agents ask for several things at once, and the price can rise, so a process may only have one of their calls in
 * flight.
 */
const hasAgentsCallInFlight = (db: StoreDb, owner: string): boolean =>
  db.has(
    `call c join run r on r.no = c.run_no join budget b on b.no = c.budget_no
     where c.state = 'sent' and b.kind = 'agents' and r.lease_owner = ?`,
    owner,
  );

const hasAnswer = (db: StoreDb, run: number, connection: string): boolean =>
  db.has(
    `call where run_no = ? and state = 'answered' and records > 0 and connection in (${sameAccount}?)`,
    run,
    connection,
  );

/** The assumed cost of a call whose cost is unknown. */
export interface Estimate {
  /** Credits that its budget counts as used. */
  readonly counted: number;
  /** Credits that were possibly charged, as shown to the user. */
  readonly possibleCredits: number;
}

/**
 * A call without a usable reply. `charged`: "maybe" when it was sent and the reply was lost or does not say the cost.
 */
export interface FailedCall {
  readonly charged: "no" | "maybe";
  /** The new state of its row. */
  readonly row?: RowWithoutAnswer | undefined;
  /** ms since 1970. */
  readonly at: number;
}

/**
 * Closes a call without a reply, and keeps counting its possible cost. Does nothing if it is closed already. `call` is
 * absent if a row was not sent.
 */
export function failCall(db: StoreDb, call: number | undefined, { charged, row, at }: FailedCall): void {
  db.write(() => {
    if (row !== undefined) {
      settleRow(db, row, at);
    }
    if (call !== undefined) {
      const reserved = db.value<number>("select reserved from call where no = ?", call) ?? 0;
      const possible = charged === "no" ? 0 : reserved;
      const ended = { state: "failed", charged, settled_at: at };
      endCall(db, call, ended, { counted: possible, possibleCredits: possible });
    }
  });
}

/** Closes an open call with its result. */
export function endCall(db: StoreDb, call: number, columns: Readonly<Record<string, Value>>, estimate: Estimate): void {
  const set = Object.keys(columns).map((name) => `${name} = ?`);
  db.write(() => {
    const sql = `update call set ${set.join(", ")} where no = ? and state = 'sent'`;
    if (db.run(sql, ...Object.values(columns), call) === 1) {
      settle(db, call, estimate);
    }
  });
}

/** Sets the estimate of a call, and adjusts the sums of its budget and its run by the difference. */
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

/** The owner of credits: several connections, including removed ones, may belong to one account. */
export interface Account {
  readonly origin: string;
  readonly workspaceId: string;
}

/**
 * The highest price per record that the account paid for this operation in 90 days; `undefined` (unknown) if none was
 * positive.
 */
export function highestPrice(db: StoreDb, account: Account, operation: string, now: number): number | undefined {
  return db.value<number>(
    `select max(price) from (
       select (select price from call where connection = account.id and operation = ?3 and price > 0 and at >= ?4
               order by price desc limit 1) as price
       from connection account where origin = ?1 and workspace_id = ?2)`,
    account.origin,
    account.workspaceId,
    operation,
    now - priceMs,
  );
}

/** A call that is still open after this time, in ms, counts as ended. */
const longestCallMs = 3_600_000;

/**
 * Credits that this database knows to have been charged, or possibly charged, to the account of a connection since a
 * time (ms since 1970). Includes calls in flight, because the balance may already include them.
 */
export const knownCosts = (db: StoreDb, connection: string, since: number): number =>
  db.value<number>(
    `select coalesce(sum(counted), 0) from call
     where connection in (${sameAccount}?1) and at >= ?2 - ${longestCallMs}
       and (settled_at is null or settled_at >= ?2)`,
    connection,
    since,
  ) ?? 0;

/** The raw reply of a call that is not from the service. */
export function rawReply(
  db: StoreDb,
  call: number,
): { readonly status: number; readonly problem: string; readonly body: Uint8Array } | undefined {
  return db.get<{ readonly status: number; readonly problem: string; readonly body: Uint8Array }>(
    "select status, problem, reply as body from call where no = ? and reply is not null",
    call,
  );
}

/** Numbers of a run's calls that have a raw reply. */
export function callsWithRawReply(db: StoreDb, run: string): readonly number[] {
  return db.column<number>(
    "select no from call where run_no = (select no from run where id = ?) and reply is not null order by no",
    run,
  );
}
