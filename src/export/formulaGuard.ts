// Keeps a spreadsheet from taking the text of a cell for a formula, while numbers and phone numbers stay readable.

/**
 * Signs that begin a formula in some spreadsheet, with their full-width, small and mathematical forms, behind anything
 * that is skipped on import: spaces of all kinds, control and invisible characters. A sign alone is no formula.
 */
const formula =
  /^[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20\uff5c\uff05\ufe66\ufe62\ufe63\ufe6b\u2212\u207a\u207b\u207c](?!$)/u;

/** A number alone, also grouped or with an exponent: nothing in it can be called. */
const plainNumber = /^\s*[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Digits and spaces behind a plus: no spreadsheet can calculate with that. */
const spacedPhone = /^\+\d[\d ]*$/;

/** The text, behind an apostrophe when a spreadsheet might calculate it. */
export function guarded(text: string): string {
  const first = text.charCodeAt(0);
  // Nearly every cell begins with a letter or digit of ASCII, and needs no further look.
  if ((first >= 0x61 && first <= 0x7a) || (first >= 0x41 && first <= 0x5a) || (first >= 0x30 && first <= 0x39)) {
    return text;
  }
  return formula.test(text) && !plainNumber.test(text) && !spacedPhone.test(text) ? `'${text}` : text;
}

/** Countries whose calling code has two digits; 1 and 7 have one, all others three (ITU-T E.164). */
const twoDigitCodes = new Set(
  "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98".split(
    " ",
  ),
);

const internationalNumber = /^\+[\d\s().\-/\u2010-\u2015]{4,30}$/;

/**
 * A phone number as people read it and no spreadsheet calculates it: `+436601234567` becomes `+43 6601234567`, and
 * separators become spaces. Digits and plus stay, which is what dialling and importing go by; an apostrophe before the
 * plus, the usual guard, would stay visible and break both. What is no international number is left to the guard.
 */
export function readablePhone(text: string): string {
  if (!internationalNumber.test(text)) {
    return text;
  }
  const parted = text
    .slice(1)
    .replace(/[^\d]+/g, " ")
    .trim();
  if (parted.includes(" ") || parted.length < 7) {
    return `+${parted}`;
  }
  const code = /^[17]/.test(parted) ? 1 : twoDigitCodes.has(parted.slice(0, 2)) ? 2 : 3;
  return `+${parted.slice(0, code)} ${parted.slice(code)}`;
}
