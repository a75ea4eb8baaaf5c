// Reads numbers with their comparison words in English and German: "50 to 200 employees", "gegründet nach 2015".
import { headcountPresets } from "../../service/suggestions";

/** Whole numbers, both inclusive. */
export interface Quantity {
  readonly min?: number;
  readonly max?: number;
}

export type RangeMeaning = "headcount" | "founded" | "yearsInPosition" | "yearsAtCompany" | "daysSinceChange";

/** What a number says; `end` is the offset after it. */
export type NumberReading = { readonly end: number } & (
  | { readonly kind: "range"; readonly meaning: RangeMeaning; readonly quantities: readonly Quantity[] }
  | { readonly kind: "credits" | "records"; readonly count: number }
  /** A number of something that has no filter. */
  | { readonly kind: "unknown" }
);

const numberWords: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, twelve: 12 },
  ...{ einem: 1, zwei: 2, drei: 3, vier: 4, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10, zwölf: 12 },
};
const digits = String.raw`\d+(?:[,.'’ ]\d{3})*(?![\p{L}\d])(?:\s?k\b)?|\d+k\b`;
const counted =
  "one|two|three|four|five|six|seven|eight|nine|ten|twelve|einem|zwei|drei|vier|sechs|sieben|acht|neun|zehn|zwölf";
const number = `(${digits}|\\b(?:${counted})\\b)`;

/** A share of what "about" can differ by. */
const aboutShare = 0.2;

type Read = (one: number, two: number) => Quantity;
const atLeast: Read = (min) => ({ min });
const atMost: Read = (max) => ({ max });
const above: Read = (one) => ({ min: one + 1 });
const below: Read = (one) => ({ max: Math.max(0, one - 1) });
const between: Read = (one, two) => ({ min: Math.min(one, two), max: Math.max(one, two) });

const more = "(?:more than|over|above|greater than|larger than|bigger than|exceeding|>(?!=)|mehr als|über|größer als)";
const fewer = "(?:fewer than|less than|under|below|smaller than|<(?!=)|weniger als|unter|kleiner als)";
const comparisons: readonly (readonly [RegExp, Read])[] = [
  [
    new RegExp(`${more}\\s*${number}\\s*(?:(?:,|but|and|aber|und)\\s*)*${fewer}\\s*${number}`, "iuy"),
    (a, b) => ({ min: a + 1, max: b - 1 }),
  ],
  [new RegExp(`(?:between|zwischen)\\s*${number}\\s*(?:-|–|—|to|and|bis|und)\\s*${number}`, "iuy"), between],
  [new RegExp(`(?:from |von )?${number}\\s*(?:-|–|—|to|bis(?: zu)?)\\s*${number}`, "iuy"), between],
  [new RegExp(`${number}\\s*(?:\\+|or more|and more|or above|plus\\b|oder mehr|und mehr)`, "iuy"), atLeast],
  [new RegExp(`${number}\\s*(?:or fewer|or less|oder weniger)`, "iuy"), atMost],
  [
    new RegExp(
      `(?:no more than|not more than|nicht mehr als|at most|up to|a? ?maximum of|maximum|max\\.?|<=|≤|bis zu|` +
        `höchstens|maximal)\\s*${number}`,
      "iuy",
    ),
    atMost,
  ],
  [
    new RegExp(
      `(?:no fewer than|no less than|not less than|nicht weniger als|at least|a? ?minimum of|minimum|min\\.?|>=|≥|` +
        `mindestens|ab)\\s*${number}`,
      "iuy",
    ),
    atLeast,
  ],
  [new RegExp(`${more}\\s*${number}`, "iuy"), above],
  [new RegExp(`${fewer}\\s*${number}`, "iuy"), below],
  [
    new RegExp(
      `(?:about|around|roughly|approximately|approx\\.?|circa|ca\\.?|~|etwa|ungefähr|rund|zirka)\\s*${number}`,
      "iuy",
    ),
    (one) => ({ min: Math.ceil(one * (1 - aboutShare)), max: Math.floor(one * (1 + aboutShare)) }),
  ],
];
const plain: readonly (readonly [RegExp, Read])[] = [[new RegExp(number, "iuy"), (one) => ({ min: one, max: one })]];

