// Which saved searches have runs, and the runs of several of them.
import assert from "node:assert/strict";
import type { InProcessStore } from "./inProcess";
import { newRun, now, useTestStore, type TestStore } from "./rig";

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

  it("are listed for several searches, and for none", async () => {
    await start("file:///a", "search");
    await start("file:///b", "search");
    await start("file:///c", "search");
    await start(undefined, "search");
    const listed = await opened.store.runs.list({ now, sources: ["file:///c", "file:///a", ""] });
    assert.deepEqual(
      listed.map(({ source }) => source),
      [undefined, "file:///c", "file:///a"],
    );
    assert.deepEqual(await opened.store.runs.list({ now, sources: [] }), []);
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
