// Finds where the records and the metadata of a reply lie in its bytes, without parsing the records.
import { afterPlain, fourAtATime } from "../service/plainBytes";
import { quoteInexactIntegers } from "../service/exactIntegers";
import { readCredits, readMetadata, type ReplyMetadata } from "../service/replyMetadata";
import { listFields, type RecordKind } from "../service/operations";

export interface ReplySpans {
  /** Start and end of each record, two numbers each, in the reply's order; `end` is the byte after the last. */
  readonly spans: readonly number[];
  /** The `id` of each record; `undefined` where it has none. */
  readonly ids: readonly (string | undefined)[];
  readonly metadata: ReplyMetadata;
  /** `cost.credits` of an enrichment result. */
  readonly cost?: number | undefined;
  /** False when the bytes are no JSON object or end inside it, and when the member that holds the records is missing or no list. */
  readonly understood: boolean;
}

/** A reply of which nothing is read. */
export const unreadableReply: ReplySpans = { spans: [], ids: [], metadata: {}, understood: false };

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

/** A reply's bytes: to make text of, one by one, and four at a time. */
interface Body {
  readonly bytes: Buffer;
  readonly one: Uint8Array;
  readonly four: Int32Array;
}

function skipSpace({ one }: Body, from: number): number {
  let at = from;
  while (at < one.length && (one[at] as number) <= 0x20) {
    at += 1;
  }
  return at;
}

/** `from` is the byte after the opening quote; the result the byte after the closing one, beyond the end when there is none. */
function skipString({ one, four }: Body, from: number): number {
  let at = afterPlain(one, four, from);
  while (at < one.length && one[at] !== quote) {
    at = afterPlain(one, four, at + (one[at] === backslash ? 2 : 1));
  }
  return at + 1;
}

/** The byte after the value that begins at `from`. Brackets are counted, not matched: judging the JSON is the parser's work. */
function skipValue(body: Body, from: number): number {
  const { one } = body;
  const end = one.length;
  const first = one[from];
  if (first === quote) {
    return skipString(body, from + 1);
  }
  let at = from;
  if (first !== openBrace && first !== openBracket) {
    while (at < end) {
      const byte = one[at] as number;
      if (byte === comma || byte === closeBrace || byte === closeBracket || byte <= 0x20) {
        break;
      }
      at += 1;
    }
    return at;
  }
  let depth = 0;
  while (at < end) {
    const byte = one[at] as number;
    at += 1;
    if (byte === quote) {
      at = skipString(body, at);
    } else if (byte < openBracket) {
      continue;
    } else if ((byte | 0x20) === openBrace) {
      // `[` and `{` differ in one bit, and so do `]` and `}`.
      depth += 1;
    } else if ((byte | 0x20) === closeBrace) {
      depth -= 1;
      if (depth === 0) {
        return at;
      }
    }
  }
  return end + 1;
}

function textOf({ bytes }: Body, from: number, to: number): string {
  return bytes.toString("utf8", from, Math.max(from, to));
}

/** A JSON string or number as text; `undefined` for anything else. */
function scalarText(body: Body, from: number, to: number): string | undefined {
  const { one } = body;
  if (one[from] === quote) {
    const inner = textOf(body, from + 1, to - 1);
    if (!inner.includes("\\")) {
      return inner;
    }
    const whole = parsed(body, from, to);
    return typeof whole === "string" ? whole : undefined;
  }
  const first = one[from] as number;
  return first === 0x2d || (first >= 0x30 && first <= 0x39) ? textOf(body, from, to) : undefined;
}

/** The same with integers that no number holds exactly as text: a cursor may be one. */
function parsedExactly({ bytes }: Body, from: number, to: number): unknown {
  try {
    return JSON.parse(Buffer.from(quoteInexactIntegers(bytes.subarray(from, Math.max(from, to)))).toString("utf8"));
  } catch {
    return undefined;
  }
}

function parsed(body: Body, from: number, to: number): unknown {
  try {
    return JSON.parse(textOf(body, from, to));
  } catch {
    return undefined;
  }
}

/** Looks at one member's value and says where it ends; so a long list is walked once. */
type Member = (name: string, from: number) => number;

/**
 * Tells each member of the object whose `{` is at `from`; the result is the byte after its `}`, or -1 when the bytes
 * are not such an object.
 */
