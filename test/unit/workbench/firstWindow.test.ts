// The first window after the installation.
import assert from "node:assert/strict";
import { TabInputText, Uri } from "vscode";
import { greetOnce } from "../../../src/workbench/startup/firstWindow";
import { useVscode } from "../../support/vscode";

describe("the first window", function () {
  const vscode = useVscode();

  it("shows the file of the command line in the builder once it opens, and the walkthrough at once", async () => {
    const groups: object[] = [];
    const listeners = new Set<() => void>();
    const listen = (listener: () => void) => (listeners.add(listener), { dispose: () => listeners.delete(listener) });
    vscode.window["tabGroups"] = {
      all: groups,
      get activeTabGroup() {
        return groups[0] ?? assert.fail("VS Code throws, too");
      },
      onDidChangeTabs: listen,
      onDidChangeTabGroups: listen,
    };
    await greetOnce({
      extension: { id: "prospect-desk.prospect-desk" },
      globalState: { keys: () => [], update: async () => undefined },
      subscriptions: [],
    } as never);
    const shown = (): readonly string[] => vscode.shown.map(({ what, args }) => `${what} ${String(args[0])}`);
    const walkthrough = "workbench.action.openWalkthrough prospect-desk.prospect-desk#start";
    assert.deepEqual(shown(), [walkthrough]);
    const change = (...now: object[]): void => {
      groups.splice(0, 1, ...now);
      [...listeners].forEach((listener) => listener());
    };
    change({ isActive: true, activeTab: undefined });
    assert.deepEqual(shown(), [walkthrough]);
    const search = new TabInputText(Uri.file("/w/Companies.prospect.json"));
    change({ isActive: true, activeTab: { input: search } });
    assert.deepEqual(shown().slice(1, 2), ["reopenActiveEditorWith prospectDesk.filterBuilder"]);
    assert.equal(listeners.size, 0, "what the user opens later stays as it is");
  });
});
