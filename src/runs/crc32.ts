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

/** The same without Node's own: for Node before 20.15 and between 21 and 22.2. */
export function tableCrc32(bytes: Uint8Array, from = 0): number {
  table ??= makeTable();
  let value = ~from;
  for (const byte of bytes) {
    value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] as number);
  }
  return ~value >>> 0;
}

const own = (zlib as { readonly crc32?: Crc }).crc32;

export const crc32: Crc = typeof own === "function" ? own : tableCrc32;
