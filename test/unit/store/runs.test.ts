// Runs in the store: everything that is saved of one, who may write to it, and what a resumed one takes over.
import assert from "node:assert/strict";
import type { RunPurpose } from "../../../src/store/kinds";
import type { StoreDb } from "../../../src/store/storeDb";
import {
  addPage,
  beginRun,
  connection,
  lease,
  newRun,
  now,
  owner,
  openCall,
  type TestStore,
  useTestStore,
} from "./rig";

const gone = { name: "StoreError", code: "NOT_FOUND", message: "This data was deleted." };
const inUse = {
  name: "StoreError",
  code: "IN_USE",
  message: "This is running, here or in another window. Stop it there first.",
};

describe("a run in the store", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((fresh) => {
    ({ store, db } = fresh);
  });

  const empty = {
    ...{ pages: 0, records: 0, returned: 0, repeated: 0, pagesWithoutNew: 0, mismatched: 0 },
    ...{ credits: 0, possibleCredits: 0, unknownCosts: 0, requestInFlight: false },
    price: undefined,
  };
  const reserve = (run: string, wanted: number): Promise<number> => openCall(store, { run, wanted });

  it("is what it was created as, with or without a window that runs it", async () => {
    const { source: _source, ...plain } = newRun("company", { title: "Plain" });
    assert.deepEqual(await store.runs.create({ ...plain, leaveOut: [] }), {
      ...{ ...plain, ...empty, no: 1, updatedAt: now, isLive: false },
    });
    const lists = ["file:///w/out.csv"];
    const full = newRun("person", { leaveOut: lists, limits: { records: 7, credits: 8 }, purpose: "batch" });
    const created = await store.runs.create(full, lease);
    assert.deepEqual(created, { ...full, ...empty, no: 2, updatedAt: now, isLive: true });
    assert.deepEqual(await store.runs.get(full.id, now + lease.ms - 1), created);
    assert.equal((await store.runs.get(full.id, now + lease.ms))?.isLive, false);
    assert.equal(await store.runs.get("none", now), undefined);
  });

  it("tells how it ended, and is no longer live then", async () => {
    const run = await beginRun(store);
    await addPage(store, run, [{ id: "a" }, { id: "b" }, { id: "a" }], {
      metadata: { credits: 2.5, total: 9, search_after: "next" },
    });
    assert.equal(await store.runs.stop(run.id, "window-2", { kind: "cancelled" }, now + 1), false);
    assert.equal(await store.runs.stop(run.id, owner, { kind: "complete", n: 1 }, now + 2), true);
    assert.deepEqual(await store.runs.get(run.id, now), {
      ...{ ...run, pages: 1, records: 2, returned: 3, repeated: 1, credits: 2.5, firstTotal: 9, lastTotal: 9 },
      ...{ cursor: "next", stop: { kind: "complete", n: 1 }, updatedAt: now + 2, isLive: false },
    });
    assert.equal(await store.runs.stop(run.id, owner, { kind: "cancelled" }, now + 3), false, "its lease is over");
    assert.equal(await store.runs.stop("none", owner, { kind: "cancelled" }, now), false);
  });

  it("counts requests that were sent and not answered as possibly charged once nobody waits for them", async () => {
    const run = await beginRun(store);
    await reserve(run.id, 3);
    await reserve(run.id, 4);
    const shown = async (at: number): Promise<readonly unknown[]> => {
      const kept = await store.runs.get(run.id, at);
      return [kept?.possibleCredits, kept?.requestInFlight];
    };
    assert.deepEqual(await shown(now), [0, true]);
    assert.deepEqual(await shown(now + lease.ms), [7, true]);
    assert.equal(await store.runs.stop(run.id, "window-2", { kind: "complete" }, now), false);
    assert.deepEqual(await shown(now), [0, true]);
    assert.equal(await store.runs.stop(run.id, owner, { kind: "complete" }, now + 5), true);
    assert.deepEqual(await shown(now), [7, false]);
    assert.deepEqual(
      db.all("select counted, possible, charged, settled_at, state from call").map((row) => ({ ...row })),
      [3, 4].map((credits) => ({
        ...{ counted: credits, possible: credits, charged: "maybe", settled_at: now + 5, state: "failed" },
      })),
    );
  });

  it("is resumed with what it had, and with what has changed since", async () => {
    const lists = ["file:///w/out.csv"];
    const run = await beginRun(store, "person", { leaveOut: lists });
    await store.runs.stop(run.id, owner, { kind: "cancelled" }, now);
    const taken = await store.runs.take(run.id, { owner: "window-2", now: now + 1, ms: 10 });
    assert.deepEqual(taken, run, "without changes");
    await assert.rejects(store.runs.take(run.id, { ...lease, now: now + 10 }), inUse);
    assert.deepEqual((await store.runs.take(run.id, { ...lease, now: now + 11 })).isLive, true);
    const other = { id: "c2", label: "Other", origin: "https://other.example", workspaceId: "w2" };
    const change = { limits: { records: 5 }, connection: other };
    assert.deepEqual(await store.runs.take(run.id, lease, change), { ...run, ...change });
    assert.deepEqual(await store.runs.take(run.id, lease, { limits: { records: 6 } }), {
      ...{ ...run, ...change, limits: { records: 6 } },
    });
    await assert.rejects(store.runs.take("none", lease), gone);
  });

  it("is kept by its window as long as that renews it", async () => {
    const run = await beginRun(store);
    assert.equal(await store.runs.renew(run.id, { owner, now: now + 50_000, ms: 60_000 }), true);
    assert.equal((await store.runs.get(run.id, now + 109_999))?.isLive, true);
    assert.equal((await store.runs.get(run.id, now + 110_000))?.isLive, false);
    assert.equal(await store.runs.renew(run.id, { owner: "window-2", now, ms: 60_000 }), false);
    assert.equal(await store.runs.renew("none", lease), false);
  });

  it("gets a name, and lists that hide its records", async () => {
    const [run, other] = [await beginRun(store), await beginRun(store)];
    await store.runs.rename(run.id, "Renamed");
    const [one, two] = ["file:///w/1.csv", "file:///w/2.csv"];
    await store.runs.addLeaveOut(run.id, one);
    await store.runs.addLeaveOut(run.id, two);
    await store.runs.addLeaveOut(run.id, one);
    await store.runs.addLeaveOut("none", one);
    assert.deepEqual(await store.runs.get(run.id, now), {
      ...{ ...run, title: "Renamed", leaveOut: [one, two] },
    });
    assert.deepEqual(await store.runs.get(other.id, now), other);
  });

  it("is listed with those of its purpose and search, newest first", async () => {
    const start = async (source: string | undefined, purpose: RunPurpose): Promise<void> => {
      await store.runs.create(newRun("person", { source, purpose }));
    };
    await start("file:///a", "search");
    await start("file:///b", "count");
    await start(undefined, "lookup");
    await start("file:///a", "count");
    const numbers = async (query: Omit<Parameters<TestStore["runs"]["list"]>[0], "now">): Promise<string> =>
      (await store.runs.list({ now, ...query })).map(({ no }) => no).join("");
    assert.equal(await numbers({}), "4321");
    assert.equal(await numbers({ limit: 2 }), "43");
    assert.equal(await numbers({ limit: 0 }), "");
    assert.equal(await numbers({ source: "file:///a" }), "41");
    assert.equal(await numbers({ sources: ["file:///b", ""] }), "32");
    assert.equal(await numbers({ purposes: ["count"] }), "42");
    assert.equal(await numbers({ purposes: [] }), "");
    assert.equal(await numbers({ source: "file:///a", purposes: ["count", "lookup"], limit: 1 }), "4");
  });

  it("moves with its search, also when the search keeps its name", async () => {
    const run = await beginRun(store, "person", { source: "file:///a", title: "Makers" });
    assert.deepEqual(await store.runs.moveSource("file:///a", "file:///b"), [run.id]);
    assert.deepEqual(await store.runs.get(run.id, now), { ...run, source: "file:///b" });
    assert.deepEqual(await store.runs.moveSource("file:///a", "file:///b"), []);
    const count = await beginRun(store, "person", { source: "file:///a", title: "Count of it", purpose: "count" });
    const blank = await beginRun(store, "person", { source: "file:///a", title: "" });
    assert.deepEqual(await store.runs.moveSource("file:///a", "file:///c"), [count.id, blank.id]);
    assert.equal((await store.runs.get(count.id, now))?.title, "Count of it");
    assert.equal((await store.runs.get(blank.id, now))?.title, "");
  });

  it("comes with its connection as it was last", async () => {
    for (const change of [{ id: "b" }, { id: "a" }, { id: "b", label: "Renamed", origin: "https://new.example" }]) {
      await beginRun(store, "person", { connection: { ...connection, ...change } });
    }
    assert.deepEqual(await store.runs.connections(), [
      { ...connection, id: "a" },
      { ...connection, id: "b", label: "Renamed", origin: "https://new.example" },
    ]);
  });
});
