// A disk that is full, read-only or loses the database: a clear message, nothing paid for lost, and the run resumes.
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { describeRun } from "../../src/runs/runState";
import type { Store } from "../../src/store/client";
import { storeError } from "../../src/store/storeError";
import { Sandbox } from "../sandboxServer/sandbox";
import { aroundCalls } from "../support/aroundCalls";
import { testClock } from "../support/testClock";
import { runRig, type Rig, type RigOptions } from "../unit/runs/runRig";
import { removeFolders } from "../unit/store/rig";

/** A store that refuses the calls it is told to, with a code of the file system. */
const refusing =
  (refuse: (name: string) => string | undefined) =>
  (store: Store): Store =>
    aroundCalls(store, async (name, call) => {
      const code = refuse(name);
      if (code !== undefined) {
        throw storeError(Object.assign(new Error(code), { code }), "/data/desk.db");
      }
      return call();
    });

describe("a run on a failing disk", function () {
  let sandbox: Sandbox;
  const rig = (options: RigOptions): Rig => runRig({ sandbox, ...options });
  const charged = (): number => sandbox.charges.reduce((sum, { records }) => sum + records, 0);

  beforeEach(() => {
    sandbox = new Sandbox({ clock: testClock(), companies: 40, people: 400 });
  });
  afterEach(removeFolders);

  it("keeps a paid page when neither it nor the stop can be stored, and stores it first on resume", async () => {
    let full = true;
    let pages = 0;
    const one = rig({
      store: refusing((name) =>
        full && (name === "runs.stop" || (name === "records.storePage" && (pages += 1) >= 3)) ? "ENOSPC" : undefined,
      ),
    });
    const summary = await one.run({ limits: { records: 350 } });
    assert.equal(summary.stop?.kind, "storage");
    assert.equal(summary.records, 200);
    assert.match(describeRun(summary, 0).sentence, /The disk is full.*Free some space.*paid for and kept in/);
    assert.deepEqual((await one.runs.list())[0]?.stop, summary.stop);
    full = false;
    const again = await one.resume(summary.header.id);
    assert.deepEqual([again.stop?.kind, again.records, again.possibleCredits], ["limitReached", 350, 0]);
    assert.equal(charged(), 350);
    assert.equal(new Set(await one.rowIds(summary.header.id)).size, 350);
    assert.equal((await one.store.calls.spend({ since: 0, by: "run" }))[0]?.records, 350);
  });

  it("sends nothing if no call can be opened, and keeps its records though its stop is not stored", async () => {
    let full = false;
    const one = rig({
      store: refusing((name) => (full && (name === "calls.openCall" || name === "runs.stop") ? "ENOSPC" : undefined)),
    });
    const summary = await one.run({ limits: { records: 300 } }, ({ kind }) => {
      full = kind === "page";
    });
    assert.deepEqual([summary.stop?.kind, summary.records, charged()], ["storage", 100, 100]);
    full = false;
    const again = await one.resume(summary.header.id);
    assert.deepEqual([again.stop?.kind, again.records, charged()], ["limitReached", 300, 300]);
  });

  it("goes on in a new file when the database is removed, and says what is gone", async () => {
    const one = rig({});
    const summary = await one.run({ limits: { records: 350 } }, (progress) => {
      if (progress.kind === "page" && progress.summary.pages === 2) {
        for (const end of ["", "-wal", "-shm"]) {
          rmSync(one.file + end, { force: true });
        }
      }
    });
    assert.equal(summary.stop?.kind, "storage");
    assert.match(summary.stop?.kind === "storage" ? summary.stop.message : "", /deleted/);
    assert.equal((await one.run({ limits: { records: 100 } })).records, 100);
  });
});
