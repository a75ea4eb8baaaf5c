// The values of columns as SQL, over the table `m` of records, joined with `more` by `joinMore`, and with `j` for
// values that only the JSON has.
import type { ExtraValue } from "../records/column";
import { columnOf, columnsOf, type ColumnType } from "../records/columns";
import type { RecordKind } from "../service/operations";
import { recordTables, keysOfRun } from "./kinds";
import { idColumn, isMain, otherIdColumn } from "./storedColumns";

/** The table of changes, and the number of the earlier run. */
interface ChangedRecords {
  readonly table: string;
  readonly earlier: number;
}

/** The tables that a view's columns are read from. */
export interface ColumnContext {
  readonly kind: RecordKind;
  /** Id of the list whose notes are displayed; the notes of all lists when absent. */
  readonly list?: string | undefined;
  /** Id of the run that the records belong to, or whose lookups found them. */
  readonly run?: string | undefined;
  /** Set if the records are compared with an earlier run. */
  readonly changes?: ChangedRecords | undefined;
}

export interface ColumnSql {
  /** A value as stored by `storedValue`; for a field without a known column, its text or number. */
  readonly sql: string;
  readonly type: ColumnType;
  /** Its items as a JSON array; null if it is unknown. */
  readonly items: string;
  /** Whether it can have several items. */
  readonly isList: boolean;
}

/** Whether SQL reads the JSON of each record, which takes a hundred times as long. */
export const readsJson = (sql: string): boolean => sql.includes("j.json");

export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * `m` is the name of the table with the main columns. Ids may come from a page or a file, so only known ones become
 * names in SQL.
 */
export function columnSql(context: ColumnContext, id: string, m = "m"): ColumnSql {
  const column = columnOf(context.kind, id);
  const { type = "text" } = column ?? {};
  const stored = (sql: string): ColumnSql => ({
    sql,
    type,
    items: itemsSql(sql, type),
    isList: type === "list",
  });
  if (column === undefined) {
    return stored("null");
  }
  if (column.extra !== undefined) {
    return stored(extraSql(context, column.extra, m));
  }
  if (!isKnown(context.kind, id)) {
    const given = `(j.json, ${quoted(id)})`;
    return { sql: `field${given}`, type, items: `field_items${given}`, isList: true };
  }
  if (column.isLong === true) {
    return stored(textSql(column.paths?.[0] ?? id));
  }
  return stored(
    id === idColumn
      ? `coalesce(more.${otherIdColumn}, ${m}.${idColumn})`
      : column.firstOf === undefined
        ? `${isMain(context.kind, id) ? m : "more"}.${id}`
        : `coalesce(${column.firstOf.map((one) => columnSql(context, one, m).sql).join(", ")})`,
  );
}

/** Whether it is a column of the record or beside it, and not just the path of a field. */
export const isKnown = (kind: RecordKind, id: string): boolean =>
  columnsOf(kind).some((column) => column.id === id) || columnOf(kind, id)?.extra !== undefined;

/** A field of the JSON: a text as it is, unless it has a NUL character; any other value as JSON in a blob. */
function textSql(path: string): string {
  const at = quoted(`$.${path}`);
  return `case json_type(j.json, ${at})
    when 'text' then iif(instr(j.json -> ${at}, '\\u0000'), cast(j.json -> ${at} as blob), nullif(j.json ->> ${at}, ''))
    when 'null' then null
    else cast(j.json -> ${at} as blob) end`;
}

function extraSql({ kind, list, run, changes }: ColumnContext, value: ExtraValue, m: string): string {
  const inLists = `from record_list_entry r join record_list l on l.no = r.list_no
    where r.record_kind = '${kind}' and r.record_id = ${m}.id`;
  switch (value) {
    case "row":
      return ofRowSql("c.list_row", m);
    case "entry":
      return ofRowSql("c.words", m);
    case "lookupStatus":
      return lookupStatusSql(kind, run, m);
    case "note":
      return list === undefined
        ? `(select group_concat(note, '; ') from (
            select r.note as note ${inLists} and r.note is not null order by lower(l.name), l.no))`
        : `(select r.note ${inLists} and l.id = ${quoted(list)})`;
    case "lists":
      return `(select nullif(json_group_array(name), '[]') from (
        select l.name as name ${inLists} order by lower(l.name), l.no))`;
    case "formerEmail":
      return formerEmailSql(kind, m);
    case "change":
      return changes === undefined
        ? "null"
        : `coalesce((select x.change from ${changes.table} x where x.key = ${m}.key),
            iif(${m}.id is null, null, 'unchanged'))`;
    default:
      return "inList" in value
        ? listCellSql(quoted(value.inList), run, m)
        : changes === undefined
          ? "null"
          : earlierSql(kind, value.earlier, changes, m);
  }
}

/** The value of a column in the earlier run; null for a record that only that run has. */
function earlierSql(kind: RecordKind, id: string, { earlier }: ChangedRecords, m: string): string {
  const { sql } = columnSql({ kind }, id, "b");
  const isEarlier = `b.id = ${m}.id and b.key between ${keysOfRun(earlier).join(" and ")} and b.key <> ${m}.key`;
  return `(select ${sql} from ${recordTables[kind]} b where ${isEarlier})`;
}

