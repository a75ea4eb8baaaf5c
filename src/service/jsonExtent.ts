// Measures a JSON text without building its values: 16 MB of hostile JSON would become gigabytes of objects, and a
// parser overflows the stack on deep nesting.
import { createScanner } from "jsonc-parser/lib/esm/main.js";

/** A page of the service has about ten thousand values; parsing a million takes 200 MB. */
export const mostValues = 1_000_000;
/** A page has 100 records, and a bulk enrichment a few thousand. */
export const mostRecords = 100_000;

export interface JsonExtent {
  /** Objects, lists, texts, numbers and literals; names of fields do not count. Counted up to `mostValues` + 1. */
  readonly values: number;
  /** Whether the text ends before everything it opened is closed. */
  readonly isCutOff: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const space = 0x20;

/** Offset of the quote that ends the text which begins at `from`, or the length of the JSON. */
function endOfText(json: Uint8Array, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== quote) {
    at += json[at] === backslash ? 2 : 1;
  }
  return at;
}

/** Works on any bytes, valid JSON or not, and without recursion. */
export function jsonExtent(json: Uint8Array): JsonExtent {
  // The root, and one more value for each comma and each list or object that is not empty.
  let values = 1;
  let depth = 0;
  let isJustOpened = false;
  for (let at = 0; at < json.length && values <= mostValues; at += 1) {
    const byte = json[at] ?? 0;
    if (byte <= space) {
      continue;
    }
    // "[" and "{", "]" and "}" differ in one bit.
    const bracket = byte | 0x20;
    if (bracket === 0x7d) {
      depth -= 1;
      isJustOpened = false;
      continue;
    }
    values += isJustOpened || byte === comma ? 1 : 0;
    isJustOpened = bracket === 0x7b;
    if (isJustOpened) {
      depth += 1;
    } else if (byte === quote) {
      at = endOfText(json, at + 1);
      if (at >= json.length) {
        return { values, isCutOff: true };
      }
    }
  }
  return { values, isCutOff: depth > 0 };
}

/** Whether a body has more values than may be parsed. Each value takes at least two bytes, so most need no count. */
export const hasTooManyValues = (json: Uint8Array): boolean =>
  json.length > 2 * mostValues && jsonExtent(json).values > mostValues;

/** The deepest nesting that is accepted: records of the service reach 10 levels, a saved search 5. */
export const deepestNesting = 64;

/** Offset of the first bracket that is nested too deep; works on any text, valid JSON or not. */
export function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  // If the text ends with "/*", the end-of-file token of jsonc-parser has a length, so only its offset shows the end.
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const first = text[scanner.getTokenOffset()];
    if (first === "{" || first === "[") {
      depth += 1;
      if (depth > deepestNesting) {
        return scanner.getTokenOffset();
      }
    } else if (first === "}" || first === "]") {
      depth -= 1;
    }
  }
  return undefined;
}
