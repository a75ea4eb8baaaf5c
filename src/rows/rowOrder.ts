// Putting rows in order in slices: numbers by size, text as people sort it, the unknown always last.
import type { Slices } from "./pace";

export type SortKey = string | number | undefined;

// One collator for all: making one costs more than sorting a page. Accents and case count only between equals.
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "variant" });

/** Compares two rows by their keys; equal ones keep the order of the source, in both directions. */
export function rowComparer(keys: readonly SortKey[], descending: boolean): (a: number, b: number) => number {
  const direction = descending ? -1 : 1;
  return (a, b) => {
    const [left, right] = [keys[a], keys[b]];
    if (left === right) {
      return a - b;
    }
    if (left === undefined || right === undefined) {
      return left === undefined ? 1 : -1;
    }
    if (typeof left === "number") {
      const order = typeof right === "number" ? left - right : -1;
      return order === 0 ? a - b : order * direction;
    }
    const order = typeof right === "number" ? 1 : collator.compare(left, right);
    return order === 0 ? a - b : order * direction;
  };
}

/** Sorted at once, as a slice's worth of work. */
const runLength = 256;
/** Steps of a merge between two looks at the clock. */
const stepsPerLook = 128;

/** The rows in order, as a new list. */
export async function sortRows(rows: Uint32Array, compare: (a: number, b: number) => number, slices: Slices): Promise<Uint32Array> {
  let from = rows.slice();
  for (let start = 0; start < from.length; start += runLength) {
    from.subarray(start, start + runLength).sort(compare);
    if (slices.spent()) {
      await slices.turn();
    }
  }
  let to = new Uint32Array(from.length);
  for (let length = runLength; length < from.length; length *= 2) {
    for (let start = 0; start < from.length; start += 2 * length) {
      const middle = Math.min(start + length, from.length);
      const end = Math.min(start + 2 * length, from.length);
      await mergeInto(to, start, from.subarray(start, middle), from.subarray(middle, end), compare, slices);
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Two ordered lists as one. */
export async function mergeRows(a: Uint32Array, b: Uint32Array, compare: (a: number, b: number) => number, slices: Slices): Promise<Uint32Array> {
  const merged = new Uint32Array(a.length + b.length);
  await mergeInto(merged, 0, a, b, compare, slices);
  return merged;
}

async function mergeInto(target: Uint32Array, at: number, a: Uint32Array, b: Uint32Array, compare: (a: number, b: number) => number, slices: Slices): Promise<void> {
  let [left, right] = [0, 0];
  for (let index = at; index < at + a.length + b.length; index += 1) {
    const fromLeft = right >= b.length || (left < a.length && compare(a[left] ?? 0, b[right] ?? 0) <= 0);
    if (fromLeft) {
      target[index] = a[left] ?? 0;
      left += 1;
    } else {
      target[index] = b[right] ?? 0;
      right += 1;
    }
    if (index % stepsPerLook === 0 && slices.spent()) {
      await slices.turn();
    }
  }
}
