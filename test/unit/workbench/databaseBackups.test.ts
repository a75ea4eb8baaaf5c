// Back Up Database, Restore Database, and their neighbors in the whole extension: what is asked and said, and what
// happens to the files.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { TabInputCustom, Uri } from "vscode";
import { commandIds, editorIds } from "../../../src/workbench/commandIds";
import { ExtensionRig, said } from "../../support/wholeExtension";
import { addPage, beginRun, newRun, openCall, owner, replyOf } from "../store/rig";

describe("Back Up Database and Restore Database", function () {
  const rig = new ExtensionRig();
  let backup: string;

  beforeEach(async () => {
    backup = path.join(rig.folder, "backup.db");
    await storeRun("p", 30);
    await rig.start();
    rig.vscode.answers.set("showSaveDialog", () => Uri.file(backup));
    opens(Uri.file(backup));
  });

  /** Resolves with the id of the run. */
  const storeRun = (prefix: string, records: number): Promise<string> =>
    rig.inAnotherWindow(async (store) => {
      const run = await beginRun(store);
      const people = Array.from({ length: records }, (_, n) => ({ id: `${prefix}${n}`, full_name: `Person ${n}` }));
      await addPage(store, run, people);
      await store.runs.stop(run.id, owner, { kind: "complete" }, Date.UTC(2026, 0, 15));
      return run.id;
    });
  const opens = (uri: Uri): unknown => rig.vscode.answers.set("showOpenDialog", () => [uri]);
  const call = async (id: string): Promise<readonly string[]> => said(await rig.call(id));
  const runs = (): number => rig.extension.query("select id from run").length;
  const leftovers = (): readonly string[] =>
    fs
      .readdirSync(path.dirname(rig.file), { recursive: true, encoding: "utf8" })
      .filter((name) => name.includes(".part"));

  it("writes a checked file, and puts it in the place of the database after a question", async () => {
    assert.match(
      (await call(commandIds.backUpDatabase)).join(),
      /^Backed up and checked: 1 run · 30 records · last changed .*2026.*\. “backup\.db” contains personal data\.$/,
    );
    const late = await storeRun("q", 20);
    rig.vscode.tabs = [
      new TabInputCustom(Uri.from({ scheme: "prospect-run", path: "/Late", query: late }), editorIds.results),
    ];
    let detail = "";
    rig.vscode.answers.set("showWarningMessage", (_question: string, options: { readonly detail: string }) => {
      detail = options.detail;
    });
    assert.deepEqual(await call(commandIds.restoreDatabase), ["Restore “backup.db”?"]);
    assert.match(detail, /^In the backup: 1 run · 30 records · .*\nIn the database now: 2 runs · 50 records · /);
    assert.deepEqual([runs(), leftovers()], [2, []]);

    rig.confirm();
    const [, message = ""] = await call(commandIds.restoreDatabase);
    const [, kept = ""] =
      /^Restored: 1 run · 30 records .*What the database contained before is in “(.*)”\.$/.exec(message) ?? [];
    assert.equal(fs.existsSync(path.join(path.dirname(rig.file), "backups", kept)), true, message);
    const closed = rig.vscode.shown.filter(({ what }) => what === "tabGroups.close");
    assert.deepEqual([runs(), closed.length, leftovers()], [1, 1, []], "the tab of the run that is gone is closed");
  });

  it("first stores a paid reply that another window kept in a file", async () => {
    await call(commandIds.backUpDatabase);
    const now = Date.now();
    const run = newRun("person", { startedAt: now });
    const paid = await rig.inAnotherWindow(async (store) => {
      await store.runs.create(run, { owner: "dead", now: now - 60_000, ms: 6_000 });
      return openCall(store, { run: run.id, wanted: 2, owner: "dead", at: now - 59_000 });
    });
    const page = { run: run.id, owner: "dead", call: paid, request: { limit: 2 }, status: 200, receivedAt: now };
    const body = Buffer.from(replyOf("person", [{ id: "p1" }, { id: "p2" }])).toString("base64");
    const file = path.join(path.dirname(rig.file), "prospect-desk-page-1.kept");
    fs.writeFileSync(file, JSON.stringify({ ...page, body }));

    rig.confirm();
    const [, message = ""] = await call(commandIds.restoreDatabase);
    const [, kept = ""] = /before is in “(.*)”\.$/.exec(message) ?? [];
    const copy = new DatabaseSync(path.join(path.dirname(rig.file), "backups", kept), { readOnly: true });
    const found = copy.prepare("select records from run where id = ?").get(run.id);
    copy.close();
    assert.deepEqual([found?.["records"], fs.existsSync(file), runs()], [2, false, 1]);
  });

  it("does nothing when no file is chosen, and says why nothing was done", async () => {
    const both = [commandIds.backUpDatabase, commandIds.restoreDatabase];
    const remote = Uri.from({ scheme: "vscode-vfs", path: "/a.db" });
    rig.vscode.answers.clear();
    for (const id of both) {
      assert.deepEqual(await call(id), []);
    }
    rig.vscode.answers.set("showSaveDialog", () => remote);
    opens(remote);
    for (const id of both) {
      assert.deepEqual(await call(id), ["Choose a file on the machine that the extension runs on."]);
    }
    rig.vscode.answers.set("showSaveDialog", () => Uri.file(rig.file));
    assert.deepEqual(await call(commandIds.backUpDatabase), [
      "The database was not backed up. “desk.db” is the database itself. Choose another file.",
    ]);
    fs.writeFileSync(backup, "not a database ".repeat(900));
    opens(Uri.file(backup));
    assert.deepEqual(await call(commandIds.restoreDatabase), [
      "Nothing was restored. “backup.db” is not a database of Prospect Desk. Choose a file that Back Up Database " +
        "wrote.",
    ]);
    assert.equal(runs(), 1);
  });
});
