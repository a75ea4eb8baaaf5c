// Which records match the filters of a search: every record is compared, one after the other. The service matches as it
// does; this is our reading of the interface ("Filter objects"), for the sandbox and for what was fetched already.
import type { FilterItem, IntegerFilterItem, RangeFilterItem, TextFilterItem } from "./requests";
import { containsDigits, exactText, inRange, similarTo } from "./textMatch";

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
