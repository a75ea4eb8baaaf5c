// Views: windows of sorted and filtered records are what sorting and filtering the records one by one gives.
import assert from "node:assert/strict";
import fc from "fast-check";
import { cellText, columnOf, columnsOf } from "../../../src/records/columns";
import { recordKinds, type RecordKind } from "../../../src/service/operations";
import type { Condition } from "../../../src/store/conditions";
import { folded, sortable } from "../../../src/store/text";
import type { ViewOrder } from "../../../src/store/viewSource";
import { addPage, beginRun, now, rowsOf, type TestStore, useTestStore } from "./rig";

const visible = (kind: RecordKind): readonly string[] =>
  columnsOf(kind)
    .filter((column) => column.visible)
    .map(({ id }) => id);

/** Records of every kind whose known fields hold what the interface says, or are missing, null, empty or odd. */
const word = fc.constantFrom(
  "Acme",
  "Zürich",
  "zurich",
  "ÄRZTE",
  "straße",
  "STRASSE",
  "b",
  "B",
  "10",
  "9",
  "ada lovelace",
  "50% off",
  "x_y",
  "+43 660",
  "",
);
const missing = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.option(fc.option(value, { nil: null, freq: 8 }), { nil: undefined, freq: 8 });
const amount = fc.constantFrom<unknown>(0, 1, 7, 10, 250, 5000, 1.5, "12", 9007199254740993n);
const date = fc.constantFrom("2020-06-25T00:00:00Z", "2025-12-31T23:59:59.5Z", "1999-01-01", "2024", "soon", "");
const range = fc.constantFrom("1-10", "11-50", "1001-5000", "10001+");
const companyLike = fc.record({
  id: missing(word),
  name: missing(word),
  domain: missing(word),
  headcount: missing(amount),
  headcount_range: missing(range),
  year_founded: missing(fc.constantFrom(0, 1984, 1990, 2001)),
  company_type: missing(word),
  industry: missing(fc.record({ main_industry: missing(word) })),
  specialties: missing(fc.array(word, { maxLength: 3 })),
  technologies: missing(fc.array(fc.oneof(fc.record({ name: missing(word) }), word), { maxLength: 3 })),
  locations: missing(fc.record({ headquarters: missing(fc.record({ city: missing(word), country: missing(word) })) })),
});
const personLike = fc.record({
  full_name: missing(word),
  first_name: missing(word),
  last_name: missing(word),
  location: missing(fc.record({ city: missing(word), country: missing(word) })),
  social_profiles: missing(
    fc.record({ professional_network: missing(fc.record({ url: missing(word), id: missing(amount) })) }),
  ),
  employment: missing(
    fc.record({
      current: missing(
        fc.record({
          title: missing(word),
          seniority: missing(word),
          start_at: missing(date),
          company: missing(companyLike),
          job_functions: missing(fc.array(fc.record({ function: missing(word) }), { maxLength: 3 })),
        }),
      ),
    }),
  ),
  skills: missing(fc.array(word, { maxLength: 3 })),
});
const likely: Readonly<Record<RecordKind, fc.Arbitrary<object>>> = {
  company: companyLike,
  person: personLike,
  contact: fc.record({
    input: missing(fc.record({ first_name: missing(word), last_name: missing(word) })),
    profile: missing(personLike),
    contact_info: missing(
      fc.record({
        most_probable_work_email: missing(fc.record({ email: missing(word), status: missing(word) })),
        phones: missing(fc.array(fc.record({ number: missing(word) }), { maxLength: 2 })),
      }),
    ),
  }),
};
/** JSON with integers that no number holds. */
const json = (kind: RecordKind, records: readonly unknown[]): Uint8Array => {
  const list = { company: "companies", person: "people", contact: "data" }[kind];
  const text = JSON.stringify({ [list]: records, metadata: {} }, (_name, value: unknown) =>
    typeof value === "bigint" ? `#${value}#` : value,
  );
  return Buffer.from(text.replace(/"#(\d+)#"/g, "$1"));
};
/** The same record as it is read again. */
const read = (record: unknown): unknown =>
  JSON.parse(
    JSON.stringify(record, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "null",
  );

/** The record as one that is not left out as repeated: without an id, or with one that no other has. */
const unlike = (kind: RecordKind, record: object, n: number): object =>
  kind === "contact"
    ? { ...record, profile: { ...(record as { readonly profile?: object | null }).profile, id: `p${n}` } }
    : { ...record, id: undefined };

type Sortable = string | number | undefined;
/** Numbers before texts; unknown last, also when descending. */
function naiveCompare(a: Sortable, b: Sortable, descending: boolean): number {
  if (a === undefined || b === undefined) {
    return a === b ? 0 : a === undefined ? 1 : -1;
  }
  const [left, right] = [typeof a === "string" ? sortable(a) : a, typeof b === "string" ? sortable(b) : b];
  const order =
    typeof left !== typeof right ? (typeof left === "number" ? -1 : 1) : left < right ? -1 : left > right ? 1 : 0;
  return descending ? -order : order;
}

describe("views of the store", function () {
  let store: TestStore;
  useTestStore((opened) => (store = opened.store), "all");

  /** The rows of the run that are shown. */
  const shown = async (run: string, order: Partial<ViewOrder>, kind: RecordKind): Promise<readonly number[]> =>
    (await rowsOf(store, { kind: "run", run }, { columns: visible(kind), ...order })).map(({ row }) => row);

  for (const kind of recordKinds) {
    it(`are sorted as the columns say, unknown last, equal ones in the order they came: ${kind}`, async () => {
      const ids = [
        ...visible(kind),
        kind === "company" ? "description" : kind === "person" ? "skills" : "profile_skills",
      ];
      await fc.assert(
        fc.asyncProperty(
          fc.array(likely[kind], { maxLength: 12 }),
          fc.constantFrom(...ids),
          fc.boolean(),
          async (records, column, descending) => {
            const run = await beginRun(store, kind);
            const withoutIds = records.map((record, n) => unlike(kind, record, n));
            await addPage(store, run, [], { body: json(kind, withoutIds) });
            const keys = withoutIds.map((record) => columnOf(kind, column)?.sortKey(read(record)));
            const expected = keys
              .map((_, row) => row)
              .sort((a, b) => naiveCompare(keys[a], keys[b], descending) || a - b);
            const isDate = columnOf(kind, column)?.type === "date";
            const rows = await shown(run.id, { sort: { column, descending } }, kind);
            assert.deepEqual(
              rows.map((row) => (isDate ? keys[row] : row)),
              expected.map((row) => (isDate ? keys[row] : row)),
              JSON.stringify(keys, (_n, v: unknown) => v ?? "none"),
            );
          },
        ),
        { numRuns: 60 },
      );
    });

    it(`hold the rows whose shown columns have every word, whatever case and accents: ${kind}`, async () => {
      const extra =
        kind === "company"
          ? ["description", "network_url"]
          : kind === "person"
            ? ["skills", "first_name"]
            : ["profile_skills", "phones"];
      await fc.assert(
        fc.asyncProperty(
          fc.array(likely[kind], { maxLength: 10 }),
          fc.constantFrom("zurich", "ärzte", "strasse b", "ADA", "10", "50%", "_", "acme 250", " "),
          fc.boolean(),
          fc.boolean(),
          async (records, filter, more, fewer) => {
            const run = await beginRun(store, kind);
            const withoutIds = records.map((record, n) => unlike(kind, record, n));
            await addPage(store, run, [], { body: json(kind, withoutIds) });
            const columns = [...visible(kind).slice(fewer ? 3 : 0), ...(more ? extra : [])];
            const words = folded(filter)
              .split(/\s+/)
              .filter((one) => one !== "");
            const expected = withoutIds.map(read).flatMap((record, row) => {
              const text = folded(columns.map((id) => cellText(columnOf(kind, id)?.value(record))).join("\n"));
              return words.every((one) => text.includes(one)) ? [row] : [];
            });
            assert.deepEqual(await shown(run.id, { columns, filter }, kind), expected);
          },
        ),
        { numRuns: 60 },
      );
    });
  }

  it("find a phone number however it is grouped, with its country's code or without", async () => {
    const run = await beginRun(store, "contact");
    await addPage(store, run, [
      { input: { first_name: "Ada" }, contact_info: { most_probable_phone: { number: "+12025550101" } } },
      { input: { first_name: "Eve" }, contact_info: { most_probable_phone: { number: "+44 20 7946-0958" } } },
      { input: { first_name: "202555 0101 7946" } },
    ]);
    const columns = ["name", "phone"];
    const found = (filter: string): Promise<readonly number[]> => shown(run.id, { columns, filter }, "contact");
    for (const typed of ["+12025550101", "12025550101", "0012025550101", "+1(202)555-0101", "+1 2025550101"]) {
      assert.deepEqual(await found(typed), [0], typed);
      const condition: Condition = { kind: "contains", column: "phone", text: typed };
      assert.deepEqual(await shown(run.id, { columns, conditions: [condition] }, "contact"), [0], typed);
    }
    assert.deepEqual(await found("442079460958"), [1]);
    assert.deepEqual(await found("2025550101"), [0, 2]);
  });

  it("combine conditions: any value within one, all of them together", async () => {
    const run = await beginRun(store, "company");
    const company = (
      name: string,
      country: string | undefined,
      headcount: number,
      year: number,
      specialties: readonly string[],
    ): object => ({ name, headcount, year_founded: year, specialties, locations: { headquarters: { country } } });
    await addPage(store, run, [
      company("A", "Austria", 10, 1984, ["x"]),
      company("B", "Germany", 500, 1990, ["x", "y"]),
      company("C", undefined, 0, 0, []),
      company("D", "Germany", 20, 2001, ["z"]),
    ]);
    const names = async (conditions: readonly Condition[]): Promise<string> =>
      (await shown(run.id, { columns: ["name"], conditions }, "company")).map((row) => "ABCD"[row]).join("");
    assert.equal(await names([{ kind: "oneOf", column: "country", values: ["Austria", "Germany"] }]), "ABD");
    assert.equal(await names([{ kind: "oneOf", column: "country", values: ["Germany"], exclude: true }]), "AC");
    assert.equal(
      await names([
        { kind: "oneOf", column: "specialties", values: ["y", "z"] },
        { kind: "oneOf", column: "country", values: ["Germany"] },
      ]),
      "BD",
    );
    assert.equal(await names([{ kind: "range", column: "headcount", min: 10, max: 20 }]), "AD");
    assert.equal(await names([{ kind: "range", column: "year_founded", max: 1990 }]), "AB");
    assert.equal(await names([{ kind: "empty", column: "country", isEmpty: true }]), "C");
    assert.equal(
      await names([
        { kind: "empty", column: "headcount", isEmpty: false },
        { kind: "contains", column: "country", text: "GERM" },
      ]),
      "BD",
    );
    assert.equal(await names([{ kind: "oneOf", column: "year_founded", values: ["1980s", "2000s"] }]), "AD");
    assert.equal(
      await names([
        {
          kind: "any",
          of: [
            { kind: "contains", column: "name", text: "a" },
            { kind: "oneOf", column: "country", values: ["Germany"] },
          ],
        },
      ]),
      "ABD",
    );
    assert.equal(await names([{ kind: "any", of: [{ kind: "contains", column: "country", text: "germ" }] }]), "BD");
    assert.equal(await names([{ kind: "any", of: [] }]), "");
    assert.equal(await names([{ kind: "contains", column: "locations.headquarters.country", text: "austria" }]), "A");
    assert.equal(await names([{ kind: "range", column: "id", min: 0 }]), "");
    assert.equal(
      await names([{ kind: "contains", column: "1) or (1 headcount", text: "1" }]),
      "",
      "an id is never SQL",
    );
    assert.equal(await names([{ kind: "oneOf", column: "x'); drop table run; --", values: ["1"] }]), "");
  });

  it("are sorted by what stands only in their JSON, each record once, however many they are", async () => {
    const run = await beginRun(store, "company");
    const count = 1_100;
    await addPage(
      store,
      run,
      Array.from({ length: count }, (_, row) => ({ id: `${row}`, name: "a", description: `${(row * 7) % count}` })),
    );
    const rows = await shown(run.id, { sort: { column: "description", descending: false } }, "company");
    assert.deepEqual(
      rows.map((row) => (row * 7) % count),
      rows.map((_, at) => at),
    );
    assert.equal(rows.length, count);
  });

  it("count years to the moment asked for, and dates as dates", async () => {
    const run = await beginRun(store, "person");
    const since = (start: string | undefined): object => ({
      full_name: start ?? "none",
      employment: { current: { start_at: start } },
    });
    await addPage(store, run, [
      since("2025-06-01T00:00:00Z"),
      since("2013-01-01T00:00:00Z"),
      since(undefined),
      since("2024-01-01T00:00:00Z"),
    ]);
    const rows = (order: Partial<ViewOrder>): Promise<readonly number[]> => shown(run.id, order, "person");
    assert.deepEqual(await rows({ conditions: [{ kind: "oneOf", column: "position_since", values: ["0"] }] }), [0]);
    assert.deepEqual(
      await rows({ conditions: [{ kind: "oneOf", column: "position_since", values: ["11+", "1–2"] }] }),
      [1, 3],
    );
    assert.deepEqual(
      await rows({
        conditions: [{ kind: "range", column: "position_since", min: Date.UTC(2024, 0, 1), max: Date.UTC(2025, 0, 1) }],
      }),
      [3],
    );
    assert.deepEqual(await rows({ sort: { column: "position_since", descending: true } }), [0, 3, 1, 2]);
  });

  it("sort by several columns, each in its direction, unknown values last", async () => {
    const run = await beginRun(store, "company");
    const one = (name: string, country: string | undefined, description: string): object => ({
      ...{ name, description },
      locations: { headquarters: { country } },
    });
    await addPage(store, run, [
      one("b", "DE", "x"),
      one("a", undefined, "y"),
      one("c", "DE", "y"),
      one("d", "AT", "y"),
      one("a", "DE", "x"),
    ]);
    const rows = async (first: string, ...next: readonly string[]): Promise<readonly number[]> => {
      const key = (text: string) => ({ column: text.replace("-", ""), descending: text.startsWith("-") });
      const sort = { ...key(first), next: next.map(key) };
      return shown(run.id, { sort }, "company");
    };
    assert.deepEqual(await rows("country", "name"), [3, 4, 0, 2, 1]);
    assert.deepEqual(await rows("-country", "-name"), [2, 0, 4, 3, 1]);
    assert.deepEqual(await rows("country", "-description", "name"), [3, 2, 4, 0, 1]);
    assert.deepEqual(await rows("-description", "country"), [3, 2, 1, 0, 4]);
  });

  it("keep their rows when an arrangement is cancelled at the last moment", async () => {
    const run = await beginRun(store, "company");
    await addPage(
      store,
      run,
      ["b", "a"].map((name) => ({ name })),
    );
    const order = { columns: ["name"], now };
    const { view } = await store.views.open({ kind: "run", run: run.id }, { ...order, filter: "a" });
    await assert.rejects(
      store.views.arrange(
        view,
        { ...order, sort: { column: "name", descending: false } },
        { signal: AbortSignal.abort() },
      ),
      { code: "CANCELLED" },
    );
    assert.deepEqual(
      (await store.views.rows(view, 0, 9)).map(({ title }) => title),
      ["a"],
    );
  });
});
