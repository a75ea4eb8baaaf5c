// Groups the values of a column for a picker: years as decades, numbers as ranges, addresses by their status. The same
// SQL is used for counting and comparing.
import { isStatusColumn, statusColumnOf, statusText } from "../records/contactStatus";
import { changeColumnId } from "../records/extraColumns";
import { contactOutcomes, outcomeLabel } from "../service/contactOutcome";
import type { RecordKind } from "../service/operations";
import { countText } from "../text/numbers";
import { changeLabels, rowChanges } from "./changes";
import { columnSql, once, shownSql, type ColumnContext } from "./columnSql";

/** The columns that people filter most, in display order. */
export const usualColumns: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["country", "industry", "headcount", "city", "type", "year_founded", "technologies"],
  person: person(""),
  contact: ["outcome", "work_email", "personal_email", "phone", ...person("profile_")],
};

function person(prefix: string): readonly string[] {
  const ids = ["seniority", "job_functions", "country", "company_industry", "company_headcount", "city"];
  return [...ids, "company_name", "position_since"].map((id) => prefix + id);
}

interface ValueGroups {
  /**
   * SQL over the tables `m` and `more`: the group of a value as text, or an unexpected value itself; null when unknown.
   */
  readonly sql?: string;
  /** The label of a value; the value when absent. */
  readonly name?: (value: string) => string;
  /** The label of records without a value; "Unknown" when absent. */
  readonly missing?: string | undefined;
  /** Sorts the values; by frequency when absent. */
  readonly rank?: (value: string) => number;
}

/** The expression of a column that is counted, and compared with the selected values. */
export interface PickedColumn extends ValueGroups {
  /** The column's text or group, or for a list its items as a JSON array. */
  readonly sql: string;
  readonly isList: boolean;
  /** The values are groups, but records can also be selected by their own text. */
  readonly isGrouped: boolean;
}

/** `now` in ms since 1970, for years up to now. */
export function pickedColumn(context: ColumnContext, id: string, now: number): PickedColumn {
  const column = columnSql(context, id);
  const { isList, items } = column;
  const groups = isList ? {} : groupsOf(context, id, now);
  return {
    sql: isList ? items : shownSql(column),
    isList,
    isGrouped: groups.sql !== undefined,
    ...groups,
  };
}

function groupsOf(context: ColumnContext, id: string, now: number): ValueGroups {
  const { sql, type } = columnSql(context, id);
  const status = id === "phone" ? "phone_line_type" : statusColumnOf(id);
  if (id === "outcome") {
    return { name: outcomeLabel, rank: (value) => contactOutcomes.findIndex((one) => one === value) };
  }
  if (id === changeColumnId) {
    const labels: Readonly<Record<string, string>> = { ...changeLabels, unchanged: "Unchanged" };
    return {
      name: (value) => labels[value] ?? value,
      rank: (value) => rowChanges.findIndex((one) => one === value),
    };
  }
  if (isStatusColumn(id)) {
    return { name: statusText };
  }
  if (context.kind === "contact" && status !== undefined) {
    return byStatus(id, sql, columnSql(context, status).sql);
  }
  if (id.endsWith("headcount")) {
    const [exact, range] = ["exact", "range"].map((one) => columnSql(context, `${id}_${one}`).sql);
    return { sql: `coalesce(${range}, ${rangeSql(exact ?? "", headcounts)})`, name: numbersIn, rank: lowerEnd };
  }
  return id.endsWith("year_founded")
    ? decades(sql)
    : id.endsWith("position_since")
      ? yearsSince(sql, now)
      : type === "number"
        ? { sql: once(sql, (v) => rangeSql(v, numbers)), name: numbersIn, rank: lowerEnd }
        : type === "date"
          ? { sql: once(sql, (v) => `iif(${v} glob '????*', substr(${v}, 1, 4), cast(${v} as text))`), rank: Number }
          : {};
}

