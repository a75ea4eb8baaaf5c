// Whether a description is about companies or people: the first noun decides.
import type { SearchKind } from "../../service/filterCatalogue";
import type { Token } from "./tokens";

const ofPeople = new Set(["person", "somebody", "pastAt", "studied", "skilledIn", "skills"]);

export function kindOf(tokens: readonly Token[]): SearchKind {
  for (const [index, { meaning, text }] of tokens.entries()) {
    const next = tokens[index + 1];
    const { role, level, titles, job, industry } = meaning;
    const isSpeaking = role === "speaks" && tokens.some((token) => token.meaning.language !== undefined);
    if (ofPeople.has(role ?? "") || isSpeaking || level !== undefined || titles !== undefined || job) {
      return "people";
    }
    const isBeforeRole = next !== undefined && !next.afterBreak && isRoleWord(next);
    // "banks with a CTO", but "logistics managers".
    const isPlural = industry !== undefined && meaning.function === undefined && /(?:s|banken|hotels)$/iu.test(text);
    if (role === "company" || (isPlural && !isBeforeRole)) {
      return "company";
    }
  }
  return tokens.some(({ meaning }) => meaning.function !== undefined && meaning.industry === undefined)
    ? "people"
    : "company";
}

export function isRoleWord({ meaning }: Token): boolean {
  const { level, titles, job, ofTitle } = meaning;
  return level !== undefined || titles !== undefined || job === true || ofTitle === true;
}
