// The rate-limit gate that the windows of one user share: pauses, and who has the slot for paid calls.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { StoreRateLimitGate } from "../../../src/runs/storeRateLimitGate";
import type { RateLimitGate } from "../../../src/service/rateLimitGate";
import type { Clock } from "../../../src/service/wire";
import { testClock, type TestClock } from "../../support/testClock";
import type { InProcessStore } from "../store/inProcess";
import { openTestStore, removeFolders, type TestStore } from "../store/rig";

const never = new AbortController().signal;

/** Everything that needs no time to pass has happened. */
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await setImmediate();
  }
}

interface PaidCall {
  /** Undefined while it waits. */
  leave: (() => Promise<void>) | undefined;
  refused: unknown;
}

function ask(gate: RateLimitGate, signal: AbortSignal = never): PaidCall {
  const call: PaidCall = { leave: undefined, refused: undefined };
  gate.acquirePaidSlot(signal).then(
    (leave) => {
      call.leave = leave;
    },
    (error: unknown) => {
      call.refused = error;
    },
  );
  return call;
}

describe("the gate of several windows", () => {
  let opened: InProcessStore<TestStore>;
  let clock: TestClock;

  beforeEach(() => {
    opened = openTestStore();
    clock = testClock();
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  function window(owner: string, over: Clock = clock): RateLimitGate {
    const { pauses } = opened.store;
    return new StoreRateLimitGate({ pauses, keyHash: "abc", clock: over, owner, random: () => 0.5 });
  }

  it("is open at first", async () => {
    assert.deepEqual(await window("a").state(), { remainingMs: 0, inARow: 0 });
  });

  it("makes all windows wait when one was told to, and only ever longer", async () => {
    const [one, other] = [window("a"), window("b")];
    await one.pause(30_000);
    clock.advance(1_000);
    assert.deepEqual(await other.state(), { remainingMs: 29_000, inARow: 1 });
    await other.pause(5_000);
    assert.deepEqual(await one.state(), { remainingMs: 29_000, inARow: 2 });
    assert.equal((await window("c").state()).remainingMs, 29_000);
    clock.advance(29_000);
    assert.equal((await one.state()).remainingMs, 0);
    await other.accepted();
    assert.deepEqual([(await one.state()).inARow, (await other.state()).inARow], [0, 0]);
  });

  it("forgets refusals of long ago", async () => {
    await window("a").pause(1_000);
    clock.advance(602_000);
    const later = window("b");
    assert.deepEqual(await later.state(), { remainingMs: 0, inARow: 0 });
    assert.equal((await later.pause(1_000)).inARow, 1);
  });

  it("lets one window at a time pay", async () => {
    const [first, second] = [ask(window("a")), ask(window("b"))];
    await settle();
    clock.advance(100);
    await settle();
    assert.deepEqual([first.leave === undefined, second.leave === undefined], [false, true]);
    await first.leave?.();
    await first.leave?.();
    clock.advance(100);
    await settle();
    assert.notEqual(second.leave, undefined);
  });

  it("serves windows in turn, however many calls one of them makes", async () => {
    const [busy, other] = [window("a"), window("b")];
    let now = ask(busy);
    await settle();
    const waiting = ask(other);
    await settle();
    // The busy window asks again as soon as its call is over: that must not shut the other one out.
    await now.leave?.();
    now = ask(busy);
    await settle();
    assert.equal(now.leave, undefined);
    clock.advance(50);
    await settle();
    assert.deepEqual([waiting.leave === undefined, now.leave === undefined], [false, true]);
    await waiting.leave?.();
    clock.advance(50);
    await settle();
    assert.notEqual(now.leave, undefined);
  });

  it("renews the slot for as long as a call lasts", async () => {
    const long = ask(window("a"));
    await settle();
    const other = ask(window("b"));
    for (let passed = 0; passed < 120_000; passed += 5_000) {
      clock.advance(5_000);
      await settle();
    }
    assert.equal(other.leave, undefined);
    await long.leave?.();
    clock.advance(50);
    await settle();
    assert.notEqual(other.leave, undefined);
  });

  it("takes the slot of a window that died, and gives up its place when aborted", async () => {
    const dead: Clock = { ...clock, sleep: () => new Promise(() => undefined) };
    const atDeath = ask(window("a", dead));
    await settle();
    const controller = new AbortController();
    const aborted = ask(window("b"), controller.signal);
    await settle();
    controller.abort(new Error("enough"));
    await settle();
    assert.match(String(aborted.refused), /enough/);
    const next = ask(window("c"));
    await settle();
    clock.advance(14_000);
    await settle();
    assert.equal(next.leave, undefined);
    clock.advance(2_000);
    await settle();
    assert.notEqual(next.leave, undefined);
    await atDeath.leave?.();
    const after = ask(window("d"));
    await settle();
    assert.equal(after.leave, undefined, "the turn of another owner is not given back");
  });

  it("opens in all windows when the user ends a wait in one, also where a shorter one began since", async () => {
    const [one, other] = [window("a"), window("b")];
    await one.pause(80_000_000);
    assert.equal((await other.state()).remainingMs, 80_000_000);
    await one.open();
    await one.pause(5_000);
    assert.deepEqual(await other.state(), { remainingMs: 5_000, inARow: 1 });
    await one.open();
    assert.deepEqual(await other.state(), { remainingMs: 0, inARow: 0 });
  });

  it("lets a free call of each kind through once a minute in all windows together", async () => {
    const [one, other] = [window("a"), window("b")];
    await one.pause(3_600_000);
    clock.advance(59_000);
    assert.equal(await one.mayAskFree("credits"), false);
    clock.advance(1_000);
    const asked = [
      await one.mayAskFree("credits"),
      await other.mayAskFree("credits"),
      await other.mayAskFree("verify"),
    ];
    assert.deepEqual(asked, [true, false, true]);
    clock.advance(60_000);
    assert.equal(await other.mayAskFree("credits"), true);
  });

  it("is closed for a day at most, also by a pause of centuries that an older version recorded", async () => {
    const day = 86_400_000;
    assert.equal((await window("a").pause(1e15)).remainingMs, day);
    const at = clock.now();
    for (const wait of [8_000 * 365 * day, Number.MAX_SAFE_INTEGER]) {
      opened.db.run("update pause set until = ?, wait_ms = ?", at + wait, wait);
      const { remainingMs } = await window("b").state();
      // A number beyond 2^53 is stored to the nearest 2 ms.
      assert.ok(Math.abs(remainingMs - day) <= 2, `${remainingMs} ms`);
    }
    clock.advance(day + 2);
    assert.equal((await window("c").state()).remainingMs, 0);
  });
});
