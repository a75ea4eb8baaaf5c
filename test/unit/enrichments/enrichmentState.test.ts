// What a reply says about an enrichment.
import assert from "node:assert/strict";
import { enrichmentIdsIn, possibleIdsIn } from "../../../src/enrichments/enrichmentIds";
import { factsOfReply, stateLabel, type EnrichmentState } from "../../../src/enrichments/enrichmentState";
import { noOutcomes } from "../../../src/service/contactOutcome";

describe("a reply about an enrichment", () => {
  it("without a status is in progress where it says so otherwise, and ended in an unknown way where not", () => {
    const nothing = { id: "e1", contacts: 0, outcomes: noOutcomes, digest: "" };
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
    [{ kind: "ended", status: "FINISHED" }, "finished"],
    [{ kind: "ended", status: "CANCELED" }, "canceled"],
    [{ kind: "ended", status: "CREDITS_INSUFFICIENT" }, "out of credits"],
    [{ kind: "ended", status: "UNKNOWN" }, "ended, status unknown"],
    [{ kind: "ended", status: "FAILED" }, "failed"],
    // What the service says otherwise than it is documented is shown as it was sent.
    [{ kind: "running", status: "FINISHED" }, "FINISHED"],
    [{ kind: "ended", status: "IN_PROGRESS" }, "IN_PROGRESS"],
    [{ kind: "running", status: "toString" }, "toString"],
  ];
  for (const [state, words] of states) {
    it(JSON.stringify(state), () => assert.equal(stateLabel(state), words));
  }
});

describe("pasted enrichment ids", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["enr-1", ["enr-1"]],
    [" enr-1, enr-2;enr-3\nenr-4\tenr-1 ", ["enr-1", "enr-2", "enr-3", "enr-4"]],
    ['["enr-1", "enr-2"]', ["enr-1", "enr-2"]],
    ['{"enrichment_id": "0198c2f4-7d3a-7c11-9b1e-2f6d0a4e5b6c"}', ["0198c2f4-7d3a-7c11-9b1e-2f6d0a4e5b6c"]],
    ["https://api.service.example/api/v2/contact/enrich/bulk/enr-9?x=1", ["enr-9"]],
    ["`enr-1`.", ["enr-1"]],
    ["Hi Bob, your enrichment is ready: enr-demo-large (500 contacts)", ["enr-demo-large"]],
    ["On 2026-11-25 we saw e-mail of bob@acme2.example, id 48151623.", ["48151623"]],
    ["alone", ["alone"]],
    ["two words", []],
    ["", []],
    ["---", []],
    ["../../secrets", []],
    [`${"a".repeat(200)} ${"b".repeat(201)}`, ["a".repeat(200)]],
  ];
  for (const [text, ids] of cases) {
    it(`finds ${ids.length} in ${JSON.stringify(text)}`, () => assert.deepEqual(enrichmentIdsIn(text), ids));
  }

  it("leaves the words that are probably no ids to the person", () => {
    assert.deepEqual(possibleIdsIn("your enr-1 (500 contacts)"), [
      { id: "your", isLikely: false },
      { id: "enr-1", isLikely: true },
      { id: "500", isLikely: false },
      { id: "contacts", isLikely: false },
    ]);
  });
});
