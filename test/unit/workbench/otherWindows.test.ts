// How views follow other windows: only while they are visible.
import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { StoreError } from "../../../src/store/storeError";
import { followOtherWindows } from "../../../src/workbench/otherWindows";

describe("changes by other windows", () => {
  const shown = { visible: true };
  let version: number | "failed" = 1;
  let changes = 0;
  let reads = 0;
  const file = {
    version: async () => {
      reads += 1;
      return version === "failed" ? Promise.reject(new StoreError("READONLY", "no")) : version;
    },
  };
  beforeEach(() => mock.timers.enable({ apis: ["setInterval"] }));
  afterEach(() => mock.timers.reset());

  async function pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 1) {
      mock.timers.tick(1_000);
      await setImmediate();
    }
  }

  it("are followed every second while the view is visible, and once the database can be read again", async () => {
    const following = followOtherWindows({ file } as never, shown, () => (changes += 1));
    await pass(5);
    assert.equal(changes, 0);
    version = 2;
    await pass(1);
    assert.equal(changes, 1);
    version = "failed";
    await pass(3);
    assert.equal(changes, 1);
    version = 2;
    await pass(1);
    assert.equal(changes, 2);
    shown.visible = false;
    version = 3;
    reads = 0;
    await pass(3);
    assert.deepEqual([reads, changes], [0, 2]);
    shown.visible = true;
    await pass(1);
    assert.equal(changes, 3);
    following.dispose();
    reads = 0;
    await pass(3);
    assert.equal(reads, 0);
  });
});
