// Completes a file that was filled from a damaged one: derived rows, rows that others still describe, and what is lost.
import { operations, recordKinds, type RecordKind } from "../service/operations";
import { raiseSequences } from "./carryOver";
import { fillIndexSql } from "./everything";
import { moreTables, recordTables, keysOfRun } from "./kinds";
import { isLeaseLive } from "./leases";
import { addRows } from "./replyRecords";
import type { LostHints } from "./salvage";
import type { StoreDb } from "./storeDb";

/** How many could be read, of how many. */
export interface Share {
  readonly found: number;
  readonly all: number;
}

export interface Recovered {
  readonly runs: Share;
  readonly records: Share;
  readonly payments: Share;
}

/** Where a run can continue to fetch what it lost. */
interface LostFrom {
  readonly cursor?: string | undefined;
  readonly offset?: number | undefined;
}

/** `noted` are the highest numbers in the small file beside the database; `now` in ms since 1970. */
export function completeSalvage(
  db: StoreDb,
  hints: LostHints,
  noted: { readonly runs: number; readonly calls: number },
  now: number,
): Recovered {
  return db.write(() => {
    removeHalfRecords(db);
    const lostRuns = addLostRuns(db, hints);
    recomputeColumns(db);
    addLostCalls(db);
    addLostBudgets(db);
    addLostConnections(db);
    reopenQuestions(db);
    db.exec(fillIndexSql);
    const records = markLostRecords(db, now, lostRuns);
    const highest = {
      run: Math.max(hints.highest.run, noted.runs, maximum(db, "run", "no"), maximum(db, "call", "run_no")),
      call: Math.max(hints.highest.call, noted.calls, maximum(db, "call", "no")),
    };
    raiseSequences(db, [
      { name: "run", seq: highest.run },
      { name: "call", seq: highest.call },
    ]);
    const runs = db.count("run");
    return {
      runs: { found: runs - lostRuns.size, all: runs },
      records,
      payments: { found: db.count("call"), all: Math.max(db.count("call"), highest.call) },
    };
  });
}

const maximum = (db: StoreDb, table: string, column: string): number =>
  db.value<number>(`select max(${column}) from ${table}`) ?? 0;

function removeHalfRecords(db: StoreDb): void {
  for (const table of Object.values(recordTables)) {
    db.run(`delete from ${table} where key not in (select key from record_json)`);
  }
}

/** The columns of all records, whether their rows are lost or not: their JSON says them all. */
function recomputeColumns(db: StoreDb): void {
  const isIn = (table: string): string => `exists (select 1 from ${table} m where m.key = j.key)`;
  const without = db.all<{ readonly key: number; readonly kind: RecordKind }>(
    `select j.key, r.record_kind as kind from record_json j join run r on r.no = j.key / 4294967296
     where not (${Object.values(moreTables).map(isIn).join(" or ")}) order by j.key`,
  );
  let first = 0;
  without.forEach(({ key, kind }, at) => {
    const next = without[at + 1];
    if (next?.key !== key + 1 || next.kind !== kind) {
      const from = without[first]?.key ?? key;
      db.run(`delete from ${recordTables[kind]} where key between ? and ?`, from, key);
      addRows(db, kind, from, key);
      first = at + 1;
    }
  });
}

