// Reads a number with its comparison words and what it counts: "50 to 200 employees".

/** Whole numbers, both inclusive. */
export interface Quantity {
  readonly min?: number;
  readonly max?: number;
}

export type RangeMeaning = "headcount" | "founded" | "yearsInPosition" | "yearsAtCompany" | "daysSinceChange";

/** What a number says; `end` is the offset after it. */
export type NumberReading = { readonly end: number } & (
  | { readonly kind: "range"; readonly meaning: RangeMeaning; readonly quantity: Quantity }
  | { readonly kind: "credits" | "records"; readonly count: number }
  /** A number of something that has no filter. */
  | { readonly kind: "unknown" }
);

const numberWords: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 },
};
const digits = String.raw`\d+(?:[,.'’ ]\d{3})*(?![\p{L}\d])(?:\s?k\b)?|\d+k\b`;
const counted = "one|two|three|four|five|six|seven|eight|nine|ten|twelve";
const n = `(${digits}|(?<!\\p{L})(?:${counted})(?!\\p{L}))`;
/** The end of a word. */
const wordEnd = "(?!\\p{L})";

/** A share of what "about" can differ by. */
const aboutShare = 0.2;
type Read = (one: number, two: number) => Quantity;
const atLeast: Read = (min) => ({ min });
const atMost: Read = (max) => ({ max });
const between: Read = (one, two) => ({ min: Math.min(one, two), max: Math.max(one, two) });

const more = "(?:more than|over|above|(?:greater|larger|bigger) than|exceeding|after|>)";
const fewer = "(?:(?:fewer|less|smaller) than|under|below|before|prior to|<)";
/** The first that fits. */
const comparisons: readonly (readonly [RegExp, Read])[] = [
  [
    new RegExp(
      `(?:more than|over|above)\\s*${n},?\\s*(?:but|and)\\s*` + `(?:(?:fewer|less) than|under|below)\\s*${n}`,
      "iuy",
    ),
    (one, two) => ({ min: one + 1, max: two - 1 }),
  ],
  [new RegExp(`between\\s*${n}\\s*(?:-|–|—|to|and)\\s*${n}`, "iuy"), between],
  [new RegExp(`(?:from )?${n}\\s*(?:-|–|—|to)\\s*${n}`, "iuy"), between],
  [new RegExp(`${n}\\s*(?:\\+|(?:or|and) (?:more|above|later|after))`, "iuy"), atLeast],
  [new RegExp(`${n}\\s*or (?:fewer|less|earlier)`, "iuy"), atMost],
  [
    new RegExp("(?:(?:no|not) more than|at most|up to|a? ?maximum of|maximum|max\\.?|<=|≤|until)" + `\\s*${n}`, "iuy"),
    atMost,
  ],
  [
    new RegExp(
      "(?:(?:no|not) (?:fewer|less) than|at least|a? ?minimum of|minimum|min\\.?|>=|≥|since|from)" + `\\s*${n}`,
      "iuy",
    ),
    atLeast,
  ],
  [new RegExp(`${more}\\s*${n}`, "iuy"), (one) => ({ min: one + 1 })],
  [new RegExp(`${fewer}\\s*${n}`, "iuy"), (one) => ({ max: Math.max(0, one - 1) })],
  [
    new RegExp("(?:about|around|roughly|approximately|approx\\.?|circa|ca\\.?|~)" + `\\s*${n}`, "iuy"),
    (one) => ({ min: Math.ceil(one * (1 - aboutShare)), max: Math.floor(one * (1 + aboutShare)) }),
  ],
  [new RegExp(n, "iuy"), (one) => ({ min: one, max: one })],
];

const their = "(?:(?:their|the|his|her|current|present)\\s+)*";
const years = "\\s*(?:years?)";
const units: readonly (readonly [RegExp, RangeMeaning])[] = [
  [new RegExp("[\\s-]*(?:employees?|staff|workers|ftes?)" + wordEnd, "iuy"), "headcount"],
  [new RegExp(`${years} (?:in|of) ${their}(?:position|role|job)${wordEnd}`, "iuy"), "yearsInPosition"],
  [new RegExp(`${years} (?:at|with|in) ${their}(?:company|employer|firm)${wordEnd}`, "iuy"), "yearsAtCompany"],
];
const people = new RegExp("[\\s-]*(?:people|persons?|heads)" + wordEnd, "iuy");
/** "10 to 50 person companies" */
const person = /[\s-]*person(?=[\s-]\p{L})/iuy;
const credits = new RegExp("\\s*credits?" + wordEnd, "iuy");
const foundedBefore = /(?:founded|established|started|incorporated|set up)(?: in)?\s+/iuy;
const foundedAfter = new RegExp("\\s*founded" + wordEnd, "iuy");
/** Money, shares, and periods are none of the numbers that have a filter. */
const other = new RegExp(
  "\\s*(?:%|€|\\$|£|percent|million\\p{L}*|m|billion\\p{L}*|bn|mn|euros?|dollars?|eur|usd|" +
    "stars?|th|st|nd|rd|years?|days?|months?|hours?)" +
    wordEnd,
  "iuy",
);
const sizeBefore = /(?:headcount|company size|team size)(?: of|:| between)?\s+(?=\S)/iuy;
const wanted = new RegExp(`(?:(?:the )?first|top)\\s+(${digits})(?=\\s)`, "iuy");

