// How long the service asks to wait: the duration in a message and the Retry-After header. Every doubt is settled
// towards the longer wait, and the text is read once from left to right, however long it is.

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units: ReadonlyMap<string, number> = new Map([
  ...["ns", "nanosecond", "nanoseconds"].map((name) => [name, 1e-6] as const),
  ...["us", "µs", "μs", "microsecond", "microseconds"].map((name) => [name, 1e-3] as const),
  ...["ms", "msec", "msecs", "millis", "millisecond", "milliseconds"].map((name) => [name, 1] as const),
  ...["s", "sec", "secs", "second", "seconds"].map((name) => [name, second] as const),
  ...["m", "min", "mins", "minute", "minutes"].map((name) => [name, minute] as const),
  ...["h", "hr", "hrs", "hour", "hours"].map((name) => [name, hour] as const),
  ...["d", "day", "days"].map((name) => [name, day] as const),
  ...["w", "wk", "wks", "week", "weeks"].map((name) => [name, 7 * day] as const),
]);

const numbersInWords: ReadonlyMap<string, number> = new Map(
  ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"].map(
    (word, value) => [word, value] as const,
  ),
);

/** Words that stand inside a duration without changing it. "half a minute" is read as a whole one, which is never less. */
const fillers: ReadonlySet<string> = new Set([
  "about",
  "around",
  "approximately",
  "at",
  "least",
  "less",
  "than",
  "up",
  "to",
  "and",
  "half",
  "another",
  "more",
  "next",
  "the",
  "in",
  "after",
  "for",
]);

/** Words between the two bounds of a range: "30 to 60 seconds". */
const rangeWords: ReadonlySet<string> = new Set(["to", "or", "-", "–", "—"]);

type Token = { readonly kind: "number"; readonly text: string } | { readonly kind: "word"; readonly text: string };

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && /^[a-zµμ]$/u.test(character);
}

/** Numbers, words, clock colons and dashes, in order; a character of another kind ends what can be read. */
function* tokensOf(text: string): Generator<Token> {
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    const start = at;
    if (isDigit(character) || ((character === "." || character === ",") && isDigit(text[at + 1]))) {
      // A dot, comma or colon belongs to the number only where a digit follows, so a full stop after it does not.
      while (
        isDigit(text[at]) ||
        ((text[at] === "." || text[at] === "," || text[at] === ":") && isDigit(text[at + 1]))
      ) {
        at += 1;
      }
      yield { kind: "number", text: text.slice(start, at) };
    } else if (isLetter(character)) {
      while (isLetter(text[at])) {
        at += 1;
      }
      yield { kind: "word", text: text.slice(start, at) };
    } else if (character === "-" || character === "–" || character === "—") {
      at += 1;
      yield { kind: "word", text: "-" };
    } else if (
      character === " " ||
      character === "\t" ||
      character === "\n" ||
      character === "\r" ||
      character === "," ||
      character === "~" ||
      character === "\u00a0"
    ) {
      at += 1;
    } else {
      return;
    }
  }
}

/** A number as written: `1.5`, `1,5`, `1,500` (which may mean either, so the larger) — NaN when it is none. */
function numberFrom(text: string): number {
  if (!text.includes(",")) {
    return text.split(".").length > 2 ? Number(text.replaceAll(".", "")) : Number(text);
  }
  return Math.max(Number(text.replaceAll(",", "")) || 0, Number(text.replace(",", ".")) || 0);
}

/** `mm:ss` or `hh:mm:ss` (or with days before), the last part with a fraction. */
function clockFrom(text: string): number {
  const parts = text.split(":", 5).map(numberFrom);
  const scales = [second, minute, hour, day];
  return parts.reverse().reduce((sum, part, index) => sum + part * (scales[index] ?? day), 0);
}

/** ISO 8601: `PT1M30.5S`, `P1DT2H`, `P1W`; years and months are left out, as nobody waits that long. */
function isoFrom(text: string): number | undefined {
  const match =
    /^p(?:(\d{1,9})w)?(?:(\d{1,9})d)?(?:t(?:(\d{1,9}(?:[.,]\d{1,9})?)h)?(?:(\d{1,9}(?:[.,]\d{1,9})?)m)?(?:(\d{1,12}(?:[.,]\d{1,9})?)s)?)?(?![a-z0-9])/u.exec(
      text,
    );
  if (match === null || match.slice(1).every((part) => part === undefined)) {
    return undefined;
  }
  const scales = [7 * day, day, hour, minute, second];
  return scales.reduce((sum, scale, index) => sum + numberFrom(match[index + 1] ?? "0") * scale, 0);
}

