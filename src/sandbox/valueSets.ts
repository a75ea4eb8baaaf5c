// Distinct stored values that can be asked, all at once, which of them a filter item matches.
import type { FilterItem, IntegerFilterItem, RangeFilterItem, TextFilterItem } from "../service/requests";
import type { Pause } from "./slices";
import { containingDigits, equalText, inRange, tolerates, tolerantMatch, wordsOf } from "./textMatch";

/** One byte for every value: 1 where the item matches. */
export type Marks = Uint8Array;

/** Values of one filter field; rows of an index point to them. */
export interface ValueSet {
  readonly size: number;
  match(item: FilterItem): Promise<Marks>;
}

/** Runs through a long list in slices, so that the event loop is never held for long. */
async function forAll(size: number, pause: Pause, visit: (id: number) => void): Promise<void> {
  for (let start = 0; start < size; start += 2000) {
    for (let id = start; id < Math.min(size, start + 2000); id += 1) visit(id);
    await pause();
  }
}

/** How a field's text values are compared. */
export interface TextRules {
  /** Applied to values and items alike before anything else, such as `bareAddress`. */
  readonly normalise?: (text: string) => string;
  /** What an exact item is compared with, when that is more than the value itself. */
  readonly exactForms?: (id: number) => readonly string[];
}

/** Text values by id, with an index of their words that is made when first needed. */
export function textValues(
  size: number,
  valueAt: (id: number) => string | undefined,
  pause: Pause,
  rules: TextRules = {},
): ValueSet {
  const { normalise = (text: string) => text } = rules;
  const exactForms =
    rules.exactForms ??
    ((id: number): readonly string[] => {
      const value = valueAt(id);
      return value === undefined ? [] : [normalise(value)];
    });
  let index:
    Promise<{ readonly idsOf: ReadonlyMap<string, readonly number[]>; readonly wordCounts: Uint16Array }> | undefined;
  const build = async (): Promise<{
    readonly idsOf: ReadonlyMap<string, readonly number[]>;
    readonly wordCounts: Uint16Array;
  }> => {
    const idsOf = new Map<string, number[]>();
    const wordCounts = new Uint16Array(size);
    await forAll(size, pause, (id) => {
      const value = valueAt(id);
      const words = value === undefined ? [] : wordsOf(normalise(value));
      wordCounts[id] = words.length;
      for (const word of words) {
        const ids = idsOf.get(word);
        if (ids) ids.push(id);
        else idsOf.set(word, [id]);
      }
    });
    return { idsOf, wordCounts };
  };
  return {
    size,
    match: async (item) => {
      const { value, exact_match: exact } = item as TextFilterItem;
      const asked = normalise(value);
      const marks = new Uint8Array(size);
      const { idsOf, wordCounts } = await (index ??= build());
      const words = wordsOf(asked);
      if (exact) {
        // Equal texts have equal words, so only values with the rarest of them need a look.
        const candidates =
          words.map((word) => idsOf.get(word) ?? []).sort((one, other) => one.length - other.length)[0] ?? [];
        for (const id of candidates) if (exactForms(id).some((form) => equalText(asked, form))) marks[id] = 1;
        return marks;
      }
      const shared = new Uint16Array(size);
      for (const word of words) for (const id of idsOf.get(word) ?? []) shared[id] = (shared[id] ?? 0) + 1;
      for (let id = 0; id < size; id += 1) {
        const both = shared[id] ?? 0;
        if (both > 0 && tolerates(words.length, wordCounts[id] ?? 0, both)) marks[id] = 1;
      }
      return marks;
    },
  };
}

/** Text values that are made of one of `lefts` and one of `rights`: id = left × rights + right. */
export function pairedTextValues(
  lefts: readonly string[],
  rights: readonly string[],
): ValueSet & { marksFor(words: readonly string[], always: readonly string[]): Marks } {
  const leftWords = lefts.map(wordsOf);
  const rightWords = rights.map(wordsOf);
  const size = lefts.length * rights.length;
  const markPairs = (
    touched: (words: readonly string[]) => boolean,
    matches: (left: number, right: number) => boolean,
  ): Marks => {
    const marks = new Uint8Array(size);
    const rightTouched = rightWords.map(touched);
    leftWords.forEach((own, left) => {
      const leftTouched = touched(own);
      rightTouched.forEach((hit, right) => {
        if ((leftTouched || hit) && matches(left, right)) marks[left * rights.length + right] = 1;
      });
    });
    return marks;
  };
  const together = (left: number, right: number): readonly string[] => [
    ...new Set([...(leftWords[left] ?? []), ...(rightWords[right] ?? [])]),
  ];
  return {
    size,
    match: (item) => {
      const { value, exact_match: exact } = item as TextFilterItem;
      const words = wordsOf(value);
      const touched = (own: readonly string[]): boolean => own.some((word) => words.includes(word));
      return Promise.resolve(
        markPairs(touched, (left, right) => {
          if (!exact) return tolerantMatch(words, together(left, right));
          const [one = "", other = ""] = [lefts[left], rights[right]];
          return equalText(value, one) || equalText(value, other) || equalText(value, `${one} ${other}`);
        }),
      );
    },
    /** Pairs whose words, together with `always`, hold all of `words`. */
    marksFor: (words, always) => {
      const needed = words.filter((word) => !always.includes(word));
      if (needed.length === 0) return new Uint8Array(size).fill(1);
      return markPairs(
        (own) => own.some((word) => needed.includes(word)),
        (left, right) => {
          const own = together(left, right);
          return needed.every((word) => own.includes(word));
        },
      );
    },
  };
}

/** Ids that are one word made of the row's number: matched by reading the number out of the item. */
export function idValues(
  size: number,
  idOf: (row: number) => string,
  rowOf: (id: string) => number | undefined,
): ValueSet {
  return {
    size,
    match: (item) => {
      const { value, exact_match: exact } = item as TextFilterItem;
      const marks = new Uint8Array(size);
      for (const word of exact ? [value] : wordsOf(value)) {
        const row = rowOf(word.trim().toLowerCase());
        if (row === undefined || row >= size) continue;
        if (exact ? equalText(value, idOf(row)) : tolerantMatch(wordsOf(value), wordsOf(idOf(row)))) marks[row] = 1;
      }
      return Promise.resolve(marks);
    },
  };
}

/** Network ids; `undefined` where the record has none. */
export function networkIdValues(size: number, idOf: (row: number) => number | undefined): ValueSet {
  return {
    size,
    match: (item) => {
      const { value, exact_match: exact } = item as IntegerFilterItem;
      const matches = exact ? containingDigits(value) : (id: number): boolean => id === value;
      const marks = new Uint8Array(size);
      for (let row = 0; row < size; row += 1) {
        const id = idOf(row);
        if (id !== undefined && matches(id)) marks[row] = 1;
      }
      return Promise.resolve(marks);
    },
  };
}

/** Numbers by row; `unknown` is in no range. */
export function rangeValues(numbers: Int32Array, unknown: number): ValueSet {
  return {
    size: numbers.length,
    match: (item) => {
      const marks = new Uint8Array(numbers.length);
      for (let row = 0; row < numbers.length; row += 1) {
        const value = numbers[row] ?? unknown;
        if (value !== unknown && inRange(value, item as RangeFilterItem)) marks[row] = 1;
      }
      return Promise.resolve(marks);
    },
  };
}
