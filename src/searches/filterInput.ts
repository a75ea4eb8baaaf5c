// Parses what a user typed or pasted into a filter: an item, or a sentence that says what to do. Runs in the page too.
import { type FilterDefinition } from "../service/filterCatalogue";
import type { FilterItem, IntegerFilterItem, RangeFilterItem, TextFilterItem } from "../service/requests";
import {
  enterBounds,
  enterDigits,
  enterDomain,
  enterDomainOfMail,
  enterUrl,
  enterValue,
  enterWholeNumber,
  numberTooLarge,
  swapBounds,
} from "../service/valueTexts";

export type InputResult<I> = { readonly ok: true; readonly item: I } | { readonly ok: false; readonly message: string };

/** The maximum length in characters. Longer values are treated as pasting mistakes. */
const longestValue = 1000;
const longestRange = 100;

/** One chip of a text or integer filter. */
export function parseFilterInput(
  definition: FilterDefinition,
  text: string,
): InputResult<TextFilterItem | IntegerFilterItem> {
  const value = clean(text);
  if (value === "") {
    return refuse(enterValue);
  }
  if (definition.kind !== "integer") {
    return value.length > longestValue
      ? refuse(`This value has ${value.length} characters; at most ${longestValue} are allowed. Shorten it.`)
      : parseText(definition, value);
  }
  const number = parseWholeNumber(value);
  if (typeof number === "string") {
    return refuse(number);
  }
  const bounds = definition.bounds ?? { min: 1, max: Number.MAX_SAFE_INTEGER };
  return number < bounds.min || number > bounds.max
    ? refuse(outOfBounds(definition, bounds))
    : { ok: true, item: { value: number } };
}

/** Corrects a value that the service could not match, or refuses it if the correction is not certain. */
function parseText({ field }: FilterDefinition, value: string): InputResult<TextFilterItem> {
  if (/(^|_)domains$/u.test(field)) {
    const domain = domainOf(value);
    const [, mail] = /^(?:mailto:)?[^\s@/]+@([^\s@/]+)$/iu.exec(value) ?? [];
    const ofMail = mail === undefined ? undefined : domainOf(mail);
    return ofMail !== undefined
      ? refuse(enterDomainOfMail(ofMail))
      : domain === undefined
        ? refuse(enterDomain)
        : { ok: true, item: { value: domain } };
  }
  const isUrl = !/(^|_)urls$/u.test(field) || /^(?:https?:\/\/)?[^\s/@]+\.[^\s/@]+(?:\/\S*)?$/iu.test(value);
  return isUrl ? { ok: true, item: { value } } : refuse(enterUrl);
}

/** `https://www.northwind.example/about` is `northwind.example`. */
function domainOf(text: string): string | undefined {
  const [, host = ""] =
    /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:www\.)?([^\s/?#:@]+?)\.?(?::\d+)?(?:[/?#]\S*)?$/iu.exec(text) ?? [];
  const label = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}_-]*[\\p{L}\\p{M}\\p{N}])?";
  const isDomain = new RegExp(`^(?:${label}\\.)+(?=[^.]*\\p{L})${label}$`, "u").test(host);
  return isDomain ? host.toLowerCase() : undefined;
}

/** Both inputs of a range; one may be empty. The first may contain a whole range such as `51-200` or `10,001+`. */
export function parseRangeInput(
  definition: FilterDefinition,
  minText: string,
  maxText: string,
): InputResult<RangeFilterItem> {
  const [low, high] = wholeRange(clean(minText), clean(maxText));
  if (low === "" && high === "") {
    return refuse(enterBounds);
  }
  const min = low === "" ? undefined : parseWholeNumber(low);
  const max = high === "" ? undefined : parseWholeNumber(high);
  if (typeof min === "string") {
    return refuse(`From: ${min}`);
  }
  if (typeof max === "string") {
    return refuse(`To: ${max}`);
  }
  const bounds = definition.bounds;
  if (
    bounds !== undefined &&
    [min, max].some((bound) => bound !== undefined && (bound < bounds.min || bound > bounds.max))
  ) {
    return refuse(outOfBounds(definition, bounds));
  }
  if (min !== undefined && max !== undefined && min > max) {
    return refuse(swapBounds(min, max));
  }
  const item: { min?: number; max?: number } = {};
  if (min !== undefined) {
    item.min = min;
  }
  if (max !== undefined) {
    item.max = max;
  }
  return { ok: true, item };
}

/** The valid items, and the invalid values with the reason. */
export interface ParsedValues {
  readonly items: readonly FilterItem[];
  readonly refused: readonly { readonly text: string; readonly message: string }[];
  /** The number of values that repeat an earlier value of the same text. */
  readonly duplicates: number;
}

export function parsePastedInput(definition: FilterDefinition, text: string): ParsedValues {
  return parseValues(definition, splitPastedValues(text, definition));
}

/**
 * One typed value; several, separated by commas, where a comma cannot be part of a value. `-Retail` is excluded, and
 * `"Retail"` matches exactly.
 */
