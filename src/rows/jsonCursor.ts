// Moves over JSON bytes without reading what they say: behind a space, a string, a value, a bracket.

export interface Cursor {
  /** Bytes are looked at here, and texts cut out of `text`, a character for each byte: each is what the other is slow at. */
  readonly bytes: Buffer;
  readonly text: string;
  at: number;
}

export const quote = 0x22;
export const backslash = 0x5c;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const comma = 0x2c;
export const colon = 0x3a;

export function skipSpace(cursor: Cursor): void {
  const { bytes } = cursor;
  let byte = bytes[cursor.at];
  while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
    cursor.at += 1;
    byte = bytes[cursor.at];
  }
}

/** From the opening quote to behind the closing one. */
export function skipString(cursor: Cursor): boolean {
  const behind = behindString(cursor, cursor.at + 1);
  cursor.at = behind;
  return behind >= 0;
}

/** Behind the quote that closes the string whose first character is at `start`; negative when none does. */
function behindString({ bytes, text }: Cursor, start: number): number {
  let at = text.indexOf('"', start);
  if (at >= 0 && bytes[at - 1] !== backslash) {
    return at + 1;
  }
  // Somewhere before there is an escape: from here every character counts.
  for (at = start; at < bytes.length; at += bytes[at] === backslash ? 2 : 1) {
    if (bytes[at] === quote) {
      return at + 1;
    }
  }
  return -1;
}

/** Behind the value the cursor is at; false when it does not end. */
export function skipValue(cursor: Cursor): boolean {
  const { bytes } = cursor;
  const end = bytes.length;
  const first = bytes[cursor.at];
  if (first === quote) {
    return skipString(cursor);
  }
  let at = cursor.at;
  if (first !== openBrace && first !== openBracket) {
    while (at < end) {
      const byte = bytes[at] as number;
      if (byte === comma || byte === closeBrace || byte === closeBracket || byte <= 0x20) {
        break;
      }
      at += 1;
    }
    const empty = at === cursor.at;
    cursor.at = at;
    return !empty;
  }
  cursor.at = at;
  return skipNested(cursor, 0);
}

/** Behind the bracket that closes what is open: nothing yet when the cursor is at a bracket, else so many of them. */
export function skipNested(cursor: Cursor, open: number): boolean {
  const { bytes } = cursor;
  const end = bytes.length;
  let at = cursor.at;
  let depth = open;
  while (at < end) {
    const byte = bytes[at];
    at += 1;
    if (byte === quote) {
      at = behindString(cursor, at);
      if (at < 0) {
        return false;
      }
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) {
        cursor.at = at;
        return true;
      }
    }
  }
  return false;
}
