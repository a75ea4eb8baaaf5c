// Reads a number with its comparison and its unit: "50 to 200 employees".
import type { FetchSettings } from "../searchDocument";

/** Whole numbers, both inclusive. */
export interface Quantity {
  readonly min?: number;
  readonly max?: number;
}

/** The things that a filter can count. */
export type Counted = "headcount" | "founded" | "yearsInPosition" | "yearsAtCompany" | "daysSinceChange";

export type NumberMeaning =
  | { readonly kind: "range"; readonly of: Counted; readonly quantity: Quantity }
  | { readonly kind: "limit"; readonly fetch: FetchSettings }
  /** The unit has no filter. */
  | { readonly kind: "unknown" };

const n = String.raw`(\d+(?:[,.'’ ]\d{3})*(?![\p{L}\d])(?:\s?k\b)?|\d+k\b)`;
const more = "(?:more than|over|above|(?:greater|larger|bigger) than|exceeding|after|>)";
const fewer = "(?:(?:fewer|less|smaller) than|under|below|before|prior to|<)";
const atLeast = "(?:(?:no|not) (?:fewer|less) than|at least|a? ?minimum of|min(?:imum|\\.)?|>=|≥|since|from)";
const atMost = "(?:(?:no|not) more than|at most|up to|a? ?maximum of|max(?:imum|\\.)?|<=|≤|until)";
const sticky = (source: string): RegExp => new RegExp(source, "iuy");

/** The first pattern that fits is used; the last is a number alone. */
const comparisons: readonly (readonly [pattern: RegExp, quantity: (one: number, two: number) => Quantity])[] = [
  [sticky(`${more}\\s*${n},?\\s*(?:but|and)\\s*${fewer}\\s*${n}`), (one, two) => ({ min: one + 1, max: two - 1 })],
  [sticky(`${atLeast}\\s*${n},?\\s*(?:but|and)\\s*${atMost}\\s*${n}`), (min, max) => ({ min, max })],
  [sticky(`between\\s*${n}\\s*(?:-|–|—|to|and)\\s*${n}`), (min, max) => ({ min, max })],
  [sticky(`(?:from )?${n}\\s*(?:-|–|—|to)\\s*${n}`), (min, max) => ({ min, max })],
  [sticky(`${n}\\s*(?:\\+|(?:or|and) (?:more|above|later|after))`), (min) => ({ min })],
  [sticky(`${n}\\s*or (?:fewer|less|earlier)`), (max) => ({ max })],
  [sticky(`${atMost}\\s*${n}`), (max) => ({ max })],
  [sticky(`${atLeast}\\s*${n}`), (min) => ({ min })],
  [sticky(`${more}\\s*${n}`), (one) => ({ min: one + 1 })],
  [sticky(`${fewer}\\s*${n}`), (one) => ({ max: Math.max(0, one - 1) })],
  [
    sticky(`(?:about|around|roughly|approximately|approx\\.?|circa|ca\\.?|~)\\s*${n}`),
    (one) => ({ min: Math.ceil(one * 0.8), max: Math.floor(one * 1.2) }),
  ],
  [sticky(n), (one) => ({ min: one, max: one })],
];

const founded = sticky("(?:founded|established|started|incorporated|set up)(?: in)? ");
const headcount = sticky("(?:headcount|company size|team size)(?: of|:)? ");
const their = "(?:(?:their|the|his|her|current|present) )*";
/** The thing that a number counts, by the word after it. */
const units: readonly (readonly [pattern: RegExp, unit: Counted | "people" | "credits" | "other"])[] = [
  [sticky("[\\s-]*(?:employees?|staff|workers|ftes?)(?!\\p{L}| (?:of|at) )"), "headcount"],
  [sticky("[\\s-]*(?:people|persons?|heads)(?!\\p{L})"), "people"],
  [sticky(`\\s*years? (?:in|of) ${their}(?:position|role|job)(?!\\p{L})`), "yearsInPosition"],
  [sticky(`\\s*years? (?:at|with|in) ${their}(?:company|employer|firm)(?!\\p{L})`), "yearsAtCompany"],
  [sticky("\\s*credits?(?!\\p{L})"), "credits"],
  [
    sticky("\\s*(?:[%€$£]|(?:percent|[mb]illions?|m|bn|mn|euros?|dollars?|eur|usd|stars?|th|st|nd|rd)(?!\\p{L}))"),
    "other",
  ],
  [sticky("\\s*(?:years?|days?|months?|hours?)(?!\\p{L})"), "other"],
];
/** "50 employees or more" */
const lateBound = sticky(" or (more|fewer|less)(?!\\p{L})");
const wanted = sticky(`(?:(?:the )?first|top) ${n}(?=\\s)`);
const jobChange = sticky(
  `(?:changed|switched) (?:jobs?|roles?|companies) (?:in|within) the (?:last|past) ${n} (day|week|month)s?`,
);
const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30 };

