// What a person typed or pasted into a filter, as an item or as a sentence that helps. Runs in the page as well.
import * as l10n from "@vscode/l10n";
import type { FilterDefinition } from "../service/filterCatalogue";
import { filterLabel } from "../service/filterWords";
import type { FilterItem, IntegerFilterItem, RangeFilterItem, TextFilterItem } from "../service/requests";

export type InputResult<I> = { readonly ok: true; readonly item: I } | { readonly ok: false; readonly message: string };

/** Longer values are a paste gone wrong. In characters. */
const longestValue = 1000;

/** One chip of a text or integer filter. */
export function parseFilterInput(
  definition: FilterDefinition,
  text: string,
): InputResult<TextFilterItem | IntegerFilterItem> {
  const value = clean(text);
  if (value === "") {
    return refuse(l10n.t("Enter a value."));
  }
  if (definition.kind !== "integer") {
    return value.length > longestValue
      ? refuse(
          l10n.t("This value has {0} characters; at most {1} are allowed. Shorten it.", value.length, longestValue),
        )
      : { ok: true, item: { value } };
  }
  const number = parseWholeNumber(value);
  if (typeof number === "string") {
    return refuse(number);
  }
  const bounds = definition.bounds ?? { min: 1, max: Number.MAX_SAFE_INTEGER };
  return number < bounds.min || number > bounds.max
    ? refuse(outside(definition, bounds))
    : { ok: true, item: { value: number } };
}

/** Both inputs of a range; one may be empty. `51-200`, `10,001+` and the like are understood in the first alone. */
export function parseRangeInput(
  definition: FilterDefinition,
  minText: string,
  maxText: string,
): InputResult<RangeFilterItem> {
  const [low, high] = wholeRange(clean(minText), clean(maxText));
  if (low === "" && high === "") {
    return refuse(l10n.t("Enter “From”, “To” or both."));
  }
  const min = low === "" ? undefined : parseWholeNumber(low);
  const max = high === "" ? undefined : parseWholeNumber(high);
  if (typeof min === "string") {
    return refuse(l10n.t("From: {0}", min));
  }
  if (typeof max === "string") {
    return refuse(l10n.t("To: {0}", max));
  }
  const bounds = definition.bounds;
  if (
    bounds !== undefined &&
    [min, max].some((bound) => bound !== undefined && (bound < bounds.min || bound > bounds.max))
  ) {
    return refuse(outside(definition, bounds));
  }
  if (min !== undefined && max !== undefined && min > max) {
    return refuse(l10n.t("“From” ({0}) is greater than “To” ({1}). Swap them.", min, max));
  }
  return { ok: true, item: { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) } };
}

/**
 * The values of a pasted column or row, each once, in their order. Line breaks and tabs separate; semicolons do where
 * there is neither; commas only for domains, URLs and ids, since names such as “Acme, Inc.” hold commas of their own.
 */
export function splitPastedValues(text: string, definition?: FilterDefinition): readonly string[] {
  const cells = splitCells(text.replace(/^\ufeff/, ""));
  const neverHoldsComma =
    definition !== undefined && (/(^|_)(domains|urls|ids)$/.test(definition.field) || definition.kind === "integer");
  const parts = cells.length > 1 ? cells : (cells[0] ?? "").split(";");
  const groupedNumber = /^\d{1,3}(?:,\d{3})+$/;
  const values = parts.flatMap((part) =>
    neverHoldsComma && !groupedNumber.test(part.trim()) ? part.split(/,\s*|\s+/) : [part],
  );
  return [...new Set(values.map(clean).filter((value) => value !== ""))];
}

/** Every pasted value as an item, and those that cannot be one with the reason. */
export function parsePastedInput(
  definition: FilterDefinition,
  text: string,
): {
  readonly items: readonly FilterItem[];
  readonly refused: readonly { readonly text: string; readonly message: string }[];
} {
  const items: FilterItem[] = [];
  const refused: { text: string; message: string }[] = [];
  for (const value of splitPastedValues(text, definition)) {
    const result =
      definition.kind === "range" ? parseRangeInput(definition, value, "") : parseFilterInput(definition, value);
    if (result.ok) {
      items.push(result.item);
    } else {
      refused.push({ text: value, message: result.message });
    }
  }
  return { items, refused };
}

/** Cells of a spreadsheet's clipboard: quoted ones may hold tabs, line breaks and doubled quotes. */
function splitCells(text: string): readonly string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const quoted = text[at] === '"' ? /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y : undefined;
    if (quoted !== undefined) {
      quoted.lastIndex = at;
    }
    const match = quoted?.exec(text);
    if (match?.[1] !== undefined) {
      cells.push(match[1].replaceAll('""', '"'));
      at = (quoted?.lastIndex ?? at) + 1;
    } else {
      const next = text.slice(at).search(/[\t\r\n]/);
      const until = next < 0 ? text.length : at + next;
      cells.push(text.slice(at, until));
      at = until + 1;
    }
  }
  return cells.filter((cell) => cell.trim() !== "");
}

/** Without what cannot be seen: zero-width and control characters, unusual spaces, white space at the ends. */
function clean(text: string): string {
  return text
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/[\s\p{Cc}\u00a0]+/gu, " ")
    .trim();
}

function wholeRange(minText: string, maxText: string): readonly [string, string] {
  if (maxText === "") {
    const both = /^(\d[\d,.'’ ]*?)\s*(?:-|–|—|\.\.|to|bis)\s*(\d[\d,.'’ ]*)$/i.exec(minText);
    if (both?.[1] !== undefined && both[2] !== undefined) {
      return [both[1].trim(), both[2].trim()];
    }
    const open = /^(\d[\d,.'’ ]*)\s*(?:\+|(?:and|or) more|(?:und|oder) mehr)$/i.exec(minText);
    if (open?.[1] !== undefined) {
      return [open[1].trim(), ""];
    }
  }
  return [minText, maxText];
}

/** The number, or why there is none. Thousands may be grouped by one kind of separator. */
function parseWholeNumber(text: string): number | string {
  const plain = text.replace(/^[−–]/, "-");
  const grouped = /^-?\d{1,3}(?:([,.'’_ ])\d{3})(?:\1\d{3})*$/.test(plain) ? plain.replace(/[,.'’_ ]/g, "") : plain;
  if (/^-?\d+[.,]\d+$/.test(grouped)) {
    return l10n.t("Enter a whole number.");
  }
  if (!/^-?\d+$/.test(grouped)) {
    return l10n.t("Enter digits only.");
  }
  const number = Number(grouped);
  return Number.isSafeInteger(number)
    ? number
    : l10n.t("This number is too large to be sent exactly. Check the digits.");
}

function outside(definition: FilterDefinition, bounds: { readonly min: number; readonly max: number }): string {
  return bounds.max === Number.MAX_SAFE_INTEGER
    ? l10n.t("“{0}” must be at least {1}.", filterLabel(definition), bounds.min)
    : l10n.t("“{0}” must be between {1} and {2}. Check the digits.", filterLabel(definition), bounds.min, bounds.max);
}

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}
