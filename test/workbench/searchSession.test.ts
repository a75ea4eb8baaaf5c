// The host's side of a filter builder in the real extension host: what it hands to VS Code's own undo.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { SearchEditorDeps } from "../../src/workbench/searchEditor/registerSearchEditor";
import { createSearchSession, type SessionPage } from "../../src/workbench/searchEditor/searchSession";
import { createUnsettledPages } from "../../src/workbench/searchEditor/unsettledPages";
import { eventually } from "./eventually";

const nothingHappens = (): vscode.Disposable => ({ dispose: () => undefined });

/** A session's surroundings in which nothing happens. */
const quietParts = {
  account: { current: { kind: "noConnection" }, onDidChange: nothingHappens },
  runner: {
    knownTotal: () => undefined,
    lastFound: async () => undefined,
    onDidProgress: nothingHappens,
    activityOf: () => undefined,
    plan: async () => ({ sentence: "", exceedsBalance: false }),
  },
  log: () => undefined,
  unsettledPages: createUnsettledPages(),
} as unknown as SearchEditorDeps;

describe("undo that waited behind edits", () => {
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("undoes where its page is the active editor, and nowhere else", async () => {
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
    const page = (isActive: boolean): SessionPage => ({
      post: () => undefined,
      isActive,
      viewColumn: vscode.ViewColumn.One,
    });
    const session = createSearchSession(search, quietParts);
    try {
      session.receive({ type: "undo" }, page(false));
      session.receive({ type: "undo" }, page(true));
      await eventually(() => (other.getText() === "first second" ? undefined : true), "the active page's undo is done");
      // Comes back after whatever was asked before it.
      await vscode.commands.executeCommand("cursorTop");
      assert.equal(other.getText(), "first");
    } finally {
      session.dispose();
    }
  });
});
