// Records of a journal read in batches: the same bytes as one by one, and damage found where it is and nowhere else.
import assert from "node:assert/strict";
import fc from "fast-check";
import { crc32 } from "../../../src/runs/crc32";
import type { DiskFile } from "../../../src/runs/disk";
import { createBatches } from "../../../src/runs/journalBatches";
import { createRowIndex } from "../../../src/runs/journalIndex";
import type { RecordBatches } from "../../../src/runs/run";

interface Laid {
  readonly bytes: Buffer;
  readonly spans: readonly { readonly at: number; readonly length: number; readonly crc: number }[];
}

/** Records of these sizes with so many bytes before each, none of them alike. */
function lay(sizes: readonly number[], gaps: readonly number[]): Laid {
  const total = sizes.reduce((sum, size, nth) => sum + size + (gaps[nth] ?? 1), 0);
  const bytes = Buffer.from(Array.from({ length: total }, (_, at) => (at * 167 + (at >> 5) * 13) & 0xff));
  let end = 0;
  const spans = sizes.map((length, nth) => {
    const at = end + (gaps[nth] ?? 1);
    end = at + length;
    return { at, length, crc: crc32(bytes.subarray(at, end)) };
  });
  return { bytes, spans };
}

function open(bytes: Buffer, spans: Laid["spans"], memory: Uint8Array): { readonly batches: RecordBatches; readonly damaged: Set<number>; readonly reads: number[]; readonly singly: number[] } {
  const index = createRowIndex();
  index.add(0, spans.flatMap(({ at, length, crc }) => [at, length, crc]));
  const damaged = new Set<number>();
  const reads: number[] = [];
  const singly: number[] = [];
  const file = {
    read: async (into: Uint8Array, position: number) => {
      reads.push(into.length);
      return bytes.copy(into, 0, position, position + into.length);
    },
  } as unknown as DiskFile;
  const readOne = async (row: number): Promise<Uint8Array | undefined> => {
    singly.push(row);
    const span = spans[row];
    const record = span && Buffer.from(bytes.subarray(span.at, span.at + span.length));
    if (span === undefined || record === undefined || crc32(record) === span.crc) {
      return record;
    }
    damaged.add(row);
    return Buffer.from("{}");
  };
  return { batches: createBatches(memory, { file: () => file, index: () => index, end: () => bytes.length, readOne }), damaged, reads, singly };
}

/** All of it, batch by batch; also sees that the records of a batch lie one behind the other. */
async function readAll(batches: RecordBatches, total: number, rows?: ArrayLike<number>): Promise<readonly string[]> {
  const found: string[] = [];
  for (let start = 0; start < total; ) {
    const count = await batches.read(start, total - start, rows);
    assert.ok(count > 0);
    let end = 0;
    for (let which = 0; which < count; which += 1) {
      const at = batches.at[which] ?? -1;
      assert.ok(at >= end);
      end = at + (batches.length[which] ?? 0);
      found.push(Buffer.from(batches.bytes.subarray(at, end)).toString("latin1"));
    }
    start += count;
  }
  return found;
}

const textsOf = ({ bytes, spans }: Laid): readonly string[] => spans.map(({ at, length }) => bytes.toString("latin1", at, at + length));
const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 20_000 })), { minLength: 1, maxLength: 40 });
const gaps = fc.array(fc.oneof(fc.constant(1), fc.nat(40), fc.integer({ min: 0, max: 70_000 })), { maxLength: 40 });
const room = fc.integer({ min: 20, max: 200_000 });

