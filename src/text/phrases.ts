/** Joins sentences and leaves out empty ones. */
export const joinedSentences = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== "").join(" ");

/** `“A” or “B” or “C”` */
export const eitherOf = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(" or ");

/** The name of a record column that differs from the names of the table's columns. */
export const lookedUpName = (name: string, ofTable: readonly string[]): string =>
  ofTable.some((own) => own.trim().toLowerCase() === name.toLowerCase()) ? `${name} (looked up)` : name;
