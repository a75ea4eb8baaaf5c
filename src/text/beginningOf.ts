const halfPair = /[\ud800-\udbff]$/;

/** The first `length` UTF-16 code units of a text, or one less where that would cut a character in two. */
export const beginningOf = (text: string, length: number): string => text.slice(0, length).replace(halfPair, "");