/** `isFirst`: no statement precedes it, so a plain number is the number of records to fetch. */
export function readNumber(
  text: string,
  at: number,
  isFirst: boolean,
): (NumberMeaning & { readonly end: number }) | undefined {
  const change = match(jobChange, text, at);
  if (change !== undefined) {
    const max = count(change[1]) * (daysOf[change[2]?.toLowerCase() ?? ""] ?? 1);
    return { kind: "range", of: "daysSinceChange", quantity: { max }, end: jobChange.lastIndex };
  }
  const records = match(wanted, text, at);
  if (records !== undefined) {
    return { kind: "limit", fetch: { records: count(records[1]) }, end: wanted.lastIndex };
  }
  const noun = [founded, headcount].find((pattern) => match(pattern, text, at) !== undefined);
  const start = noun?.lastIndex ?? at;
  const comparison = comparisons.find(([pattern]) => match(pattern, text, start) !== undefined);
  if (comparison === undefined || /[$€£]\s*$/u.test(text.slice(0, at))) {
    return undefined;
  }
  const [pattern, quantityOf] = comparison;
  const [, one, two] = match(pattern, text, start) ?? [];
  const unit = units.find(([word]) => match(word, text, pattern.lastIndex) !== undefined);
  const end = unit?.[0].lastIndex ?? pattern.lastIndex;
  const isPlain = comparison === comparisons.at(-1);
  if (isPlain && isFirst && unit === undefined && noun === undefined && /^ \p{L}/u.test(text.slice(end))) {
    return { kind: "limit", fetch: { records: count(one) }, end };
  }
  const [, bound] = (isPlain && match(lateBound, text, end)) || [];
  if (bound !== undefined) {
    const quantity = bound.toLowerCase() === "more" ? { min: count(one) } : { max: count(one) };
    return { ...meaningOf(quantity, unit?.[1], false, noun), end: lateBound.lastIndex };
  }
  return { ...meaningOf(quantityOf(count(one), count(two)), unit?.[1], isPlain, noun), end };
}

function meaningOf(
  quantity: Quantity,
  unit: string | undefined,
  isPlain: boolean,
  noun: RegExp | undefined,
): NumberMeaning {
  const bounds = [quantity.min, quantity.max].flatMap((bound) => bound ?? []);
  const isYear = bounds.every((bound) => bound >= 1000 && bound < 3000);
  if (noun === founded && isYear && unit === undefined) {
    return { kind: "range", of: "founded", quantity };
  }
  if (noun === headcount && unit === undefined) {
    return { kind: "range", of: "headcount", quantity };
  }
  if (unit === "credits" && !isPlain && quantity.min === undefined && quantity.max !== undefined) {
    return { kind: "limit", fetch: { credits: quantity.max } };
  }
  if (unit === "headcount" || unit === "yearsInPosition" || unit === "yearsAtCompany") {
    return { kind: "range", of: unit, quantity };
  }
  // "5 people at Acme" is not a headcount.
  return unit === "people" && !isPlain ? { kind: "range", of: "headcount", quantity } : { kind: "unknown" };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const count = (text = ""): number => Number(text.replace(/[^\d]/g, "")) * (/k$/iu.test(text) ? 1000 : 1);
