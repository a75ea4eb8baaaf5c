// Which fields of the filter builder keep a search from running, and what the host is told of them.
import assert from "node:assert/strict";
import { newSearchText } from "../../../src/searches/searchEdits";
import { documentState } from "../../../src/workbench/searchEditor/documentState";
import { fieldProblems, uncommittedReasons } from "../../../webview-ui/filter-builder/builderState";
import { builderProcedures } from "../../../webview-ui/messages/filterBuilder";

describe("fields that must be fixed before a run", () => {
  const form = documentState(
    "a.prospect.json",
    newSearchText("company", { headcounts: [{ min: 5, max: 1 }], names: [{ value: "x" }] }),
  ).document;

  it("are those of the document and of the page, in the order of the form", () => {
    assert.ok(form);
    const problems = fieldProblems(form, {
      "filters.names": { problem: "No." },
      "filters.headcounts": { problem: "" },
      "fetch.credits": { problem: "None.", text: "x" },
      "filters.person_names": { problem: "of the other search" },
    });
    assert.deepEqual(
      problems.map(({ label, message }) => [label, message.slice(0, 15)]),
      [
        ["Credit limit", "None."],
        ["Names", "No."],
        ["Headcount", "“From” (5) is g"],
      ],
    );
  });

  it("are reported to the host together with text that is not added yet, shortened", () => {
    assert.ok(form);
    const reasons = uncommittedReasons(form, {
      words: " banks ",
      uncommitted: { "fetch.credits": { problem: "", text: "5" } },
      drafts: { names: "y".repeat(5_000), domains: "  " },
    });
    assert.match(reasons[0] ?? "", /“banks” isn't added yet/u);
    assert.equal(reasons[1], "“Credit limit”: This field is still being edited.");
    assert.match(reasons[2] ?? "", /^“Names”: “y+…” isn't added yet/u);
    assert.equal(reasons.length, 3);
    assert.equal(builderProcedures.reportUncommitted.safeParse({ reasons, input: "{}" }).success, true);
  });
});
