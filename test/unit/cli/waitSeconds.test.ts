// How long processes without VS Code wait for a slow service.
import assert from "node:assert/strict";
import path from "node:path";
import { storeSettings } from "../../../src/app/settings";
import { storeWorker } from "../../faults/storeJob";
import { runMain } from "../../support/runMain";
import { openStore } from "../store/inProcess";
import { newFolder, removeFolders } from "../store/rig";

describe("a command that waits for the service", () => {
  afterEach(removeFolders);

  for (const [stored, variable, expected] of [
    [undefined, undefined, 30],
    [120, undefined, 120],
    [120, "200", 200],
  ] as const) {
    it(`waits ${expected} s`, async () => {
      const home = newFolder();
      if (stored !== undefined) {
        const { store, close } = await openStore(storeWorker, { file: path.join(home, "store", "desk.db") });
        await storeSettings(store, (name) => (name === "service.waitSeconds" ? stored : undefined));
        await close();
      }
      const waits: number[] = [];
      await runMain(["account"], {
        cwd: home,
        variables: {
          PROSPECT_DESK_ORIGIN: "https://service.example",
          PROSPECT_DESK_KEY: "key-of-the-test",
          PROSPECT_DESK_HOME: home,
          PROSPECT_DESK_WAIT_SECONDS: variable,
        },
        openTransport: async (_origin, waitSeconds) => {
          waits.push(waitSeconds);
          return async () => ({ status: 404, headers: {}, body: new Uint8Array() });
        },
      });
      assert.deepEqual(waits, [expected]);
    });
  }
});
