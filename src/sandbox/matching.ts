// Which records match the filters of a search: every record is compared, one after the other.
import type { FilterItem, IntegerFilterItem, RangeFilterItem, TextFilterItem } from "../service/requests";
import type { CompanyFacts } from "./companyData";
import { combine, containsDigits, equalText, inRange, similarTo } from "./textMatch";

/** What a record has in one filter field, and the rule by which it is compared. */
export type ComparedField<Facts> =
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
  | CompaniesField<Facts>;

/** A field of the companies that a record refers to: one of them has to match. */
interface CompaniesField<Facts> {
  readonly rule: "companies";
  readonly companies: (facts: Facts) => readonly CompanyFacts[];
  readonly field: ComparedField<CompanyFacts>;
}

export type ComparedFields<Name extends string, Facts> = { readonly [field in Name]: ComparedField<Facts> };

/** The filter items of a search by field, paging left out. */
export type FilterItems = Readonly<Record<string, readonly FilterItem[]>>;

type Test<T> = (value: T) => boolean;

/** Many records share a value or a company, so each of them is compared once. */
function remembered<T>(test: Test<T>): Test<T> {
  const results = new Map<T, boolean>();
  return (value) => {
    let result = results.get(value);
    if (result === undefined) {
      result = test(value);
      results.set(value, result);
    }
    return result;
  };
}

function textTest(value: string, exact: boolean, normalize: (text: string) => string): Test<string> {
  const wanted = normalize(value);
  if (exact) return remembered((stored) => equalText(wanted, normalize(stored)));
  const similar = similarTo(wanted);
  return remembered((stored) => similar(normalize(stored)));
}

function itemTest<Facts>(field: ComparedField<Facts>, item: FilterItem): Test<Facts> {
  switch (field.rule) {
    case "text": {
      const { value, exact_match: exact = false } = item as TextFilterItem;
      const { values, exactValues = values, normalize = (text) => text } = field;
      const test = textTest(value, exact, normalize);
      const valuesOf = exact ? exactValues : values;
      return (facts) => valuesOf(facts).some(test);
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
    case "companies": {
      const test = remembered(itemTest(field.field, item));
      return (facts) => field.companies(facts).some(test);
    }
  }
}

function fieldTest<Facts>(field: ComparedField<Facts>, items: readonly FilterItem[]): Test<Facts> {
  const tests = (exclude: boolean): readonly Test<Facts>[] =>
    items.filter((item) => (item.exclude === true) === exclude).map((item) => itemTest(field, item));
  const includes = tests(false);
  const excludes = tests(true);
  const passes =
    (facts: Facts): Test<Test<Facts>> =>
    (test) =>
      test(facts);
  return (facts) =>
    combine(includes.length === 0 ? undefined : includes.some(passes(facts)), excludes.some(passes(facts)));
}

/** Whether a record matches in all fields (interface, "Combination rule"); `factsOf` gives a record by its index. */
export function recordTest<Facts>(
  fields: Readonly<Record<string, ComparedField<Facts>>>,
  items: FilterItems,
  factsOf: (index: number) => Facts,
): Test<number> {
  const tests = Object.entries(fields).flatMap(([name, field]) => {
    const ofField = items[name] ?? [];
    return ofField.length === 0 ? [] : [fieldTest(field, ofField)];
  });
  return (index) => tests.every((test) => test(factsOf(index)));
}
