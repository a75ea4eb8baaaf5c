// How a window takes and leaves the slots that all windows share.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { StoreRateLimitGate } from "../../../src/runs/storeRateLimitGate";
import type { InProcessStore } from "../store/inProcess";
import { openTestStore, removeFolders, type TestStore } from "../store/rig";
import { testClock, type TestClock } from "./runRig";

describe("the slots for paid calls", () => {
  let opened: InProcessStore<TestStore>;
  let clock: TestClock;
  const never = new AbortController().signal;

  beforeEach(() => {
    opened = openTestStore();
    clock = testClock();
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  const window = (owner: string, random = 0.5): StoreRateLimitGate =>
    new StoreRateLimitGate({ pauses: opened.store.pauses, keyHash: "abc", clock, owner, random: () => random });
  async function settle(): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      await setImmediate();
    }
  }

  it("are polled for by another window after 30 to 50 ms, so that windows do not poll in step", async () => {
    for (const [random, ms] of [
      [0, 30],
      [1, 50],
    ] as const) {
      const leave = await window("a").acquirePaidSlot(never, "search");
      let hasSlot = false;
      const other = window("b", random).acquirePaidSlot(never, "search");
      void other.then(() => (hasSlot = true));
      await settle();
      await leave();
      clock.advance(ms - 1);
      await settle();
      assert.equal(hasSlot, false);
      clock.advance(1);
      await settle();
      assert.equal(hasSlot, true);
      await (
        await other
      )();
    }
  });

  it("go to its next call when the one that waits for another window is aborted", async () => {
    const leave = await window("a").acquirePaidSlot(never, "search");
    const other = window("b");
    const controller = new AbortController();
    const aborted = other.acquirePaidSlot(controller.signal, "search").catch((error: unknown) => error);
    await settle();
    let hasSlot = false;
    void other.acquirePaidSlot(never, "search").then(() => (hasSlot = true));
    controller.abort(new Error("enough"));
    assert.match(String(await aborted), /enough/);
    await settle();
    await leave();
    clock.advance(40);
    await settle();
    assert.equal(hasSlot, true);
  });

  it("are left once by each call, so that leaving again does not free the slot of the next one", async () => {
    const one = window("a");
    const leave = await one.acquirePaidSlot(never, "search");
    await leave();
    await one.acquirePaidSlot(never, "search");
    await leave();
    let hasSlot = false;
    void window("b")
      .acquirePaidSlot(never, "search")
      .then(() => (hasSlot = true));
    await settle();
    assert.equal(hasSlot, false);
  });

  it("are not renewed any more when they are free", async () => {
    const leave = await window("a").acquirePaidSlot(never, "lookup");
    assert.equal(clock.waiting, 1);
    await leave();
    await settle();
    assert.equal(clock.waiting, 0);
  });
});
