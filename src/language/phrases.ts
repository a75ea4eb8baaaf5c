// Short phrases that every language writes in its own way: quotation marks and words between two parts.
import * as l10n from "@vscode/l10n";

/** Whole sentences; empty ones are left out. */
export const joinedSentences = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== "").join(" ");

export const quoted = (text: string): string => l10n.t("“{0}”", text);
export const orText = (before: string, last: string): string => l10n.t("{0} or {1}", before, last);
/** `“A” or “B” or “C”` */
export const eitherOf = (names: readonly string[]): string => names.map(quoted).reduce(orText);
/** "Ada Lovelace at acme.example" */
export const atText = (what: string, place: string): string => l10n.t("{0} at {1}", what, place);
/** "100 of 12,480" */
export const ofText = (part: string, whole: string): string => l10n.t("{0} of {1}", part, whole);
export const recordsOf = (part: string, whole: string): string => l10n.t("{0} of {1} records", part, whole);
export const allRecords = (count: string): string => l10n.t("All {0} records", count);
