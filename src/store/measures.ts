// The charts of the summary: how each groups records, as SQL for facet conditions and as values for counting.
import * as l10n from "@vscode/l10n";
import type { RecordKind } from "../service/operations";

export interface Measure {
  readonly id: string;
  readonly label: () => string;
  /** The column of the kind's table that is counted. */
  readonly column: string;
  /** The bars that a record belongs to, from the column's value; none when unknown. `now` in ms since 1970. */
  readonly values: (stored: string | number, now: number) => readonly string[];
  /** The label of a bar; its value when absent. */
  readonly name?: (value: string) => string;
  /** Sorts the bars; by frequency when absent. */
  readonly rank?: (value: string) => number;
  /** SQL over the table `m`: whether a record is in one of the bars. Parameters: the bars as a JSON array, and now. */
  readonly matches: string;
}

/** A date as a Julian day. A month or a year stands for its first day, because SQLite reads a bare number as a day. */
export const dateSql = (value: string): string =>
  `case
    when ${value} glob '????-??-*' then julianday(${value})
    when ${value} glob '????-??' then julianday(${value} || '-01')
    when ${value} glob '????' then julianday(${value} || '-01-01') end`;

const year = 365.25 * 24 * 60 * 60 * 1000;
const wanted = "(select value from json_each(?))";
/** Consumes the parameter `now` where bars do not depend on it. */
const unused = "and ? is not null";

const plain = (id: string, label: () => string): Measure => ({
  id,
  label,
  column: id,
  values: (stored) => [String(stored)],
  matches: `(cast(m.${id} as text) in ${wanted} ${unused})`,
});

const list = (id: string, label: () => string): Measure => ({
  id,
  label,
  column: id,
  values: (stored) => [
    ...new Set(
      (JSON.parse(String(stored)) as readonly unknown[]).flatMap((item) =>
        typeof item === "string" || typeof item === "number" ? [String(item)] : [],
      ),
    ),
  ],
  matches: `(exists (select 1 from json_each(m.${id}) e where cast(e.value as text) in ${wanted}) ${unused})`,
});

const range = (id: string, label: () => string): Measure => ({
  ...plain(id, label),
  rank: (value) => Number.parseInt(value.replaceAll(",", ""), 10),
});

const decades = (): Measure => ({
  id: "founding_decade",
  label: () => l10n.t("Founded"),
  column: "year_founded",
  values: (stored) => (/^\d{4}$/.test(String(stored)) ? [`${String(stored).slice(0, 3)}0`] : []),
  name: (value) => l10n.t("{0}s", value),
  rank: Number,
  matches: `(substr(cast(m.year_founded as text), 1, 3) || '0' in ${wanted} and length(m.year_founded) = 4 ${unused})`,
});

const spans = [
  ["0", 1],
  ["1–2", 3],
  ["3–5", 6],
  ["6–10", 11],
  ["11", Number.POSITIVE_INFINITY],
] as const;

const yearsSince = (column: string): Measure => {
  const bars = spans.map(
    ([value, below]) => `when years < ${below === Number.POSITIVE_INFINITY ? "9e9" : below} then '${value}'`,
  );
  const length = `(? / 86400000.0 + 2440587.5 - ${dateSql(`m.${column}`)}) / 365.25`;
  return {
    id: "years_in_position",
    label: () => l10n.t("Years in position"),
    column,
    values: (stored, now) => {
      const years = /^\d{4}(-\d\d){0,2}(T|$)/.test(String(stored))
        ? (now - Date.parse(String(stored))) / year
        : Number.NaN;
      const span = years >= 0 ? spans.find(([, below]) => years < below) : undefined;
      return span === undefined ? [] : [span[0]];
    },
    name: (value) => (value === "0" ? l10n.t("less than 1") : value === "11" ? l10n.t("more than 10") : value),
    rank: (value) => spans.findIndex(([known]) => known === value),
    matches: `(exists (
      select 1 from json_each(?) e, (select ${length} as years limit -1)
      where years >= 0 and e.value = case ${bars.join(" ")} end))`,
  };
};

const company = (): readonly Measure[] => [
  plain("country", () => l10n.t("Country")),
  range("headcount_range", () => l10n.t("Headcount")),
  plain("industry", () => l10n.t("Industry")),
  plain("type", () => l10n.t("Type")),
  decades(),
];

const person = (prefix: string): readonly Measure[] => [
  plain(`${prefix}seniority`, () => l10n.t("Seniority")),
  list(`${prefix}job_functions`, () => l10n.t("Job function")),
  plain(`${prefix}country`, () => l10n.t("Country")),
  plain(`${prefix}company_industry`, () => l10n.t("Industry")),
  range(`${prefix}company_headcount_range`, () => l10n.t("Company headcount")),
  yearsSince(`${prefix}position_since`),
];

const makers: Readonly<Record<RecordKind, () => readonly Measure[]>> = {
  company,
  person: () => person(""),
  contact: () => [
    plain("work_email_status", () => l10n.t("Work email status")),
    plain("phone_line_type", () => l10n.t("Phone line type")),
    ...person("profile_"),
  ],
};

const made: Partial<Record<RecordKind, readonly Measure[]>> = {};

export const measuresOf = (kind: RecordKind): readonly Measure[] => (made[kind] ??= makers[kind]());

export const measureOf = (kind: RecordKind, id: string): Measure | undefined =>
  measuresOf(kind).find((measure) => measure.id === id);
