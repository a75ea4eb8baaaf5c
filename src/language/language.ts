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

const english = "en";
let tag = english;
let whole = new Intl.NumberFormat(english, { maximumFractionDigits: 0 });
let amount = new Intl.NumberFormat(english, { maximumFractionDigits: 2 });

/** Speaks another language from now on. Where there are no translations, English is spoken and counted in. */
export function useLanguage({ tag: wanted, translations }: PageLanguage): void {
  const spoken = translations === undefined ? english : supported(wanted);
  l10n.config({ contents: { ...translations } });
  tag = spoken;
  whole = new Intl.NumberFormat(spoken, { maximumFractionDigits: 0 });
  amount = new Intl.NumberFormat(spoken, { maximumFractionDigits: 2 });
}

/** For `Intl`: a language whose numbers and dates fit the sentences around them. */
export function languageTag(): string {
  return tag;
}

/** "12,480" */
export function countText(count: number): string {
  return whole.format(count);
}

/** "1,204.25": with at most two decimals, since credits may be fractional. */
export function amountText(value: number): string {
  return amount.format(value);
}

/** A tag of the editor that `Intl` refuses is no reason to fail. */
function supported(wanted: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(wanted).length > 0 ? wanted : english;
  } catch {
    return english;
  }
}
