/** Whole sentences; empty ones are left out. */
export const joinedSentences = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== "").join(" ");

/** `“A” or “B” or “C”` */
export const eitherOf = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(" or ");

/** What a column of the record is called beside those of the table. */
export const lookedUpName = (name: string, ofTable: readonly string[]): string =>
  ofTable.some((own) => own.trim().toLowerCase() === name.toLowerCase()) ? `${name} (looked up)` : name;
