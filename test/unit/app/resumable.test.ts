// Whether a run can be resumed, as scripts and tools are told.
import assert from "node:assert/strict";
import { whyNotResumable } from "../../../src/app/runFacts";
import { runSummary, type RunChange } from "../runs/runSummary";

describe("a run", () => {
  const isResumable = (change: RunChange): boolean =>
    whyNotResumable(runSummary({ pages: 1, ...change })) === undefined;
  const lookup = { kind: "companyLookup", identifiers: {} } as const;
  const limitReached = { kind: "limitReached" } as const;
  const deep = {
    stop: { kind: "refused", message: "No." } as const,
    ...{ returned: 10_001, records: 10_001, lastTotal: 20_000 },
  };

  for (const [what, change, expected] of [
    ["in progress", {}, false],
    ["that reached its limit below the total", { stop: limitReached, lastTotal: 900 }, true],
    ["that reached its limit at the total", { stop: limitReached, lastTotal: 100 }, false],
    ["that counted", { stop: limitReached, lastTotal: 900, header: { purpose: "count" } }, false],
    ["that is complete", { stop: { kind: "complete" } }, false],
    ["that got the same records again", { stop: { kind: "sameRecords" } }, false],
    ["of a lookup", { stop: { kind: "cancelled" }, header: { purpose: "lookup", task: lookup } }, false],
    ["beyond record 10,000 with a cursor", { ...deep, cursor: "next" }, true],
    ["beyond record 10,000 without a cursor", deep, false],
  ] as const satisfies readonly (readonly [string, RunChange, boolean])[]) {
    it(`${what} is ${expected ? "" : "not "}resumable`, () => assert.equal(isResumable(change), expected));
  }
});