const employees = new RegExp(
  "[\\s-]*(?:employees?|staff|workers|ftes?|vollzeitstellen|mitarbeiter\\w*|mitarbeitende\\w*|" +
    "beschäftigte\\w*|angestellte\\w*)(?![\\p{L}])",
  "iuy",
);
const people = /[\s-]*(?:people|persons?|heads|leuten?|personen|köpfen?)(?![\p{L}])/iuy;
const their = "(?:(?:their|the|his|her|ihrer|der|ihrem|dem|current|present|aktuellen|jetzigen)\\s+)*";
const years = "\\s*(?:years?|jahre?n?)";
const inPosition = new RegExp(`${years} (?:in|of) ${their}(?:position|role|job|rolle|stelle)(?![\\p{L}])`, "iuy");
const atCompany = new RegExp(
  `${years} (?:at|with|in|im|bei) ${their}(?:company|employer|firm|unternehmen|firma)(?![\\p{L}])`,
  "iuy",
);
const credits = /\s*credits?(?![\p{L}])/iuy;
/** Money, shares, and amounts are none of the numbers that have a filter. */
const other = new RegExp(
  "\\s*(?:%|€|\\$|£|percent|prozent|million\\w*|mio\\.?|m\\b|billion\\w*|mrd\\.?|bn\\b|mn\\b|euros?|" +
    "dollars?|eur\\b|usd\\b|stars?|th\\b|st\\b|nd\\b|rd\\b|years?|jahre?n?|days?|tagen?|months?|monaten?|" +
    "hours?|stunden)",
  "iuy",
);

const sizeBefore = new RegExp(
  "(?:headcount|company size|team size|unternehmensgröße|mitarbeiterzahl)(?: of|:| between|" + " von)?\\s+(?=\\S)",
  "iuy",
);
const foundedBefore = /(?:founded|established|started|incorporated|set up|gegründet)\s+/iuy;
const foundedAfter = /\s*(?:gegründet|founded)(?:e[nrsm]?)?(?: wurden| wurde| worden)?(?![\p{L}])/iuy;
const year = "([12]\\d{3})(?![\\d.,]*\\d)";
const yearRanges: readonly (readonly [RegExp, Read])[] = [
  [
    new RegExp(`(?:between|from|zwischen|von)?\\s*${year}\\s*(?:-|–|—|to|and|until|bis|und)\\s*${year}`, "iuy"),
    between,
  ],
  [new RegExp(`(?:after|nach)\\s*${year}`, "iuy"), above],
  [new RegExp(`(?:since|from|in or after|seit|ab)\\s*${year}`, "iuy"), atLeast],
  [new RegExp(`${year} (?:or later|or after|oder später)`, "iuy"), atLeast],
  [new RegExp(`(?:before|prior to|vor)\\s*${year}`, "iuy"), (one) => ({ max: one - 1 })],
  [new RegExp(`(?:until|by|up to|in or before|bis)\\s*${year}`, "iuy"), atMost],
  [new RegExp(`(?:in |im jahr )?${year}`, "iuy"), (one) => ({ min: one, max: one })],
];

const period = `(${digits}|${counted})?\\s*(day|week|month|quarter|year|tag|woche|monat|quartal|jahr)\\p{L}*`;
const jobs = "(?:jobs?|roles?|positions?|companies|employers?)";
const changed: readonly RegExp[] = [
  new RegExp(
    `(?:who )?(?:have |has )?(?:changed|switched|started(?: a)?(?: new)?) ${jobs} (?:in|within|during|` +
      `over) (?:the )?(?:last|past) ${period}`,
    "iuy",
  ),
  new RegExp(
    `(?:die )?in (?:den|der|dem) (?:letzten|vergangenen) ${period} (?:(?:den|die|ihren|ihre) )?(?:job|stelle|` +
      `position|arbeitgeber) gewechselt(?: haben)?`,
    "iuy",
  ),
];
const daysOf: Readonly<Record<string, number>> = {
  ...{ day: 1, week: 7, month: 30, quarter: 90, year: 365, tag: 1, woche: 7, monat: 30, quartal: 90, jahr: 365 },
};
const wanted = new RegExp(`(?:(?:the )?first|top|die ersten|erste)\\s+(${digits})(?=\\s)`, "iuy");

