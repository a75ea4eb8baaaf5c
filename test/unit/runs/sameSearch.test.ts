// Which earlier run makes paying for the same search again unnecessary, and what of a run is not fetched yet.
import assert from "node:assert/strict";
import { comparableRuns, comparisonRemark, defaultComparison } from "../../../src/runs/comparisons";
import type { RunHeader, RunSummary, SearchTask } from "../../../src/runs/run";
import { sameSearch, type WantedSearch } from "../../../src/runs/sameSearch";
import { ofCompanies, runSummary, type RunChange } from "./runSummary";

const now = 1_000_000_000;
const day = 86_400_000;
const task: SearchTask = { kind: "peopleSearch", filters: {} };
const run = (change: Partial<RunSummary> = {}, header: Partial<RunHeader> = {}): RunSummary =>
  runSummary({
    ...{
      pages: 2,
      records: 200,
      returned: 200,
      credits: 50,
      lastTotal: 200,
      updatedAt: now,
      stop: { kind: "complete" },
    },
    ...change,
    header,
  });

describe("a recent result of the same search", () => {
  const find = async (runs: RunSummary[], change: Partial<WantedSearch> = {}): Promise<RunSummary | undefined> => {
    const { connection } = run().header;
    const wanted = { task, connection, purpose: "search", records: 500, ...change } as const;
    return (await sameSearch({ list: () => Promise.resolve(runs) }, wanted, now)).recent;
  };

  for (const [what, found] of [
    ["a complete run", run()],
    ["one whose total is unknown", run({ lastTotal: undefined })],
    ["one with more records than the total", run({ lastTotal: 199 })],
    ["one almost a day old", run({ updatedAt: now - day + 1 })],
    ["one with empty leave-out lists", run({}, { leaveOut: [] })],
    ["one that reached its limit with as many", run({ records: 500, lastTotal: 900, stop: { kind: "limitReached" } })],
    ["one by another key of the account", run({}, { connection: { ...run().header.connection, id: "d" } })],
  ] as const) {
    it(`is ${what}`, async () => assert.equal(await find([found]), found));
  }

  for (const [what, other] of [
    ["a run that is still in progress", run({ stop: undefined })],
    ["one that stopped at a lower limit", run({ records: 499, lastTotal: 900, stop: { kind: "limitReached" } })],
    ["one that was canceled with as many", run({ records: 500, lastTotal: 900, stop: { kind: "cancelled" } })],
    ["one without records", run({ records: 0, lastTotal: 0 })],
    ["one that skipped records", run({}, { task: { ...task, knownRecords: 1 } })],
    ["one with fewer records than the total", run({ lastTotal: 201 })],
    ["one that is a day old", run({ updatedAt: now - day })],
    ["one of another account", run({}, { connection: { ...run().header.connection, workspaceId: "d" } })],
    ["a search at companies", run({}, { task: { ...task, companies: { count: 2 } } })],
    ["one with a leave-out list", run({}, { leaveOut: ["a"] })],
  ] as const) {
    it(`is not ${what}`, async () => assert.equal(await find([other]), undefined));
  }

  it("is the newest one, whatever their order", async () => {
    const [old, middle, latest] = [
      run({ updatedAt: now - 3 }),
      run({ updatedAt: now - 2 }),
      run({ updatedAt: now - 1 }),
    ];
    assert.equal(await find([middle, latest, old]), latest);
    assert.equal(await find([old, middle]), middle);
  });

  it("has the same leave-out lists, in any order", async () => {
    const both = run({}, { leaveOut: ["a", "b"] });
    assert.equal(await find([both], { leaveOut: ["b", "a"] }), both);
    assert.equal(await find([both], { leaveOut: ["a"] }), undefined);
    assert.equal(await find([both]), undefined);
  });
});

const base = runSummary({
  header: {
    ...ofCompanies,
    id: "20261101T000000000-000000000000",
    title: "Makers",
    task: { kind: "companySearch", filters: { types: [{ value: "Nonprofit" }] } },
    source: "file:///makers.prospect.json",
    limits: { records: 100 },
  },
  ...{ firstTotal: 12_480, lastTotal: 12_480, stop: { kind: "limitReached" } },
});
/** The run of a day in November. */
const runOf = (day: number, { header, ...rest }: RunChange = {}): RunSummary => ({
  ...base,
  ...rest,
  header: { ...base.header, id: base.header.id.replace("01T", `${String(day).padStart(2, "0")}T`), ...header },
});
const days = (runs: readonly RunSummary[]): readonly number[] =>
  runs.map(({ header }) => Number(header.id.slice(6, 8)));
