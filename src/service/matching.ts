// Which records match the filters of a search: every record is compared, one after the other. The service matches as it
// does; this is our reading of the interface ("Filter objects"), for the sandbox and for what was fetched already.
//
// What the interface leaves open is decided here, once; these are our choices, not facts about the service:
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
import type { FilterItem, IntegerFilterItem, RangeFilterItem, TextFilterItem } from "./requests";

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

/** Equal for texts that are the same as `exact_match` means it. */
const exactText = (text: string): string => text.trim().toLowerCase();

export const equalText = (value: string, stored: string): boolean => exactText(value) === exactText(stored);

/** Whether stored texts are similar enough to a value. */
export function similarTo(value: string): (stored: string) => boolean {
  const words = wordsOf(value);
  return (text) => {
    const folded = fold(text);
    // Most texts contain none of the words, and splitting a text takes longer than searching it.
    if (!words.some((word) => folded.includes(word))) return false;
    const stored = wordsOf(folded);
    const shared = words.filter((word) => stored.includes(word)).length;
    return shared === words.length || (shared === stored.length && stored.length >= 2 && words.length - shared <= 1);
  };
}

/**
 * Whether the digits of `term` appear in a stored number.
 *
 * @internal
 */
export function containsDigits(stored: number, term: number): boolean {
  return String(stored).includes(String(term));
}

/** Whether a known number lies in a range; both bounds are inclusive, a missing one is open. */
function inRange(
  value: number,
  range: { readonly min?: number | undefined; readonly max?: number | undefined },
): boolean {
  return (range.min === undefined || value >= range.min) && (range.max === undefined || value <= range.max);
}

/** Whether something matches; `undefined` when the record does not contain what is compared. */
export type Verdict = boolean | undefined;

type Test<T> = (value: T) => Verdict;

/** What a record has in one filter field, and the rule by which it is compared. */
export type ComparedField<Facts> = {
  /** Whether a record contains the field at all; when absent, each does. One without a value contains it. */
  readonly isStored?: (facts: Facts) => boolean;
} & (
  | {
      readonly rule: "text";
      readonly values: (facts: Facts) => readonly string[];
      /** What `exact_match` compares with, where that is more than `values`. */
      readonly exactValues?: (facts: Facts) => readonly string[];
      /** Applied to both sides before they are compared, such as `bareAddress`. */
      readonly normalize?: (text: string) => string;
    }
  | { readonly rule: "networkId"; readonly value: (facts: Facts) => number | undefined }
  | { readonly rule: "range"; readonly value: (facts: Facts) => number | undefined }
  | { readonly rule: "parts"; readonly testOf: (item: FilterItem) => Test<Facts> }
);

export type ComparedFields<Name extends string, Facts> = { readonly [field in Name]: ComparedField<Facts> };

/** The filter items of a search by field, paging left out. */
export type FilterItems = Readonly<Record<string, readonly FilterItem[]>>;

/** A field of the parts of a record, such as its companies: one of them has to match. */
export function fieldOfParts<Facts, Part>(
  parts: (facts: Facts) => readonly Part[],
  field: ComparedField<Part>,
): ComparedField<Facts> {
  return {
    rule: "parts",
    testOf: (item) => {
      const [test = () => false] = itemTests(field, [item]).map(remembered);
      return (facts) => anyOf(parts(facts), test);
    },
  };
}

/** Results that are kept: a record of a large database has values that no other has. */
const mostRemembered = 20_000;

/** Many records share a value or a company, so each of them is compared once. */
function remembered<T>(test: Test<T>): Test<T> {
  const results = new Map<T, Verdict>();
  return (value) => {
    const known = results.get(value);
    if (known !== undefined || results.has(value)) return known;
    if (results.size >= mostRemembered) results.clear();
    const result = test(value);
    results.set(value, result);
    return result;
  };
}

function anyOf<T>(values: readonly T[], test: Test<T>): Verdict {
  let any: Verdict = false;
  for (const value of values) {
    const verdict = test(value);
    if (verdict === true) return true;
    if (verdict === undefined) any = undefined;
  }
  return any;
}

function itemTests<Facts>(field: ComparedField<Facts>, items: readonly FilterItem[]): readonly Test<Facts>[] {
  const isExact = (item: FilterItem): item is TextFilterItem =>
    field.rule === "text" && "exact_match" in item && item.exact_match === true;
  const exact = items.filter(isExact);
  const tests = [
    ...(field.rule === "text" && exact.length > 0 ? [exactTest(field, exact)] : []),
    ...items.filter((item) => !isExact(item)).map((item) => storedTest(field, item)),
  ];
  const { isStored } = field;
  return isStored === undefined ? tests : tests.map((test) => (facts) => (isStored(facts) ? test(facts) : undefined));
}

function storedTest<Facts>(field: ComparedField<Facts>, item: FilterItem): Test<Facts> {
  switch (field.rule) {
    case "text": {
      const { values, normalize = (text) => text } = field;
      const similar = similarTo(normalize((item as TextFilterItem).value));
      const test = remembered((stored: string) => similar(normalize(stored)));
      return (facts) => anyOf(values(facts), test);
    }
    case "networkId": {
      const { value, exact_match: exact = false } = item as IntegerFilterItem;
      return (facts) => {
        const id = field.value(facts);
        return id !== undefined && (exact ? containsDigits(id, value) : id === value);
      };
    }
    case "range":
      return (facts) => {
        const value = field.value(facts);
        return value !== undefined && inRange(value, item as RangeFilterItem);
      };
    case "parts":
      return field.testOf(item);
  }
}

/** All exact texts of a field as one test: a search can name thousands of ids or domains. */
function exactTest<Facts>(
  { values, exactValues = values, normalize = (text) => text }: ComparedField<Facts> & { readonly rule: "text" },
  items: readonly TextFilterItem[],
): Test<Facts> {
  const wanted = new Set(items.map(({ value }) => exactText(normalize(value))));
  const test = remembered((stored: string) => wanted.has(exactText(normalize(stored))));
  return (facts) => anyOf(exactValues(facts), test);
}

/** Any of the items to include, when there is one, and none of those to exclude. */
function fieldTest<Facts>(field: ComparedField<Facts>, items: readonly FilterItem[]): Test<Facts> {
  const tests = (exclude: boolean): readonly Test<Facts>[] =>
    itemTests(
      field,
      items.filter((item) => (item.exclude === true) === exclude),
    );
  const includes = tests(false);
  const excludes = tests(true);
  return (facts) => {
    const passes = (test: Test<Facts>): Verdict => test(facts);
    const included = includes.length === 0 ? true : anyOf(includes, passes);
    if (included === false) return false;
    const excluded = anyOf(excludes, passes);
    return excluded === true ? false : excluded === undefined ? undefined : included;
  };
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
  return (facts) => {
    let all: Verdict = true;
    for (const test of tests) {
      const verdict = test(facts);
      if (verdict === false) return false;
      if (verdict === undefined) all = undefined;
    }
    return all;
  };
}
