// Back-ups and their restoration: whole, checked, private, never in the place of something else, and no payment is
// forgotten.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { schemaVersion } from "../../../src/store/schema";
import { StoreError, type StoreErrorCode } from "../../../src/store/storeError";
import {
  beginRun,
  damageOf,
  keptRecords,
  newFolder,
  now,
  openCall,
  openTestStore,
  owner,
  people,
  removeFolders,
  storeRun,
  type TestStore,
} from "./rig";

const isStoreError =
  (code: StoreErrorCode, pattern: RegExp) =>
  (error: unknown): boolean =>
    error instanceof StoreError && error.code === code && pattern.test(error.message);

describe("a backup of the store", function () {
  let folder: string;
  let file: string;
  let out: string;
  beforeEach(() => {
    folder = newFolder();
    file = path.join(folder, "store", "desk.db");
    out = path.join(folder, "backup.db");
  });
  afterEach(removeFolders);

  const backUp = (store: TestStore, replace = false) => store.backups.write({ file: out, replace });
  const leftovers = (): readonly string[] =>
    [folder, path.dirname(file), path.join(folder, "store", "backups")]
      .filter((one) => existsSync(one))
      .flatMap((one) => readdirSync(one))
      .filter((name) => name.includes(".part"));

  async function restore(store: TestStore): Promise<{ readonly kept: string }> {
    const { copy } = await store.backups.prepareRestore(out);
    const restored = await store.backups.restore({ copy, now });
    await store.backups.discardRestore(copy);
    return restored;
  }

  /** Opens a file as another installation would, and calls `use` with it. */
  async function opened<T>(database: string, use: (store: TestStore) => Promise<T>): Promise<T> {
    const elsewhere = path.join(newFolder(), "store", "desk.db");
    mkdirSync(path.dirname(elsewhere), { recursive: true });
    copyFileSync(database, elsewhere);
    const other = openTestStore({ file: elsewhere });
    try {
      assert.deepEqual(await damageOf(other.store), []);
      return await use(other.store);
    } finally {
      await other.close();
    }
  }

  it("is one private file of one moment, while others write", async () => {
    const one = openTestStore({ file });
    const other = openTestStore({ file });
    const run = await storeRun(one.store, 3000);
    const later: string[] = [];
    let writing: Promise<unknown> = Promise.resolve();
    const seen: number[] = [];
    const written = await one.store.backups.write(
      { file: out, replace: false },
      {
        onProgress: (done, total) => {
          seen.push(done / total);
          if (later.length < 3 && done < total / 2) {
            later.push("");
            writing = writing.then(async () => storeRun(other.store, 5));
          }
        },
      },
    );
    await writing;
    assert.equal(later.length, 3);
    assert.ok(seen.length > 3 && seen.at(-1) === 1);
    assert.deepEqual(written, {
      file: out,
      bytes: statSync(out).size,
      contents: { runs: 1, records: 3000, calls: 1, changedAt: now },
    });
    if (process.platform !== "win32") {
      assert.equal(statSync(out).mode & 0o777, 0o600);
    }
    assert.deepEqual(readFileSync(out).subarray(18, 20), Buffer.from([1, 1]), "it needs no log");
    assert.deepEqual(await opened(out, (store) => keptRecords(store, run)), people(3000));
    assert.equal((await one.store.runs.list({ now })).length, 4);
    assert.deepEqual([readdirSync(folder).sort(), leftovers()], [["backup.db", "store"], []]);
    await one.close();
    await other.close();
  });

  it("never takes the place of another file unasked, nor of the database", async () => {
    const { store, close } = openTestStore({ file });
    await storeRun(store, 3);
    writeFileSync(out, "mine");
    assert.equal((await backUp(store)).file, path.join(folder, "backup (2).db"));
    assert.equal(readFileSync(out, "utf8"), "mine");
    assert.equal((await backUp(store, true)).file, out);
    for (const own of [file, `${file}-wal`, path.join(folder, "store", "..", "store", "desk.db")]) {
      await assert.rejects(
        store.backups.write({ file: own, replace: true }),
        isStoreError("FAILED", /is the database itself/),
      );
    }
    await assert.rejects(
      store.backups.write({ file: path.join(folder, "none", "a.db"), replace: true }),
      isStoreError("FAILED", /no longer exists/),
    );
    await close();
  });

  it("that is canceled, or of a damaged database, leaves the old backup as it was", async () => {
    const { store, db, close } = openTestStore({ file });
    await storeRun(store, 2000);
    writeFileSync(out, "the old backup");
    const cancel = new AbortController();
    const canceled = store.backups.write(
      { file: out, replace: true },
      { signal: cancel.signal, onProgress: () => cancel.abort() },
    );
    await assert.rejects(canceled, isStoreError("CANCELLED", /./));
    db.all("pragma wal_checkpoint(truncate)");
    zeroPage(file, indexPage(file));
    await assert.rejects(
      backUp(store, true),
      isStoreError("FAILED", /was not written.*found a mistake.*Try another disk/),
    );
    assert.equal(readFileSync(out, "utf8"), "the old backup");
    assert.deepEqual(leftovers(), []);
    await close();
  });

  it("is restored in every window; the database before is kept, and no payment is forgotten", async () => {
    const one = openTestStore({ file });
    const other = openTestStore({ file });
    const early = await storeRun(one.store, 300);
    await backUp(one.store);
    const late = await storeRun(other.store, 20);
    await other.store.settings.save({ creditsPerDay: 7 });
    const { view } = await other.store.views.open({ kind: "run", run: early }, { columns: [], now });
    const before = await other.store.file.version();
    const spent = await one.store.calls.spend({ since: 0, by: "search" });

    const prepared = await one.store.backups.prepareRestore(out);
    assert.deepEqual(
      [prepared.backup, prepared.current],
      [
        { runs: 1, records: 300, calls: 1, changedAt: now },
        { runs: 2, records: 320, calls: 2, changedAt: now },
      ],
    );
    const { kept } = await one.store.backups.restore({ copy: prepared.copy, now });
    await one.store.backups.discardRestore(prepared.copy);

    for (const { store } of [one, other]) {
      assert.deepEqual(
        (await store.runs.list({ now })).map(({ id }) => id),
        [early],
      );
      assert.deepEqual(await keptRecords(store, early), people(300));
      assert.deepEqual(await damageOf(store), []);
    }
    assert.notEqual(await other.store.file.version(), before);
    await assert.rejects(other.store.views.rows(view, 0, 1), isStoreError("VIEW_CLOSED", /./));
    assert.deepEqual(
      (await other.store.calls.spend({ since: 0, by: "search" })).reduce((sum, { credits }) => sum + credits, 0),
      spent.reduce((sum, { credits }) => sum + credits, 0),
    );
    assert.deepEqual(await other.store.settings.all(), { creditsPerDay: 7 });
    assert.deepEqual(await opened(kept, (store) => keptRecords(store, late)), people(20));
    const next = await beginRun(other.store);
    assert.ok(next.no > 2, "a number is never used again");
    assert.equal(existsSync(out), true);
    assert.deepEqual([leftovers(), path.dirname(kept)], [[], path.join(folder, "store", "backups")]);

    await one.store.runs.stop(next.id, owner, { kind: "complete" }, now);
    await one.store.retention.purgeEverything({ now });
    assert.deepEqual([existsSync(kept), existsSync(out)], [false, true]);
    await one.close();
    await other.close();
  });

  it("ends a long call of another window when it is restored; two copies from before that are kept", async () => {
    const [one, other] = [openTestStore({ file }), openTestStore({ file })];
    const early = await storeRun(one.store, 300);
    await backUp(one.store);
    const { copy } = await one.store.backups.prepareRestore(out);
    const writing = other.db.answer(async () => {
      other.db.write(() => undefined);
      await one.store.backups.restore({ copy, now });
      other.db.write(() => other.db.run("delete from run"));
    });
    await assert.rejects(writing, isStoreError("REPLACED", /restored or purged the database/));
    assert.deepEqual(await keptRecords(other.store, early), people(300));
    for (let time = 1; time <= 3; time += 1) {
      await one.store.backups.restore({ copy, now: now + time });
    }
    const kept = (await one.store.backups.copies()).map(({ kind, at }) => [kind, at]);
    assert.deepEqual(kept, [
      ["before-restore", now + 3],
      ["before-restore", now + 2],
    ]);
    await one.store.backups.discardRestore(copy);
    await one.close();
    await other.close();
  });

  it("of another installation is restored with its own ledger", async () => {
    const elsewhere = openTestStore();
    await storeRun(elsewhere.store, 30);
    await storeRun(elsewhere.store, 30);
    await elsewhere.store.backups.write({ file: out, replace: false });
    await elsewhere.close();
    const { store, db, close } = openTestStore({ file });
    const run = await beginRun(store);
    await openCall(store, { run: run.id, at: now + 5, wanted: 1 });
    await store.runs.stop(run.id, owner, { kind: "complete" }, now);
    await restore(store);
    assert.deepEqual(
      db.all<{ readonly at: number }>("select at from call").map(({ at }) => at),
      [now, now],
    );
    await close();
  });

  it("is not restored while anything is in progress", async () => {
    const { store, close } = openTestStore({ file });
    await storeRun(store, 3);
    await backUp(store);
    const live = await beginRun(store);
    await assert.rejects(restore(store), isStoreError("IN_USE", /“Engineers” is in progress/));
    assert.equal((await store.runs.list({ now })).length, 2);
    await store.runs.stop(live.id, owner, { kind: "complete" }, now);
    await restore(store);
    assert.equal((await store.runs.list({ now })).length, 1);
    await close();
  });

  it("is not restored after a sleep in the middle: others may have paid for something meanwhile", async () => {
    const { store, close } = openTestStore({ file });
    await storeRun(store, 3);
    await backUp(store);
    await storeRun(store, 4);
    const clock = Date.now;
    const copies = path.join(path.dirname(file), "backups");
    const hasSlept = (): boolean => existsSync(copies) && readdirSync(copies).some((name) => name.endsWith(".db"));
    Date.now = () => clock() + (hasSlept() ? 15_000 : 0);
    try {
      await assert.rejects(restore(store), isStoreError("REPLACED", /was asleep during this, so nothing was changed/));
    } finally {
      Date.now = clock;
    }
    assert.equal((await store.runs.list({ now })).length, 2);
    await restore(store);
    assert.equal((await store.runs.list({ now })).length, 1);
    await close();
  });

  it("of a killed program is restored with its log, as one file", async () => {
    const killed = openTestStore();
    const run = await storeRun(killed.store, 200);
    assert.ok(statSync(`${killed.db.file}-wal`).size > 100_000);
    for (const end of ["", "-wal"]) {
      copyFileSync(killed.db.file + end, out + end);
    }
    await killed.close();
    const { store, close } = openTestStore({ file });
    await restore(store);
    assert.deepEqual(await keptRecords(store, run), people(200));
    assert.deepEqual(readdirSync(folder).sort(), ["backup.db", "backup.db-wal", "store"]);
    await close();
  });

  it("is refused when it is none, and nothing changes", async () => {
    const { store, close } = openTestStore({ file });
    const run = await storeRun(store, 300);
    await backUp(store);
    const damaged = path.join(folder, "damaged.db");
    copyFileSync(out, damaged);
    zeroPage(damaged, 60);
    const later = path.join(folder, "later.db");
    copyFileSync(out, later);
    const program = new DatabaseSync(later);
    program.exec(`pragma user_version = ${schemaVersion + 1}`);
    program.close();
    const earlier = path.join(folder, "earlier.db");
    copyFileSync(out, earlier);
    const old = new DatabaseSync(earlier);
    old.exec(`pragma user_version = ${schemaVersion - 1}`);
    old.close();
    const foreign = path.join(folder, "foreign.db");
    const bookmarks = new DatabaseSync(foreign);
    bookmarks.exec("create table bookmark (id); pragma user_version = 3");
    bookmarks.close();
    const text = path.join(folder, "text.db");
    writeFileSync(text, "not a database ".repeat(1000));
    writeFileSync(path.join(folder, "empty.db"), "");
    for (const [given, pattern] of [
      [damaged, /“damaged.db” is damaged/],
      [later, /later version/],
      [earlier, /earlier version/],
      [foreign, /is not a database of Prospect Desk/],
      [text, /is not a database of Prospect Desk/],
      [path.join(folder, "empty.db"), /is not a database of Prospect Desk/],
      [path.join(folder, "none.db"), /cannot be read/],
      [folder, /is not a file/],
      [file, /is the database itself/],
    ] as const) {
      await assert.rejects(store.backups.prepareRestore(given), isStoreError("FAILED", pattern), given);
    }
    const { copy } = await store.backups.prepareRestore(out);
    await store.backups.discardRestore(copy);
    await assert.rejects(store.backups.restore({ copy, now }), isStoreError("FAILED", /Choose the backup again/));
    assert.deepEqual(await keptRecords(store, run), people(300));
    assert.deepEqual(leftovers(), []);
    await close();
  });
});

const pageBytes = 8192;

/** `no` from 0. */
function zeroPage(database: string, no: number): void {
  const bytes = readFileSync(database);
  bytes.fill(0, no * pageBytes, (no + 1) * pageBytes);
  writeFileSync(database, bytes);
}

/** A page of an index, which is read by no statement that reads records in the order of their keys. */
function indexPage(database: string): number {
  const bytes = readFileSync(database);
  const leafOfIndex = 10;
  return Array.from({ length: bytes.length / pageBytes }, (_, page) => page).findLast(
    (page) => bytes[page * pageBytes] === leafOfIndex && bytes.readUInt16BE(page * pageBytes + 3) > 100,
  ) as number;
}
