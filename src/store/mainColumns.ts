// The main columns: the known columns that have a column in the database, and how SQL reads them from the JSON of a
// record. Everything else about a column is in src/rows.
import { columnsOf, type ColumnType } from "../rows/columns";
import type { RecordKind } from "../service/operations";

export interface MainColumn {
  readonly id: string;
  readonly type: ColumnType;
  /** SQL over the JSON text `j.json`, with the same value as the column's own `value`; lists as JSON arrays. */
  readonly sql: string;
}

const quote = (path: string): string => `'$.${path}'`;
const text = (path: string): string => `nullif(j.json ->> ${quote(path)}, '')`;

/** Keeps true and false as words, which SQLite would turn into 1 and 0. */
function number(path: string, zeroIsUnknown: boolean): string {
  const isBoolean = `json_type(j.json, ${quote(path)}) in ('true', 'false')`;
  const value = `iif(${isBoolean}, j.json -> ${quote(path)}, nullif(j.json ->> ${quote(path)}, ''))`;
  return zeroIsUnknown ? `nullif(${value}, 0)` : value;
}

/** The items of a list as a JSON array without missing ones; null when there is no list. */
function items(whole: string, value: string): string {
  const isList = `json_type(j.json, ${quote(whole)}) = 'array'`;
  const found = `(select json_group_array(json(v))
    from (select ${value} as v from json_each(j.json -> ${quote(whole)}) e)
    where v is not null and v <> 'null')`;
  return `iif(${isList}, ${found}, null)`;
}

/** `offices[].line2`, or `specialties` for a list of plain values. */
function list(path: string): string {
  const [whole = path, item] = path.split("[].");
  return item === undefined
    ? `iif(json_type(j.json, ${quote(whole)}) = 'array', j.json -> ${quote(whole)}, null)`
    : items(whole, `case e.type when 'object' then nullif(e.value -> ${quote(item)}, '""') end`);
}

/** Technologies are objects with a name; a plain list of names is accepted as well. */
const names = (path: string): string =>
  items(path, "case e.type when 'object' then e.value -> '$.name' when 'text' then json_quote(e.value) end");

/** A full name, or else first and last name. */
function fullName(full: string, first: string, last: string): string {
  const part = (path: string): string =>
    `iif(json_type(j.json, ${quote(path)}) = 'text', nullif(j.json ->> ${quote(path)}, ''), null)`;
  return `iif(
    coalesce(json_type(j.json, ${quote(full)}), 'null') = 'null',
    nullif(concat_ws(' ', ${part(first)}, ${part(last)}), ''),
    ${text(full)})`;
}

/** Ids of the main columns; `headcount` is computed from the exact number and the range. */
const company = [
  "name",
  "domain",
  "website",
  "industry",
  "type",
  "headcount_exact",
  "headcount_range",
  "year_founded",
  "city",
  "region",
  "country",
  "country_code",
  "specialties",
  "technologies",
  "network_url",
  "network_id",
  "followers",
] as const;
const employer = ["id", "name", "domain", "industry", "type", "headcount_exact", "headcount_range", "country"] as const;
const person = [
  "first_name",
  "last_name",
  "title",
  "seniority",
  "job_functions",
  "position_since",
  "city",
  "region",
  "country",
  "country_code",
  "network_url",
  "network_id",
] as const;

const ids: Readonly<Record<RecordKind, readonly string[]>> = {
  company: company,
  person: ["name", ...person, ...employer.map((id) => `company_${id}`)],
  contact: [
    ...[
      "name",
      "work_email",
      "work_email_status",
      "personal_email",
      "phone",
      "phone_line_type",
      "phone_line_status",
      "work_emails",
      "personal_emails",
      "phones",
    ],
    ...[
      "profile_title",
      "profile_seniority",
      "profile_job_functions",
      "profile_position_since",
      "profile_city",
      "profile_country",
      "profile_network_url",
      "profile_network_id",
    ],
    ...employer.map((id) => `profile_company_${id}`),
    ...["profile_id", "submitted_company_domain"],
  ],
};

