// Names in a description: words that begin with a capital and mean nothing else.
import { folded } from "./places";
import type { Token } from "./tokens";

export function isName(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const isPlain = token?.number === undefined && token?.domain === undefined;
  return token?.isCapitalized === true && isPlain && token.meaning.role === undefined;
}

/** Where a name ends that begins with known words: "London Business School" is no place. */
export function nameEnd(tokens: readonly Token[], at: number): number | undefined {
  let end = at;
  let isUnknown = false;
  for (let token = tokens[end]; token !== undefined && (end === at || !token.afterBreak); token = tokens[end]) {
    if (!isName(tokens, end) && !(token.isCapitalized && token.meaning.role === "company" && end > at)) {
      break;
    }
    isUnknown ||= Object.keys(token.meaning).length === 0;
    end += 1;
  }
  return isUnknown && end > at + 1 ? end : undefined;
}

export function written(tokens: readonly Token[], from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}

/** Names that begin with a capital, until a word that cannot go on: "Acme Corp and Beta Inc". */
export function namesFrom(
  tokens: readonly Token[],
  at: number,
  mayBeKnown = false,
): { readonly values: readonly string[]; readonly to: number } | undefined {
  const first = tokens[at];
  if (first === undefined || !isName(tokens, at) || first.afterBreak) {
    return undefined;
  }
  const isKnown = Object.keys(first.meaning).length > 0 && nameEnd(tokens, at) === undefined && !mayBeKnown;
  if (isKnown) {
    return undefined;
  }
  const values: string[] = [];
  for (let from = at, to = at; ;) {
    to = nameEnd(tokens, to) ?? to;
    while (to === from ? isName(tokens, to) : isName(tokens, to) && tokens[to]?.afterBreak === false) {
      to += 1;
      to += folded(tokens[to]?.text ?? "") === "of" && isName(tokens, to + 1) ? 1 : 0;
    }
    const next = tokens[to];
    const isEnd = next === undefined || next.afterBreak || next.number !== undefined || next.meaning.role !== undefined;
    const isNoun =
      next !== undefined &&
      !next.afterBreak &&
      ["person", "company", "unusable", "skills"].includes(next.meaning.role ?? "");
    if (to === from || !isEnd || isNoun) {
      return values.length === 0 ? undefined : { values, to: at };
    }
    values.push(written(tokens, from, to));
    at = to;
    from = to + (next?.meaning.role === "and" || next?.meaning.role === "or" ? 1 : 0);
    const follows = tokens[from];
    if (follows === undefined || (from === to && !follows.afterBreak) || Object.keys(follows.meaning).length > 0) {
      return { values, to };
    }
    to = from;
  }
}
