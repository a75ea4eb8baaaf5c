// Waits for what work in the background does.
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

/** Resolves to the first value that is neither `undefined` nor `false`; rejects after 30 s. */
export async function until<T>(get: () => T | undefined | false | Promise<T | false>): Promise<T> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const value = await get();
    if (value !== undefined && value !== false) {
      return value;
    }
    assert.ok(performance.now() < deadline, "it did not happen");
    await setTimeout(5);
  }
}
