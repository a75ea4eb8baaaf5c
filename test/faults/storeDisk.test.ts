// The disk fails the store: full, not to be written, or with a damaged file. Each time one clear error, nothing else is
// lost, and work goes on.
import assert from "node:assert/strict";
import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { StoreError, type StoreErrorCode } from "../../src/store/storeError";
import {
  journal,
  addPage,
  beginRun,
  damageOf,
  keptRecords,
  newFolder,
  openTestStore,
  removeFolders,
} from "../unit/store/rig";
import { canMount, fillDisk, mountSmallDisk } from "./support/smallDisk";

const isStoreError =
  (code: StoreErrorCode, named: string) =>
  (error: unknown): boolean =>
    error instanceof StoreError && error.code === code && error.message.includes(named);
const people = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({ id: `p${n}`, full_name: `Person ${n}`, text: "x".repeat(2000) }));
const nobody = 65_534;

describe("the disk of the store", function () {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = newFolder();
    file = path.join(folder, "store", "desk.db");
  });
  afterEach(removeFolders);

  /** The page that the disk refused is stored when there is room again, and nothing before it is lost. */
  async function refusesAndGoesOn(
    fill: () => void,
    empty: () => void,
    opened: ReturnType<typeof openTestStore>,
  ): Promise<void> {
    const { store } = opened;
    const run = await beginRun(store);
    await addPage(store, run, people(20));
    fill();
    await assert.rejects(addPage(store, run, people(900)), isStoreError("FULL", file));
    assert.deepEqual(await keptRecords(store, run.id), people(20));
    empty();
    await addPage(store, run, people(900).slice(20));
    assert.deepEqual(await keptRecords(store, run.id), people(900));
    assert.deepEqual(await damageOf(store), []);
  }

  for (const isNetwork of [false, true]) {
    it(`is full: the page can be stored later, ${isNetwork ? "without" : "with"} a write-ahead log`, async () => {
      const opened = openTestStore({ file, ...journal(isNetwork) });
      const pages = opened.db.get<{ readonly page_count: number }>("pragma page_count")?.page_count ?? 0;
      await refusesAndGoesOn(
        () => opened.db.all(`pragma max_page_count = ${pages + 20}`),
        () => opened.db.all("pragma max_page_count = 100000"),
        opened,
      );
      await opened.close();
    });
  }

  if (canMount()) {
    it("is a real disk that is full, also when the database is opened", async () => {
      mkdirSync(path.dirname(file));
      const unmount = mountSmallDisk(path.dirname(file));
      try {
        const filler = path.join(path.dirname(file), "filler");
        const opened = openTestStore({ file });
        await refusesAndGoesOn(
          () => fillDisk(filler),
          () => rmSync(filler),
          opened,
        );
        fillDisk(filler);
        const second = path.join(path.dirname(file), "second.db");
        assert.throws(
          () => openTestStore({ file: second }),
          (error) => error instanceof StoreError && error.message.includes(second),
        );
        await opened.close();
        assert.throws(() => openTestStore({ file }), isStoreError("FULL", file));
        rmSync(filler);
        const again = openTestStore({ file });
        const [stored] = await again.store.runs.list({ now: 0 });
        assert.equal((await keptRecords(again.store, stored?.id ?? "")).length, 900);
        await beginRun(again.store);
        assert.deepEqual(await damageOf(again.store), []);
        await again.close();
        const { close } = openTestStore({ file: second });
        await close();
      } finally {
        unmount();
      }
    });
  }

  it("is not to be written: it says so, and names the file", async () => {
    const { close } = openTestStore({ file });
    await close();
    chmodSync(file, 0o400);
    chmodSync(path.dirname(file), 0o500);
    try {
      assert.throws(
        () => asAnotherUser([folder, path.dirname(file), file], () => openTestStore({ file })),
        isStoreError("READONLY", file),
      );
    } finally {
      chmodSync(path.dirname(file), 0o700);
    }
  });

  it("is in a folder of somebody else, where files can be written: it is used", async function () {
    if (process.getuid?.() === 0) {
      mkdirSync(path.dirname(file));
      chmodSync(path.dirname(file), 0o777);
      const opened = asAnotherUser([folder], () => openTestStore({ file }));
      assert.equal(statSync(file).uid, nobody);
      await opened.close();
    }
  });
});

/** Root may write everything, so what it does here is done as a user without rights, who is given these files first. */
function asAnotherUser<T>(owned: readonly string[], work: () => T): T {
  if (process.getuid?.() !== 0) {
    return work();
  }
  owned.forEach((one) => chownSync(one, nobody, nobody));
  process.seteuid?.(nobody);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}
