// Back-ups with real processes: others write meanwhile, SQLite's own program reads the file, and a kill at any moment
// leaves a whole database.
import assert from "node:assert/strict";
import { spawnSync, type ChildProcess } from "node:child_process";
import fs, { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { StoreError } from "../../src/store/storeError";
import { openStore } from "../unit/store/inProcess";
import {
  damageOf,
  keptRecords,
  newFolder,
  now,
  openTestStore,
  people,
  removeFolders,
  storeRun,
  type TestStore,
} from "../unit/store/rig";
import { storeProcess, storeWorker } from "./storeJob";
import { endChildren, lastLine, prospect, type CommandEnd } from "./support/commandLine";
import { canMount, mountSmallDisk } from "./support/smallDisk";

describe("a backup, with real processes,", function () {
  this.timeout(120_000);
  let folder: string;
  let file: string;
  let backup: string;
  beforeEach(() => {
    folder = newFolder();
    file = path.join(folder, "home", "store", "desk.db");
    backup = path.join(folder, "backup.db");
  });
  afterEach(() => {
    endChildren();
    removeFolders();
  });

  const run = (args: readonly string[], onSpawn?: (child: ChildProcess) => void): Promise<CommandEnd> =>
    prospect(args, { folder, onSpawn });

  const runsIn = async (store: TestStore): Promise<readonly string[]> =>
    (await store.runs.list({ now })).map(({ id }) => id);

  it("is whole while windows and processes write, for SQLite's own program, too", async () => {
    const window = await openStore<TestStore>(storeWorker, { file });
    await storeRun(window.store, 3000);
    const writing = storeProcess({ file, what: "reservations", name: "process", count: 300 });
    const ends = await Promise.all([
      run(["backup", "backup.db", "--json"]),
      window.store.backups.write({ file: path.join(folder, "other.db"), replace: false }),
      (async () => {
        for (let n = 0; n < 20; n += 1) {
          await storeRun(window.store, 20);
        }
      })(),
    ]);
    const [end, written] = ends;
    assert.equal(end.code, 0, end.stderr);
    assert.equal((await writing).length, 300);
    const { file: named, runs, records, calls } = lastLine(end) as Record<string, number | string>;
    assert.equal(named, backup);
    for (const [one, counts] of [
      [backup, `${runs}|${records}|${calls}`],
      [written.file, `${written.contents.runs}|${written.contents.records}|${written.contents.calls}`],
    ] as const) {
      assert.equal(
        sqlProgram(
          one,
          "select (select count(*) from run), (select count(*) from record_json), (select count(*) from call)",
        ),
        counts,
      );
      assert.equal(sqlProgram(one, "pragma integrity_check"), "ok");
      assert.equal(statSync(one).mode & 0o777, 0o600);
    }
    assert.ok(Number(records) >= 3000);
    assert.equal((await runsIn(window.store)).length, 21);
    await window.close();
  });

  it("replaces a file, and the database, only when it is told to", async () => {
    const window = await openStore<TestStore>(storeWorker, { file });
    const early = await storeRun(window.store, 30);
    writeFileSync(backup, "mine");
    const refused = await run(["backup", "backup.db"]);
    assert.deepEqual([refused.code, /Add --replace/.test(refused.stderr)], [2, true]);
    assert.equal(readFileSync(backup, "utf8"), "mine");
    assert.equal((await run(["backup", "backup.db", "--replace"])).code, 0);
    const late = await storeRun(window.store, 20);

    const unasked = await run(["restore", "backup.db", "--json"]);
    assert.equal(unasked.code, 3);
    assert.match(
      unasked.stderr,
      /In the backup: 1 run · 30 records .*In the database now: 2 runs · 50 records.*--yes/s,
    );
    assert.deepEqual(await runsIn(window.store), [late, early]);
    const end = await run(["restore", "backup.db", "--yes", "--json"]);
    assert.equal(end.code, 0, end.stderr);
    assert.deepEqual(await runsIn(window.store), [early], "the window notices it");
    assert.deepEqual(await keptRecords(window.store, early), people(30));
    const spent = await window.store.calls.spend({ since: 0, by: "search" });
    assert.equal(
      spent.reduce((sum, { credits }) => sum + credits, 0),
      50,
      "no payment is forgotten",
    );
    assert.equal(sqlProgram(String(lastLine(end)["kept"]), "select count(*) from record_json"), "50");
    assert.deepEqual(
      readdirSync(path.dirname(file)).filter((name) => /\.part|\.next/.test(name)),
      [],
    );
    await window.close();
  });

  /** What a restore leaves in the folder of the database at some moment. */
  const moments: Readonly<Record<string, (names: readonly string[]) => boolean>> = {
    "copies the backup": (names) => names.some((name) => name.endsWith(".part")),
    "keeps the database": (names) => names.some((name) => name.includes(".before-restore-")),
    "has the new file beside the old one": (names) => names.some((name) => name.endsWith(".next")),
    "opens the new file": (names) => names.some((name) => name.endsWith(".next-wal")),
  };
  for (const [moment, isReached] of Object.entries(moments)) {
    it(`that is restored by a process which is killed when it ${moment}: the old or the new is whole`, async () => {
      const first = openTestStore({ file });
      const early = await storeRun(first.store, 3000);
      await first.store.backups.write({ file: backup, replace: false });
      const late = await storeRun(first.store, 20);
      await first.close();
      const isSeen = { value: false };
      const end = await run(["restore", "backup.db", "--yes"], (child) => void killWhen(child, isReached, isSeen));
      assert.ok(isSeen.value || end.code === 0, end.stderr);
      const window = await openStore<TestStore>(storeWorker, { file });
      const runs = await runsIn(window.store);
      assert.ok(runs.join() === early || runs.join() === [late, early].join(), runs.join());
      assert.deepEqual(await damageOf(window.store), []);
      assert.deepEqual(await keptRecords(window.store, early), people(3000));
      for (const name of readdirSync(path.dirname(file)).filter((one) => one.includes(".before-restore-"))) {
        assert.equal(sqlProgram(path.join(path.dirname(file), name), "select count(*) from record_json"), "3020");
      }
      const again = await run(["restore", "backup.db", "--yes"]);
      assert.equal(again.code, 0, again.stderr);
      assert.deepEqual(await runsIn(window.store), [early]);
      await window.close();
    });
  }

  it("that cannot take the place of the file is refused, and the database is as it was", async () => {
    // Windows does not rename over a file that another program has open.
    const { store, close, db } = openTestStore({ file });
    const early = await storeRun(store, 30);
    await store.backups.write({ file: backup, replace: false });
    const late = await storeRun(store, 20);
    const { copy } = await store.backups.prepareRestore(backup);
    const rename = fs.renameSync;
    fs.renameSync = (from, to) => {
      if (String(from).endsWith(".next")) {
        throw Object.assign(new Error("locked"), { code: "EPERM" });
      }
      rename(from, to);
    };
    syncBuiltinESMExports();
    try {
      await assert.rejects(
        store.backups.restore({ copy, now }),
        (error) => error instanceof StoreError && /Close the other windows/.test(error.message),
      );
    } finally {
      fs.renameSync = rename;
      syncBuiltinESMExports();
    }
    assert.deepEqual(await runsIn(store), [late, early]);
    assert.equal(db.get<{ readonly n: number }>("select count(*) as n from record_json")?.n, 50);
    assert.equal(existsSync(`${file}.next`), false);
    await close();
  });

  async function killWhen(
    child: ChildProcess,
    isReached: (names: readonly string[]) => boolean,
    isSeen: { value: boolean },
  ): Promise<void> {
    while (child.exitCode === null && !isSeen.value) {
      await setImmediate();
      isSeen.value = isReached(readdirSync(path.dirname(file)));
    }
    child.kill("SIGKILL");
  }

  if (canMount()) {
    it("on a disk that gets full leaves the old backup, and says so", async () => {
      const opened = openTestStore({ file });
      await storeRun(opened.store, 3000);
      const small = path.join(folder, "small");
      mkdirSync(small);
      const unmount = mountSmallDisk(small, 1);
      try {
        const out = path.join(small, "backup.db");
        writeFileSync(out, "the old backup");
        await assert.rejects(
          opened.store.backups.write({ file: out, replace: true }),
          (error) =>
            error instanceof StoreError && error.code === "FULL" && /“backup\.db” was not written/.test(error.message),
        );
        assert.equal(readFileSync(out, "utf8"), "the old backup");
        assert.deepEqual(readdirSync(small), ["backup.db"]);
        assert.equal((await runsIn(opened.store)).length, 1);
      } finally {
        unmount();
      }
      await opened.close();
    });
  }
});

/** What the program `sqlite3` answers: a library that did not write the file. */
function sqlProgram(database: string, sql: string): string {
  const { status, stdout, stderr } = spawnSync("sqlite3", [database, sql], { encoding: "utf8" });
  if (status === null) {
    const connection = new DatabaseSync(database, { readOnly: true });
    const row = Object.values(connection.prepare(sql).get() ?? {}).join("|");
    connection.close();
    return row;
  }
  assert.equal(status, 0, stderr);
  return stdout.trim();
}
