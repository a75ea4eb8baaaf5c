// How views follow other windows: only while they are visible, and no more often than needed.
import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { StoreError } from "../../../src/store/storeError";
import type * as OtherWindows from "../../../src/workbench/otherWindows";
import { useVscode } from "./bundleWithVscode";
import { createScriptedVscode } from "./scriptedVscode";

/** Waits for everything that does not depend on a timer. */
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await setImmediate();
  }
}

describe("changes by other windows", () => {
  const vscode = createScriptedVscode();
  const modules = useVscode<typeof OtherWindows>(["src/workbench/otherWindows.ts"], vscode);
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => mock.timers.reset());

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
});