/** Runs whose row is lost, but not what they fetched. Returns their numbers. */
function addLostRuns(db: StoreDb, { runs }: LostHints): ReadonlySet<number> {
  const present = new Set(db.column<number>("select no from run"));
  // A run that is in no index was being deleted.
  const described =
    runs.size > 0
      ? [...runs.keys()]
      : db.column<number>("select distinct run_no from page union select distinct key / 4294967296 from record_json");
  const lost = new Set(described.filter((no) => !present.has(no)));
  for (const no of lost) {
    const { id = `recovered-${no}`, source, purpose = purposeOf(db, no) } = runs.get(no) ?? {};
    const kind = kindOfRun(db, no);
    const search = kind === "company" ? "companySearch" : "peopleSearch";
    const lookup = kind === "company" ? "companyLookup" : "peopleLookup";
    const task =
      purpose === "enrichment"
        ? { kind: "enrichment", enrichmentId: "" }
        : purpose === "lookup" || purpose === "batch"
          ? { kind: lookup, identifiers: {} }
          : { kind: search, filters: {} };
    const [first, last] = keysOfRun(no);
    db.run(
      `insert or ignore into run (no, id, purpose, title, record_kind, task, source, connection, limits, started_at,
         updated_at, pages, records, returned, skipped, credits, stop)
       select ?1, ?2, ?3, ?4, ?5, ?6, ?7,
         coalesce((select connection from call where run_no = ?1 limit 1), ''), json_object('records', n),
         coalesce((select min(at) from call where run_no = ?1), p.first, 0), coalesce(p.last, 0), p.pages, n,
         max(p.returned, n), p.skipped,
         coalesce((select round(sum(credits), 6) from call where run_no = ?1), p.credits), '{"kind":"complete"}'
       from (select count(*) as n from record_json where key between ?8 and ?9),
         (select count(*) as pages, min(received_at) as first, max(received_at) as last,
            coalesce(sum(returned), 0) as returned, coalesce(sum(skipped), 0) as skipped,
            coalesce(sum(credits), 0) as credits
          from page where run_no = ?1) p`,
      no,
      id,
      purpose,
      id,
      kind,
      task,
      source,
      first,
      last,
    );
  }
  return lost;
}

const purposeOf = (db: StoreDb, no: number): string => (db.has("batch where run_no = ?", no) ? "batch" : "search");

function kindOfRun(db: StoreDb, no: number): RecordKind {
  const [first, last] = keysOfRun(no);
  const stored = recordKinds.find((kind) => db.has(`${recordTables[kind]} where key between ? and ?`, first, last));
  const called = db.get<{ readonly operation: string }>("select operation from call where run_no = ? limit 1", no);
  const operation = operations[(called?.operation ?? "") as keyof typeof operations] as
    | { readonly recordKind?: RecordKind }
    | undefined;
  return stored ?? operation?.recordKind ?? "person";
}

/** Payments that are lost, but not the page that they paid for: with them its price is known again. */
function addLostCalls(db: StoreDb): void {
  db.run(
    `insert or ignore into call (no, run_no, connection, operation, at, state, asked, reserved, records, credits,
       counted, price, settled_at, status)
     select p.call_no, p.run_no, r.connection, r.task ->> '$.kind', p.received_at, 'answered', p.returned,
       coalesce(p.credits, 0), p.returned, p.credits, coalesce(p.credits, 0),
       iif(p.credits > 0, p.credits / max(1, p.returned), null), p.received_at, p.status
     from page p join run r on r.no = p.run_no
     where p.call_no is not null and p.call_no not in (select no from call)`,
  );
}

/**
 * Agreements that are lost: nothing is left of their sums, and what needs no confirmation counts as used by all of
 * their calls, so that nothing is spent that nobody agreed to.
 */
function addLostBudgets(db: StoreDb): void {
  const lost = db.all<{ readonly no: number; readonly used: number; readonly at: number }>(
    `select budget_no as no, sum(counted) as used, max(at) as at from call
     where budget_no is not null and budget_no not in (select no from budget) group by 1`,
  );
  for (const { no, used, at } of lost) {
    db.run(
      "insert into budget (no, kind, agreed, used, opened_at) values (?, 'agreement', ?, ?, ?)",
      no,
      used,
      used,
      at,
    );
  }
  if (lost.length > 0) {
    const used = lost.reduce((sum, budget) => sum + budget.used, 0);
    const at = Math.max(...lost.map((budget) => budget.at));
    db.run("insert into budget (kind, used, opened_at) values ('shared', ?1, ?2), ('agents', ?1, ?2)", used, at);
  }
}

function addLostConnections(db: StoreDb): void {
  db.run(
    `insert or ignore into connection (id, label, origin, workspace_id)
     select connection, connection, '', '' from run union select connection, connection, '', '' from call`,
  );
}

