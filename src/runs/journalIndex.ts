// Where each row of a journal lies, in memory and in the sidecar file beside it: derived, and made anew when missing or wrong.
import type { Disk, DiskFile } from "./disk";

// 16 bytes an entry: 6 where the record begins in the journal, 4 its length, 4 its CRC-32 xor its row, 2 unused. The row is
// in there so that entries which changed places are noticed like any other damage.
const entryBytes = 16;
const headBytes = 16;
const magic = Buffer.from("PDrows1\n", "latin1");

export interface RowPlace {
  readonly at: number;
  readonly length: number;
  readonly crc: number;
}

/** Grows at its end only. */
export interface RowIndex {
  readonly count: number;
  /** Adds a page's rows: `bodyAt` is where its body begins in the journal, `records` are as in `PageMeta`. */
  add(bodyAt: number, records: readonly number[]): void;
  /** Gets what is needed to place these rows; what cannot be got is placed where no record's checksum fits. */
  load(rows: readonly number[]): Promise<void>;
  /** `row` runs from 0 to `count - 1` and was loaded, or added through this object. */
  place(row: number): RowPlace;
  /** The entries from `row` on, as they lie in the sidecar; only of rows added through this object. */
  bytesFrom(row: number): Uint8Array;
}

/** The entries that lie in a sidecar: read in blocks, as they are needed. */
interface StoredEntries {
  readonly count: number;
  /** Bytes of the entries `from` … `from + count - 1`. */
  read(from: number, count: number): Promise<Buffer>;
}

const blockRows = 2048;
const noPlace: RowPlace = { at: 0, length: 0, crc: 1 };

export function createRowIndex(stored?: StoredEntries): RowIndex {
  const storedCount = stored?.count ?? 0;
  const blocks = new Map<number, Buffer>();
  let bytes = Buffer.alloc(0);
  let added = 0;
  const decode = (from: Buffer, entry: number, row: number): RowPlace =>
    entry + entryBytes > from.length ? noPlace : { at: from.readUIntLE(entry, 6), length: from.readUInt32LE(entry + 6), crc: (from.readUInt32LE(entry + 10) ^ row) >>> 0 };
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
    async load(rows) {
      if (stored === undefined) {
        return;
      }
      for (const block of new Set(rows.map((row) => Math.floor(row / blockRows)))) {
        const from = block * blockRows;
        if (from < storedCount && !blocks.has(block)) {
          blocks.set(block, await stored.read(from, Math.min(blockRows, storedCount - from)));
        }
      }
    },
    place(row) {
      if (row >= storedCount) {
        return decode(bytes, (row - storedCount) * entryBytes, row);
      }
      const block = blocks.get(Math.floor(row / blockRows));
      return block === undefined ? noPlace : decode(block, (row % blockRows) * entryBytes, row);
    },
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
  const readAt = async (at: number, length: number): Promise<{ readonly bytes: Buffer; readonly size: number }> => {
    const file = await disk.open(path, "read");
    try {
      const { size } = await file.stat();
      const bytes = Buffer.alloc(length);
      return { bytes: bytes.subarray(0, await file.read(bytes, at)), size };
    } finally {
      await file.close();
    }
  };
  try {
    const { bytes, size } = await readAt(0, headBytes);
    if (!bytes.equals(indexHead(salt))) {
      return undefined;
    }
    const read = async (from: number, count: number): Promise<Buffer> => {
      try {
        return (await readAt(headBytes + from * entryBytes, count * entryBytes)).bytes;
      } catch {
        return Buffer.alloc(0);
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
