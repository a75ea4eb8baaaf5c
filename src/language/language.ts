// The display language, set once when a process or page starts.
//
// Texts are written in English as `l10n.t("…")`; media/l10n contains the translations. The core and the pages use
// `@vscode/l10n` because neither may import `vscode`.
import * as l10n from "@vscode/l10n";

/** English text → its translation. */
export type Translations = Readonly<Record<string, string>>;

export interface PageLanguage {
  /** A BCP 47 tag: "en", "de", "pt-BR". */
  readonly tag: string;
  /** Absent when English, or when there are no translations. */
  readonly translations?: Translations | undefined;
}

interface CurrentLanguage {
  readonly tag: string;
  readonly contents: Record<string, string>;
  /** Created on first use, because loading the data of `Intl` takes time. */
  wholeNumber?: Intl.NumberFormat;
  decimal?: Intl.NumberFormat;
  short?: Intl.NumberFormat;
}

const english = languageOf("en", {});
let current = english;

/** Changes the language. Without translations, texts and numbers are English. */
export function useLanguage({ tag: wanted, translations }: PageLanguage): void {
  setCurrent(translations === undefined ? english : languageOf(supported(wanted), translations));
}

/** Runs `make` in English, for content of files that must not depend on the display language. */
export function inEnglish<T>(make: () => T): T {
  const before = current;
  setCurrent(english);
  try {
    return make();
  } finally {
    setCurrent(before);
  }
}

function languageOf(tag: string, translations: Translations): CurrentLanguage {
  return { tag, contents: { ...translations } };
}

function setCurrent(language: CurrentLanguage): void {
  current = language;
  l10n.config({ contents: language.contents });
}

/** For `Intl`, so that numbers and dates match the language of the texts. */
export function languageTag(): string {
  return current.tag;
}

/** From here on, a number is more likely a mistake than an amount, and its digits are no longer exact. */
const shortFrom = 1e15;

/** "12,480"; very large numbers in short form, "1.235E15". */
export function countText(count: number): string {
  if (Math.abs(count) >= shortFrom) {
    return shortText(count);
  }
  current.wholeNumber ??= new Intl.NumberFormat(current.tag, { maximumFractionDigits: 0 });
  return current.wholeNumber.format(count);
}

/** "1,204.25": with at most two decimals, since credits may be fractional. */
export function amountText(value: number): string {
  if (Math.abs(value) >= shortFrom) {
    return shortText(value);
  }
  current.decimal ??= new Intl.NumberFormat(current.tag, { maximumFractionDigits: 2 });
  return current.decimal.format(value);
}

function shortText(value: number): string {
  current.short ??= new Intl.NumberFormat(current.tag, { notation: "scientific", maximumFractionDigits: 3 });
  return current.short.format(value);
}

/** `Intl` throws for a tag that it considers invalid. */
function supported(wanted: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(wanted).length > 0 ? wanted : english.tag;
  } catch {
    return english.tag;
  }
}

/** Date and time of day. */
export const momentText = (time: number): string => new Date(time).toLocaleString(languageTag(), { hourCycle: "h23" });

type Unit = "second" | "minute" | "hour" | "day";

function unitText(count: number, unit: Unit): string {
  return new Intl.NumberFormat(languageTag(), { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** Two adjacent units, `count` in the smaller one: "2 hours 5 minutes", "2 hours". */
function twoUnits(count: number, larger: Unit, smaller: Unit, perLarger: number): string {
  const rest = count % perLarger;
  const parts = [unitText(Math.floor(count / perLarger), larger), ...(rest === 0 ? [] : [unitText(rest, smaller)])];
  return new Intl.ListFormat(languageTag(), { type: "unit", style: "narrow" }).format(parts);
}

/**
 * A wait in words: "59 seconds", "2 minutes 1 second", "1 hour 5 minutes", "1 day 1 hour". Rounded up to the smallest
 * unit shown, but first to whole seconds: half a second is added to what a service asks for, and its "5 hours" must not
 * become "5 hours 1 minute".
 */
export function waitText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) {
    return unitText(seconds, "second");
  }
  if (seconds < 3600) {
    return twoUnits(seconds, "minute", "second", 60);
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes < 24 * 60
    ? twoUnits(minutes, "hour", "minute", 60)
    : twoUnits(Math.ceil(seconds / 3600), "day", "hour", 24);
}
