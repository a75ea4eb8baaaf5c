// The rate limit of one key in the store: how long a pause lasts, how refusals are counted, and who gets a slot.
import assert from "node:assert/strict";
import type { RateLimitState } from "../../../src/service/rateLimitGate";
import type { StoreDb } from "../../../src/store/storeDb";
import { now, type TestStore, useTestStore } from "./rig";

describe("a pause in the store", () => {
  let store: TestStore;
  useTestStore((fresh) => {
    store = fresh.store;
  });

  type Said = readonly [remainingMs: number, inARow: number];
  const told = ({ remainingMs, inARow }: RateLimitState): Said => [remainingMs, inARow];
  const state = async (at = now, key = "key"): Promise<Said> => told(await store.pauses.state(key, at));
  const pause = async (ms: number, inARowWhenSent?: number): Promise<Said> =>
    told(await store.pauses.pause("key", ms, now, inARowWhenSent));

  it("is unknown before the first refusal, belongs to one key, and gets shorter with time", async () => {
    assert.deepEqual(await state(), [0, 0]);
    assert.deepEqual(await pause(1000), [1000, 1]);
    assert.deepEqual(await state(now, "other"), [0, 0]);
    for (const [later, remainingMs] of [
      [-1, 1000],
      [0, 1000],
      [400, 600],
      [999, 1],
      [1000, 0],
      [1001, 0],
    ] as const) {
      assert.deepEqual(await state(now + later), [remainingMs, 1]);
    }
  });

  it("counts refusals until one is accepted, and until ten minutes after its end", async () => {
    await pause(1000);
    assert.deepEqual(await pause(500), [1000, 2]);
    assert.deepEqual(await pause(500, 0), [1000, 2]);
    const end = now + 1000;
    assert.deepEqual([(await state(end + 600_000))[1], (await state(end + 600_001))[1]], [2, 0]);
    await store.pauses.accepted("other");
    assert.deepEqual(await state(), [1000, 2]);
    await store.pauses.accepted("key");
    assert.deepEqual(await state(), [1000, 0]);
  });
});

describe("the slots in the store", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((fresh) => {
    ({ store, db } = fresh);
  });
  const acquire = (owner: string, slots = 2, at = now, key = "key"): Promise<number | undefined> =>
    store.pauses.acquireSlot(key, slots, { owner, now: at, ms: 10_000 });

  it("are given one by one, to the window that is next in line first", async () => {
    assert.deepEqual([await acquire("a"), await acquire("a"), await acquire("b")], [0, 1, undefined]);
    assert.equal(await acquire("c"), undefined);
    await store.pauses.releaseSlot("key", 0, "a");
    assert.equal(await acquire("c"), undefined, "b is next in line");
    assert.equal(await acquire("b"), 0);
    await store.pauses.releaseSlot("key", 1, "a");
    assert.equal(await acquire("c"), 1, "nobody is in line any more");
    assert.equal(await acquire("c", 2, now, "other"), 0, "each key has its own slots");
  });

  it("go to another window when the one that is next in line asks no more for half a second", async () => {
    await acquire("a", 1);
    assert.equal(await acquire("b", 1), undefined);
    await store.pauses.releaseSlot("key", 0, "a");
    assert.equal(await acquire("c", 1, now + 499), undefined);
    assert.equal(await acquire("c", 1, now + 500), 0);
  });

  it("are kept as long as they are renewed, by their window only", async () => {
    assert.equal(await acquire("a", 1), 0);
    assert.equal(await store.pauses.renewSlot("key", 0, { owner: "b", now, ms: 99_000 }), false);
    assert.equal(await store.pauses.renewSlot("key", 1, { owner: "a", now, ms: 99_000 }), false);
    await store.pauses.releaseSlot("key", 0, "b");
    assert.equal(await acquire("b", 1, now + 9_999), undefined);
    assert.equal(await store.pauses.renewSlot("key", 0, { owner: "a", now: now + 9_999, ms: 10_000 }), true);
    assert.equal(await acquire("b", 1, now + 19_998), undefined);
    assert.equal(await acquire("b", 1, now + 19_999), 0);
    assert.equal(await store.pauses.renewSlot("key", 0, { owner: "a", now: now + 19_999, ms: 10_000 }), false);
  });

  it("are written without a sync of the disk, which all other writes wait for again", () => {
    const synchronous = (): unknown => Object.values(db.get("pragma synchronous") ?? {})[0];
    assert.equal(synchronous(), 2);
    assert.equal(db.writeUnsynced(synchronous), 1);
    assert.equal(synchronous(), 2);
    assert.throws(() => db.writeUnsynced(() => assert.fail("no")), /no/);
    assert.equal(synchronous(), 2);
  });
});
