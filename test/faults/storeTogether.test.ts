// Windows and processes that use one database at once: nothing is lost, nobody is told that it is locked, and each run
// has one owner.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { openStore } from "../unit/store/inProcess";
import {
  damageOf,
  newFolder,
  newRun,
  now,
  openCall,
  openTestStore,
  removeFolders,
  type TestStore,
} from "../unit/store/rig";
import { leaseMs, reservingRun, storeProcess, storeWorker } from "./storeJob";

const processes = Array.from({ length: 8 }, (_, n) => `process-${n}`);
const updates = 200;

describe("one database, used at once", function () {
  this.timeout(300_000);
  let file: string;
  beforeEach(() => {
    file = path.join(newFolder(), "store", "desk.db");
  });
  afterEach(removeFolders);

  it(`by 2 windows and 8 processes with ${updates} updates each loses none, and is locked to nobody`, async () => {
    const windows = await Promise.all([
      openStore<TestStore>(storeWorker, { file }),
      openStore<TestStore>(storeWorker, { file }),
    ]);
    const ofWindow = async ({ store }: (typeof windows)[number], name: string): Promise<readonly string[]> => {
      const kinds: string[] = [];
      const run = await reservingRun(store, name);
      for (let n = 0; n < updates; n += 1) {
        kinds.push(
          (
            await store.calls.openCall({
              run,
              owner: name,
              operation: "peopleLookup",
              at: now,
              wanted: 1,
              allowance: { kind: "shared", credits: 1e9 },
            })
          ).kind,
        );
      }
      return kinds;
    };
    const all = await Promise.all([
      ...processes.map((name) => storeProcess({ file, what: "reservations", name, count: updates })),
      ...windows.map((window, n) => ofWindow(window, `window-${n}`)),
    ]);
    assert.deepEqual(
      all.map((kinds) => kinds.filter((kind) => kind === "open").length),
      all.map(() => updates),
    );
    assert.equal(await windows[0].store.calls.sharedUsed(), 10 * updates);
    const rows = openTestStore({ file });
    const found = rows.db
      .all<{ readonly n: number }>("select count(*) as n from call where state = 'sent' group by connection")
      .map(({ n }) => n);
    assert.deepEqual(
      found,
      all.map(() => updates),
    );
    assert.deepEqual(await damageOf(rows.store), []);
    await rows.close();
    await Promise.all(windows.map(({ close }) => close()));
  });

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

  it("by a program that has it locked for 5 seconds: callers wait, and none is refused", async () => {
    const { store, close } = await openStore<TestStore>(storeWorker, { file });
    await store.runs.create(newRun("person", { id: "waits" }));
    const program = spawn(
      process.execPath,
      [
        ...process.execArgv,
        "--input-type=module",
        "-e",
        `
      import { DatabaseSync } from "node:sqlite";
      const db = new DatabaseSync(${JSON.stringify(file)});
      db.exec("begin exclusive");
      console.log("locked");
      setTimeout(() => { console.log("free"); db.exec("rollback"); }, 5000);`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const said: string[] = [];
    const locked = new Promise<void>((resolve) =>
      program.stdout.on("data", (chunk: Buffer) => {
        said.push(chunk.toString("utf8").trim());
        resolve();
      }),
    );
    await locked;
    await store.runs.rename("waits", "renamed");
    assert.deepEqual(said, ["locked", "free"]);
    assert.equal((await store.runs.get("waits", now))?.title, "renamed");
    await close();
  });
});
