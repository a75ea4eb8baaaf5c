import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { realDisk } from "../../../src/runs/disk";
import { fileRateLimitGate } from "../../../src/runs/fileRateLimitGate";
import type { RateLimitGate } from "../../../src/service/rateLimitGate";
import type { Clock } from "../../../src/service/wire";
import { otherProcess, random, removeFolder, temporaryFolder, testClock, type TestClock } from "./runRig";

describe("the gate of several windows", () => {
  let folder: string;
  let clock: TestClock;
  const living = new Set<number>();
  const gate = (pid: number, over: Clock = clock): RateLimitGate => fileRateLimitGate({ folder, keyHash: "abc", disk: realDisk, clock: over, random, processes: otherProcess(pid, living) });
  const never = new AbortController().signal;

  beforeEach(() => {
    folder = temporaryFolder();
    clock = testClock();
  });
  afterEach(() => {
    living.clear();
    removeFolder(folder);
  });

  it("is open at first", async () => {
    assert.deepEqual(await gate(1).state(), { remainingMs: 0, inARow: 0 });
  });

  it("makes all windows wait when one was told to, and only ever longer", async () => {
    const one = gate(1);
    const other = gate(2);
    await one.pause(30_000);
    clock.advance(1000);
    assert.deepEqual(await other.state(), { remainingMs: 29_000, inARow: 1 });
    await other.pause(5000);
    assert.deepEqual(await one.state(), { remainingMs: 29_000, inARow: 2 });
    assert.equal((await gate(3).state()).remainingMs, 29_000);
    clock.advance(29_000);
    assert.equal((await one.state()).remainingMs, 0);
    await other.accepted();
    assert.deepEqual([(await one.state()).inARow, (await other.state()).inARow], [0, 0]);
  });

  it("is not opened early by a wall clock that is set forward, nor held for ever by one set back", async () => {
    let shift = 0;
    const moved: Clock = { now: () => clock.now() + shift, monotonic: () => clock.monotonic(), sleep: (ms, signal) => clock.sleep(ms, signal) };
    const one = gate(1, moved);
    const other = gate(2, moved);
    await one.pause(30_000);
    assert.equal((await other.state()).remainingMs, 30_000);
    shift = 3_600_000;
    assert.deepEqual([(await one.state()).remainingMs, (await other.state()).remainingMs], [30_000, 30_000]);
    shift = -3_600_000;
    assert.equal((await gate(3, moved).state()).remainingMs, 30_000);
  });

  it("lets one window at a time pay", async () => {
    const leaveOne = await gate(1).enterPaid(never);
    let entered = false;
    const waiting = gate(2).enterPaid(never).then((leave) => ((entered = true), leave));
    while (clock.waiting === 0) {
      await new Promise(setImmediate);
    }
    clock.advance(100);
    while (clock.waiting === 0) {
      await new Promise(setImmediate);
    }
    assert.equal(entered, false);
    await leaveOne();
    await leaveOne();
    clock.advance(100);
    await (await waiting)();
    assert.deepEqual(readdirSync(folder), []);
  });

  it("takes the turn of a window that died, and gives up its place when aborted", async () => {
    const leaveDead = await gate(1).enterPaid(never);
    const controller = new AbortController();
    const aborted = gate(2).enterPaid(controller.signal);
    controller.abort(new Error("enough"));
    await assert.rejects(aborted, /enough/);
    living.delete(1);
    const leave = await gate(3).enterPaid(never);
    await leaveDead();
    await leave();
  });
});
