// Saved searches in the real extension host: documents, undo, diagnostics, completion.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { commandIds, editorIds } from "../../src/workbench/commandIds";
import { eventually } from "./eventually";

const extensionId = "prospect-desk.prospect-desk";

function activeCustomTab(): vscode.TabInputCustom | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom ? input : undefined;
}

async function writeSearch(name: string, text: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder, "the tests run with a folder open");
  const uri = vscode.Uri.joinPath(folder, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

describe("the extension in a real host", () => {
  before(async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("registers every command it contributes", async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      Object.values(commandIds).filter((id) => !registered.has(id)),
      [],
    );
  });

  for (const [command, name] of [
    [commandIds.newCompanySearch, "company"],
    [commandIds.newPeopleSearch, "people"],
  ] as const) {
    it(`opens a new ${name} search in the filter builder, untitled and valid`, async () => {
      await vscode.commands.executeCommand(command);
      const tab = await eventually(activeCustomTab, "a custom editor is open");
      assert.equal(tab.viewType, editorIds.filterBuilder);
      assert.equal(tab.uri.scheme, "untitled");
      assert.match(tab.uri.path, /\.prospect\.json$/);
      const document = await vscode.workspace.openTextDocument(tab.uri);
      assert.equal((JSON.parse(document.getText()) as { search: string }).search, name);
    });
  }

  it("fills a new search that a reload left empty, because its text was not backed up yet", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.path ?? "";
    const uri = vscode.Uri.from({ scheme: "untitled", path: `${folder}/New people search 7.prospect.json` });
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), "");
    await vscode.commands.executeCommand("vscode.openWith", uri, editorIds.filterBuilder);
    const text = await eventually(() => document.getText() || undefined, "it is filled");
    assert.equal((JSON.parse(text) as { search: string }).search, "people");
  });

  it("opens two new searches in tabs of their own", async () => {
    await vscode.commands.executeCommand(commandIds.newCompanySearch);
    const first = await eventually(activeCustomTab, "the first is open");
    await vscode.commands.executeCommand(commandIds.newCompanySearch);
    const second = await eventually(() => {
      const tab = activeCustomTab();
      return tab?.uri.toString() === first.uri.toString() ? undefined : tab;
    }, "the second is open");
    assert.notEqual(second.uri.toString(), first.uri.toString());
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("duplicates a search that has no file yet, with its columns and limits", async () => {
    await vscode.commands.executeCommand(commandIds.newPeopleSearch);
    const { uri } = await eventually(activeCustomTab, "the first is open");
    const profiles = [{ name: "Short", columns: ["name"] }];
    const changed = { search: "people", filters: {}, fetch: { records: 7 }, export: { profiles } };
    const text = `${JSON.stringify(changed, undefined, 2)}\n`;
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, 1_000, 0), text);
    await vscode.workspace.applyEdit(edit);
    await vscode.commands.executeCommand(commandIds.duplicateSearch, uri);
    const copy = await eventually(() => {
      const tab = activeCustomTab();
      return tab?.uri.toString() === uri.toString() ? undefined : tab;
    }, "the copy is open");
    assert.equal((await vscode.workspace.openTextDocument(copy.uri)).getText(), text);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("marks problems at their position in the text", async () => {
    const uri = await writeSearch(
      "wrong.prospect.json",
      '{\n  "search": "company",\n  "filters": {\n    "headcounts": [{ "min": 20, "max": 10 }],\n    "colour": ' +
        '[{ "value": "red" }]\n  }\n}\n',
    );
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const found = await eventually(() => {
      const ours = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Prospect Desk");
      return ours.length >= 2 ? ours : undefined;
    }, "both problems are marked");
    const range = found.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    assert.equal(range?.range.start.line, 3);
    const unknown = found.find(({ severity }) => severity === vscode.DiagnosticSeverity.Warning);
    assert.equal(unknown?.range.start.line, 4);
    assert.match(unknown?.message ?? "", /colour/);
  });

  it("offers the filter that a wrong name may mean", async () => {
    const text = '{ "search": "company", "filters": { "industry": [{ "value": "Retail" }], "zzz": [] }, "fetc": {} }';
    const uri = await writeSearch("names.prospect.json", text);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const ours = await eventually(() => {
      const found = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === "Prospect Desk");
      return found.length === 3 ? found : undefined;
    }, "the names are marked");
    const titles = await Promise.all(
      ours.map(async ({ range }) => {
        const kind = vscode.CodeActionKind.QuickFix.value;
        const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
          "vscode.executeCodeActionProvider",
          ...[uri, range, kind],
        );
        return fixes.map(({ title }) => title);
      }),
    );
    assert.deepEqual(titles.flat().sort(), ["Change to “fetch”", "Change to “industries”"]);
  });

  it("leaves what is no JSON to VS Code, but marks it in a language that VS Code does not check", async () => {
    const uri = await writeSearch("broken.prospect.json", '{ "search": "company" "filters": {} }');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const sources = (): readonly (string | undefined)[] =>
      vscode.languages.getDiagnostics(uri).map(({ source }) => source);
    await eventually(() => sources().length > 0, "VS Code marks it");
    assert.ok(!sources().includes("Prospect Desk"), sources().join());
    await vscode.languages.setTextDocumentLanguage(document, "plaintext");
    await eventually(() => sources().includes("Prospect Desk"), "we mark it");
  });

  it("marks a leave-out list that is missing, and removes it by a quick fix", async () => {
    const uri = await writeSearch(
      "list.prospect.json",
      '{\n  "search": "company",\n  "filters": {},\n  "leaveOut": ["nowhere.csv"]\n}\n',
    );
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const found = await eventually(
      () => vscode.languages.getDiagnostics(uri).find(({ message }) => message.includes("nowhere.csv does not exist")),
      "the list is marked",
    );
    assert.equal(document.getText(found.range), '"nowhere.csv"');
    const [fix] = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      uri,
      found.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    assert.equal(fix?.title, "Remove nowhere.csv from the search");
    assert.ok(fix.edit);
    await vscode.workspace.applyEdit(fix.edit);
    assert.doesNotMatch(document.getText(), /nowhere/);
    await eventually(() => vscode.languages.getDiagnostics(uri).length === 0, "nothing is marked");
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("completes filter names from the contributed schema", async () => {
    const text = '{\n  "search": "company",\n  "filters": {\n    \n  }\n}\n';
    const uri = await writeSearch("completion.prospect.json", text);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const labels = await eventually(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        uri,
        new vscode.Position(3, 4),
      );
      const found = list.items.map(({ label }) =>
        (typeof label === "string" ? label : label.label).replaceAll('"', ""),
      );
      return found.includes("industries") ? found : undefined;
    }, "the JSON schema answers");
    for (const filter of ["industries", "domains", "headcounts", "founded_years", "headquarters_locations"]) {
      assert.ok(labels.includes(filter), `${filter} is not offered: ${labels.join(", ")}`);
    }
  });

  it("offers Run, Count and Copy above the text", async () => {
    const uri = await writeSearch("lens.prospect.json", '{ "search": "people", "filters": {} }\n');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const commands = await eventually(async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 10);
      return lenses.length < 3 ? undefined : lenses.map(({ command }) => command?.command);
    }, "the links are above the text");
    assert.deepEqual(commands.slice(0, 3), [commandIds.runSearch, commandIds.countSearch, commandIds.copySearchAsCurl]);
  });

  it("copies a search as cURL without a key in it", async () => {
    const uri = await writeSearch(
      "copy.prospect.json",
      `{ "search": "company", "filters": { "names": [{ "value": "O'Neil & $(id)" }] } }\n`,
    );
    await vscode.commands.executeCommand(commandIds.copySearchAsCurl, uri);
    const copied = await vscode.env.clipboard.readText();
    assert.match(copied, /^curl /);
    assert.match(copied, /\/api\/v2\/company\/search/);
    assert.match(copied, /\$PROSPECT_DESK_KEY/);
  });
});