function match(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

function count(text: string | undefined): number {
  const word = (text ?? "").toLowerCase().trim();
  return numberWords[word] ?? Number(word.replace(/[^\d]/g, "")) * (word.endsWith("k") ? 1000 : 1);
}

function readFirst(
  list: readonly (readonly [RegExp, Read])[],
  text: string,
  at: number,
): { readonly quantity: Quantity; readonly end: number } | undefined {
  for (const [expression, read] of list) {
    const found = match(expression, text, at);
    if (found !== undefined) {
      const [one, two] = [count(found[1]), count(found[2])];
      return Number.isSafeInteger(one) && Number.isSafeInteger(two)
        ? { quantity: read(one, two), end: expression.lastIndex }
        : undefined;
    }
  }
  return undefined;
}

/** `isFirst`: nothing was said before, so a plain number counts the records that are wanted. */
export function readNumber(text: string, at: number, isFirst: boolean): NumberReading | undefined {
  const range = (meaning: RangeMeaning, quantities: readonly Quantity[], end: number): NumberReading => ({
    ...{ kind: "range", meaning, quantities, end },
  });
  for (const expression of changed) {
    const found = match(expression, text, at);
    if (found !== undefined) {
      const unit = Object.keys(daysOf).find((name) => found[2]?.toLowerCase() === name) ?? "";
      const max = (found[1] === undefined ? 1 : count(found[1])) * (daysOf[unit] ?? 1);
      return range("daysSinceChange", [{ max }], expression.lastIndex);
    }
  }
  const records = match(wanted, text, at);
  if (records !== undefined) {
    return { kind: "records", count: count(records[1]), end: wanted.lastIndex };
  }
  const founded = match(foundedBefore, text, at);
  const foundedYears = readFirst(yearRanges, text, founded === undefined ? at : foundedBefore.lastIndex);
  if (foundedYears !== undefined) {
    if (founded !== undefined) {
      return range("founded", [foundedYears.quantity], foundedYears.end);
    }
    if (match(foundedAfter, text, foundedYears.end) !== undefined) {
      return range("founded", [foundedYears.quantity], foundedAfter.lastIndex);
    }
  }
  const start = match(sizeBefore, text, at) === undefined ? at : sizeBefore.lastIndex;
  return readCounted(text, start, isFirst, start > at);
}

function readCounted(text: string, at: number, isFirst: boolean, isSize: boolean): NumberReading | undefined {
  const compared = readFirst(comparisons, text, at);
  const single = compared ?? readFirst(plain, text, at);
  if (single === undefined || /[$€£]\s*$/u.test(text.slice(0, at))) {
    return undefined;
  }
  const { quantity, end } = single;
  // "under 50 or over 1000 employees"
  const alternative = match(/\s+(?:or|oder)\s+/iuy, text, end);
  const second = alternative && readFirst(comparisons, text, end + alternative[0].length);
  if (compared && second !== undefined && match(employees, text, second.end) !== undefined) {
    return { kind: "range", meaning: "headcount", quantities: [quantity, second.quantity], end: employees.lastIndex };
  }
  if (match(credits, text, end) !== undefined) {
    // A plain number of credits is no limit.
    const limit = compared === undefined || quantity.min !== undefined ? undefined : quantity.max;
    return limit === undefined || limit < 1
      ? { kind: "unknown", end: credits.lastIndex }
      : { kind: "credits", count: limit, end: credits.lastIndex };
  }
  const units: readonly (readonly [RegExp, RangeMeaning])[] = [
    [employees, "headcount"],
    ...(compared === undefined || isFirst ? [] : ([[people, "headcount"]] as const)),
    [inPosition, "yearsInPosition"],
    [atCompany, "yearsAtCompany"],
  ];
  for (const [unit, meaning] of units) {
    if (match(unit, text, end) !== undefined) {
      return { kind: "range", meaning, quantities: [quantity], end: unit.lastIndex };
    }
  }
  if (isFirst && compared !== undefined && match(/[\s-]*(?:person|mann)(?=\s)/iuy, text, end) !== undefined) {
    return { kind: "range", meaning: "headcount", quantities: [quantity], end: text.indexOf(" ", end + 1) };
  }
  if (match(other, text, end) !== undefined) {
    return { kind: "unknown", end: other.lastIndex };
  }
  const isPreset = headcountPresets.some(({ min, max }) => min === quantity.min && max === quantity.max);
  if (isSize || (compared !== undefined && isPreset && !isFirst)) {
    return { kind: "range", meaning: "headcount", quantities: [quantity], end };
  }
  if (compared === undefined && isFirst && (quantity.max ?? 0) > 0 && /^\s+\p{L}/u.test(text.slice(end, end + 3))) {
    return { kind: "records", count: quantity.max ?? 0, end };
  }
  return { kind: "unknown", end };
}
