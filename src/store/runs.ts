// Runs: each execution of a search, lookup, batch or enrichment, with its counts, stop reason and lease.
import { saveConnection, type Connection } from "./connections";
import type { StoreDb } from "./storeDb";
import type { RecordKind } from "../service/operations";
import type { NamedLeaveOutList } from "./leaveOut";
import { isLeaseLive, longestLeaseMs } from "./leases";
import { keysOfRun } from "./recordKeys";
import { alreadyRunning, inUse, notFound } from "./storeError";
import { lostWithWindow } from "./unansweredReasons";

export type RunPurpose = "search" | "count" | "lookup" | "batch" | "enrichment";

export interface NewRun {
  readonly id: string;
  readonly purpose: RunPurpose;
  readonly title: string;
  readonly recordKind: RecordKind;
  /** What is executed, as JSON that the store does not read. */
  readonly task: object;
  /** URI of the saved search, as text. */
  readonly source?: string | undefined;
  readonly connection: Connection;
  readonly limits: object;
  /** Equal for searches that fetch the same records; only for runs of searches. */
  readonly searchKey?: string | undefined;
  /** Create it even if a run of the same search is in progress with the same connection. */
  readonly evenIfRunning?: boolean | undefined;
  /** Lists of what is left out of it, beside those for everything. */
  readonly leaveOut?: readonly NamedLeaveOutList[] | undefined;
  /** ms since 1970. */
  readonly startedAt: number;
}

export interface StoredRun extends NewRun {
  /** Never reused, even after the run is deleted. */
  readonly no: number;
  readonly updatedAt: number;
  readonly pages: number;
  readonly records: number;
  /** Records the service returned, repeated ones included. */
  readonly returned: number;
  readonly repeated: number;
  /** Records that were skipped because other runs have them. */
  readonly skipped: number;
  /** Records that the user had erased. */
  readonly erased: number;
  /** Latest consecutive pages without a record that is new to the run. */
  readonly pagesWithoutNew: number;
  /** Records that are not as documented, and what is wrong with the first of them. */
  readonly mismatched: number;
  readonly mismatchExample?: string | undefined;
  readonly credits: number;
  /** An estimate of credits charged in addition, for replies that were lost or do not say what they cost. */
  readonly possibleCredits: number;
  /** Calls whose reply did not say what they cost, and the balance before the first and after the last of them. */
  readonly unknownCosts: number;
  readonly balanceBefore?: number | undefined;
  readonly balanceAfter?: number | undefined;
  readonly firstTotal?: number | undefined;
  readonly lastTotal?: number | undefined;
  readonly cursor?: string | undefined;
  readonly group?: GroupProgress | undefined;
  /** Why the run stopped; absent before it did. */
  readonly stop?: object | undefined;
  /** Some window is running it now. */
  readonly isLive: boolean;
  /** A request was sent and its reply is not stored. */
  readonly requestInFlight: boolean;
}

/** How far a run has got with the companies of its last request; see `SearchTask.companies`. */
export interface GroupProgress {
  /** Groups are numbered from 0. */
  readonly nth: number;
  /** Records that the service returned for it. */
  readonly returned: number;
  /** Those that were new to the run. */
  readonly fresh: number;
  /** Consecutive pages without a record that is new to the run. */
  readonly pagesWithoutNew: number;
  /** Records that match, as the service says. */
  readonly total?: number | undefined;
  /** The last page had fewer records than asked for. */
  readonly isShort: boolean;
  readonly isEmpty: boolean;
}

export interface Lease {
  /** Who holds it; unique for each window. */
  readonly owner: string;
  readonly now: number;
  /** How long it lasts unless it is renewed, in ms. */
  readonly ms: number;
}

interface RunRow {
  readonly [column: string]: string | number | null;
}

const columns = `run.*, c.label as c_label, c.origin as c_origin, c.workspace_id as c_workspace,
  (select sum(reserved) from call where call.run_no = run.no and call.state = 'sent') as in_flight`;
const from = "from run join connection c on c.id = run.connection";

