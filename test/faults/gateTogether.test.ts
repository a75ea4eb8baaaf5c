// Windows with workers of their own pay with one key: never two at once, and each gets its turns.
import assert from "node:assert/strict";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { StoreRateLimitGate } from "../../src/runs/storeRateLimitGate";
import { createSystemClock } from "../../src/service/systemClock";
import { openStore } from "../unit/store/inProcess";
import { newFolder, removeFolders } from "../unit/store/rig";
import { storeWorker } from "./storeJob";

describe("the gate of windows that pay at the same time", function () {
  this.timeout(60_000);
  afterEach(removeFolders);

  it("lets one of them through at a time, however often they ask", async () => {
    const file = path.join(newFolder(), "store", "desk.db");
    const windows = await Promise.all(
      ["a", "b", "c"].map(async (owner) => ({ owner, ...(await openStore(storeWorker, { file })) })),
    );
    const clock = createSystemClock();
    let [paying, mostAtOnce] = [0, 0];
    const served = await Promise.all(
      windows.map(async ({ owner, store }) => {
        const gate = new StoreRateLimitGate({ pauses: store.pauses, keyHash: "abc", clock, owner });
        let turns = 0;
        // Two callers in each window: what is handed over inside of it counts as well.
        const pay = async (): Promise<void> => {
          for (let call = 0; call < 15; call += 1) {
            const leave = await gate.acquirePaidSlot(new AbortController().signal);
            paying += 1;
            mostAtOnce = Math.max(mostAtOnce, paying);
            await setImmediate();
            await gate.state();
            paying -= 1;
            turns += 1;
            await leave();
          }
        };
        await Promise.all([pay(), pay()]);
        return turns;
      }),
    );
    assert.deepEqual([mostAtOnce, served], [1, [30, 30, 30]]);
    await Promise.all(windows.map(({ close }) => close()));
  });
});
