// Values the service may not know, and wrong names of filters.
import assert from "node:assert/strict";
import { nearFilters, nearValues, unknownValues } from "../../../src/searches/unknownValues";
import { filterOf } from "../../../src/service/filterCatalogue";

function near(field: string, value: string): readonly string[] {
  const definition = filterOf("company", field) ?? filterOf("people", field);
  assert.ok(definition);
  return nearValues(definition, value);
}

describe("values that are not among the suggestions", () => {
  it("are named with what may be meant; known ones are not, whatever their case", () => {
    const found = unknownValues({
      search: "company",
      filters: { industries: [{ value: "software development" }, { value: "SaaS" }], names: [{ value: "Whatever" }] },
      fetch: {},
    });
    assert.equal(found.length, 1);
    assert.deepEqual(
      [found[0]?.field, found[0]?.index, found[0]?.value, found[0]?.near[0]],
      ["industries", 1, "SaaS", "Software Development"],
    );
    assert.match(
      found[0]?.message ?? "",
      /“SaaS” is not a known value of “Industries”.*Did you mean “Software Development”\?/,
    );
  });

  it("are places that are nearly another one", () => {
    const locations = ["Atlantis", "Berlin, Germany", "usa", "Gütersloh"].map((value) => ({ value }));
    const found = unknownValues({ search: "people", filters: { person_locations: locations }, fetch: {} });
    assert.deepEqual(
      found.map(({ value, near: [first] }) => [value, first]),
      [["Atlantis", "Atlanta"]],
    );
  });

  it("find typos, parts of a name and different spellings", () => {
    assert.deepEqual(near("industries", "Bankign"), ["Banking"]);
    assert.deepEqual(near("current_position_seniority_level", "Directr"), ["Director"]);
    assert.deepEqual(near("industries", "health"), ["Hospitals and Health Care"]);
    assert.deepEqual(near("industries", "Bankng"), ["Banking"]);
    assert.equal(near("industries", "Sofware")[0], "Software Development");
    assert.deepEqual(near("types", "self employed"), ["Self-Employed"]);
    assert.deepEqual(near("industries", "“SaaS”"), ["Software Development"]);
    assert.deepEqual(near("industries", "oduction"), ["Media Production", "Education"], "what is closer comes first");
  });

  it("say all that may be meant, at most three", () => {
    assert.equal(near("industries", "and").length, 3);
    const messageOf = (value: string): string | undefined =>
      unknownValues({ search: "company", filters: { industries: [{ value }] }, fetch: {} })[0]?.message;
    const unknown = (value: string): string => `“${value}” is not a known value of “Industries”.`;
    assert.equal(messageOf("Bankign"), `${unknown("Bankign")} Did you mean “Banking”?`);
    const three = "“Information Technology & Services” or “Financial Services” or “Legal Services”";
    assert.equal(messageOf("services"), `${unknown("services")} Did you mean ${three}?`);
    assert.equal(messageOf("zzzzzz"), `${unknown("zzzzzz")} Check its spelling.`);
  });

  it("find nothing similar for other words, also for unusual ones", () => {
    assert.deepEqual(near("industries", "zzzzzz"), []);
    assert.deepEqual(
      near("industries", "constructor").filter((name) => typeof name !== "string"),
      [],
    );
    assert.deepEqual(near("industries", "__proto__"), []);
    assert.deepEqual(near("industries", "—"), []);
    assert.deepEqual(near("industries", "x".repeat(100_000)), []);
  });
});

describe("the wrong name of a filter", () => {
  for (const [wrong, meant] of [
    ["titels", ["current_position_titles", "past_position_titles"]],
    ["job_titles", ["current_position_titles", "past_position_titles"]],
    ["company_industry", ["current_company_industries"]],
    ["countries", ["person_locations", "current_company_headquarters"]],
    ["employees", ["current_company_headcounts"]],
    ["company_email", []],
  ] as const) {
    it(`${wrong} ${meant.length > 0 ? `may mean ${meant.join(" or ")}` : "has no word that tells"}`, () => {
      assert.deepEqual(nearFilters("people", wrong), meant);
    });
  }
});
