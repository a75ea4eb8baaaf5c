// The names of searches that are not saved yet.
import assert from "node:assert/strict";
import { newSearchText } from "../../../src/searches/searchEdits";
import { unsavedName } from "../../../src/searches/unsavedName";

describe("the name of an unsaved search", () => {
  it("is made of what its filters include", () => {
    const text = newSearchText("people", {
      person_locations: [{ value: "Germany" }, { value: "Berlin", exclude: true }],
      current_position_seniority_level: [{ value: "VP" }, { value: "Head" }],
      current_company_headcounts: [{ min: 51, max: 500 }],
      current_company_industries: [{ value: "Banking" }, { value: "Insurance" }, { value: "Retail" }],
    });
    const name = unsavedName(text) ?? "";
    assert.deepEqual(name.split(" · ").sort(), ["51–500", "Banking +2", "Germany", "VP or Head"]);
  });

  it("does not exist without an included value, or for a text that is no search", () => {
    const ids = newSearchText("company", { company_ids: [{ value: "c0000123" }] });
    const excluded = newSearchText("company", { industries: [{ value: "Banking", exclude: true }] });
    assert.deepEqual([newSearchText("company"), excluded, ids, "{"].map(unsavedName), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is short", () => {
    const text = newSearchText("company", { names: [{ value: "x".repeat(500) }] });
    assert.equal(unsavedName(text)?.length, 60);
  });
});
