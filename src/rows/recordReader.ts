// Reads from the bytes of a record only what some columns need: most of a record is skipped unread, and never decoded.
import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote, skipNested, skipSpace, skipString, skipValue, type Cursor } from "./jsonCursor";
import { parseRecord } from "./record";
import { everyItem, pathSteps } from "./recordPath";

/** A place in records that is needed: whole, or the named parts of it. */
interface Wanted {
  readonly name: string;
  /** The name's bytes between quotes. */
  readonly key: Uint8Array;
  whole: boolean;
  readonly parts: Wanted[];
}

/** What a column tells of where it reads; without `paths` it may read anything. */
export interface ReadsPaths {
  readonly paths?: readonly string[] | undefined;
}

/**
 * A function from a record's bytes to an object that holds at least what the columns read, equal to the same part of
 * `parseRecord`. It looks no further than to the last part that is needed: of a name that is written twice in one
 * object it may take the first, and what follows is not checked to be JSON. For values used at once: a text that is kept holds on
 * to the memory of its whole record.
 */
export function recordReader(columns: readonly ReadsPaths[]): (bytes: Uint8Array) => unknown {
  const root = wanted("");
  for (const { paths } of columns) {
    if (paths === undefined || !paths.every((path) => want(root, path))) {
      return parseRecord;
    }
  }
  return (bytes) => {
    const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const cursor: Cursor = { bytes: buffer, text: buffer.toString("latin1"), at: 0 };
    skipSpace(cursor);
    if (bytes[cursor.at] !== openBrace) {
      return parseRecord(bytes);
    }
    const record = readParts(cursor, root, true);
    // Whatever is not as expected is read again as a whole, by the parser that knows all of JSON.
    return record === surprise ? parseRecord(bytes) : record;
  };
}

function wanted(name: string): Wanted {
  return { name, key: Buffer.from(name), whole: false, parts: [] };
}

/** Adds a path; false when names that every object has make reading parts unsafe. */
function want(root: Wanted, path: string): boolean {
  let here = root;
  for (const step of pathSteps(path)) {
    if (typeof step === "number" || step === everyItem) {
      break;
    }
    if (step in Object.prototype) {
      return false;
    }
    let part = here.parts.find(({ name }) => name === step);
    if (part === undefined) {
      part = wanted(step);
      here.parts.push(part);
    }
    here = part;
  }
  here.whole = true;
  return here !== root;
}

const surprise = Symbol("surprise");

/** Reads the wanted parts of the object the cursor is at, and leaves the cursor behind it, unless nothing after it is needed. */
function readParts(cursor: Cursor, node: Wanted, isLast: boolean): Record<string, unknown> | typeof surprise {
  const { bytes } = cursor;
  const found: Record<string, unknown> = {};
  let missing = node.parts.length;
  cursor.at += 1;
  skipSpace(cursor);
  if (bytes[cursor.at] === closeBrace) {
    cursor.at += 1;
    return found;
  }
  for (;;) {
    const start = cursor.at + 1;
    if (bytes[cursor.at] !== quote || !skipString(cursor)) {
      return surprise;
    }
    const part = partNamed(node, bytes, start, cursor.at - 1);
    skipSpace(cursor);
    if (part === surprise || bytes[cursor.at] !== colon) {
      return surprise;
    }
    cursor.at += 1;
    skipSpace(cursor);
    if (part === undefined) {
      if (!skipValue(cursor)) {
        return surprise;
      }
    } else {
      const value = readValue(cursor, part, isLast && missing === 1);
      if (value === surprise) {
        return surprise;
      }
      found[part.name] = value;
      missing -= 1;
      if (missing === 0) {
        return isLast || skipNested(cursor, 1) ? found : surprise;
      }
    }
    skipSpace(cursor);
    const next = bytes[cursor.at];
    cursor.at += 1;
    if (next === closeBrace) {
      return found;
    }
    if (next !== comma) {
      return surprise;
    }
    skipSpace(cursor);
  }
}

function partNamed(node: Wanted, bytes: Uint8Array, start: number, end: number): Wanted | undefined | typeof surprise {
  const { parts } = node;
  const length = end - start;
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index] as Wanted;
    if (part.key.length === length && bytes[start] === part.key[0]) {
      let same = 1;
      while (same < length && bytes[start + same] === part.key[same]) {
        same += 1;
      }
      if (same >= length) {
        return part;
      }
    }
  }
  // An escaped name may be one of those wanted.
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === backslash) {
      return surprise;
    }
  }
  return undefined;
}

function readValue(cursor: Cursor, node: Wanted, isLast: boolean): unknown {
  if (node.whole) {
    return readWhole(cursor, 0);
  }
  if (cursor.bytes[cursor.at] === openBrace) {
    return readParts(cursor, node, isLast);
  }
  // Nothing with parts: for the columns that is the same as nothing at all.
  return skipValue(cursor) ? undefined : surprise;
}

/** Lists and objects below this are left to the parser, which does not recurse. */
const deepest = 32;

function readWhole(cursor: Cursor, depth: number): unknown {
  const { bytes, text } = cursor;
  const start = cursor.at;
  const first = bytes[start];
  if (first === openBracket && depth < deepest) {
    return readList(cursor, depth);
  }
  if (!skipValue(cursor)) {
    return surprise;
  }
  if (first === quote) {
    return plainText(cursor, start + 1, cursor.at - 1) ?? parsed(cursor, start);
  }
  const value = first === openBrace || first === openBracket ? "" : text.slice(start, cursor.at);
  if (!number.test(value)) {
    return value === "null" ? null : parsed(cursor, start);
  }
  // An integer that a number cannot hold exactly is kept as its digits, as everywhere.
  return value.length > 15 && !Number.isSafeInteger(Number(value)) && integer.test(value) ? value : Number(value);
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const integer = /^-?\d+$/;

function readList(cursor: Cursor, depth: number): readonly unknown[] | typeof surprise {
  const { bytes } = cursor;
  const items: unknown[] = [];
  cursor.at += 1;
  skipSpace(cursor);
  if (bytes[cursor.at] === closeBracket) {
    cursor.at += 1;
    return items;
  }
  for (;;) {
    const item = readWhole(cursor, depth + 1);
    if (item === surprise) {
      return surprise;
    }
    items.push(item);
    skipSpace(cursor);
    const next = bytes[cursor.at];
    cursor.at += 1;
    if (next === closeBracket) {
      return items;
    }
    if (next !== comma) {
      return surprise;
    }
    skipSpace(cursor);
  }
}

function parsed({ bytes, at }: Cursor, start: number): unknown {
  const value = parseRecord(bytes.subarray(start, at));
  return value === undefined ? surprise : value;
}

/** A string without escapes and control characters is its bytes; any other is left to the parser. */
function plainText({ bytes, text }: Cursor, start: number, end: number): string | undefined {
  let all = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number;
    if (byte === backslash || byte < 0x20) {
      return undefined;
    }
    all |= byte;
  }
  return all < 0x80 ? text.slice(start, end) : bytes.toString("utf8", start, end);
}
