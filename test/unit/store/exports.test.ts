// Exports from the database: each cell is what its column reads from the record, whichever way it came to the file.
import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { builtInProfiles, ProfileScanner, resolveProfile } from "../../../src/export/columnProfile";
import { crmProfiles } from "../../../src/export/crmProfiles";
import type { ExportFormat } from "../../../src/export/formats";
import type { ColumnProfile } from "../../../src/searches/columnProfiles";
import { recordKinds, type RecordKind } from "../../../src/service/operations";
import { csvPresets } from "../../../src/tables/writer";
import { csvText } from "../export/writtenText";
import { addPage, beginRun, now, type TestStore, useTestStore } from "./rig";

const word = fc.constantFrom("Acme", "Zürich", "=1+1", "+43 660", "a,b", 'q"uote', "line\nbreak", "", "10001+", "1-10");
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
  fc.option(fc.option(value, { nil: null, freq: 8 }), { nil: undefined, freq: 8 });
const company = fc.record({
  name: maybe(word),
  domain: maybe(word),
  headcount: maybe(fc.constantFrom<unknown>(0, 5, 1.5, "7", true)),
  headcount_range: maybe(word),
  specialties: maybe(fc.array(fc.oneof(word, fc.constant(3)), { maxLength: 3 })),
  technologies: maybe(fc.array(fc.record({ name: maybe(word) }), { maxLength: 2 })),
  locations: maybe(fc.record({ headquarters: maybe(fc.record({ city: maybe(word) })) })),
});
const person = fc.record({
  full_name: maybe(word),
  first_name: maybe(word),
  employment: maybe(
    fc.record({
      current: maybe(
        fc.record({
          title: maybe(word),
          start_at: maybe(word),
          company: maybe(company),
          job_functions: maybe(fc.array(fc.record({ function: maybe(word) }), { maxLength: 2 })),
        }),
      ),
    }),
  ),
});
const records: Readonly<Record<RecordKind, fc.Arbitrary<object>>> = {
  company,
  person: person,
  contact: fc.record({
    profile: maybe(person),
    contact_info: maybe(
      fc.record({
        most_probable_phone: maybe(fc.record({ number: maybe(word) })),
        phones: maybe(fc.array(fc.record({ number: maybe(word) }), { maxLength: 2 })),
      }),
    ),
  }),
};

describe("exports of the store", function () {
  let store: TestStore;
  useTestStore((opened) => (store = opened.store), "all");

  it("tell of each record of a comparison what it is, in every format of text; copies do not", async () => {
    const [earlier, later] = [await beginRun(store, "company"), await beginRun(store, "company")];
    await addPage(store, earlier, [{ id: "1", name: "A" }, { id: "2" }]);
    const body = Buffer.from(
      '{"companies":[{"id":"1","name":"B"},{"id":"2"},{"id":"4","change":"mine","list":[{}]},{ }],"metadata":{}}',
    );
    await addPage(store, later, [], { body });
    const source = { kind: "run", run: later.id, since: earlier.id } as const;
    const { view } = await store.views.open(source, { columns: [], now });
    const textOf = async (format: ExportFormat): Promise<string> =>
      Buffer.from(await store.exports.toBytes({ view, format })).toString();
    const changes = ["changed", "unchanged", "new", ""];
    for (const profile of [...builtInProfiles("company"), ...crmProfiles("company")]) {
      const format = { kind: "csv", profile, options: csvPresets.Plain } as const;
      const rows = parse(await textOf(format), { columns: true }) as unknown as readonly Record<string, string>[];
      assert.deepEqual(
        rows.map((row) => row["Change"]),
        changes,
        profile.name,
      );
      const { headers } = await store.exports.preview({ view, profile });
      assert.ok(headers.includes("Change"), profile.name);
    }
    const expected = [
      { id: "1", name: "B", change: "changed" },
      { id: "2", change: "unchanged" },
      { id: "4", change: "new", list: [{}] },
      { change: null },
    ];
    assert.deepEqual(JSON.parse(await textOf({ kind: "json" })), expected);
    const lines = (text: string): readonly unknown[] =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown);
    assert.deepEqual(lines(await textOf({ kind: "ndjson" })), expected);
    const copied = Buffer.from(await store.exports.toText({ view, format: { kind: "ndjson" } })).toString();
    assert.deepEqual(lines(copied)[0], { id: "1", name: "B" });
  });

  for (const kind of recordKinds) {
    it(`write every cell as the records have it: ${kind}`, async () => {
      const [main, all, everything] = builtInProfiles(kind) as [ColumnProfile, ColumnProfile, ColumnProfile];
      const lists = main.columns === "everything" ? [] : main.columns;
      const profiles = [
        main,
        all,
        everything,
        { ...main, lists: "json" as const },
        { ...main, lists: "indexed" as const },
        {
          name: "dates",
          lists: "joined" as const,
          columns: [...lists.map((column) => ({ ...column, format: "dateOnly" as const })), { id: "unknown" }],
        },
      ];
      await fc.assert(
        fc.asyncProperty(
          fc.array(records[kind], { maxLength: 6 }),
          fc.constantFrom(...profiles),
          fc.constantFrom(csvPresets.Plain, csvPresets.Excel),
          async (some, profile, options) => {
            const run = await beginRun(store, kind);
            await addPage(store, run, some);
            const parsed = some.map((record) => JSON.parse(JSON.stringify(record)) as unknown);
            const scanner = new ProfileScanner(kind, profile);
            parsed.forEach((record) => scanner.add(record));
            const expected = csvText(resolveProfile(kind, profile, scanner.result()), parsed, options);
            const { view } = await store.views.open({ kind: "run", run: run.id }, { columns: [], now });
            const bytes = await store.exports.toBytes({ view, format: { kind: "csv", profile, options } });
            assert.equal(Buffer.from(bytes).toString(), expected);
            const preview = await store.exports.preview({ view, profile, options, count: 3 });
            if (!options.bom && profile.lists !== "indexed" && profile.columns !== "everything") {
              assert.deepEqual(
                preview.rows,
                (parse(expected, { from_line: 2, relax_column_count: true, to: 4 }) as string[][]).slice(
                  0,
                  Math.min(3, some.length),
                ),
              );
            }
            await store.views.close(view);
          },
        ),
        { numRuns: 60 },
      );
    });
  }
});
