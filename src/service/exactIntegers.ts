// Integers beyond 2^53 in JSON text, kept exact by turning them into strings of their digits before parsing. A number
// that loses digits has 16 of them at least, so looking at every 16th byte finds every candidate.

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const zero = 0x30;
const shortestInexact = 16;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** A value may follow `:`, `,` or `[`. */
function opensValue(byte: number | undefined): boolean {
  return byte === 0x3a || byte === 0x2c || byte === 0x5b;
}

/** A value is followed by `,`, `]`, `}` or the end. */
function closesValue(byte: number | undefined): boolean {
  return byte === undefined || byte === 0x2c || byte === 0x5d || byte === 0x7d;
}

/** Where a run of digits that may be a large integer begins; -1 when there is none. Never misses one, may see too many. */
function firstCandidate(bytes: Uint8Array): number {
  for (let at = shortestInexact - 1; at < bytes.length; at += shortestInexact) {
    if (!isDigit(bytes[at])) {
      continue;
    }
    let start = at;
    while (isDigit(bytes[start - 1])) {
      start -= 1;
    }
    let end = at + 1;
    while (isDigit(bytes[end])) {
      end += 1;
    }
    if (end - start >= shortestInexact) {
      const before = bytes[start - 1] === minus ? bytes[start - 2] : bytes[start - 1];
      const after = bytes[end];
      if ((opensValue(before) || isSpace(before)) && (closesValue(after) || isSpace(after))) {
        return start;
      }
    }
    // The next step lands on the last byte of the first 16 that can follow this run, so no run is looked at twice.
    at = end - 1;
  }
  return -1;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");
}

/**
 * The same JSON text with every integer that a number cannot hold exactly put in quotes; the very same bytes when there
 * is none. Only a number standing where a value stands is touched, so text that was no JSON does not become JSON.
 */
export function quoteInexactIntegers(bytes: Uint8Array): Uint8Array {
  if (firstCandidate(bytes) < 0) {
    return bytes;
  }
  const pieces: Uint8Array[] = [];
  const mark = Uint8Array.of(quote);
  let copied = 0;
  let lastMeaningful: number | undefined;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at];
    if (byte === quote) {
      at += 1;
      while (at < bytes.length && bytes[at] !== quote) {
        at += bytes[at] === backslash ? 2 : 1;
      }
      at += 1;
      lastMeaningful = quote;
      continue;
    }
    if (!isDigit(byte) && byte !== minus) {
      if (!isSpace(byte)) {
        lastMeaningful = byte;
      }
      at += 1;
      continue;
    }
    const start = at;
    at += 1;
    while (isDigit(bytes[at])) {
      at += 1;
    }
    const digits = byte === minus ? start + 1 : start;
    let next = at;
    if (at - digits >= shortestInexact) {
      while (isSpace(bytes[next])) {
        next += 1;
      }
      const stands = opensValue(lastMeaningful) && closesValue(bytes[next]) && bytes[digits] !== zero;
      if (stands && !Number.isSafeInteger(Number(textOf(bytes, start, at)))) {
        pieces.push(bytes.subarray(copied, start), mark, bytes.subarray(start, at), mark);
        copied = at;
      }
    }
    lastMeaningful = zero;
    at = next > at ? next : at;
  }
  if (copied === 0) {
    return bytes;
  }
  pieces.push(bytes.subarray(copied));
  return Buffer.concat(pieces);
}
