// The index of a journal's rows: every row in its place, however it is gone through, in memory that does not grow with it.
import { strict as assert } from "node:assert";
import { createRowIndex, type RowIndex } from "../../../src/runs/journalIndex";

const rows = 100_000;
const entryBytes = 16;

/** A sidecar of so many rows, each 10 bytes long at 20 × its number; notes the memory it reads into. */
function sidecar(): { readonly index: RowIndex; readonly memory: Set<ArrayBufferLike>; readonly reads: number[] } {
  const written = createRowIndex();
  written.add(0, Array.from({ length: rows }, (_, row) => [row * 20, 10, row % 1000]).flat());
  const stored = written.bytesFrom(0);
  const memory = new Set<ArrayBufferLike>();
  const reads: number[] = [];
  const index = createRowIndex({
    count: rows,
    async read(from, into) {
      memory.add(into.buffer);
      reads.push(from);
      await new Promise((resolve) => setImmediate(resolve));
      into.set(stored.subarray(from * entryBytes, from * entryBytes + into.length));
      return into;
    },
  });
  return { index, memory, reads };
}

async function check(index: RowIndex, wanted: readonly number[]): Promise<void> {
  const { at, length, crc } = await index.places(wanted);
  assert.deepEqual([...at], wanted.map((row) => row * 20));
  assert.deepEqual([...length], wanted.map(() => 10));
  assert.deepEqual([...crc], wanted.map((row) => row % 1000));
}

const from = (start: number, count: number): number[] => Array.from({ length: count }, (_, nth) => start + nth);

describe("The index of a journal's rows", () => {
  it("is gone through from end to end in the memory of a few blocks", async () => {
    const { index, memory } = sidecar();
    for (let start = 0; start < rows; start += 100) {
      await check(index, from(start, 100));
    }
    assert.ok(memory.size <= 6, `${memory.size} pieces of memory`);
  });

  it("tells every row's place while several readers go through different parts of it", async () => {
    const { index } = sidecar();
    const readers = from(0, 9).map(async (nth) => {
      for (let start = nth * 11_000; start < nth * 11_000 + 11_000; start += 500) {
        await check(index, from(start, 500));
      }
    });
    await Promise.all(readers);
  });

  it("keeps what windows at any position need, so that jumping about reads no block twice", async () => {
    const { index, reads } = sidecar();
    for (let window = 0; window < 400; window += 1) {
      await check(index, from((window * 37_117) % (rows - 50), 50));
    }
    assert.equal(reads.length, new Set(reads).size);
  });

  it("keeps what rows from all over need, so that they are not read again", async () => {
    const { index, reads } = sidecar();
    const wanted = from(0, 40).map((nth) => (nth * 37_117) % rows);
    await check(index, wanted);
    const before = reads.length;
    await check(index, wanted);
    assert.equal(reads.length, before);
  });

  it("places rows added after those of the sidecar", async () => {
    const { index } = sidecar();
    index.add(5_000_000, [7, 3, 99]);
    const { at, length, crc } = await index.places([rows, 1]);
    assert.deepEqual([[...at], [...length], [...crc]], [[5_000_007, 20], [3, 10], [99, 1]]);
  });
});
