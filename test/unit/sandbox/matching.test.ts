// Rules of matching that hold for any filters: how items and fields combine, and what a walk by cursor returns.
import assert from "node:assert/strict";
import fc from "fast-check";
import { filtersOf, type FilterDefinition, type SearchKind } from "../../../src/service/filterCatalogue";
import type { FilterItem } from "../../../src/service/requests";
import { openSandbox, paths, type CompanyBody, type PersonBody, type UnderTest } from "./support/sandboxUnderTest";

const runs = 25;
const companyCount = 150;
const peopleCount = 400;

type Items = Readonly<Record<string, readonly FilterItem[]>>;

/** Values that records have, in the words of the interface: what a filter's field is compared with. */
const companyValues: Readonly<Record<string, (company: CompanyBody) => readonly (string | number | undefined)[]>> = {
  names: ({ name }) => [name],
  domains: ({ domain }) => [domain],
  professional_network_ids: ({ social_profiles: profiles }) => [profiles.professional_network?.id],
  professional_network_urls: ({ social_profiles: profiles }) => [profiles.professional_network?.url],
  keywords: ({ description }) => [description],
  specialties: ({ specialties }) => specialties ?? [],
  technologies: ({ technologies }) => (technologies ?? []).map(({ name }) => name),
  industries: ({ industry }) => [industry.main_industry],
  types: ({ company_type: type }) => [type],
  headquarters_locations: ({ locations: { headquarters } }) => [headquarters["city"], headquarters["country"]],
  founded_years: ({ year_founded: year }) => [year || undefined],
  headcounts: ({ headcount }) => [headcount || undefined],
  company_ids: ({ id }) => [id],
};

const currentCompany =
  (field: string) =>
  ({ employment: { current } }: PersonBody): readonly (string | number | undefined)[] =>
    current ? (companyValues[field]?.(current.company) ?? []) : [];

const pastPositions = ({ employment }: PersonBody) => (employment.all ?? []).filter((position) => !position.is_current);

/** The company of a past position, unless it is also the current one (after a promotion). */
const pastCompanies = (person: PersonBody): readonly CompanyBody[] =>
  pastPositions(person)
    .map(({ company }) => company)
    .filter(({ id }) => id !== person.employment.current?.company.id);

const peopleValues: Readonly<Record<string, (person: PersonBody) => readonly (string | number | undefined)[]>> = {
  current_position_titles: ({ employment: { current } }) => [current?.title],
  current_position_seniority_level: ({ employment: { current } }) => [current?.seniority],
  current_position_job_functions: ({ employment: { current } }) =>
    (current?.job_functions ?? []).map((entry) => entry.function),
  current_position_sub_functions: ({ employment: { current } }) =>
    (current?.job_functions ?? []).map((entry) => entry.sub_function),
  person_locations: ({ location }) => [location.city, location.region, location.country],
  person_names: (person) => [person.first_name, person.last_name, person.full_name],
  person_ids: ({ id }) => [id],
  person_professional_network_urls: ({ social_profiles: profiles }) => [profiles.professional_network.url],
  person_professional_network_ids: ({ social_profiles: profiles }) => [profiles.professional_network.id],
  person_skills: ({ skills }) => skills ?? [],
  person_languages: ({ languages }) => (languages ?? []).map(({ language }) => language),
  person_universities: ({ educations }) => (educations ?? []).map((education) => education.school_name),
  current_company_names: currentCompany("names"),
  current_company_domains: currentCompany("domains"),
  current_company_industries: currentCompany("industries"),
  current_company_headcounts: currentCompany("headcounts"),
  current_company_headquarters: currentCompany("headquarters_locations"),
  current_company_types: currentCompany("types"),
  current_company_specialties: currentCompany("specialties"),
  current_company_founded_years: currentCompany("founded_years"),
  current_company_ids: currentCompany("company_ids"),
  current_company_professional_network_urls: currentCompany("professional_network_urls"),
  current_company_professional_network_ids: currentCompany("professional_network_ids"),
  past_company_names: (person) => pastCompanies(person).map(({ name }) => name),
  past_company_domains: (person) => pastCompanies(person).map(({ domain }) => domain),
  past_position_titles: (person) => pastPositions(person).map(({ title }) => title),
};

/** Filters over the time in a position, which replies state as dates only. */
const fromDates = [
  "current_position_years_in",
  "current_company_years_at",
  "current_company_days_since_last_job_change",
];

