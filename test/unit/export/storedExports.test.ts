// What is stored about exports: column profiles for all searches, and the last exports of each search.
import assert from "node:assert/strict";
import { csvPresets } from "../../../src/csv/writer";
import { StoredExports, type LastExport } from "../../../src/workbench/exporting/storedExports";
import type { ColumnProfile } from "../../../src/searches/columnProfiles";
import type { InProcessStore } from "../store/inProcess";
import { openTestStore, removeFolders, type TestStore } from "../store/rig";

const sales: ColumnProfile = {
  name: "Sales",
  lists: "indexed",
  columns: [{ id: "name" }, { id: "founded", header: "Since", format: "dateOnly" }],
};

describe("stored exports", () => {
  let opened: InProcessStore<TestStore>;
  let profiles: TestStore["profiles"];
  let stored: StoredExports;
  beforeEach(() => {
    opened = openTestStore();
    profiles = opened.store.profiles;
    stored = new StoredExports(opened.store);
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  it("are empty at first", async () => {
    assert.deepEqual(await stored.profiles("company"), []);
    assert.equal(await stored.lastExport("file:///a"), undefined);
    assert.equal(await stored.lastSelection("file:///a"), undefined);
  });

  it("keep a profile for its kind of record, sorted by name", async () => {
    await stored.saveProfile("company", sales);
    await stored.saveProfile("company", { ...sales, name: "Äpfel" });
    await stored.saveProfile("company", { ...sales, name: "Billing" });
    await stored.saveProfile("person", { name: "Sales", lists: "joined", columns: "everything" });
    assert.deepEqual(
      (await stored.profiles("company")).map(({ name }) => name),
      ["Äpfel", "Billing", "Sales"],
    );
    assert.deepEqual((await stored.profiles("company"))[2], sales);
    assert.deepEqual(await stored.profiles("person"), [{ name: "Sales", lists: "joined", columns: "everything" }]);
    assert.deepEqual(await stored.profiles("contact"), []);
  });

  it("replace a profile of the same name, whatever its case, and remove it", async () => {
    await stored.saveProfile("company", sales);
    await stored.saveProfile("company", { ...sales, name: "SALES ", lists: "json" });
    assert.deepEqual(
      (await stored.profiles("company")).map(({ lists }) => lists),
      ["json"],
    );
    await stored.removeProfile("company", "sales");
    await stored.removeProfile("company", "sales");
    assert.deepEqual(await stored.profiles("company"), []);
  });

  it("omit a profile that cannot be read", async () => {
    await stored.saveProfile("company", sales);
    await profiles.saveColumnProfile("company", "empty", { name: "empty", columns: [] });
    await profiles.saveColumnProfile("company", "later", { name: "later", sheets: ["of a later version"] });
    assert.deepEqual(await stored.profiles("company"), [sales]);
  });

  const formats: readonly LastExport["format"][] = [
    { kind: "csv", profile: sales, options: { ...csvPresets.Excel, delimiter: ";", guard: false } },
    { kind: "json" },
    { kind: "ndjson" },
  ];
  for (const format of formats) {
    it(`remember the last export of each search as ${format.kind}`, async () => {
      const last: LastExport = { format, file: "file:///w/exports/a.csv", at: 5 };
      await stored.saveLastExport("file:///w/a.prospect.json", last);
      await stored.saveLastExport("file:///w/b.prospect.json", {
        format: { kind: "json" },
        file: "file:///w/b",
        at: 6,
      });
      assert.deepEqual(await stored.lastExport("file:///w/a.prospect.json"), last);
      assert.equal((await stored.lastExport("file:///w/b.prospect.json"))?.at, 6);
      assert.equal(await stored.lastExport("file:///w/c.prospect.json"), undefined);
    });
  }

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
          { kind: "oneOf", column: "title", values: ["VP Sales"], exclude: true },
        ],
        since: "run-1",
        quick: ["mobilePhone"],
      },
    } as const satisfies LastExport;
    await stored.saveLastExport("s", last);
    assert.deepEqual(await stored.lastExport("s"), last);
    for (const shown of [
      { ...last.shown, sort: { column: "name", descending: "no" } },
      { ...last.shown, quick: ["of a later version"] },
      { columns: [] },
      // As earlier versions stored it; without it, more would be exported.
      { ...last.shown, facets: [{ id: "country", values: ["DE"] }] },
      { ...last.shown, columnFilters: [{ kind: "matches", column: "title", text: "VP" }] },
    ]) {
      await profiles.saveLastExport("s", "shown", { ...last, shown }, 6);
      assert.equal(await stored.lastExport("s"), undefined);
    }
  });

  it("keep an export of a selection beside the one that can be repeated", async () => {
    const whole: LastExport = { format: { kind: "json" }, file: "file:///w/all.json", at: 5 };
    await stored.saveLastExport("s", whole);
    assert.equal(await stored.lastSelection("s"), undefined);
    await stored.saveLastSelection("s", {
      format: { kind: "ndjson" },
      file: "file:///w/few.ndjson",
      at: 6,
      records: 3,
    });
    assert.deepEqual(await stored.lastSelection("s"), {
      format: { kind: "ndjson" },
      file: "file:///w/few.ndjson",
      at: 6,
      records: 3,
    });
    assert.deepEqual(await stored.lastExport("s"), whole);
  });

  it("replace wrong options by the plain ones, with the guard on", async () => {
    const last = {
      format: { kind: "csv", profile: sales, options: { delimiter: "|", guard: "no" } },
      file: "f",
      at: 1,
    };
    await profiles.saveLastExport("s", "shown", last, 1);
    const { format } = (await stored.lastExport("s")) ?? {};
    assert.deepEqual(format?.kind === "csv" && format.options, csvPresets.Plain);
    await profiles.saveLastExport("s", "shown", { ...last, format: { kind: "of a later version" } }, 1);
    assert.equal(await stored.lastExport("s"), undefined);
  });
});
