// Values for filters from what the latest runs hold: the right fields, the right service, a bounded look.
import assert from "node:assert/strict";
import type { RecordSource, RunSummary } from "../../../src/runs/run";
import type { RecordKind } from "../../../src/service/operations";
import { columnsForFilter, createSeenValues, type SeenRuns } from "../../../src/rows/seenValues";
import { companyFilters, peopleFilters } from "../../../src/service/filterCatalogue";

const origin = "https://api.service.example";
const pace = { clock: { monotonic: () => 0 }, yieldToOthers: async () => undefined };

interface Run {
  readonly id: string;
  readonly kind: RecordKind;
  readonly records: readonly unknown[];
  readonly origin?: string;
}

function runsOf(runs: readonly Run[]): SeenRuns & { readonly reads: number[]; readonly opened: string[] } {
  const reads: number[] = [];
  const opened: string[] = [];
  return {
    reads,
    opened,
    list: async () =>
      runs.map(({ id, kind, records, origin: from }): RunSummary => ({ header: { format: 1, id, title: "", task: { kind: "companySearch", filters: {} }, recordKind: kind, connection: { id: "c", label: "", origin: from ?? origin, workspaceId: "" }, startedAt: 0, limits: { records: 1 } }, pages: 1, records: records.length, returned: records.length, repeated: 0, skipped: 0, odd: 0, credits: 0, possibleCredits: 0, unpriced: { pages: 0 }, updatedAt: 0, tornBytes: 0 })),
    open: async (id) => {
      opened.push(id);
      const run = runs.find((one) => one.id === id);
      if (run === undefined) {
        throw new Error("gone");
      }
      const bytes = run.records.map((record) => Buffer.from(JSON.stringify(record)));
      const source: RecordSource = { recordKind: run.kind, count: bytes.length, read: async (start, count) => (reads.push(count), bytes.slice(start, start + count)), readMany: async () => [] };
      return { ...source, close: async () => undefined };
    },
  };
}

const company = (name: string, city: string): unknown => ({ name, industry: { main_industry: "Software" }, locations: { headquarters: { city, country: "Germany" } }, technologies: [{ name: "PostgreSQL" }] });
const person = (title: string): unknown => ({ full_name: "Ada", educations: [{ school_name: "University of Vienna" }], employment: { current: { title, company: company("Northwind", "Berlin") }, all: [{ title }, { title: "Intern", company: { name: "Contoso" } }] } });

describe("values seen in results", () => {
  it("are those of the filter's own fields, the most frequent first, once whatever their case", async () => {
    const runs = runsOf([
      { id: "1", kind: "company", records: [company("Northwind", "Berlin"), company("northwind", "Vienna")] },
      { id: "2", kind: "person", records: [person("CTO"), person("CTO"), person("Head of Sales")] },
      { id: "3", kind: "contact", records: [{ input: {}, profile: person("CFO") }] },
    ]);
    const seen = createSeenValues({ runs, pace, origin: () => origin });
    assert.deepEqual(await seen("names"), ["Northwind"]);
    assert.deepEqual(await seen("headquarters_locations"), ["Germany", "Berlin", "Vienna"]);
    assert.deepEqual(await seen("technologies"), ["PostgreSQL"]);
    assert.deepEqual(await seen("current_position_titles"), ["CTO", "CFO", "Head of Sales"]);
    assert.deepEqual(await seen("past_position_titles"), ["Intern", "CTO", "CFO", "Head of Sales"]);
    assert.deepEqual(await seen("person_universities"), ["University of Vienna"]);
    assert.deepEqual(await seen("current_company_industries"), ["Software"]);
    assert.deepEqual(await seen("headcounts"), []);
    assert.deepEqual(await seen("nonsense"), []);
    assert.deepEqual(await seen("constructor"), []);
  });

  it("come from the service in use alone", async () => {
    const runs = runsOf([{ id: "1", kind: "company", records: [company("Northwind", "Berlin")], origin: "https://other.example" }]);
    assert.deepEqual(await createSeenValues({ runs, pace, origin: () => origin })("names"), []);
    assert.deepEqual(await createSeenValues({ runs, pace, origin: () => undefined })("names"), []);
  });

  it("cost a bounded look, and none at all while nothing new was fetched", async () => {
    const records = Array.from({ length: 5000 }, (_, nth) => company(`Company ${nth}`, "Berlin"));
    const runs = runsOf(Array.from({ length: 50 }, (_, nth) => ({ id: String(nth), kind: "company" as const, records })));
    const seen = createSeenValues({ runs, pace, origin: () => origin });
    assert.equal((await seen("names")).length, 200);
    assert.equal(runs.opened.length, 6);
    assert.ok(runs.reads.reduce((sum, count) => sum + count, 0) <= 2400);
    await seen("names");
    assert.equal(runs.opened.length, 6);
  });

  it("leave out a run that is gone, and values nobody would type", async () => {
    const runs = runsOf([{ id: "1", kind: "company", records: [company("x".repeat(500), " "), company(" Acme ", "")] }]);
    const seen = createSeenValues({ runs: { ...runs, list: async () => [...(await runs.list()), ...(await runs.list()).map((run) => ({ ...run, header: { ...run.header, id: "gone" } }))] }, pace, origin: () => origin });
    assert.deepEqual(await seen("names"), ["Acme"]);
  });

  it("are there for every text filter that names things, by columns that exist", () => {
    const without = [...companyFilters, ...peopleFilters].filter(({ field, kind }) => kind === "text" && (["company", "person", "contact"] as const).every((records) => columnsForFilter(records, field).length === 0)).map(({ field }) => field);
    assert.deepEqual(without, ["keywords", "company_ids", "professional_network_urls", "person_ids", "person_professional_network_urls", "current_company_ids", "current_company_professional_network_urls"]);
    assert.deepEqual(columnsForFilter("person", "current_company_headquarters").map(({ id }) => id), ["company_country", "company_region", "company_city"]);
    assert.deepEqual(columnsForFilter("contact", "person_universities").map(({ id }) => id), ["profile.educations[].school_name"]);
  });
});
