// Every way in which the file of the database can be damaged, replaced, or emptied: what two windows and the command
// line say about it, and what can still be read.
import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fillStore, pageBytes, readableIds, zeroPage, type Contents } from "../unit/store/damagedStore";
import { openStore, type OpenedStore } from "../unit/store/inProcess";
import { damageOf, newFolder, now, openTestStore, removeFolders, type TestStore } from "../unit/store/rig";
import { storeWorker } from "./storeJob";
import { endChildren, prospect } from "./support/commandLine";

const pagesOfRun = 4;

interface Files {
  /** A database that was closed, an earlier state of it, and one whose process died. */
  readonly closed: string;
  readonly earlier: string;
  readonly crashed: string;
  readonly contents: Contents;
}

interface Damage {
  readonly of?: "closed" | "crashed";
  readonly harm: (file: string, files: Files) => void;
  readonly says: RegExp;
  /** Records that must be readable, of 240; "refused" where nothing may be opened or changed. */
  readonly readable: number | "refused";
}

const companions = ["", "-wal", ".identity.json"];
const copyStore = (from: string, to: string): void =>
  companions.filter((end) => existsSync(from + end)).forEach((end) => copyFileSync(from + end, to + end));

/** Of the first page that contains the text, from 1. */
function pageWith(file: string, text: string): number {
  const at = readFileSync(file).indexOf(text, pageBytes);
  assert.ok(at > 0, text);
  return Math.floor(at / pageBytes) + 1;
}

const sql = (file: string, text: string): void => {
  const program = new DatabaseSync(file);
  program.exec(text);
  program.close();
};

const all = 240;
const wasDamaged = /^The database \S+ was damaged\. .* were recovered\. .*The damaged file is at \S+\.damaged-\w+\.$/;

const damages: Readonly<Record<string, Damage>> = {
  emptied: {
    harm: (file) => truncateSync(file, 0),
    says: /was emptied .* Nothing of its 3 runs and 12 payments could be recovered.*backup/,
    readable: 0,
  },
  "emptied beside its log": {
    of: "crashed",
    harm: (file) => truncateSync(file, 0),
    says: /was emptied .* were recovered\./,
    readable: 200,
  },
  removed: {
    harm: (file) => rmSync(file),
    says: /is missing\. Nothing of its 3 runs and 12 payments could be recovered.*backup/,
    readable: 0,
  },
  "overwritten with noise": {
    harm: (file) => writeFileSync(file, Buffer.alloc(readFileSync(file).length, "noise")),
    says: /was damaged\. Nothing of its 3 runs .* The damaged file is at/,
    readable: 0,
  },
  "replaced with another file": {
    harm: (file) => writeFileSync(file, "Not a database at all. ".repeat(500)),
    says: /was damaged\. Nothing of its 3 runs .* The damaged file is at/,
    readable: 0,
  },
  "without its first page": { harm: (file) => zeroPage(file, 1), says: wasDamaged, readable: all },
  "without its pointer map": {
    harm: (file) => {
      zeroPage(file, 2);
      zeroPage(file, 1);
    },
    says: wasDamaged,
    readable: all,
  },
  "without a page of its schema": {
    harm: (file) => zeroPage(file, pageWith(file, "CREATE TABLE page")),
    says: wasDamaged,
    readable: all,
  },
  "without its runs": {
    harm: (file) => zeroPage(file, pageWith(file, "engineers.prospect.json")),
    says: /was damaged\. All 240 records and all 12 payments were recovered\./,
    readable: all,
  },
  "without a page of records": {
    harm: (file) => zeroPage(file, pageWith(file, '"Person 1 2"')),
    says: /was damaged\. 2\d\d of 240 records and all 12 payments were recovered\. Each run says/,
    readable: 225,
  },
  "cut off in the middle": {
    harm: (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2)),
    says: /was damaged\. .* of 240 records and .* payments were recovered\./,
    readable: 40,
  },
  "of an impossible version": {
    harm: (file) => sql(file, "pragma user_version = 1000000"),
    says: /later version of Prospect Desk \(format 1000000\)\. Nothing was changed/,
    readable: "refused",
  },
  "of another program": {
    harm: (file) => {
      rmSync(file);
      sql(file, "create table notes (text); create table tags (name); insert into notes values ('mine')");
    },
    says: /is a database of another program, with the tables notes, tags\. Nothing was written to it/,
    readable: "refused",
  },
  "older than it was": {
    harm: (file, { earlier }) => copyFileSync(earlier, file),
    says: /is older than it was\. It contains 2 runs and 8 payments; there were 3 and 12/,
    readable: 160,
  },
  "beside the log of another database": {
    harm: (file, { crashed }) => copyFileSync(`${crashed}-wal`, `${file}-wal`),
    says: /A log that does not belong to the database \S+ was beside it\. It was moved to \S+ and not applied/,
    readable: all,
  },
  "with a damaged log": {
    of: "crashed",
    harm: (file) => {
      const log = readFileSync(`${file}-wal`);
      log.fill(0, 32 + 24 + 100, 32 + 24 + 4000);
      writeFileSync(`${file}-wal`, log);
    },
    says: /The log of the database \S+ was damaged\./,
    readable: 200,
  },
};