export function parseTypedInput(definition: FilterDefinition, text: string): ParsedValues {
  const plain = clean(text);
  const isExcluded = plain.length > 1 && plain.startsWith("-");
  const value = isExcluded ? plain.slice(1) : plain;
  const isQuoted = value.length > 2 && value.startsWith('"') && value.endsWith('"');
  if (definition.kind === "text" && (isExcluded || isQuoted)) {
    const { items, ...others } = parseValues(definition, [isQuoted ? value.slice(1, -1) : value]);
    const marks = { ...(isExcluded && { exclude: true }), ...(isQuoted && { exact_match: true }) };
    return { items: items.map((item) => ({ ...item, ...marks }) as FilterItem), ...others };
  }
  const isOne = parseFilterInput(definition, text).ok || !neverContainsComma(definition);
  return parseValues(definition, isOne ? [text] : text.split(/[,;]\s+/).map(clean));
}

function parseValues(definition: FilterDefinition, values: readonly string[]): ParsedValues {
  const items: FilterItem[] = [];
  const refused: { text: string; message: string }[] = [];
  const different = [...new Set(values)];
  for (const value of different) {
    const result =
      definition.kind === "range" ? parseRangeInput(definition, value, "") : parseFilterInput(definition, value);
    if (result.ok) {
      items.push(result.item);
    } else {
      refused.push({ text: value, message: result.message });
    }
  }
  return { items, refused, duplicates: values.length - different.length };
}

/**
 * The values of a pasted column or row, in order. Line breaks and tabs separate values, or semicolons if there are
 * neither. Commas and spaces separate only domains, URLs, ids and numbers, because names such as “Acme, Inc.” contain
 * them.
 */
function splitPastedValues(text: string, definition: FilterDefinition): readonly string[] {
  const cells = splitCells(text.replace(/^\ufeff/, ""));
  const parts = cells.length > 1 ? cells : (cells[0] ?? "").split(";");
  const groupedNumber = /^\d{1,3}(?:,\d{3})+$/;
  const values = parts.flatMap((part) =>
    neverContainsComma(definition) && !groupedNumber.test(part.trim()) ? part.split(/,\s*|\s+/) : [part],
  );
  return values.map(clean).filter((value) => value !== "");
}

function neverContainsComma({ field, kind }: FilterDefinition): boolean {
  return /(^|_)(domains|urls|ids)$/.test(field) || kind === "integer";
}

/** The cells of a spreadsheet's clipboard text: quoted cells may contain tabs, line breaks and doubled quotes. */
function splitCells(text: string): readonly string[] {
  const cells = text.matchAll(/"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]+/g);
  return Array.from(cells, ([cell, quoted]) => quoted?.replaceAll('""', '"') ?? cell).filter(
    (cell) => cell.trim() !== "",
  );
}

/**
 * Soft hyphens, zero-width spaces and directional marks, which are copied along with text. Joiners are part of Persian
 * and Indic words and of emoji, but of no Latin word.
 */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|(?<=\p{Script=Latin})[\u200c\u200d]/gu;
/** A word ends with a joiner only after a sign such as a virama. */
const endJoiner = /(?<!\p{Mn})[\u200c\u200d](?!\S)/gu;

/** Removes invisible characters and surrounding spaces; other kinds of spaces become plain ones. */
function clean(text: string): string {
  return text
    .replace(invisible, "")
    .replace(endJoiner, "")
    .replace(/[\s\p{Cc}\u00a0]+/gu, " ")
    .trim();
}

function wholeRange(minText: string, maxText: string): readonly [string, string] {
  if (maxText === "" && minText.length <= longestRange) {
    const both = /^(\d[\d,.'’ ]*?)\s*(?:-|–|—|\.\.|to|bis)\s*(\d[\d,.'’ ]*)$/i.exec(minText);
    if (both?.[1] !== undefined && both[2] !== undefined) {
      return [both[1], both[2]];
    }
    const open = /^(\d[\d,.'’ ]*)\s*(?:\+|(?:and|or) more|(?:und|oder) mehr)$/i.exec(minText);
    if (open?.[1] !== undefined) {
      return [open[1].trim(), ""];
    }
  }
  return [minText, maxText];
}

/** The number, or a sentence why it is not valid. Thousands may have one kind of separator. */
function parseWholeNumber(text: string): number | string {
  const plain = text.replace(/^[−–]/, "-");
  const grouped = /^-?\d{1,3}(?:([,.'’_ ])\d{3})(?:\1\d{3})*$/.test(plain) ? plain.replace(/[,.'’_ ]/g, "") : plain;
  if (/^-?\d+[.,]\d+$/.test(grouped)) {
    return enterWholeNumber;
  }
  if (!/^-?\d+$/.test(grouped)) {
    return enterDigits;
  }
  const number = Number(grouped);
  return Number.isSafeInteger(number) ? number : numberTooLarge;
}

function outOfBounds(definition: FilterDefinition, bounds: { readonly min: number; readonly max: number }): string {
  return bounds.max === Number.MAX_SAFE_INTEGER
    ? `“${definition.label}” must be at least ${bounds.min}.`
    : `“${definition.label}” must be between ${bounds.min} and ${bounds.max}. Check the digits.`;
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
