// What was spent: the whole rows, by each key.
import assert from "node:assert/strict";
import type { NewRun } from "../../../src/store/runs";
import type { SpendQuery, SpendRow } from "../../../src/store/spend";
import type { StoreDb } from "../../../src/store/storeDb";
import { answerCall, beginRun, connection, now, openCall, owner, type TestStore, useTestStore } from "./rig";

describe("what was spent", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((fresh) => {
    ({ store, db } = fresh);
  });
  const other = { ...connection, id: "c2" };
  const begin = async (change: Partial<NewRun>): Promise<string> => (await beginRun(store, "person", change)).id;
  const reserve = (run: string, at: number, wanted: number): Promise<number> => openCall(store, { run, at, wanted });
  const answer = async (call: Promise<number>, records: number, credits: number | undefined): Promise<void> =>
    answerCall(db, await call, records, credits);
  const spend = (by: SpendQuery["by"], since = 0): Promise<readonly SpendRow[]> => store.calls.spend({ by, since });
  const row = (
    key: string,
    credits: number,
    calls: number,
    [records, unknownCosts, possiblyCharged]: readonly [number, number, number] = [0, 0, 0],
  ): SpendRow => ({ key, credits, calls, records, unknownCosts, possiblyCharged });

  it("is told by search, run, connection and day, in the order of their keys", async () => {
    const search = { source: "file:///s", title: "Search" };
    const [first, again] = [await begin(search), await begin({ ...search, title: "Again", startedAt: now + 5 })];
    const free = await begin({ source: undefined, title: "Free search" });
    const lookup = await begin({ purpose: "lookup", title: "Ada" });
    const batch = await begin({ purpose: "batch", title: "people.csv", connection: other });
    const gone = await begin({ title: "Gone" });
    await answer(reserve(first, now, 10), 10, 0.1);
    await answer(reserve(again, now, 10), 7, 0.2);
    await answer(reserve(again, now + 1, 10), 4, undefined);
    await reserve(free, now + 2, 9);
    await answer(reserve(lookup, now + 3, 1), 1, 1);
    await answer(reserve(batch, now + 4, 1), 1, 2);
    await store.calls.failCall(await reserve(batch, now + 4, 1), { charged: "no", at: now });
    await answer(reserve(gone, now + 5, 3), 3, 3);
    await store.runs.stop(gone, owner, { kind: "complete" }, now);
    await store.retention.deleteRun(gone, { now });
    const titled = (title: string, spentOn: SpendRow["spentOn"], startedAt = now): object => ({
      title,
      spentOn,
      startedAt,
    });
    assert.deepEqual(await spend("search"), [
      { ...row("", 3, 1, [3, 0, 0]), spentOn: "deleted" },
      { ...row("", 1, 1, [1, 0, 0]), ...titled("Ada", "lookups") },
      { ...row("Free search", 0, 0, [0, 0, 9]), ...titled("Free search", "search") },
      { ...row("file:///s", 0.3, 3, [21, 1, 4]), ...titled("Again", "search", now + 5) },
      { ...row(batch, 2, 1, [1, 0, 0]), ...titled("people.csv", "batch") },
    ]);
    const byRun = [
      row("", 3, 1, [3, 0, 0]),
      row(first, 0.1, 1, [10, 0, 0]),
      row(again, 0.2, 2, [11, 1, 4]),
      row(free, 0, 0, [0, 0, 9]),
      row(lookup, 1, 1, [1, 0, 0]),
      row(batch, 2, 1, [1, 0, 0]),
    ];
    assert.deepEqual(
      await spend("run"),
      byRun.sort((one, next) => (one.key < next.key ? -1 : 1)),
    );
    assert.deepEqual(await spend("connection"), [row("c1", 4.3, 5, [25, 1, 13]), row("c2", 2, 1, [1, 0, 0])]);
    const day = new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    assert.deepEqual(await spend("day"), [row(day, 6.3, 6, [26, 1, 13])]);
    for (const by of ["search", "run", "connection", "day"] as const) {
      const sum = (rows: readonly SpendRow[]): number => rows.reduce((total, { credits }) => total + credits, 0);
      assert.equal(sum(await spend(by, now + 3)).toFixed(6), "6.000000", by);
      assert.deepEqual(await spend(by, now + 6), [], by);
    }
  });

  it("is nothing for calls that were certainly not charged", async () => {
    const { id } = await beginRun(store);
    await store.calls.failCall(await reserve(id, now, 5), { charged: "no", at: now });
    for (const by of ["search", "run", "connection", "day"] as const) {
      assert.deepEqual(await spend(by), []);
    }
  });
});
