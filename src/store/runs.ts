// Runs: each execution of a search, lookup, batch or enrichment, with its counts, stop reason and lease.
import type { RecordKind } from "../service/operations";
import { highestPrice } from "./calls";
import { keysOfRun, recordKey, type RunPurpose } from "./kinds";
import { isLeased, isLeaseLive, refuseWhileReplaced, takeLease, type Lease } from "./leases";
import { listsOfRun } from "./leaveOut";
import { reopenRows } from "./rows";
import type { Value, StoreDb } from "./storeDb";
import { alreadyRunning, inUse, notFound } from "./storeError";
import { normalizedQuestion, type Identifiers } from "./text";

/** The connection that pays; without its key. */
export interface Connection {
  readonly id: string;
  readonly label: string;
  readonly origin: string;
  readonly workspaceId: string;
}

export interface NewRun {
  readonly id: string;
  readonly purpose: RunPurpose;
  readonly title: string;
  readonly recordKind: RecordKind;
  /** The task as JSON that the store does not read. */
  readonly task: object;
  /** URI of the saved search, as text. */
  readonly source?: string | undefined;
  readonly connection: Connection;
  readonly limits: object;
  /** Equal for searches that fetch the same records; only for runs of searches. */
  readonly searchKey?: string | undefined;
  /** Create it even if a run of the same search is in progress with the same connection. */
  readonly evenIfRunning?: boolean | undefined;
  /** Leave-out lists of the run, in addition to those for everything. */
  readonly leaveOut?: readonly string[] | undefined;
  /** ms since 1970. */
  readonly startedAt: number;
}

export interface StoredRun extends NewRun {
  /** Never reused, even after the run is deleted. */
  readonly no: number;
  /** ms since 1970 of the last change. */
  readonly updatedAt: number;
  readonly pages: number;
  /** How many different records are saved. */
  readonly records: number;
  /** How many records the service returned and charges for, including repeated ones. */
  readonly returned: number;
  /** How many records the service returned more than once within the run. */
  readonly repeated: number;
  /** Latest consecutive pages without a record that is new to the run. */
  readonly pagesWithoutNew: number;
  /** Credits according to the replies. */
  readonly credits: number;
  /** An estimate of credits charged in addition, for replies that were lost or do not say their cost. */
  readonly possibleCredits: number;
  /** Calls whose reply did not say its cost. */
  readonly unknownCosts: number;
  /** `metadata.total` of the first and the last page, which differ if the data changed; absent if implausible. */
  readonly firstTotal?: number | undefined;
  readonly lastTotal?: number | undefined;
  /** The cursor for the next page. */
  readonly cursor?: string | undefined;
  /** For people at companies: how many companies are not requested yet, or not completely. */
  readonly openCompanies?: number | undefined;
  /** Why the run stopped; absent until then. */
  readonly stop?: object | undefined;
  /** A window is executing it now. */
  readonly isLive: boolean;
  /** A request was sent and its reply is not stored. */
  readonly requestInFlight: boolean;
  /** The last page that was sent has no usable reply, so requesting it again may be charged twice. */
  readonly unanswered?: UnansweredPage | undefined;
  /** Credits per record for its next call: the highest that its account paid in 90 days; absent while unknown. */
  readonly price?: number | undefined;
}

export interface UnansweredPage {
  /** The most records that it asked for. */
  readonly records: number;
  /** Their cost at the price that was known, or at 1 credit per record if none was. */
  readonly credits: number;
}

const isAtCompanies = "task -> '$.companies' is not null";

const columns = `run.no, run.id, purpose, title, record_kind as recordKind, task as "task:json",
  task ->> '$.kind' as operation, source, limits as "limits:json", leave_out as "leaveOut:json",
  started_at as startedAt, updated_at as updatedAt,
  pages, records, returned, repeated, pages_without_new as pagesWithoutNew,
  credits, possible_credits as possibleCredits,
  unknown_costs as unknownCosts,
  first_total as firstTotal, last_total as lastTotal, cursor, stop as "stop:json",
  lease_owner as leaseOwner, lease_until as leaseUntil,
  json_object('id', c.id, 'label', label, 'origin', origin, 'workspaceId', workspace_id) as "connection:json",
  (select sum(reserved) from call where call.run_no = run.no and call.state = 'sent') as inFlight,
  iif(${isAtCompanies}, (select count(*) from run_row where key between run.no * 4294967296
    and run.no * 4294967296 + 4294967295 and run_row.state = 'open'), null) as openCompanies,
  (select json_object('records', asked, 'credits', iif(state = 'sent', reserved, possible)) from call
    where call.run_no = run.no and purpose <> 'batch' and not (${isAtCompanies})
      and (state = 'sent' or charged = 'maybe') and no > coalesce(
      (select max(no) from call answered where answered.run_no = run.no and answered.state = 'answered'), 0)
    order by no desc limit 1) as "unanswered:json"`;
