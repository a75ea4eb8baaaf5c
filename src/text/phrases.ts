// Short phrases that every language writes in its own way: quotation marks and words between two parts.

/** Whole sentences; empty ones are left out. */
export const joinedSentences = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== "").join(" ");

export const quoted = (text: string): string => `“${text}”`;
export const orText = (before: string, last: string): string => `${before} or ${last}`;
/** `“A” or “B” or “C”` */
export const eitherOf = (names: readonly string[]): string => names.map(quoted).reduce(orText);
/** "Ada Lovelace at acme.example" */
export const atText = (what: string, place: string): string => `${what} at ${place}`;
/** "100 of 12,480" */
export const ofText = (part: string, whole: string): string => `${part} of ${whole}`;
export const recordsOf = (part: string, whole: string): string => `${part} of ${whole} records`;
