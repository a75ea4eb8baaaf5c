// What a reply says about an enrichment.
import assert from "node:assert/strict";
import { noOutcomes } from "../../../src/service/contactOutcome";
import { factsOfReply } from "../../../src/enrichments/enrichmentState";

describe("a reply about an enrichment", () => {
  it("without a status is in progress where it says so otherwise, and ended in an unknown way where not", () => {
    const nothing = { id: "e1", contacts: 0, outcomes: noOutcomes, hasContact: false, digest: "" };
    for (const reply of [nothing, { ...nothing, status: "" }]) {
      assert.deepEqual(factsOfReply({ ...reply, stillRunning: true }), {
        state: { kind: "running", status: "IN_PROGRESS" },
      });
      assert.deepEqual(factsOfReply({ ...reply, stillRunning: false }), {
        state: { kind: "ended", status: "UNKNOWN" },
      });
    }
  });
});
