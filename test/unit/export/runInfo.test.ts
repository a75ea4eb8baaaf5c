// Facts about a run in files that have room for them.
import assert from "node:assert/strict";
import { runInfo } from "../../../src/export/runInfo";
import type { RunHeader } from "../../../src/runs/run";

const header: RunHeader = {
  id: "R1",
  purpose: "search",
  title: "Bakers",
  task: { kind: "companySearch", filters: { industries: [{ value: "Food & Beverages" }] } },
  recordKind: "company",
  connection: { id: "c", label: "Work", origin: "https://api.example", workspaceId: "w" },
  startedAt: Date.UTC(2026, 0, 15),
  limits: { records: 100 },
};

describe("facts about a run", () => {
  it("are its name, filters, service, connection, id, begin and credits", () => {
    assert.deepEqual(Object.fromEntries(runInfo(header, 12.5)), {
      Search: "Bakers",
      Filters: "Every company where industry is “Food & Beverages”.",
      Service: "https://api.example",
      Connection: "Work",
      Run: "R1",
      "Run started": new Date(header.startedAt),
      Credits: 12.5,
    });
  });

  it("have no filters where nothing was searched for", () => {
    const lookup: RunHeader = {
      ...header,
      purpose: "lookup",
      task: { kind: "companyLookup", identifiers: {} } as never,
    };
    assert.ok(!runInfo(lookup, 0).some(([name]) => name === "Filters"));
  });
});