const period = `(${n})?\\s*(day|week|month|quarter|year)\\p{L}*`;
const changed: readonly RegExp[] = [
  new RegExp(
    "(?:who )?(?:have |has )?(?:changed|switched|started(?: a)?(?: new)?) (?:jobs?|roles?|positions?|companies|" +
      `employers?) (?:in|within|during|over) (?:the )?(?:last|past) ${period}`,
    "iuy",
  ),
];
const daysOf: Readonly<Record<string, number>> = {
  ...{ day: 1, week: 7, month: 30, quarter: 90, year: 365 },
};

function match(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

function count(text = ""): number {
  const word = text.toLowerCase().trim();
  return numberWords[word] ?? Number(word.replace(/[^\d]/g, "")) * (word.endsWith("k") ? 1000 : 1);
}

/** `isFirst`: nothing was said before, so a plain number counts the records that are wanted. */
export function readNumber(text: string, at: number, isFirst: boolean): NumberReading | undefined {
  for (const expression of changed) {
    const found = match(expression, text, at);
    if (found !== undefined) {
      const max = (found[1] === undefined ? 1 : count(found[1])) * (daysOf[found[3]?.toLowerCase() ?? ""] ?? 1);
      return { kind: "range", meaning: "daysSinceChange", quantity: { max }, end: expression.lastIndex };
    }
  }
  const records = match(wanted, text, at);
  if (records !== undefined) {
    return { kind: "records", count: count(records[1]), end: wanted.lastIndex };
  }
  const isFounded = match(foundedBefore, text, at) !== undefined;
  const isSize = match(sizeBefore, text, at) !== undefined;
  const start = isFounded ? foundedBefore.lastIndex : isSize ? sizeBefore.lastIndex : at;
  for (const [index, [pattern, read]] of comparisons.entries()) {
    const found = match(pattern, text, start);
    if (found !== undefined && !/[$€£]\s*$/u.test(text.slice(0, at))) {
      const [one, two] = [count(found[1]), count(found[2])];
      const isPlain = index === comparisons.length - 1;
      const to = pattern.lastIndex;
      return Number.isSafeInteger(one) && Number.isSafeInteger(two)
        ? meaningOf(text, to, read(one, two), { isPlain, isFirst, isFounded, isSize })
        : { kind: "unknown", end: to };
    }
  }
  return undefined;
}

interface Around {
  readonly isPlain: boolean;
  readonly isFirst: boolean;
  readonly isFounded: boolean;
  readonly isSize: boolean;
}

/** What a number counts, by what is before and after it. */
function meaningOf(
  text: string,
  end: number,
  quantity: Quantity,
  { isPlain, isFirst, isFounded, isSize }: Around,
): NumberReading {
  const range = (meaning: RangeMeaning, to: number): NumberReading => ({ kind: "range", meaning, quantity, end: to });
  const isYear = [quantity.min, quantity.max].every((one) => one === undefined || (one >= 999 && one < 3000));
  if (isYear && (isFounded || match(foundedAfter, text, end) !== undefined)) {
    return range("founded", isFounded ? end : foundedAfter.lastIndex);
  }
  for (const [unit, meaning] of units) {
    if (match(unit, text, end) !== undefined) {
      return range(meaning, unit.lastIndex);
    }
  }
  if (!isPlain && match(person, text, end) !== undefined) {
    return range("headcount", person.lastIndex);
  }
  if (
    !isPlain &&
    match(people, text, end) !== undefined &&
    (!isFirst || /^\s*(?:[,;.]|$)/u.test(text.slice(people.lastIndex)))
  ) {
    return range("headcount", people.lastIndex);
  }
  if (match(credits, text, end) !== undefined) {
    // A plain number of credits is no limit.
    const isLimit = !isPlain && quantity.min === undefined && (quantity.max ?? 0) > 0;
    return isLimit
      ? { kind: "credits", count: quantity.max ?? 0, end: credits.lastIndex }
      : { kind: "unknown", end: credits.lastIndex };
  }
  if (match(other, text, end) !== undefined) {
    return { kind: "unknown", end: other.lastIndex };
  }
  if (isSize) {
    return range("headcount", end);
  }
  return isPlain && isFirst && (quantity.max ?? 0) > 0 && /^\s+\p{L}/u.test(text.slice(end, end + 3))
    ? { kind: "records", count: quantity.max ?? 0, end }
    : { kind: "unknown", end };
}