/** Answers whose record is lost are asked again, by somebody who agrees to what that costs. */
function reopenQuestions(db: StoreDb): void {
  const isLost = "record is not null and record not in (select key from record_json)";
  db.run(`delete from answer where ${isLost}`);
  db.run(`update batch set finished = 0 where run_no in (select run_no from question where ${isLost})`);
  db.run(
    `update question set record = null, state = 'open', credits = null, why = null, answered_at = null where ${isLost}`,
  );
}

interface StoredRun {
  readonly no: number;
  readonly kind: RecordKind;
  readonly purpose: string;
  readonly records: number;
  readonly cursor?: string;
  readonly grouped?: string;
  readonly lease_owner?: string;
  readonly lease_until: number;
}

/** Counts the records of each run again, and says in the run what is lost and where it can be fetched again. */
function markLostRecords(db: StoreDb, now: number, lostRuns: ReadonlySet<number>): Share {
  let [found, all] = [0, 0];
  const runs = db.all<StoredRun>(
    `select no, record_kind as kind, purpose, records, cursor, group_progress as grouped, lease_owner, lease_until
     from run`,
  );
  for (const run of runs) {
    const [first, last] = keysOfRun(run.no);
    const kept = db.count(`${recordTables[run.kind]} where key between ? and ?`, first, last);
    const { broken, before, stated } = brokenPages(db, run);
    const expected = lostRuns.has(run.no) ? Math.max(stated, kept) : run.records;
    found += kept;
    all += Math.max(kept, expected);
    if (kept >= expected && !lostRuns.has(run.no)) {
      continue;
    }
    const records = Math.max(0, expected - kept);
    const from = lostRuns.has(run.no) ? undefined : continueFrom(run, broken, before);
    const asks = Math.max(
      records,
      broken.reduce((sum, page) => sum + page.returned, 0),
    );
    db.run(
      `update run set records = ?2, stop = iif(?3, stop, ?4) where no = ?1`,
      run.no,
      kept,
      isLeaseLive(run.lease_owner, run.lease_until, now),
      { kind: "notRecovered", records, asks, from },
    );
  }
  return { found, all };
}

interface StoredPage {
  readonly page: number;
  readonly rows: number;
  readonly returned: number;
  readonly request: string;
  readonly cursor?: string;
  readonly kept: number;
}

/** The pages from the first to the last that lost records, and the page before a gap, where pages are lost. */
function brokenPages(
  db: StoreDb,
  { no, kind }: StoredRun,
): { readonly broken: readonly StoredPage[]; readonly before: StoredPage | undefined; readonly stated: number } {
  const [first] = keysOfRun(no);
  const pages = db.all<StoredPage>(
    `select page, rows, returned, request, cursor,
       (select count(*) from ${recordTables[kind]} m
        where m.key between ?2 + p.first_row and ?2 + p.first_row + p.rows - 1) as kept
     from page p where run_no = ?1 order by page`,
    no,
    first,
  );
  const isBroken = (page: StoredPage): boolean => page.kept < page.rows;
  const [start, end] = [pages.findIndex(isBroken), pages.findLastIndex(isBroken)];
  const gap = pages.findIndex(({ page }, at) => page !== at);
  return {
    broken: start === -1 ? [] : pages.slice(start, end + 1),
    before: gap === -1 ? pages.at(-1) : pages[gap - 1],
    stated: pages.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** `undefined` where nothing says from where: the search must be run again. */
function continueFrom(
  { purpose, cursor, grouped }: StoredRun,
  broken: readonly StoredPage[],
  before: StoredPage | undefined,
): LostFrom | undefined {
  if (purpose === "batch") {
    return {};
  }
  const request = broken[0] === undefined ? undefined : (JSON.parse(broken[0].request) as LostFrom);
  if (purpose !== "search" || grouped !== undefined) {
    return undefined;
  }
  if (request !== undefined) {
    return { cursor: request.cursor, offset: request.offset };
  }
  const next = before?.cursor ?? cursor;
  return next === undefined ? undefined : { cursor: next };
}
