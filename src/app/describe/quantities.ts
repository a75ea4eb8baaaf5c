// Reads numbers in a description of a search: "50 to 200 employees", "founded after 2015", "at most 30 credits".
import type { FilterField } from "../../service/filterCatalogue";

/** Whole numbers, both inclusive. */
export interface Quantity {
  readonly min?: number;
  readonly max?: number;
}

/** What a number says; `end` is the offset after it. */
export type NumberReading =
  | { readonly kind: "range"; readonly meaning: RangeMeaning; readonly quantity: Quantity; readonly end: number }
  | { readonly kind: "credits" | "records"; readonly count: number; readonly end: number };

/** The filters of ranges; `headcount` and `founded` have different names in the two searches. */
export type RangeMeaning =
  | "headcount"
  | "founded"
  | Extract<
      FilterField,
      "current_position_years_in" | "current_company_years_at" | "current_company_days_since_last_job_change"
    >;

const words: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 },
};
const number = String.raw`(?:\d+(?:[,.'’ ]\d{3})+(?!\d)|\d+)(?:\s?k\b)?|\b(?:${Object.keys(words).join("|")})\b`;
const above = "more than|over|above|greater than|larger than|bigger than|>(?!=)";
const below = "fewer than|less than|under|below|smaller than|<(?!=)";
const least = "at least|no fewer than|not less than|minimum of|minimum|min\\.?|>=|≥|from";
const most = "at most|up to|no more than|not more than|maximum of|maximum|max\\.?|<=|≤";

