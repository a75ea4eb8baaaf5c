// The filter builder's session in a real extension host: when it calls VS Code's own undo.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { SearchSession, type SearchSessionDeps } from "../../src/workbench/searchEditor/searchSession";
import { UncommittedInputTracker } from "../../src/workbench/searchFiles/searchFile";
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
  leaveOut: { onDidChange: () => ({ dispose: () => undefined }) },
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
      await eventually(() => (other.getText() === "first second" ? undefined : true), "the active page's undo is done");
      // Resolves after the commands before it.
      await vscode.commands.executeCommand("cursorTop");
      assert.equal(other.getText(), "first");
    } finally {
      session.dispose();
    }
  });
});
