// Reads a journal's records batch by batch into one piece of memory, and checks what it read with one CRC for many records.
import { crc32, crc32Joined, tableCrc32 } from "./crc32";
import type { DiskFile } from "./disk";
import { emptyPlaces, type RowIndex, type RowPlaces } from "./journalIndex";
import { gapBytes } from "./journalWalk";
import type { RecordBatches } from "./run";
import { storageFailure } from "./storageFailure";

/** What of an open journal is read from; each may change between two batches. */
export interface BatchParts {
  file(): DiskFile;
  index(): RowIndex;
  /** Where the last frame ends. */
  end(): number;
  /** One record the careful way: checked alone, its damage noted. `undefined` when there is no such row. */
  readOne(row: number): Promise<Uint8Array | undefined>;
}

/** Enough that reading is no cost of its own. */
const mostRecords = 256;

/** Bytes between two records, such as the comma: up to so many are gone through here, more begin another check. */
const nearBytes = 16;

export function createBatches(memory: Uint8Array, parts: BatchParts): RecordBatches {
  const places = emptyPlaces(mostRecords);
  const at = new Int32Array(mostRecords);
  const length = new Int32Array(mostRecords);
  let bytes = memory;

  /** As many as the memory holds; or the first alone, wherever it lies, when that is larger. */
  const readOneByOne = async (start: number, count: number, rows?: ArrayLike<number>): Promise<number> => {
    let used = 0;
    for (let which = 0; which < count; which += 1) {
      const record = (await parts.readOne(rows?.[start + which] ?? start + which)) ?? new Uint8Array();
      const fits = used + record.length <= memory.length;
      if (!fits && which > 0) {
        return which;
      }
      at[which] = used;
      length[which] = record.length;
      if (!fits) {
        bytes = record;
        return 1;
      }
      memory.set(record, used);
      used += record.length;
    }
    return count;
  };

  return {
    get bytes() {
      return bytes;
    },
    at,
    length,
    async read(start, count, rows) {
      bytes = memory;
      const wanted = Math.min(count, mostRecords, (rows?.length ?? parts.index().count) - start);
      let done = 0;
      try {
        await parts.index().locate(places, start, Math.max(0, wanted), rows);
        for (let used = 0; done < wanted; ) {
          const to = putStretch(places, done, wanted, parts.end(), at, length, used, memory.length);
          if (to === done) {
            break;
          }
          const end = (at[to - 1] as number) + (length[to - 1] as number);
          const read = await parts.file().read(memory.subarray(used, end), places.at[done] as number);
          if (read < end - used || !isSound(memory, at, length, places.crc, done, to)) {
            return readOneByOne(start, wanted, rows);
          }
          used = end;
          done = to;
        }
      } catch (error) {
        throw storageFailure(error);
      }
      // Not even the first of them: it lies nowhere, or is larger than the memory.
      return done === 0 && wanted > 0 ? readOneByOne(start, 1, rows) : done;
    },
  };
}

// What follows does not wait for anything: in a function that does, each number it reckons with can be an object of its own.

/**
 * Says where in memory, from `used` on, the records from the `from`th on come to lie when they are read at once: as far as
 * they lie behind each other in the file, near enough, and fit in. The result is the first that does not belong to them.
 */
function putStretch(places: RowPlaces, from: number, count: number, fileEnd: number, at: Int32Array, length: Int32Array, used: number, room: number): number {
  const start = places.at[from] as number;
  let end = start;
  let to = from;
  for (; to < count; to += 1) {
    const place = places.at[to] as number;
    const placeEnd = place + (places.length[to] as number);
    if (place < end || place > end + gapBytes || placeEnd > fileEnd || used + placeEnd - start > room) {
      break;
    }
    at[to] = used + place - start;
    length[to] = placeEnd - place;
    end = placeEnd;
  }
  return to;
}

/**
 * Whether the records from the `from`th up to the `to`th, which lie behind each other, all have their checksums. For as
 * many as are near each other one CRC is taken, and compared with what those of the single records amount to together
 * with the bytes between them: damage to any of them changes it as it would change the record's own.
 */
function isSound(bytes: Uint8Array, at: Int32Array, length: Int32Array, crc: Uint32Array, from: number, to: number): boolean {
  for (let first = from; first < to; ) {
    const begin = at[first] as number;
    let end = begin + (length[first] as number);
    let expected = crc[first] as number;
    let next = first + 1;
    for (; next < to && (at[next] as number) - end <= nearBytes; next += 1) {
      const place = at[next] as number;
      const size = length[next] as number;
      expected = crc32Joined(tableCrc32(bytes, expected, end, place), crc[next] as number, size);
      end = place + size;
    }
    if (crc32(bytes.subarray(begin, end)) !== expected) {
      return false;
    }
    first = next;
  }
  return true;
}