function match(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

function count(text: string | undefined): number {
  const plain = (text ?? "").toLowerCase().trim();
  return words[plain] ?? Number(plain.replace(/[^\d]/g, "")) * (plain.endsWith("k") ? 1000 : 1);
}

interface Comparison {
  readonly expression: RegExp;
  readonly quantity: (one: number, two: number) => Quantity;
}

const comparisons: readonly Comparison[] = [
  {
    expression: new RegExp(`(?:${above})\\s*(${number})\\s*(?:(?:,|but|and)\\s*)*(?:${below})\\s*(${number})`, "iuy"),
    quantity: (one, two) => ({ min: one + 1, max: two - 1 }),
  },
  {
    expression: new RegExp(`(?:between|from)?\\s*(${number})\\s*(?:-|–|—|to|and|until)\\s*(${number})`, "iuy"),
    quantity: (one, two) => ({ min: Math.min(one, two), max: Math.max(one, two) }),
  },
  {
    expression: new RegExp(`(${number})\\s*(?:\\+|or more|and more|or above|plus\\b)`, "iuy"),
    quantity: (min) => ({ min }),
  },
  { expression: new RegExp(`(${number})\\s*(?:or fewer|or less)`, "iuy"), quantity: (max) => ({ max }) },
  { expression: new RegExp(`(?:${above})\\s*(${number})`, "iuy"), quantity: (one) => ({ min: one + 1 }) },
  { expression: new RegExp(`(?:${least})\\s*(${number})`, "iuy"), quantity: (min) => ({ min }) },
  { expression: new RegExp(`(?:${below})\\s*(${number})`, "iuy"), quantity: (one) => ({ max: Math.max(0, one - 1) }) },
  { expression: new RegExp(`(?:${most})\\s*(${number})`, "iuy"), quantity: (max) => ({ max }) },
];
const plainNumber: Comparison = {
  expression: new RegExp(`(${number})`, "iuy"),
  quantity: (one) => ({ min: one, max: one }),
};

interface ReadQuantity {
  readonly quantity: Quantity;
  readonly end: number;
  /** A number without a word such as "more than". */
  readonly isPlain: boolean;
}

function readQuantity(text: string, at: number): ReadQuantity | undefined {
  for (const comparison of [...comparisons, plainNumber]) {
    const found = match(comparison.expression, text, at);
    if (found !== undefined) {
      const [one, two] = [count(found[1]), count(found[2])];
      if (!Number.isSafeInteger(one) || !Number.isSafeInteger(two)) {
        return undefined;
      }
      const quantity = comparison.quantity(one, two);
      return { quantity, end: at + found[0].length, isPlain: comparison === plainNumber };
    }
  }
  return undefined;
}

const their = "(?:their |the |his |her |same )*(?:current |present )?";
const employees = new RegExp(
  "\\s*(?:employees?|staff|workers|headcount|ftes?|mitarbeiter\\w*|beschäftigte\\w*)\\b",
  "iuy",
);
const people = new RegExp("\\s*(?:people|persons|heads|members)\\b", "iuy");
const yearsIn = new RegExp(`\\s*years? (?:in|of) ${their}(?:position|role|job)\\b`, "iuy");
const yearsAt = new RegExp(`\\s*years? (?:at|with|in) ${their}(?:company|employer|firm|organization)\\b`, "iuy");
const yearsOnly = new RegExp("\\s*years?\\b", "iuy");
const creditsUnit = new RegExp("\\s*credits?\\b", "iuy");

const headcountBefore = new RegExp(
  "(?:headcount|company size|size|employees|employing|staff)(?: of|:| between)? +(?=\\S)",
  "iuy",
);
const foundedBefore = new RegExp("(?:founded|established|started|incorporated|created|set up|gegründet)\\s+", "iuy");
const inPositionBefore = new RegExp(`(?:been )?in ${their}(?:position|role|job) (?:for |since )?`, "iuy");
const atCompanyBefore = new RegExp(
  `(?:been )?(?:at|with) ${their}(?:company|employer|firm|organization) (?:for )?`,
  "iuy",
);
const joined = new RegExp(
  `joined (?:${their}(?:company|employer|firm|organization) )?(?:in|within|during) the (?:last|past) `,
  "iuy",
);
const changedJobs = new RegExp(
  "(?:(?:have |has |who )?(?:changed|switched|moved|got|started|took)(?: in)?(?: to)? (?:a )?(?:new )?" +
    "(?:jobs?|roles?|positions?|companies|employers?)|new (?:in|to) (?:their|the) (?:job|role|position|company))\\s*" +
    "(?:in|within|during|over)? ?(?:the )?(?:last|past) ",
  "iuy",
);
const recentlyChanged = new RegExp(
  "recently (?:changed|switched|started|moved)(?: a)?(?: new)? (?:jobs?|roles?|companies)",
  "iuy",
);
const period = new RegExp(`(${number})?\\s*(days?|weeks?|months?|quarters?|years?)`, "iuy");
const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, quarter: 90, year: 365 };

/** When "recently" is said of a job change. It is the catalogue's second suggestion. */
const recentDays = 90;

/** `isFirst`: nothing was said before, so a plain number counts the records that are wanted. */
export function readNumber(text: string, at: number, isFirst: boolean): NumberReading | undefined {
  return readWithWordBefore(text, at) ?? readWithUnitAfter(text, at, isFirst);
}

