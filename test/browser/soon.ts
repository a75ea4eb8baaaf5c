// Waits for a value: messages to the extension host and back take a moment.
import assert from "node:assert/strict";

export async function assertSoon(read: () => unknown, expected: unknown): Promise<void> {
  const until = performance.now() + 5000;
  for (;;) {
    try {
      assert.deepEqual(await read(), expected);
      return;
    } catch (error) {
      if (performance.now() > until) {
        throw error;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
