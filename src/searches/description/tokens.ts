// Cuts a description into known phrases, numbers, domains, and unknown words.
import { folded } from "./places";
import { readNumber, type NumberReading } from "./quantities";
import { knownWords, longestPhrase, type Meaning } from "./vocabulary";

export interface Token {
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** A comma, a bracket or the end of a sentence is before it. */
  readonly afterBreak: boolean;
  readonly isCapitalized: boolean;
  /** Empty for an unknown word. */
  readonly meaning: Meaning;
  readonly number?: NumberReading;
  readonly domain?: string;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly afterBreak: boolean;
}

const domainPattern =
  /(?:https?:\/\/)?(?:www\.)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,})(?:\/\S*)?/iuy;
const fileEnding = /\.(?:js|ts|py|md|json|csv)$/i;
/** Words that mean something else in small letters. */
const onlyInCapitals = new Set(["it", "us"]);
/** Places that are ordinary words in small letters. */
const alsoWords = new Set(
  "nice essen island phoenix rom zug ulm cork turkey georgia kiel man gent china jordan chad porto jersey lima".split(
    " ",
  ),
);
/** A part of a place that is not known by its name: "Northern Germany". */
const partOfPlace = new RegExp(
  "^(?:north|south|east|west)(?:ern|west|east)?$|^(?:central|greater|upper|lower|inner|new)$",
);
export function tokensOf(text: string): readonly Token[] {
  const words = wordsOf(text);
  const tokens: Token[] = [];
  for (let at = 0; at < words.length;) {
    const token = tokenAt(text, words, at, tokens);
    tokens.push(token);
    while (at < words.length && (words[at]?.start ?? 0) < token.end) {
      at += 1;
    }
  }
  return tokens;
}

function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?[+#]*/gu)) {
    const gap = text.slice(words.at(-1)?.end ?? 0, match.index);
    const afterBreak = words.length > 0 && /[,;:()[\]\n|/]|[.!?](?=\s|$)/u.test(gap);
    words.push({ text: match[0], start: match.index, end: match.index + match[0].length, afterBreak });
  }
  return words;
}

function tokenAt(text: string, words: readonly Word[], at: number, before: readonly Token[]): Token {
  const word = words[at] as Word;
  const base = { start: word.start, afterBreak: word.afterBreak, isCapitalized: /^\p{Lu}/u.test(word.text) };
  const token = (end: number, rest: Omit<Token, "start" | "end" | "text" | "afterBreak" | "isCapitalized">): Token => ({
    ...base,
    end,
    text: text.slice(word.start, end),
    ...rest,
  });
  domainPattern.lastIndex = word.start;
  const domain = domainPattern.exec(text)?.[1]?.toLowerCase();
  if (domain !== undefined && !fileEnding.test(domain)) {
    return token(domainPattern.lastIndex, { meaning: {}, domain });
  }
  const isFirst = before.every(({ meaning: { role } }) => role === "filler");
  const sign = /(?:(?<![-=])[<>]=?|[≤≥~])\s*$/u.exec(text.slice(before.at(-1)?.end ?? 0, word.start));
  const start = sign === null ? word.start : (before.at(-1)?.end ?? 0) + sign.index;
  const number = readNumber(text, start, isFirst);
  if (number !== undefined && number.end > word.start) {
    return { ...token(number.end, { meaning: {}, number }), start, text: text.slice(start, number.end) };
  }
  return phraseAt(words, at, before.at(-1), token) ?? token(word.end, { meaning: {} });
}

function phraseAt(
  words: readonly Word[],
  at: number,
  previous: Token | undefined,
  token: (end: number, rest: { readonly meaning: Meaning }) => Token,
): Token | undefined {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length -= 1) {
    const part = words.slice(at, at + length);
    const last = part.at(-1);
    if (last === undefined || part.slice(1).some(({ afterBreak }) => afterBreak)) {
      continue;
    }
    const key = part.map(({ text }) => folded(text)).join(" ");
    const found = length === 1 && onlyInCapitals.has(key) && part[0]?.text !== key.toUpperCase() ? {} : lookUp(key);
    const meaning = found === undefined ? undefined : sanePlace(found, key, part[0]?.text ?? "", previous);
    if (meaning !== undefined && Object.keys(meaning).length > 0) {
      return token(last.end, { meaning });
    }
  }
  return undefined;
}

function sanePlace(meaning: Meaning, key: string, written: string, previous: Token | undefined): Meaning | undefined {
  const { places, ...rest } = meaning;
  const isUnsure =
    (previous !== undefined && partOfPlace.test(folded(previous.text))) ||
    (/^\p{Ll}/u.test(written) && alsoWords.has(key));
  return places !== undefined && isUnsure ? rest : meaning;
}

/** A phrase as it is, or in the plural. "Italians" are people, and no adjective of a place. */
function lookUp(key: string): Meaning | undefined {
  const words = knownWords();
  const exact = words.get(key);
  if (exact !== undefined) {
    return exact;
  }
  const singulars = [
    ...(key.endsWith("s") ? [key.slice(0, -1)] : []),
    ...(key.endsWith("es") ? [key.slice(0, -2)] : []),
  ];
  return singulars
    .filter((singular) => singular.length > 1)
    .map((singular) => words.get(singular))
    .find((found) => found !== undefined && found.origin === undefined && (found.role ?? "unusable") === "unusable");
}
