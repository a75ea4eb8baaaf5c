// In an editor whose Node has no SQLite, storing shows one clear message, and the filter builder works.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { Uri } from "vscode";
import { commandIds } from "../../../src/workbench/commandIds";
import { ExtensionRig, said } from "../../support/wholeExtension";
import { newFolder } from "../store/rig";

const sentence =
  "Results cannot be saved: this editor's version of Node has no SQLite. Update the editor to run searches. " +
  "The filter builder still works.";

describe("an editor without SQLite", function () {
  const rig = new ExtensionRig({ one: "all" });
  const { vscode } = rig;
  const search = Uri.file("/searches/Makers.prospect.json");
  let views: Map<string, { message?: string; getChildren(): Promise<readonly unknown[]> }>;

  before(async () => {
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
    await rig.start({ extension: code });
    vscode.documents.set(
      search.toString(),
      '{ "search": "company", "filters": { "headcounts": [{ "min": 11 }] }, "fetch": { "records": 3 } }\n',
    );
    await vscode.commands.get(commandIds.useSandbox)?.();
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
      const messages = said(await rig.call(id, ...args));
      assert.equal(messages.length, 1, messages.join(" | "));
      assert.ok(messages[0]?.includes(sentence), messages[0]);
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
      (await rig.call(commandIds.newCompanySearch)).filter(({ what }) => what.includes("Error")),
      [],
    );
  });
});
