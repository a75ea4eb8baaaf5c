// Suggestions for filters from recent results: matching columns, the service in use, a limited number of values.
import assert from "node:assert/strict";
import type { App } from "../../../src/app/app";
import { columnOf } from "../../../src/records/columns";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import { companyFilters, peopleFilters } from "../../../src/service/filterCatalogue";
import { recordKinds, type RecordKind } from "../../../src/service/operations";
import { columnsForFilter, namesOfIds, seenValues } from "../../../src/workbench/searchEditor/seenValues";
import type { InProcessStore } from "../store/inProcess";
import { addPage, beginRun, connection, type TestStore, useTestStore } from "../store/rig";

const { origin } = connection;
const company = (name: string, city: string): object => ({
  name,
  industry: { main_industry: "Software" },
  locations: { headquarters: { city, country: "Germany" } },
  technologies: [{ name: "PostgreSQL" }],
});
const person = (title: string): object => ({
  full_name: "Ada",
  educations: [{ school_name: "University of Vienna" }],
  employment: {
    current: { title, company: company("Northwind", "Berlin") },
    all: [{ title }, { title: "Intern", company: { name: "Contoso" } }],
  },
});

describe("suggestions from results", () => {
  let opened: InProcessStore<TestStore>;
  useTestStore((one) => (opened = one));

  async function save(kind: RecordKind, records: readonly object[], from = connection): Promise<void> {
    const run = await beginRun(opened.store, kind, { connection: from });
    await addPage(opened.store, run, records);
  }
  const appAt = (from: string | undefined, store: object = opened.store) => ({ store, origin: () => from }) as App;
  const seen = (field: string, from: string = origin): Promise<readonly string[]> => seenValues(appAt(from), field);

  it("come from the filter's columns, most frequent first, once regardless of case", async () => {
    await save("company", [company("Northwind", "Berlin"), company("northwind", "Vienna")]);
    await save("person", [person("CTO"), person("CTO"), person("Head of Sales")]);
    await save("contact", [{ input: {}, profile: person("CFO") }]);
    assert.equal((await seen("names")).join().toLowerCase(), "northwind");
    assert.deepEqual(await seen("headquarters_locations"), ["Germany", "Berlin", "Vienna"]);
    assert.deepEqual(await seen("technologies"), ["PostgreSQL"]);
    assert.deepEqual(await seen("current_position_titles"), ["CTO", "CFO", "Head of Sales"]);
    assert.deepEqual(await seen("past_position_titles"), ["Intern", "CTO", "CFO", "Head of Sales"]);
    assert.deepEqual(await seen("person_universities"), ["University of Vienna"]);
    assert.deepEqual(await seen("current_company_industries"), ["Software"]);
    for (const field of ["headcounts", "nonsense", "constructor"]) {
      assert.deepEqual(await seen(field), [], field);
    }
  });

  it("name the records that a search names by ids: the newest name, also of an employer", async () => {
    await save("company", [{ id: "c1", name: "Old name" }, { id: "c2", name: "Fabrikam" }, { id: "c3" }]);
    await save("company", [{ id: "c1", name: "Northwind" }]);
    const employment = { current: { title: "CTO", company: { id: "c4", name: "Contoso" } } };
    await save("person", [{ id: "p1", full_name: "Ada", employment }]);
    await save("company", [{ id: "c5", name: "Elsewhere" }], { ...connection, id: "o", origin: "https://o.example" });
    const search = (fields: Readonly<Record<string, readonly string[]>>): SearchDocument => ({
      search: "people",
      filters: Object.fromEntries(
        Object.entries(fields).map(([field, ids]) => [field, ids.map((value) => ({ value, exact_match: true }))]),
      ),
      fetch: {},
    });
    const all = search({
      current_company_ids: ["c1", "c3", "c4", "c5", "c6"],
      person_ids: ["p1"],
      person_skills: ["c2"],
    });
    assert.deepEqual(await namesOfIds(appAt(origin), all), { c1: "Northwind", c4: "Contoso", p1: "Ada" });
    assert.deepEqual(await namesOfIds(appAt(origin), search({})), {});
    assert.deepEqual(await namesOfIds(appAt(undefined), all), {});
  });

  it("come only from the service in use", async () => {
    await save("company", [company("Northwind", "Berlin")], {
      ...connection,
      id: "other",
      origin: "https://other.example",
    });
    assert.deepEqual(await seen("names"), []);
    assert.deepEqual(await seenValues(appAt(undefined), "names"), []);
    assert.deepEqual(await seen("names", "https://other.example"), ["Northwind"]);
  });

  it("come from the latest runs that have such values, at most 200", async () => {
    await save("person", [{ full_name: "Oldest" }]);
    for (let run = 0; run < 6; run += 1) {
      await save(
        "person",
        Array.from({ length: 50 }, (_, nth) => ({ full_name: `Person ${run} ${nth}` })),
      );
      await save("company", [company("Northwind", "Berlin")]);
    }
    const names = await seen("person_names");
    assert.equal(names.length, 200);
    assert.ok(!names.includes("Oldest"));
  });

  it("leave out empty and very long values", async () => {
    await save("company", [company("x".repeat(500), " "), company(" Acme ", "")]);
    assert.deepEqual(await seen("names"), ["Acme"]);
    assert.deepEqual(await seen("headquarters_locations"), ["Germany"]);
  });
});

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
});
