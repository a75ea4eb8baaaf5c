// The store's worker dies: whoever waited is told, nothing that was acknowledged is lost, and the next call starts it
// again.
import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { Asynchronous } from "../../src/store/protocol";
import { StoreError, type StoreErrorCode } from "../../src/store/storeError";
import { openStore, type OpenedStore } from "../unit/store/inProcess";
import {
  addPage,
  beginRun,
  damageOf,
  keptRecords,
  newFolder,
  now,
  removeFolders,
  replyOf,
  openCall,
  type TestStore,
} from "../unit/store/rig";
import type { deaths } from "./storeDyingWorker";

type DyingStore = TestStore & Asynchronous<{ readonly deaths: typeof deaths }>;

const worker = pathToFileURL(path.resolve("dist/test/faults/storeDyingWorker.js"));
const isStoreError =
  (code: StoreErrorCode, words: RegExp) =>
  (error: unknown): boolean =>
    error instanceof StoreError && error.code === code && words.test(error.message);
const stopped = isStoreError("FAILED", /^The database stopped unexpectedly: /);
const people = [
  { id: "p1", full_name: "Ada" },
  { id: "p2", full_name: "Grace" },
];

describe("the store's worker dies, and", function () {
  let opened: OpenedStore<DyingStore>;
  let store: DyingStore;
  let file: string;
  beforeEach(async () => {
    file = path.join(newFolder(), "store", "desk.db");
    opened = await openStore<DyingStore>(worker, { file });
    store = opened.store;
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  for (const death of ["exit", "inTransaction", "uncaught", "outOfMemory"] as const) {
    it(`by ${death}: the calls under way are refused, and the next one is answered by a new worker`, async () => {
      const run = await beginRun(store);
      await addPage(store, run, people);
      const dying = store.deaths[death]();
      const behind = store.runs.get(run.id, now);
      await assert.rejects(dying, stopped);
      await behind.catch((error: unknown) => assert.ok(stopped(error)));
      assert.equal((await store.runs.get(run.id, now))?.title, run.title);
      assert.deepEqual(await keptRecords(store, run.id), people);
      assert.deepEqual(await damageOf(store), []);
    });
  }

  it("a view of before is closed and no other takes its number; what has changed since is seen", async () => {
    const run = await beginRun(store);
    await addPage(store, run, people);
    const order = { columns: ["name"], now, sort: { column: "name", descending: true } };
    const { view } = await store.views.open({ kind: "run", run: run.id }, order);
    const version = await store.file.version();
    await assert.rejects(store.deaths.exit(), stopped);
    const other = await store.views.open({ kind: "run", run: run.id }, order);
    assert.notEqual(other.view, view);
    await assert.rejects(store.views.rows(view, 0, 1), isStoreError("VIEW_CLOSED", /Open them again/));
    await store.views.close(view);
    assert.deepEqual(
      (await store.views.rows(other.view, 0, 2)).map(({ title }) => title),
      ["Grace", "Ada"],
    );
    assert.notEqual(await store.file.version(), version);
  });

  it("a page whose storing was not acknowledged can be stored again, and counts once", async () => {
    const run = await beginRun(store);
    for (const body of [
      replyOf("person", people, { credits: 2, search_after: "next", total: 9 }),
      Buffer.from("no reply of the service"),
    ]) {
      const call = await openCall(store, { run: run.id, wanted: 2 });
      const first = await addPage(store, run, [], { call, body });
      const [used, kept] = [await store.calls.sharedUsed(), await store.runs.get(run.id, now)];
      await assert.rejects(store.deaths.exit(), stopped);
      assert.deepEqual(await addPage(store, run, [], { call, body }), first);
      assert.deepEqual([await store.calls.sharedUsed(), await store.runs.get(run.id, now)], [used, kept]);
    }
    assert.deepEqual(await keptRecords(store, run.id), people);
  });

  it("a file that cannot be opened then is tried again with the next call", async () => {
    await opened.close();
    opened = await openStore<DyingStore>(worker, { file, busyMs: 1 });
    await assert.rejects(opened.store.deaths.exit(), stopped);
    const later = new DatabaseSync(file);
    const version = Number(later.prepare("pragma user_version").get()?.["user_version"]);
    later.exec("pragma user_version = 999");
    await assert.rejects(opened.store.runs.list({ now }), isStoreError("OTHER_VERSION", /later version/));
    later.exec(`pragma user_version = ${version}`);
    later.close();
    assert.deepEqual(await opened.store.runs.list({ now }), []);
  });
});
