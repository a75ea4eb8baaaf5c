// The copy that is made once a week: when, for whom, how many, and that nobody who is gone stays in one.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import {
  beginRun,
  keptRecords,
  newFolder,
  now,
  openTestStore,
  people,
  removeFolders,
  storeRun,
  type TestStore,
} from "./rig";

const day = 86_400_000;

describe("the weekly copy of the database", function () {
  let folder: string;
  let file: string;
  let one: ReturnType<typeof openTestStore>;
  let store: TestStore;

  beforeEach(() => {
    folder = path.join(newFolder(), "store");
    file = path.join(folder, "desk.db");
    one = openTestStore({ file });
    ({ store } = one);
  });
  afterEach(async () => {
    await one.close();
    removeFolders();
  });

  const copies = async (): Promise<readonly number[]> =>
    (await store.backups.copies()).map(({ at }) => (at - now) / day);
  const copyAt = (days: number): Promise<boolean> => store.backups.copyWeekly(now + days * day);
  /** A run that changed then. */
  const runAt = async (days: number): Promise<void> => {
    const run = await storeRun(store, 2);
    one.db.run("update run set updated_at = ? where id = ?", now + days * day, run);
  };

  it("is made after a week in which something was stored, and two are kept", async () => {
    assert.equal(await copyAt(0), false, "nothing is stored");
    await runAt(0);
    assert.equal(await copyAt(1), true);
    await runAt(2);
    assert.deepEqual([await copyAt(7.9), await copies()], [false, [1]]);
    assert.deepEqual([await copyAt(8), await copies()], [true, [8, 1]]);
    assert.equal(await copyAt(30), false, "nothing is new");
    await runAt(31);
    assert.deepEqual([await copyAt(32), await copies()], [true, [32, 8]]);
    assert.equal(await copyAt(-100), true, "the clock was set back");
  });

  it("is readable by the user alone, leaves nothing else, and can be restored", async () => {
    const run = await storeRun(store, 3);
    assert.equal(await copyAt(0), true);
    const backups = path.join(folder, "backups");
    const [name = "none"] = readdirSync(backups);
    assert.deepEqual(readdirSync(backups), [name]);
    if (process.platform !== "win32") {
      assert.deepEqual(
        [statSync(backups).mode & 0o777, statSync(path.join(backups, name)).mode & 0o777],
        [0o700, 0o600],
      );
    }
    await store.retention.deleteRun(run, { now });
    const { copy } = await store.backups.prepareRestore(path.join(backups, name));
    await store.backups.restore({ copy, now });
    await store.backups.discardRestore(copy);
    assert.deepEqual(await keptRecords(store, run), people(3));
  });

  for (const [what, remove] of [
    ["an erasure", (by: TestStore) => by.erasing.erase({ entries: [{ kind: "id", value: "p1" }], tables: [], now })],
    ["a purge of old runs", (by: TestStore) => by.retention.purgeOlder({ olderThan: now + 1, now })],
    ["a purge of everything", (by: TestStore) => by.retention.purgeEverything({ now })],
  ] as const) {
    it(`is deleted by ${what}`, async () => {
      await storeRun(store, 3);
      assert.equal(await copyAt(0), true);
      await remove(store);
      assert.deepEqual(await copies(), []);
    });

    it(`is not made when ${what} ends while it is being written, which leaves no byte in the database`, async () => {
      await storeRun(store, 3_000);
      const other = openTestStore({ file });
      let removing: Promise<unknown> | undefined;
      await assert.rejects(
        store.backups.copyWeekly(now, {
          onProgress: () => {
            removing ??= remove(other.store);
          },
        }),
      );
      await removing;
      assert.deepEqual([await copies(), readdirSync(path.join(folder, "backups"))], [[], []]);
      assert.deepEqual([readFileSync(file, "latin1").includes('"Person 1"'), statSync(`${file}-wal`).size], [false, 0]);
      await other.close();
    });
  }

  it("is made while a run is in progress", async () => {
    await storeRun(store, 1);
    await beginRun(store);
    assert.equal(await copyAt(0), true);
  });
});
