// Reads a write-ahead log without SQLite: whose log it is, whether it is whole, and the pages that it contains.
import { closeSync, openSync, readFileSync, readSync } from "node:fs";

/** SQLite gives a log two random numbers; each restart of it adds 1 to the first and changes the second. */
export interface LogId {
  readonly first: number;
  readonly second: number;
}

export interface LogFrames {
  readonly pageBytes: number;
  /** Pages of the database after its last transaction; 0 without one. */
  readonly pages: number;
  /** Whole transactions lie behind a damaged frame: SQLite would drop them without a word. */
  readonly isDamaged: boolean;
  page(no: number): Buffer | undefined;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
const magic = 0x377f0682;

export function logIdOf(file: string): LogId | undefined {
  let opened: number;
  try {
    opened = openSync(file, "r");
  } catch {
    return undefined;
  }
  try {
    const header = Buffer.alloc(headerBytes);
    return readSync(opened, header, 0, headerBytes, 0) === headerBytes ? idOf(header) : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(opened);
  }
}

const isLog = (header: Buffer): boolean => (header.readUInt32BE(0) & ~1) === magic;

const idOf = (header: Buffer): LogId | undefined =>
  isLog(header) ? { first: header.readUInt32BE(16), second: header.readUInt32BE(20) } : undefined;

/** Restarts that a log may be ahead of what was noted about it: the process died before it could note more. */
const mostRestarts = 100_000;

/** Whether `found` is `noted`, or what SQLite makes of it when it restarts the log. */
export function continues(found: LogId, noted: LogId): boolean {
  const restarts = (found.first - noted.first + 2 ** 32) % 2 ** 32;
  return restarts === 0 ? found.second === noted.second : restarts <= mostRestarts;
}

/** Transactions behind a damaged frame that prove damage: a power cut leaves at most one unfinished. */
const provingCommits = 2;

/** `undefined` when it contains no transaction. `salts`: of a log whose header is lost. */
export function readLog(file: string, salts?: LogId): LogFrames | undefined {
  const bytes = readFileSync(file);
  if (bytes.length < headerBytes) {
    return undefined;
  }
  const id = idOf(bytes) ?? salts;
  const stated = isLog(bytes) ? bytes.readUInt32BE(8) : 0;
  const pageBytes = stated >= 512 && (stated & (stated - 1)) === 0 ? stated : 8192;
  if (id === undefined) {
    return undefined;
  }
  const frameBytes = frameHeaderBytes + pageBytes;
  const isLittle = (bytes.readUInt32BE(0) & 1) === 0;
  let sums: Sums = checksum(bytes.subarray(0, 24), isLittle, [0, 0]);
  let isWhole = isLog(bytes) && sums[0] === bytes.readUInt32BE(24) && sums[1] === bytes.readUInt32BE(28);
  let commitsBehind = 0;
  let size = 0;
  let pending = new Map<number, number>();
  const [pages, pagesBehind] = [new Map<number, number>(), new Map<number, number>()];
  let sizeBehind = 0;
  for (let at = headerBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    if (bytes.readUInt32BE(at + 8) !== id.first || bytes.readUInt32BE(at + 12) !== id.second) {
      isWhole = false; // Damaged, or of an earlier round of the log.
      continue;
    }
    if (isWhole) {
      const data = bytes.subarray(at + frameHeaderBytes, at + frameBytes);
      sums = checksum(data, isLittle, checksum(bytes.subarray(at, at + 8), isLittle, sums));
      isWhole = sums[0] === bytes.readUInt32BE(at + 16) && sums[1] === bytes.readUInt32BE(at + 20);
      if (!isWhole) {
        pending = new Map();
        continue;
      }
    }
    pending.set(bytes.readUInt32BE(at), at + frameHeaderBytes);
    const sizeAfter = bytes.readUInt32BE(at + 4);
    if (sizeAfter > 0) {
      pending.forEach((start, no) => (isWhole ? pages : pagesBehind).set(no, start));
      pending = new Map();
      size = isWhole ? sizeAfter : size;
      sizeBehind = sizeAfter;
      commitsBehind += isWhole ? 0 : 1;
    }
  }
  const isDamaged = commitsBehind >= provingCommits;
  const last = isDamaged ? sizeBehind : size;
  return last === 0
    ? undefined
    : {
        pageBytes,
        pages: last,
        isDamaged,
        page: (no) => {
          const at = (isDamaged ? pagesBehind.get(no) : undefined) ?? pages.get(no);
          return at === undefined ? undefined : bytes.subarray(at, at + pageBytes);
        },
      };
}

type Sums = readonly [number, number];

/** SQLite's checksum over pairs of 32-bit words. */
function checksum(bytes: Buffer, isLittle: boolean, [first, second]: Sums): Sums {
  let [a, b] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    a = (a + (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) + b) >>> 0;
    b = (b + (isLittle ? bytes.readUInt32LE(at + 4) : bytes.readUInt32BE(at + 4)) + a) >>> 0;
  }
  return [a, b];
}
