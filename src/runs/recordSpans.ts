// Finds where the records and the metadata of a reply lie in its bytes, without parsing the records.
import type { RecordKind } from "./run";

/** What of `metadata` a run needs; each only when it has the type the interface gives it. */
export interface ReplyMetadata {
  readonly total?: number;
  readonly credits?: number;
  readonly offset?: number;
  readonly search_after?: string;
}

export interface ReplySpans {
  /** Start and end of each record, two numbers each, in the reply's order; `end` is the byte after the last. */
  readonly spans: readonly number[];
  /** The `id` of each record; `undefined` where it has none. */
  readonly ids: readonly (string | undefined)[];
  readonly metadata: ReplyMetadata;
  /** `cost.credits` of an enrichment result. */
  readonly cost?: number | undefined;
  /** False when the bytes are no JSON object, or end inside it: then nothing else is filled. */
  readonly readable: boolean;
}

const unreadable: ReplySpans = { spans: [], ids: [], metadata: {}, readable: false };

/** The member of the reply that holds the records (interface, "Endpoints" 1–5). */
const listNames: Readonly<Record<RecordKind, string>> = { company: "companies", people: "people", contact: "data" };

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) <= 0x20) {
    at += 1;
  }
  return at;
}

/** Strings longer than this are searched for their end by Node's own search, which is quicker only for long ones. */
const nearBytes = 32;

/** `from` is the byte after the opening quote; the result the byte after the closing one, beyond the end when there is none. */
function skipString(bytes: Buffer, from: number): number {
  const end = bytes.length;
  const near = Math.min(end, from + nearBytes);
  let at = from;
  while (at < near) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      return at + 1;
    }
    at += byte === backslash ? 2 : 1;
  }
  for (;;) {
    const found = bytes.indexOf(quote, at);
    if (found < 0) {
      return end + 1;
    }
    let slashes = found;
    while (slashes > at && bytes[slashes - 1] === backslash) {
      slashes -= 1;
    }
    if ((found - slashes) % 2 === 0) {
      return found + 1;
    }
    at = found + 1;
  }
}

