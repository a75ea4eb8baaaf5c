// In an editor whose Node has no SQLite, storing shows one clear message, and the filter builder works.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { commandIds } from "../../../src/workbench/commandIds";
import { newFolder, removeFolders } from "../store/rig";
import { createScriptedVscode, Uri, type Shown } from "./scriptedVscode";
import { activateExtension, type WholeExtension } from "./wholeExtension";

const sentence =
  "Results cannot be saved: this editor's version of Node has no SQLite. Update the editor to run searches. " +
  "The filter builder still works.";

describe("an editor without SQLite", function () {
  const vscode = createScriptedVscode();
  const search = Uri.file("/searches/Makers.prospect.json");
  let folder: string;
  let extension: WholeExtension;
  let views: Map<string, { message?: string; getChildren(): Promise<readonly unknown[]> }>;

  before(async () => {
    folder = newFolder();
    const code = newFolder();
    fs.mkdirSync(path.join(code, "dist"));
    fs.writeFileSync(path.join(code, "package.json"), '{ "type": "module" }');
    fs.writeFileSync(path.join(code, "dist", "storeWorker.js"), 'import "node:sqlite-that-is-missing";');
    views = new Map();
    vscode.window["createTreeView"] = (
      id: string,
      { treeDataProvider }: { readonly treeDataProvider: { getChildren(): Promise<readonly unknown[]> } },
    ) => {
      const view = {
        visible: true,
        onDidChangeVisibility: () => ({ dispose: () => undefined }),
        onDidCollapseElement: () => ({ dispose: () => undefined }),
        dispose: () => undefined,
        getChildren: () => treeDataProvider.getChildren(),
      };
      views.set(id, view);
      return view;
    };
    extension = await activateExtension(folder, vscode, code);
    vscode.documents.set(
      search.toString(),
      '{ "search": "company", "filters": { "headcounts": [{ "min": 11 }] }, "fetch": { "records": 3 } }\n',
    );
    await vscode.commands.get(commandIds.useSandbox)?.();
  });
  after(async () => {
    await extension.deactivate();
    removeFolders();
  });

  async function call(id: string, ...args: readonly unknown[]): Promise<readonly Shown[]> {
    vscode.shown.length = 0;
    await vscode.commands.get(id)?.(...args);
    return [...vscode.shown];
  }

  it("does not load SQLite in the extension host's thread", () => {
    const loaded = fs.readdirSync(folder).filter((name) => name.endsWith(".mjs"));
    assert.ok(loaded.length > 0);
    assert.deepEqual(
      loaded.filter((name) => fs.readFileSync(path.join(folder, name), "utf8").match(/from "node:sqlite"/) !== null),
      [],
    );
  });

  for (const [id, args] of [
    [commandIds.runSearch, [search]],
    [commandIds.countSearch, [search]],
    [commandIds.exportRun, [search]],
    [commandIds.resumeRun, []],
    [commandIds.purgeRuns, []],
    [commandIds.trackEnrichment, []],
  ] as const) {
    it(`shows one message for ${id}`, async () => {
      vscode.answers.set("createQuickPick", ({ items }: { readonly items: readonly unknown[] }) => items[0]);
      const messages = (await call(id, ...args)).filter(({ what }) =>
        /^show(Information|Warning|Error)Message$/.test(what),
      );
      assert.equal(messages.length, 1, messages.map(({ args: [text] }) => String(text)).join(" | "));
      assert.ok(String(messages[0]?.args[0]).includes(sentence), String(messages[0]?.args[0]));
    });
  }

  it("shows the message above the empty lists, and lists the saved searches", async () => {
    const enrichments = views.get("prospectDesk.enrichments");
    assert.deepEqual([await enrichments?.getChildren(), enrichments?.message], [[], sentence]);
    const searches = views.get("prospectDesk.searches");
    assert.deepEqual([await searches?.getChildren(), searches?.message], [[], sentence]);
  });

  it("opens new searches", async () => {
    assert.deepEqual(
      (await call(commandIds.newCompanySearch)).filter(({ what }) => what.includes("Error")),
      [],
    );
  });
});
