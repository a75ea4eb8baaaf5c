// Values of columns: each is counted as filtering by it would count, under all other conditions.
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { RecordKind } from "../../../src/service/operations";
import { values as countValues, type ColumnValues } from "../../../src/store/columnValues";
import type { Condition } from "../../../src/store/conditions";
import { usualColumns } from "../../../src/store/valueGroups";
import type { ViewOrder } from "../../../src/store/viewSource";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, now, type TestStore, useTestStore } from "./rig";

describe("values of columns", function () {
  let opened: InProcessStore<TestStore>;
  useTestStore((one) => (opened = one), "all");

  async function valuesOf(
    kind: RecordKind,
    id: string,
    records: readonly unknown[],
    order: Partial<ViewOrder> = {},
  ): Promise<ColumnValues> {
    const run = await beginRun(opened.store, kind);
    await addPage(opened.store, run, records);
    const { view } = await opened.store.views.open({ kind: "run", run: run.id }, { columns: ["name"], now, ...order });
    const all = await opened.store.views.values(view, { text: "", now });
    return all.find((one) => one.id === id) ?? assert.fail(all.map((one) => one.id).join());
  }
  const counts = ({ values }: ColumnValues): readonly (readonly [string, number | undefined])[] =>
    values.map(({ label, count }) => [label, count]);

  it("count what an enrichment has done for each contact, whatever its profile", async () => {
    const contacts = [
      { input: { first_name: "Ada" }, contact_info: { phones: [{ number: "+12025550101" }] } },
      { input: { first_name: "Eve" }, contact_info: { work_emails: [], most_probable_phone: null } },
      { input: {}, profile: { id: "p1" } },
      { input: {}, contact_info: null, profile: { id: "p2" } },
    ];
    const all: ColumnValues = await valuesOf("contact", "outcome", contacts);
    assert.deepEqual(counts(all), [
      ["Enriched", 1],
      ["Nothing found", 1],
      ["Not processed", 2],
    ]);
    const conditions: readonly Condition[] = [{ kind: "oneOf", column: "outcome", values: ["not processed"] }];
    assert.deepEqual(counts(await valuesOf("contact", "outcome", contacts, { conditions })), counts(all));
    assert.equal((await valuesOf("contact", "phone", contacts, { conditions })).unknown, 2);
  });

  it("keep ranges, decades and years in their own order", async () => {
    const sizes = ["10001+", "1-10", "51-200", "51-200"].map((headcount_range, index) => ({
      headcount_range,
      year_founded: [2021, 1998, 0, 1995][index],
    }));
    assert.deepEqual(
      (await valuesOf("company", "headcount", sizes)).values.map(({ label }) => label),
      ["1-10", "51-200", "10,001+"],
    );
    const decades = await valuesOf("company", "year_founded", sizes);
    assert.deepEqual(
      [decades.values, decades.unknown],
      [
        [
          { value: "1990s", label: "1990s", count: 2 },
          { value: "2020s", label: "2020s", count: 1 },
        ],
        1,
      ],
    );
  });

  it("count years from now, and what is no time in the past as it is", async () => {
    const people = ["2025-06-01", "2024-01-01", "2010-01-01", "2030-01-01", "soon"].map((date) => ({
      employment: { current: { start_at: date } },
    }));
    const found = await valuesOf("person", "position_since", people);
    assert.deepEqual(counts(found), [
      ["less than 1 year", 1],
      ["1–2 years", 1],
      ["more than 10 years", 1],
      ["2030-01-01", 1],
      ["soon", 1],
    ]);
  });

  it("tell a status that the service does not know from an address that is missing", async () => {
    const found = (email?: object): object => ({ contact_info: { most_probable_work_email: email } });
    const contacts = [
      ...[found({ email: "a@x.example", status: "UNKNOWN" }), found({ email: "b@x.example", status: "CATCH_ALL" })],
      ...[found({ email: "c@x.example", status: "NEW" }), found({ email: "d@x.example" })],
      ...[found(), found({ status: "NOT_FOUND" })],
    ];
    const { values, unknown, missing } = await valuesOf("contact", "work_email", contacts);
    assert.deepEqual(values.map(({ label }) => label).sort(), [
      "NEW",
      "not known to the service (UNKNOWN)",
      "without a status",
      "⚠ risky: accepts everything (CATCH_ALL)",
    ]);
    assert.deepEqual([unknown, missing], [2, "No work email"]);
  });

  const some = fc.option(fc.constantFrom("a", "b", "C", "É", 'O\'Neill "x"', "x; y"), { nil: undefined });
  const person = fc.record({
    full_name: fc.constantFrom("Ada", "Bob"),
    location: fc.record({ country: some, city: some }),
    skills: fc.option(fc.array(fc.constantFrom("Go", "SQL", "é"), { maxLength: 3 }), { nil: undefined }),
    employment: fc.record({
      current: fc.record({
        seniority: some,
        start_at: fc.constantFrom("2025-06-01", "2013-01-01", "2030-01-01", "2023-01-15T00:00:00Z", "2024", "soon"),
        job_functions: fc.array(fc.record({ function: fc.constantFrom("Sales", "IT", "HR") }), { maxLength: 3 }),
        company: fc.record({
          headcount: fc.constantFrom(0, 5, 70),
          headcount_range: fc.option(fc.constantFrom("11-50", "10001+"), { nil: undefined }),
          industry: fc.record({ main_industry: some }),
        }),
      }),
    }),
  });
  const columns = [...usualColumns.person, "skills", "title", "location.city", "company_headcount_exact"];
  const condition = fc.oneof(
    fc.record({
      kind: fc.constant("oneOf" as const),
      column: fc.constantFrom(...columns),
      values: fc.subarray(
        ["", "a", "b", "É", "Sales", "IT", "11-50", "51-200", "0", "1–2", "70", "2024", "Go", "é", "unidentified"],
        { minLength: 1 },
      ),
      exclude: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("empty" as const), column: fc.constant("city"), isEmpty: fc.boolean() }),
  );
  const order = fc.record({
    filter: fc.constantFrom("", "ada"),
    conditions: fc.uniqueArray(condition, { maxLength: 4, selector: ({ kind, column }) => kind + column }),
  });

  const isOf =
    (column: string) =>
    ({ id }: ColumnValues): boolean =>
      id === column;

  async function countOf(run: string, given: Partial<ViewOrder>): Promise<number> {
    const { view, count } = await opened.store.views.open({ kind: "run", run }, { columns: ["name"], now, ...given });
    await opened.store.views.close(view);
    return count;
  }

  it("count as filtering by each value would, in place of what is chosen of the same column", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(person, { maxLength: 12 }), order, async (people, { filter, conditions }) => {
        const run = await beginRun(opened.store);
        await addPage(opened.store, run, people);
        const source = { kind: "run", run: run.id } as const;
        const { view } = await opened.store.views.open(source, { columns: ["name"], now, filter, conditions });
        const usual = await opened.store.views.values(view, { text: "", now });
        for (const column of columns) {
          const [found = assert.fail()] = await opened.store.views.values(view, { column, text: "", now });
          assert.ok(
            !usualColumns.person.includes(column) || isDeepStrictEqual(usual.find(isOf(column)), found),
            column,
          );
          const others: readonly Condition[] = conditions.filter(
            (one) => one.kind !== "oneOf" || one.column !== column,
          );
          const chosen = conditions.flatMap((one) => (one.kind === "oneOf" && one.column === column ? one.values : []));
          const { values, unknown, more } = found;
          assert.equal(more, 0);
          assert.ok(chosen.every((value) => value === "" || values.some((one) => one.value === value)));
          const countWith = (own: Partial<Condition>): Promise<number> =>
            countOf(run.id, { filter, conditions: [...others, { kind: "oneOf", column, ...own } as Condition] });
          assert.equal(unknown, await countWith({ values: [""] }), `${column}: unknown`);
          for (const { value, count } of values) {
            if (count !== undefined) {
              assert.equal(count, await countWith({ values: [value] }), `${column}: ${value}`);
            }
          }
          const known = values.flatMap(({ value, count }) => (count === undefined ? [] : [value]));
          assert.equal(await countWith({ values: [...known, ""], exclude: true }), 0, `${column}: nothing else`);
        }
        await opened.store.views.close(view);
      }),
      { numRuns: 25 },
    );
  });

  describe("of a column", () => {
    let view = 0;
    before(async () => {
      const run = await beginRun(opened.store, "company");
      const companies = Array.from({ length: 260 }, (_, row) => ({
        id: `v${row}`,
        name: `Name ${row % 130}`,
        industry: { main_industry: ["Café", "CAFE", "Tea", ""][row % 4] },
        specialties: row === 0 ? ["one", "one", "two"] : ["two"],
        custom: { list: [row % 2, true, { a: 1 }] },
      }));
      await addPage(opened.store, run, companies);
      ({ view } = await opened.store.views.open({ kind: "run", run: run.id }, { columns: ["name"], now }));
    });
    const found = async (column: string, text = ""): Promise<ColumnValues | undefined> =>
      (await opened.store.views.values(view, { column, text, now }))[0];
    const shown = async (column: string, text?: string): Promise<unknown> =>
      (await found(column, text))?.values.map(({ value, count }) => [value, count]);

    it("are the most frequent first, whatever case and accents the text has", async () => {
      assert.deepEqual(await shown("industry"), [
        ["CAFE", 65],
        ["Café", 65],
        ["Tea", 65],
      ]);
      assert.deepEqual(await shown("industry", "afÉ"), [
        ["CAFE", 65],
        ["Café", 65],
      ]);
      assert.deepEqual(await shown("industry", "coffee"), []);
    });

    it("are at most a hundred, with the number of the others", async () => {
      const { values, more } = (await found("name")) ?? assert.fail();
      assert.deepEqual([values.length, values[0]?.count, more], [100, 2, 30]);
      assert.equal((await found("name", "name 12"))?.values.length, 11);
    });

    it("are the items of lists, each counted once in a record, also where they are read from JSON", async () => {
      assert.deepEqual(await shown("specialties"), [
        ["two", 260],
        ["one", 1],
      ]);
      assert.deepEqual(await shown("custom.list"), [
        ["true", 260],
        ['{"a":1}', 260],
        ["0", 130],
        ["1", 130],
      ]);
    });

    it("are none for what is no column", async () => {
      assert.equal(await found("x'); drop table run; --"), undefined);
      assert.deepEqual((await found("change"))?.values, []);
    });

    it("are ranges of numbers and years of dates; a value that was chosen by itself is named", async () => {
      const run = await beginRun(opened.store, "person");
      const people = [0, 7, 480, 12_345_678, "many"].map((connection_count, row) => ({
        social_profiles: { professional_network: { connection_count } },
        employment: { current: { end_at: ["2024-05-01", "2024", "2025-12", "soon", ""][row] } },
      }));
      await addPage(opened.store, run, people);
      const conditions = [{ kind: "oneOf", column: "connections", values: ["7"] }] as const;
      const { view: one } = await opened.store.views.open(
        { kind: "run", run: run.id },
        { columns: [], now, conditions },
      );
      const of = async (column: string): Promise<unknown> =>
        (await opened.store.views.values(one, { column, text: "", now }))[0]?.values.map(({ label, count }) => [
          label,
          count,
        ]);
      assert.deepEqual(await of("connections"), [
        ["0", 1],
        ["1–9", 1],
        ["7", undefined],
        ["100–999", 1],
        ["10,000,000–99,999,999", 1],
        ["many", 1],
      ]);
      await opened.store.views.arrange(one, { columns: [], now });
      assert.deepEqual(await of("position_until"), [
        ["2024", 2],
        ["2025", 1],
        ["soon", 1],
      ]);
    });
  });

  it("can be canceled, and count the rows of the last arrangement", async () => {
    const run = await beginRun(opened.store, "company");
    await addPage(
      opened.store,
      run,
      Array.from({ length: 20 }, (_, row) => ({ id: `${row}`, name: `N${row}`, company_type: row < 5 ? "A" : "B" })),
    );
    const plain = { columns: ["name"], now };
    const { view } = await opened.store.views.open({ kind: "run", run: run.id }, plain);
    await assert.rejects(opened.store.views.values(view, { text: "", now }, { signal: AbortSignal.abort() }), {
      code: "CANCELLED",
    });
    const conditions = [{ kind: "contains", column: "type", text: "a" }] as const;
    let pauses = 0;
    const breathe = async (): Promise<void> => {
      pauses += 1;
      if (pauses === 1) {
        await opened.store.views.arrange(view, { ...plain, conditions });
      }
    };
    const counted = await countValues(opened.db, view, { text: "", now }, { progress: () => undefined, breathe });
    assert.deepEqual(counts(counted.find(({ id }) => id === "type") ?? assert.fail()), [["A", 5]]);
  });
});
