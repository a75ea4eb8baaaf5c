// The filter builder's session in a real extension host: when it calls VS Code's own undo.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SearchSession, type SearchSessionDeps } from "../../src/workbench/searchEditor/searchSession";
import { UncommittedInputTracker } from "../../src/workbench/searchFiles/searchFile";
import type { SearchEdit } from "../../webview-ui/messages/filterBuilder";
import { eventually } from "./eventually";

const nothingHappens = (): vscode.Disposable => ({ dispose: () => undefined });

/** Dependencies that do nothing. */
const inertDeps = {
  account: { current: { kind: "noConnection" }, onDidChange: nothingHappens },
  runner: {
    historyOf: async () => ({ totals: [] }),
    onDidProgress: nothingHappens,
    activityOf: () => undefined,
    plan: async () => ({ records: 0, credits: 0, priceKnown: false, exceedsBalance: false }),
  },
  app: { clock: { now: () => 0 } },
  leaveOut: { onDidChange: nothingHappens },
  companiesOfSearches: { of: () => undefined, onDidChange: nothingHappens },
  log: () => undefined,
  uncommittedInput: new UncommittedInputTracker(),
} as unknown as SearchSessionDeps;

describe("undo after queued edits", () => {
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("only undoes when its page is the active editor", async () => {
    const search = await vscode.workspace.openTextDocument({
      language: "json",
      content: '{ "search": "company", "filters": {} }\n',
    });
    const other = await vscode.workspace.openTextDocument({ language: "plaintext", content: "" });
    const editor = await vscode.window.showTextDocument(other);
    for (const word of ["first", " second"]) {
      await editor.edit((edit) => edit.insert(other.lineAt(0).range.end, word), {
        undoStopBefore: true,
        undoStopAfter: true,
      });
    }
    const page = (active: boolean) => ({ active }) as vscode.WebviewPanel;
    const session = new SearchSession(search, inertDeps);
    try {
      session.handlersFor(page(false)).undo(undefined);
      session.handlersFor(page(true)).undo(undefined);
      await eventually(() => other.getText() !== "first second", "the active page's undo is done");
      // Resolves after the commands before it.
      await vscode.commands.executeCommand("cursorTop");
      assert.equal(other.getText(), "first");
    } finally {
      session.dispose();
    }
  });
});

describe("an old version of a search", () => {
  it("keeps its text, and the page shows it again", async () => {
    const content = '{ "search": "company", "filters": {} }\n';
    const provider = vscode.workspace.registerTextDocumentContentProvider("old-version", {
      provideTextDocumentContent: () => content,
    });
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse("old-version:/a.prospect.json"));
    const session = new SearchSession(document, inertDeps);
    const posted: unknown[] = [];
    const page = { active: true, webview: { postMessage: async (message: unknown) => posted.push(message) } };
    try {
      session.addPage(page as unknown as vscode.WebviewPanel);
      const edit: SearchEdit = { kind: "addItems", field: "names", items: [{ value: "Acme" }] };
      session.handlersFor(page as unknown as vscode.WebviewPanel).edit({ serial: 1, edit });
      await eventually(() => posted.length > 0, "the page shows the document");
      assert.match(JSON.stringify(posted[0]), /"lastEdit":1/);
      assert.equal(document.getText(), content);
      assert.equal(document.isDirty, false);
    } finally {
      session.dispose();
      provider.dispose();
    }
  });
});
