// The months between which someone had a position or went to a school.
import { languageTag } from "../../src/language/language";
import { strings } from "./strings";

const monthFormat = new Intl.DateTimeFormat(languageTag(), { month: "short", year: "numeric", timeZone: "UTC" });

/** "Mar 2019 – now". Lookups can give a current position an end; it is ignored. What is no timestamp stays as it is. */
export function period(start: string, end: string, current: boolean): string {
  const from = month(start);
  const to = current ? strings.details.now : month(end);
  return from === "" && to === "" ? "" : `${from || "?"} – ${to || "?"}`;
}

function month(timestamp: string): string {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? timestamp : monthFormat.format(at);
}