const special: Readonly<Record<string, string>> = {
  "company.technologies": names("technologies"),
  "person.name": fullName("full_name", "first_name", "last_name"),
  "contact.phone": "column_text('contact', 'phone', j.json)",
  "contact.phones": "column_list('contact', 'phones', j.json)",
  "contact.name": fullName("profile.full_name", "input.first_name", "input.last_name"),
};

const zeroIsUnknown = /(headcount_exact|year_founded)$/;

function mainColumn(kind: RecordKind, id: string): MainColumn {
  const known = columnsOf(kind).find((column) => column.id === id);
  const path = known?.paths?.[0];
  if (known === undefined || path === undefined) {
    throw new Error(`There is no column ${id} to make a main column of.`);
  }
  const { type } = known;
  const sql =
    special[`${kind}.${id}`] ??
    (type === "list" ? list(path) : type === "number" ? number(path, zeroIsUnknown.test(id)) : text(path));
  return { id, type, sql };
}

const made: Partial<Record<RecordKind, readonly MainColumn[]>> = {};

export function mainColumns(kind: RecordKind): readonly MainColumn[] {
  return (made[kind] ??= ids[kind].map((id) => mainColumn(kind, id)));
}

/** The id of a record, never blank. A contact without a profile is identified by what was submitted for it. */
export function idSql(kind: RecordKind): string {
  const own = (path: string): string =>
    `iif(trim(j.json ->> ${quote(path)}) <> '', cast(j.json ->> ${quote(path)} as text), null)`;
  if (kind !== "contact") {
    return `iif(json_type(j.json, '$.id') in ('text', 'integer', 'real'), ${own("id")}, null)`;
  }
  const submitted = `(select nullif(group_concat(v, ' · '), '') from (
    select value as v from json_each(iif(json_type(j.json, '$.input') = 'object', j.json -> '$.input', null))
    where type = 'text' and value <> '' order by key))`;
  return `coalesce(
    iif(json_type(j.json, '$.profile.id') in ('text', 'integer', 'real'), ${own("profile.id")}, null),
    ${submitted})`;
}

/** True where a column differs from the value in the JSON; the JSON of such a row is read for display. */
export function rawSql(kind: RecordKind): string {
  const inexact = mainColumns(kind).map(({ id, type }) => {
    switch (type) {
      case "number":
        // SQLite and JavaScript write 1.0 and 1e21 in different ways.
        return `typeof(${id}) in ('text', 'real') or abs(${id}) > 9007199254740991`;
      case "list":
        // An item that may not be a text; some texts look like that, which costs only time.
        return `${id} glob '*[[,][-0-9tfn{[]*'`;
      default:
        return `typeof(${id}) not in ('text', 'null') or substr(${id}, 1, 1) in ('{', '[')`;
    }
  });
  // Some versions of Node cut texts at a NUL character.
  const texts = `concat_ws('', ${mainColumns(kind)
    .map(({ id }) => id)
    .join(", ")})`;
  const hasNul = `(select instr(t, char(0)) or instr(t, '\\u0000') from (select ${texts} as t limit -1))`;
  return [...inexact, hasNul].join(" or ");
}

/** True where the JSON has an id that the record cannot be told apart by, such as a list: the column is empty then. */
export function isOddIdSql(kind: RecordKind): string {
  const type = "json_type(j.json, '$.id')";
  return kind === "contact"
    ? "0"
    : `coalesce(${type} not in ('null', 'integer') and (${type} <> 'text' or id is null), 0)`;
}

/** True where the JSON has another value than a list for a list column, which is empty then. */
export function notAListSql(kind: RecordKind): string {
  const paths = mainColumns(kind).flatMap(({ id, type }) => {
    const path = columnsOf(kind).find((column) => column.id === id)?.paths?.[0];
    return type === "list" && path !== undefined && !path.includes("[]") && special[`${kind}.${id}`] === undefined
      ? [path]
      : [];
  });
  return paths.length === 0
    ? "0"
    : paths.map((path) => `coalesce(json_type(j.json, ${quote(path)}), 'null') not in ('array', 'null')`).join(" or ");
}