function finish(ms: number): number | undefined {
  return Number.isFinite(ms)
    ? Math.min(Math.ceil(ms), Number.MAX_SAFE_INTEGER)
    : ms > 0
      ? Number.MAX_SAFE_INTEGER
      : undefined;
}

/**
 * A duration at the start of a text, in whole ms rounded up: `1m30.5s`, `500ms`, `30 seconds`, `a minute`, `01:30`,
 * `PT30S`, bare seconds. `undefined` when the text does not begin with one.
 */
export function parseDurationMs(text: string): number | undefined {
  const lower = text.trimStart().toLowerCase();
  if (lower.startsWith("p")) {
    const iso = isoFrom(lower.slice(0, 200));
    if (iso !== undefined) {
      return finish(iso);
    }
  }
  let total = 0;
  let found = false;
  /** A number whose unit has not come yet. */
  let pending: number | undefined;
  let afterRangeWord = false;
  /** What a number without a unit counts: seconds, or the next smaller unit of the one before it ("1h30"). */
  let smaller = second;
  for (const token of tokensOf(lower)) {
    if (token.kind === "number") {
      if (token.text.includes(":")) {
        total += clockFrom(token.text);
        found = true;
        continue;
      }
      const value = numberFrom(token.text);
      if (pending !== undefined && !afterRangeWord) {
        break;
      }
      pending = Math.max(pending ?? 0, value);
      afterRangeWord = false;
      continue;
    }
    const unit = units.get(token.text);
    if (unit !== undefined && pending !== undefined) {
      total += pending * unit;
      found = true;
      pending = undefined;
      smaller = unit === 7 * day ? day : unit === day ? hour : unit === hour ? minute : second;
      continue;
    }
    if (pending !== undefined && rangeWords.has(token.text)) {
      afterRangeWord = true;
      continue;
    }
    const spoken = token.text === "a" || token.text === "an" ? 1 : numbersInWords.get(token.text);
    if (spoken !== undefined && pending === undefined) {
      pending = spoken;
    } else if (unit !== undefined && !found) {
      // "the next minute": a unit alone is one of it.
      total += unit;
      found = true;
    } else if (!fillers.has(token.text)) {
      break;
    }
  }
  if (pending !== undefined) {
    total += pending * smaller;
    found = true;
  }
  return found ? finish(total) : undefined;
}

/** Where a wait is announced. The service's own form is the first (interface, "Errors", 429). */
const announcements = ["try again in", "retry in", "retry after", "again after", "wait"] as const;

/** The longest wait that a message asks for, in ms; `undefined` when it asks for none. */
export function parseWaitFromMessage(message: string): number | undefined {
  const text = message.slice(0, 2000).toLowerCase();
  let longest: number | undefined;
  for (const announcement of announcements) {
    const at = text.indexOf(announcement);
    const wait = at < 0 ? undefined : parseDurationMs(text.slice(at + announcement.length).replace(/^[\s:]+/u, ""));
    if (wait !== undefined && (longest === undefined || wait > longest)) {
      longest = wait;
    }
  }
  return longest;
}

/** An HTTP date in ms since 1970, in any of its three forms. */
function httpDate(text: string): number | undefined {
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/iu.test(text)) {
    return undefined;
  }
  const ms = Date.parse(/(gmt|utc|[+-]\d{4})$/iu.test(text) ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * The wait a Retry-After header asks for, in ms, in seconds or as a date; `undefined` when it asks for none. A date is
 * compared with the reply's own Date header, so this machine's clock may be wrong; only without one is `now` used.
 */
export function parseRetryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  now: number,
): number | undefined {
  const text = (header ?? "").slice(0, 200).trim();
  if (/^[\d\s,.]+$/u.test(text)) {
    const seconds = text
      .split(/[\s,]+/u)
      .map(Number)
      .filter(Number.isFinite);
    return text === "" || seconds.length === 0 ? undefined : finish(Math.max(...seconds) * second);
  }
  const date = httpDate(text);
  return date === undefined ? undefined : Math.max(0, date - (httpDate((dateHeader ?? "").trim()) ?? now));
}
