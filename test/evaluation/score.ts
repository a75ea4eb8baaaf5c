// Compares searches that were read from descriptions with what the descriptions mean, filter by filter.
import type { DescribedSearch } from "../../src/searches/description/readDescription";
import type { FilterItem } from "../../src/service/requests";
import type { Description } from "./descriptions";

/** Values of one filter: expected and found, expected alone, found alone. */
export interface FieldScore {
  right: number;
  missing: number;
  wrong: number;
}

export interface Score {
  readonly fields: ReadonlyMap<string, FieldScore>;
  /** Descriptions whose every filter is as expected. */
  readonly exact: number;
  readonly mistakes: readonly {
    readonly text: string;
    readonly missing: readonly string[];
    readonly wrong: readonly string[];
  }[];
}

export function score(pairs: readonly { readonly expected: Description; readonly found: DescribedSearch }[]): Score {
  const fields = new Map<string, FieldScore>();
  const mistakes: { text: string; missing: string[]; wrong: string[] }[] = [];
  for (const { expected, found } of pairs) {
    const wanted = atomsOf(expected);
    const got = atomsFound(found);
    const count = (atom: string, what: keyof FieldScore): void => {
      const field = /^\w+/.exec(atom)?.[0] ?? "";
      const one = fields.get(field) ?? { right: 0, missing: 0, wrong: 0 };
      one[what] += 1;
      fields.set(field, one);
    };
    const missing = wanted.filter((atom) => !got.includes(atom));
    const wrong = got.filter((atom) => !wanted.includes(atom));
    wanted.filter((atom) => got.includes(atom)).forEach((atom) => count(atom, "right"));
    missing.forEach((atom) => count(atom, "missing"));
    wrong.forEach((atom) => count(atom, "wrong"));
    if (missing.length + wrong.length > 0) {
      mistakes.push({ text: expected.text, missing, wrong });
    }
  }
  return { fields, mistakes, exact: pairs.length - mistakes.length };
}

/** Precision, recall and their harmonic mean over all values. */
export function overall({ fields }: Score): {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
} {
  const sum = (what: keyof FieldScore): number => [...fields.values()].reduce((total, one) => total + one[what], 0);
  const [right, missing, wrong] = [sum("right"), sum("missing"), sum("wrong")];
  const precision = right / Math.max(1, right + wrong);
  const recall = right / Math.max(1, right + missing);
  return { precision, recall, f1: (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall) };
}

function atomsOf({ search, filters }: Description): readonly string[] {
  const atoms = filters.split("; ").flatMap((filter) => {
    const [, field = "", sign = "=", values = ""] = /^(\w+)(!?=)(.*)$/.exec(filter) ?? [];
    return values.split("|").map((value) => `${field}${sign}${value.toLowerCase()}`);
  });
  return [`search=${search}`, ...atoms];
}

function atomsFound({ search, filters, fetch }: DescribedSearch): readonly string[] {
  const atoms = Object.entries(filters).flatMap(([field, items]) =>
    items.map((item) => `${field}${item.exclude === true ? "!=" : "="}${textOf(item)}`),
  );
  const { records, credits, leaveOutKnown } = fetch;
  const settings = Object.entries({ records, credits, leaveOutKnown });
  return [
    `search=${search}`,
    ...atoms,
    ...settings.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`])),
  ];
}

/** Whether a value must match exactly is not part of a description. */
function textOf(item: FilterItem): string {
  return "value" in item ? String(item.value).toLowerCase() : `${item.min ?? ""}..${item.max ?? ""}`;
}