const from = "from run join connection c on c.id = run.connection";

interface RunRow extends Omit<StoredRun, "isLive" | "requestInFlight" | "price"> {
  readonly operation: string;
  readonly leaseOwner?: string;
  readonly leaseUntil: number;
  readonly inFlight?: number;
}

function runOf(db: StoreDb, { leaseOwner, leaseUntil, inFlight, operation, ...run }: RunRow, now: number): StoredRun {
  const isLive = isLeaseLive(leaseOwner, leaseUntil, now);
  return {
    ...run,
    // Requests of a window that died may have been charged.
    possibleCredits: run.possibleCredits + (isLive ? 0 : (inFlight ?? 0)),
    isLive,
    requestInFlight: inFlight !== undefined,
    price: highestPrice(db, run.connection, operation, now),
  };
}

/**
 * Creates a run, including the row of a single lookup; the owner of the lease executes it. ALREADY_RUNNING while
 * another run of the same search is in progress, for the same purpose and with the same connection. BUSY while
 * everything is being replaced.
 */
export function create(db: StoreDb, run: NewRun, lease?: Lease): StoredRun {
  db.write(() => {
    refuseWhileReplaced(db, run.startedAt);
    if (run.evenIfRunning !== true && isSameRunning(db, run)) {
      throw alreadyRunning();
    }
    saveConnection(db, run.connection);
    db.insert("run", {
      id: run.id,
      purpose: run.purpose,
      title: run.title,
      record_kind: run.recordKind,
      task: run.task,
      source: run.source,
      connection: run.connection.id,
      limits: run.limits,
      search_key: run.searchKey,
      leave_out: run.leaveOut?.length === 0 ? undefined : run.leaveOut,
      started_at: run.startedAt,
      updated_at: run.startedAt,
      lease_owner: lease?.owner,
      lease_until: lease === undefined ? 0 : lease.now + lease.ms,
    });
    if (run.purpose === "lookup") {
      const no = db.lastRow();
      const { identifiers = {} } = run.task as { readonly identifiers?: Identifiers };
      const question = normalizedQuestion(identifiers);
      db.insert("run_row", { key: recordKey(no, 0), run_no: no, question, identifiers, words: run.title });
    }
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
  return row && runOf(db, row, now);
}

export function existing(db: StoreDb, id: string, now: number): StoredRun {
  const run = get(db, id, now);
  if (run === undefined) {
    throw notFound();
  }
  return run;
}

/** The properties of a run that other functions need. */
export interface RunFacts {
  readonly no: number;
  readonly kind: RecordKind;
  /** The service. */
  readonly origin: string;
}

export function findRun(db: StoreDb, id: string): RunFacts {
  const found = db.get<RunFacts>(`select run.no, run.record_kind as kind, c.origin ${from} where run.id = ?`, id);
  if (found === undefined) {
    throw notFound();
  }
  return found;
}

export interface RunQuery {
  readonly now: number;
  readonly source?: string | undefined;
  /** Runs of any of these; the empty text means runs without a saved search. */
  readonly sources?: readonly string[] | undefined;
  readonly purposes?: readonly RunPurpose[] | undefined;
  /** Runs of the same search. */
  readonly searchKey?: string | undefined;
  /** Only runs that some window or process is executing. */
  readonly inProgress?: true | undefined;
  readonly limit?: number | undefined;
}

/** Newest first. */
export function list(
  db: StoreDb,
  { now, source, sources, purposes, searchKey, inProgress, limit }: RunQuery,
): readonly StoredRun[] {
  // Only the requested conditions: with "or … is null" SQLite would not use the index of the sources.
  const conditions: readonly (readonly [sql: string, value: Value])[] = [
    ["run.source = ?", source],
    ["coalesce(run.source, '') in (select value from json_each(?))", sources],
    ["run.purpose in (select value from json_each(?))", purposes],
    ["run.search_key = ?", searchKey],
    [isLeased("?"), inProgress && now],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined);
  const rows = db.all<RunRow>(
    `select ${columns} ${from}
     where ${["1", ...asked.map(([sql], nth) => sql.replaceAll("?", `?${nth + 1}`))].join(" and ")}
     order by run.no desc limit ?${asked.length + 1}`,
    ...asked.map(([, value]) => value),
    limit ?? -1,
  );
  return rows.map((row) => runOf(db, row, now));
}

export function rename(db: StoreDb, id: string, title: string): void {
  db.run("update run set title = ? where id = ?", title, id);
}

/** Adds a leave-out list to the run, so that its records are hidden. */
export function addLeaveOut(db: StoreDb, id: string, uri: string): void {
  db.write(() => {
    const lists = listsOfRun(db, id);
    db.run("update run set leave_out = ? where id = ?", [...new Set([...lists, uri])], id);
  });
}

/** The name of a saved search before and after renaming. */
export interface SearchNames {
  readonly before: string;
  readonly after: string;
}

/**
 * Changes the URI of a saved search. Runs with the search's name get the new one; titles that users gave to runs are
 * kept. Returns the ids of its runs. Moves its last exports to the new URI, unless it already has some.
 */
export function moveSource(db: StoreDb, from: string, to: string, names?: SearchNames): readonly string[] {
  return db.write(() => {
    db.run("update or ignore last_export set search = ? where search = ?", to, from);
    return db.column<string>(
      `update run
       set source = ?1, title = case when title = ?2 or purpose = 'count' then replace(title, ?2, ?3) else title end
       where source = ?4 returning id`,
      to,
      names?.before ?? "",
      names?.after ?? "",
      from,
    );
  });
}

/** Takes the lease of a run. IN_USE while another window has it. Open calls of a dead window may have been charged. */
export function take(
  db: StoreDb,
  id: string,
  lease: Lease,
  change: {
    readonly limits?: object | undefined;
    readonly connection?: Connection | undefined;
    /** The user agreed to ask again for rows that may have been charged. */
    readonly again?: boolean | undefined;
    /** When the user agreed; now when absent. */
    readonly agreedAt?: number | undefined;
  } = {},
): StoredRun {
  db.write(() => {
    const { no } = existing(db, id, lease.now);
    const heldUntil = db.value<number>("select lease_until from run where no = ?", no) ?? 0;
    if (!takeLease(db, "run", "no", no, lease)) {
      throw inUse();
    }
    // A window that died had the lease until then.
    settleAbandoned(db, no, lease.now, heldUntil === 0 ? lease.now : Math.min(heldUntil, lease.now));
    reopenRows(db, no, change.again === true ? (change.agreedAt ?? lease.now) : undefined);
    if (change.connection !== undefined) {
      saveConnection(db, change.connection);
    }
    db.run(
      `update run set stop = null, limits = coalesce(?, limits), connection = coalesce(?, connection)
       where no = ?`,
      change.limits,
      change.connection?.id,
      no,
    );
  });
  return existing(db, id, lease.now);
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
        reason,
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

/** Marks a run that ended early as complete, because the user accepted that; `undefined` for any other run. */
export function acceptEnd(db: StoreDb, id: string, now: number): StoredRun | undefined {
  const changed = db.run(
    `update run set stop = json_set(stop, '$.kind', 'complete', '$.isAccepted', json('true')), updated_at = ?
     where id = ? and stop ->> '$.kind' = 'endedEarly'`,
    now,
    id,
  );
  return changed === 1 ? existing(db, id, now) : undefined;
}

/**
 * Settles calls whose reply no window is waiting for, and their rows: they were sent, so they may have been charged.
 * Reopened rows that were not asked again, which have a reason, also count as possibly charged. `lostAt`: until when a
 * window waited for them.
 */
function settleAbandoned(db: StoreDb, no: number, now: number, lostAt = now): void {
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
  db.run(
    `update run_row set state = 'possiblyCharged', at = iif(state = 'sent', max(at, ?), at),
       why = iif(state = 'sent', ?, why)
     where key between ? and ? and (state = 'sent' or (state = 'open' and why is not null))`,
    lostAt,
    // Written to the result file.
    "the window closed before the reply arrived",
    ...keysOfRun(no),
  );
}

function saveConnection(db: StoreDb, { id, label, origin, workspaceId }: Connection): void {
  db.insert(
    "connection",
    { id, label, origin, workspace_id: workspaceId },
    `on conflict (id) do update set label = excluded.label, origin = excluded.origin,
       workspace_id = excluded.workspace_id`,
  );
}

export const connections = (db: StoreDb): readonly Connection[] =>
  db.all("select id, label, origin, workspace_id as workspaceId from connection order by id");
