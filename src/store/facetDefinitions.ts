// The facets of each kind of record: how each groups records, as SQL for facet conditions and as values for counting.
import * as l10n from "@vscode/l10n";
import { contactOutcomes, outcomeLabel } from "../service/contactOutcome";
import { isStatusColumn, statusText } from "../rows/contactStatus";
import type { RecordKind } from "../service/operations";
import { itemsSql } from "./columnSql";

export interface FacetDefinition {
  readonly id: string;
  readonly label: () => string;
  /** SQL of what is counted, as text, over the tables `m` and `more`. */
  readonly sql: string;
  /** The values that a record has, from what is counted; none when unknown. `now` in ms since 1970. */
  readonly values: (stored: string, now: number) => readonly string[];
  /** The label of a value; the value when absent. */
  readonly name?: (value: string) => string;
  /** The label of records without a value; "Unknown" when absent. */
  readonly missing?: () => string;
  /** Sorts the values; by frequency when absent. */
  readonly rank?: (value: string) => number;
  /** SQL over the table `m`: whether a record has one of these values. Parameters: them as a JSON array, and now. */
  readonly matches: string;
  /** SQL over the table `m`: whether a record has no value. Parameter: now. */
  readonly isUnknown: string;
}

/** A date as a Julian day. A month or a year stands for its first day, because SQLite reads a bare number as a day. */
export const dateSql = (value: string): string =>
  `case
    when ${value} glob '????-??-*' then julianday(${value})
    when ${value} glob '????-??' then julianday(${value} || '-01')
    when ${value} glob '????' then julianday(${value} || '-01-01') end`;

/** The texts of a list that is stored as a JSON array, each once. */
export const itemsOf = (stored: string): readonly string[] => [
  ...new Set(
    (JSON.parse(stored) as readonly unknown[]).flatMap((item) =>
      typeof item === "string" || typeof item === "number" ? [String(item)] : [],
    ),
  ),
];

const year = 365.25 * 24 * 60 * 60 * 1000;
const wanted = "(select value from json_each(?))";
/** Consumes the parameter `now` where values do not depend on it. */
const unused = "and ? is not null";

const plain = (id: string, label: () => string, sql = `m.${id}`): FacetDefinition => ({
  id,
  label,
  sql,
  values: (stored) => [stored],
  matches: `(cast(${sql} as text) in ${wanted} ${unused})`,
  isUnknown: `(coalesce(cast(${sql} as text), '') = '' ${unused})`,
});

const list = (id: string, label: () => string): FacetDefinition => {
  const sql = itemsSql(`m.${id}`, "list");
  const matches = `(exists (select 1 from json_each(${sql}) e where cast(e.value as text) in ${wanted}) ${unused})`;
  const isUnknown = `(not exists (select 1 from json_each(${sql})) ${unused})`;
  return { id, label, sql, values: itemsOf, matches, isUnknown };
};

/** The upper ends of the service's ranges of headcounts, each with its label. */
const ranges = [
  [10, "1-10"],
  [50, "11-50"],
  [200, "51-200"],
  [500, "201-500"],
  [1000, "501-1000"],
  [5000, "1001-5000"],
  [10_000, "5001-10000"],
] as const;

/** The range, or the one that an exact number is in where no range was sent. */
const headcount = (prefix: string, label: () => string): FacetDefinition => {
  const exact = `m.${prefix}headcount_exact`;
  const labels = ranges.map(([most, name]) => `when ${exact} <= ${most} then '${name}'`);
  const isNumber = `typeof(${exact}) in ('integer', 'real')`;
  const ofExact = `case when not ${isNumber} then null ${labels.join(" ")} else '10001+' end`;
  return {
    ...plain(`${prefix}headcount_range`, label, `coalesce(m.${prefix}headcount_range, ${ofExact})`),
    rank: (value) => Number.parseInt(value.replaceAll(",", ""), 10),
  };
};

const decades = (): FacetDefinition => ({
  id: "founding_decade",
  label: () => l10n.t("Founded"),
  sql: "m.year_founded",
  values: (stored) => (/^\d{4}$/.test(stored) ? [`${stored.slice(0, 3)}0`] : []),
  name: (value) => l10n.t("{0}s", value),
  rank: Number,
  matches: `(substr(cast(m.year_founded as text), 1, 3) || '0' in ${wanted} and length(m.year_founded) = 4 ${unused})`,
  isUnknown: `(coalesce(length(m.year_founded), 0) <> 4 ${unused})`,
});

