// Ids of enrichments in pasted text.
import assert from "node:assert/strict";
import { enrichmentIdsIn } from "../../../src/enrichments/enrichmentIds";

describe("pasted enrichment ids", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["enr-1", ["enr-1"]],
    [" enr-1, enr-2;enr-3\nenr-4\tenr-1 ", ["enr-1", "enr-2", "enr-3", "enr-4"]],
    ['["enr-1", "enr-2"]', ["enr-1", "enr-2"]],
    ['{"enrichment_id": "0198c2f4-7d3a-7c11-9b1e-2f6d0a4e5b6c"}', ["0198c2f4-7d3a-7c11-9b1e-2f6d0a4e5b6c"]],
    ["https://api.service.example/api/v2/contact/enrich/bulk/enr-9?x=1", ["enr-9"]],
    ["`enr-1`.", ["enr-1"]],
    ["", []],
    ["---", []],
    ["../../secrets", []],
    [`${"a".repeat(200)} ${"b".repeat(201)}`, ["a".repeat(200)]],
  ];
  for (const [text, ids] of cases) {
    it(`finds ${ids.length} in ${JSON.stringify(text)}`, () => assert.deepEqual(enrichmentIdsIn(text), ids));
  }
});
