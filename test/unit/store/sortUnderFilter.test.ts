// A view whose sort column changes while a filter is active keeps the filter and uses the new column.
import assert from "node:assert/strict";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, now, openTestStore, removeFolders, type TestStore } from "./rig";

describe("a filtered view", () => {
  let database: InProcessStore<TestStore>;
  beforeEach(() => (database = openTestStore()));
  afterEach(async () => {
    await database.close();
    removeFolders();
  });

  it("is sorted by another column, and back to the order received, without losing its filter", async () => {
    const { store } = database;
    const run = await beginRun(store, "company");
    await addPage(store, run, [
      { id: "1", name: "acme b", domain: "x.example" },
      { id: "2", name: "other", domain: "v.example" },
      { id: "3", name: "acme a", domain: "z.example" },
      { id: "4", name: "acme c", domain: "y.example" },
    ]);
    const order = { columns: ["name", "domain"], filter: "acme", now };
    const { view } = await store.views.open({ kind: "run", run: run.id }, order);
    const titles = async (): Promise<readonly string[]> =>
      (await store.views.rows(view, 0, 9)).map(({ title }) => title);
    const arranged = async (sort?: { readonly column: string; readonly descending: boolean }): Promise<unknown> => {
      const { count } = await store.views.arrange(view, { ...order, ...(sort && { sort }) });
      return [count, await titles()];
    };
    assert.deepEqual(await arranged({ column: "name", descending: false }), [3, ["acme a", "acme b", "acme c"]]);
    assert.deepEqual(await arranged({ column: "domain", descending: false }), [3, ["acme b", "acme c", "acme a"]]);
    assert.deepEqual(await arranged({ column: "domain", descending: true }), [3, ["acme a", "acme c", "acme b"]]);
    assert.deepEqual(await arranged(), [3, ["acme b", "acme a", "acme c"]]);
  });
});
