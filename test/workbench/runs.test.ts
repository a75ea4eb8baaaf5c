// A run in the real extension host, against the sandbox: from a search file to open results.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commandIds, editorIds } from "../../src/workbench/commandIds";
import { eventually } from "./eventually";

function resultsTab(): vscode.TabInputCustom | undefined {
  const inputs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ input }) => input));
  return inputs.find(
    (input): input is vscode.TabInputCustom =>
      input instanceof vscode.TabInputCustom && input.viewType === editorIds.results,
  );
}

async function writeSearch(name: string, records: number): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  const uri = vscode.Uri.joinPath(folder, `${name}.prospect.json`);
  await vscode.workspace.fs.writeFile(
    uri,
    new TextEncoder().encode(
      `{ "search": "company", "filters": { "headcounts": [{ "min": 11 }] }, "fetch": { "records": ${records} } }\n`,
    ),
  );
  return uri;
}

describe("a run against the sandbox", () => {
  let tab: vscode.TabInputCustom;

  before(async () => {
    await vscode.extensions.getExtension("prospect-desk.prospect-desk")?.activate();
    await vscode.commands.executeCommand(commandIds.useSandbox);
    await vscode.commands.executeCommand(commandIds.runSearch, await writeSearch("run me", 150));
    tab = await eventually(resultsTab, "the results are open");
  });

  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("fetches the records that the file requests and opens the results", () => {
    assert.equal(tab.uri.scheme, "prospect-run");
    assert.match(decodeURIComponent(tab.uri.path), /run me/);
  });

  it("gives VS Code nothing to read, search or index", async () => {
    const content = await vscode.workspace.fs.readFile(tab.uri);
    assert.ok(content.length < 2_000, `${content.length} bytes`);
  });

  it("refuses to write to the address of the results", async () => {
    await assert.rejects(async () => vscode.workspace.fs.writeFile(tab.uri, new Uint8Array(1)));
    await assert.rejects(async () => vscode.workspace.fs.delete(tab.uri));
  });
});