function runOf(row: RunRow, now: number): StoredRun {
  const text = (column: string): string => String(row[column]);
  const count = (column: string): number => Number(row[column]);
  const optional = <T>(column: string, read: (value: string | number) => T): T | undefined =>
    row[column] === null || row[column] === undefined ? undefined : read(row[column]);
  const json = (value: string | number): object => JSON.parse(String(value)) as object;
  const isLive = isLeaseLive(row["lease_owner"], count("lease_until"), now);
  return {
    no: count("no"),
    id: text("id"),
    purpose: text("purpose") as RunPurpose,
    title: text("title"),
    recordKind: text("record_kind") as RecordKind,
    task: json(text("task")),
    source: optional("source", String),
    limits: json(text("limits")),
    leaveOut: optional("leave_out", (value) => JSON.parse(String(value)) as readonly NamedLeaveOutList[]),
    startedAt: count("started_at"),
    updatedAt: count("updated_at"),
    connection: {
      id: text("connection"),
      label: text("c_label"),
      origin: text("c_origin"),
      workspaceId: text("c_workspace"),
    },
    pages: count("pages"),
    records: count("records"),
    returned: count("returned"),
    repeated: count("repeated"),
    skipped: count("skipped"),
    erased: count("erased"),
    pagesWithoutNew: count("pages_without_new"),
    mismatched: count("mismatched"),
    mismatchExample: optional("mismatch_example", String),
    credits: count("credits"),
    unknownCosts: count("unknown_costs"),
    // Requests of a window that died may have been charged.
    possibleCredits: count("possible_credits") + (isLive ? 0 : (optional("in_flight", Number) ?? 0)),
    balanceBefore: optional("balance_before", Number),
    balanceAfter: optional("balance_after", Number),
    firstTotal: optional("first_total", Number),
    lastTotal: optional("last_total", Number),
    cursor: optional("cursor", String),
    group: optional("group_progress", (value) => JSON.parse(String(value)) as GroupProgress),
    stop: optional("stop", json),
    isLive,
    requestInFlight: row["in_flight"] !== null,
  };
}

/**
 * Creates a run; the owner of the lease is running it. ALREADY_RUNNING while another run of the same search is in
 * progress, for the same purpose and with the same connection.
 */
