// The words of a description with their places in the text: the longest known phrase at each, where a name or a value
// ends, and which noun an adjective belongs to.
import { folded } from "./places";
import { longestPhrase, type Lexicon, type Meaning } from "./vocabulary";

interface Word {
  readonly text: string;
  readonly folded: string;
  readonly start: number;
  readonly end: number;
  /** A comma, a bracket or the end of a sentence is before it. */
  readonly afterBreak: boolean;
  readonly isCapitalized: boolean;
}

interface Phrase {
  readonly meanings: readonly Meaning[];
  /** In words. */
  readonly length: number;
}

/** Words that mean something only in capitals: "US", "IT". */
const onlyInCapitals = new Set(["it", "us"]);
/** Words that are names in capitals: the university, not the German "with". */
const neverInCapitals = new Set(["MIT"]);

function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)?[+#]*/gu)) {
    const start = match.index;
    const gap = text.slice(words.at(-1)?.end ?? 0, start);
    words.push({
      text: match[0],
      folded: folded(match[0]),
      start,
      end: start + match[0].length,
      afterBreak: /[,;:()[\]\n|]|[.!?](?=\s)/u.test(gap),
      isCapitalized: /^[\p{Lu}\p{Lt}]/u.test(match[0]),
    });
  }
  return words;
}

/** The longest known phrase that begins at a word. */
function phraseAt(words: readonly Word[], at: number, lexicon: Lexicon): Phrase | undefined {
  let key = "";
  let found: Phrase | undefined;
  for (let length = 1; length <= longestPhrase; length += 1) {
    const word = words[at + length - 1];
    if (word === undefined || (length > 1 && word.afterBreak)) {
      break;
    }
    key = length === 1 ? word.folded : `${key} ${word.folded}`;
    const meanings = lexicon.get(key);
    const inCapitals = word.text === word.text.toUpperCase() || words[at - 1]?.folded === "the";
    const isMeant = (!onlyInCapitals.has(key) || inCapitals) && !neverInCapitals.has(word.text);
    if (meanings !== undefined && (length > 1 || isMeant)) {
      found = { meanings, length };
    }
  }
  return found;
}

export type Subject = "person" | "company";

const domain = /(?:https?:\/\/)?(?:www\.)?((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,})(?:\/\S*)?/iuy;
const fileEnding = /\.(?:js|ts|py|md|json|csv)$/i;

export class DescriptionWords {
  readonly list: readonly Word[];

  constructor(
    readonly text: string,
    private readonly lexicon: Lexicon,
  ) {
    this.list = wordsOf(text);
  }

  phrase(at: number): Phrase | undefined {
    return phraseAt(this.list, at, this.lexicon);
  }

  /** In the text. A sign such as ">=" before a number belongs to it. */
  startOf(at: number): number {
    const word = this.list[at];
    if (word === undefined) {
      return this.text.length;
    }
    const before = this.text.slice(this.list[at - 1]?.end ?? 0, word.start).trimEnd();
    const sign = /^\d/.test(word.text) ? /(?:(?<![-=])[<>]=?|[≤≥])$/u.exec(before)?.[0] : undefined;
    return sign === undefined ? word.start : this.text.lastIndexOf(sign, word.start);
  }

  isAfterBreak(at: number): boolean {
    return this.list[at]?.afterBreak === true;
  }

  /** Where a value that begins here ends: before a word that cannot be inside of one. */
  valueEnd(from: number): number {
    let end = from;
    while (end < this.list.length && (end === from || this.list[end]?.afterBreak !== true)) {
      const phrase = this.phrase(end);
      const afterOf = end > from && this.list[end - 1]?.folded === "of";
      const inName = this.list[end]?.folded === "of" && end > from;
      if (phrase !== undefined && !inName && !afterOf && phrase.meanings.some(endsValue)) {
        break;
      }
      end += 1;
    }
    return end;
  }

  /** The same for a name: one that begins with a capital ends before a word without. */
  nameEnd(from: number): number {
    const end = this.valueEnd(from);
    const isLower = (at: number): boolean => {
      const word = this.list[at];
      return word !== undefined && /^\p{Ll}/u.test(word.text) && word.folded !== "of";
    };
    const next = Array.from({ length: end - from }, (_, index) => from + index).find(isLower);
    return isLower(from) || next === undefined ? end : next;
  }

  isValueAt(at: number): boolean {
    return this.list[at] !== undefined && this.valueEnd(at) > at;
  }

  /** An unknown word with a capital begins here. */
  isNameAt(at: number): boolean {
    return this.list[at]?.isCapitalized === true && this.phrase(at) === undefined && this.domainAt(at) === undefined;
  }

  /** A domain or a web address that begins here. */
  domainAt(at: number): { readonly value: string; readonly end: number } | undefined {
    domain.lastIndex = this.list[at]?.start ?? 0;
    const value = domain.exec(this.text)?.[1]?.toLowerCase();
    return value === undefined || fileEnding.test(value) ? undefined : { value, end: domain.lastIndex };
  }

  /** What the words from here on describe, up to a word such as "in" or a comma. */
  nounFrom(at: number): Subject | "speaker" | undefined {
    for (let next = at; next < Math.min(this.list.length, at + 6);) {
      if (this.list[next]?.afterBreak === true) {
        return undefined;
      }
      const phrase = this.phrase(next);
      if (phrase !== undefined) {
        const noun = phrase.meanings.find((meaning) => meaning.kind === "noun");
        const subject = noun?.of ?? subjectOf(phrase.meanings);
        if (subject !== undefined) {
          return subject;
        }
        if (phrase.meanings.some(({ kind }) => endsNounPhrase.has(kind))) {
          return undefined;
        }
      }
      next += phrase?.length ?? 1;
    }
    return undefined;
  }

  isFiller(at: number): boolean {
    const phrase = this.phrase(at);
    return phrase?.meanings.some(({ kind }) => fillers.has(kind)) === true;
  }

  wordAfter(offset: number, from: number): number {
    let next = from + 1;
    while (next < this.list.length && (this.list[next]?.start ?? 0) < offset) {
      next += 1;
    }
    return next;
  }

  raw(from: number, to: number): string {
    return this.text.slice(this.list[from]?.start ?? 0, this.list[to - 1]?.end ?? 0);
  }
}

const fillers = new Set<Meaning["kind"]>(["filler", "and", "in", "at", "noun"]);
const endsNounPhrase = new Set<Meaning["kind"]>(["in", "at", "filler", "not", "former", "now", "capture", "similar"]);

export function subjectOf(meanings: readonly Meaning[]): Subject | undefined {
  for (const meaning of meanings) {
    if (meaning.kind === "noun" && meaning.of !== "speaker") {
      return meaning.of;
    }
    if ("isNoun" in meaning && meaning.isNoun === true) {
      return "company";
    }
    if (meaning.kind === "job" || meaning.kind === "title" || meaning.kind === "seniority") {
      return "person";
    }
  }
  return undefined;
}

/** "speak", "ex", and "speakers" after a language. */
export function isOfPeopleOnly(meaning: Meaning, isAfterLanguage: boolean): boolean {
  switch (meaning.kind) {
    case "speaks":
      return true;
    case "noun":
      return meaning.of === "speaker" && isAfterLanguage;
    case "capture":
      return meaning.company === undefined;
    default:
      return false;
  }
}

/** Words that are never inside of a name or a skill. */
function endsValue({ kind }: Meaning): boolean {
  return !["industry", "function", "language", "companyType", "size", "placeAdjective", "job"].includes(kind);
}
