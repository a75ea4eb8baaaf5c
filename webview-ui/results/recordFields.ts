// Reads fields of a record whose shape is not certain, as texts for reading.
import { countText, locale } from "../../src/text/numbers";

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** "employment.current" */
export const valueAt = (fields: Fields, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => fieldsOf(value)[name], fields);

export function texts(value: unknown): readonly string[] {
  return listOf(value).map(text).filter(Boolean);
}

/** All digits: these are undocumented fields, and large numbers are ids. */
const fractionFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false });

export function text(value: unknown): string {
  switch (typeof value) {
    case "string":
      return value.trim();
    case "number":
      if (Number.isInteger(value) && Math.abs(value) < 1e15) {
        return countText(value);
      }
      return Number.isFinite(value) ? fractionFormat.format(value) : "";
    case "boolean":
      return value ? "yes" : "no";
    default:
      return value === undefined || value === null ? "" : JSON.stringify(value);
  }
}

export function joined(parts: readonly string[], between: string): string {
  return parts.filter(Boolean).join(between);
}

export function placeText(place: Fields): string {
  const parts = [text(place["city"]), text(place["region"]), text(place["country"]) || text(place["country_code"])];
  return joined([...new Set(parts)], ", "); // Berlin is a city and a region
}
