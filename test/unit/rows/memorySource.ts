// Records in memory as a source, and a pace whose clock the test holds.
import type { RecordSource } from "../../../src/runs/run";
import type { RecordKind } from "../../../src/service/operations";
import type { Pace } from "../../../src/rows/pace";

/** A source over records that may be pushed to; counts what is read. */
export function memorySource(recordKind: RecordKind, records: readonly unknown[]): RecordSource & { readonly add: (...more: readonly unknown[]) => void; reads: number } {
  const bytes = records.map(bytesOf);
  const source = {
    recordKind,
    reads: 0,
    get count() {
      return bytes.length;
    },
    add: (...more: readonly unknown[]) => {
      bytes.push(...more.map(bytesOf));
    },
    read: async (start: number, count: number) => {
      source.reads += 1;
      return bytes.slice(start, start + count);
    },
    readMany: async (rows: readonly number[]) => {
      source.reads += 1;
      return rows.map((row) => bytes[row] ?? new Uint8Array());
    },
  };
  return source;
}

/** JSON text stays as it is, so that tests can say what `JSON.stringify` cannot. */
export function bytesOf(record: unknown): Uint8Array {
  return Buffer.from(typeof record === "string" ? record : JSON.stringify(record));
}

/** Each look at the clock takes `step` ms of the test's own time; turns are counted. */
export function testPace(step = 0, signal?: AbortSignal): Pace & { turns: number; onTurn: () => void } {
  let time = 0;
  const pace = {
    turns: 0,
    onTurn: (): void => undefined,
    clock: { monotonic: () => (time += step) },
    signal,
    yieldToOthers: async () => {
      pace.turns += 1;
      pace.onTurn();
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
    },
  };
  return pace;
}
