// The clock of this machine: its waits, also those that are longer than a timer of Node.
import assert from "node:assert/strict";
import { createSystemClock } from "../../../src/service/systemClock";

describe("the clock of this machine", () => {
  const clock = createSystemClock();

  it("never waits shorter than requested, and not at all for what is over", async () => {
    for (const ms of [0, -5, 0.3, 1, 12]) {
      const start = clock.monotonic();
      await clock.sleep(ms);
      assert.ok(clock.monotonic() - start >= ms, String(ms));
    }
  });

  it("ends a wait with the reason of its signal, also one that is longer than a timer of Node", async () => {
    const reason = new Error("Stop");
    const stop = new AbortController();
    const wait = clock.sleep(2 ** 40, stop.signal);
    await clock.sleep(5);
    stop.abort(reason);
    await assert.rejects(wait, reason);
    await assert.rejects(clock.sleep(1, stop.signal), reason);
  });
});
