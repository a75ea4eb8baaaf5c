// Erase Person or Company in the whole extension: what is asked, shown, and left.
import assert from "node:assert/strict";
import path from "node:path";
import { commandIds } from "../../../src/workbench/commandIds";
import { addPage, beginRun, newFolder, openTestStore, owner, removeFolders } from "../store/rig";
import { createScriptedVscode, type Shown } from "./scriptedVscode";
import { activateExtension, type WholeExtension } from "./wholeExtension";

describe("Erase Person or Company", function () {
  this.timeout(60_000);
  let vscode: ReturnType<typeof createScriptedVscode>;
  let extension: WholeExtension;

  beforeEach(async () => {
    vscode = createScriptedVscode();
    const folder = newFolder();
    const { store, close } = openTestStore({ file: path.join(folder, "storage", "store", "prospect-desk.db") });
    const run = await beginRun(store);
    await addPage(store, run, [
      { id: "p1", full_name: "Ada Lovelace" },
      { id: "p2", full_name: "Eve Moneypenny" },
    ]);
    await store.runs.stop(run.id, owner, { kind: "complete" }, Date.UTC(2026, 0, 15));
    await close();
    extension = await activateExtension(folder, vscode);
  });
  afterEach(() => extension.deactivate());
  after(removeFolders);

  async function erase(typed: string | undefined): Promise<readonly string[]> {
    vscode.shown.length = 0;
    vscode.answers.set("showInputBox", () => typed);
    await vscode.commands.get(commandIds.eraseRecord)?.();
    const isSaid = ({ what }: Shown): boolean => /^show\w+Message$/.test(what);
    return vscode.shown.filter(isSaid).map(({ args: [text] }) => String(text));
  }
  const left = (): readonly unknown[] => extension.query("select id from person_record").map((row) => row["id"]);

  it("shows what is found, and removes it when that is confirmed", async () => {
    let detail = "";
    vscode.answers.set("showWarningMessage", (_question: string, options: { readonly detail: string }) => {
      detail = options.detail;
      return undefined;
    });
    assert.deepEqual(await erase(undefined), []);
    assert.deepEqual(await erase("p1"), ["Erase “p1”?"]);
    assert.match(detail, /^Found: Ada Lovelace\nRecords of people: 1\n/);
    assert.deepEqual(left(), ["p1", "p2"]);

    vscode.answers.set("showWarningMessage", (_question: string, _options: object, button: string) => button);
    assert.deepEqual(await erase("p1"), ["Erase “p1”?", "Erased."]);
    assert.deepEqual(left(), ["p2"]);
    assert.deepEqual(await erase("p1"), [
      "Nothing was erased. Nothing is stored with this id. Enter an id, an email, a profile, or a domain.",
    ]);
  });
});
