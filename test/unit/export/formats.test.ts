// The table of export formats: what is offered; and the facts that files with room for them
// have about their records.
import assert from "node:assert/strict";
import { exportInfo, rowsOfRun } from "../../../src/app/rowSource";
import { fileFormats } from "../../../src/export/formats";
import type { RunHeader, RunSummary } from "../../../src/runs/run";

describe("the export formats", () => {
  it("are offered for files, the simplest first; CSV files neutralize formulas unless raw ones are asked for", () => {
    assert.deepEqual(
      fileFormats().map(({ label, options }) => [label, options?.guard]),
      [
        ["CSV", true],
        ["CSV for Excel", true],
        ["CSV, raw", false],
        ["JSON", undefined],
        ["NDJSON", undefined],
        ["Excel workbook", undefined],
        ["SQLite database", undefined],
        ["Parquet", undefined],
      ],
    );
  });
});

describe("facts about an export", () => {
  const facts = (change: Partial<RunHeader>): Readonly<Record<string, unknown>> => {
    const header: RunHeader = {
      id: "R1",
      purpose: "search",
      title: "Bakers",
      task: { kind: "companySearch", filters: { industries: [{ value: "Food & Beverages" }] } },
      recordKind: "company",
      connection: { id: "c", label: "Work", origin: "https://api.example", workspaceId: "w" },
      startedAt: Date.UTC(2026, 0, 15),
      limits: { records: 100 },
      ...change,
    };
    const source = rowsOfRun({ header, credits: 12.5 } as RunSummary);
    return Object.fromEntries(exportInfo(source, { records: 7, order: { columns: [], now: 0 }, now: 5 }));
  };

  it("are the name, filters, service, connection, id, begin and credits of the run, and what was exported", () => {
    assert.deepEqual(facts({}), {
      Search: "Bakers",
      Filters: "Every company where industry is “Food & Beverages”.",
      Service: "https://api.example",
      Connection: "Work",
      Run: "R1",
      "Run started": new Date(Date.UTC(2026, 0, 15)),
      Credits: 12.5,
      Exported: new Date(5),
      Records: 7,
      Selection: "All fetched records",
    });
  });

  it("have no filters where nothing was searched for", () => {
    assert.ok(!("Filters" in facts({ purpose: "lookup", task: { kind: "companyLookup", identifiers: {} } as never })));
  });
});
