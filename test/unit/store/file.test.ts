// The file itself: locked, read-only, damaged, replaced or purged, a user is told clearly and nothing else is lost.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { applicationId } from "../../../src/store/schema";
import { StoreError, type StoreErrorCode } from "../../../src/store/storeError";
import {
  journal,
  addPage,
  beginRun,
  damageOf,
  keptRecords,
  lease,
  newFolder,
  now,
  openTestStore,
  owner,
  people,
  removeFolders,
} from "./rig";

const isStoreError =
  (code: StoreErrorCode) =>
  (error: unknown): boolean =>
    error instanceof StoreError && error.code === code && error.message.length > 10;

describe("the file of the store", function () {
  let file: string;
  beforeEach(() => {
    file = path.join(newFolder(), "store", "desk.db");
  });
  afterEach(removeFolders);

  for (const isNetwork of [false, true]) {
    describe(isNetwork ? "on a network file system, without a write-ahead log" : "with a write-ahead log", () => {
      it("belongs to the user alone, and keeps what was written when it is opened again", async () => {
        const first = openTestStore({ file, ...journal(isNetwork) });
        assert.equal(first.db.journalMode, isNetwork ? "truncate" : "wal");
        const run = await beginRun(first.store);
        await addPage(first.store, run, people(100));
        if (process.platform !== "win32") {
          assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
          for (const name of readdirSync(path.dirname(file))) {
            assert.equal(statSync(path.join(path.dirname(file), name)).mode & 0o777, 0o600, name);
          }
        }
        await first.close();
        const second = openTestStore({ file, ...journal(isNetwork) });
        assert.deepEqual(await keptRecords(second.store, run.id), people(100));
        assert.deepEqual(await damageOf(second.store), []);
        await second.close();
      });

      it("is read and written by two windows, which see each other's changes", async () => {
        const one = openTestStore({ file, ...journal(isNetwork) });
        const other = openTestStore({ file, ...journal(isNetwork) });
        const before = await other.store.file.version();
        const run = await beginRun(one.store);
        await addPage(one.store, run, people(3));
        assert.notEqual(await other.store.file.version(), before);
        assert.equal((await keptRecords(other.store, run.id)).length, 3);
        await assert.rejects(
          other.store.runs.take(run.id, { owner: "window-2", now: now + 1000, ms: 1000 }),
          isStoreError("IN_USE"),
        );
        assert.equal(
          (await other.store.runs.take(run.id, { owner: "window-2", now: now + 61_000, ms: 1000 })).isLive,
          true,
        );
        assert.equal(await one.store.runs.renew(run.id, lease), false);
        assert.equal(await one.store.runs.stop(run.id, owner, { kind: "complete" }, now), false);
        await one.close();
        await other.close();
      });

      it("says when another program has it locked, and goes on afterwards", async () => {
        const opened = openTestStore({ file, ...journal(isNetwork), busyMs: 20 });
        const run = await beginRun(opened.store);
        const program = new DatabaseSync(file);
        program.exec("begin exclusive");
        await assert.rejects(addPage(opened.store, run, people(2)), isStoreError("BUSY"));
        program.exec("rollback");
        program.close();
        await addPage(opened.store, run, people(2));
        assert.equal((await keptRecords(opened.store, run.id)).length, 2);
        await opened.close();
      });
    });
  }

  it("has a write-ahead log, except on a network file system, where SQLite would lose data", async () => {
    const types = { ext4: 0xef53, NFS: 0x6969, SMB: 0x517b, SMB2: 0xfe534d42, CIFS: 0xff534d42, "9p": 0x01021997 };
    for (const [name, type] of Object.entries({ ...types, FUSE: 0x65735546 })) {
      const { db, close } = openTestStore({ statfs: () => ({ type }) });
      assert.equal(db.value("pragma journal_mode"), name === "ext4" ? "wal" : "truncate", name);
      await close();
    }
    const unknown = (): never => {
      throw new Error("ENOSYS");
    };
    const { db, close } = openTestStore({ statfs: unknown });
    assert.equal(db.journalMode, "wal");
    await close();
  });

  it("that is locked whenever it is opened is busy, but on a network file system its folder cannot be shared", () => {
    openTestStore({ file }).db.close();
    const program = new DatabaseSync(file);
    program.exec("pragma locking_mode = exclusive; begin exclusive");
    for (const [isNetwork, says] of [
      [false, /^Another program has locked \S+desk\.db\. Close it or wait/],
      [
        true,
        /^Files in \S+store cannot be locked, so windows cannot share .* Nothing was saved\. Use a folder on a disk/,
      ],
    ] as const) {
      const open = (): unknown => openTestStore({ file, busyMs: 20, ...journal(isNetwork) });
      assert.throws(open, (error) => isStoreError("BUSY")(error) && says.test((error as Error).message));
    }
    program.close();
  });

  it("that was replaced or removed while it was open is opened anew", async () => {
    const opened = openTestStore({ file });
    await beginRun(opened.store);
    const other = path.join(newFolder(), "store", "desk.db");
    const backup = openTestStore({ file: other });
    const kept = await beginRun(backup.store);
    await addPage(backup.store, kept, people(5));
    await backup.close();
    const { renameSync } = await import("node:fs");
    for (const end of ["-wal", "-shm"]) {
      rmSync(file + end, { force: true });
    }
    renameSync(other, file);
    assert.equal((await keptRecords(opened.store, kept.id)).length, 5);
    for (const end of ["", "-wal", "-shm"]) {
      rmSync(file + end, { force: true });
    }
    assert.deepEqual(await opened.store.runs.list({ now }), []);
    await opened.close();
  });

  it("whose folder cannot be created is refused at once", () => {
    const base = newFolder();
    writeFileSync(path.join(base, "file"), "");
    // Below /proc the system says that a folder is missing each time it is created.
    const places = [path.join(base, "file", "below"), ...(process.platform === "linux" ? ["/proc/none/below"] : [])];
    for (const place of places) {
      assert.throws(() => openTestStore({ file: path.join(place, "store", "desk.db") }), StoreError, place);
    }
  });

  it("is in folders that are created for the user alone, at any depth", async () => {
    const deep = path.join(newFolder(), "a", "b", "c");
    const opened = openTestStore({ file: path.join(deep, "desk.db") });
    await opened.close();
    for (const folder of [deep, path.dirname(deep), path.dirname(path.dirname(deep))]) {
      assert.equal(statSync(folder).isDirectory(), true);
      if (process.platform !== "win32") {
        assert.equal(statSync(folder).mode & 0o777, 0o700, folder);
      }
    }
  });

  for (const [what, name] of [
    ["of an earlier version", "desk.db"],
    ["with the first name", "prospect-desk.db"],
  ] as const) {
    it(`${what} stays as it is, with a new one beside it, which is said once`, async () => {
      mkdirSync(path.dirname(file), { recursive: true });
      const earlier = path.join(path.dirname(file), name);
      const old = new DatabaseSync(earlier);
      old.exec(`create table run (id); pragma application_id = ${applicationId}; pragma user_version = 102`);
      old.close();
      const before = readFileSync(earlier);
      const said: (string | undefined)[] = [];
      const open = () => openTestStore({ file, onOpened: (beside) => said.push(beside) });
      const [one, other] = [open(), open()];
      const run = await beginRun(one.store);
      assert.equal((await other.store.runs.get(run.id, now))?.id, run.id);
      await one.close();
      await other.close();
      assert.deepEqual(readFileSync(earlier), before);
      // Whatever becomes of the earlier one, the new one is found again.
      rmSync(earlier);
      const later = open();
      assert.equal((await later.store.runs.list({ now })).length, 1);
      await later.close();
      assert.deepEqual(said, [earlier, undefined, undefined]);
    });
  }
});
