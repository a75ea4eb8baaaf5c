// The file of the database is damaged or emptied: what windows and the command line say, that the file stays
// as it is, and that a copy can be restored.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newCopy } from "../../src/store/backupFolder";
import { StoreClient } from "../../src/store/client";
import { StoreError } from "../../src/store/storeError";
import { momentText } from "../../src/text/numbers";
import { storeWorker } from "../faults/storeJob";
import { endChildren, prospect } from "../faults/support/commandLine";
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

const pageBytes = 8192;

function overwrite(file: string, from: number, to: number): void {
  const bytes = readFileSync(file);
  bytes.fill(0xff, from, to);
  writeFileSync(file, bytes);
}

const harms: Readonly<Record<string, readonly [harm: (file: string) => void, says: RegExp]>> = {
  "overwritten with text": [
    (file) => writeFileSync(file, "noise ".repeat(9_999)),
    /damaged: file is not a database\. .* Runs after that are not in it\./,
  ],
  "without its first page": [(file) => overwrite(file, 0, pageBytes), /damaged: file is not a database\./],
  "cut off": [(file) => truncateSync(file, 20 * pageBytes), /damaged: database disk image is malformed\./],
  "with damaged pages": [
    (file) => overwrite(file, 40 * pageBytes, readFileSync(file).length),
    /damaged: database disk image is malformed\. The file was left as it is\./,
  ],
  emptied: [(file) => truncateSync(file, 0), /is empty: another program or a failed disk has emptied it\./],
};

describe("a database that is", function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = newFolder();
    file = path.join(folder, "home", "store", "desk.db");
  });
  afterEach(() => {
    endChildren();
    removeFolders();
  });

  const readAll = async (store: TestStore, run: string): Promise<unknown> => {
    await store.runs.list({ now });
    return keptRecords(store, run);
  };
  const messageOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => assert.fail("It can be read."),
      (error: unknown) =>
        error instanceof StoreError && error.code === "CORRUPT" ? error.message : assert.fail(String(error)),
    );

  for (const [what, [harm, says]] of Object.entries(harms)) {
    it(`${what} is named with its newest copy, stays as it is, and is replaced by the copy`, async () => {
      const before = openTestStore({ file });
      const run = await storeRun(before.store, 300);
      const copy = newCopy(file, "automatic", now - 1);
      await before.store.backups.write({ file: copy, replace: false });
      await storeRun(before.store, 300);
      await before.close();
      harm(file);
      const bytes = readFileSync(file);

      const opened = new StoreClient<TestStore>(storeWorker, { file });
      const message = await messageOf(readAll(opened.store, run));
      assert.match(message, says);
      assert.ok(message.includes(`The newest copy is from ${momentText(now - 1)}: ${copy}.`), message);
      const end = await prospect(["export", run, "--out", "people.csv"], { folder });
      assert.notEqual(end.code, 0);
      assert.match(end.stderr, says);
      assert.deepEqual(readFileSync(file), bytes, "nothing is written");

      const prepared = await opened.store.backups.prepareRestore(copy);
      const { kept } = await opened.store.backups.restore({ copy: prepared.copy, now });
      await opened.store.backups.discardRestore(prepared.copy);
      assert.deepEqual(await readAll(opened.store, run), people(300));
      assert.deepEqual(await damageOf(opened.store), []);
      assert.deepEqual(readFileSync(kept), bytes, "the damaged file is kept");
      assert.deepEqual(
        [...readdirSync(path.dirname(file)), ...readdirSync(path.dirname(copy))].filter(
          (name) => !/^desk\.db|^backups$|^automatic-\w+\.db$|^damaged-\w+\.db/.test(name),
        ),
        [],
      );
      await opened.close();
    });
  }

  it("damaged without a copy points to SQLite's own recovery; newer runs are counted if they can be read", async () => {
    const before = openTestStore({ file });
    const run = await storeRun(before.store, 300);
    const copy = newCopy(file, "automatic", now - 1);
    await before.store.backups.write({ file: copy, replace: false });
    before.db.all("pragma wal_checkpoint(truncate)");
    await before.close();
    const bytes = readFileSync(file);
    // The last pages have records, not runs.
    overwrite(file, bytes.length - 20 * pageBytes, bytes.length);
    const { store, close } = openTestStore({ file });
    assert.match(
      await messageOf(keptRecords(store, run)),
      /1 run is newer and is not in it\. Restore it to continue\./,
    );
    rmSync(path.dirname(copy), { recursive: true });
    assert.match(
      await messageOf(keptRecords(store, run)),
      /no copy in \S+backups\. .* the page on the database in the documentation names what SQLite/,
    );
    await close();
  });

  it("emptied is a new one where nothing was made before", async () => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "");
    const { store, close } = openTestStore({ file });
    assert.deepEqual(await store.runs.list({ now }), []);
    await close();
  });
});
