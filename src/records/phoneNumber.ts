// The only form of a phone number, in the grid, in copies, and in every table format: no spreadsheet takes it for a
// number or a formula, as it would with `+436601234567`, and files can be joined by it.

/** Countries whose calling code has two digits; 1 and 7 have one, all others three (ITU-T E.164). */
const twoDigitCodes = new Set(
  (
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56" +
    " 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98"
  ).split(" "),
);

const internationalNumber = /^\+[\d\s().\-/\u2010-\u2015]{4,30}$/;

/** `+1 555 0100, ext. 12`, `+1 555 0100 x12`. */
const extension = /^(\+[\d\s().\-/\u2010-\u2015]+?)[\s,;]*(?:extension|ext\.?|x)[\s:]*(\d{1,6})$/iu;

/** The zero of `+44 (0)20 …` is dialed only within the country; Italy dials its zero from abroad, too. */
export const withoutTrunkZero = (text: string): string =>
  /^\+\s*39/u.test(text) ? text : text.replace(/^(\+\s*\d{1,3}[\s.\-/]*)\(0\)/u, "$1 ");

/** `+436601234567` becomes `+43 6601234567`; text that is not an international number is returned unchanged. */
export function spacePhoneNumber(text: string): string {
  const [, number = text, digits] = extension.exec(text) ?? [];
  const spaced = spaceNumber(number);
  return digits === undefined ? spaced : `${spaced} ext. ${digits}`;
}

function spaceNumber(text: string): string {
  if (!internationalNumber.test(text)) {
    return text;
  }
  const spaced = withoutTrunkZero(text)
    .slice(1)
    .replace(/[^\d]+/g, " ")
    .trim();
  if (spaced.includes(" ") || spaced.length < 7) {
    return `+${spaced}`;
  }
  const code = /^[17]/.test(spaced) ? 1 : twoDigitCodes.has(spaced.slice(0, 2)) ? 2 : 3;
  return `+${spaced.slice(0, code)} ${spaced.slice(code)}`;
}
