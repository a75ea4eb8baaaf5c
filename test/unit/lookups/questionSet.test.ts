// A set of questions' keys: what was added is known, everything else is not, however many there are.
import assert from "node:assert/strict";
import { questionKey } from "../../../src/lookups/batchState";
import { createQuestionSet } from "../../../src/lookups/questionSet";

describe("a set of questions", () => {
  it("knows each key once, through all its growing", () => {
    const set = createQuestionSet();
    const keys = Array.from({ length: 20_000 }, (_, nth) => questionKey("company", { domain: `c${nth}.example` }));
    assert.ok(keys.every((key) => set.add(key)));
    assert.ok(keys.every((key) => !set.add(key)));
    assert.equal(set.size, keys.length);
  });

  it("tells keys apart that differ in one sign, wherever it stands", () => {
    const set = createQuestionSet();
    const key = "a".repeat(22);
    assert.ok(set.add(key));
    for (let at = 0; at < key.length; at += 1) {
      assert.ok(set.add(`${key.slice(0, at)}b${key.slice(at + 1)}`));
    }
    assert.ok(set.add("") && !set.add(""));
  });
});
