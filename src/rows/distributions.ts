// How often each value occurs among records: the figures of the summary page.
import * as l10n from "@vscode/l10n";
import type { RecordSource } from "../runs/run";
import type { RecordKind } from "../service/operations";
import { columnOf } from "./columns";
import type { Pace } from "./pace";
import { parseRecord } from "./record";
import { scanRecords } from "./scan";

export interface Distribution {
  readonly id: string;
  readonly label: string;
  /** At most twelve: the most frequent, or where values have an order of their own, those in that order. */
  readonly buckets: readonly { readonly label: string; readonly count: number }[];
  /** Occurrences of all further values. */
  readonly other: number;
  /** Records that do not have the value. */
  readonly unknown: number;
  /** Records looked at. A record can hold several values of a list, so the counts may add up to more. */
  readonly total: number;
}

const mostBuckets = 12;

interface Measure {
  readonly id: string;
  readonly label: string;
  /** The values of one record, none when unknown. */
  readonly values: (record: unknown) => readonly string[];
  /** Puts values in an order of their own; by frequency when absent. */
  readonly rank?: (label: string) => number;
}

const year = 365.25 * 24 * 60 * 60 * 1000;
const spans = (): readonly { readonly label: string; readonly below: number }[] => [
  { label: l10n.t("less than 1"), below: 1 },
  { label: "1–2", below: 3 },
  { label: "3–5", below: 6 },
  { label: "6–10", below: 11 },
  { label: l10n.t("more than 10"), below: Infinity },
];

function measuresOf(kind: RecordKind, now: number): readonly Measure[] {
  const person = kind === "contact" ? "profile_" : "";
  const company = kind === "company" ? "" : `${person}company_`;
  const plain = (id: string, label: string): Measure => ({ id, label, values: valuesOf(kind, id) });
  const range: Measure = { ...plain(`${company}headcount_range`, kind === "company" ? l10n.t("Headcount") : l10n.t("Company headcount")), rank: (label) => Number.parseInt(label.replaceAll(",", ""), 10) };
  if (kind === "company") {
    const founded = valuesOf(kind, "year_founded");
    const decades: Measure = {
      id: "founding_decade",
      label: l10n.t("Founded"),
      values: (record) => founded(record).flatMap((text) => (/^\d{4}$/.test(text) ? [l10n.t("{0}s", `${text.slice(0, 3)}0`)] : [])),
      rank: (label) => Number.parseInt(label, 10),
    };
    return [plain("country", l10n.t("Country")), range, plain("industry", l10n.t("Industry")), plain("type", l10n.t("Type")), decades];
  }
  const lengths = spans();
  const since = columnOf(kind, `${person}position_since`);
  const years: Measure = {
    id: "years_in_position",
    label: l10n.t("Years in position"),
    values: (record) => {
      const start = since?.sortKey(record);
      const length = typeof start === "number" ? (now - start) / year : Number.NaN;
      const span = length >= 0 ? lengths.find(({ below }) => length < below) : undefined;
      return span === undefined ? [] : [span.label];
    },
    rank: (label) => lengths.findIndex((span) => span.label === label),
  };
  const people = [plain(`${person}seniority`, l10n.t("Seniority")), plain(`${person}job_functions`, l10n.t("Job function")), plain(`${person}country`, l10n.t("Country")), plain(`${person}company_industry`, l10n.t("Industry")), range, years];
  return kind === "person" ? people : [plain("work_email_status", l10n.t("Work email status")), plain("phone_line_type", l10n.t("Phone line type")), ...people];
}

function valuesOf(kind: RecordKind, id: string): (record: unknown) => readonly string[] {
  const column = columnOf(kind, id);
  return (record) => {
    const value = column?.value(record);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return [...new Set(list.flatMap((item) => (typeof item === "string" || typeof item === "number" ? [String(item)] : [])))];
  };
}

/** The bars one record is counted in, of the distribution with this id; `undefined` when this kind of record has none such. */
export function distributionValues(kind: RecordKind, id: string, now: number): ((record: unknown) => readonly string[]) | undefined {
  return measuresOf(kind, now).find((measure) => measure.id === id)?.values;
}

/** Counts records as they come. */
export interface DistributionCounter {
  add(record: unknown): void;
  result(): readonly Distribution[];
}

/** `now` in ms since 1970: what years in a position are counted to. */
export function createDistributionCounter(kind: RecordKind, now: number): DistributionCounter {
  const counted = measuresOf(kind, now).map((measure) => ({ measure, counts: new Map<string, number>(), unknown: 0 }));
  let total = 0;
  return {
    add: (record) => {
      total += 1;
      for (const one of counted) {
        const values = one.measure.values(record);
        one.unknown += values.length === 0 ? 1 : 0;
        for (const value of values) {
          one.counts.set(value, (one.counts.get(value) ?? 0) + 1);
        }
      }
    },
    result: () => counted.map(({ measure, counts, unknown }) => ({ id: measure.id, label: measure.label, ...topBuckets(counts, measure.rank), unknown, total })),
  };
}

function topBuckets(counts: ReadonlyMap<string, number>, rank: Measure["rank"]): Pick<Distribution, "buckets" | "other"> {
  const byFrequency = [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  const top = byFrequency.slice(0, mostBuckets);
  const other = byFrequency.slice(mostBuckets).reduce((sum, { count }) => sum + count, 0);
  return { buckets: rank === undefined ? top : top.sort((a, b) => orderOf(rank, a.label) - orderOf(rank, b.label)), other };
}

/** Labels without a place in the order come last. */
function orderOf(rank: (label: string) => number, label: string): number {
  const place = rank(label);
  return Number.isNaN(place) ? Number.MAX_SAFE_INTEGER : place;
}

/** The distributions over all records, or over the rows chosen. Rejects with the signal's reason when aborted. */
export async function distributionsOf(source: RecordSource, pace: Pace, now: number, rows?: ArrayLike<number>): Promise<readonly Distribution[]> {
  const counter = createDistributionCounter(source.recordKind, now);
  await scanRecords(source, pace, rows === undefined ? { from: 0, to: source.count } : { rows }, (bytes) => {
    counter.add(parseRecord(bytes));
  });
  return counter.result();
}
