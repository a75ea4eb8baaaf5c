// What has changed in a record from one fetch to the next, as data for the details: a person's career as it was seen,
// the headcount of a company.
import type { RecordKind } from "../../src/service/operations";
import type { RecordVersion } from "../../src/store/versions";
import { dateText } from "./dates";
import type { DetailSection, TimelineEntry } from "./detailSection";
import { detailStrings } from "./detailStrings";
import { joined, text } from "./recordFields";

/** Each state once, the latest first. Nothing if there is only one version, or all are the same. */
export function historySections(kind: RecordKind, versions: readonly RecordVersion[]): readonly DetailSection[] {
  const states = versions.map((version) => ({ version, ...stateOf(kind, version) }));
  const changed = states.filter((one, nth) => saidBy(one) !== saidBy(states[nth - 1]));
  const curve = versions.flatMap(({ receivedAt, values: { headcount } }) =>
    kind === "company" && typeof headcount === "number" ? { at: receivedAt, value: headcount } : [],
  );
  const hasCurve = curve.length > 1;
  if (changed.length < 2 && !hasCurve) {
    return [];
  }
  const entries = changed.toReversed().map(({ version, title, place }, nth): TimelineEntry => ({
    ...{ title, place, notes: [], text: "", current: nth === 0 },
    when: dayText(version.receivedAt),
    run: { id: version.run, title: version.runTitle },
  }));
  return [{ kind: "timeline", heading: detailStrings.history, entries, ...(hasCurve && { curve }) }];
}

export const dayText = (at: number): string => dateText(new Date(at).toISOString());

type State = Pick<TimelineEntry, "title" | "place">;

const saidBy = (state: State | undefined): string | undefined => state && `${state.title}\n${state.place}`;

function stateOf(kind: RecordKind, { values }: RecordVersion): State {
  const valueOf = (id: string): string => text(values[kind === "contact" ? `profile_${id}` : id]);
  const place = joined([valueOf("city"), valueOf("region"), valueOf("country")], ", ");
  if (kind === "company") {
    return { title: headcountText(values["headcount"]), place: joined([valueOf("name"), place], " · ") };
  }
  const company = valueOf("company_name") || valueOf("company_domain");
  return { title: joined([valueOf("title"), company], ", ") || detailStrings.unknown, place };
}

/** A number, or the label of a range. */
function headcountText(headcount: RecordVersion["values"][string] | undefined): string {
  return typeof headcount === "number"
    ? detailStrings.headcount(headcount)
    : typeof headcount === "string"
      ? detailStrings.headcountRange(headcount)
      : detailStrings.unknown;
}