/** The byte after the value that begins at `from`. Brackets are counted, not matched: judging the JSON is the parser's work. */
function skipValue(bytes: Buffer, from: number): number {
  const end = bytes.length;
  const first = bytes[from];
  if (first === quote) {
    return skipString(bytes, from + 1);
  }
  let at = from;
  if (first !== openBrace && first !== openBracket) {
    while (at < end) {
      const byte = bytes[at] as number;
      if (byte === comma || byte === closeBrace || byte === closeBracket || byte <= 0x20) {
        break;
      }
      at += 1;
    }
    return at;
  }
  let depth = 0;
  while (at < end) {
    const byte = bytes[at] as number;
    at += 1;
    if (byte === quote) {
      // The short ones are gone through here: a call for each would cost as much as their bytes.
      const near = Math.min(end, at + nearBytes);
      let isOpen = true;
      while (isOpen && at < near) {
        const inside = bytes[at] as number;
        at += inside === backslash ? 2 : 1;
        isOpen = inside !== quote;
      }
      if (isOpen) {
        at = skipString(bytes, at);
      }
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

function textOf(bytes: Buffer, from: number, to: number): string {
  return bytes.toString("utf8", from, Math.max(from, to));
}

/** A JSON string or number as text; `undefined` for anything else. */
function scalarText(bytes: Buffer, from: number, to: number): string | undefined {
  if (bytes[from] === quote) {
    const inner = textOf(bytes, from + 1, to - 1);
    if (!inner.includes("\\")) {
      return inner;
    }
    const whole = parsed(bytes, from, to);
    return typeof whole === "string" ? whole : undefined;
  }
  const first = bytes[from] as number;
  return first === 0x2d || (first >= 0x30 && first <= 0x39) ? textOf(bytes, from, to) : undefined;
}

function parsed(bytes: Buffer, from: number, to: number): unknown {
  try {
    return JSON.parse(textOf(bytes, from, to));
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
function eachMember(bytes: Buffer, from: number, member: Member): number {
  let at = skipSpace(bytes, from + 1);
  if (bytes[at] === closeBrace) {
    return at + 1;
  }
  for (;;) {
    if (bytes[at] !== quote) {
      return -1;
    }
    const nameEnd = skipString(bytes, at + 1);
    const name = scalarText(bytes, at, nameEnd) ?? "";
    at = skipSpace(bytes, nameEnd);
    if (bytes[at] !== colon) {
      return -1;
    }
    const valueAt = skipSpace(bytes, at + 1);
    const valueEnd = member(name, valueAt);
    if (valueEnd > bytes.length || valueEnd <= valueAt) {
      return -1;
    }
    at = skipSpace(bytes, valueEnd);
    if (bytes[at] === closeBrace) {
      return at + 1;
    }
    if (bytes[at] !== comma) {
      return -1;
    }
    at = skipSpace(bytes, at + 1);
  }
}

/** The spans of an array's items and the byte after its `]`; `undefined` when the bytes are no whole array. */
function itemSpans(bytes: Buffer, from: number): { readonly spans: readonly number[]; readonly end: number } | undefined {
  if (bytes[from] !== openBracket) {
    return undefined;
  }
  const spans: number[] = [];
  let at = skipSpace(bytes, from + 1);
  if (bytes[at] === closeBracket) {
    return { spans, end: at + 1 };
  }
  while (at < bytes.length) {
    const end = skipValue(bytes, at);
    if (end === at || end > bytes.length) {
      return undefined;
    }
    spans.push(at, end);
    at = skipSpace(bytes, end);
    if (bytes[at] === closeBracket) {
      return { spans, end: at + 1 };
    }
    if (bytes[at] !== comma) {
      return undefined;
    }
    at = skipSpace(bytes, at + 1);
  }
  return undefined;
}

/**
 * The `id` of the object at `from`. Services write it first, so the first member is looked at before the whole object
 * is walked: that walk would be a second pass over every byte of the reply.
 */
function idOf(bytes: Buffer, from: number): string | undefined {
  if (bytes[from] !== openBrace) {
    return undefined;
  }
  const at = skipSpace(bytes, from + 1);
  if (bytes[at] === quote && bytes[at + 1] === 0x69 && bytes[at + 2] === 0x64 && bytes[at + 3] === quote) {
    const separator = skipSpace(bytes, at + 4);
    const valueAt = skipSpace(bytes, separator + 1);
    return scalarText(bytes, valueAt, skipValue(bytes, valueAt));
  }
  let id: string | undefined;
  eachMember(bytes, from, (name, valueAt) => {
    const valueEnd = skipValue(bytes, valueAt);
    if (name === "id") {
      id = scalarText(bytes, valueAt, valueEnd);
    }
    return valueEnd;
  });
  return id;
}

function openObject(value: unknown): { readonly [field: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as { readonly [field: string]: unknown }) : {};
}

/** `credits` and the totals are numbers or nothing; a cursor is a non-empty text or nothing. */
function metadataOf(value: unknown): ReplyMetadata {
  const { total, credits, offset, search_after: cursor } = openObject(value);
  return {
    ...(typeof total === "number" ? { total } : {}),
    ...(typeof credits === "number" && credits >= 0 ? { credits } : {}),
    ...(typeof offset === "number" ? { offset } : {}),
    ...(typeof cursor === "string" && cursor !== "" ? { search_after: cursor } : {}),
  };
}

/** The parts of a reply's body. A list that is null, missing or no list counts as empty. Never throws. */
export function replySpans(body: Uint8Array, recordKind: RecordKind): ReplySpans {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const start = skipSpace(bytes, hasMark ? 3 : 0);
  if (bytes[start] !== openBrace) {
    return unreadable;
  }
  const listName = listNames[recordKind];
  let spans: readonly number[] = [];
  let metadata: ReplyMetadata = {};
  let cost: unknown;
  const end = eachMember(bytes, start, (name, from) => {
    if (name === listName) {
      const items = itemSpans(bytes, from);
      spans = items?.spans ?? [];
      return items?.end ?? skipValue(bytes, from);
    }
    const to = skipValue(bytes, from);
    if (name === "metadata") {
      metadata = metadataOf(parsed(bytes, from, to));
    } else if (name === "cost" && recordKind === "contact") {
      cost = openObject(parsed(bytes, from, to))["credits"];
    }
    return to;
  });
  if (end < 0 || skipSpace(bytes, end) < bytes.length) {
    return unreadable;
  }
  const ids: (string | undefined)[] = [];
  for (let at = 0; at < spans.length; at += 2) {
    ids.push(recordKind === "contact" ? undefined : idOf(bytes, spans[at] as number));
  }
  return { spans, ids, metadata, readable: true, ...(typeof cost === "number" ? { cost } : {}) };
}
