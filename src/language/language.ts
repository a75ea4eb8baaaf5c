// The language people read: set once at the start of a process or page, before any sentence is made.
//
// Sentences are written in English where they are made, as `l10n.t("…", …)`; media/l10n holds each other language. The
// core uses the same function from `@vscode/l10n` as the pages do, since neither may import `vscode`.
import * as l10n from "@vscode/l10n";

/** The translations of one language: the English sentence and what is said instead. */
export type Translations = Readonly<Record<string, string>>;

export interface PageLanguage {
  /** A BCP 47 tag: "en", "de", "pt-BR". */
  readonly tag: string;
  /** Absent when English, or when there are no translations. */
  readonly translations?: Translations | undefined;
}

interface Spoken {
  readonly tag: string;
  readonly contents: Record<string, string>;
  /** Made when first asked for: a process that writes no number need not load what `Intl` knows. */
  whole?: Intl.NumberFormat;
  amount?: Intl.NumberFormat;
}

const english = spokenIn("en", {});
let spoken = english;

/** Speaks another language from now on. Where there are no translations, English is spoken and counted in. */
export function useLanguage({ tag: wanted, translations }: PageLanguage): void {
  speak(translations === undefined ? english : spokenIn(supported(wanted), translations));
}

/** What goes into files and must not depend on who writes them: sentences and amounts made in here are English. */
export function inEnglish<T>(make: () => T): T {
  const before = spoken;
  speak(english);
  try {
    return make();
  } finally {
    speak(before);
  }
}

function spokenIn(tag: string, translations: Translations): Spoken {
  return { tag, contents: { ...translations } };
}

function speak(language: Spoken): void {
  spoken = language;
  l10n.config({ contents: language.contents });
}

/** For `Intl`: a language whose numbers and dates fit the sentences around them. */
export function languageTag(): string {
  return spoken.tag;
}

/** "12,480" */
export function countText(count: number): string {
  spoken.whole ??= new Intl.NumberFormat(spoken.tag, { maximumFractionDigits: 0 });
  return spoken.whole.format(count);
}

/** "1,204.25": with at most two decimals, since credits may be fractional. */
export function amountText(value: number): string {
  spoken.amount ??= new Intl.NumberFormat(spoken.tag, { maximumFractionDigits: 2 });
  return spoken.amount.format(value);
}

/** A tag of the editor that `Intl` refuses is no reason to fail. */
function supported(wanted: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(wanted).length > 0 ? wanted : english.tag;
  } catch {
    return english.tag;
  }
}