/** A date as a Julian day. A month or a year means its first day, because SQLite reads a bare number as a day. */
export const dateSql = (value: string): string =>
  `case
    when ${value} glob '????-??-*' then julianday(${value})
    when ${value} glob '????-??' then julianday(${value} || '-01')
    when ${value} glob '????' then julianday(${value} || '-01-01') end`;

/** Labels of ranges, each with its exclusive upper bound. */
type Ranges = readonly (readonly [below: number, label: string])[];

/** The ranges that the service uses. */
const headcounts: Ranges = [
  [11, "1-10"],
  [51, "11-50"],
  [201, "51-200"],
  [501, "201-500"],
  [1001, "501-1000"],
  [5001, "1001-5000"],
  [10_001, "5001-10000"],
  [Number.POSITIVE_INFINITY, "10001+"],
];

const numbers: Ranges = [
  [0, "<0"],
  [1, "0"],
  ...Array.from({ length: 8 }, (_, digits): Ranges[number] => [
    10 ** (digits + 1),
    `${10 ** digits}–${10 ** (digits + 1) - 1}`,
  ]),
  [Number.POSITIVE_INFINITY, `${10 ** 8}+`],
];

const years: Ranges = [
  [1, "0"],
  [3, "1–2"],
  [6, "3–5"],
  [11, "6–10"],
  [Number.POSITIVE_INFINITY, "11+"],
];

const casesSql = (v: string, ranges: Ranges): string =>
  ranges
    .map(([below, label]) => `when ${v} < ${below === Number.POSITIVE_INFINITY ? "9e999" : below} then '${label}'`)
    .join(" ");

/** In SQLite, any text is greater than any number. */
const rangeSql = (v: string, ranges: Ranges): string =>
  `case when typeof(${v}) not in ('integer', 'real') then cast(${v} as text) ${casesSql(v, ranges)} end`;

const numbersIn = (range: string): string => range.replace(/\d+/g, (digits) => countText(Number(digits)));
const lowerEnd = (range: string): number =>
  range.startsWith("<") ? -0.5 : Number.parseInt(range.replaceAll(",", ""), 10);

const decades = (sql: string): ValueGroups => ({
  sql: once(sql, (v) => `iif(${v} glob '[0-9][0-9][0-9][0-9]', substr(${v}, 1, 3) || '0s', cast(${v} as text))`),
  name: (value) => (value.endsWith("0s") ? `${value.slice(0, 4)}s` : value),
  rank: (value) => Number.parseInt(value, 10),
});

function yearsSince(sql: string, now: number): ValueGroups {
  // Rounded to a day, so that the SQL stays the same for a day.
  const today = Math.ceil(now / 86_400_000) + 2_440_587.5;
  const passed = (
    v: string,
  ): string => `(select case when y >= 0 then case ${casesSql("y", years)} end else cast(${v} as text) end
    from (select (${today} - (${dateSql(v)})) / 365.25 as y limit -1))`;
  return {
    sql: once(sql, passed),
    name: (value) =>
      value === "0"
        ? "less than 1 year"
        : value === "11+"
          ? "more than 10 years"
          : years.some(([, label]) => label === value)
            ? `${value} years`
            : value,
    rank: (value) => years.findIndex(([, label]) => label === value),
  };
}

/** The value of an address or number without a status. */
const noStatus = "-";

/** Without an address there is no status, even if the service sends one. */
function byStatus(id: string, sql: string, status: string): ValueGroups {
  const missing: Readonly<Record<string, string>> = {
    work_email: "No work email",
    personal_email: "No personal email",
    phone: "No phone",
  };
  return {
    sql: `iif(coalesce(${sql}, '') = '', null, coalesce(${status}, '${noStatus}'))`,
    name: (value) => (value === noStatus ? "without a status" : id === "phone" ? value : statusText(value)),
    missing: missing[id],
  };
}