describe("Records in batches", () => {
  it("are the bytes of all records in order, whatever lies between them and however little the memory holds", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, gaps, room, async (wanted, between, capacity) => {
        const laid = lay(wanted, between);
        const { batches, damaged } = open(laid.bytes, laid.spans, new Uint8Array(capacity));
        assert.deepEqual(await readAll(batches, wanted.length), textsOf(laid));
        assert.equal(damaged.size, 0);
      }),
    );
  });

  it("are those of chosen rows in the order they are chosen in, also one more than once", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, gaps, room, fc.array(fc.nat(1000), { maxLength: 60 }), async (wanted, between, capacity, chosen) => {
        const laid = lay(wanted, between);
        const rows = chosen.map((row) => row % wanted.length);
        const { batches } = open(laid.bytes, laid.spans, new Uint8Array(capacity));
        assert.deepEqual(await readAll(batches, rows.length, rows), rows.map((row) => textsOf(laid)[row]));
      }),
    );
  });

  it("tell the one record in which a bit is wrong, and no other", async () => {
    await fc.assert(
      fc.asyncProperty(sizes, gaps, room, fc.nat(), fc.nat(), fc.nat(7), async (wanted, between, capacity, which, offset, bit) => {
        const laid = lay(wanted, between);
        const right = textsOf(laid);
        const row = which % wanted.length;
        const { at, length } = laid.spans[row] ?? { at: 0, length: 1 };
        const place = at + (offset % length);
        laid.bytes[place] = (laid.bytes[place] ?? 0) ^ (1 << bit);
        const { batches, damaged } = open(laid.bytes, laid.spans, new Uint8Array(capacity));
        assert.deepEqual(await readAll(batches, wanted.length), right.with(row, "{}"));
        assert.deepEqual([...damaged], [row]);
      }),
    );
  });

  it("tell each of several damaged records", async () => {
    const laid = lay(Array.from({ length: 300 }, (_, nth) => 50 + nth), []);
    const wrong = [0, 1, 77, 78, 255, 256, 299];
    for (const row of wrong) {
      laid.bytes.fill(0x2e, laid.spans[row]?.at, (laid.spans[row]?.at ?? 0) + 3);
    }
    const { batches, damaged } = open(laid.bytes, laid.spans, new Uint8Array(1 << 20));
    const found = await readAll(batches, 300);
    assert.deepEqual([...damaged], wrong);
    assert.deepEqual(found, textsOf(laid).map((text, row) => (wrong.includes(row) ? "{}" : text)));
  });

  it("are checked together: none is read once more while all are sound", async () => {
    const laid = lay(Array.from({ length: 200 }, (_, nth) => 1 + nth * 7), Array.from({ length: 200 }, (_, nth) => (nth % 50 === 0 ? 5000 : nth % 4)));
    const { batches, singly, reads } = open(laid.bytes, laid.spans, new Uint8Array(1 << 20));
    assert.deepEqual(await readAll(batches, 200), textsOf(laid));
    assert.deepEqual([singly, reads], [[], [laid.bytes.length - 5000]]);
  });

  it("do not mind what lies between them", async () => {
    const laid = lay(Array.from({ length: 20 }, () => 100), Array.from({ length: 20 }, () => 5));
    const right = textsOf(laid);
    for (const { at } of laid.spans) {
      laid.bytes.fill(0x20, at - 5, at);
    }
    const { batches, damaged, reads } = open(laid.bytes, laid.spans, new Uint8Array(1 << 20));
    assert.deepEqual(await readAll(batches, 20), right);
    assert.deepEqual([damaged.size, reads], [0, [20 * 105 - 5]]);
  });

  it("take a wrong place in the index, and one beyond the file, for damage to that record alone", async () => {
    const laid = lay(Array.from({ length: 50 }, () => 100), []);
    const right = textsOf(laid);
    const wrong = new Map([
      [10, { at: 0 }],
      [20, { at: 1e9 }],
      [30, { length: 4e9 }],
      [40, { length: 99 }],
    ]);
    const spans = laid.spans.map((span, row) => ({ ...span, ...wrong.get(row) }));
    const { batches, damaged } = open(laid.bytes, spans, new Uint8Array(1 << 20));
    assert.deepEqual(await readAll(batches, 50), right.map((text, row) => (wrong.has(row) ? "{}" : text)));
    assert.deepEqual([...damaged], [...wrong.keys()]);
  });

  it("have no bytes for a row that is not there, and end with the journal", async () => {
    const laid = lay([10, 10, 10], []);
    const { batches } = open(laid.bytes, laid.spans, new Uint8Array(100));
    assert.deepEqual(await readAll(batches, 3, [0, 7, 2]), [textsOf(laid)[0], "", textsOf(laid)[2]]);
    assert.equal(await batches.read(3, 1), 0);
    assert.equal(await batches.read(1, 5), 2);
  });
});
