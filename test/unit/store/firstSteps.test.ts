// What a newcomer has done already, as the database tells it after a restart.
import assert from "node:assert/strict";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, now, useTestStore, type TestStore } from "./rig";

describe("the first steps", () => {
  let store: TestStore;
  useTestStore((opened: InProcessStore<TestStore>) => ({ store } = opened));

  const steps = async () => {
    const { hasSavedSearch, hasRecords, hasExport } = await store.runs.firstSteps();
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
