// Back-ups while others write: another process, and a window. SQLite's own program reads the file. The nightly test of
// many processes kills them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../../src/store/storeError";
import { runMain, type CommandEnd, type MainOptions } from "../support/runMain";
import { openStore } from "../unit/store/inProcess";
import {
  keptRecords,
  newFolder,
  newRun,
  now,
  openTestStore,
  owner,
  people,
  removeFolders,
  storeRun,
  type TestStore,
} from "../unit/store/rig";
import { storeProcess, storeWorker } from "./storeJob";
import { environmentOf, lastLine } from "./support/commandLine";
import { canMount, mountSmallDisk } from "./support/smallDisk";

describe("a backup, beside others who write,", function () {
  let folder: string;
  let file: string;
  let copies: string;
  let backup: string;
  beforeEach(() => {
    folder = newFolder();
    file = path.join(folder, "home", "store", "desk.db");
    copies = path.join(path.dirname(file), "backups");
    backup = path.join(folder, "backup.db");
  });
  afterEach(removeFolders);

  const namesOfCopies = (): readonly string[] => (existsSync(copies) ? readdirSync(copies) : []);

  const run = (args: readonly string[], more: Partial<MainOptions> = {}): Promise<CommandEnd> =>
    runMain(args, { cwd: folder, variables: environmentOf({ folder }), ...more });

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
    assert.equal((await runsIn(window.store)).length, 22);
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
      [readdirSync(path.dirname(file)).filter((name) => !/^desk\.db(-wal|-shm)?$/.test(name)), namesOfCopies().length],
      [["backups"], 1],
    );
    await window.close();
  });

  it("is not restored while a run is in progress: it waits, names the run, and ends when it is canceled", async () => {
    const window = await openStore<TestStore>(storeWorker, { file });
    const early = await storeRun(window.store, 30);
    await window.store.backups.write({ file: backup, replace: false });
    const live = await window.store.runs.create(newRun("person", { title: "Makers" }), {
      ...{ owner, now: Date.now(), ms: 300_000 },
    });
    const says = (work: () => void) => (text: string) => text.includes("“Makers” is in progress") && work();
    const cancel = new AbortController();
    const canceled = await run(["restore", "backup.db", "--yes"], {
      signal: cancel.signal,
      onError: says(() => cancel.abort()),
    });
    assert.notEqual(canceled.code, 0);
    assert.equal((await runsIn(window.store)).length, 2);
    const waited = await run(["restore", "backup.db", "--yes"], {
      onError: says(() => void window.store.runs.stop(live.id, owner, { kind: "complete" }, Date.now())),
    });
    assert.equal(waited.code, 0, waited.stderr);
    assert.deepEqual(await runsIn(window.store), [early]);
    await window.close();
  });

  it("is restored while a process writes: nothing paid is sent that the restore would lose", async () => {
    const window = await openStore<TestStore>(storeWorker, { file });
    await storeRun(window.store, 3000);
    await window.store.backups.write({ file: backup, replace: false });
    const { copy } = await window.store.backups.prepareRestore(backup);
    let restoring: Promise<unknown> | undefined;
    const kinds = await storeProcess({ file, what: "reservations", name: "process", count: 1e9 }, (child) =>
      child.stdout?.once("data", () => (restoring = window.store.backups.restore({ copy, now: Date.now() }))),
    );
    await restoring;
    // REPLACED: it waited for the lock, and was about what the restore has replaced. NOT_FOUND: its run is gone.
    assert.deepEqual([kinds[0], kinds.at(-1)], ["open", "NOT_FOUND"]);
    assert.ok(
      kinds.every((kind) => ["BUSY", "REPLACED", "NOT_FOUND", "open"].includes(kind)),
      kinds.join(),
    );
    const opened = kinds.filter((kind) => kind === "open").length;
    assert.equal(
      sqlProgram(file, "select count(*) from call where connection = 'process' and state = 'sent'"),
      String(opened),
    );
    assert.equal(sqlProgram(file, "pragma integrity_check"), "ok");
    await window.close();
  });

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
