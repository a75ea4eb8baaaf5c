import assert from "node:assert/strict";
import { peopleAtCompanies, type CompanyToSearch } from "../../../src/searches/peopleAtCompanies";

describe("a people search at companies names them", () => {
  const cases: readonly (readonly [string, readonly CompanyToSearch[], string | undefined, readonly string[]])[] = [
    ["by id", [{ id: "1", domain: "a.example", name: "A" }], "current_company_ids", ["1"]],
    [
      "by domain where more have one",
      [{ id: "1", domain: "a.example", name: "A" }, { domain: "b.example", name: "B" }, { name: "C" }],
      "current_company_domains",
      ["a.example", "b.example"],
    ],
    [
      "by a domain that some share rather than by names",
      [
        { domain: "a.example", name: "A" },
        { domain: "a.example", name: "A Labs" },
      ],
      "current_company_domains",
      ["a.example"],
    ],
    [
      "by name where nothing else is known",
      [{ name: "A" }, { id: "", name: "B" }],
      "current_company_names",
      ["A", "B"],
    ],
    ["not at all where nothing is known", [{}], undefined, []],
  ];
  for (const [how, companies, field, values] of cases) {
    it(how, () => {
      const items = values.map((value) => ({ value, exact_match: true }));
      assert.deepEqual(peopleAtCompanies(companies), field === undefined ? {} : { [field]: items });
    });
  }
});