const spans = [
  ["0", 1],
  ["1–2", 3],
  ["3–5", 6],
  ["6–10", 11],
  ["11", Number.POSITIVE_INFINITY],
] as const;

const yearsSince = (column: string): FacetDefinition => {
  const bars = spans.map(
    ([value, below]) => `when years < ${below === Number.POSITIVE_INFINITY ? "9e9" : below} then '${value}'`,
  );
  const length = `(? / 86400000.0 + 2440587.5 - ${dateSql(`m.${column}`)}) / 365.25`;
  return {
    id: "years_in_position",
    label: () => l10n.t("Years in position"),
    sql: `m.${column}`,
    values: (stored, now) => {
      const years = /^\d{4}(-\d\d){0,2}(T|$)/.test(stored) ? (now - Date.parse(stored)) / year : Number.NaN;
      const span = years >= 0 ? spans.find(([, below]) => years < below) : undefined;
      return span === undefined ? [] : [span[0]];
    },
    name: (value) => (value === "0" ? l10n.t("less than 1") : value === "11" ? l10n.t("more than 10") : value),
    rank: (value) => spans.findIndex(([known]) => known === value),
    matches: `(exists (
      select 1 from json_each(?) e, (select ${length} as years limit -1)
      where years >= 0 and e.value = case ${bars.join(" ")} end))`,
    isUnknown: `(coalesce(${length}, -1) < 0)`,
  };
};

const company = (): readonly FacetDefinition[] => [
  plain("country", () => l10n.t("Country")),
  plain("industry", () => l10n.t("Industry")),
  headcount("", () => l10n.t("Headcount")),
  plain("city", () => l10n.t("City")),
  plain("type", () => l10n.t("Type")),
  decades(),
  list("technologies", () => l10n.t("Technologies")),
];

const person = (prefix: string): readonly FacetDefinition[] => [
  plain(`${prefix}seniority`, () => l10n.t("Seniority")),
  list(`${prefix}job_functions`, () => l10n.t("Job function")),
  plain(`${prefix}country`, () => l10n.t("Country")),
  plain(`${prefix}company_industry`, () => l10n.t("Industry")),
  headcount(`${prefix}company_`, () => l10n.t("Company headcount")),
  plain(`${prefix}city`, () => l10n.t("City")),
  plain(`${prefix}company_name`, () => l10n.t("Company")),
  yearsSince(`${prefix}position_since`),
];

const outcome = (): FacetDefinition => ({
  ...plain("outcome", () => l10n.t("Outcome"), "more.outcome"),
  name: outcomeLabel,
  rank: (value) => contactOutcomes.findIndex((outcome) => outcome === value),
});

interface ContactStatus {
  /** SQL of the address or number that it is about: without one, there is no status, whatever the service says. */
  readonly of: string;
  readonly status: string;
  readonly missing: () => string;
}

/** The value of an address or number without a status. */
const noStatus = "-";

const ofContact = (id: string, label: () => string, { of, status, missing }: ContactStatus): FacetDefinition => ({
  ...plain(id, label, `iif(${of} is null, null, coalesce(${status}, '${noStatus}'))`),
  name: (value) => (value === noStatus ? l10n.t("without a status") : isStatusColumn(id) ? statusText(value) : value),
  missing,
});

const makers: Readonly<Record<RecordKind, () => readonly FacetDefinition[]>> = {
  company,
  person: () => person(""),
  contact: () => [
    outcome(),
    ofContact("work_email_status", () => l10n.t("Work email status"), {
      of: "m.work_email",
      status: "m.work_email_status",
      missing: () => l10n.t("No work email"),
    }),
    ofContact("personal_email_status", () => l10n.t("Personal email status"), {
      of: "m.personal_email",
      status: "more.personal_email_status",
      missing: () => l10n.t("No personal email"),
    }),
    ofContact("phone_line_type", () => l10n.t("Phone line type"), {
      of: "m.phone",
      status: "m.phone_line_type",
      missing: () => l10n.t("No phone"),
    }),
    ...person("profile_"),
  ],
};

const made: Partial<Record<RecordKind, readonly FacetDefinition[]>> = {};

export const facetsOf = (kind: RecordKind): readonly FacetDefinition[] => (made[kind] ??= makers[kind]());

export const facetOf = (kind: RecordKind, id: string): FacetDefinition | undefined =>
  facetsOf(kind).find((facet) => facet.id === id);
