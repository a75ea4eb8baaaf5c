// Matches records with the filters of a search, one record at a time. The real service may match differently:
// this is our reading of the interface ("Filter objects").
//
// The interface leaves some rules open. The choices here are ours, not facts about the service:
// - Similar: both sides become sets of words (case, diacritics, punctuation and order do not count). A value matches
//   when all its words occur in the stored value (the stored value may have more), or when all words of the stored
//   value, at least two, occur in it and it has no more than one word besides.
// - Exact: equal apart from case and surrounding white space. Names are compared with the first, the last and the full
//   name; locations with the city, the region, the country and the whole line.
// - Network ids: similar is the same number; exact is "the digits appear in the stored number", as the interface says.
// - Several `exclude` items in one field: none of them may match. Includes and excludes mixed in one field: any of the
//   includes and none of the excludes. A field with excludes only keeps every record none of them matches, also one
//   that has no value in this field. An empty array of items filters nothing.
// - Ranges: a value that is 0 where 0 means unknown, or missing, is in no range: never included, never excluded.
import type { FilterItem, IntegerFilterItem, RangeFilterItem, TextFilterItem } from "../service/requests";

const unfolded: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ı: "i",
  þ: "th",
  ð: "d",
};

/** Most texts are plain ASCII, which is folded and split many times faster. */
const plain = /^[ -~]*$/;

/** Lower case without diacritics. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łøđßæœıþð]|\p{M}/gu, (letter) => unfolded[letter] ?? "");
}

/** The different words of a text, folded; `+` and `#` belong to words, so that C, C++ and C# stay three things. */
function wordsOf(text: string): readonly string[] {
  const folded = fold(text);
  const words = folded.match(plain.test(folded) ? /[a-z0-9+#]+/g : /[\p{L}\p{N}+#]+/gu) ?? [];
  return words.length < 2 ? words : [...new Set(words)];
}

/** A domain or URL without the parts that do not identify: scheme, `www.`, query, trailing slash. */
export function bareAddress(text: string): string {
  return text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/[?#].*$/s, "")
    .replace(/(?<!\/)\/+$/, "");
}

/** Equal for texts that `exact_match` treats as the same. */
const exactText = (text: string): string => text.trim().toLowerCase();

export const equalText = (value: string, stored: string): boolean => exactText(value) === exactText(stored);

/** Whether stored texts are similar enough to one of the values. */
export function similarTo(values: readonly string[]): (stored: string) => boolean {
  const wanted = values.map(wordsOf);
  return (text) => {
    const folded = fold(text);
    // Most texts contain none of the words, and splitting a text takes longer than searching it.
    const near = wanted.filter((words) => words.some((word) => folded.includes(word)));
    const stored = near.length === 0 ? [] : wordsOf(folded);
    return near.some((words) => {
      const shared = words.filter((word) => stored.includes(word)).length;
      return shared === words.length || (shared === stored.length && stored.length >= 2 && words.length - shared <= 1);
    });
  };
}

/** Whether the digits of `term` appear in a stored number. */
function containsDigits(stored: number, term: number): boolean {
  return String(stored).includes(String(term));
}

/** Whether a known number lies in a range; both bounds are inclusive, a missing one is open. */
function inRange(
  value: number,
  range: { readonly min?: number | undefined; readonly max?: number | undefined },
): boolean {
  return (range.min === undefined || value >= range.min) && (range.max === undefined || value <= range.max);
}

type Test<T> = (value: T) => boolean;

/** The values of a record in one filter field, and the rule of comparison. */
export type ComparedField<Facts> =
  | {
      readonly rule: "text";
      readonly values: (facts: Facts) => readonly string[];
      /** The values for `exact_match`, if there are more than `values`. */
      readonly exactValues?: (facts: Facts) => readonly string[];
      /** Applied to both sides before they are compared, such as `bareAddress`. */
      readonly normalize?: (text: string) => string;
    }
  | { readonly rule: "networkId"; readonly value: (facts: Facts) => number | undefined }
  | { readonly rule: "range"; readonly value: (facts: Facts) => number | undefined }
  | { readonly rule: "parts"; readonly testOf: (items: readonly FilterItem[]) => Test<Facts> };

export type ComparedFields<Name extends string, Facts> = { readonly [field in Name]: ComparedField<Facts> };

/** The filter items of a search by field, paging left out. */
export type FilterItems = Readonly<Record<string, readonly FilterItem[]>>;

/** A field of parts of a record, such as its companies: at least one part has to match. */
export function fieldOfParts<Facts, Part>(
  parts: (facts: Facts) => readonly Part[],
  field: ComparedField<Part>,
): ComparedField<Facts> {
  return {
    rule: "parts",
    testOf: (items) => {
      const tests = itemTests(field, items);
      return (facts) => parts(facts).some((part) => tests.some((test) => test(part)));
    },
  };
}

function itemTests<Facts>(field: ComparedField<Facts>, items: readonly FilterItem[]): readonly Test<Facts>[] {
  if (items.length === 0) return [];
  switch (field.rule) {
    case "text":
      return textTests(field, items as readonly TextFilterItem[]);
    case "networkId":
      return (items as readonly IntegerFilterItem[]).map(({ value, exact_match: exact = false }) => (facts) => {
        const id = field.value(facts);
        return id !== undefined && (exact ? containsDigits(id, value) : id === value);
      });
    case "range":
      return (items as readonly RangeFilterItem[]).map((range) => (facts) => {
        const value = field.value(facts);
        return value !== undefined && inRange(value, range);
      });
    case "parts":
      return [field.testOf(items)];
  }
}

/** Combines all exact texts into one test, and all similar ones: a search can have thousands of ids or domains. */
function textTests<Facts>(
  { values, exactValues = values, normalize = (text) => text }: ComparedField<Facts> & { readonly rule: "text" },
  items: readonly TextFilterItem[],
): readonly Test<Facts>[] {
  const wanted = (isExact: boolean): readonly string[] =>
    items.filter((item) => (item.exact_match === true) === isExact).map(({ value }) => normalize(value));
  const exact = new Set(wanted(true).map(exactText));
  const isSimilar = similarTo(wanted(false));
  return [
    (facts) => exactValues(facts).some((stored) => exact.has(exactText(normalize(stored)))),
    (facts) => values(facts).some((stored) => isSimilar(normalize(stored))),
  ];
}

/** Matches any included item, if there is one, and no excluded item. */
function fieldTest<Facts>(field: ComparedField<Facts>, items: readonly FilterItem[]): Test<Facts> {
  const tests = (exclude: boolean): readonly Test<Facts>[] =>
    itemTests(
      field,
      items.filter((item) => (item.exclude === true) === exclude),
    );
  const includes = tests(false);
  const excludes = tests(true);
  return (facts) =>
    (includes.length === 0 || includes.some((test) => test(facts))) && !excludes.some((test) => test(facts));
}

/** Whether a record matches in all fields (interface, "Combination rule"). */
export function recordTest<Facts>(
  fields: Readonly<Record<string, ComparedField<Facts>>>,
  items: FilterItems,
): Test<Facts> {
  const tests = Object.entries(fields).flatMap(([name, field]) => {
    const ofField = items[name] ?? [];
    return ofField.length === 0 ? [] : [fieldTest(field, ofField)];
  });
  return (facts) => tests.every((test) => test(facts));
}