export function create(db: StoreDb, run: NewRun, lease?: Lease): StoredRun {
  db.write(() => {
    if (run.evenIfRunning !== true && isSameRunning(db, run)) {
      throw alreadyRunning();
    }
    saveConnection(db, run.connection);
    db.run(
      `insert into run (id, purpose, title, record_kind, task, source, connection, limits, search_key, leave_out,
         started_at, updated_at, lease_owner, lease_until)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      run.id,
      run.purpose,
      run.title,
      run.recordKind,
      JSON.stringify(run.task),
      run.source,
      run.connection.id,
      JSON.stringify(run.limits),
      run.searchKey,
      run.leaveOut === undefined || run.leaveOut.length === 0 ? null : JSON.stringify(run.leaveOut),
      run.startedAt,
      run.startedAt,
      lease?.owner,
      lease === undefined ? 0 : lease.now + lease.ms,
    );
  });
  return existing(db, run.id, run.startedAt);
}

function isSameRunning(db: StoreDb, { searchKey, purpose, connection, startedAt: now }: NewRun): boolean {
  const same = searchKey === undefined ? [] : list(db, { now, searchKey, purposes: [purpose], inProgress: true });
  return same.some((run) => run.connection.id === connection.id);
}

/** `now` in ms since 1970, for the lease. */
export function get(db: StoreDb, id: string, now: number): StoredRun | undefined {
  const row = db.get<RunRow>(`select ${columns} ${from} where run.id = ?`, id);
  return row === undefined ? undefined : runOf(row, now);
}

export function existing(db: StoreDb, id: string, now: number): StoredRun {
  const run = get(db, id, now);
  if (run === undefined) {
    throw notFound();
  }
  return run;
}

export interface RunQuery {
  readonly now: number;
  readonly source?: string | undefined;
  /** Runs of any of these; the empty text is for runs that came from no saved search. */
  readonly sources?: readonly string[] | undefined;
  readonly purposes?: readonly RunPurpose[] | undefined;
  /** Runs of the same search. */
  readonly searchKey?: string | undefined;
  /** Only those that some window or process is running. */
  readonly inProgress?: true | undefined;
  /** Runs before this number. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** Newest first. */
export function list(
  db: StoreDb,
  { now, source, sources, purposes, searchKey, inProgress, before, limit }: RunQuery,
): readonly StoredRun[] {
  // Only conditions that are asked for: with "or … is null" SQLite would not use the index of the sources.
  const conditions: readonly (readonly [sql: string, value: string | number | undefined])[] = [
    ["run.source = ?", source],
    ["coalesce(run.source, '') in (select value from json_each(?))", sources && JSON.stringify(sources)],
    ["run.purpose in (select value from json_each(?))", purposes && JSON.stringify(purposes)],
    ["run.search_key = ?", searchKey],
    [`run.lease_owner is not null and run.lease_until - ? between 1 and ${longestLeaseMs}`, inProgress && now],
    ["run.no < ?", before],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  const rows = db.all<RunRow>(
    `select ${columns} ${from}
     where ${["1", ...asked.map(([sql]) => sql)].join(" and ")}
     order by run.no desc limit ?`,
    ...asked.map(([, value]) => value),
    limit ?? -1,
  );
  return rows.map((row) => runOf(row, now));
}

export function rename(db: StoreDb, id: string, title: string): void {
  db.run("update run set title = ? where id = ?", title, id);
}

/** Lets the run name this list too, so that its records are hidden; a list that it names already gets the hash. */
export function addLeaveOut(db: StoreDb, id: string, { uri, hash }: NamedLeaveOutList): void {
  db.write(() => {
    const row = db.get<{ readonly lists: string | null }>("select leave_out as lists from run where id = ?", id);
    const named = JSON.parse(row?.lists ?? "[]") as readonly NamedLeaveOutList[];
    const others = named.filter((one) => one.uri !== uri);
    db.run("update run set leave_out = ? where id = ?", JSON.stringify([...others, { uri, hash }]), id);
  });
}

/** The name of a saved search before and after it was renamed. */
export interface SearchNames {
  readonly before: string;
  readonly after: string;
}

/**
 * The saved search has another URI now. Runs that have its name get the new one; titles that users gave to runs stay.
 * Returns the ids of its runs. Its last exports are found under the new URI, unless there are some already.
 */
export function moveSource(db: StoreDb, from: string, to: string, names?: SearchNames): readonly string[] {
  return db.write(() => {
    db.run("update or ignore last_export set search = ? where search = ?", to, from);
    const moved = db.all<{ readonly id: string }>(
      `update run
       set source = ?1, title = case when title = ?2 or purpose = 'count' then replace(title, ?2, ?3) else title end
       where source = ?4 returning id`,
      to,
      names?.before ?? "",
      names?.after ?? "",
      from,
    );
    return moved.map(({ id }) => id);
  });
}

/** Takes the lease of a run. IN_USE while another window has it. Open calls of a dead window may have been charged. */
export function take(
  db: StoreDb,
  id: string,
  { owner, now, ms }: Lease,
  change: {
    readonly limits?: object | undefined;
    readonly connection?: Connection | undefined;
    /** What the lists contain now. */
    readonly leaveOut?: readonly NamedLeaveOutList[] | undefined;
  } = {},
): StoredRun {
  db.write(() => {
    const { no } = existing(db, id, now);
    if (
      db.run(
        `update run set lease_owner = ?, lease_until = ?
         where no = ? and (lease_owner is null or lease_owner = ? or lease_until <= ? or lease_until > ?)`,
        owner,
        now + ms,
        no,
        owner,
        now,
        now + longestLeaseMs,
      ) === 0
    ) {
      throw inUse();
    }
    settleAbandoned(db, no, now);
    if (change.connection !== undefined) {
      saveConnection(db, change.connection);
    }
    db.run(
      `update run set stop = null, limits = coalesce(?, limits), connection = coalesce(?, connection),
         leave_out = coalesce(?, leave_out)
       where no = ?`,
      change.limits === undefined ? null : JSON.stringify(change.limits),
      change.connection?.id,
      change.leaveOut === undefined ? null : JSON.stringify(change.leaveOut),
      no,
    );
  });
  return existing(db, id, now);
}

/** False when another window has taken over the run: this one must not write to it any more. */
export function renew(db: StoreDb, id: string, { owner, now, ms }: Lease): boolean {
  return db.run("update run set lease_until = ? where id = ? and lease_owner = ?", now + ms, id, owner) === 1;
}

/** Stores why a run stopped and releases its lease. False when another window has taken over the run. */
export function stop(db: StoreDb, id: string, owner: string, reason: object, now: number): boolean {
  return db.write(() => {
    const isOurs =
      db.run(
        "update run set stop = ?, updated_at = ?, lease_owner = null, lease_until = 0 where id = ? and lease_owner = ?",
        JSON.stringify(reason),
        now,
        id,
        owner,
      ) === 1;
    if (isOurs) {
      settleAbandoned(db, existing(db, id, now).no, now);
    }
    return isOurs;
  });
}

/**
 * Settles calls whose reply no window is waiting for, and the questions of a batch that they asked: they were sent, so
 * they may have been charged. So may open questions with a reason: those that were reopened and not asked.
 */
function settleAbandoned(db: StoreDb, no: number, now: number): void {
  db.run(
    `update run set possible_credits = possible_credits + (
       select coalesce(sum(reserved), 0) from call where call.run_no = ?1 and state = 'sent')
     where no = ?1`,
    no,
  );
  db.run(
    `update call set counted = reserved, possible = reserved, charged = 'maybe', settled_at = ?2, state = 'failed'
     where run_no = ?1 and state = 'sent'`,
    no,
    now,
  );
  // What the result file says about it is English in every display language.
  db.run(
    `update question set state = 'possiblyCharged', answered_at = iif(state = 'sent', ?, answered_at),
       why = iif(state = 'sent', ?, why)
     where key between ? and ? and (state = 'sent' or (state = 'open' and why is not null))`,
    now,
    lostWithWindow,
    ...keysOfRun(no),
  );
}

/** Counts records of a stored page that are not as documented, and keeps the first as an example. */
export function addMismatches(db: StoreDb, no: number, count: number, example: string): void {
  db.run(
    `update run set mismatched = mismatched + ?, mismatch_example = coalesce(mismatch_example, ?) where no = ?`,
    count,
    example,
    no,
  );
}
