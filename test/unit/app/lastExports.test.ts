// What is stored about exports: the user's column profiles, and the last exports of each search.
import assert from "node:assert/strict";
import { exportToRepeat } from "../../../src/app/exportAgain";
import { ownProfiles } from "../../../src/app/exportFormat";
import { lastExport, saveLastExport, type LastExport } from "../../../src/app/lastExports";
import type { RowSource } from "../../../src/app/rowSource";
import { profileAsJson, type ColumnProfile } from "../../../src/searches/columnProfiles";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import type { RecordKind } from "../../../src/service/operations";
import { csvPresets } from "../../../src/tables/writer";
import { useTestDesks, type OpenTestDesk } from "../../support/testDesk";
import { type TestStore } from "../store/rig";

const sales: ColumnProfile = {
  name: "Sales",
  lists: "indexed",
  columns: [{ id: "name" }, { id: "founded", header: "Since", format: "dateOnly" }],
};

describe("stored exports", () => {
  const newRig = useTestDesks();
  let rig: OpenTestDesk;
  let store: TestStore;
  let profiles: TestStore["profiles"];
  let search: SearchDocument | undefined;
  beforeEach(() => {
    rig = newRig();
    ({ store } = rig);
    ({ profiles } = store);
    search = undefined;
  });

  const listed = (title: string): RowSource => ({
    ...{ title, recordKind: "company" },
    view: { kind: "list", list: "l", recordKind: "company" },
  });
  const own = (recordKind: RecordKind) => ownProfiles({ ...rig.app, searchAt: async () => search }, { recordKind });
  const save = (kind: RecordKind, profile: ColumnProfile): Promise<void> =>
    profiles.saveColumnProfile(kind, profile.name, profileAsJson(profile));

  it("keep a profile for its kind of record, sorted by name", async () => {
    await save("company", sales);
    await save("company", { ...sales, name: "Äpfel" });
    await save("company", { ...sales, name: "Billing" });
    await save("person", { name: "Sales", lists: "joined", columns: "everything" });
    const { everySearch } = await own("company");
    assert.deepEqual(
      everySearch.map(({ name }) => name),
      ["Äpfel", "Billing", "Sales"],
    );
    assert.deepEqual(everySearch[2], sales);
    assert.deepEqual((await own("person")).everySearch, [{ name: "Sales", lists: "joined", columns: "everything" }]);
    assert.deepEqual((await own("contact")).everySearch, []);
  });

  it("offer the profiles of the search, if it is of this kind, instead of those of the same name", async () => {
    const inSearch = { ...sales, name: "sales", lists: "json" } as const;
    await save("person", sales);
    await save("person", { ...sales, name: "Other" });
    search = { search: "people", filters: {}, export: { profiles: [inSearch] } } as unknown as SearchDocument;
    const { thisSearch, everySearch } = await own("person");
    assert.deepEqual([thisSearch, everySearch.map(({ name }) => name)], [[inSearch], ["Other"]]);
    assert.deepEqual((await own("company")).thisSearch, []);
  });

  it("omit a profile that cannot be read", async () => {
    await save("company", sales);
    await profiles.saveColumnProfile("company", "empty", { name: "empty", columns: [] });
    await profiles.saveColumnProfile("company", "later", { name: "later", sheets: ["of a later version"] });
    assert.deepEqual((await own("company")).everySearch, [sales]);
  });

  it("remember the filter and order of the grid, and omit an export whose filter cannot be read", async () => {
    const last = {
      format: { kind: "json" },
      file: "file:///w/a.json",
      at: 5,
      shown: {
        filter: "berlin",
        columns: ["name"],
        sort: { column: "name", descending: true },
        columnFilters: [
          { kind: "oneOf", column: "country", values: ["DE", "AT"] },
          { kind: "oneOf", column: "title", values: ["VP Sales"], exclude: true, anyCase: true },
        ],
        since: "run-1",
        quick: ["mobilePhone"],
      },
    } as const satisfies LastExport;
    await saveLastExport(store, listed("s"), last);
    assert.deepEqual(await lastExport(store, listed("s")), last);
    for (const shown of [
      { ...last.shown, sort: { column: "name", descending: "no" } },
      { ...last.shown, quick: ["of a later version"] },
      { columns: [] },
      // As earlier versions stored it; without it, more would be exported.
      { ...last.shown, facets: [{ id: "country", values: ["DE"] }] },
      { ...last.shown, columnFilters: [{ kind: "matches", column: "title", text: "VP" }] },
    ]) {
      await profiles.saveLastExport("company: s", "shown", { ...last, shown }, 6);
      assert.equal(await lastExport(store, listed("s")), undefined);
    }
  });

  it("keep an export of a selection beside the one that can be repeated", async () => {
    const whole: LastExport = { format: { kind: "json" }, file: "file:///w/all.json", at: 5 };
    const selected = { format: { kind: "ndjson" }, file: "file:///w/few.ndjson" } as const;
    await saveLastExport(store, listed("s"), whole);
    await saveLastExport(store, listed("s"), { ...selected, at: 6, records: 3 });
    const repeat = (answer: string) =>
      exportToRepeat({ ...rig.app, ask: async () => answer }, listed("s"), 5, { signal: new AbortController().signal });
    assert.deepEqual([await repeat("all"), await repeat("before")], [selected, { ...whole, shown: undefined }]);
  });

  it("replace wrong options by the plain ones, with the guard on", async () => {
    const last = {
      format: { kind: "csv", profile: sales, options: { delimiter: "|", guard: "no" } },
      file: "f",
      at: 1,
    };
    await profiles.saveLastExport("company: s", "shown", last, 1);
    const { format } = (await lastExport(store, listed("s"))) ?? {};
    assert.deepEqual(format?.kind === "csv" && format.options, csvPresets.Plain);
    await profiles.saveLastExport("company: s", "shown", { ...last, format: { kind: "of a later version" } }, 1);
    assert.equal(await lastExport(store, listed("s")), undefined);
  });
});
