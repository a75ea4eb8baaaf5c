// The gate: one paid turn at a time, a pause that only grows, and nobody through before its end.
import assert from "node:assert/strict";
import { believedPauseMs, waitUntilOpen } from "../../../src/service/rateLimitGate";
import { createSystemClock } from "../../../src/service/systemClock";
import { MemoryGate } from "../../support/memoryGate";
import { createFakeClock, settled } from "./fakes";

const never = new AbortController().signal;

describe("the gate", () => {
  it("grants paid slots one at a time, in the order of the requests", async () => {
    const gate = new MemoryGate(createFakeClock());
    const order: number[] = [];
    const first = await gate.acquirePaidSlot(never);
    const others = [1, 2, 3].map(async (name) => {
      const leave = await gate.acquirePaidSlot(never);
      order.push(name);
      await leave();
      await leave();
    });
    await settled();
    assert.deepEqual(order, []);
    await first();
    await Promise.all(others);
    assert.deepEqual(order, [1, 2, 3]);
  });

  it("lets someone who gives up out of the queue", async () => {
    const gate = new MemoryGate(createFakeClock());
    const leave = await gate.acquirePaidSlot(never);
    const abort = new AbortController();
    const impatient = gate.acquirePaidSlot(abort.signal);
    const patient = gate.acquirePaidSlot(never);
    abort.abort(new Error("enough"));
    await assert.rejects(impatient, /enough/);
    await leave();
    await (
      await patient
    )();
    await assert.rejects(gate.acquirePaidSlot(abort.signal), /enough/);
    await (
      await gate.acquirePaidSlot(never)
    )();
  });

  it("believes a wait that is no number for a minute", () => {
    assert.deepEqual([Number.NaN, -5, 1000].map(believedPauseMs), [60_000, 0, 1000]);
  });

  it("makes a waiter wait on when the pause grows meanwhile, and tells the new end", async () => {
    const clock = createFakeClock(false);
    const gate = new MemoryGate(clock);
    await gate.pause(1000);
    const told: (number | undefined)[] = [];
    let open = false;
    void waitUntilOpen(gate, clock, never, (wait) => told.push(wait && wait.until - Date.UTC(2026, 0, 1))).then(
      () => (open = true),
    );
    await settled();
    await gate.pause(5000);
    clock.advance(1000);
    await settled();
    assert.equal(open, false);
    clock.advance(4000);
    await settled();
    assert.equal(open, true);
    assert.deepEqual(told, [1000, 5000, undefined]);
  });
});

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
