// The leave-out lists of processes without VS Code: read when something begins, and fixed for a run.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { AppSearch } from "../../../src/app/app";
import { createLeaveOutLists } from "../../../src/app/headless/leaveOutLists";
import { fileUriOf } from "../../../src/app/headless/nodeFiles";
import { useTestDesks, fact, type OpenTestDesk } from "../../support/testDesk";

describe("leave-out lists without VS Code", () => {
  const rig = useTestDesks();
  let one: OpenTestDesk;
  beforeEach(() => {
    one = rig({ creditsPerDay: 1_000 });
  });

  const searchWith = (leaveOut: readonly string[], file = "a.prospect.json"): AppSearch => ({
    title: "A",
    document: { search: "people", filters: {}, fetch: {}, leaveOut },
    source: fileUriOf(path.join(one.folder, file)),
  });

  it("are relative to their search, and their entries are stored", async () => {
    one.write("lists/customers.csv", "Domain\nacme.example\nnorthwind.example\n");
    const lists = await one.app.lists.reload(searchWith(["../lists/customers.csv"], "searches/a.prospect.json"));
    assert.deepEqual(
      lists.entries.map(({ value }) => value),
      ["acme.example", "northwind.example"],
    );
    assert.deepEqual(
      (await one.store.leaveOut.lists()).map(({ uri, everywhere }) => [uri, everywhere]),
      [[fileUriOf(path.join(one.folder, "lists/customers.csv")), false]],
    );
  });

  it("are refused outside the workspace, also by a link, and when they are no files", async () => {
    const outside = path.join(path.dirname(one.folder), "private");
    mkdirSync(outside);
    writeFileSync(path.join(outside, "list.txt"), "acme.example\n");
    symlinkSync(path.join(outside, "list.txt"), path.join(one.folder, "link.txt"));
    mkdirSync(path.join(one.folder, "folder"));
    for (const named of ["../private/list.txt", "link.txt"]) {
      await assert.rejects(one.app.lists.reload(searchWith([named])), /outside the workspace/u, named);
    }
    await assert.rejects(one.app.lists.reload(searchWith(["folder"])), /not a file/u);
    await assert.rejects(one.app.lists.reload(searchWith(["none.txt"])), /does not exist/u);
  });

  for (const [name, content, says] of [
    [
      "people.json",
      '[\n{"id":"p1","full_name":"Ada Lovelace"}\n]\n',
      /“people\.json” cannot be read: This file is JSON/u,
    ],
    [
      "people.ndjson",
      '{"id":"p1","full_name":"Ada Lovelace"}\n',
      /“people\.ndjson” cannot be read: This file is JSON/u,
    ],
    ["people.xlsx", "PK\u0003\u0004 xl/workbook.xml", /“people\.xlsx” cannot be read: This file is an Excel workbook/u],
    [
      "names.csv",
      "Name,Title\nAda,Engineer\n",
      /“names\.csv” identifies nobody\. Line 1, “Name, Title”, has no domain/u,
    ],
  ] as const) {
    it(`are refused when they would protect nobody: ${name}`, async () => {
      one.write(name, content);
      await assert.rejects(one.app.lists.reload(searchWith([name])), says);
    });
  }

  it("may be empty before they are filled", async () => {
    one.write("new.txt", "# Customers\n\n");
    assert.deepEqual((await one.app.lists.reload(searchWith(["new.txt"]))).entries, []);
  });

  describe("of a run", () => {
    const write = (...names: string[]): void =>
      one.write("a.prospect.json", JSON.stringify({ search: "people", filters: {}, leaveOut: names }));
    const headerOf = async (run: unknown) => (await one.app.runs.summary(String(run)))?.header;
    const stopped = async (): Promise<unknown> => {
      one.write("before.txt", "acme.example\n");
      one.write("added.txt", "northwind.example\n");
      write("before.txt");
      return fact(await one.call("run_search", { file: "a.prospect.json", records: 2, max_credits: 100 }), "run");
    };

    it("are those that it was started with when it resumes, whatever its search names and the files have", async () => {
      const run = await stopped();
      const before = await headerOf(run);
      write("added.txt");
      one.write("before.txt", "other.example\n");
      assert.equal((await one.call("run_search", { resume: run, records: 2, max_credits: 100 })).isError, false);
      rmSync(path.join(one.folder, "before.txt"));
      const again = await one.call("run_search", { resume: run, records: 2, max_credits: 100 });
      assert.equal(fact(again, "records"), 6, again.text);
      const after = await headerOf(run);
      assert.deepEqual([after?.leaveOut, after?.task], [before?.leaveOut, before?.task]);
    });

    it("hide records as they were read last, until something reads them again", async () => {
      const run = await stopped();
      const read = async () => fact(await one.call("read_records", { run, columns: ["company_domain"] }), "rows");
      const [[domain = ""] = []] = (await read()) as readonly (readonly string[])[];
      one.write("before.txt", `${domain}\n`);
      assert.match(JSON.stringify(await read()), new RegExp(domain, "u"));
      await one.call("plan_search", { file: "a.prospect.json" });
      assert.doesNotMatch(JSON.stringify(await read()), new RegExp(domain, "u"));
      rmSync(path.join(one.folder, "before.txt"));
      assert.doesNotMatch(JSON.stringify(await read()), new RegExp(domain, "u"), "a list that is gone still hides");
    });
  });

  it("for every search hold for runs and lookups of any process", async () => {
    one.write("everyone.txt", "acme.example\n");
    const uri = fileUriOf(path.join(one.folder, "everyone.txt"));
    await one.store.leaveOut.save({ uri, hash: "old", everywhere: true, entries: [] });
    const refused = await one.call("look_up", { kind: "company", items: "acme.example" });
    assert.match(refused.text, /leave-out list, so nothing was requested/u);
    assert.deepEqual(one.paid, []);
    assert.deepEqual((await one.store.leaveOut.lists())[0]?.everywhere, true);
  });

  it("of one search do not hold for others, although their entries are stored", async () => {
    one.write("customers.txt", "acme.example\n");
    await one.app.lists.reload(searchWith(["customers.txt"]));
    assert.deepEqual((await one.app.lists.reload()).entries, []);
    one.write("partners.txt", "northwind.example\n");
    const { entries, ofSearch } = await one.app.lists.reload(searchWith(["partners.txt"]));
    assert.deepEqual(
      [entries.map(({ value }) => value), ofSearch.map((uri) => path.basename(uri))],
      [["northwind.example"], ["partners.txt"]],
    );
  });

  it("that are on no disk are refused, and those of a search without a file are in the first folder", async () => {
    const uri = "vscode-vfs://remote/list.txt";
    await one.store.leaveOut.save({ uri, hash: "", everywhere: true, entries: [] });
    await assert.rejects(one.app.lists.reload(), {
      message: "A leave-out list is not a file of this machine, so it cannot be read here. Nothing was sent.",
      reason: "list",
    });
    await one.store.leaveOut.setEverywhere([]);
    one.write("here.txt", "acme.example\n");
    const { document } = searchWith(["here.txt"]);
    const { ofSearch } = await one.app.lists.reload({ title: "A", document });
    assert.deepEqual(ofSearch, [fileUriOf(path.join(one.folder, "here.txt"))]);
    const nowhere = createLeaveOutLists(one.store, []);
    await assert.rejects(nowhere.reload({ title: "A", document }), {
      message: "Open the folder of the leave-out lists first: they are relative to it.",
    });
    assert.equal((await nowhere.reload(searchWith(["here.txt"]))).entries.length, 1, "beside the search itself");
    one.write("broken.csv", 'Domain\n"acme.example\n');
    await assert.rejects(one.app.lists.reload(searchWith(["broken.csv"])), {
      message: /^The leave-out list “broken\.csv” cannot be read: .*\.$/u,
    });
  });
});
