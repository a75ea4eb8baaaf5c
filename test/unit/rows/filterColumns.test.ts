// Which columns hold values for a filter.
import assert from "node:assert/strict";
import { columnOf } from "../../../src/rows/columns";
import { columnsForFilter } from "../../../src/rows/filterColumns";
import { companyFilters, peopleFilters } from "../../../src/service/filterCatalogue";
import { recordKinds } from "../../../src/service/operations";

describe("columns for a filter", () => {
  it("are there for every text filter that names things, and exist", () => {
    const filters = [...companyFilters, ...peopleFilters];
    const without = filters
      .filter(
        ({ field, kind }) =>
          kind === "text" && recordKinds.every((records) => columnsForFilter(records, field).length === 0),
      )
      .map(({ field }) => field);
    assert.deepEqual(without, [
      "keywords",
      "company_ids",
      "professional_network_urls",
      "person_ids",
      "person_professional_network_urls",
      "current_company_ids",
      "current_company_professional_network_urls",
    ]);
    for (const kind of recordKinds) {
      const unknown = filters
        .flatMap(({ field }) => columnsForFilter(kind, field))
        .filter((id) => columnOf(kind, id) === undefined);
      assert.deepEqual(unknown, []);
    }
  });

  it("are those of the company a person works at, and of a contact's profile", () => {
    assert.deepEqual(columnsForFilter("person", "current_company_headquarters"), [
      "company_country",
      "company_region",
      "company_city",
    ]);
    assert.deepEqual(columnsForFilter("contact", "person_universities"), ["profile.educations[].school_name"]);
    assert.deepEqual(columnsForFilter("contact", "current_position_titles"), ["profile_title"]);
  });

  it("are none for what is no filter", () => {
    assert.deepEqual(
      recordKinds.flatMap((kind) =>
        ["headcounts", "nonsense", "constructor"].flatMap((field) => columnsForFilter(kind, field)),
      ),
      [],
    );
  });
});
