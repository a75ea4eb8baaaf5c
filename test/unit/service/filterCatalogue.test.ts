// The filter catalogue matches the interface, whose filters are listed here again on purpose.
import assert from "node:assert/strict";
import { companyFilters, peopleFilters, type FilterDefinition } from "../../../src/service/filterCatalogue";
import { requestSchemas } from "../../../src/service/requests";

const company = {
  names: "text",
  domains: "text",
  professional_network_ids: "integer",
  professional_network_urls: "text",
  keywords: "text",
  specialties: "text",
  technologies: "text",
  industries: "text",
  types: "text",
  headquarters_locations: "text",
  founded_years: "range",
  headcounts: "range",
  company_ids: "text",
};

const people = {
  current_company_names: "text",
  current_company_domains: "text",
  current_company_professional_network_ids: "integer",
  current_company_professional_network_urls: "text",
  current_company_specialties: "text",
  current_company_industries: "text",
  past_company_names: "text",
  past_company_domains: "text",
  current_company_types: "text",
  current_company_headquarters: "text",
  current_company_ids: "text",
  person_ids: "text",
  person_names: "text",
  person_professional_network_ids: "integer",
  person_professional_network_urls: "text",
  person_locations: "text",
  person_languages: "text",
  person_skills: "text",
  current_position_seniority_level: "text",
  current_position_job_functions: "text",
  current_position_sub_functions: "text",
  current_position_titles: "text",
  past_position_titles: "text",
  person_universities: "text",
  current_company_headcounts: "range",
  current_company_founded_years: "range",
  current_position_years_in: "range",
  current_company_years_at: "range",
  current_company_days_since_last_job_change: "range",
};

const kindsOf = (filters: readonly FilterDefinition[]): Record<string, string> =>
  Object.fromEntries(filters.map(({ field, kind }) => [field, kind]));

describe("the filter catalogue", () => {
  it("has the 13 filters of company search with their kinds, none missing, none more, none twice", () => {
    assert.deepEqual(kindsOf(companyFilters), company);
    assert.equal(companyFilters.length, 13);
  });

  it("has the 29 filters of people search with their kinds, none missing, none more, none twice", () => {
    assert.deepEqual(kindsOf(peopleFilters), people);
    assert.equal(peopleFilters.length, 29);
  });
});

describe("the request schemas", () => {
  const item = {
    text: { value: "x", exclude: true, exact_match: false },
    integer: { value: 7 },
    range: { min: 1, max: 2, exclude: false },
  };
  const wrongItems = {
    text: [{ value: "" }, { value: 5 }, {}, { value: "x", min: 1 }, "x"],
    integer: [{ value: "7" }, { value: 1.5 }, {}, { value: null }],
    range: [{}, { min: 5, max: 4 }, { min: "1" }, { min: 1.5 }, { value: 3 }],
  };

  for (const [name, filters, schema] of [
    ["company", company, requestSchemas.companySearch],
    ["people", people, requestSchemas.peopleSearch],
  ] as const) {
    for (const [field, kind] of Object.entries(filters)) {
      it(`${name}: ${field} takes ${kind} items and nothing else`, () => {
        assert.ok(schema.safeParse({ [field]: [item[kind as "text"], item[kind as "text"]] }).success);
        for (const wrong of wrongItems[kind as "text"]) {
          assert.ok(!schema.safeParse({ [field]: [wrong] }).success, JSON.stringify(wrong));
        }
        assert.ok(!schema.safeParse({ [field]: item[kind as "text"] }).success, "a bare item is no list");
      });
    }

    it(`${name}: enforces the limits of paging`, () => {
      for (const [request, holds] of [
        [{}, true],
        [{ offset: 0, limit: 1 }, true],
        [{ offset: 10_000, limit: 100, search_after: "c" }, true],
        [{ offset: 10_001 }, false],
        [{ offset: -1 }, false],
        [{ limit: 0 }, false],
        [{ limit: 101 }, false],
        [{ limit: 1.5 }, false],
        [{ search_after: "" }, false],
        [{ nmaes: [] }, false],
      ] as const) {
        assert.equal(schema.safeParse(request).success, holds, JSON.stringify(request));
      }
    });
  }
});