const complete = { stop: { kind: "complete" }, records: 9, lastTotal: 9 } as const;
const skipping = {
  header: { task: { kind: "companySearch", filters: { types: [{ value: "Nonprofit" }] }, knownRecords: 1 } },
} as const;

describe("runs to compare", () => {
  it("are earlier runs of the same search and service that have records", () => {
    const run = runOf(20);
    const others = [
      runOf(21),
      runOf(19),
      runOf(18, { records: 0 }),
      runOf(17, { header: { source: "file:///other.prospect.json" } }),
      runOf(16, { header: { purpose: "count" } }),
      runOf(15, { header: { connection: { ...base.header.connection, origin: "sandbox:" } } }),
      runOf(14, { header: { recordKind: "person" } }),
      runOf(13, { records: 1 }),
    ];
    assert.deepEqual(days(comparableRuns(run, [run, ...others])), [19, 13]);
    assert.deepEqual(comparableRuns(runOf(20, { header: { source: undefined } }), others), []);
    assert.deepEqual(comparableRuns(runOf(20, { header: { purpose: "count" } }), others), []);
  });

  it("are compared by default with the newest that covers the same", () => {
    const chosen = (run: RunSummary, ...earlier: readonly RunSummary[]): number | undefined =>
      days([defaultComparison(run, [run, ...earlier])].filter((one) => one !== undefined))[0];
    assert.equal(chosen(runOf(20), runOf(19), runOf(18)), 19, "both asked for 100");
    assert.equal(chosen(runOf(20), runOf(19, { header: { limits: { records: 50 } } }), runOf(18)), 18);
    assert.equal(chosen(runOf(20, complete), runOf(19), runOf(18, complete)), 18, "both complete");
    assert.equal(chosen(runOf(20, { ...complete, header: { limits: { records: 10 } } }), runOf(19, complete)), 19);
    assert.equal(chosen(runOf(20, complete), runOf(19)), undefined);
    assert.equal(chosen(runOf(20), runOf(19, { stop: { kind: "cancelled" } })), undefined);
    assert.equal(chosen(runOf(20, { stop: undefined }), runOf(19)), undefined, "in progress");
    assert.equal(chosen(runOf(20), runOf(19, skipping)), undefined);
    assert.equal(chosen(runOf(20, skipping), runOf(19)), undefined);
    assert.equal(chosen(runOf(20, { records: 0 }), runOf(19)), undefined, "without records");
    assert.equal(chosen(runOf(20, { records: 1 }), runOf(19)), 19);
    const filters = { task: { kind: "companySearch", filters: {} } } as const;
    assert.equal(chosen(runOf(20), runOf(19, { header: filters })), undefined, "other filters");
  });

  it("say why nothing counts as gone", () => {
    const remark = comparisonRemark;
    assert.equal(remark(runOf(20, complete), runOf(19, complete)), undefined);
    assert.equal(
      remark(runOf(20, complete), runOf(19)),
      "No record counts as gone, because the earlier run fetched 100 of 12,480 records. New is what no earlier run " +
        "of this search returned.",
    );
    assert.equal(
      remark(runOf(20), runOf(19, complete)),
      "No record counts as gone, because this run fetched 100 of 12,480 records. New is what no earlier run of this " +
        "search returned.",
    );
    const canceled = { stop: { kind: "cancelled" }, lastTotal: undefined } as const;
    for (const [run, earlier, why] of [
      [runOf(20), runOf(19), /because the earlier run fetched 100 of 12,480/],
      [runOf(20, { stop: undefined }), runOf(19), /because this run is in progress/],
      [runOf(20, skipping), runOf(19), /because one of the runs skipped/],
      [runOf(20), runOf(19, skipping), /because one of the runs skipped/],
      [runOf(20, complete), runOf(19, canceled), /because the earlier run did not fetch everything that matches/],
      [runOf(20, canceled), runOf(19, complete), /because this run did not fetch everything that matches/],
    ] as const) {
      assert.match(remark(run, earlier) ?? "", why);
    }
    const filters = { task: { kind: "companySearch", filters: {} } } as const;
    assert.match(remark(runOf(20), runOf(19, { header: filters })) ?? "", /^The search had other filters then/);
  });
});
