// Keeps spreadsheets from running the text of a cell as a formula, while numbers and phone numbers stay readable.

export const noGuardText = "no formula guard";

/**
 * Characters that begin a formula in some spreadsheet, with their full-width, small and mathematical forms, after
 * anything that is skipped on import: spaces, control and invisible characters. One of them alone is not a formula.
 */
const formula = /^[\s\p{Z}\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠｜％﹦﹢﹣﹫−⁺⁻⁼](?!$)/u;

/** A number alone, also grouped or with an exponent. */
const plainNumber = /^\s*[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Digits and spaces after a plus, which no spreadsheet can calculate; also with an extension, and several of them. */
const spacedPhones = /^\+\d[\d ]*(?: ext\. \d+)?(?:; \+\d[\d ]*(?: ext\. \d+)?)*$/;

/** Puts an apostrophe before text that a spreadsheet might calculate. */
export function guardFormula(text: string): string {
  return formula.test(text) && !plainNumber.test(text) && !spacedPhones.test(text) ? `'${text}` : text;
}
