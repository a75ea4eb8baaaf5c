// What a reply says about an enrichment.
import assert from "node:assert/strict";
import { factsOfReply } from "../../../src/enrichments/enrichmentState";

describe("a reply about an enrichment", () => {
  it("without a status is in progress where it says so otherwise, and ended in an unknown way where not", () => {
    for (const status of [undefined, "", 7]) {
      const result = { id: "e1", status } as Parameters<typeof factsOfReply>[0]["result"];
      assert.deepEqual(factsOfReply({ result, contacts: [], stillRunning: true }), {
        state: { kind: "running", status: "IN_PROGRESS" },
      });
      assert.deepEqual(factsOfReply({ result, contacts: [], stillRunning: false }), {
        state: { kind: "ended", status: "UNKNOWN" },
      });
    }
  });
});
