// The figures of the summary page.
import assert from "node:assert/strict";
import { distributionsOf } from "../../../src/rows/distributions";
import type { RecordKind } from "../../../src/service/operations";
import { memorySource, testPace } from "./memorySource";

const now = Date.parse("2026-11-20T00:00:00Z");

async function distribution(kind: RecordKind, id: string, records: readonly unknown[], rows?: readonly number[]) {
  const all = await distributionsOf(memorySource(kind, records), testPace(), now, rows);
  const found = all.find((one) => one.id === id);
  assert.ok(found, all.map((one) => one.id).join());
  return found;
}

describe("distributions", () => {
  it("count each value, the rest as other, the missing as unknown", async () => {
    const countries = Array.from({ length: 20 }, (_, index) => Array.from({ length: 20 - index }, () => ({ locations: { headquarters: { country: `Land ${index}` } } }))).flat();
    const found = await distribution("company", "country", [...countries, {}, { locations: null }]);
    assert.equal(found.buckets.length, 12);
    assert.deepEqual(found.buckets[0], { label: "Land 0", count: 20 });
    assert.equal(found.other, 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1);
    assert.deepEqual([found.unknown, found.total], [2, 212]);
  });

  it("keep ranges, decades and years in their own order", async () => {
    const sizes = ["10001+", "1-10", "51-200", "51-200"].map((headcount_range, index) => ({ headcount_range, year_founded: [2021, 1998, 0, 1995][index] }));
    assert.deepEqual((await distribution("company", "headcount_range", sizes)).buckets.map(({ label }) => label), ["1-10", "51-200", "10001+"]);
    const decades = await distribution("company", "founding_decade", sizes);
    assert.deepEqual([decades.buckets, decades.unknown], [[{ label: "1990s", count: 2 }, { label: "2020s", count: 1 }], 1]);
  });

  it("count years in position from now, the future as unknown", async () => {
    const people = ["2026-06-01", "2024-01-01", "2010-01-01", "2030-01-01", "soon"].map((date) => ({ employment: { current: { start_at: date } } }));
    const found = await distribution("person", "years_in_position", people);
    assert.deepEqual(found.buckets, [{ label: "less than 1", count: 1 }, { label: "1–2", count: 1 }, { label: "more than 10", count: 1 }]);
    assert.equal(found.unknown, 2);
  });

  it("count a person once for each function, and contacts by email and phone", async () => {
    const person = { employment: { current: { job_functions: [{ function: "Sales" }, { function: "Sales" }, { function: "Marketing" }] } } };
    assert.deepEqual((await distribution("person", "job_functions", [person])).buckets, [{ label: "Marketing", count: 1 }, { label: "Sales", count: 1 }]);
    const contacts = [{ contact_info: { most_probable_work_email: { status: "DELIVERABLE" }, most_probable_phone: { line_type: "MOBILE" } }, profile: person }, {}];
    assert.deepEqual((await distribution("contact", "work_email_status", contacts)).buckets, [{ label: "DELIVERABLE", count: 1 }]);
    assert.equal((await distribution("contact", "phone_line_type", contacts)).unknown, 1);
    assert.equal((await distribution("contact", "profile_job_functions", contacts)).buckets.length, 2);
  });

  it("look only at the rows chosen, and hold values that every object inherits", async () => {
    const companies = [{ industry: { main_industry: "A" } }, { industry: { main_industry: "B" } }, { industry: { main_industry: "__proto__" } }];
    assert.deepEqual((await distribution("company", "industry", companies, [1, 2])).buckets.map(({ label }) => label), ["B", "__proto__"]);
  });
});
