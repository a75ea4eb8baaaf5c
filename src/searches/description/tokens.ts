// Cuts a description into known phrases, numbers, domains, and unknown words.
import { readNumber, type NumberMeaning } from "./numbers";
import { longestPhrase, meaningOf, type Meaning } from "./vocabulary";

/** The token at an offset. */
interface Reading {
  /** The offset after it. */
  readonly end: number;
  /** Empty for an unknown word. */
  readonly meaning: Meaning;
  readonly number?: NumberMeaning;
  readonly domain?: string;
}

export interface Token extends Reading {
  readonly start: number;
  readonly text: string;
  /** Commas, brackets, ends of sentences, and "but" separate clauses. */
  readonly clause: number;
}

/** The next word, or the sign before a number; an arrow is not a sign. */
const begin = /[\p{L}\p{N}]|(?<![-=])(?:[<>]=?|[≤≥~])(?=\s*\d)/gu;
const clauseEnd = /[,;:()[\]\n|/]|[.!?](?=\s|$)/u;
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?[+#]*/uy;
const domainName =
  /(?:https?:\/\/)?(?:www\.)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,})(?:\/\S*)?/iuy;
const fileEnding = /\.(?:js|ts|py|md|json|csv)$/i;

export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let clause = 0;
  for (;;) {
    begin.lastIndex = end;
    const start = begin.exec(text)?.index;
    if (start === undefined) {
      return tokens;
    }
    const isFirst = tokens.every(({ meaning }) => meaning.role === "filler");
    const reading = readAt(text, start, isFirst);
    const isBreak = reading.meaning.role === "break" || clauseEnd.test(text.slice(end, start));
    clause += isBreak && tokens.length > 0 ? 1 : 0;
    end = reading.end;
    tokens.push({ ...reading, start, text: text.slice(start, end), clause });
  }
}

function readAt(text: string, start: number, isFirst: boolean): Reading {
  domainName.lastIndex = start;
  const domain = domainName.exec(text)?.[1]?.toLowerCase();
  if (domain !== undefined && !fileEnding.test(domain)) {
    return { end: domainName.lastIndex, meaning: {}, domain };
  }
  const number = readNumber(text, start, isFirst);
  return number === undefined ? readPhrase(text, start) : { end: number.end, meaning: {}, number };
}

/** The longest known phrase of one clause, or a word. */
function readPhrase(text: string, start: number): Reading {
  let longest: Reading | undefined;
  let first = start + 1;
  let at = start;
  for (let words = 1; words <= longestPhrase; words += 1) {
    word.lastIndex = at;
    if (word.exec(text) === null) {
      break;
    }
    const end = word.lastIndex;
    first = words === 1 ? end : first;
    const meaning = meaningOf(text.slice(start, end));
    longest = meaning === undefined ? longest : { end, meaning };
    begin.lastIndex = end;
    at = begin.exec(text)?.index ?? text.length;
    if (clauseEnd.test(text.slice(end, at))) {
      break;
    }
  }
  return longest ?? { end: first, meaning: {} };
}

/** Whether a token has a meaning. */
export const isKnown = ({ meaning, number, domain }: Token): boolean =>
  Object.keys(meaning).length > 0 || number !== undefined || domain !== undefined;

export const isCapitalized = ({ text }: Token): boolean => /^\p{Lu}/u.test(text);

export const isListWord = (token: Token | undefined): boolean =>
  token?.meaning.role === "and" || token?.meaning.role === "or";

/** The token at a place, unless another clause begins there. */
export function nextInClause(tokens: readonly Token[], at: number): Token | undefined {
  const token = tokens[at];
  return token?.clause === tokens[at - 1]?.clause ? token : undefined;
}
