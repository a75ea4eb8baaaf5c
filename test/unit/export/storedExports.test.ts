// What is kept about exports: column profiles for all searches, and the last export of each search.
import assert from "node:assert/strict";
import * as disk from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { csvPresets } from "../../../src/export/csvWriter";
import { openStoredExports, type LastExport } from "../../../src/export/storedExports";
import type { ColumnProfile } from "../../../src/searches/columnProfiles";

const sales: ColumnProfile = { name: "Sales", lists: "indexed", columns: [{ id: "name" }, { id: "founded", header: "Since", format: "dateOnly" }] };

describe("stored exports", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await disk.mkdtemp(path.join(os.tmpdir(), "stored-"));
  });
  afterEach(async () => {
    await disk.rm(folder, { recursive: true, force: true });
  });
  const open = () => openStoredExports(path.join(folder, "exports"), disk);
  const files = async (): Promise<readonly string[]> => disk.readdir(path.join(folder, "exports", "columns"));

  it("are empty at first and make no folder", async () => {
    assert.deepEqual(await open().profiles("company"), []);
    assert.equal(await open().lastExport("file:///a"), undefined);
    assert.deepEqual(await disk.readdir(folder), []);
  });

  it("keep a profile in a file of its own, for its kind of record, sorted by name", async () => {
    await open().saveProfile("company", sales);
    await open().saveProfile("company", { ...sales, name: "Billing" });
    await open().saveProfile("person", { name: "Sales", lists: "joined", columns: "everything" });
    assert.equal((await files()).length, 3);
    assert.deepEqual((await open().profiles("company")).map(({ name }) => name), ["Billing", "Sales"]);
    assert.deepEqual((await open().profiles("company"))[1], sales);
    assert.deepEqual(await open().profiles("person"), [{ name: "Sales", lists: "joined", columns: "everything" }]);
    assert.deepEqual(await open().profiles("contact"), []);
  });

  it("replace a profile of the same name, whatever its case, and remove it", async () => {
    await open().saveProfile("company", sales);
    await open().saveProfile("company", { ...sales, name: "SALES ", lists: "json" });
    assert.deepEqual((await open().profiles("company")).map(({ lists }) => lists), ["json"]);
    await open().removeProfile("company", "sales");
    await open().removeProfile("company", "sales");
    assert.deepEqual(await open().profiles("company"), []);
  });

  it("pass over a file that is damaged or says something else", async () => {
    await open().saveProfile("company", sales);
    const columns = path.join(folder, "exports", "columns");
    await disk.writeFile(path.join(columns, "a.columns.json"), '{"records":"company","name":"half');
    await disk.writeFile(path.join(columns, "b.columns.json"), '{"records":"company","name":"x","columns":[]}');
    await disk.writeFile(path.join(columns, "notes.txt"), "mine");
    assert.deepEqual(await open().profiles("company"), [sales]);
  });

  const formats: readonly LastExport["format"][] = [{ kind: "csv", profile: sales, options: { ...csvPresets.Excel, delimiter: ";", guard: false } }, { kind: "json" }, { kind: "ndjson" }];
  for (const format of formats) {
    it(`remember the last export of each search as ${format.kind}`, async () => {
      const last: LastExport = { format, file: "file:///w/exports/a.csv", at: 5 };
      await open().remember("file:///w/a.prospect.json", last);
      await open().remember("file:///w/b.prospect.json", { format: { kind: "json" }, file: "file:///w/b", at: 6 });
      assert.deepEqual(await open().lastExport("file:///w/a.prospect.json"), last);
      assert.equal((await open().lastExport("file:///w/b.prospect.json"))?.at, 6);
      assert.equal(await open().lastExport("file:///w/c.prospect.json"), undefined);
    });
  }

  it("remember the filter and the order of the grid, and pass over an export whose filter cannot be read", async () => {
    const last: LastExport = {
      format: { kind: "json" },
      file: "file:///w/a.json",
      at: 5,
      shown: { filter: "berlin", columns: ["name"], sort: { column: "name", descending: true }, facet: { id: "country", label: "Country", bucket: "Germany" }, quick: ["mobilePhone"] },
    };
    await open().remember("s", last);
    assert.deepEqual(await open().lastExport("s"), last);
    const [name] = await disk.readdir(path.join(folder, "exports", "last"));
    const file = path.join(folder, "exports", "last", name ?? "");
    await disk.writeFile(file, (await disk.readFile(file, "utf8")).replace('"descending": true', '"descending": "no"'));
    assert.equal(await open().lastExport("s"), undefined);
  });

  it("keep an export of a selection beside the one that can be repeated", async () => {
    const whole: LastExport = { format: { kind: "json" }, file: "file:///w/all.json", at: 5 };
    await open().remember("s", whole);
    assert.equal(await open().lastSelection("s"), undefined);
    await open().rememberSelection("s", { format: { kind: "ndjson" }, file: "file:///w/few.ndjson", at: 6, records: 3 });
    assert.deepEqual(await open().lastSelection("s"), { format: { kind: "ndjson" }, file: "file:///w/few.ndjson", at: 6, records: 3 });
    assert.deepEqual(await open().lastExport("s"), whole);
  });

  it("read back options that are wrong as the plain ones, with the guard on", async () => {
    await open().remember("s", { format: { kind: "csv", profile: sales, options: csvPresets.Plain }, file: "f", at: 1 });
    const [name] = await disk.readdir(path.join(folder, "exports", "last"));
    const file = path.join(folder, "exports", "last", name ?? "");
    await disk.writeFile(file, (await disk.readFile(file, "utf8")).replace('"guard": true', '"guard": "no"').replace('","', '"|"'));
    const { format } = (await open().lastExport("s")) ?? {};
    assert.deepEqual(format?.kind === "csv" && format.options, csvPresets.Plain);
    await disk.writeFile(file, "{");
    assert.equal(await open().lastExport("s"), undefined);
  });
});
