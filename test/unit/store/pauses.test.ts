// The rate limit of one key in the store: how long a pause lasts, how refusals are counted, and who gets a slot.
import assert from "node:assert/strict";
import type { StoreDb } from "../../../src/store/storeDb";
import { now, type TestStore, useTestStore } from "./rig";

describe("a pause in the store", () => {
  let store: TestStore;
  useTestStore((fresh) => {
    store = fresh.store;
  });

  it("is unknown before the first refusal, and belongs to one key", async () => {
    assert.deepEqual(await store.pauses.state("key", now), { remainingMs: 0, inARow: 0, changed: 0, cleared: 0 });
    await store.pauses.pause("key", 1000, now);
    assert.deepEqual(await store.pauses.state("other", now), { remainingMs: 0, inARow: 0, changed: 0, cleared: 0 });
  });

  it("gets shorter with time, and is over at its end", async () => {
    assert.deepEqual(await store.pauses.pause("key", 1000, now), {
      remainingMs: 1000,
      inARow: 1,
      changed: 1,
      cleared: 0,
    });
    for (const [later, remainingMs] of [
      [-1, 1000],
      [0, 1000],
      [400, 600],
      [999, 1],
      [1000, 0],
      [1001, 0],
    ] as const) {
      assert.deepEqual(await store.pauses.state("key", now + later), {
        remainingMs,
        inARow: 1,
        changed: 1,
        cleared: 0,
      });
    }
  });

  it("counts refusals until one is accepted, and until ten minutes after its end", async () => {
    await store.pauses.pause("key", 1000, now);
    assert.deepEqual(await store.pauses.pause("key", 500, now), {
      remainingMs: 1000,
      inARow: 2,
      changed: 2,
      cleared: 0,
    });
    assert.deepEqual(await store.pauses.pause("key", 500, now, 0), {
      remainingMs: 1000,
      inARow: 2,
      changed: 3,
      cleared: 0,
    });
    const end = now + 1000;
    assert.equal((await store.pauses.state("key", end + 600_000)).inARow, 2);
    assert.equal((await store.pauses.state("key", end + 600_001)).inARow, 0);
    await store.pauses.accepted("other");
    assert.equal((await store.pauses.state("key", now)).inARow, 2);
    await store.pauses.accepted("key");
    assert.deepEqual(await store.pauses.state("key", now), { remainingMs: 1000, inARow: 0, changed: 4, cleared: 0 });
    await store.pauses.accepted("key");
    assert.equal((await store.pauses.state("key", now)).changed, 4, "nothing is written without a need");
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