describe("matching in the sandbox", function () {
  let open: UnderTest;
  let companies: readonly CompanyBody[];
  let people: readonly PersonBody[];

  async function walk(
    kind: SearchKind,
    filters: Items,
    limit = 100,
  ): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
    const ids: string[] = [];
    let cursor: string | undefined;
    // One page more than all records need: a walk that does not end fails instead of hanging.
    for (let page = 0; page * limit <= 500 + limit; page += 1) {
      const { status, json, text } = await open.post(kind === "company" ? paths.companySearch : paths.peopleSearch, {
        ...filters,
        limit,
        ...(cursor === undefined ? {} : { search_after: cursor }),
      });
      assert.equal(status, 200, text);
      const records = kind === "company" ? json.companies : json.people;
      ids.push(...records.map(({ id }) => id));
      cursor = json.metadata.search_after;
      if (records.length === 0) return { ids, total: json.metadata.total };
    }
    return { ids, total: -1 };
  }

  /** 1 when the record with this id matches, else 0. */
  async function totalOf(kind: SearchKind, id: string, filters: Items): Promise<number> {
    const [path, field] =
      kind === "company" ? [paths.companySearch, "company_ids"] : [paths.peopleSearch, "person_ids"];
    const own: readonly FilterItem[] = [{ value: id, exact_match: true }];
    const { json } = await open.post(path, { limit: 1, ...filters, ...(field in filters ? {} : { [field]: own }) });
    const record = (kind === "company" ? json.companies : json.people)[0];
    return field in filters && record?.id !== id ? 0 : json.metadata.total;
  }

  const allIds = (kind: SearchKind): readonly string[] => (kind === "company" ? companies : people).map(({ id }) => id);

  function valuesOf(kind: SearchKind, field: string, nth: number): readonly (string | number)[] {
    const values =
      kind === "company"
        ? companyValues[field]?.(companies[nth] as CompanyBody)
        : peopleValues[field]?.(people[nth] as PersonBody);
    return (values ?? []).filter((value) => value !== undefined && value !== "") as readonly (string | number)[];
  }

  function itemFor(filter: FilterDefinition, value: string | number): fc.Arbitrary<FilterItem> {
    if (filter.kind === "range") {
      const near = Number(value);
      return fc.record({
        min: fc.integer({ min: near - 20, max: near + 5 }),
        max: fc.integer({ min: near + 5, max: near + 2000 }),
      });
    }
    return fc.record({ value: fc.constant(value), exact_match: fc.boolean() }) as fc.Arbitrary<FilterItem>;
  }

  /** A filter of the catalogue and an item made from a value that a record has. */
  function fieldAndItem(kind: SearchKind): fc.Arbitrary<readonly [field: string, item: FilterItem]> {
    const count = kind === "company" ? companyCount : peopleCount;
    return fc.tuple(fc.constantFrom(...filtersOf(kind)), fc.nat(count - 1)).chain(([filter, nth]) => {
      const values = valuesOf(kind, filter.field, nth);
      const offered = values.length > 0 ? values : filter.kind === "text" ? ["Northwind"] : [50];
      return fc
        .constantFrom(...offered)
        .chain((value) => itemFor(filter, value))
        .map((item) => [filter.field, item] as const);
    });
  }

  before(async () => {
    open = openSandbox({
      companies: companyCount,
      people: peopleCount,
      keys: [{ key: "contract-key", workspaceId: "workspace-1", balance: 1e9 }],
    });
    companies = Array.from(
      { length: companyCount },
      (_, nth) => open.sandbox.company(`c${String(nth).padStart(7, "0")}`) as unknown as CompanyBody,
    );
    people = Array.from(
      { length: peopleCount },
      (_, nth) => open.sandbox.person(`p${String(nth).padStart(7, "0")}`) as unknown as PersonBody,
    );
  });

  it("every filter of the catalogue finds the records by the values they have, similar and exact", async () => {
    for (const kind of ["company", "people"] as const) {
      for (const { field, kind: valueKind } of filtersOf(kind)) {
        let compared = 0;
        for (const nth of [0, 3, 7, 20, 40]) {
          const id = allIds(kind)[nth] as string;
          for (const value of valuesOf(kind, field, nth)) {
            compared += 1;
            const items: readonly FilterItem[] =
              valueKind === "range"
                ? [{ min: Number(value), max: Number(value) }]
                : [{ value: value as never }, { value: value as never, exact_match: true }];
            for (const item of items) {
              const asked = JSON.stringify({ field, item, id });
              assert.equal(await totalOf(kind, id, { [field]: [item] }), 1, asked);
              assert.equal(await totalOf(kind, id, { [field]: [{ ...item, exclude: true }] }), 0, asked);
            }
          }
        }
        assert.ok(compared > 0 || fromDates.includes(field), `${field} was compared`);
      }
    }
  });

  it("an exact text finds only records that have it", async () => {
    for (const kind of ["company", "people"] as const) {
      for (const { field, kind: valueKind } of filtersOf(kind)) {
        const [value] = valuesOf(kind, field, 3);
        if (valueKind !== "text" || value === undefined) continue;
        const { ids } = await walk(kind, { [field]: [{ value: String(value), exact_match: true }] });
        const expected = allIds(kind).filter((_, nth) =>
          valuesOf(kind, field, nth).some((other) => String(other).toLowerCase() === String(value).toLowerCase()),
        );
        assert.deepEqual(ids, expected, field);
      }
    }
  });

  for (const kind of ["company", "people"] as const) {
    it(`combines items and fields by the combination rule, each match once, at any page size: ${kind}`, async () => {
      const cases = fc.tuple(
        fieldAndItem(kind),
        fieldAndItem(kind),
        fieldAndItem(kind),
        fc.integer({ min: 10, max: 100 }),
      );
      await fc.assert(
        fc.asyncProperty(cases, async ([[field, one], [sameField, two], [otherField, three], limit]) => {
          const found = async (filters: Items): Promise<ReadonlySet<string>> => {
            const { ids, total } = await walk(kind, filters, limit);
            assert.equal(total, ids.length);
            assert.equal(new Set(ids).size, ids.length);
            return new Set(ids);
          };
          const inOrder = (passes: (id: string) => boolean): readonly string[] => allIds(kind).filter(passes);
          const withOne = await found({ [field]: [one] });
          const withThree = await found({ [otherField]: [three] });

          const excluded = await found({ [field]: [{ ...one, exclude: true }] });
          assert.deepEqual(
            [...excluded],
            inOrder((id) => !withOne.has(id)),
          );

          if (sameField === field) {
            const withTwo = await found({ [field]: [two] });
            const either = await found({ [field]: [one, two] });
            assert.deepEqual(
              [...either],
              inOrder((id) => withOne.has(id) || withTwo.has(id)),
            );
            const without = await found({ [field]: [one, { ...two, exclude: true }] });
            assert.deepEqual(
              [...without],
              inOrder((id) => withOne.has(id) && !withTwo.has(id)),
            );
          }
          if (otherField !== field) {
            const both = await found({ [field]: [one], [otherField]: [three] });
            assert.deepEqual(
              [...both],
              inOrder((id) => withOne.has(id) && withThree.has(id)),
            );
          }
        }),
        { numRuns: runs },
      );
    });
  }

  it("filters over time count whole years and days back from the day of the data", async () => {
    const { ids } = await walk("people", { current_position_years_in: [{ min: 2, max: 3 }] });
    assert.ok(ids.length > 0);
    const yearsIn = ({ employment: { current } }: PersonBody): number | undefined =>
      current?.start_at === undefined
        ? undefined
        : Math.floor(Math.floor((open.sandbox.asOf - Date.parse(current.start_at)) / 86_400_000) / 365.25);
    const expected = people.filter((person) => [2, 3].includes(yearsIn(person) ?? -1)).map(({ id }) => id);
    assert.deepEqual(ids, expected);

    const sinceChange = (person: PersonBody): number | undefined => {
      const { current, all } = person.employment;
      const starts = (all ?? []).flatMap((position) =>
        current && position.company.id === current.company.id && position.start_at !== undefined
          ? [Date.parse(position.start_at)]
          : [],
      );
      return starts.length === 0 ? undefined : Math.floor((open.sandbox.asOf - Math.min(...starts)) / 86_400_000);
    };
    const recent = await walk("people", { current_company_days_since_last_job_change: [{ max: 180 }] });
    assert.deepEqual(
      recent.ids,
      people.filter((person) => (sinceChange(person) ?? Infinity) <= 180).map(({ id }) => id),
    );
    const tenYears = await walk("people", { current_company_years_at: [{ min: 5 }] });
    assert.deepEqual(
      tenYears.ids,
      people.filter((person) => Math.floor((sinceChange(person) ?? 0) / 365.25) >= 5).map(({ id }) => id),
    );
  });

  it("after a refresh a walk from the start still returns every match exactly once", async () => {
    const test = openSandbox({ companies: 50, people: 700 });
    for (let version = 1; version <= 3; version += 1) {
      test.sandbox.refresh();
      test.sandbox.setBalance("contract-key", 1e6);
      const ids = new Set<string>();
      let [cursor, returned, total]: [string | undefined, number, number] = [undefined, 0, 0];
      for (let page = 0; page < 12; page += 1) {
        const { json } = await test.post(paths.peopleSearch, {
          limit: 100,
          ...(cursor === undefined ? {} : { search_after: cursor }),
        });
        if (json.people.length === 0) break;
        json.people.forEach(({ id }) => ids.add(id));
        [cursor, returned, total] = [json.metadata.search_after, returned + json.people.length, json.metadata.total];
      }
      assert.equal(ids.size, returned);
      assert.equal(returned, total);
      assert.equal(total, test.sandbox.counts.people);
      assert.ok([...ids].every((id) => test.sandbox.person(id) !== undefined));
    }
  });
});
