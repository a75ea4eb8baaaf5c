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
