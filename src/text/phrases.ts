/** Whole sentences; empty ones are left out. */
export const joinedSentences = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== "").join(" ");

/** `“A” or “B” or “C”` */
export const eitherOf = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(" or ");
