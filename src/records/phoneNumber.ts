// The only form of a phone number, in the grid, in copies, and in every table format: no spreadsheet takes it for a
// number or a formula, as it would with `+436601234567`, and files can be joined by it.

/** Countries whose calling code has two digits; 1 and 7 have one, all others three (ITU-T E.164). */
const twoDigitCodes = new Set(
  (
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56" +
    " 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98"
  ).split(" "),
);

/** With `+` or `00`, and the country's code in brackets or not. */
const internationalNumber = /^(?:\+|\(\+|00(?=\D*[1-9]))[\d\s().\-/\u2010-\u2015]{4,30}$/;

/** `+1 555 0100, ext. 12`, `+1 555 0100 x12`, `+1 555 0100 (ext 12)`, `+1-555-0100;ext=12`, `+1 555 0100 #12`. */
const extension = /^(.+?)[\s,;(]*(?:extension|extn?\.?|x|#)[\s:=]*(\d{1,6})\)?$/iu;

/** Between several numbers; a slash can also be within one. */
const betweenNumbers = /\s*[,;|]\s*(?=\(?\+|00)|\s*\/\s*(?=\(?\+)/u;

/** The zero of `+44 (0)20 …` is dialed only within the country; Italy dials its zero from abroad, too. */
const withoutTrunkZero = (text: string): string =>
  /^\+\s*39/u.test(text) ? text : text.replace(/^(\+\s*\d{1,3}[\s.\-/]*)\(0\)/u, "$1 ");

/** Longer texts are no phone numbers. */
const longestText = 200;

/**
 * `+436601234567` and `00436601234567` become `+43 6601234567`, each of several numbers too; text that is not an
 * international number is returned unchanged.
 */
export function spacePhoneNumber(text: string): string {
  if (text.length > longestText) {
    return text;
  }
  const numbers = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/^tel:/iu, "")
    .split(betweenNumbers)
    .map(spaceNumber);
  return numbers.includes(undefined) ? text : numbers.join("; ");
}

/** `+43 660 1234567` becomes `+436601234567`; text in any other form is returned unchanged. */
export const compactPhoneNumber = (text: string): string =>
  spacePhoneNumber(text)
    .split("; ")
    .map((number) => {
      const [, digits, rest = ""] = /^\+([\d ]+)( ext\. \d+)?$/u.exec(number) ?? [];
      return digits === undefined ? number : `+${digits.replaceAll(" ", "")}${rest}`;
    })
    .join("; ");

function spaceNumber(text: string): string | undefined {
  const [, number = text, digits] = extension.exec(text) ?? [];
  if (!internationalNumber.test(number)) {
    return undefined;
  }
  const rest = digits === undefined ? "" : ` ext. ${digits}`;
  const spaced = withoutTrunkZero(number.replace(/^(?:\(\+|00)/u, "+"))
    .replace(/\D+/g, " ")
    .trim();
  if (spaced.includes(" ") || spaced.length < 7) {
    return `+${spaced}${rest}`;
  }
  let code = twoDigitCodes.has(spaced.slice(0, 2)) ? 2 : 3;
  if (/^[17]/.test(spaced)) {
    code = 1;
  }
  return `+${spaced.slice(0, code)} ${spaced.slice(code)}${rest}`;
}
