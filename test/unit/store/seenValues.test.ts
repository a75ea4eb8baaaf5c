// Suggestions from results: which values, of which runs, in which order.
import assert from "node:assert/strict";
import type { SeenQuery } from "../../../src/store/runSources";
import { addPage, beginRun, connection, type TestStore, useTestStore } from "./rig";

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
