// The ledger: every paid call from before it leaves until its cost is known, and the budgets that calls are drawn from.
import type { StoreDb } from "./database";
import { notFound } from "./storeError";

/** Where the credits of a call come from. */
export type CallBudget =
  /** What was agreed to; see `agree`. */
  | { readonly kind: "agreement"; readonly budget: number }
  /** What needs no question, shared by everything since the last agreement. */
  | { readonly kind: "shared"; readonly allowance: number };

export interface CallToReserve {
  /** Id of its run; absent for a call of none. */
  readonly run?: string | undefined;
  readonly connection: string;
  readonly operation: string;
  /** ms since 1970. */
  readonly at: number;
  /** Records asked for. */
  readonly asked: number;
  /** The most that it is expected to cost. */
  readonly credits: number;
  /** Absent: a call that needs no room, such as a free one. */
  readonly budget?: CallBudget | undefined;
}

/** `left` is what the budget still has. */
export type Reservation = { readonly kind: "reserved"; readonly call: number; readonly left: number } | { readonly kind: "noRoom"; readonly left: number };

export interface Budget {
  readonly no: number;
  readonly agreed: number;
  /** What its calls have cost, and what those under way may. */
  readonly used: number;
}

/** Prices are sums of binary fractions: 100 × 0.1 must fit a budget of 10. */
const rounding = 1e-9;
const dayMs = 86_400_000;
const priceDays = 90;

/** An agreement to spend so many credits. What needs no question is counted anew from here. */
export function agree(db: StoreDb, { credits, at, run }: { readonly credits: number; readonly at: number; readonly run?: string | undefined }): number {
  return db.write(() => {
    db.run("insert into budget (kind, agreed, opened_at, run_no) values ('agreement', ?, ?, (select no from run where id = ?))", credits, at, run);
    return db.lastRow();
  });
}

/** Raises an agreement after it was used up and the user agreed to more. */
export function agreeToMore(db: StoreDb, budget: number, credits: number): void {
  db.run("update budget set agreed = agreed + ? where no = ? and kind = 'agreement'", credits, budget);
}

export function agreement(db: StoreDb, budget: number): Budget | undefined {
  return db.get<Budget & Record<string, number>>("select no, agreed, used from budget where no = ? and kind = 'agreement'", budget);
}

/** The latest agreement of a run. */
export function agreementOf(db: StoreDb, run: string): Budget | undefined {
  return db.get<Budget & Record<string, number>>("select no, agreed, used from budget where kind = 'agreement' and run_no = (select no from run where id = ?) order by no desc limit 1", run);
}

/** Spent without a question since the last agreement, over all windows. */
export function sharedUsed(db: StoreDb): number {
  return db.get<{ readonly used: number }>("select used from budget where kind = 'shared' and no > (select coalesce(max(no), 0) from budget where kind = 'agreement') order by no desc limit 1")?.used ?? 0;
}

function sharedBudget(db: StoreDb, at: number): number {
  const row = db.get<{ readonly no: number }>("select no from budget where kind = 'shared' and no > (select coalesce(max(no), 0) from budget where kind = 'agreement') order by no desc limit 1");
  if (row !== undefined) {
    return row.no;
  }
  db.run("insert into budget (kind, opened_at) values ('shared', ?)", at);
  return db.lastRow();
}

/** Reserves a call's credits if its budget has room for them; one step for all windows. */
export function reserve(db: StoreDb, { run, connection, operation, at, asked, credits, budget }: CallToReserve): Reservation {
  return db.write(() => {
    const no = budget === undefined ? undefined : budget.kind === "shared" ? sharedBudget(db, at) : budget.budget;
    const found = no === undefined ? undefined : db.get<{ readonly agreed: number | null; readonly used: number }>("select agreed, used from budget where no = ?", no);
    if (budget !== undefined && found === undefined) {
      throw notFound();
    }
    const room = budget === undefined || found === undefined ? Number.POSITIVE_INFINITY : (budget.kind === "shared" ? budget.allowance : (found.agreed ?? 0)) - found.used;
    if (credits > room + rounding) {
      return { kind: "noRoom", left: Math.max(0, room) };
    }
    db.run("update budget set used = used + ? where no = ?", credits, no);
    db.run(
      "insert into call (run_no, connection, operation, at, state, asked, reserved, counted, budget_no) values ((select no from run where id = ?), ?, ?, ?, 'reserved', ?, ?, ?, ?)",
      run, connection, operation, at, asked, credits, credits, no,
    );
    return { kind: "reserved", call: db.lastRow(), left: room - credits };
  });
}

/** Its first byte may leave now: durable before this returns. */
export function sent(db: StoreDb, call: number): void {
  if (db.run("update call set state = 'sent' where no = ? and state = 'reserved'", call) === 0) {
    throw notFound();
  }
}

/** `maybe`: the reply was lost, or was none that says. What was reserved stays counted then. */
export interface FailedCall {
  readonly charged: "no" | "maybe";
  readonly at: number;
  readonly status?: number | undefined;
  /** A reply that cannot be read as expected, whole. */
  readonly reply?: Uint8Array | undefined;
  readonly problem?: string | undefined;
}

