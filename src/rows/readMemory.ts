// Memory that reads of records share: a long export then takes half a megabyte instead of a new piece for each read.
import type { ReadMemory } from "../runs/run";

const capacity = 1 << 19;

/**
 * What is taken is good until `begin`: call it before a read, once nothing of the read before is needed. One user at a time.
 */
export function createReadMemory(): ReadMemory & { begin(): void } {
  const slab = Buffer.allocUnsafeSlow(capacity);
  let used = 0;
  return {
    begin: () => {
      used = 0;
    },
    take: (bytes) => {
      if (used + bytes > capacity) {
        return Buffer.allocUnsafe(bytes);
      }
      used += bytes;
      return slab.subarray(used - bytes, used);
    },
  };
}
