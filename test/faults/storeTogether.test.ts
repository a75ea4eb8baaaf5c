// Processes that use one database at once: each run has one owner. That nothing is lost is in storeTorture.test.ts.
import assert from "node:assert/strict";
import path from "node:path";
import { newFolder, newRun, now, openCall, openTestStore, removeFolders } from "../unit/store/rig";
import { leaseMs, storeProcess } from "./storeJob";

const processes = Array.from({ length: 8 }, (_, n) => `process-${n}`);

describe("one database, used at once", function () {
  this.timeout(300_000);
  let file: string;
  beforeEach(() => {
    file = path.join(newFolder(), "store", "desk.db");
  });
  afterEach(removeFolders);

  it("by 8 processes that take 40 runs of windows that are gone: each gets one owner", async () => {
    const { store, close } = openTestStore({ file });
    const runs = Array.from({ length: 40 }, (_, n) => `stale-${n}`);
    for (const id of runs) {
      await store.runs.create(newRun("person", { id }), { owner: "gone", now, ms: leaseMs });
      await openCall(store, { run: id, owner: "gone", wanted: 9 });
    }
    const all = await Promise.all(
      processes.map((name) => storeProcess({ file, what: "leases", name, count: runs.length })),
    );
    for (const id of runs) {
      const answers = all.map((lines) => lines.filter((line) => line.endsWith(` ${id}`)));
      assert.deepEqual(answers.flat().sort(), [...Array.from({ length: 7 }, () => `IN_USE ${id}`), `taken ${id}`], id);
      const owner = processes[answers.findIndex((lines) => lines[0] === `taken ${id}`)] ?? "";
      const at = now + leaseMs;
      assert.equal(await store.runs.renew(id, { owner, now: at, ms: leaseMs }), true);
      for (const other of ["gone", ...processes.filter((name) => name !== owner)]) {
        assert.equal(await store.runs.renew(id, { owner: other, now: at, ms: leaseMs }), false);
      }
      // What the window that is gone had asked for was settled once.
      const { isLive, possibleCredits, requestInFlight } = (await store.runs.get(id, at)) ?? assert.fail(id);
      assert.deepEqual(
        { isLive, possibleCredits, requestInFlight },
        { isLive: true, possibleCredits: 9, requestInFlight: false },
      );
    }
    await close();
  });
});
