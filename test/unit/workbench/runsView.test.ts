// The Runs view and how it follows other windows: only while it is visible, and no more often than needed.
import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import type { RunStore } from "../../../src/runs/runStore";
import type { NewRun, StoredRun } from "../../../src/store/runs";
import { StoreError } from "../../../src/store/storeError";
import type * as OtherWindows from "../../../src/workbench/otherWindows";
import type * as RunsView from "../../../src/workbench/views/runsView";
import type { InProcessStore } from "../store/inProcess";
import { addPage, newRun, openTestStore, owner, removeFolders, type TestStore } from "../store/rig";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode } from "./scriptedVscode";
import { addTreeItems, ViewRig, type Item, type Rows } from "./viewRig";

/** Waits for everything that does not depend on a timer. */
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await setImmediate();
  }
}

describe("changes by other windows", () => {
  const vscode = createScriptedVscode();
  addTreeItems(vscode);
  const modules = useVscode<typeof OtherWindows & typeof RunsView>(
    ["src/workbench/otherWindows.ts", "src/workbench/views/runsView.ts"],
    vscode,
  );
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());
  after(removeFolders);

  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 500) {
      mock.timers.tick(500);
      await settle();
    }
  }

  describe("are followed", () => {
    const windowState = { focused: true };
    const shown = {
      visible: true,
      onDidChangeVisibility: (listener: () => void) => (listeners.push(listener), nothing),
    };
    const nothing = { dispose: () => undefined };
    const listeners: (() => void)[] = [];
    let version: number | "failed";
    let reads: number;
    let changes: number;
    let following: { dispose(): unknown };
    const follow = (): void => {
      const file = {
        version: async () => {
          reads += 1;
          return version === "failed" ? Promise.reject(new StoreError("READONLY", "no")) : version;
        },
      };
      following = modules.followOtherWindows({ file } as never, shown as never, () => (changes += 1));
    };
    const show = async (isVisible: boolean): Promise<void> => {
      shown.visible = isVisible;
      listeners.forEach((listener) => listener());
      await settle();
    };
    beforeEach(() => {
      [version, reads, changes, shown.visible, windowState.focused] = [1, 0, 0, true, true];
      listeners.length = 0;
      (vscode.api as { readonly window: { state: object } }).window.state = windowState;
    });
    afterEach(() => following.dispose());

    it("every second in the focused window, and rarely in others", async () => {
      follow();
      await pass(10_000);
      assert.ok(reads >= 9 && reads <= 11, String(reads));
      assert.equal(changes, 0);
      version = 2;
      await pass(1_500);
      assert.equal(changes, 1);
      windowState.focused = false;
      await pass(1_000);
      reads = 0;
      await pass(20_000);
      assert.ok(reads >= 3 && reads <= 5, String(reads));
      following.dispose();
      reads = 0;
      await pass(20_000);
      assert.equal(reads, 0);
    });

    it("not while the view is hidden; changes meanwhile appear when it is shown again", async () => {
      shown.visible = false;
      follow();
      await pass(5_000);
      assert.equal(reads, 0);
      await show(true);
      shown.visible = false;
      await pass(5_000);
      assert.equal(reads, 1);
      version = 7;
      await show(true);
      assert.deepEqual([reads, changes], [2, 1]);
    });

    it("rarely while the database cannot be opened, and again once it can", async () => {
      version = "failed";
      follow();
      await pass(29_000);
      assert.deepEqual([reads, changes], [1, 0]);
      version = 1;
      await pass(2_000);
      assert.deepEqual([reads, changes], [2, 1]);
    });
  });

  describe("appear in the Runs view", () => {
    let opened: InProcessStore<TestStore>;
    let other: InProcessStore<TestStore>;
    let rig: ViewRig<Rows>;
    let at: number;

    beforeEach(() => {
      opened = openTestStore();
      other = openTestStore({ file: opened.db.file });
      at = Date.UTC(2026, 0, 15);
      openView(ViewRig.runsOf(opened.store, () => at));
    });
    function openView(runs: RunStore): void {
      rig = new ViewRig();
      const { runner, tree } = rig;
      rig.rows = modules.openRunsView({ app: { ...runs.deps, runs }, trees: { runs: tree }, runner } as never) as never;
    }
    afterEach(async () => {
      rig.rows.dispose();
      await opened.close();
      await other.close();
    });

    const create = (change: Partial<NewRun>): Promise<StoredRun> =>
      other.store.runs.create(newRun("person", { startedAt: at, ...change }), { owner, now: at, ms: 15_000 });
    const complete = (id: string): Promise<unknown> => other.store.runs.stop(id, owner, { kind: "complete" }, at);
    const first = async (): Promise<Item> => (await rig.items())[0] ?? assert.fail("there are no rows");

    it("when another window starts a run, and when it ends: as the same row, so that its menu acts on it", async () => {
      await settle();
      assert.deepEqual(await rig.labels(), []);
      const run = await create({ title: "Engineers" });
      await pass(2_000);
      assert.deepEqual([await rig.labels(), rig.redraws > 0], [["Engineers"], true]);
      assert.match((await first()).contextValue, /\brunning\b/);
      const [row] = await rig.rows.getChildren();
      await addPage(other.store, run, [{ id: "p1", full_name: "Ada" }]);
      await complete(run.id);
      await pass(2_000);
      assert.deepEqual([rig.redrawn?.[0] === row, (await rig.rows.getChildren())[0] === row], [true, true]);
      assert.match((await first()).description, / · Complete · 1 record · 1 credit$/);
      at += 1;
      await create({ title: "Designers" });
      await pass(2_000);
      assert.deepEqual([rig.redrawn, await rig.labels()], [undefined, ["Designers", "Engineers"]]);
    });

    it("without a redraw, which can lose a click, as long as a finished run is as it was", async () => {
      const run = await create({ title: "Engineers" });
      await pass(2_000);
      await rig.labels();
      await complete(run.id);
      await pass(2_000);
      const before = rig.redraws;
      await other.store.settings.save({ sentItems: 7 });
      await pass(2_000);
      assert.equal(rig.redraws, before);
      await other.store.runs.rename(run.id, "Makers");
      await pass(2_000);
      assert.deepEqual([rig.redraws, await rig.labels()], [before + 1, ["Makers"]]);
    });

    it("when another window looks up rows of a file: how many are answered, and Resume once it is gone", async () => {
      const run = newRun("company", { title: "big2.csv", purpose: "batch", startedAt: at });
      const lease = { owner, now: at, ms: 15_000 };
      await other.store.batches.create({ run, source: "file:///big2.csv", mapping: {}, columns: [] }, lease);
      const words = Array.from({ length: 1_200 }, (_, row) => `c${row}.example`);
      const questions = words.map((domain) => ({ identifiers: { domain }, words: domain }));
      await other.store.batches.addQuestions(run.id, questions, at);
      await pass(2_000);
      const { label, description, contextValue } = await first();
      assert.deepEqual([label, contextValue], ["big2.csv", "batch"]);
      assert.match(description, / · Running · 0 of 1,200 rows$/);
      for (const { key } of await other.store.batches.openQuestions(run.id, 349)) {
        await other.store.batches.settle(key, { state: "noMatch", at });
      }
      await pass(2_000);
      assert.match((await first()).description, / · Running · 349 of 1,200 rows$/);
      at += 60_000;
      await pass(20_000);
      const interrupted = await first();
      assert.match(interrupted.description, / · Interrupted · 349 of 1,200 rows$/);
      assert.equal(interrupted.contextValue, "batch unfinished");
    });

    it("when another window asks whether to look up a file: its rows, as not started", async () => {
      const run = newRun("company", { title: "new.csv", purpose: "batch", startedAt: at, limits: { records: 0 } });
      await other.store.batches.create({ run, source: "file:///new.csv", mapping: {}, columns: [] });
      await other.store.batches.addQuestions(run.id, [{ identifiers: { domain: "a.example" }, words: "a" }], at);
      await pass(2_000);
      const { description, contextValue } = await first();
      assert.match(description, / · Not started · 0 of 1 rows$/);
      assert.equal(contextValue, "batch unfinished");
    });

    it("with lookups and searches, at most 20, without lookups that found nothing, and counts apart", async () => {
      for (let number = 1; number <= 19; number += 1) {
        await create({ title: `Search ${number}` });
      }
      await create({ title: "Ada", purpose: "lookup" });
      await complete((await create({ title: "Nobody", purpose: "lookup" })).id);
      await create({ title: "Engineers (count)", purpose: "count" });
      await pass(2_000);
      const labels = await rig.labels();
      assert.deepEqual([...labels.slice(0, 2), ...labels.slice(-2)], ["Ada", "Search 19", "Search 1", "Counts"]);
      const counts = await rig.node("Counts");
      assert.equal((await rig.labels(counts)).length, 1);
      await create({ title: "Makers (count)", purpose: "count" });
      await pass(2_000);
      assert.ok(rig.redrawn?.includes(counts));
      assert.equal((await rig.labels(counts)).length, 2);
      await create({ title: "Search 20" });
      await pass(2_000);
      const more = await rig.labels();
      assert.deepEqual([more[0], ...more.slice(-3)], ["Search 20", "Search 2", "Counts", "Find an older run…"]);
    });

    it("when another window has ended: its run is interrupted once its lease has expired", async () => {
      await create({});
      await pass(2_000);
      assert.match((await first()).description, / · Running · /);
      const before = rig.redraws;
      at += 17_000;
      await pass(17_000);
      assert.ok(rig.redraws > before);
      assert.match((await first()).description, / · Interrupted · /);
    });

    it("as a message above an empty list while the database cannot be read", async () => {
      const { runs } = opened.store;
      const list = (): Promise<never> => Promise.reject(new StoreError("OTHER_VERSION", "A later version wrote this."));
      const failing = { ...opened.store, runs: { list }, file: opened.store.file } as unknown as TestStore;
      rig.rows.dispose();
      openView(ViewRig.runsOf(failing, () => at));
      assert.deepEqual([await rig.labels(), rig.view.message], [[], "A later version wrote this."]);
      Object.assign(failing, { runs });
      await rig.labels();
      assert.equal(rig.view.message, undefined);
    });
  });
});
