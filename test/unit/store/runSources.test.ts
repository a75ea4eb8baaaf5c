// What earlier runs tell: which saved searches have some, what a newcomer has done already, and which values were seen.
import assert from "node:assert/strict";
import type { SeenQuery } from "../../../src/store/runSources";
import type { InProcessStore } from "./inProcess";
import { newRun, now, useTestStore, type TestStore, addPage, beginRun, connection } from "./rig";

describe("the runs of saved searches", () => {
  let opened: InProcessStore<TestStore>;
  useTestStore((one) => (opened = one));
  const start = (
    source: string | undefined,
    purpose: "search" | "count" | "lookup",
    startedAt = now,
  ): Promise<unknown> => opened.store.runs.create(newRun("person", { source, purpose, startedAt }));

  it("are counted by search and purpose, with the newest of each; lookups belong to none", async () => {
    await start("file:///a", "search", now);
    await start("file:///a", "count", now + 1);
    await start("file:///b", "search", now + 2);
    await start("file:///a", "search", now + 3);
    await start(undefined, "search", now + 4);
    await start(undefined, "lookup", now + 5);
    assert.deepEqual(
      (await opened.store.runs.sources()).map(({ source, purpose, runs, startedAt }) => [
        source,
        purpose,
        runs,
        startedAt - now,
      ]),
      [
        ["", "search", 1, 4],
        ["file:///a", "search", 2, 3],
        ["file:///b", "search", 1, 2],
        ["file:///a", "count", 1, 1],
      ],
    );
    assert.equal((await opened.store.runs.sources())[0]?.origin, "https://service.example");
  });

  it("move with their search, and have its new name unless the user gave them a title", async () => {
    const titled = (title: string, purpose: "search" | "count" = "search"): Promise<unknown> =>
      opened.store.runs.create(newRun("person", { source: "file:///a", title, purpose }));
    await titled("Makers");
    await titled("For the fair");
    await titled("Makers (count)", "count");
    await start("file:///b", "search");
    const names = { before: "Makers", after: "Producers" };
    assert.equal((await opened.store.runs.moveSource("file:///a", "file:///c", names)).length, 3);
    assert.deepEqual(
      (await opened.store.runs.list({ now, source: "file:///c" })).map(({ title }) => title),
      ["Producers (count)", "For the fair", "Producers"],
    );
    assert.equal((await opened.store.runs.list({ now, source: "file:///b" })).length, 1);
  });
});

describe("the first steps", () => {
  let store: TestStore;
  useTestStore((opened: InProcessStore<TestStore>) => ({ store } = opened));

  const steps = async () => {
    const { hasSavedSearch, hasRecords, hasExport } = await store.runs.storedThings(now);
    return [hasSavedSearch, hasRecords, hasExport];
  };

  it("have happened once a saved search, a record and an export are known", async () => {
    assert.deepEqual(await steps(), [false, false, false]);
    await beginRun(store, "company", { source: "untitled:/w/New.prospect.json" });
    await beginRun(store, "company", { source: undefined });
    const counting = await beginRun(store, "company", { purpose: "count", source: undefined });
    await addPage(store, counting, [{ id: "c1" }]);
    assert.deepEqual(await steps(), [false, false, false], "neither saved nor run with records");
    const run = await beginRun(store, "company");
    assert.deepEqual(await steps(), [true, false, false]);
    await addPage(store, run, [{ id: "c1" }]);
    assert.deepEqual(await steps(), [true, true, false]);
    await store.profiles.saveLastExport("company: Engineers", "selection", {}, now);
    assert.deepEqual(await steps(), [true, true, true]);
  });
});

describe("values that were seen in the store", () => {
  let store: TestStore;
  useTestStore((fresh) => {
    store = fresh.store;
  });
  const seen = (columns: SeenQuery["columns"]): Promise<readonly string[]> =>
    store.values.seenValues({ columns, origin: connection.origin });
  const save = async (values: readonly unknown[]): Promise<void> => {
    await addPage(
      store,
      await beginRun(store, "company"),
      values.map((domain) => ({ domain })),
    );
  };

  it("are ordered by how often they were seen, and else as texts", async () => {
    await save(["c", "b", "d", "a", "B", "d ", "D", "", " ", null]);
    assert.deepEqual(await seen({ company: ["domain"] }), ["d", "b", "a", "c"]);
    assert.deepEqual(await seen({ person: ["name"] }), []);
    assert.deepEqual(await seen({}), []);
    const query = { columns: { company: ["domain"] }, origin: connection.origin };
    await assert.rejects(store.values.seenValues(query, { signal: AbortSignal.abort() }), { code: "CANCELLED" });
  });

  it("are texts that fit into a list: none that is very long, and no numbers", async () => {
    const longest = "x".repeat(100);
    const run = await beginRun(store, "company");
    await addPage(store, run, [
      { description: longest, specialties: [longest, `${longest}x`, "s"], headcount: 5 },
      { description: `${longest}x`, specialties: [7, "s"] },
    ]);
    assert.deepEqual(await seen({ company: ["description"] }), [longest]);
    assert.deepEqual(await seen({ company: ["specialties"] }), ["s", longest]);
    assert.deepEqual(await seen({ company: ["headcount_exact"] }), []);
  });

  it("are those of the latest results only", async () => {
    for (const value of ["1", "2", "3", "4", "5", "6", "7", "8", "9"]) {
      await save([value]);
    }
    const found = await seen({ company: ["domain"] });
    assert.deepEqual(found, [...found].sort());
    assert.deepEqual([found.includes("9"), found.includes("1")], [true, false]);
    await save(Array.from({ length: 1000 }, (_, n) => `${n % 300} of many`));
    assert.equal((await seen({ company: ["domain"] })).length, 200);
  });
});
