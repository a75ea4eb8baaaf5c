// Reads a whole number as people type it.

/** The number in a text, with or without marks between thousands; `undefined` when it is none. */
export function wholeNumber(text: string): number | undefined {
  const digits = text.trim().replace(/(?<=\d)[,.\s'](?=\d{3}(?:\D|$))/gu, "");
  return /^\d{1,15}$/u.test(digits) ? Number(digits) : undefined;
}