describe("a database that is", function () {
  this.timeout(600_000);
  let files: Files;
  before(async () => {
    const folder = newFolder();
    const file = path.join(folder, "closed.db");
    const earlier = path.join(folder, "earlier.db");
    const crashed = path.join(folder, "crashed.db");
    const first = openTestStore({ file });
    const two = await fillStore(first.store, pagesOfRun, 1_500, 2);
    await first.close();
    copyFileSync(file, earlier);
    const last = openTestStore({ file });
    const one = await fillStore(last.store, pagesOfRun, 1_500, 1);
    await last.close();
    const contents = { ...two, runs: [...two.runs, ...one.runs], records: [...two.records, ...one.records] };
    // The process of this one died: everything is in its log.
    const other = openTestStore({ file: path.join(folder, "open.db") });
    await fillStore(other.store, pagesOfRun, 100);
    copyStore(path.join(folder, "open.db"), crashed);
    await other.close();
    files = { closed: file, earlier, crashed, contents };
  });
  after(removeFolders);
  afterEach(endChildren);

  for (const [name, { of = "closed", harm, says, readable }] of Object.entries(damages)) {
    it(`${name} is told by two windows and the command line, and what can be read is there`, async () => {
      const folder = newFolder();
      const file = path.join(folder, "home", "store", "desk.db");
      mkdirSync(path.dirname(file), { recursive: true });
      copyStore(files[of], file);
      harm(file, files);
      const before = contentOf(file);
      const open = (): Promise<OpenedStore<TestStore>> =>
        openStore<TestStore>(storeWorker, { file, audience: "window" });
      if (readable === "refused") {
        for (const window of [open(), open()]) {
          await assert.rejects(window, (error: Error) => says.test(error.message));
        }
        const { code, stderr, stdout } = await prospect(["runs"], { folder });
        assert.notEqual(code, 0);
        assert.match(stderr + stdout, says);
        assert.deepEqual(readFileSync(file), before, "nothing was written");
        return;
      }
      const windows = await Promise.all([open(), open()]);
      for (const { store, notices, close } of windows) {
        const runs = (await store.runs.list({ now })).map(({ id }) => id);
        const ids = (await readableIds(store, runs)).flat();
        assert.ok(ids.length >= readable, `${ids.length} records: ${notices.join("\n")}`);
        assert.equal(notices.length, 1, notices.join("\n"));
        assert.match(notices[0] ?? "", says);
        assert.deepEqual(await damageOf(store), []);
        await close();
      }
      const first = await prospect(["runs"], { folder });
      assert.match(first.stderr, new RegExp(says.source.replace(/^\^|\$$/g, "")));
      assert.equal((await prospect(["runs"], { folder })).stderr.match(says), null, "it is said once");
      if (before !== undefined && before.length > 0 && !/older|log/.test(name)) {
        const kept = readdirSync(path.dirname(file)).filter((one) => /\.damaged-\w+$/.test(one));
        assert.equal(kept.length, 1);
        assert.deepEqual(readFileSync(path.join(path.dirname(file), kept[0] ?? "")), before);
      }
    });
  }

  it("damaged while two windows have it open is recovered once, and both are told", async () => {
    const folder = newFolder();
    const file = path.join(folder, "home", "store", "desk.db");
    mkdirSync(path.dirname(file), { recursive: true });
    copyStore(files.closed, file);
    const told: ((message: string) => void)[] = [];
    const messages = [0, 1].map((n) => new Promise<string>((resolve) => (told[n] = resolve)));
    const open = (n: number): Promise<OpenedStore<TestStore>> =>
      openStore<TestStore>(storeWorker, { file, audience: "window" }, (message) => told[n]?.(message));
    const [one, other] = await Promise.all([open(0), open(1)]);
    const page = pageWith(file, '"Person 1 2"');
    const bytes = readFileSync(file);
    bytes.fill(0, (page - 1) * pageBytes, page * pageBytes);
    writeFileSync(file, bytes, { flag: "r+" });
    const ids = (await readableIds(one.store, files.contents.runs)).flat();
    assert.ok(ids.length >= 225 && ids.length < all, `${ids.length} ${one.notices.join()}`);
    const [first, second] = await Promise.all(messages);
    assert.match(first ?? "", wasDamaged);
    assert.equal(second, first);
    const stops = (await other.store.runs.list({ now })).map(({ stop }) => (stop as { readonly kind: string }).kind);
    assert.ok(stops.includes("notRecovered"), stops.join());
    await Promise.all([one.close(), other.close()]);
  });
});

function contentOf(file: string): Buffer | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}
