// Which earlier run makes paying for the same search again unnecessary, and what of a run is not fetched yet.
import assert from "node:assert/strict";
import { comparableRuns, comparisonRemark, defaultComparison } from "../../../src/runs/comparisons";
import type { RunHeader, RunSummary, SearchTask } from "../../../src/runs/run";
import { leftToFetch, restOfRun } from "../../../src/runs/runState";
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
    const wanted = { task, connection: { id: "c" }, purpose: "search", ...change } as const;
    return (await sameSearch({ list: () => Promise.resolve(runs) }, wanted, now)).recent;
  };

  for (const [what, found] of [
    ["a complete run", run()],
    ["one whose total is unknown", run({ lastTotal: undefined })],
    ["one with more records than the total", run({ lastTotal: 199 })],
    ["one almost a day old", run({ updatedAt: now - day + 1 })],
    ["one with empty leave-out lists", run({}, { leaveOut: [] })],
  ] as const) {
    it(`is ${what}`, async () => assert.equal(await find([found]), found));
  }

  for (const [what, other] of [
    ["a run that is still in progress", run({ stop: undefined })],
    ["one that stopped at its limit", run({ stop: { kind: "limitReached" } })],
    ["one without records", run({ records: 0, lastTotal: 0 })],
    ["one that skipped records", run({}, { task: { ...task, knownRecords: 1 } })],
    ["one with fewer records than the total", run({ lastTotal: 201 })],
    ["one that is a day old", run({ updatedAt: now - day })],
    ["one of another connection", run({}, { connection: { ...run().header.connection, id: "d" } })],
    ["a search at companies", run({}, { task: { ...task, companies: { count: 2, size: 1 } } })],
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

describe("the rest of a run", () => {
  const stopped = (change: Partial<RunSummary> = {}): RunSummary =>
    run({ stop: { kind: "limitReached" }, lastTotal: 1_000, returned: 250, records: 250, ...change });

  it("is what matches and was not saved, at the price of the records so far", () => {
    assert.equal(leftToFetch(stopped()), 750);
    assert.deepEqual(restOfRun(stopped()), { total: 1_000, creditsAbout: 150 });
  });

  it("has no price while nothing was charged or returned", () => {
    assert.deepEqual(restOfRun(stopped({ credits: 0 })), { total: 1_000, creditsAbout: undefined });
    assert.deepEqual(restOfRun(stopped({ returned: 0 })), { total: 1_000, creditsAbout: undefined });
    assert.deepEqual(restOfRun(stopped({ credits: 1, returned: 1 })), { total: 1_000, creditsAbout: 750 });
  });

  it("is one record when one is left, and none when more were fetched than match", () => {
    assert.deepEqual(restOfRun(stopped({ lastTotal: 251 })), { total: 251, creditsAbout: 0.2 });
    assert.deepEqual(
      [leftToFetch(stopped({ lastTotal: 249 })), restOfRun(stopped({ lastTotal: 249 }))],
      [0, undefined],
    );
    assert.equal(restOfRun(stopped({ lastTotal: 250 })), undefined);
  });

  it("is unknown without a total, while the run is in progress, and when it cannot continue", () => {
    assert.equal(leftToFetch(stopped({ lastTotal: undefined })), 0);
    assert.equal(restOfRun(stopped({ lastTotal: undefined })), undefined);
    assert.equal(restOfRun(stopped({ stop: undefined })), undefined);
    assert.equal(restOfRun(stopped({ stop: { kind: "complete" } })), undefined);
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

  it("say what counts as new or gone although nothing changed", () => {
    const remark = comparisonRemark;
    assert.equal(remark(runOf(20), runOf(19)), undefined);
    assert.equal(remark(runOf(20, complete), runOf(19, complete)), undefined);
    assert.equal(
      remark(runOf(20, complete), runOf(19)),
      "The earlier run fetched 100 of 12,480 records: what it did not fetch counts as new.",
    );
    assert.equal(
      remark(runOf(20), runOf(19, complete)),
      "This run fetched 100 of 12,480 records: what it did not fetch counts as gone.",
    );
    assert.match(remark(runOf(20, { stop: undefined }), runOf(19)) ?? "", /^This run is in progress/);
    assert.match(remark(runOf(20, skipping), runOf(19)) ?? "", /^Records that one of the runs skipped/);
    assert.match(remark(runOf(20), runOf(19, skipping)) ?? "", /^Records that one of the runs skipped/);
    const other = "The runs did not fetch the same part of the matches, so records can count as new or gone.";
    const canceled = { stop: { kind: "cancelled" }, lastTotal: undefined } as const;
    assert.equal(remark(runOf(20, canceled), runOf(19, canceled)), other);
    assert.equal(remark(runOf(20, complete), runOf(19, canceled)), other);
    assert.equal(remark(runOf(20, canceled), runOf(19, complete)), other);
    const filters = { task: { kind: "companySearch", filters: {} } } as const;
    assert.match(remark(runOf(20), runOf(19, { header: filters })) ?? "", /^The search had other filters then/);
  });
});
