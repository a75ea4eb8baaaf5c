// Watches in the whole extension: a watch is written beside a search, and a refresh shows what changed.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { commandIds } from "../../../src/workbench/commandIds";
import { Uri } from "./scriptedVscode";
import { ExtensionRig, said } from "./wholeExtension";

describe("a watch in a window", function () {
  this.timeout(60_000);
  const rig = new ExtensionRig();
  const call = rig.call.bind(rig);
  let workspace = "";

  beforeEach(async () => {
    workspace = path.join(rig.folder, "workspace");
    fs.mkdirSync(workspace, { recursive: true });
    rig.vscode.folders = [Uri.file(workspace)];
    await rig.start();
    await call(commandIds.useSandbox);
  });

  const write = (content: object): Uri => {
    const file = path.join(workspace, "some.watch.json");
    fs.writeFileSync(file, JSON.stringify({ budget: 100, ...content }));
    return Uri.file(file);
  };
  const ids = Array.from({ length: 60 }, (_, nth) => `p${String(nth).padStart(7, "0")}`);

  it("is written beside a search or a CSV file, and opened with what a refresh may cost", async () => {
    for (const [name, records] of [
      ["Leaders.prospect.json", { search: "Leaders.prospect.json" }],
      ["people.csv", { csv: "people.csv" }],
    ] as const) {
      const shown = await call(commandIds.watchRecords, Uri.file(path.join(workspace, name)));
      const [uri, bytes] = shown.find(({ what }) => what === "writeFile")?.args ?? [];
      const place = path.join(workspace, `${name.split(".")[0]}.watch.json`);
      assert.equal((uri as Uri).fsPath, place);
      assert.deepEqual(JSON.parse(String(bytes)), { records, olderThan: 30, budget: 100 });
      assert.equal((shown.find(({ what }) => what === "vscode.open")?.args[0] as Uri).fsPath, place);
    }
  });

  it("on a list of companies is of these or of the people fetched at them, as is chosen", async () => {
    await call(commandIds.refreshWatch, write({ kind: "company", records: { ids: ["c0000000"] } }));
    const database = new DatabaseSync(rig.file);
    database.exec(`insert into shortlist (no, id, name, created_at, updated_at) values (1, 'l1', 'Key accounts', 1, 1);
      insert into shortlist_record (list_no, record_kind, record_id, added_at)
        select 1, 'company', id, 1 from company_record`);
    database.close();
    const records = { list: "l1" };
    for (const [nth, expected] of [
      [0, { records, kind: "company", olderThan: 30, budget: 100 }],
      [1, { records: { companies: records }, olderThan: 30, budget: 100 }],
    ] as const) {
      rig.vscode.answers.set("createQuickPick", ({ items }: { readonly items: readonly unknown[] }) => items[nth]);
      const shown = await call(commandIds.watchRecords, { list: { id: "l1" } });
      const [uri, bytes] = shown.find(({ what }) => what === "writeFile")?.args ?? [];
      assert.match((uri as Uri).fsPath, /Key accounts\.watch\.json$/u);
      assert.deepEqual(JSON.parse(String(bytes)), expected);
    }
    rig.vscode.answers.delete("createQuickPick");
    assert.deepEqual(
      (await call(commandIds.watchRecords, { list: { id: "l1" } })).filter(({ what }) => what === "writeFile"),
      [],
    );
  });

  it("is refreshed once, and opens its news when something has changed", async () => {
    const uri = write({ records: { ids } });
    assert.deepEqual(said(await call(commandIds.refreshWatch, uri)), ["Nothing has changed."]);
    assert.deepEqual(said(await call(commandIds.refreshWatch, uri)), [
      "Nothing is due: 60 records, fetched in the last 30 days.",
    ]);
    const asked = (): unknown =>
      rig.extension.query("select count(*) as n from run where task ->> '$.ids.count' = 60")[0]?.["n"];
    assert.equal(asked(), 1);

    for (let month = 0; month < 6; month += 1) {
      await call(commandIds.moveSandbox);
    }
    const database = new DatabaseSync(rig.file);
    database.exec("update page set received_at = 0; update run set updated_at = 0");
    database.close();
    const opened = (await call(commandIds.refreshWatch, uri)).find(({ what }) => what === "vscode.openWith");
    assert.equal((opened?.args[0] as Uri).query, `news=${uri.toString()}`);
    assert.equal(asked(), 2);
  });

  it("says what is wrong with it", async () => {
    const [problem] = said(await call(commandIds.refreshWatch, write({ records: { list: "Nobody" } })));
    assert.match(String(problem), /^There is no list with this name/);
    const [wrong] = said(await call(commandIds.refreshWatch, write({ records: {} })));
    assert.match(String(wrong), /Name the records to watch with one of these/);
    assert.deepEqual(said(await call(commandIds.showNews, Uri.file("/a/b.csv"))), [
      "This command needs a watch. Select a *.watch.json file and try again.",
    ]);
    assert.deepEqual(said(await call(commandIds.refreshWatch)), [
      "There are no watches yet. Use “Watch…” on a search, a list, or a CSV file.",
    ]);
  });
});
