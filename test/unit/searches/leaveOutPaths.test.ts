// Paths of leave-out lists: how a search names a file.
import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { leaveOutPathFrom, leaveOutPathProblem } from "../../../src/searches/leaveOutPaths";

describe("the path of a leave-out list", () => {
  it("is relative to the search", () => {
    assert.equal(leaveOutPathFrom("searches/emea", "customers.csv"), "../../customers.csv");
    assert.equal(leaveOutPathFrom("", "lists/customers.csv"), "lists/customers.csv");
    assert.equal(leaveOutPathFrom("searches", "searches/customers.csv"), "customers.csv");
  });

  it("has at most 1,000 characters", () => {
    assert.equal(leaveOutPathProblem("a".repeat(1_000)), undefined);
    assert.match(leaveOutPathProblem("a".repeat(1_001)) ?? "", /not the path of a file/u);
  });

  it("leads back to the file it was made for", () => {
    const name = fc.stringMatching(/^[a-z]{1,3}$/u);
    const folder = fc.array(name, { maxLength: 3 }).map((names) => names.join("/"));
    const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    fc.assert(
      fc.property(folder, file, (from, target) => {
        const list = leaveOutPathFrom(from, target);
        assert.equal(leaveOutPathProblem(list), undefined);
        assert.equal(path.posix.join(from, list), target);
      }),
    );
  });
});
