// Exports whose records are copied as they came: read into one piece of memory, moved together there, and written from there.
import type { RecordBatches } from "../runs/run";
import { slicesOf } from "../rows/pace";
import type { WriteBytes } from "./byteSink";
import type { ExportRequest } from "./exportRun";
import { withoutBreaks, type CopiedFormat } from "./jsonWriter";

/** Enough that each read and each write is no cost of its own. */
const batchBytes = 1 << 20;
const batchRecords = 256;

/**
 * Writes the records of the source, or those chosen; resolves with the bytes written. No view of a record is made: by the
 * million, those would be most of an export's garbage and let the memory grow.
 */
export async function copyRecords(
  { rows, pace, onProgress }: Pick<ExportRequest, "rows" | "pace" | "onProgress">,
  total: number,
  open: (memory: Uint8Array) => RecordBatches,
  format: CopiedFormat,
  write: WriteBytes,
): Promise<number> {
  const slices = slicesOf(pace);
  const margin = format.begin.length + format.beforeFirst.length + batchRecords * (format.beforeOthers.length + format.behindEach.length);
  const memory = Buffer.allocUnsafeSlow(margin + batchBytes);
  const lent = memory.subarray(margin);
  const batches = open(lent);
  let bytes = 0;
  const put = (piece: Uint8Array): Promise<void> => {
    bytes += piece.length;
    return write(piece);
  };
  const first = Buffer.concat([format.begin, format.beforeFirst]);
  let isFirst = true;
  for (let start = 0; start < total; ) {
    pace.signal?.throwIfAborted();
    const count = await batches.read(start, Math.min(batchRecords, total - start), rows);
    if (count === 0) {
      break;
    }
    const before = isFirst ? first : format.beforeOthers;
    if (batches.bytes === lent) {
      const end = moveTogether(memory, margin, batches, count, before, format);
      isFirst &&= end === 0;
      await put(memory.subarray(0, end));
    } else {
      // A single one that is larger than the memory.
      isFirst = false;
      await put(before);
      await put(format.oneLine ? withoutBreaks(batches.bytes) : batches.bytes);
      await put(format.behindEach);
    }
    if (slices.spent()) {
      await slices.turn();
    }
    start += count;
    onProgress?.(start, total);
  }
  await put(isFirst ? Buffer.concat([format.begin, format.endOfNone]) : format.end);
  return bytes;
}

/**
 * Moves the records of a batch, which lie one behind the other from `margin` on, to the front of the memory with what
 * stands around them; the result is where that ends. None is overwritten before it is moved, since the margin is as long
 * as all that is put between.
 */
export function moveTogether(memory: Uint8Array, margin: number, { at, length }: RecordBatches, count: number, beforeFirst: Uint8Array, { beforeOthers, behindEach, oneLine }: CopiedFormat): number {
  let before = beforeFirst;
  let end = 0;
  if (oneLine && count > 0) {
    withoutBreaks(memory.subarray(margin, margin + (at[count - 1] as number) + (length[count - 1] as number)));
  }
  for (let which = 0; which < count; which += 1) {
    const size = length[which] as number;
    if (size > 0) {
      memory.set(before, end);
      end += before.length;
      before = beforeOthers;
      const from = margin + (at[which] as number);
      memory.copyWithin(end, from, from + size);
      end += size;
      memory.set(behindEach, end);
      end += behindEach.length;
    }
  }
  return end;
}
