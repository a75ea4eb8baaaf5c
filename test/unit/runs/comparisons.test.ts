// Which earlier run a run is compared with, and what is said about the numbers.
import assert from "node:assert/strict";
import { comparableRuns, comparisonRemark, defaultComparison } from "../../../src/runs/comparisons";
import type { RunSummary } from "../../../src/runs/run";
import { ofCompanies, runSummary, type RunChange } from "./runSummary";

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
    assert.equal(chosen(runOf(20), runOf(19, { skipped: 1 })), undefined);
    assert.equal(chosen(runOf(20, { skipped: 1 }), runOf(19)), undefined);
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
    assert.match(remark(runOf(20, { skipped: 1 }), runOf(19)) ?? "", /^Records that one of the runs skipped/);
    assert.match(remark(runOf(20), runOf(19, { skipped: 1 })) ?? "", /^Records that one of the runs skipped/);
    const other = "The runs did not fetch the same part of the matches, so records can count as new or gone.";
    const canceled = { stop: { kind: "cancelled" }, lastTotal: undefined } as const;
    assert.equal(remark(runOf(20, canceled), runOf(19, canceled)), other);
    assert.equal(remark(runOf(20, complete), runOf(19, canceled)), other);
    assert.equal(remark(runOf(20, canceled), runOf(19, complete)), other);
    const filters = { task: { kind: "companySearch", filters: {} } } as const;
    assert.match(remark(runOf(20), runOf(19, { header: filters })) ?? "", /^The search had other filters then/);
  });
});