export function failed(db: StoreDb, call: number, { charged, at, status, reply, problem }: FailedCall): void {
  db.write(() => {
    settleBudget(db, call, charged === "maybe" ? undefined : 0);
    db.run(
      "update call set state = 'failed', charged = ?, settled_at = ?, status = ?, reply = ?, problem = ?, counted = iif(? = 'maybe', reserved, 0) where no = ? and state in ('reserved', 'sent')",
      charged, at, status, reply, problem, charged, call,
    );
  });
}

export interface AnsweredCall {
  readonly at: number;
  readonly status: number;
  readonly records: number;
  /** Absent when the reply did not say. */
  readonly credits?: number | undefined;
  /** What the budget counts. */
  readonly counted: number;
  readonly reply?: Uint8Array | undefined;
  readonly problem?: string | undefined;
}

export function answered(db: StoreDb, call: number, { at, status, records, credits, counted, reply, problem }: AnsweredCall): void {
  db.write(() => {
    settleBudget(db, call, counted);
    const price = credits !== undefined && credits > 0 && records > 0 ? credits / records : undefined;
    db.run(
      "update call set state = 'answered', settled_at = ?, status = ?, records = ?, credits = ?, counted = ?, price = ?, reply = ?, problem = ? where no = ? and state in ('reserved', 'sent')",
      at, status, records, credits, counted, price, reply, problem, call,
    );
  });
}

/** What was reserved gives way to what is counted; `undefined` leaves it. */
function settleBudget(db: StoreDb, call: number, counted: number | undefined): void {
  if (counted !== undefined) {
    db.run("update budget set used = used + ?2 - c.reserved from (select budget_no, reserved from call where no = ?1 and state in ('reserved', 'sent')) c where no = c.budget_no", call, counted);
  }
}

/** The highest price per record in 90 days; `undefined` when none was positive: then it is unknown. */
export function highestPrice(db: StoreDb, connection: string, operation: string, now: number): number | undefined {
  return db.get<{ readonly price: number }>("select price from call where connection = ? and operation = ? and price > 0 and at >= ? order by price desc limit 1", connection, operation, now - priceDays * dayMs)?.price;
}

export interface SpendQuery {
  /** ms since 1970, inclusive. */
  readonly since: number;
  /** Exclusive. */
  readonly until?: number | undefined;
  readonly by: "day" | "run" | "search" | "connection";
}

export interface SpendRow {
  /** A local day as YYYY-MM-DD, the id of a run or of a connection, the address of a search or else its title; "" for runs that were deleted. */
  readonly key: string;
  readonly credits: number;
  readonly records: number;
  /** Calls that were answered. */
  readonly calls: number;
  /** Answered calls whose reply did not say what they cost: `credits` is a lower bound. */
  readonly unknownCosts: number;
  /** Records asked for by calls without an answer: they may have been charged. */
  readonly possiblyCharged: number;
}

const spendKeys: Readonly<Record<SpendQuery["by"], string>> = {
  day: "strftime('%Y-%m-%d', call.at / 1000.0, 'unixepoch', 'localtime')",
  run: "coalesce(run.id, '')",
  search: "coalesce(run.source, run.title, '')",
  connection: "call.connection",
};

/** In the order of their keys. */
export function spend(db: StoreDb, { since, until, by }: SpendQuery): readonly SpendRow[] {
  const rows = db.all<SpendRow & Record<string, never>>(
    `select ${spendKeys[by]} as key, round(coalesce(sum(call.credits), 0), 6) as credits, sum(iif(call.state = 'answered', call.records, 0)) as records,
       sum(call.state = 'answered') as calls, sum(call.state = 'answered' and call.credits is null) as unknownCosts,
       sum(iif(call.state = 'sent' or call.charged = 'maybe', call.asked, 0)) as possiblyCharged
     from call left join run on run.no = call.run_no
     where call.at >= ? and call.at < ? and call.state <> 'reserved' and coalesce(call.charged, '') <> 'no' group by 1 order by 1`,
    since, until ?? Number.MAX_SAFE_INTEGER,
  );
  return rows.map((row) => ({ ...row }));
}

export interface OpenCall {
  readonly call: number;
  readonly run?: string | undefined;
  readonly connection: string;
  readonly operation: string;
  readonly at: number;
  readonly asked: number;
}

/** Calls that left and were not answered, also those under way now. */
export function possiblyCharged(db: StoreDb, since: number): readonly OpenCall[] {
  const rows = db.all<OpenCall & { readonly run: string | null }>(
    "select call.no as call, run.id as run, call.connection, call.operation, call.at, call.asked from call left join run on run.no = call.run_no where call.at >= ? and (call.state = 'sent' or call.charged = 'maybe') order by call.no",
    since,
  );
  return rows.map((row) => ({ ...row, run: row.run ?? undefined }));
}

/** A reply that was kept whole because it could not be read as expected. */
export function keptReply(db: StoreDb, call: number): { readonly status: number; readonly problem: string; readonly body: Uint8Array } | undefined {
  const row = db.get<{ readonly status: number; readonly problem: string | null; readonly reply: Uint8Array }>("select status, problem, reply from call where no = ? and reply is not null", call);
  return row === undefined ? undefined : { status: row.status, problem: row.problem ?? "", body: row.reply };
}

/** The replies of a run that were kept whole, by the numbers of their calls. */
export function keptReplies(db: StoreDb, run: string): readonly number[] {
  return db.all<{ readonly no: number }>("select no from call where run_no = (select no from run where id = ?) and reply is not null order by no", run).map(({ no }) => no);
}
