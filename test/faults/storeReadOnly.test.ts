// A database that this user may only read: everything in it can be read and exported, and every write says what to do.
import assert from "node:assert/strict";
import { chmodSync, chownSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { formatWith } from "../../src/export/formats";
import { schemaVersion } from "../../src/store/schema";
import { StoreError } from "../../src/store/storeError";
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
import { canMount, mountReadOnly } from "./support/smallDisk";

const nobody = 65_534;
const isRefused = (error: unknown): boolean =>
  error instanceof StoreError && error.code === "READONLY" && /can only be read.*make the file/.test(error.message);

describe("a database that can only be read", function () {
  this.timeout(60_000);
  let base: string;
  let folder: string;
  let file: string;
  let other: string;
  beforeEach(() => {
    base = newFolder();
    folder = path.join(base, "store");
    file = path.join(folder, "desk.db");
    other = path.join(base, "mine");
    mkdirSync(other);
  });
  afterEach(() => {
    for (const one of [folder, other]) {
      chmodSync(one, 0o700);
    }
    removeFolders();
  });

  /** Runs `work` as a user who may only read these files: root may write everything. */
  async function asReader(work: () => Promise<void>): Promise<void> {
    const all = readdirSync(folder).map((name) => path.join(folder, name));
    chownSync(other, nobody, nobody);
    all.forEach((one) => chmodSync(one, 0o444));
    [base, folder].forEach((one) => chmodSync(one, 0o555));
    process.setegid?.(nobody);
    process.seteuid?.(nobody);
    try {
      await work();
    } finally {
      process.seteuid?.(0);
      process.setegid?.(0);
    }
  }

  /** Everything that a reader does. */
  async function readsAndExports(store: TestStore, run: string, count: number): Promise<void> {
    assert.equal((await store.runs.get(run, now))?.records, count);
    assert.deepEqual(await keptRecords(store, run), people(count));
    assert.equal((await store.everything.search("person 2", 3)).records.length > 0, true);
    const order = { columns: ["name"], sort: { column: "name", descending: true }, filter: "person", now };
    const { view } = await store.views.open({ kind: "run", run }, order);
    assert.equal((await store.views.rows(view, 0, 9)).length, Math.min(9, count));
    const out = path.join(other, "people.ndjson");
    const format = formatWith("ndjson", {} as never);
    assert.equal((await store.exports.toFile({ view, format, file: out, replace: true })).records, count);
    assert.equal(readFileSync(out, "utf8").trim().split("\n").length, count);
    const { file: backup } = await store.backups.write({ file: path.join(other, "backup.db"), replace: true });
    assert.ok(statSync(backup).size > 10_000);
    for (const write of [
      () => store.runs.create(newRun()),
      () => store.settings.save({ a: 1 }),
      () => store.retention.deleteRun(run, { now }),
      () => store.retention.purgeEverything({ now }),
      () => store.pauses.acquireSlot("key", 1, { owner, now, ms: 1000 }),
      () => store.profiles.saveGridLayout("person", []),
      () => store.backups.prepareRestore(backup),
    ]) {
      await assert.rejects(write as () => Promise<unknown>, isRefused, String(write));
    }
  }

  /** Asked for as the reader: as another user, Node takes no temporary folder from the environment. */
  const privateCopies = (): readonly string[] =>
    readdirSync(os.tmpdir()).filter((name) => /^prospect-desk-\w{6}$/u.test(name));

  if (process.platform !== "win32" && process.getuid?.() === 0) {
    for (const walAllowed of [true, false]) {
      it(`is read and exported, then written when it may be, ${walAllowed ? "with" : "without"} a log`, async () => {
        const writer = openTestStore({ file, walAllowed });
        const run = await storeRun(writer.store, 30);
        await writer.close();
        let reader: ReturnType<typeof openTestStore> | undefined;
        await asReader(async () => {
          reader = openTestStore({ file, walAllowed });
          await readsAndExports(reader.store, run, 30);
        });
        chmodSync(folder, 0o700);
        chmodSync(file, 0o600);
        await reader?.store.runs.create(newRun());
        assert.equal((await reader?.store.runs.list({ now }))?.length, 2);
        await reader?.close();
      });
    }

    it("is read while another user writes to it", async () => {
      const writer = openTestStore({ file });
      const first = await storeRun(writer.store, 30);
      let second = "";
      await asReader(async () => {
        const reader = openTestStore({ file });
        await readsAndExports(reader.store, first, 30);
        process.seteuid?.(0);
        second = await storeRun(writer.store, 20);
        process.seteuid?.(nobody);
        await readsAndExports(reader.store, second, 20);
        await reader.close();
      });
      await writer.close();
    });

    it("is read with a log that has no shared memory, and in the form of an earlier version", async () => {
      const killed = openTestStore();
      const run = await storeRun(killed.store, 30);
      mkdirSync(folder);
      for (const end of ["", "-wal"]) {
        copyFileSync(killed.db.file + end, file + end);
      }
      await killed.close();
      await asReader(async () => {
        const before = privateCopies();
        const reader = openTestStore({ file });
        await readsAndExports(reader.store, run, 30);
        assert.equal(privateCopies().length, before.length + 1);
        await reader.close();
        assert.deepEqual(privateCopies(), before);
      });
    });

    it("is refused when it is empty or of a later version", async () => {
      openTestStore({ file }).db.close();
      const later = new DatabaseSync(file);
      later.exec(`pragma user_version = ${schemaVersion + 1}`);
      later.close();
      await asReader(async () => {
        assert.throws(() => openTestStore({ file }), { code: "OTHER_VERSION" });
      });
      chmodSync(folder, 0o700);
      rmSync(file);
      new DatabaseSync(file).close();
      await asReader(async () => {
        assert.throws(() => openTestStore({ file }), { code: "READONLY" });
      });
    });
  }

  if (canMount()) {
    it("is on a disk that is mounted read-only", async () => {
      const writer = openTestStore({ file });
      const run = await storeRun(writer.store, 30);
      await writer.close();
      const unmount = mountReadOnly(folder);
      try {
        const reader = openTestStore({ file });
        await readsAndExports(reader.store, run, 30);
        await reader.close();
      } finally {
        unmount();
      }
    });
  }
});
