// The headcount of a company over time as a small plot.
import * as l10n from "@vscode/l10n";
import { html, svg, type TemplateResult } from "lit";
import { countText } from "../../src/language/language";
import { dayText } from "./dates";
import type { CurvePoint } from "./detailSections";

/** Of the drawing, which is as wide as its place. */
const [width, height, margin] = [240, 56, 6];

/** At least two points, the earliest first. Screen readers say its ends; the entries below it have all values. */
export function headcountCurve(points: readonly CurvePoint[]): TemplateResult {
  const x = scale(
    points.map(({ at }) => at),
    [margin, width - margin],
  );
  const y = scale(
    points.map(({ value }) => value),
    [height - margin, margin],
  );
  const places = points.map(({ at, value }) => [x(at), y(value)] as const);
  const [first, last] = [points[0], points.at(-1)].map((point) => ({
    count: countText(point?.value ?? 0),
    day: dayText(point?.at ?? 0),
  })) as [End, End];
  const label = l10n.t({
    message: "Headcount: {0} on {1}, {2} on {3}",
    args: [first.count, first.day, last.count, last.day],
    comment: ["Describes a curve: {0} and {2} are numbers of employees, {1} and {3} dates"],
  });
  return html`<figure>
    <svg viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
      <polyline points=${places.map((place) => place.join(",")).join(" ")}></polyline>
      ${places.map(([cx, cy]) => svg`<circle cx=${cx} cy=${cy} r="2.5"></circle>`)}
    </svg>
    <figcaption class="quiet" aria-hidden="true">
      <span>${first.count} · ${first.day}</span><span>${last.count} · ${last.day}</span>
    </figcaption>
  </figure>`;
}

interface End {
  readonly count: string;
  readonly day: string;
}

/** Equal values are in the middle. */
function scale(values: readonly number[], [from, to]: readonly [number, number]): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => (most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from));
}
