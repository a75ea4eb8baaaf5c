// Where each row of a journal lies, in memory and in the sidecar file beside it: derived, and made anew when missing or wrong.
import type { Disk, DiskFile } from "./disk";

// 16 bytes an entry: 6 where the record begins in the journal, 4 its length, 4 its CRC-32 xor its row, 2 unused. The row is
// in there so that entries which changed places are noticed like any other damage.
const entryBytes = 16;
const headBytes = 16;
const magic = Buffer.from("PDrows1\n", "latin1");

/** Where several rows lie, a list for each part: an object for each row would be garbage by the million. */
export interface RowPlaces {
  readonly at: Float64Array;
  readonly length: Uint32Array;
  readonly crc: Uint32Array;
}

/** For so many rows. */
export function emptyPlaces(count: number): RowPlaces {
  return { at: new Float64Array(count), length: new Uint32Array(count), crc: new Uint32Array(count) };
}

/** Grows at its end only. */
export interface RowIndex {
  readonly count: number;
  /** Adds a page's rows: `bodyAt` is where its body begins in the journal, `records` are as in `PageMeta`. */
  add(bodyAt: number, records: readonly number[]): void;
  /** Where these rows lie, each from 0 to `count - 1`; what cannot be told is placed where no record's checksum fits. */
  places(rows: readonly number[]): Promise<RowPlaces>;
  /** The same into lists that are used again: of `rows` the `count` from `start` on, or when absent of all rows. */
  locate(into: RowPlaces, start: number, count: number, rows?: ArrayLike<number>): Promise<void>;
  /** The entries from `row` on, as they lie in the sidecar; only of rows added through this object. */
  bytesFrom(row: number): Uint8Array;
}

/** The entries that lie in a sidecar: read in blocks, as they are needed. */
interface StoredEntries {
  readonly count: number;
  /** Reads the entries from `from` on into `memory`; resolves with those there are, none when they cannot be read. */
  read(from: number, memory: Buffer): Promise<Buffer>;
}

const blockRows = 2048;
/**
 * Blocks kept: rows that stand together are gone through one after the other, and a million of them must not leave the
 * whole index behind in memory; rows from all over are asked for again and again.
 */
const fewBlocks = 4;
const manyBlocks = 512;

/** Four bytes as they lie; as a signed number above 2^31. Buffer's own reading checks its arguments each time. */
function uint32(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
}

