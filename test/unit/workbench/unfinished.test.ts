// What was interrupted is said in the status bar and on the views' icon, and leads to Resume.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import type { App } from "../../../src/app/app";
import { RunStore } from "../../../src/runs/runStore";
import type * as UnfinishedModule from "../../../src/workbench/views/unfinished";
import type { InProcessStore } from "../store/inProcess";
import { newRun, openTestStore, owner, removeFolders, type TestStore } from "../store/rig";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode } from "./scriptedVscode";

describe("unfinished runs", () => {
  const vscode = createScriptedVscode();
  const item = { text: "", tooltip: "", shown: false };
  const resumed: unknown[] = [];
  before(() => {
    Object.assign(vscode.api, {
      StatusBarAlignment: { Right: 2 },
      commands: { executeCommand: async (...call: readonly unknown[]) => resumed.push(call) },
      window: {
        createStatusBarItem: () =>
          Object.assign(item, {
            show: () => (item.shown = true),
            hide: () => (item.shown = false),
            dispose: () => undefined,
          }),
        showQuickPick: async (items: readonly { readonly label: string }[]) => {
          assert.deepEqual(
            items.map(({ label }) => label),
            ["Resume Engineers 0 records"],
          );
          return items[0];
        },
      },
    });
  });
  const module = useVscode<typeof UnfinishedModule>(["src/workbench/views/unfinished.ts"], vscode);
  let opened: InProcessStore<TestStore>;
  let app: App;
  const now = Date.UTC(2026, 0, 15);

  beforeEach(() => {
    opened = openTestStore();
    const clock = { now: () => now, monotonic: () => now, sleep: () => new Promise<never>(() => undefined) };
    const { store } = opened;
    const runs = new RunStore({ store, clock, random: (bytes) => new Uint8Array(bytes), owner: "here" });
    app = { store, clock, runs } as unknown as App;
  });
  afterEach(() => opened.close());
  after(removeFolders);

  const stopped = async (title: string, startedAt: number, kind: "interrupted" | "complete" | "cancelled") => {
    const run = await opened.store.runs.create(newRun("person", { title, startedAt, source: `file:///${title}` }), {
      ...{ owner, now, ms: 15_000 },
    });
    await opened.store.runs.stop(run.id, owner, { kind }, now);
    return run;
  };

  it("are counted and resumed; what was completed, canceled, or run again since is none", async () => {
    const first = await stopped("Engineers", now - 5, "interrupted");
    await stopped("Designers", now - 4, "interrupted");
    await stopped("Designers", now - 3, "complete");
    await stopped("Makers", now - 2, "cancelled");
    const view: { badge?: { readonly value: number } } = {};
    const showing = module.showUnfinished({ app, trees: { searches: { view } }, log: assert.fail } as never);
    for (let round = 0; round < 50; round += 1) {
      await setImmediate();
    }
    assert.deepEqual(
      [item.shown, item.text, item.tooltip],
      [true, "$(debug-pause) 1 unfinished", "Engineers 0 records"],
    );
    assert.equal(view.badge?.value, 1);
    await module.pickUnfinished(app);
    const [[command, target]] = resumed as [[string, { readonly run: { readonly header: { readonly id: string } } }]];
    assert.deepEqual([command, target.run.header.id], ["prospectDesk.resumeRun", first.id]);
    showing.dispose();
  });
});