function eachMember(body: Body, from: number, member: Member): number {
  const { one } = body;
  let at = skipSpace(body, from + 1);
  if (one[at] === closeBrace) {
    return at + 1;
  }
  for (;;) {
    if (one[at] !== quote) {
      return -1;
    }
    const nameEnd = skipString(body, at + 1);
    const name = scalarText(body, at, nameEnd) ?? "";
    at = skipSpace(body, nameEnd);
    if (one[at] !== colon) {
      return -1;
    }
    const valueAt = skipSpace(body, at + 1);
    const valueEnd = member(name, valueAt);
    if (valueEnd > one.length || valueEnd <= valueAt) {
      return -1;
    }
    at = skipSpace(body, valueEnd);
    if (one[at] === closeBrace) {
      return at + 1;
    }
    if (one[at] !== comma) {
      return -1;
    }
    at = skipSpace(body, at + 1);
  }
}

/** The spans of an array's items and the byte after its `]`; `undefined` when the bytes are no whole array. */
function itemSpans(body: Body, from: number): { readonly spans: readonly number[]; readonly end: number } | undefined {
  const { one } = body;
  if (one[from] !== openBracket) {
    return undefined;
  }
  const spans: number[] = [];
  let at = skipSpace(body, from + 1);
  if (one[at] === closeBracket) {
    return { spans, end: at + 1 };
  }
  while (at < one.length) {
    const end = skipValue(body, at);
    if (end === at || end > one.length) {
      return undefined;
    }
    spans.push(at, end);
    at = skipSpace(body, end);
    if (one[at] === closeBracket) {
      return { spans, end: at + 1 };
    }
    if (one[at] !== comma) {
      return undefined;
    }
    at = skipSpace(body, at + 1);
  }
  return undefined;
}

/**
 * The `id` of the object at `from`. Services write it first, so the first member is looked at before the whole object
 * is walked: that walk would be a second pass over every byte of the reply.
 */
function idOf(body: Body, from: number): string | undefined {
  const { one } = body;
  if (one[from] !== openBrace) {
    return undefined;
  }
  const at = skipSpace(body, from + 1);
  if (one[at] === quote && one[at + 1] === 0x69 && one[at + 2] === 0x64 && one[at + 3] === quote) {
    const separator = skipSpace(body, at + 4);
    const valueAt = skipSpace(body, separator + 1);
    return scalarText(body, valueAt, skipValue(body, valueAt));
  }
  let id: string | undefined;
  eachMember(body, from, (name, valueAt) => {
    const valueEnd = skipValue(body, valueAt);
    if (name === "id") {
      id = scalarText(body, valueAt, valueEnd);
    }
    return valueEnd;
  });
  return id;
}

function openObject(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as { readonly [field: string]: unknown }) : {};
}

/** The parts of a reply's body. A list that is null, missing or no list counts as empty. Never throws. */
export function replySpans(reply: Uint8Array, recordKind: RecordKind): ReplySpans {
  const { buffer, byteOffset, length } = reply;
  const one = new Uint8Array(buffer, byteOffset, length);
  const body: Body = { bytes: Buffer.from(buffer, byteOffset, length), one, four: fourAtATime(reply) };
  const hasMark = one[0] === 0xef && one[1] === 0xbb && one[2] === 0xbf;
  const start = skipSpace(body, hasMark ? 3 : 0);
  if (one[start] !== openBrace) {
    return unreadableReply;
  }
  const listField = listFields[recordKind];
  let spans: readonly number[] = [];
  // The contacts of an enrichment that is not finished may be missing altogether.
  let understood = recordKind === "contact";
  let metadata: ReplyMetadata = {};
  let cost: number | undefined;
  const end = eachMember(body, start, (name, from) => {
    if (name === listField) {
      const items = itemSpans(body, from);
      spans = items?.spans ?? [];
      const end = items?.end ?? skipValue(body, from);
      understood = items !== undefined || (end >= 0 && parsed(body, from, end) === null);
      return end;
    }
    const to = skipValue(body, from);
    if (name === "metadata") {
      metadata = readMetadata(parsedExactly(body, from, to));
    } else if (name === "cost" && recordKind === "contact") {
      cost = readCredits(openObject(parsed(body, from, to))["credits"]);
    }
    return to;
  });
  if (end < 0 || skipSpace(body, end) < one.length) {
    return unreadableReply;
  }
  const ids: (string | undefined)[] = [];
  for (let at = 0; at < spans.length; at += 2) {
    // An empty string is no id.
    ids.push(recordKind === "contact" ? undefined : idOf(body, spans[at] as number) || undefined);
  }
  return { spans, ids, metadata, understood, cost };
}
