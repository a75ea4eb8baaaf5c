// The summary of a record in the details: its name and subtitle, and the changes since the earlier run.
import type { RecordKind } from "../../src/service/operations";
import { countText, locale } from "../../src/text/numbers";
import type { RowChange } from "../messages/changes";
import type { GridColumn, RecordDetails } from "../messages/results";
import { monthText } from "./dates";
import { fieldsOf, joined, listOf, placeText, text, valueAt, type Fields } from "./recordFields";
import { changeHints } from "./texts";

export interface RecordSummary {
  readonly subtitle: string;
  /** Sentences about the changes. */
  readonly changes: readonly string[];
}

type Before = NonNullable<RecordDetails["before"]>;

interface ChangedRecord {
  readonly record: unknown;
  readonly change?: RowChange | undefined;
  readonly before?: Before | undefined;
}

/** Its change is shown beside the headcount itself. */
const headcountPattern = /(^|_)headcount(_exact)?$/;

export function recordSummary(
  kind: RecordKind,
  { record, change, before = {} }: ChangedRecord,
  columns: readonly GridColumn[],
): RecordSummary {
  const fields = fieldsOf(record);
  const person = kind === "contact" ? fieldsOf(fields["profile"]) : fields;
  const isChange = change === "new" || change === "gone";
  const changes: string[] = [];
  if (isChange) {
    changes.push(changeHints[change]);
  }
  if (kind !== "company") {
    changes.push(...positionBefore(person, before, kind === "contact" ? "profile_" : ""));
  }
  changes.push(...otherChanges(kind, before, columns));
  return {
    subtitle: kind === "company" ? companySubtitle(fields) : personSubtitle(person),
    changes,
  };
}

function companySubtitle(company: Fields): string {
  const headquarters = fieldsOf(valueAt(company, "locations.headquarters"));
  return joined([text(valueAt(company, "industry.main_industry")), placeText(headquarters)], " · ");
}

/** "Head of Growth, Rosewood Health", or else the person's own headline. */
export function personSubtitle(person: Fields): string {
  const current = fieldsOf(valueAt(person, "employment.current"));
  const all = listOf(valueAt(person, "employment.all")).map(fieldsOf);
  const position = Object.keys(current).length > 0 ? current : (all.find((one) => one["is_current"] === true) ?? {});
  const company = text(fieldsOf(position["company"])["name"]);
  return joined([text(position["title"]), company], ", ") || text(person["headline"]);
}

/** "Was Growth Manager at Contoso until Oct 2026", as far as it is known. */
function positionBefore(person: Fields, before: Before, prefix: string): readonly string[] {
  const title = before[`${prefix}title`] ?? "";
  const company = before[`${prefix}company_name`] ?? "";
  if (title === "" && company === "") {
    return [];
  }
  const ended = listOf(valueAt(person, "employment.all"))
    .map(fieldsOf)
    .find(
      (position) =>
        position["is_current"] !== true &&
        (title === "" || text(position["title"]) === title) &&
        (company === "" || text(fieldsOf(position["company"])["name"]) === company),
    );
  const until = monthText(text(ended?.["end_at"]));
  const words = ["Was", title, company === "" ? "" : `at ${company}`];
  const was = words.filter((word) => word !== "").join(" ");
  return [until === "" ? was : `${was} until ${until}`];
}

/** "Seniority before: Manager", for every change that the summary does not show elsewhere. */
function otherChanges(kind: RecordKind, before: Before, columns: readonly GridColumn[]): readonly string[] {
  const labels = new Map(columns.map(({ id, label }) => [id, label]));
  const isSaid = (id: string): boolean =>
    headcountPattern.test(id) || (kind !== "company" && /^(profile_)?(title|company_name)$/.test(id));
  return Object.entries(before)
    .filter(([id, value]) => (value ?? "") === "" || !isSaid(id))
    .map(([id, value]) => `${labels.get(id) ?? id} before: ${(value ?? "") || "unknown"}`);
}

const signedFormat = new Intl.NumberFormat(locale, { signDisplay: "always" });

/** How the headcount has changed: "+9", or the earlier range. */
export interface HeadcountChange {
  readonly text: string;
  /** Read aloud by screen readers instead of the text. */
  readonly spoken: string;
  readonly direction: "up" | "down" | undefined;
}

/** `before` is the earlier text, if it has changed. */
export function headcountChange(now: unknown, before: string | null | undefined): HeadcountChange | undefined {
  if (before === undefined || before === null || before === "") {
    return undefined;
  }
  const earlier = Number(before);
  if (typeof now !== "number" || Number.isNaN(earlier)) {
    const was = `before: ${before}`;
    return { text: was, spoken: was, direction: undefined };
  }
  const by = now - earlier;
  return {
    text: signedFormat.format(by),
    spoken: by < 0 ? `${countText(-by)} fewer than before` : `${countText(by)} more than before`,
    direction: by < 0 ? "down" : "up",
  };
}
