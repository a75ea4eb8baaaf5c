// Reads the records of a source one after the other, a batch from the disk at a time and in slices of the event loop.
import type { RecordSource } from "../runs/run";
import { createReadMemory } from "./readMemory";
import { slicesOf, type Pace } from "./pace";

/** Enough that reading is no cost of its own, few enough that they fit into the memory lent for it. */
const batch = 64;

/**
 * Hands each record's bytes to `visit` with its row in the source; they are good for the visit alone. `rows` chooses and orders; absent, it is the rows
 * from `from` to `to`. Rejects with the signal's reason when aborted.
 */
export async function scanRecords(
  source: RecordSource,
  pace: Pace,
  range: { readonly rows: ArrayLike<number> } | { readonly from: number; readonly to: number },
  visit: (bytes: Uint8Array, row: number) => void,
): Promise<void> {
  const slices = slicesOf(pace);
  const memory = createReadMemory();
  const total = "rows" in range ? range.rows.length : range.to - range.from;
  for (let start = 0; start < total; start += batch) {
    pace.signal?.throwIfAborted();
    const count = Math.min(batch, total - start);
    const rows = "rows" in range ? Array.from({ length: count }, (_, index) => range.rows[start + index] ?? 0) : undefined;
    const first = "rows" in range ? 0 : range.from + start;
    memory.begin();
    const records = rows === undefined ? await source.read(first, count, memory) : await source.readMany(rows, memory);
    for (const [index, bytes] of records.entries()) {
      visit(bytes, rows?.[index] ?? first + index);
      if (slices.spent()) {
        await slices.turn();
      }
    }
  }
}
