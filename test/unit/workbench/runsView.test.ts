// The Runs view and how it follows other windows: only while it is visible, and no more often than needed.
import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import type * as OtherWindows from "../../../src/workbench/otherWindows";
import type { RunNode } from "../../../src/workbench/views/runItems";
import type * as RunsView from "../../../src/workbench/views/runsView";
import { RunStore } from "../../../src/runs/runStore";
import type { Clock } from "../../../src/service/wire";
import type { InProcessStore } from "../store/inProcess";
import { StoreError } from "../../../src/store/storeError";
import { addPage, newRun, openTestStore, owner, removeFolders, type TestStore } from "../store/rig";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode } from "./scriptedVscode";

interface Item {
  readonly label: string;
  readonly description: string;
  readonly contextValue: string;
}
interface Rows {
  getChildren(node?: unknown): Promise<readonly RunNode[]>;
  getTreeItem(node: unknown): Item;
}

type Listener = () => void;

/** Waits for everything that does not depend on a timer. */
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await setImmediate();
  }
}

class TreeItem {
  constructor(readonly label: string) {}
}

describe("changes by other windows", () => {
  const vscode = createScriptedVscode();
  before(() => {
    Object.assign(vscode.api, { TreeItem });
  });
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
    let version: number | "failed";
    let reads: number;
    let changes: number;
    let isVisible: boolean;
    let visibilityListeners: Listener[];
    beforeEach(() => {
      [version, reads, changes, isVisible, visibilityListeners] = [1, 0, 0, true, []];
      windowState.focused = true;
    });

    function follow(): { dispose(): unknown } {
      const file = {
        version: async () => {
          reads += 1;
          if (version === "failed") {
            throw new StoreError("READONLY", "no");
          }
          return version;
        },
      };
      (vscode.api as { readonly window: { state: object } }).window.state = windowState;
      const onDidChangeVisibility = (listener: Listener): { dispose(): void } => (
        visibilityListeners.push(listener),
        { dispose: () => undefined }
      );
      return modules.followOtherWindows(
        { file } as never,
        {
          get visible() {
            return isVisible;
          },
          onDidChangeVisibility,
        } as never,
        () => {
          changes += 1;
        },
      );
    }

    it("every second in the focused window, and rarely in others", async () => {
      const following = follow();
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
      isVisible = false;
      const following = follow();
      await pass(5_000);
      assert.equal(reads, 0);
      isVisible = true;
      visibilityListeners.forEach((listener) => listener());
      await settle();
      isVisible = false;
      await pass(5_000);
      assert.equal(reads, 1);
      version = 7;
      isVisible = true;
      visibilityListeners.forEach((listener) => listener());
      await settle();
      assert.deepEqual([reads, changes], [2, 1]);
      following.dispose();
    });

    it("rarely while the database cannot be opened, and again once it can", async () => {
      version = "failed";
      const following = follow();
      await pass(29_000);
      assert.deepEqual([reads, changes], [1, 0]);
      version = 1;
      await pass(2_000);
      assert.deepEqual([reads, changes], [2, 1]);
      following.dispose();
    });
  });

  describe("appear in the Runs view", () => {
    let opened: InProcessStore<TestStore>;
    let other: InProcessStore<TestStore>;
    let view: { message?: string };
    let rows: Rows & { dispose(): unknown };
    let redraws: number;
    /** The rows that were redrawn last; `undefined` for all. */
    let redrawn: readonly unknown[] | undefined;
    let at: number;
    const clock: Clock = { now: () => at, monotonic: () => at, sleep: () => new Promise(() => undefined) };

    beforeEach(() => {
      opened = openTestStore();
      other = openTestStore({ file: opened.db.file });
      [at, redraws] = [Date.UTC(2026, 0, 15), 0];
      const runs = new RunStore({
        store: opened.store,
        clock,
        random: (bytes) => new Uint8Array(bytes),
        owner: "here",
      });
      rows = openView(runs);
    });
    function openView(runs: RunStore): typeof rows {
      view = {};
      const shown = Object.assign(view, {
        visible: true,
        onDidChangeVisibility: () => ({ dispose: () => undefined }),
      });
      const runner = { activity: () => undefined, onDidProgress: () => ({ dispose: () => undefined }) };
      const redraw = (only?: readonly unknown[]): void => {
        redraws += 1;
        redrawn = only;
      };
      const tree = { view: shown, redraw };
      const app = { ...runs.deps, runs };
      return modules.openRunsView({ app, trees: { runs: tree }, runner } as never) as never;
    }
    afterEach(async () => {
      rows.dispose();
      await opened.close();
      await other.close();
    });

    const titles = async (): Promise<readonly string[]> =>
      (await rows.getChildren()).map(({ run }) => run.header.title);

    it("when another window starts a run, and when it ends", async () => {
      await settle();
      assert.deepEqual(await titles(), []);
      const lease = { owner, now: at, ms: 15_000 };
      const run = await other.store.runs.create(newRun("person", { title: "Engineers", startedAt: at }), lease);
      await pass(2_000);
      assert.deepEqual([await titles(), redraws > 0], [["Engineers"], true]);
      const [node] = await rows.getChildren();
      assert.match(rows.getTreeItem(node ?? assert.fail()).contextValue, /\brunning\b/);
      await addPage(other.store, run, [{ id: "p1", full_name: "Ada" }]);
      await other.store.runs.stop(run.id, owner, { kind: "complete" }, at);
      await pass(2_000);
      const [ended] = await rows.getChildren();
      assert.match(rows.getTreeItem(ended ?? assert.fail()).description, / · Complete · 1 record · 1 credit$/);
    });

    it("as the same rows while the same runs are listed, so that their menus always act on them", async () => {
      const lease = { owner, now: at, ms: 15_000 };
      const first = await other.store.runs.create(newRun("person", { title: "Engineers", startedAt: at }), lease);
      await pass(2_000);
      const [row] = await rows.getChildren();
      await addPage(other.store, first, [{ id: "p1", full_name: "Ada" }]);
      await other.store.runs.stop(first.id, owner, { kind: "complete" }, at);
      await pass(2_000);
      assert.deepEqual([redrawn?.[0] === row, (await rows.getChildren())[0] === row], [true, true]);
      assert.match(rows.getTreeItem(row ?? assert.fail()).description, / · Complete · 1 record · 1 credit$/);
      await other.store.runs.create(newRun("person", { title: "Designers", startedAt: at + 1 }), lease);
      await pass(2_000);
      assert.equal(redrawn, undefined);
      assert.deepEqual(await titles(), ["Designers", "Engineers"]);
    });

    it("without a redraw, which can lose a click, as long as a finished run is as it was", async () => {
      const lease = { owner, now: at, ms: 15_000 };
      const run = await other.store.runs.create(newRun("person", { title: "Engineers", startedAt: at }), lease);
      await pass(2_000);
      await rows.getChildren();
      await other.store.runs.stop(run.id, owner, { kind: "complete" }, at);
      await pass(2_000);
      const before = redraws;
      await other.store.settings.save({ sentItems: 7 });
      await pass(2_000);
      assert.equal(redraws, before);
      await other.store.runs.rename(run.id, "Makers");
      await pass(2_000);
      assert.deepEqual([redraws, await titles()], [before + 1, ["Makers"]]);
    });

    it("when another window looks up rows of a file: how many are answered, and Resume once it is gone", async () => {
      const run = newRun("company", { title: "big2.csv", purpose: "batch", startedAt: at });
      const lease = { owner, now: at, ms: 15_000 };
      await other.store.batches.create({ run, source: "file:///big2.csv", mapping: {}, columns: [] }, lease);
      const questions = Array.from({ length: 1_200 }, (_, row) => ({
        identifiers: { domain: `c${row}.example` },
        words: `c${row}.example`,
      }));
      await other.store.batches.addQuestions(run.id, questions, at);
      await pass(2_000);
      const item = async (): Promise<Item> => rows.getTreeItem((await rows.getChildren())[0] ?? assert.fail());
      const { label, description, contextValue } = await item();
      assert.deepEqual([label, contextValue], ["big2.csv", "batch"]);
      assert.match(description, / · Running · 0 of 1,200 rows$/);
      for (const { key } of await other.store.batches.openQuestions(run.id, 349)) {
        await other.store.batches.settle(key, { state: "noMatch", at });
      }
      await pass(2_000);
      assert.match((await item()).description, / · Running · 349 of 1,200 rows$/);
      at += 60_000;
      await pass(20_000);
      const interrupted = await item();
      assert.match(interrupted.description, / · Interrupted · 349 of 1,200 rows$/);
      assert.equal(interrupted.contextValue, "batch unfinished");
    });

    it("when another window asks whether to look up a file: its rows, as not started", async () => {
      const run = {
        ...newRun("company", { title: "new.csv", purpose: "batch", startedAt: at }),
        limits: { records: 0 },
      };
      await other.store.batches.create({ run, source: "file:///new.csv", mapping: {}, columns: [] });
      await other.store.batches.addQuestions(run.id, [{ identifiers: { domain: "a.example" }, words: "a" }], at);
      await pass(2_000);
      const item = rows.getTreeItem((await rows.getChildren())[0] ?? assert.fail());
      assert.match(item.description, / · Not started · 0 of 1 rows$/);
      assert.equal(item.contextValue, "batch unfinished");
    });

    it("with lookups and searches, at most 20, without lookups that found nothing, and counts apart", async () => {
      const lease = { owner, now: at, ms: 15_000 };
      const create = (title: string, purpose: "search" | "lookup" | "count"): Promise<unknown> =>
        other.store.runs.create(newRun("person", { title, purpose, startedAt: at }), lease);
      for (let number = 1; number <= 19; number += 1) {
        await create(`Search ${number}`, "search");
      }
      await create("Ada", "lookup");
      const nobody = newRun("person", { title: "Nobody", purpose: "lookup", startedAt: at });
      await other.store.runs.create(nobody, lease);
      await other.store.runs.stop(nobody.id, owner, { kind: "complete" }, at);
      await create("Engineers (count)", "count");
      await pass(2_000);
      const labels = async (node?: unknown): Promise<readonly string[]> =>
        (await rows.getChildren(node)).map((child) => rows.getTreeItem(child).label);
      assert.deepEqual((await labels()).slice(0, 2), ["Ada", "Search 19"]);
      assert.deepEqual((await labels()).slice(-2), ["Search 1", "Counts"]);
      assert.equal((await labels((await rows.getChildren()).at(-1))).length, 1);
      await create("Search 20", "search");
      await pass(2_000);
      const shown = await labels();
      assert.deepEqual(
        [shown[0], shown.at(-3), shown.at(-2), shown.at(-1)],
        ["Search 20", "Search 2", "Counts", "Find an older run…"],
      );
    });

    it("when another window has ended: its run is interrupted once its lease has expired", async () => {
      await other.store.runs.create(newRun("person", { startedAt: at }), { owner, now: at, ms: 15_000 });
      await pass(2_000);
      const [running] = await rows.getChildren();
      assert.equal(running?.run.stop, undefined);
      const before = redraws;
      at += 17_000;
      await pass(17_000);
      assert.ok(redraws > before);
      assert.equal((await rows.getChildren())[0]?.run.stop?.kind, "interrupted");
    });

    it("as a message above an empty list while the database cannot be read", async () => {
      const { runs } = opened.store;
      const failing = {
        ...opened.store,
        runs: { list: () => Promise.reject(new StoreError("NEWER", "A later version wrote this.")) },
        file: opened.store.file,
      } as unknown as TestStore;
      rows.dispose();
      const store = new RunStore({ store: failing, clock, random: (bytes) => new Uint8Array(bytes), owner: "here" });
      rows = openView(store);
      assert.deepEqual([await titles(), view.message], [[], "A later version wrote this."]);
      Object.assign(failing, { runs });
      await titles();
      assert.equal(view.message, undefined);
    });
  });
});