/** The text of a value; the items of a list are joined with “; ”. Unexpected values are approximated by their JSON. */
export function shownSql({ sql, type }: ColumnSql): string {
  if (type !== "list") {
    return `cast(${sql} as text)`;
  }
  // Faster when all items are texts without escapes.
  return once(
    sql,
    (v) => `case when ${isListSql(v)} then iif(${v} glob '[[]"*"]' and not (${hasOthers(v)}),
        replace(substr(${v}, 3, length(${v}) - 4), '","', '; '),
        (select group_concat(value, '; ') from json_each(${v}) where value is not null and value <> ''))
      else cast(${v} as text) end`,
  );
}

/** Uses a value several times; an expression is computed once, a plain column is repeated. */
export const once = (sql: string, use: (value: string) => string): string =>
  sql.includes("(") ? `(select ${use("v")} from (select ${sql} as v limit -1))` : `(${use(sql)})`;

/** A list is a text that begins with a bracket; no other text in a list column does. */
const isListSql = (v: string): string => `typeof(${v}) = 'text' and substr(${v}, 1, 1) = '['`;
const hasOthers = (v: string): string => `instr(${v}, '\\') or instr(${v}, '""') or ${v} glob '*",[^"]*'`;

const itemsSql = (sql: string, type: ColumnType): string =>
  once(
    sql,
    (v) => `case ${type === "list" ? `when ${isListSql(v)} then ${v} ` : ""}when ${v} is null then null
      else json_array(iif(typeof(${v}) = 'blob', cast(${v} as text), ${v})) end`,
  );

/** A column of the list's row that led to a person, over the table `m` of people. */
const ofRowSql = (what: string, m: string): string =>
  `(select ${what} from page p join run_row c on c.key = p.row_key
    where p.run_no = ${m}.key / 4294967296 and p.first_row <= ${m}.key % 4294967296 and p.rows > 0
    order by p.first_row desc limit 1)`;

/** The row's cell in another column; `name` is the column's name as a quoted text. */
const listCellSql = (name: string, run: string | undefined, m: string): string => {
  const cell = (cells: string): string =>
    `(select e.value from json_each(${cells}) e where e.key = ${name} and e.value <> '')`;
  return `coalesce(${lookedUpSql(cell("q.cells"), run, m)}, ${ofRowSql(cell("c.cells"), m)})`;
};

/** A column of the table's row whose lookup found the record, in the run with this id. */
const lookedUpSql = (what: string, run: string | undefined, m: string): string =>
  run === undefined
    ? "null"
    : `(select ${what} from run_row q
        where q.record = ${m}.key and q.run_no = (select no from run where id = ${quoted(run)})
        order by q.key limit 1)`;

/** The status in the words of `matchDoubt`. */
function lookupStatusSql(kind: RecordKind, run: string | undefined, m: string): string {
  const byName = `iif(q.identifiers ->> '$.person_name' is not null
    and (select count(*) from json_each(q.identifiers)) = 1,
    'found by name only: may be another person with this name', 'found')`;
  const byDomain = `iif(address(q.identifiers ->> '$.domain') <> address(${m}.domain),
    'found at another domain: ' || ${m}.domain, 'found')`;
  return lookedUpSql(kind === "company" ? byDomain : byName, run, m);
}

/**
 * SQL for the email address of a person or contact in the table `m` if it is at a former employer; null if it is not,
 * or if the domain of the current employer is unknown. A person's address is taken from the newest contact.
 */
export function formerEmailSql(kind: RecordKind, m: string): string {
  if (kind === "company") {
    return "null";
  }
  const originOf = (key: string): string =>
    `(select c.origin from run r join connection c on c.id = r.connection where r.no = ${key} / 4294967296)`;
  const isSame = `v.id = ${m}.id and ${originOf("v.key")} = ${originOf(`${m}.key`)}`;
  const email =
    kind === "contact"
      ? `select ${m}.work_email as email`
      : `select v.work_email as email from contact_record v where ${isSame} and v.work_email is not null
         order by v.key desc limit 1`;
  return `(
    with version (key, domain, path) as (
        select v.key, address(v.company_domain), '$' from person_record v where ${isSame}
        union all
        select v.key, address(v.profile_company_domain), '$.profile' from contact_record v where ${isSame}),
      newest as (select * from version order by key desc limit 1),
      position (domain, is_current) as (
        select address(iif(p.type = 'object', p.value, null) ->> '$.company.domain'),
          iif(p.type = 'object', p.value, null) ->> '$.is_current'
        from newest cross join record_json j on j.key = newest.key
          cross join json_each(j.json, newest.path || '.employment.all') p)
    select mail.email
    from (select email, address(substr(email, instr(email, '@') + 1)) as at from (${email})
        where email like '%_@_%') mail cross join newest
    where newest.domain <> '' and newest.domain <> mail.at
      and not exists (select 1 from position where domain = mail.at and is_current)
      and mail.at in (select domain from version union all select domain from position))`;
}
