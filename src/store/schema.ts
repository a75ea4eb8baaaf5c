// The tables of the database, and the views for other programs.
import { recordKinds, type RecordKind } from "../service/operations";
import { joinMore, mainColumns, moreColumns, moreTables, recordTables } from "./kinds";

/** In the header of each file of this extension: "PDsk". */
export const applicationId = 0x5044736b;
/** The format of the database: `user_version` in its header. Lower numbers were never published. */
export const schemaVersion = 105;
const recordViews = { company: "companies", person: "people", contact: "contacts" } as const satisfies Readonly<
  Record<RecordKind, string>
>;

function recordTable(kind: RecordKind): string {
  const table = recordTables[kind];
  const more = moreTables[kind];
  return `
    -- key: run number and row. name_key: for sorting by name. search: the texts of columns, in lower case and without
    -- accents.
    create table ${table} (
      key integer primary key, id text, ${mainColumns[kind].join(", ")},
      name_key, url_key text${kind === "company" ? ", domain_key text" : ""}, search text);
    create index ${table}_id on ${table} (id) where id is not null;
    create index ${table}_url on ${table} (url_key) where url_key is not null;
    -- id_value: the value of the field "id" where it differs from the identity of the record.
    create table ${more} (key integer primary key, ${moreColumns[kind].join(", ")}, id_value);
    create trigger ${more}_gone after delete on ${table} begin delete from ${more} where key = old.key; end;
    create trigger ${more}_moved after update of key on ${table} begin
      update ${more} set key = new.key where key = old.key; end;`;
}

function recordView(kind: RecordKind): string {
  const main = mainColumns[kind].map(
    (id) => `m.${id}${id.endsWith("headcount_exact") ? ` as ${id.slice(0, -"_exact".length)}` : ""}`,
  );
  const more = moreColumns[kind].map((id) => `more.${id}`);
  return `create view ${recordViews[kind]} as
    select r.id as run_id, m.key % 4294967296 as row, m.id as id, ${[...main, ...more].join(", ")}, j.json as json
    from ${recordTables[kind]} m join run r on r.no = m.key / 4294967296 join record_json j on j.key = m.key
      ${joinMore(kind)};`;
}

