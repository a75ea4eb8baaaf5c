// Records: the fields of companies, people and positions.
import assert from "node:assert/strict";
import { openSandbox, paths, type CompanyBody, type PersonBody } from "../support/sandboxUnderTest";

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

export function recordRules(): void {
  describe("Resources and their fields", () => {
    it("Company: the fields of the table, and no other", async () => {
      const { post } = openSandbox();
      const fields = new Set<string>();
      for (const company of (await post(paths.companySearch, { limit: 100 })).json.companies)
        Object.keys(company).forEach((field) => fields.add(field));
      assert.deepEqual([...fields].sort(), [
        "company_type",
        "description",
        "domain",
        "headcount",
        "headcount_range",
        "id",
        "industry",
        "locations",
        "logo_url",
        "name",
        "social_profiles",
        "specialties",
        "technologies",
        "website",
        "year_founded",
      ]);
    });

    it("Company: what may be absent, 0, null or empty sometimes is", async () => {
      const { post } = openSandbox();
      const companies: readonly CompanyBody[] = [
        ...(await post(paths.companySearch, { limit: 100 })).json.companies,
        ...(await post(paths.companySearch, { limit: 100, offset: 100 })).json.companies,
      ];
      const some = (what: string, test: (company: CompanyBody) => boolean): void =>
        assert.ok(companies.some(test) && !companies.every(test), what);
      some("website omitted", (company) => !("website" in company));
      some("founding year 0", (company) => company.year_founded === 0);
      some("headcount 0 with a range", (company) => company.headcount === 0 && company.headcount_range !== "");
      some("headquarters an empty object", (company) => Object.keys(company.locations.headquarters).length === 0);
      some("offices null", (company) => company.locations.offices === null);
      some("offices empty", (company) => company.locations.offices?.length === 0);
      some("specialties null", (company) => company.specialties === null);
      some(
        "logo empty where the handle is unknown",
        (company) => company.logo_url === "" && !("professional_network" in company.social_profiles),
      );
    });

    it("CompanyAddress and OfficeAddress: their fields, all strings", async () => {
      const { post } = openSandbox();
      for (const company of (await post(paths.companySearch, { limit: 100 })).json.companies) {
        const { headquarters, offices } = company.locations;
        if (headquarters && Object.keys(headquarters).length > 0)
          assert.deepEqual(Object.keys(headquarters), ["line1", "line2", "city", "region", "country", "country_code"]);
        for (const office of offices ?? []) assert.deepEqual(Object.keys(office), ["line1", "line2"]);
      }
    });

    it("Person and Position: the fields of the tables, timestamps in ISO 8601 UTC", async () => {
      const { post } = openSandbox();
      const fields = new Set<string>();
      for (const person of (await post(paths.peopleSearch, { limit: 100 })).json.people) {
        Object.keys(person).forEach((field) => fields.add(field));
        assert.equal(person.full_name, `${String(person.first_name)} ${String(person.last_name)}`);
        for (const position of person.employment.all ?? []) {
          for (const at of [position.start_at, position.end_at]) if (at !== undefined) assert.match(at, timestamp);
          assert.equal(position.is_current, position.end_at === undefined);
          assert.match(position.company.domain, /\.example$/);
        }
        for (const education of person.educations ?? []) assert.match(education.start_at, timestamp);
      }
      assert.deepEqual([...fields].sort(), [
        "description",
        "educations",
        "employment",
        "first_name",
        "full_name",
        "headline",
        "id",
        "languages",
        "last_name",
        "location",
        "skills",
        "social_profiles",
      ]);
    });

    it("Position: a lookup can have end_at on a current position", async () => {
      const { post } = openSandbox();
      const people = (await post(paths.peopleSearch, { limit: 20 })).json.people;
      const looked: (PersonBody | undefined)[] = [];
      for (const person of people)
        looked.push(
          (
            await post(paths.peopleLookup, {
              person_professional_network_url: person.social_profiles.professional_network.url,
            })
          ).json.people[0],
        );
      assert.ok(looked.some((person) => person?.employment.current?.end_at !== undefined));
    });

    it("the data states that it is synthetic", async () => {
      const { post } = openSandbox();
      for (const company of (await post(paths.companySearch, { limit: 50 })).json.companies) {
        assert.match(company.description, /synthetic/);
        assert.match(company.domain, /\.example$/);
      }
    });

    it("the same seed gives the same records, another seed others", async () => {
      const { post } = openSandbox({ seed: 5 });
      const again = openSandbox({ seed: 5 });
      const other = openSandbox({ seed: 6 });
      const body = { limit: 20, offset: 10 };
      const { json } = await post(paths.peopleSearch, body);
      assert.deepEqual((await again.post(paths.peopleSearch, body)).json, json);
      assert.notDeepEqual((await other.post(paths.peopleSearch, body)).json.people, json.people);
    });
  });
}