function readWithWordBefore(text: string, at: number): NumberReading | undefined {
  if (match(recentlyChanged, text, at) !== undefined) {
    const meaning = "current_company_days_since_last_job_change";
    return { kind: "range", meaning, quantity: { max: recentDays }, end: recentlyChanged.lastIndex };
  }
  if (match(changedJobs, text, at) !== undefined) {
    const found = match(period, text, changedJobs.lastIndex);
    if (found !== undefined) {
      const unit = (found[2] ?? "").toLowerCase().replace(/s$/, "");
      const max = (found[1] === undefined ? 1 : count(found[1])) * (daysOf[unit] ?? 1);
      const meaning = "current_company_days_since_last_job_change";
      return { kind: "range", meaning, quantity: { max }, end: period.lastIndex };
    }
  }
  if (match(joined, text, at) !== undefined) {
    const found = match(period, text, joined.lastIndex);
    if (found?.[2]?.toLowerCase().startsWith("year") === true) {
      const max = found[1] === undefined ? 1 : count(found[1]);
      return { kind: "range", meaning: "current_company_years_at", quantity: { max }, end: period.lastIndex };
    }
  }
  if (match(foundedBefore, text, at) !== undefined) {
    return readYears(text, foundedBefore.lastIndex);
  }
  const before: readonly (readonly [RegExp, RangeMeaning, RegExp | undefined])[] = [
    [headcountBefore, "headcount", undefined],
    [inPositionBefore, "current_position_years_in", yearsOnly],
    [atCompanyBefore, "current_company_years_at", yearsOnly],
  ];
  for (const [expression, meaning, unit] of before) {
    if (match(expression, text, at) !== undefined) {
      const read = readQuantity(text, expression.lastIndex);
      if (read !== undefined && (unit === undefined || match(unit, text, read.end) !== undefined)) {
        return { kind: "range", meaning, quantity: read.quantity, end: unit?.lastIndex ?? read.end };
      }
    }
  }
  return undefined;
}

const year = "([12]\\d{3})";
const years: readonly Comparison[] = [
  {
    expression: new RegExp(`(?:between|from)?\\s*${year}\\s*(?:-|–|—|to|and|until)\\s*${year}`, "iuy"),
    quantity: (one, two) => ({ min: Math.min(one, two), max: Math.max(one, two) }),
  },
  { expression: new RegExp(`(?:after|nach)\\s*${year}`, "iuy"), quantity: (one) => ({ min: one + 1 }) },
  { expression: new RegExp(`(?:since|from|seit|in or after)\\s*${year}`, "iuy"), quantity: (min) => ({ min }) },
  { expression: new RegExp(`${year} or later`, "iuy"), quantity: (min) => ({ min }) },
  { expression: new RegExp(`(?:before|prior to|vor)\\s*${year}`, "iuy"), quantity: (one) => ({ max: one - 1 }) },
  { expression: new RegExp(`(?:until|by|up to|in or before)\\s*${year}`, "iuy"), quantity: (max) => ({ max }) },
  { expression: new RegExp(`(?:in )?${year}`, "iuy"), quantity: (one) => ({ min: one, max: one }) },
];

function readYears(text: string, at: number): NumberReading | undefined {
  for (const { expression, quantity } of years) {
    const found = match(expression, text, at);
    if (found !== undefined) {
      const range = quantity(Number(found[1]), Number(found[2]));
      return { kind: "range", meaning: "founded", quantity: range, end: expression.lastIndex };
    }
  }
  return undefined;
}

function readWithUnitAfter(text: string, at: number, isFirst: boolean): NumberReading | undefined {
  const read = readQuantity(text, at);
  if (read === undefined) {
    return undefined;
  }
  const { quantity, end, isPlain } = read;
  if (match(creditsUnit, text, end) !== undefined) {
    // A limit only: a plain number of credits is not one.
    return isPlain || quantity.max === undefined
      ? undefined
      : { kind: "credits", count: quantity.max, end: creditsUnit.lastIndex };
  }
  const units: readonly (readonly [RegExp, RangeMeaning])[] = [
    [employees, "headcount"],
    ...(isFirst && quantity.min === undefined ? [] : isPlain ? [] : [[people, "headcount"] as const]),
    [yearsIn, "current_position_years_in"],
    [yearsAt, "current_company_years_at"],
  ];
  for (const [unit, meaning] of units) {
    if (match(unit, text, end) !== undefined) {
      return { kind: "range", meaning, quantity, end: unit.lastIndex };
    }
  }
  const wanted = isPlain || quantity.min === undefined ? quantity.max : undefined;
  return isFirst && wanted !== undefined && wanted > 0 ? { kind: "records", count: wanted, end } : undefined;
}