export const schema = `
  create table connection (
    id text primary key, label text not null, origin text not null, workspace_id text not null)
    without rowid;

  -- One execution of a search, lookup, batch or enrichment. Numbers are never reused: calls outlive their runs.
  -- leave_out: URIs of the lists that the run names, as JSON.
  -- search_key: equal for searches that fetch the same records; absent for runs of other tasks.
  create table run (
    no integer primary key autoincrement, id text not null unique, purpose text not null, title text not null,
    record_kind text not null, task text not null, source text, connection text not null, limits text not null,
    started_at integer not null, updated_at integer not null, stop text, cursor text,
    pages integer not null default 0, records integer not null default 0, returned integer not null default 0,
    repeated integer not null default 0, pages_without_new integer not null default 0,
    credits real not null default 0, possible_credits real not null default 0,
    unknown_costs integer not null default 0,
    first_total integer, last_total integer, leave_out text, search_key text,
    lease_owner text, lease_until integer not null default 0);
  create index run_source on run (source, no);
  create index run_purpose on run (purpose, no);

  -- row_key: the row of the run (run_row) that it answers.
  create table page (
    run_no integer not null, page integer not null, call_no integer, row_key integer, request text not null,
    received_at integer not null, first_row integer not null, rows integer not null, returned integer not null,
    credits real, total integer, cursor text,
    primary key (run_no, page)) without rowid;
  create index page_row on page (run_no, first_row) where rows > 0;

  create table record_json (key integer primary key, json text not null);
  ${recordKinds.map(recordTable).join("\n")}
  create index company_record_domain on company_record (domain_key) where domain_key is not null;
  create index company_record_network on company_record (network_id) where network_id is not null;
  create index person_record_network on person_record (network_id) where network_id is not null;
  create index contact_record_email on contact_record (work_email) where work_email is not null;

  -- The latest version of each record. rowid: its key as a negative number, because only ascending order is fast, and
  -- the newest are wanted first. Without positions, because words are searched, not phrases.
  -- It is filled with the columns of records: see storedColumns.ts.
  create virtual table everything using fts5 (
    text, content = '', contentless_delete = 1, detail = none, tokenize = 'unicode61 remove_diacritics 2',
    prefix = '2 3 4 5 6 7 8');

  -- Credits that the user agreed to, or the allowance without confirmation since the last agreement.
  -- used: the credits that its calls have cost or may still cost. account: the account of a budget of agents.
  create table budget (
    no integer primary key autoincrement, kind text not null, agreed real, used real not null default 0,
    opened_at integer not null, account text);
  create index budget_kind on budget (kind, no);

  -- The ledger. A reply that is not one of the service is kept unchanged with its call.
  create table call (
    no integer primary key autoincrement, run_no integer, connection text not null, operation text not null,
    at integer not null, state text not null, asked integer not null, reserved real not null default 0,
    budget_no integer, records integer not null default 0, credits real, counted real not null default 0,
    possible real not null default 0, price real, charged text, settled_at integer, status integer, reply blob,
    problem text);
  create index call_at on call (at);
  create index call_run on call (run_no);
  create index call_open on call (run_no) where state = 'sent';
  create index call_price on call (connection, operation, price desc, at desc) where price > 0;
  create index call_unanswered on call (run_no) where state = 'sent' or charged = 'maybe';

  create table batch (
    run_no integer primary key, source text not null, mapping text not null, columns text not null, input blob,
    finished integer not null default 0);

  -- The questions of a run, each once: lookups, or the companies of a list at which people are searched. key: number of
  -- the run and of the row. question: the normalized identifiers. call_no: the call that asked for it last; absent
  -- where a stored answer was used. at: when the row got its state. cells: the columns of the table or list in this
  -- row, by their names, as JSON. list_row, returned, total, cursor: for companies, where the search for their people
  -- continues.
  create table run_row (
    key integer primary key, run_no integer not null, question text not null, identifiers text not null,
    words text not null, state text not null default 'open', record integer, call_no integer, why text, at integer,
    list_row integer, cells text, returned integer not null default 0, total integer, cursor text);
  create unique index run_row_question on run_row (run_no, question);
  create index run_row_open on run_row (key) where state = 'open';
  create index run_row_sent on run_row (key) where state = 'sent';
  create index run_row_record on run_row (record) where record is not null;
  create index run_row_answer on run_row (question) where state in ('found', 'noMatch') and call_no is not null;
  create index run_row_unanswered on run_row (question) where state in ('sent', 'possiblyCharged', 'notUnderstood');

  create table enrichment (
    key text primary key, id text not null, connection text not null, entry text not null, added_at integer not null,
    next_ask_at integer not null, lease_owner text, lease_until integer not null default 0) without rowid;

  -- deleted: the user deleted the key, which other processes may still have in memory.
  create table pause (
    key_hash text primary key, until integer not null, wait_ms integer not null, in_a_row integer not null,
    deleted integer not null default 0) without rowid;
  create table rate_limit_slot (
    key_hash text not null, slot integer not null, lease_owner text, lease_until integer not null default 0,
    primary key (key_hash, slot)) without rowid;

  create table leave_out_list (
    no integer primary key autoincrement, uri text not null unique, hash text not null, everywhere integer not null,
    counts text not null);
  create table leave_out_entry (
    kind text not null, value text not null, list_no integer not null, primary key (kind, value, list_no))
    without rowid;
  create index leave_out_entry_list on leave_out_entry (list_no);

  create table record_list (
    no integer primary key autoincrement, id text not null unique, name text not null);
  create table record_list_entry (
    list_no integer not null, record_kind text not null, record_id text not null, note text, added_at integer not null,
    primary key (list_no, record_kind, record_id)) without rowid;
  create index record_list_entry_id on record_list_entry (record_kind, record_id);

  create table column_profile (
    kind text not null, name_key text not null, profile text not null, primary key (kind, name_key)) without rowid;
  create table last_export (
    search text not null, what text not null, export text not null, at integer not null,
    primary key (search, what)) without rowid;
  create table grid_layout (kind text primary key, layout text not null) without rowid;
  -- Settings of the user that processes without VS Code follow, as JSON.
  create table setting (name text primary key, value text not null) without rowid;

  -- One row. id changes with a restore or a purge, and database never. During these, the lease prevents paid calls.
  create table content (
    id text not null, database text not null, lease_owner text, lease_until integer not null default 0);
  insert into content (id, database) values (lower(hex(randomblob(16))), lower(hex(randomblob(16))));

  -- docs/database.md documents the names and columns of these views: columns may be added, but not renamed or removed.
  ${recordKinds.map(recordView).join("\n")}
  create view runs as
    select id, purpose, title, record_kind, source as search, connection, task, limits, started_at, updated_at,
      stop ->> '$.kind' as stop, pages, records, returned, repeated, credits, possible_credits,
      unknown_costs, last_total as total
    from run;
  create view calls as
    select call.no, run.id as run_id, coalesce(run.source, run.title) as search, call.connection, call.operation,
      call.at, call.state, call.asked, call.records, call.credits, call.charged, call.status
    from call left join run on run.no = call.run_no;

  pragma application_id = ${applicationId};
  pragma user_version = ${schemaVersion};
`;
