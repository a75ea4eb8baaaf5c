// Matches a text as a whole.

/** Matches this text with any white space around it. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`);
}
