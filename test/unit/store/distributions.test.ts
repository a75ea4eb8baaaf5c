// The figures of the summary page.
import assert from "node:assert/strict";
import type { RecordKind } from "../../../src/service/operations";
import type { Distribution } from "../../../src/store/distributions";
import type { InProcessStore } from "./inProcess";
import type { ViewOrder } from "../../../src/store/viewSource";
import { addPage, beginRun, now, openTestStore, removeFolders, type TestStore } from "./rig";

describe("distributions", () => {
  let opened: InProcessStore<TestStore>;
  before(() => {
    opened = openTestStore();
  });
  after(async () => {
    await opened.close();
    removeFolders();
  });

  async function distribution(
    kind: RecordKind,
    id: string,
    records: readonly unknown[],
    order: Partial<ViewOrder> = {},
  ): Promise<Distribution> {
    const run = await beginRun(opened.store, kind);
    await addPage(opened.store, run, records);
    const { view } = await opened.store.views.open({ kind: "run", run: run.id }, { columns: ["name"], now, ...order });
    const all = await opened.store.views.distributions(view, { now });
    return all.find((one) => one.id === id) ?? assert.fail(all.map((one) => one.id).join());
  }
  const counts = ({ buckets }: Distribution): readonly (readonly [string, number])[] =>
    buckets.map(({ label, count }) => [label, count]);

  it("count each value, the rest as other, the missing as unknown", async () => {
    const countries = Array.from({ length: 20 }, (_, index) =>
      Array.from({ length: 20 - index }, () => ({ locations: { headquarters: { country: `Land ${index}` } } })),
    ).flat();
    const found = await distribution("company", "country", [...countries, {}, { locations: null }]);
    assert.equal(found.buckets.length, 12);
    assert.deepEqual(found.buckets[0], { value: "Land 0", label: "Land 0", count: 20 });
    assert.equal(found.other, 8 + 7 + 6 + 5 + 4 + 3 + 2 + 1);
    assert.deepEqual([found.unknown, found.total], [2, 212]);
  });

  it("keep ranges, decades and years in their own order", async () => {
    const sizes = ["10001+", "1-10", "51-200", "51-200"].map((headcount_range, index) => ({
      headcount_range,
      year_founded: [2021, 1998, 0, 1995][index],
    }));
    assert.deepEqual(
      (await distribution("company", "headcount_range", sizes)).buckets.map(({ label }) => label),
      ["1-10", "51-200", "10001+"],
    );
    const decades = await distribution("company", "founding_decade", sizes);
    assert.deepEqual(
      [decades.buckets, decades.unknown],
      [
        [
          { value: "1990", label: "1990s", count: 2 },
          { value: "2020", label: "2020s", count: 1 },
        ],
        1,
      ],
    );
  });

  it("count years in position from now, the future as unknown", async () => {
    const people = ["2025-06-01", "2024-01-01", "2010-01-01", "2030-01-01", "soon"].map((date) => ({
      employment: { current: { start_at: date } },
    }));
    const found = await distribution("person", "years_in_position", people);
    assert.deepEqual(counts(found), [
      ["less than 1", 1],
      ["1–2", 1],
      ["more than 10", 1],
    ]);
    assert.equal(found.unknown, 2);
  });

  it("count a person once for each function, and contacts by email and phone", async () => {
    const person = {
      employment: {
        current: { job_functions: [{ function: "Sales" }, { function: "Sales" }, { function: "Marketing" }] },
      },
    };
    assert.deepEqual(counts(await distribution("person", "job_functions", [person])), [
      ["Marketing", 1],
      ["Sales", 1],
    ]);
    const contacts = [
      {
        contact_info: {
          most_probable_work_email: { status: "DELIVERABLE" },
          most_probable_phone: { line_type: "MOBILE" },
        },
        profile: person,
      },
      {},
    ];
    assert.deepEqual(counts(await distribution("contact", "work_email_status", contacts)), [["DELIVERABLE", 1]]);
    assert.equal((await distribution("contact", "phone_line_type", contacts)).unknown, 1);
    assert.equal((await distribution("contact", "profile_job_functions", contacts)).buckets.length, 2);
  });

  it("count only what the view shows, also values that every object inherits", async () => {
    const companies = ["A", "B", "__proto__"].map((industry, index) => ({
      name: index === 0 ? "left out" : "shown",
      industry: { main_industry: industry },
    }));
    assert.deepEqual(
      (await distribution("company", "industry", companies, { filter: "shown" })).buckets.map(({ label }) => label),
      ["B", "__proto__"],
    );
  });

  it("have bars that filter to as many records as they count", async () => {
    const people = [
      "2025-06-01",
      "2013-01-01",
      "2015-03-01",
      "2030-01-01",
      "2016-01-20",
      "2023-01-15T00:00:00Z",
      "2024",
      "2021-03",
      "June 5, 2020",
    ].map((date, index) => ({
      full_name: `P ${index}`,
      employment: {
        current: {
          start_at: date,
          seniority: index % 2 === 0 ? "VP" : 'O\'Neill "x"',
          job_functions: [{ function: "Sales" }, { function: index === 3 ? "Sales" : "IT" }],
          company: { headcount_range: "11-50", industry: { main_industry: "A; B" } },
        },
      },
    }));
    const run = await beginRun(opened.store, "person");
    await addPage(opened.store, run, people);
    const { view } = await opened.store.views.open({ kind: "run", run: run.id }, { columns: [], now });
    let bars = 0;
    for (const { id, buckets } of await opened.store.views.distributions(view, { now })) {
      for (const { value, count } of buckets) {
        const shown = await opened.store.views.open(
          { kind: "run", run: run.id },
          { columns: [], conditions: [{ kind: "facet", id, values: [value] }], now },
        );
        assert.equal(shown.count, count, `${id}: ${value}`);
        bars += 1;
      }
    }
    assert.ok(bars > 8);
  });
});
