// Two runs of one search compared: what is new, gone or changed, in counts, views, values and exports.
import assert from "node:assert/strict";
import fc from "fast-check";
import { cellText, columnOf } from "../../../src/records/columns";
import { comparedColumns } from "../../../src/records/extraColumns";
import { rowChanges, type RowChange } from "../../../src/store/changes";
import type { ColumnValues } from "../../../src/store/columnValues";
import type { Condition } from "../../../src/store/conditions";
import type { StoredRun } from "../../../src/store/runs";
import type { ViewRow } from "../../../src/store/views";
import type { ViewOrder } from "../../../src/store/viewSource";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, lease, now, openTestStore, removeFolders, type TestStore } from "./rig";

const changed = (...values: readonly RowChange[]): Condition => ({ kind: "oneOf", column: "change", values });

describe("changes of the store", function () {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  before(() => {
    opened = openTestStore();
    store = opened.store;
  });
  after(async () => {
    await opened.close();
    removeFolders();
  });

  const person = (id: string | undefined, name: string, title: string | null, company = "Acme"): object => ({
    id,
    full_name: name,
    employment: { current: { title, company: { name: company } } },
  });
  /** Another search each time. */
  let searches = 0;
  const newSearch = () => ({ source: `file:///w/${(searches += 1)}.prospect.json` });
  const complete = (run: StoredRun, stop: object = { kind: "complete" }): Promise<unknown> =>
    store.runs.stop(run.id, lease.owner, stop, now);
  /** The earlier run has a, b, c and one without an id; the later one c, a and d. Both are complete. */
  async function twoRuns(search = newSearch()): Promise<readonly [StoredRun, StoredRun]> {
    const earlier = await beginRun(store, "person", search);
    await addPage(store, earlier, [
      person("a", "Ada", "Engineer"),
      person("b", "Bob", "Clerk"),
      person("c", "Cleo", null),
      person(undefined, "Nobody", "Guest"),
      person("e", "Eve", "Same"),
    ]);
    const later = await beginRun(store, "person", search);
    await addPage(store, later, [
      person("c", "Cleo", "Head"),
      person("e", "Eve", "Same"),
      person("a", "Ada", "Engineer", "Northwind"),
      person("d", "Dora", "New"),
    ]);
    await complete(earlier);
    await complete(later);
    return [earlier, later];
  }
  async function compared(
    [earlier, later]: readonly [StoredRun, StoredRun],
    order: Partial<ViewOrder> = {},
  ): Promise<{ readonly view: number; readonly rows: readonly ViewRow[]; readonly sourceCount: number }> {
    const { view, count, sourceCount } = await store.views.open(
      { kind: "run", run: later.id, since: earlier.id },
      { columns: ["name"], now, ...order },
    );
    const rows = await store.views.rows(view, 0, count);
    assert.equal(rows.length, count);
    return { view, rows, sourceCount };
  }

  it("are sorted and filtered like other rows; who is gone is not among them unless asked for", async () => {
    const runs = await twoRuns();
    assert.equal((await compared(runs)).sourceCount, 4);
    const names = async (order: Partial<ViewOrder>): Promise<string> =>
      (await compared(runs, order)).rows.map(({ cells }) => cells[0]).join();
    assert.equal(await names({ conditions: [changed("new", "changed"), changed("new")] }), "Dora");
    assert.equal(
      await names({
        conditions: [changed("gone", "changed", "new")],
        sort: { column: "name", descending: false },
        filter: "o",
      }),
      "Bob,Cleo,Dora",
    );
  });

  it("are found by key, counted as values, and exported like other rows", async () => {
    const runs = await twoRuns();
    const { view, rows } = await compared(runs, { conditions: [changed("gone", "new")] });
    const keys = await store.views.keysAt(view);
    assert.deepEqual(
      keys,
      rows.map(({ key }) => key),
    );
    assert.deepEqual(await store.views.locate(view, Float64Array.from([keys[1] ?? 0, 5])), {
      ranges: [[1, 2]],
      hidden: Float64Array.from([5]),
    });
    const [first, ...others] = await store.views.values(view, { text: "", now });
    const label = ({ values }: ColumnValues): unknown => values.map(({ label, count }) => `${label} ${count}`).join();
    assert.equal(first?.label, "Change");
    assert.equal(label(first), "New 1,Changed 2,Gone 1");
    const atAcme: Condition = { kind: "oneOf", column: "company_name", values: ["Acme"] };
    const [filtered] = await store.views.values((await compared(runs, { conditions: [atAcme] })).view, {
      text: "",
      now,
    });
    assert.equal(label(filtered ?? assert.fail()), "New 1,Changed 1,Gone 1");
    const company = others.find(({ id }) => id === "company_name") ?? assert.fail();
    assert.equal(label(company), "Acme 2");
    const [found] = await store.views.values(view, { column: "change", text: "GO", now });
    assert.deepEqual(found?.values, [{ value: "gone", label: "Gone", count: 1 }]);
    await store.views.arrange(view, { columns: ["name"], now });
    const plain = await store.views.open({ kind: "run", run: runs[1].id }, { columns: ["name"], now });
    assert.equal((await store.views.rows(plain.view, 0, 1))[0]?.change, undefined);
  });

  it("are new only when no earlier run of the search had them, and gone only between complete runs", async () => {
    const search = newSearch();
    const first = await beginRun(store, "person", search);
    await addPage(store, first, [person("d", "Dora", "Old")]);
    await complete(first);
    const runs = await twoRuns(search);
    const countsOf = async () => {
      const { uncomparable: _none, ...counts } = await store.changes.counts(runs[0].id, runs[1].id);
      return counts;
    };
    assert.deepEqual(await countsOf(), { new: 0, changed: 2, gone: 1 });
    for (const limited of runs) {
      opened.db.run("update run set stop = ? where no = ?", { kind: "limitReached" }, limited.no);
      assert.deepEqual(await countsOf(), { new: 0, changed: 2, gone: 0 });
      opened.db.run("update run set stop = ? where no = ?", { kind: "complete" }, limited.no);
    }
    opened.db.run("update run set task = json_set(task, '$.knownRecords', 1) where no = ?", runs[0].no);
    assert.deepEqual(await countsOf(), { new: 0, changed: 2, gone: 0 });
  });

  it("need both runs, and of one kind", async () => {
    const run = await beginRun(store);
    const other = await beginRun(store, "company");
    for (const since of ["no run", other.id]) {
      await assert.rejects(compared([{ ...run, id: since }, run]), { code: "NOT_FOUND" });
      await assert.rejects(store.changes.counts(since, run.id), { code: "NOT_FOUND" });
    }
  });

  it("leave no tables behind, also when they are canceled", async () => {
    const runs = await twoRuns();
    const tables = (): readonly unknown[] => opened.db.all("select name from sqlite_temp_master where type = 'table'");
    const before = tables();
    const { view } = await compared(runs, { conditions: [changed("gone")] });
    await store.views.values(view, { text: "", now });
    await store.views.arrange(view, { columns: ["name"], now });
    await store.views.close(view);
    const source = { kind: "run", run: runs[1].id, since: runs[0].id } as const;
    await assert.rejects(store.views.open(source, { columns: [], now }, { signal: AbortSignal.abort() }), {
      code: "CANCELLED",
    });
    assert.deepEqual(tables(), before);
  });

  const value = fc.option(fc.constantFrom("a", "b", ""), { nil: null });
  const company = fc.record({
    id: fc.option(fc.constantFrom("1", "2", "3", "4", "5", "6"), { nil: undefined, freq: 8 }),
    name: value,
    headcount: fc.constantFrom(0, 7, 80),
    headcount_range: fc.constantFrom("1-10", "51-200", null),
    industry: fc.record({ main_industry: value }),
    locations: fc.record({ headquarters: fc.record({ city: value, country: value }) }),
    followers: fc.nat(9),
  });
  const some = fc.uniqueArray(company, { maxLength: 6, selector: ({ id }) => id ?? Symbol("none") });

  it("are those that comparing the records one by one gives", async () => {
    await fc.assert(
      fc.asyncProperty(some, some, fc.subarray([...rowChanges]), async (before, after, wanted) => {
        const search = newSearch();
        const [earlier, later] = [await beginRun(store, "company", search), await beginRun(store, "company", search)];
        await addPage(store, earlier, before);
        await addPage(store, later, after);
        await complete(earlier);
        await complete(later);
        const texts = (record: object): Record<string, string | null> =>
          Object.fromEntries(
            comparedColumns("company").map((id) => [id, cellText(columnOf("company", id)?.value(record)) || null]),
          );
        const expected = [
          ...after.map((record) => {
            const old = record.id === undefined ? undefined : before.find(({ id }) => id === record.id);
            const [then, today] = [texts(old ?? {}), texts(record)];
            const differing = Object.fromEntries(Object.entries(then).filter(([id, text]) => text !== today[id]));
            return record.id === undefined || (old !== undefined && Object.keys(differing).length === 0)
              ? { id: record.id }
              : old === undefined
                ? { id: record.id, change: "new" }
                : { id: record.id, change: "changed", before: differing };
          }),
          ...before
            .filter(({ id }) => id !== undefined && after.every((record) => record.id !== id))
            .map(({ id }) => ({ id, change: "gone" })),
        ];
        const { rows, view } = await compared([earlier, later]);
        const pick = (list: readonly ViewRow[]): readonly unknown[] =>
          list.map(({ id, change, before: old }) => ({
            id,
            ...(change !== undefined && { change }),
            ...(old !== undefined && { before: old }),
          }));
        const count = (change: string): number => expected.filter((one) => one.change === change).length;
        assert.deepEqual(
          pick(rows),
          expected.filter(({ change }) => change !== "gone"),
        );
        assert.deepEqual(await store.changes.counts(earlier.id, later.id), {
          new: count("new"),
          changed: count("changed"),
          gone: count("gone"),
          uncomparable: [...before, ...after].filter(({ id }) => id === undefined).length,
        });
        await store.views.close(view);
        if (wanted.length > 0) {
          const chosen = await compared([earlier, later], { conditions: [changed(...wanted)] });
          assert.deepEqual(
            pick(chosen.rows),
            expected.filter(({ change }) => wanted.some((one) => one === change)),
          );
          const [change] = await store.views.values(chosen.view, { text: "", now });
          assert.deepEqual(
            change?.values.map((one) => one.count),
            rowChanges.map(count),
          );
          await store.views.close(chosen.view);
        }
      }),
      { numRuns: 40 },
    );
  });
});
