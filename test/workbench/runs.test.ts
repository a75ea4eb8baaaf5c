// A run in the real extension host, against the sandbox: from a file to results that are there to be read.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commandIds, editorIds } from "../../src/editor/identifiers";
import { eventually } from "./eventually";

function resultsTab(): vscode.TabInputCustom | undefined {
  const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
  return inputs.find((input): input is vscode.TabInputCustom => input instanceof vscode.TabInputCustom && input.viewType === editorIds.results);
}

describe("a run against the sandbox", () => {
  before(async () => {
    await vscode.extensions.getExtension("prospect-desk.prospect-desk")?.activate();
    await vscode.commands.executeCommand(commandIds.useSandbox);
  });

  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("fetches what the file asks for and opens the results", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder, "run me.prospect.json");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('{ "search": "company", "filters": { "headcounts": [{ "min": 11 }] }, "fetch": { "records": 150 } }\n'));
    await vscode.commands.executeCommand(commandIds.runSearch, uri);
    const tab = await eventually(resultsTab, "the results are open");
    assert.equal(tab.uri.scheme, "prospect-run");
    assert.match(decodeURIComponent(tab.uri.path), /run me/);
  });

  it("gives VS Code no journal to read, search or index", async () => {
    const tab = resultsTab();
    assert.ok(tab);
    const content = await vscode.workspace.fs.readFile(tab.uri);
    assert.ok(content.length < 2_000, `${content.length} bytes`);
  });

  it("refuses to write where the results are", async () => {
    const tab = resultsTab();
    assert.ok(tab);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(tab.uri, new Uint8Array(1)));
    await assert.rejects(async () => vscode.workspace.fs.delete(tab.uri));
  });
});
