// Waits for a value: messages to the extension host and back take a moment, on a busy machine a long one.
import assert from "node:assert/strict";

const waitMs = 30_000;
const pauseMs = 50;

export async function assertSoon(read: () => unknown, expected: unknown): Promise<void> {
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      assert.deepEqual(await read(), expected);
      return;
    } catch (error) {
      if (performance.now() > until) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
