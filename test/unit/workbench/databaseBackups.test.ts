// Back Up Database and Restore Database in the whole extension: what is asked and said, and what happens to the files.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { commandIds } from "../../../src/workbench/commandIds";
import { addPage, beginRun, newFolder, openTestStore, owner, removeFolders } from "../store/rig";
import { createScriptedVscode, TabInputCustom, Uri, type Shown } from "./scriptedVscode";
import { activateExtension, type WholeExtension } from "./wholeExtension";

describe("Back Up Database and Restore Database", function () {
  this.timeout(60_000);
  let vscode: ReturnType<typeof createScriptedVscode>;
  let extension: WholeExtension;
  let folder: string;
  let file: string;
  let backup: string;

  beforeEach(async () => {
    vscode = createScriptedVscode();
    folder = newFolder();
    file = path.join(folder, "storage", "store", "prospect-desk.db");
    backup = path.join(folder, "backup.db");
    await storeRun("p", 30);
    extension = await activateExtension(folder, vscode);
    vscode.answers.set("showSaveDialog", () => Uri.file(backup));
    vscode.answers.set("showOpenDialog", () => [Uri.file(backup)]);
  });
  afterEach(() => extension.deactivate());
  after(removeFolders);

  /** In another window. Resolves with the id of the run. */
  async function storeRun(prefix: string, records: number): Promise<string> {
    const { store, close } = openTestStore({ file });
    const run = await beginRun(store);
    const people = Array.from({ length: records }, (_, n) => ({ id: `${prefix}${n}`, full_name: `Person ${n}` }));
    await addPage(store, run, people);
    await store.runs.stop(run.id, owner, { kind: "complete" }, Date.UTC(2026, 0, 15));
    await close();
    return run.id;
  }

  async function call(id: string): Promise<readonly Shown[]> {
    vscode.shown.length = 0;
    await vscode.commands.get(id)?.();
    return [...vscode.shown];
  }

  const said = (seen: readonly Shown[]): readonly string[] =>
    seen.filter(({ what }) => /^show\w+Message$/.test(what)).map(({ args: [text] }) => String(text));

  it("writes a checked file, and puts it in the place of the database after a question", async () => {
    assert.match(
      said(await call(commandIds.backUpDatabase)).join(),
      /^Backed up and checked: 1 run · 30 records · last changed .*2026.*\. “backup\.db” contains personal data\.$/,
    );
    const late = await storeRun("q", 20);
    vscode.tabs = [new TabInputCustom(Uri.from({ scheme: "prospect-run", path: "/Late", query: late }))];
    let detail = "";
    vscode.answers.set("showWarningMessage", (_question: string, options: { readonly detail: string }) => {
      detail = options.detail;
      return undefined;
    });
    assert.deepEqual(said(await call(commandIds.restoreDatabase)), ["Restore “backup.db”?"]);
    assert.match(detail, /^In the backup: 1 run · 30 records · .*\nIn the database now: 2 runs · 50 records · /);
    assert.equal(extension.query("select id from run").length, 2);
    assert.deepEqual(leftovers(), []);

    vscode.answers.set("showWarningMessage", (_question: string, _options: object, button: string) => button);
    const seen = await call(commandIds.restoreDatabase);
    const [, message = ""] = said(seen);
    const [, kept = ""] =
      /^Restored: 1 run · 30 records .*The database as it was before is kept as “(.*)”\.$/.exec(message) ?? [];
    assert.equal(fs.existsSync(path.join(path.dirname(file), kept)), true, message);
    assert.equal(extension.query("select id from run").length, 1);
    assert.equal(seen.filter(({ what }) => what === "tabGroups.close").length, 1, "the tab of the run that is gone");
    assert.deepEqual(leftovers(), []);
  });

  it("does nothing when no file is chosen, and says why nothing was done", async () => {
    vscode.answers.delete("showSaveDialog");
    vscode.answers.delete("showOpenDialog");
    for (const id of [commandIds.backUpDatabase, commandIds.restoreDatabase]) {
      assert.deepEqual(said(await call(id)), []);
    }
    const remote = Uri.from({ scheme: "vscode-vfs", path: "/a.db" });
    vscode.answers.set("showSaveDialog", () => remote);
    vscode.answers.set("showOpenDialog", () => [remote]);
    for (const id of [commandIds.backUpDatabase, commandIds.restoreDatabase]) {
      assert.deepEqual(said(await call(id)), ["Choose a file on the machine that the extension runs on."]);
    }
    vscode.answers.set("showSaveDialog", () => Uri.file(file));
    assert.deepEqual(said(await call(commandIds.backUpDatabase)), [
      "The database was not backed up. “prospect-desk.db” is the database itself. Choose another file.",
    ]);
    fs.writeFileSync(backup, "not a database ".repeat(900));
    vscode.answers.set("showOpenDialog", () => [Uri.file(backup)]);
    assert.deepEqual(said(await call(commandIds.restoreDatabase)), [
      "Nothing was restored. “backup.db” is not a database of Prospect Desk. Choose a file that Back Up Database " +
        "wrote.",
    ]);
    assert.equal(extension.query("select id from run").length, 1);
  });

  it("writes everything as a dataset into a folder, unless that has other files", async () => {
    const dataset = path.join(folder, "dataset");
    fs.mkdirSync(dataset);
    vscode.answers.set("showOpenDialog", () => [Uri.file(dataset)]);
    assert.deepEqual(said(await call(commandIds.exportDataset)), ["Dataset written: 1 run · 30 records."]);
    assert.deepEqual(fs.readdirSync(path.join(dataset, "kind=person")), ["fetched=2026-01"]);
    assert.deepEqual(said(await call(commandIds.exportDataset)), [
      "Dataset written: 0 runs · 0 records. As they were: 1 run.",
    ]);
    vscode.answers.set("showOpenDialog", () => [Uri.file(folder)]);
    assert.match(
      said(await call(commandIds.exportDataset)).join(),
      /^The dataset was not written\. The folder .* has/u,
    );
  });

  const leftovers = (): readonly string[] =>
    fs.readdirSync(path.dirname(file)).filter((name) => name.includes(".part") || name.includes(".next"));
});
