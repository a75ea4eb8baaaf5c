// Keeps spreadsheets from running the text of a cell as a formula, while numbers and phone numbers stay readable.
import * as l10n from "@vscode/l10n";

export const noGuardText = (): string => l10n.t("no formula guard");

/**
 * Characters that begin a formula in some spreadsheet, with their full-width, small and mathematical forms, after
 * anything that is skipped on import: spaces, control and invisible characters. One of them alone is not a formula.
 */
const formula = /^[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠｜％﹦﹢﹣﹫−⁺⁻⁼](?!$)/u;

/** A number alone, also grouped or with an exponent. */
const plainNumber = /^\s*[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Digits and spaces after a plus, which no spreadsheet can calculate. */
const spacedPhone = /^\+\d[\d ]*$/;

/** Puts an apostrophe before text that a spreadsheet might calculate. */
export function guardFormula(text: string): string {
  const first = text.charCodeAt(0);
  // A fast path: nearly every cell begins with an ASCII letter or digit.
  if ((first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || (first >= 0x30 && first <= 0x39)) {
    return text;
  }
  return formula.test(text) && !plainNumber.test(text) && !spacedPhone.test(text) ? `'${text}` : text;
}

/** Countries whose calling code has two digits; 1 and 7 have one, all others three (ITU-T E.164). */
const twoDigitCodes = new Set(
  (
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56" +
    " 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98"
  ).split(" "),
);

const internationalNumber = /^\+[\d\s().\-/\u2010-\u2015]{4,30}$/;

/**
 * Writes a phone number so that no spreadsheet calculates it: `+436601234567` becomes `+43 6601234567`, and separators
 * become spaces. The usual apostrophe would stay visible and break dialing and importing. Text that is not an
 * international number is returned unchanged.
 */
export function spacePhoneNumber(text: string): string {
  if (!internationalNumber.test(text)) {
    return text;
  }
  const spaced = text
    .slice(1)
    .replace(/[^\d]+/g, " ")
    .trim();
  if (spaced.includes(" ") || spaced.length < 7) {
    return `+${spaced}`;
  }
  const code = /^[17]/.test(spaced) ? 1 : twoDigitCodes.has(spaced.slice(0, 2)) ? 2 : 3;
  return `+${spaced.slice(0, code)} ${spaced.slice(code)}`;
}
