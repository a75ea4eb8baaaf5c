// A rank that somebody had before is a past title, never a current seniority.
import assert from "node:assert/strict";
import { readDescription } from "../../../../src/app/describe/readDescription";

describe("a former rank in a description", () => {
  for (const [text, title] of [
    ["former VP of Sales at Acme", "VP Of Sales"],
    ["former head of data platform at Acme", "Head Of Data Platform"],
  ] as const) {
    it(`is a past title: ${text}`, () => {
      const { filters, notUnderstood } = readDescription(text);
      assert.deepEqual(filters["past_position_titles"], [{ value: title }]);
      assert.equal(filters["current_position_seniority_level"], undefined);
      assert.deepEqual(notUnderstood, []);
    });
  }
});
