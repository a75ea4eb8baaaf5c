// Results tabs after the extension host has died: VS Code keeps them, and nobody answers their pages.
import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { TabInputCustom, Uri } from "vscode";
import { AbandonedTabs } from "../../../src/workbench/resultsEditor/abandonedTabs";
import { useVscode } from "../../support/vscode";

const shown = "prospect-run:/Makers?a";
const behind = "prospect-run:/Others?b";

describe("results tabs whose extension host has died", () => {
  const vscode = useVscode();
  let changed: () => void = () => undefined;
  let closed: string[];
  let failures: string[];
  let isActive: Record<string, boolean>;

  before(() => {
    const group = { viewColumn: 2, isActive: false };
    Object.assign(vscode.window, {
      tabGroups: {
        get all() {
          const tabs = Object.entries(isActive).map(([uri, active]) => ({
            input: new TabInputCustom(Uri.parse(uri), ""),
            isActive: active,
            group,
          }));
          return [{ tabs }];
        },
        close: async ({ input }: { readonly input: TabInputCustom }) => void closed.push(input.uri.toString()),
        onDidChangeTabs: (listener: () => void) => ((changed = listener), { dispose: () => undefined }),
      },
    });
  });
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    [closed, failures, isActive] = [[], [], { [shown]: true, [behind]: false }];
  });
  afterEach(() => mock.timers.reset());

  const wait = async (seconds = 10): Promise<void> => {
    mock.timers.tick(seconds * 1_000);
    await setImmediate();
  };
  const opened = (): readonly unknown[] =>
    vscode.shown
      .filter(({ what }) => what === "vscode.openWith")
      .map(({ args: [uri, , options] }) => [String(uri), options]);
  const panel = () => {
    const listeners: (() => unknown)[] = [];
    return {
      onDidDispose: (listener: () => unknown) => (listeners.push(listener), { dispose: () => undefined }),
      close: () => listeners.forEach((listener) => listener()),
    };
  };

  it("are opened again in their place once they are in front", async () => {
    const tabs = new AbandonedTabs((line) => failures.push(line));
    await wait();
    assert.deepEqual(closed, [shown]);
    assert.deepEqual(opened(), [[shown, { preview: false, viewColumn: 2, preserveFocus: true }]]);
    tabs.add(Uri.parse(shown), panel() as never);
    isActive = { [shown]: false, [behind]: true };
    changed();
    await wait();
    assert.deepEqual(closed, [shown, behind]);
    assert.deepEqual(failures, []);
  });

  it("are tried three times, at growing intervals, if VS Code cannot open their page", async () => {
    new AbandonedTabs((line) => failures.push(line));
    for (const seconds of [10, 20, 40, 80, 160]) {
      changed();
      await wait(seconds - 1);
      const before = closed.length;
      await wait(1);
      assert.equal(closed.length - before, seconds > 40 ? 0 : 1, `after ${seconds} seconds`);
    }
  });

  it("are left alone where VS Code asks for their page, and where another page of them is closed", async () => {
    const tabs = new AbandonedTabs((line) => failures.push(line));
    const [one, other] = [panel(), panel()];
    tabs.add(Uri.parse(shown), one as never);
    tabs.add(Uri.parse(shown), other as never);
    await wait();
    one.close();
    changed();
    await wait();
    assert.deepEqual(closed, []);
    other.close();
    tabs.dispose();
    changed();
    await wait();
    assert.deepEqual([closed, failures], [[], []]);
  });
});
