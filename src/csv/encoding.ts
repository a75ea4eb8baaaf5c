// The text encodings of spreadsheet programs: detected, decoded and encoded.

export type CsvEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The letters of Windows-1252 at 0x80 to 0x9F; elsewhere it is Latin-1. Five of these bytes are not assigned. */
const high = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
/** The UTF-16 code unit of each byte. */
const unitOfByte = Uint16Array.from({ length: 256 }, (_none, byte) => (high[byte - 0x80] ?? "").charCodeAt(0) || byte);
const highBytes: ReadonlyMap<string, number> = new Map(Array.from(high, (letter, nth) => [letter, 0x80 + nth]));

export interface EncodingFound {
  readonly encoding: CsvEncoding;
  /** The byte-order mark at the beginning, empty when there is none. */
  readonly mark: Uint8Array;
}

const marks: readonly (readonly [CsvEncoding, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** Detects a byte-order mark, or the zero bytes of UTF-16 without one; `undefined` when the first bytes do not tell. */
export function encodingOfStart(start: Uint8Array): EncodingFound | undefined {
  for (const [encoding, mark] of marks) {
    if (mark.every((byte, at) => start[at] === byte)) {
      return { encoding, mark: start.slice(0, mark.length) };
    }
  }
  const pairs = Math.min(start.length, 4_000) >> 1;
  let even = 0;
  let odd = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    even += start[2 * pair] === 0 ? 1 : 0;
    odd += start[2 * pair + 1] === 0 ? 1 : 0;
  }
  const mark = new Uint8Array(0);
  if (odd > pairs * 0.4 && even < pairs * 0.1) {
    return { encoding: "utf-16le", mark };
  }
  return even > pairs * 0.4 && odd < pairs * 0.1 ? { encoding: "utf-16be", mark } : undefined;
}

/** Checks chunk by chunk whether bytes are valid UTF-8. */
export function utf8Check(): { readonly add: (chunk: Uint8Array) => boolean; readonly end: () => boolean } {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let valid = true;
  const check = (chunk: Uint8Array, stream: boolean): boolean => {
    try {
      if (valid) {
        decoder.decode(chunk, { stream });
      }
    } catch {
      valid = false;
    }
    return valid;
  };
  return { add: (chunk) => check(chunk, true), end: () => check(new Uint8Array(0), false) };
}

/** Bytes of a delimiter, quote or line feed. */
export const bytesPerUnit = (encoding: CsvEncoding): 1 | 2 =>
  encoding === "utf-16le" || encoding === "utf-16be" ? 2 : 1;

export function decodeText(bytes: Uint8Array, encoding: CsvEncoding, start = 0, end = bytes.length): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (encoding) {
    case "utf-8":
      return buffer.toString("utf8", start, end);
    case "utf-16le":
      return buffer.toString("utf16le", start, end);
    case "utf-16be":
      return Buffer.from(buffer.subarray(start, end - ((end - start) % 2)))
        .swap16()
        .toString("utf16le");
    case "windows-1252": {
      const text = buffer.toString("latin1", start, end);
      if (!/[\u0080-\u009f]/.test(text)) {
        return text;
      }
      // Not `replace`: with millions of matches it takes seconds, and then all of the stack.
      const units = Buffer.allocUnsafe(2 * text.length);
      for (let at = 0; at < text.length; at += 1) {
        units.writeUInt16LE(unitOfByte[buffer[start + at] ?? 0] ?? 0, 2 * at);
      }
      return units.toString("utf16le");
    }
  }
}

/** `lost` counts letters that the encoding lacks, which are written as question marks. */
export function encodeText(text: string, encoding: CsvEncoding): { readonly bytes: Uint8Array; readonly lost: number } {
  switch (encoding) {
    case "utf-8":
      return { bytes: Buffer.from(text, "utf8"), lost: 0 };
    case "utf-16le":
      return { bytes: Buffer.from(text, "utf16le"), lost: 0 };
    case "utf-16be":
      return { bytes: Buffer.from(text, "utf16le").swap16(), lost: 0 };
    case "windows-1252": {
      let lost = 0;
      const bytes = Array.from(text.normalize("NFC"), (letter) => {
        const code = letter.codePointAt(0) ?? 0;
        const byte = highBytes.get(letter) ?? (code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : undefined);
        lost += byte === undefined ? 1 : 0;
        return byte ?? 0x3f;
      });
      return { bytes: Uint8Array.from(bytes), lost };
    }
  }
}
