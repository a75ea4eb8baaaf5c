// Waits that are never too short, whatever the timers and clocks of the machine do.
import assert from "node:assert/strict";
import { createSystemClock, type Timers } from "../../../src/service/systemClock";

/** Timers run by hand, faithful to Node's limit: what exceeds it fires at once. */
function createTimers() {
  let wall = 0;
  let monotonic = 0;
  const pending = new Map<number, { readonly due: number; run(): void }>();
  let names = 0;
  const timers: Timers = {
    now: () => wall,
    monotonic: () => monotonic,
    setTimeout: (run, ms) => {
      names += 1;
      pending.set(names, { due: monotonic + (ms > 2 ** 31 - 1 || !(ms >= 1) ? 1 : ms), run });
      return names;
    },
    clearTimeout: (name) => void pending.delete(name as number),
  };
  return {
    timers,
    count: () => pending.size,
    setWall: (to: number) => (wall = to),
    /** Time passes; timers that are due run, `early` ms before their time. */
    async pass(ms: number, early = 0) {
      const end = monotonic + ms;
      for (;;) {
        const [next] = [...pending].sort(([, a], [, b]) => a.due - b.due);
        if (next === undefined || next[1].due - early > end) {
          break;
        }
        monotonic = Math.max(monotonic, next[1].due - early);
        pending.delete(next[0]);
        next[1].run();
        await Promise.resolve();
      }
      monotonic = Math.max(monotonic, end);
      wall += ms;
      await Promise.resolve();
    },
  };
}

describe("the system's clock", () => {
  for (const ms of [0, -5, 1, 0.3, 1500, 2 ** 31 - 1, 2 ** 31, 2 ** 33 + 0.5, Number.MAX_SAFE_INTEGER / 1000]) {
    it(`waits ${ms} ms and not less`, async () => {
      const machine = createTimers();
      const clock = createSystemClock(machine.timers);
      let over = false;
      void clock.sleep(ms).then(() => (over = true));
      await Promise.resolve();
      assert.equal(over, ms <= 0);
      if (ms > 1) {
        await machine.pass(ms - 1);
        assert.equal(over, false);
      }
      await machine.pass(3);
      assert.equal(over, true);
    });
  }

  it("is not deceived by a wall clock that is set, nor by timers that fire early", async () => {
    const machine = createTimers();
    const clock = createSystemClock(machine.timers);
    let over = false;
    void clock.sleep(10_000).then(() => (over = true));
    machine.setWall(10 ** 12);
    await machine.pass(5000);
    machine.setWall(-(10 ** 12));
    await machine.pass(4990, 4);
    assert.equal(over, false);
    await machine.pass(20);
    assert.equal(over, true);
  });

  it("refuses to wait for no number", async () => {
    await assert.rejects(createSystemClock(createTimers().timers).sleep(Number.NaN), RangeError);
  });

  it("ends a wait at once when it is aborted, and leaves no timer behind", async () => {
    const machine = createTimers();
    const clock = createSystemClock(machine.timers);
    const abort = new AbortController();
    const wait = clock.sleep(2 ** 40, abort.signal);
    abort.abort(new Error("enough"));
    await assert.rejects(wait, /enough/);
    assert.equal(machine.count(), 0);
    await assert.rejects(clock.sleep(5, abort.signal), /enough/);
    assert.equal(machine.count(), 0);
  });
});
