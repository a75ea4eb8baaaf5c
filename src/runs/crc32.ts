// CRC-32 (IEEE 802.3) over bytes, continued from an earlier value; Node's own where it has one.
import * as zlib from "node:zlib";

type Crc = (bytes: Uint8Array, from?: number) => number;

function makeTable(): Uint32Array {
  const table = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte;
    for (let bit = 0; bit < 8; bit += 1) {
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
    table[byte] = value;
  }
  return table;
}

let table: Uint32Array | undefined;

/** The same without Node's own: for Node before 20.15 and between 21 and 22.2, and for the few bytes from `at` to `end` that are worth no view. */
export function tableCrc32(bytes: Uint8Array, from = 0, at = 0, end = bytes.length): number {
  table ??= makeTable();
  let value = ~from;
  for (let next = at; next < end; next += 1) {
    value = (value >>> 8) ^ (table[(value ^ (bytes[next] as number)) & 0xff] as number);
  }
  return ~value >>> 0;
}

// Checksums as polynomials over GF(2), the highest bit first: x^0 is the top bit.

/** The product of two of them, reduced. */
function times(one: number, other: number): number {
  let product = 0;
  for (let factor = other, bit = 31; bit >= 0; bit -= 1) {
    if ((one >>> bit) & 1) {
      product ^= factor;
    }
    factor = factor & 1 ? (factor >>> 1) ^ 0xedb88320 : factor >>> 1;
  }
  return product;
}

/** x^(8·n) for n below 256, and for the multiples of 256 below 65,536. */
let powers: { readonly low: Int32Array; readonly high: Int32Array } | undefined;

function makePowers(): { readonly low: Int32Array; readonly high: Int32Array } {
  const [low, high] = [new Int32Array(256), new Int32Array(256)];
  low[0] = high[0] = 1 << 31;
  const byte = 1 << 23;
  for (let n = 1; n < 256; n += 1) {
    low[n] = times(low[n - 1] as number, byte);
  }
  const page = times(low[255] as number, byte);
  for (let n = 1; n < 256; n += 1) {
    high[n] = times(high[n - 1] as number, page);
  }
  return { low, high };
}

/** What a CRC adds to that of the same bytes with `length` more behind them. */
function shifted(crc: number, length: number): number {
  powers ??= makePowers();
  let moved = crc;
  let left = length;
  for (; left >= 65_536; left -= 65_280) {
    moved = times(powers.high[255] as number, moved);
  }
  return times(powers.high[left >>> 8] as number, times(powers.low[left & 255] as number, moved));
}

/**
 * The CRC of bytes alone, when `after` is what `before` became by them: so one pass over a reply gives its own CRC and
 * that of every part of it. `length` in bytes.
 */
export function crc32Between(before: number, after: number, length: number): number {
  return (after ^ shifted(before, length)) >>> 0;
}

/** What `before` becomes by `length` bytes whose own CRC is `own`: the CRC of a whole from those of its parts. */
export function crc32Joined(before: number, own: number, length: number): number {
  return (own ^ shifted(before, length)) >>> 0;
}

const ownOfNode = (zlib as { readonly crc32?: Crc }).crc32;

export const crc32: Crc = typeof ownOfNode === "function" ? ownOfNode : (bytes, from) => tableCrc32(bytes, from);
