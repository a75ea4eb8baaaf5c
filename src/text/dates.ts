// Dates as people read them, no more precise than the value.
import { locale } from "./numbers";

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly month: Intl.DateTimeFormat;
}

const made = new Map<string, Formats>();

/** Created on first use, because loading the data of `Intl` takes time. */
export function dateFormats(language: string): Formats {
  const timeZone = "UTC";
  const formats = made.get(language) ?? {
    day: new Intl.DateTimeFormat(language, { day: "numeric", month: "short", year: "numeric", timeZone }),
    month: new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone }),
  };
  made.set(language, formats);
  return formats;
}

const datePattern = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ].*)?)?)?$/;

/** "2019-03-01T00:00:00Z" as "Mar 1, 2019", "2019-03" as "Mar 2019". Text that is not a date is returned unchanged. */
export function dateText(text: string, language: string = locale): string {
  const [, year, month, day] = datePattern.exec(text) ?? [];
  const at = month === undefined ? Number.NaN : Date.parse(text);
  if (year === undefined || Number.isNaN(at)) {
    return text;
  }
  const { day: dayFormat, month: monthFormat } = dateFormats(language);
  return (day === undefined ? monthFormat : dayFormat).format(at);
}
