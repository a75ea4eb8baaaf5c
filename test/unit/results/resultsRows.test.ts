// The rows of a results tab, their selection, and copying.
import assert from "node:assert/strict";
import type { App } from "../../../src/app/app";
import { rowsOfRun, type RowSource, type RowsOrder } from "../../../src/app/rowSource";
import { indentedJson } from "../../../src/export/jsonFormats";
import type { RunSummary } from "../../../src/runs/run";
import type { RecordKind } from "../../../src/service/operations";
import type { StoredRun } from "../../../src/store/runs";
import type { ViewSource } from "../../../src/store/viewSource";
import { copiedCells, copiedRecords, type CopyFormat } from "../../../src/workbench/resultsEditor/copyText";
import { ResultsRows } from "../../../src/workbench/resultsEditor/resultsRows";
import { SelectedRows } from "../../../src/workbench/resultsEditor/selectedRows";
import { answerRow, addPage, beginRun, lease, newBatch, now, type TestStore, useTestStore } from "../store/rig";

const never = new AbortController().signal;
const germany = { kind: "oneOf" as const, column: "country", values: ["Germany"] };
const byName = { column: "name", descending: false };
const order = (more: Partial<RowsOrder> = {}): RowsOrder => ({ filter: "", columns: ["name", "country"], ...more });
const company = (row: number): object => ({
  id: `c${row}`,
  name: `Company ${String((row * 7) % 100).padStart(2, "0")}`,
  locations: { headquarters: { country: row % 3 === 0 ? "Germany" : "Austria" } },
});

let store: TestStore;
/** Hooks of the describe that calls it: outside of one they would be those of every test. */
function useStore(): void {
  useTestStore((fresh) => {
    store = fresh.store;
  });
}

const companies = (from: number, to: number): readonly object[] =>
  Array.from({ length: to - from }, (_, index) => company(from + index));

async function runWith(records: readonly unknown[], kind: RecordKind = "company"): Promise<StoredRun> {
  const run = await beginRun(store, kind);
  await addPage(store, run, records);
  return run;
}

async function openRows(
  run: StoredRun,
  first = order(),
  from: Pick<TestStore, "views"> = store,
  source: ViewSource = { kind: "run", run: run.id },
): Promise<{ readonly rows: ResultsRows }> {
  const app = { store: from, clock: { now: () => now } } as App;
  return { rows: await ResultsRows.open(app, { title: "", recordKind: run.recordKind, view: source }, first) };
}

const rowsOf = async (rows: ResultsRows, count = 100): Promise<readonly number[]> =>
  (await rows.rows(0, count)).map(({ row }) => row);

describe("results rows", () => {
  useStore();

  it("ignore an unknown sort column, and are empty for a value of an unknown one", async () => {
    const { rows } = await openRows(
      await runWith(companies(0, 3)),
      order({ sort: { column: "1) --", descending: true } }),
    );
    assert.deepEqual(await rowsOf(rows), [0, 1, 2]);
    await rows.arrange(order({ columnFilters: [{ kind: "oneOf", column: "nonsense", values: ["x"] }] }), never);
    assert.equal(rows.count, 0);
  });

  it("of a batch are its records, in the order of its rows", async () => {
    const task = { kind: "companyLookup" } as const;
    const { run } = await store.batches.create(newBatch("company", {}, { task }), lease);
    await store.batches.addQuestions(
      run.id,
      ["a", "b", "c"].map((domain) => ({ identifiers: { domain }, words: domain })),
      now,
    );
    const questions = await store.rows.open(run.id, 9);
    const answer = (at: number, found: readonly object[]): Promise<unknown> =>
      answerRow(
        store,
        run.id,
        questions[at]?.key,
        Buffer.from(JSON.stringify({ companies: found, metadata: { credits: 1, total: found.length } })),
      );
    await answer(2, [{ id: "3", name: "Third" }]);
    const { rows } = await openRows(run, order(), store, { kind: "batch", run: run.id });
    assert.deepEqual([rows.count, rows.growsAtEnd], [1, false]);
    await answer(0, [{ id: "1", name: "First" }]);
    await answer(1, []);
    await rows.grow();
    assert.deepEqual(
      (await rows.rows(0, 9)).map(({ title }) => title),
      ["First", "Third"],
    );
  });

  it("use the last of several orders; a canceled `grow` is no failure", async () => {
    const run = await runWith(companies(0, 1200));
    const { rows } = await openRows(run);
    await addPage(store, run, [{ id: "more", name: "zilina" }]);
    const stop = new AbortController();
    const first = rows.arrange(order({ sort: byName }), stop.signal).catch(() => "cancelled");
    const grown = rows.grow();
    stop.abort();
    await rows.arrange(order({ filter: "ŽILINA" }), never);
    await grown;
    assert.equal(await first, "cancelled");
    assert.deepEqual(await rowsOf(rows), [1200]);
  });
});

