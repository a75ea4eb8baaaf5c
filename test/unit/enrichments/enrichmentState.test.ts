// What a reply says about an enrichment.
import assert from "node:assert/strict";
import { noOutcomes } from "../../../src/service/contactOutcome";
import { factsOfReply, stateLabel, type EnrichmentState } from "../../../src/enrichments/enrichmentState";

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

describe("the state of an enrichment in words", () => {
  const states: readonly (readonly [EnrichmentState, string])[] = [
    [{ kind: "running", status: "IN_PROGRESS" }, "in progress"],
    [{ kind: "ended", status: "RATE_LIMIT" }, "stopped by the rate limit"],
    // What the service says otherwise than it is documented is shown as it was sent.
    [{ kind: "running", status: "FINISHED" }, "FINISHED"],
    [{ kind: "ended", status: "IN_PROGRESS" }, "IN_PROGRESS"],
    [{ kind: "running", status: "toString" }, "toString"],
  ];
  for (const [state, words] of states) {
    it(JSON.stringify(state), () => assert.equal(stateLabel(state), words));
  }
});
