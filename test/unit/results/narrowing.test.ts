// "Add to Search": the values of a column as a filter of the search.
import assert from "node:assert/strict";
import { parseSearch } from "../../../src/searches/parseSearch";
import { listFields, type RecordKind } from "../../../src/service/operations";
import type { FilterItem } from "../../../src/service/requests";
import { usualColumns } from "../../../src/store/valueGroups";
import { canNarrow, narrowedSearch } from "../../../src/workbench/resultsEditor/narrowing";
import { openSandbox } from "../sandbox/support/sandboxUnderTest";
import { addPage, beginRun, openTestStore, removeFolders } from "../store/rig";

type Filters = Readonly<Record<string, readonly FilterItem[]>>;
const kinds = [
  { kind: "company", search: "company" },
  { kind: "person", search: "people" },
] as const;

/** The service knows exact numbers where a record has a range alone, and counts years to the day. */
const countsOtherwise = /headcount|since/;

const textOf = (search: string, filters: Filters): string => `${JSON.stringify({ search, filters }, null, 2)}\n`;
const filtersIn = (text: string | undefined): Filters => parseSearch(text ?? "").document?.filters ?? {};

describe("values of a column as a filter of the search", () => {
  it("is offered for each usual column of searches, and for no contacts", () => {
    for (const { kind } of kinds) {
      assert.deepEqual(
        usualColumns[kind].filter((id) => !canNarrow(kind, id)),
        [],
      );
    }
    assert.deepEqual(
      usualColumns.contact.filter((id) => canNarrow("contact", id)),
      [],
    );
    assert.ok(!canNarrow("company", "change") && !canNarrow("company", "toString"));
  });

  it("adds exact values, places, ranges and decades", () => {
    const added = (kind: RecordKind, column: string, ...values: readonly string[]): unknown => {
      const text = textOf(kind === "company" ? "company" : "people", {});
      const narrowed = narrowedSearch(text, kind, column, values);
      return [narrowed?.label, narrowed?.added, filtersIn(narrowed?.text)];
    };
    assert.deepEqual(added("company", "country", "Germany", "Austria"), [
      "Headquarters locations",
      2,
      { headquarters_locations: [{ value: "Germany" }, { value: "Austria" }] },
    ]);
    assert.deepEqual(added("person", "seniority", "VP"), [
      "Seniority",
      1,
      { current_position_seniority_level: [{ value: "VP", exact_match: true }] },
    ]);
    assert.deepEqual(added("company", "headcount", "51-200", "10001+", "5,001–10,000", "80", "many"), [
      "Headcount",
      4,
      { headcounts: [{ min: 51, max: 200 }, { min: 10_001 }, { min: 5_001, max: 10_000 }, { min: 80, max: 80 }] },
    ]);
    assert.deepEqual(added("company", "year_founded", "1980s", "1984"), [
      "Founded",
      2,
      {
        founded_years: [
          { min: 1980, max: 1989 },
          { min: 1984, max: 1984 },
        ],
      },
    ]);
    assert.deepEqual(added("person", "position_since", "0", "3–5", "11+"), [
      "Years in position",
      3,
      { current_position_years_in: [{ max: 0 }, { min: 3, max: 5 }, { min: 11 }] },
    ]);
  });

  it("replaces the values the filter had, which would find the other records too, but not what it excludes", () => {
    const text = `{
  "search": "company",
  "filters": {
    "headquarters_locations": [
      { "value": "Europe" },
      { "value": "Bremen", "exclude": true },
      { "value": "Austria" }
    ],
    "names": [{ "value": "Acme" }]
  }
}
`;
    const narrowed = narrowedSearch(text, "company", "country", ["Germany"]);
    assert.deepEqual([narrowed?.added, narrowed?.replaced], [1, 2]);
    assert.deepEqual(filtersIn(narrowed?.text), {
      headquarters_locations: [{ value: "Bremen", exclude: true }, { value: "Germany" }],
      names: [{ value: "Acme" }],
    });
    assert.match(
      narrowed?.text ?? "",
      /\n {6}\{ "value": "Bremen", "exclude": true \},\n/,
      "its lines stay as they are",
    );
  });

  it("changes nothing that is not a search for these records", () => {
    assert.equal(narrowedSearch(textOf("people", {}), "company", "country", ["Germany"]), undefined);
    assert.equal(narrowedSearch("{ no search", "company", "country", ["Germany"]), undefined);
    assert.equal(narrowedSearch(textOf("company", {}), "company", "nonsense", ["Germany"]), undefined);
    assert.equal(narrowedSearch(textOf("company", {}), "company", "headcount", ["many"]), undefined);
    assert.equal(narrowedSearch(textOf("company", {}), "company", "country", []), undefined);
  });

  for (const { kind, search } of kinds) {
    it(`makes the service find the ${search} that had the value, and no others`, async () => {
      const service = openSandbox();
      const opened = openTestStore();
      try {
        const { store } = opened;
        const run = await beginRun(store, kind);
        const path = `/api/v2/${search}/search`;
        for (let offset = 0, total = 1; offset < total; offset += 100) {
          const { json } = await service.post(path, { limit: 100, offset });
          await addPage(store, run, json[listFields[kind] as "people"]);
          ({ total } = json.metadata);
        }
        const now = service.clock.now();
        const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now });
        const differing: unknown[] = [];
        const usual = await store.views.values(view, { text: "", now });
        for (const { id, values } of usual.filter(({ id: one }) => !countsOtherwise.test(one))) {
          for (const { value, count } of values.slice(0, 3)) {
            const filters = filtersIn(narrowedSearch(textOf(search, {}), kind, id, [value])?.text);
            const { total } = (await service.post(path, { limit: 1, ...filters })).json.metadata;
            if (total !== count) {
              differing.push([id, value, count, total]);
            }
          }
        }
        assert.deepEqual(differing, []);
      } finally {
        await opened.close();
        removeFolders();
      }
    });
  }
});