describe("selected rows", () => {
  useStore();

  it("stay selected while hidden if rows are added, not if the selection is replaced", async () => {
    const { rows } = await openRows(await runWith(companies(0, 9)));
    const selection = new SelectedRows(rows);
    const arrange = async (next: RowsOrder): Promise<void> => {
      await rows.arrange(next, never);
      await selection.relocate();
    };
    const selected = (): readonly number[] => selection.keys.map((key) => key % 2 ** 32);
    await selection.select([[0, 3]], false);
    await arrange(order({ columnFilters: [germany] }));
    assert.deepEqual([selection.ranges, selected()], [[[0, 1]], [0]]);
    await selection.select(
      [
        [0, 1],
        [2, 3],
      ],
      true,
    );
    await arrange(order());
    assert.deepEqual(selected(), [0, 1, 2, 6]);
    await arrange(order({ columnFilters: [germany] }));
    await selection.select([[1, 2]], false);
    await arrange(order());
    assert.deepEqual(selected(), [3]);
  });

  it("are those of the last selection", async () => {
    let answerFirst: () => void = () => undefined;
    let asked = 0;
    const keysAt: TestStore["views"]["keysAt"] = async (view, ranges) => {
      asked += 1;
      if (asked === 1) {
        await new Promise<void>((resolve) => (answerFirst = resolve));
      }
      return store.views.keysAt(view, ranges);
    };
    const views = new Proxy(store.views, {
      get: (real, name: keyof TestStore["views"]) => (name === "keysAt" ? keysAt : real[name]),
    });
    const { rows } = await openRows(await runWith(companies(0, 9)), order(), { views });
    const selection = new SelectedRows(rows);
    const first = selection.select([[0, 9]], false);
    await selection.select([[4, 5]], false);
    answerFirst();
    await first;
    assert.deepEqual(
      selection.keys.map((key) => key % 2 ** 32),
      [4],
    );
  });

  it("can be all of very many", async () => {
    const run = await runWith([]);
    for (let page = 0; page < 5; page += 1) {
      await addPage(
        store,
        run,
        Array.from({ length: 1000 }, (_, row) => ({ name: `n ${page} ${row}` })),
      );
    }
    const { rows } = await openRows(run);
    const selection = new SelectedRows(rows);
    await selection.select(
      [
        [0, 1_999],
        [2_001, 5_000],
      ],
      false,
    );
    assert.equal(selection.keys.length, 4_998);
    await rows.arrange(order({ sort: { column: "name", descending: true }, filter: "n 7" }), never);
    await selection.relocate();
    await rows.arrange(order(), never);
    await selection.relocate();
    assert.deepEqual(selection.ranges, [
      [0, 1_999],
      [2_001, 5_000],
    ]);
  });
});

describe("copying", () => {
  useStore();
  const sourceOf = (header: StoredRun): RowSource => rowsOfRun({ header } as unknown as RunSummary);

  const copied = async (
    run: StoredRun,
    rows: readonly number[],
    columns: readonly string[],
    as: CopyFormat,
  ): Promise<string> =>
    copiedRecords(
      { store, source: sourceOf(run), columns, now },
      rows.map((row) => run.no * 2 ** 32 + row),
      as,
    );

  it("copies the visible columns in their order, with or without headers", async () => {
    const run = await runWith(companies(0, 3));
    assert.equal(
      await copied(run, [1, 0], ["name", "country"], { format: "csv", headers: true }),
      "Name,Country\nCompany 07,Austria\nCompany 00,Germany\n",
    );
    assert.equal(await copied(run, [0], ["name"], { format: "csv", headers: false }), "Company 00\n");
    assert.equal(
      await copied(run, [0], ["name", "country"], { format: "markdown", headers: true }),
      "| Name | Country |\n| --- | --- |\n| Company 00 | Germany |\n",
    );
    assert.equal(
      await copied(run, [0], ["name", "country"], { format: "markdown", headers: false }),
      "| Company 00 | Germany |\n",
    );
  });

  it("copies cells as tab-separated lines, one cell as its text alone, and one record as indented JSON", async () => {
    const run = await runWith([...companies(0, 3), { id: "c3", name: 'A "quoted"\tname' }]);
    const cells = (rows: readonly number[], columns: readonly string[]): Promise<string> =>
      copiedCells(
        { store, source: sourceOf(run), columns, now },
        rows.map((row) => run.no * 2 ** 32 + row),
      );
    assert.equal(await cells([1], ["country"]), "Austria");
    assert.equal(await cells([3], ["name"]), 'A "quoted"\tname');
    assert.equal(await cells([9], ["country"]), "");
    assert.equal(await cells([0], ["1) --"]), "");
    assert.equal(await cells([0, 1], ["country", "name"]), "Germany\tCompany 00\nAustria\tCompany 07");
    assert.equal(await cells([3, 0], ["name"]), '"A ""quoted""\tname"\nCompany 00');
    assert.equal(
      indentedJson('{"a":{"b":[1,{}]},"c":"x\\ny"}'),
      '{\n  "a": {\n    "b": [\n      1,\n      {}\n    ]\n  },\n  "c": "x\\ny"\n}',
    );
  });

  it("copies nothing that a list leaves out by now", async () => {
    const uri = "file:///w/customers.csv";
    const run = await beginRun(store, "company", { leaveOut: [uri] });
    await addPage(store, run, companies(0, 3));
    const source = { store, source: sourceOf(run), columns: ["name"], now };
    const keys = [0, 1, 2].map((row) => run.no * 2 ** 32 + row);
    const entries = [{ kind: "id", value: "c1" }] as const;
    await store.leaveOut.save({ uri, hash: "h", everywhere: false, entries });
    assert.equal(await copiedRecords(source, keys, { format: "csv", headers: false }), "Company 00\nCompany 14\n");
    assert.equal(await copiedCells(source, keys), "Company 00\nCompany 14");
    assert.equal(await copiedCells(source, keys.slice(1, 2)), "");
  });
});
