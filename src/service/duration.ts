// How long the service asks to wait: in the message of a 429 reply and in its Retry-After header. When a text can be
// read in two ways, the longer wait counts. Units and sums are parse-duration's; the rest prepares the text for it.
/* eslint-disable prospect/linear-patterns -- a duration has at most 200 characters */
import parseDuration from "parse-duration";

/** Longer texts are cut: no duration is written in more characters. */
const longestDuration = 200;

Object.assign(parseDuration.unit, { msec: 1, milli: 1, μs: 1e-3 });

const numberWords = "zero one two three four five six seven eight nine ten".split(" ");

/** Words that may occur within a duration without changing it. "half a minute" counts as a whole one. */
const fillers = (
  "a about after an and another approximately around at between for half in least less more next or than " +
  "the to until up"
).split(" ");

const unitNames = new Set(
  Object.keys(parseDuration.unit)
    .filter((name) => typeof parseDuration.unit[name] === "number")
    .flatMap((name) => [name, `${name}s`]),
);
const isKnownWord = (word: string): boolean =>
  unitNames.has(word) || fillers.includes(word) || numberWords.includes(word);

/** The duration at the start of a text. Numbers after the first unknown word belong to something else. */
function durationPhrase(text: string): string {
  const token = /[\s,~½–—-]|\d[\d.,:]*|\.\d+|(?<word>[a-zµμ]+)/uy;
  let end = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const word = found.groups?.["word"];
    if (word !== undefined && !isKnownWord(word)) {
      break;
    }
    end = token.lastIndex;
  }
  return text.slice(0, end);
}

const words = /[a-zµμ]+/gu;
const date = /\d{4}-\d\d-\d\d/u;
const clock = /\d[\d.,]*(?::\d[\d.,]*)+/gu;
const range = /(\d[\d.,]*)\s*(?:to|or|and|[–—-])\s*(\d[\d.,]*)/gu;

/** `1:02:30` → `30s 02m 1h` */
function clockWithUnits(text: string): string {
  const parts = text.split(":").reverse();
  return parts.map((part, index) => part + (["s", "m", "h"][index] ?? "d")).join(" ");
}

function largerOf(_range: string, low: string, high: string): string {
  return Number(low.replaceAll(",", "")) > Number(high.replaceAll(",", "")) ? low : high;
}

/** ISO 8601: `P1DT2H` → `1d 2h`; an M is a month before the T and a minute after it. */
function isoWithUnits(text: string): string | undefined {
  const match = /^p((?:\d[\d.,]*[ymwd])*)(?:t((?:\d[\d.,]*[hms])+))?(?![a-z\d])/u.exec(text);
  return match?.[1] === undefined ? undefined : `${match[1].replace("m", "mo")} ${match[2] ?? ""}`;
}

/** Whole milliseconds, rounded up; the last digits of a sum of fractions are noise. */
function wholeMs(ms: number): number {
  return Math.min(Math.ceil(Number(ms.toPrecision(15))), Number.MAX_SAFE_INTEGER);
}

/**
 * A duration at the start of a text, in whole ms rounded up: `1m30.5s`, `500ms`, `30 seconds`, `a minute and a half`,
 * `01:30`, `PT30S`, bare seconds. `undefined` when the text does not begin with one.
 */
function parseDurationMs(text: string): number | undefined {
  const start = text.trimStart().slice(0, longestDuration).toLowerCase().replaceAll("1/2", "½");
  const phrase = isoWithUnits(start) ?? durationPhrase(start);
  if (date.test(phrase)) {
    return undefined;
  }
  const prepared = phrase
    .replace(words, (word) => (numberWords.includes(word) ? String(numberWords.indexOf(word)) : word))
    .replace(clock, clockWithUnits)
    .replace(/\band (?:a|1) half\b/gu, "½")
    .replace(range, largerOf)
    .replace(/[~–—-]/gu, " ")
    .replace(words, (word) => (fillers.includes(word) ? " " : word))
    .replace(/(?<![\d.½]\s*)(?<![a-zµμ])[a-zµμ]+/gu, (word) => (unitNames.has(word) ? `1 ${word}` : word))
    .replace(/(\d)\s*([a-zµμ]*)\s*½/gu, "$1.5 $2")
    .replaceAll("½", "0.5");
  const seconds = parseDuration(prepared, "s");
  return seconds === null ? undefined : wholeMs(seconds * 1000);
}

/** Where a wait is announced. The service itself writes the first one (interface, "Errors", 429). */
const announcements = ["try again in", "retry in", "retry after", "again after", "wait"] as const;
const announcedDate =
  /(?:after|until|again (?:at|on)):?\s+(\d{4}-\d\d-\d\d[t ][\d:.]+(?: ?(?:z|utc|gmt|[+-]\d\d:?\d\d))?)/u;

/**
 * The longest wait that a message asks for, in ms; `undefined` when it asks for none. For a date see `parseRetryAfter`.
 */
export function parseWaitFromMessage(message: string, dateHeader: string | undefined, now: number): number | undefined {
  const text = message.slice(0, 2000).toLowerCase();
  const until = announcedDate.exec(text)?.[1]?.toUpperCase();
  const waits = [
    ...announcements.map((announcement) => {
      const at = text.indexOf(announcement);
      return at < 0 ? undefined : parseDurationMs(text.slice(at + announcement.length).replace(/^[\s:]+/u, ""));
    }),
    until === undefined
      ? undefined
      : waitUntil(Date.parse(/(?:[A-Z]|[+-]\d\d:?\d\d)$/u.test(until) ? until : `${until}Z`), dateHeader, now),
  ].filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** Uses the reply's own Date header because this machine's clock may be wrong; without one, `now`. */
function waitUntil(date: number, dateHeader: string | undefined, now: number): number | undefined {
  return Number.isNaN(date) ? undefined : Math.max(0, date - (httpDate(dateHeader ?? "") ?? now));
}

/** An HTTP date in ms since 1970, in any of its three forms. */
function httpDate(text: string): number | undefined {
  if (!/^(mon|tue|wed|thu|fri|sat|sun)/iu.test(text)) {
    return undefined;
  }
  const ms = Date.parse(/(gmt|utc|[+-]\d{4})$/iu.test(text) ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The wait a Retry-After header asks for, in ms, in seconds or as a date; `undefined` when it asks for none. */
export function parseRetryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  now: number,
): number | undefined {
  const text = (header ?? "").slice(0, 200).trim();
  if (/^[\d\s,.]+$/u.test(text)) {
    const seconds = text.match(/\d+(?:\.\d+)?/gu) ?? [];
    return seconds.length === 0 ? undefined : wholeMs(Math.max(...seconds.map(Number)) * 1000);
  }
  return waitUntil(httpDate(text) ?? Number.NaN, dateHeader, now);
}