export function createRowIndex(stored?: StoredEntries): RowIndex {
  const storedCount = stored?.count ?? 0;
  const blocks = new Map<number, Buffer>();
  /** The last block that was needed: who comes from it to the next goes through the rows in order. */
  let latest = -1;
  let bytes = Buffer.alloc(0);
  let added = 0;
  const decode = (from: Buffer, entry: number, row: number, which: number, into: RowPlaces): void => {
    if (entry + entryBytes <= from.length) {
      into.at[which] = (uint32(from, entry) >>> 0) + (from[entry + 4] as number) * 2 ** 32 + (from[entry + 5] as number) * 2 ** 40;
      into.length[which] = uint32(from, entry + 6);
      into.crc[which] = uint32(from, entry + 10) ^ row;
    }
  };
  /** Those of the rows that lie in these entries, which begin with the row `first`. */
  const decodeFrom = (entries: Buffer, first: number, end: number, into: RowPlaces, start: number, count: number, rows?: ArrayLike<number>): void => {
    for (let which = 0; which < count; which += 1) {
      const row = rows === undefined ? start + which : (rows[start + which] as number);
      if (row >= first && row < end) {
        decode(entries, (row - first) * entryBytes, row, which, into);
      }
    }
  };
  /** The stored blocks that the rows lie in, each once. */
  const blocksOf = (start: number, count: number, rows?: ArrayLike<number>): readonly number[] => {
    const needed: number[] = [];
    for (let which = 0; which < count; which += 1) {
      const row = rows === undefined ? start + which : (rows[start + which] as number);
      const block = Math.floor(row / blockRows);
      // Mostly it is that of the row before.
      if (row < storedCount && block !== needed.at(-1) && !needed.includes(block)) {
        needed.push(block);
      }
    }
    return needed;
  };
  /** For one block more: the memory of those used longest ago, when there are `most` already. */
  const memoryFor = (length: number, most: number): Buffer => {
    let memory: Buffer | undefined;
    for (const [block, entries] of blocks) {
      if (blocks.size < most) {
        break;
      }
      blocks.delete(block);
      memory = entries;
    }
    return memory === undefined || memory.length < length ? Buffer.allocUnsafe(length) : memory.subarray(0, length);
  };
  const locate: RowIndex["locate"] = async (into, start, count, rows) => {
    into.at.fill(0);
    into.length.fill(0);
    // No record of no bytes has this checksum.
    into.crc.fill(1);
    if (added > 0) {
      decodeFrom(bytes, storedCount, storedCount + added, into, start, count, rows);
    }
    const needed = blocksOf(start, count, rows);
    if (stored === undefined || needed.length === 0) {
      return;
    }
    const first = Math.min(...needed);
    const goesOn = needed.length <= 2 && (first === latest || first === latest + 1);
    latest = Math.max(...needed);
    for (const block of needed) {
      const from = block * blockRows;
      const entries = blocks.get(block) ?? (await stored.read(from, memoryFor(Math.min(blockRows, storedCount - from) * entryBytes, goesOn ? fewBlocks : manyBlocks)));
      // What was used last stands last. From here to the end nothing may wait: the memory could be given to another block.
      blocks.delete(block);
      blocks.set(block, entries);
      decodeFrom(entries, from, Math.min(storedCount, from + blockRows), into, start, count, rows);
    }
  };
  return {
    get count() {
      return storedCount + added;
    },
    add(bodyAt, records) {
      const needed = (added + records.length / 3) * entryBytes;
      if (needed > bytes.length) {
        const grown = Buffer.alloc(Math.max(needed, bytes.length * 2, 256 * entryBytes));
        bytes.copy(grown, 0, 0, added * entryBytes);
        bytes = grown;
      }
      for (let at = 0; at + 2 < records.length; at += 3) {
        const entry = added * entryBytes;
        bytes.writeUIntLE(bodyAt + (records[at] as number), entry, 6);
        bytes.writeUInt32LE(records[at + 1] as number, entry + 6);
        bytes.writeUInt32LE(((records[at + 2] as number) ^ (storedCount + added)) >>> 0, entry + 10);
        added += 1;
      }
    },
    async places(rows) {
      const into = emptyPlaces(rows.length);
      await locate(into, 0, rows.length, rows);
      return into;
    },
    locate,
    bytesFrom: (row) => bytes.subarray((row - storedCount) * entryBytes, added * entryBytes),
  };
}

function indexHead(salt: number): Buffer {
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeUInt32LE(salt, magic.length);
  return head;
}

/**
 * The first `atMost` entries of the sidecar (it may be ahead of what its reader has seen), when there is one that belongs
 * to the journal with this salt. Unreadable counts as none. Reads its head alone.
 */
export async function loadIndex(disk: Disk, path: string, salt: number, atMost: number): Promise<RowIndex | undefined> {
  const readAt = async (at: number, memory: Buffer): Promise<{ readonly bytes: Buffer; readonly size: number }> => {
    const file = await disk.open(path, "read");
    try {
      const { size } = await file.stat();
      return { bytes: memory.subarray(0, await file.read(memory, at)), size };
    } finally {
      await file.close();
    }
  };
  try {
    const { bytes, size } = await readAt(0, Buffer.alloc(headBytes));
    if (!bytes.equals(indexHead(salt))) {
      return undefined;
    }
    const read = async (from: number, memory: Buffer): Promise<Buffer> => {
      try {
        return (await readAt(headBytes + from * entryBytes, memory)).bytes;
      } catch {
        return memory.subarray(0, 0);
      }
    };
    return createRowIndex({ count: Math.min(atMost, Math.floor((size - headBytes) / entryBytes)), read });
  } catch {
    return undefined;
  }
}

/** Writes the sidecar anew. It is never synced: after a loss of power it is short or wrong, and made again. */
export async function saveIndex(disk: Disk, path: string, salt: number, index: RowIndex): Promise<DiskFile> {
  // As they are now: the index may grow meanwhile, and its writer counts on what it asked for.
  const bytes = Buffer.concat([indexHead(salt), index.bytesFrom(0)]);
  await disk.remove(path);
  const file = await disk.open(path, "append");
  try {
    await file.write(bytes);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
