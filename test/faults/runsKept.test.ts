// A reply that was paid for and that the database refuses: a file keeps it, and it is saved exactly once.
import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import * as disk from "node:fs/promises";
import path from "node:path";
import { lookUpOnce } from "../../src/runs/lookUpOnce";
import type { Store } from "../../src/store/client";
import { decodeKept, encodeKept, type KeptPage } from "../../src/store/keptPageFile";
import type { KeptOutcome } from "../../src/store/keptPages";
import { storeError } from "../../src/store/storeError";
import { Sandbox } from "../sandboxServer/sandbox";
import { askBatch, readBatch, tableOf } from "../unit/runs/batchRig";
import { connection, runRig, testClock, unfollowed, type Rig, type RigOptions } from "../unit/runs/runRig";
import { newFolder, removeFolders } from "../unit/store/rig";

describe("a paid reply that the database refuses", function () {
  this.timeout(60_000);
  let sandbox: Sandbox;
  let folder: string;
  let elsewhere: string;
  let refuses: string | undefined;
  const refused = new Set(["records.storePage", "lookups.answer", "batches.answer", "keptPages.takeIn"]);
  const charged = (): number => sandbox.charges.reduce((sum, { records }) => sum + records, 0);
  const cost = (): number => sandbox.charges.reduce((sum, { credits }) => sum + credits, 0);
  const kept = (inside = folder): readonly string[] => readdirSync(inside).filter((name) => name.endsWith(".kept"));
  const only = (inside = folder): string => path.join(inside, kept(inside)[0] ?? "none");

  const refusing = (store: Store): Store => {
    const subjects = store as unknown as Readonly<
      Record<string, Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>>
    >;
    return new Proxy(store, {
      get: (_store, subject) =>
        new Proxy(
          {},
          {
            get:
              (_methods, method) =>
              async (...values: unknown[]) => {
                if (refuses !== undefined && refused.has(`${String(subject)}.${String(method)}`)) {
                  throw storeError(Object.assign(new Error(refuses), { code: refuses }), "/data/desk.db");
                }
                return subjects[String(subject)]?.[String(method)]?.(...values);
              },
          },
        ),
    });
  };
  const rig = (options: RigOptions = {}): Rig =>
    runRig({
      sandbox,
      file: path.join(folder, "desk.db"),
      store: refusing,
      keeper: { disk, folders: [folder, elsewhere] },
      ...options,
    });
  const takeIn = (one: Rig): Promise<readonly KeptOutcome[]> => one.runs.takeInKept();
  const kinds = (outcomes: readonly KeptOutcome[]): readonly string[] => outcomes.map(({ kind }) => kind);

  /** A run of 250 records whose second page is in a file. */
  async function runWithKeptPage(one: Rig): Promise<string> {
    const summary = await one.run({ limits: { records: 250 } }, ({ kind }) => {
      refuses = kind === "page" ? "ENOSPC" : refuses;
    });
    assert.deepEqual([summary.stop?.kind, summary.records, charged()], ["storage", 100, 200]);
    refuses = undefined;
    return summary.header.id;
  }

  beforeEach(() => {
    sandbox = new Sandbox({ clock: testClock(), companies: 40, people: 400 });
    folder = newFolder();
    elsewhere = newFolder();
    refuses = undefined;
  });
  afterEach(removeFolders);

  it("is kept in a private file that the stop names, and stored first by the next resume", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    assert.equal(kept().length, 1);
    assert.equal(statSync(only()).mode & 0o777, process.platform === "win32" ? 0o666 : 0o600);
    const stop = (await one.runs.summary(id))?.stop;
    assert.ok(stop?.kind === "storage" && stop.message.includes(only()), JSON.stringify(stop));
    // Another process knows it, too, and resumes the run.
    const other = rig({ owner: "window-2" });
    const again = await other.resume(id);
    assert.deepEqual(
      [again.stop?.kind, again.records, again.possibleCredits, charged()],
      ["limitReached", 250, 0, 250],
    );
    assert.equal(new Set(await other.rowIds(id)).size, 250);
    assert.deepEqual(kept(), []);
    const spent = (await one.store.calls.spend({ since: 0, by: "run" }))[0];
    assert.deepEqual([spent?.records, spent?.credits, spent?.possiblyCharged], [250, cost(), 0]);
  });

  it("is stored at the next start, once, also when the process was killed before it removed the file", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    const copy = path.join(elsewhere, path.basename(only()));
    copyFileSync(only(), copy);
    const later = rig({ owner: "window-2" });
    const outcomes = await takeIn(later);
    assert.deepEqual(kinds(outcomes), ["stored", "removed"]);
    assert.equal(existsSync(copy), false);
    const summary = await later.runs.summary(id);
    assert.deepEqual([summary?.records, summary?.pages, summary?.possibleCredits], [200, 2, 0]);
    assert.deepEqual(summary?.stop, { kind: "interrupted", requestInFlight: false });
    assert.deepEqual(await takeIn(later), []);
    assert.equal((await later.resume(id)).records, 250);
    assert.equal(charged(), 250);
  });

  it("stays in its file while the database cannot be written, and a resume sends nothing then", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    refuses = "ENOSPC";
    await assert.rejects(one.resume(id), { code: "FULL" });
    assert.deepEqual([kept().length, charged()], [1, 200]);
  });

  it("is kept in the next folder when that of the database is full, and in memory when all are", async () => {
    const one = rig({ keeper: { disk, folders: [path.join(folder, "gone"), elsewhere], retryMs: 1 } });
    const id = await runWithKeptPage(one);
    assert.equal(kept(elsewhere).length, 1);
    assert.equal((await one.resume(id)).records, 250);
    assert.deepEqual(kept(elsewhere), []);
    const nowhere = rig({ keeper: { disk, folders: [path.join(folder, "gone")], retryMs: 1 } });
    refuses = "ENOSPC";
    const summary = await nowhere.run({ limits: { records: 100 } });
    assert.ok(summary.stop?.kind === "storage" && /only in memory/.test(summary.stop.message));
    refuses = undefined;
    assert.equal((await nowhere.resume(summary.header.id)).records, 100);
    const ending = rig({ keeper: { disk, folders: [path.join(folder, "gone")] } });
    refuses = "ENOSPC";
    const lost = await ending.run({ limits: { records: 100 } });
    assert.ok(lost.stop?.kind === "storage" && /is lost.*gone/.test(lost.stop.message));
  });

  it("is saved by a process that stays as soon as there is room", async () => {
    const one = rig({ keeper: { disk, folders: [folder], retryMs: 10_000 } });
    refuses = "ENOSPC";
    const { header } = await one.run({ limits: { records: 100 } });
    one.clock.advance(10_000);
    await new Promise(setImmediate);
    assert.equal(kept().length, 1);
    refuses = undefined;
    const saved = new Promise<void>((resolve) => one.runs.onDidChange(({ id }) => id === header.id && resolve()));
    one.clock.advance(10_000);
    await saved;
    assert.deepEqual(kept(), []);
    assert.equal((await one.runs.summary(header.id))?.records, 100);
  });

  it("is waited for where somebody makes room: the run continues", async () => {
    const problems: string[] = [];
    const one = rig({
      keeper: {
        disk,
        folders: [folder],
        wait: async ({ problem, again }) => {
          problems.push(problem.code);
          await assert.rejects(again(), { code: "FULL" });
          refuses = undefined;
          return again();
        },
      },
    });
    refuses = "ENOSPC";
    const summary = await one.run({ limits: { records: 250 } });
    assert.deepEqual([summary.stop?.kind, summary.records, charged()], ["limitReached", 250, 250]);
    assert.deepEqual([problems, kept()], [["FULL"], []]);
  });

  it("costs what it cost, and adds no page, when the user has asked for that page again", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    const aside = path.join(elsewhere, "aside");
    copyFileSync(only(), aside);
    rmSync(only());
    await one.resume(id);
    assert.equal(charged(), 350);
    copyFileSync(aside, path.join(folder, "prospect-desk-page-again.kept"));
    assert.deepEqual(kinds(await takeIn(one)), ["stored"]);
    const summary = await one.runs.summary(id);
    assert.deepEqual([summary?.records, summary?.pages, summary?.possibleCredits], [250, 3, 0]);
    assert.equal(summary?.stop?.kind, "limitReached");
    const spent = (await one.store.calls.spend({ since: 0, by: "run" }))[0];
    assert.deepEqual([spent?.records, spent?.credits, spent?.possiblyCharged], [350, cost(), 0]);
    assert.deepEqual(kept(), []);
  });

  it("is a lookup: its answer is free afterwards", async () => {
    const one = rig();
    const domain = String(sandbox.company("c0000001")?.domain);
    const question = { kind: "company", identifiers: { domain }, words: domain, connection } as const;
    refuses = "ENOSPC";
    const first = await lookUpOnce({ ...one, ...unfollowed }, question);
    assert.ok(first.kind === "stopped" && first.summary.stop?.kind === "storage");
    refuses = undefined;
    assert.deepEqual(kinds(await takeIn(one)), ["stored"]);
    const second = await lookUpOnce({ ...one, ...unfollowed }, question);
    assert.ok(second.kind === "answered" && !second.isPaid);
    assert.equal(sandbox.charges.length, 1);
    assert.equal((await one.runs.summary(first.summary.header.id))?.stop?.kind, "complete");
  });

  it("is a row of a batch: the batch has its answer, and asks for the others", async () => {
    const one = rig();
    const domains = ["c0000001", "c0000002", "c0000003"].map((id) => String(sandbox.company(id)?.domain));
    const { id } = await readBatch(one, await tableOf(`domain\n${domains.join("\n")}\n`));
    const stopped = await askBatch(one, id, undefined, () => {
      refuses = "ENOSPC";
    });
    assert.equal(stopped.stop?.kind, "storage");
    refuses = undefined;
    const paid = sandbox.charges.length;
    assert.equal(kept().length, paid);
    const ended = await askBatch(one, id);
    assert.deepEqual([ended.stop?.kind, sandbox.charges.length], ["complete", 3]);
    const counts = await one.store.batches.get(id, one.clock.now());
    assert.deepEqual([counts?.found, counts?.possiblyCharged, kept()], [3, 0, []]);
  });

  it("is of a database that is gone: the run is created again with it, and resumes", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    one.db.close();
    for (const end of ["", "-wal", "-shm"]) {
      rmSync(path.join(folder, `desk.db${end}`), { force: true });
    }
    const next = rig({ owner: "window-2" });
    const copy = path.join(elsewhere, path.basename(only()));
    copyFileSync(only(), copy);
    // A file in a folder that others may write to brings no run with it.
    rmSync(only());
    assert.deepEqual(kinds(await takeIn(next)), ["left"]);
    copyFileSync(copy, path.join(folder, path.basename(copy)));
    assert.deepEqual(kinds(await takeIn(next)), ["stored", "removed"]);
    const summary = await next.runs.summary(id);
    assert.deepEqual([summary?.records, summary?.credits], [100, sandbox.charges[1]?.credits]);
    assert.equal((await next.resume(id)).records, 250);
  });

  it("of a deleted run is deleted, too", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    copyFileSync(only(), path.join(elsewhere, path.basename(only())));
    await one.runs.delete(id);
    assert.deepEqual(kept(), []);
    assert.deepEqual(kinds(await takeIn(one)), ["removed"]);
    assert.deepEqual([kept(elsewhere), await one.runs.list()], [[], []]);
    const second = await runWithKeptPageAfter(one);
    await one.store.retention.purgeEverything({ now: one.clock.now() + 600_000 });
    assert.deepEqual([kept(), await one.runs.summary(second)], [[], undefined]);
  });

  async function runWithKeptPageAfter(one: Rig): Promise<string> {
    refuses = "ENOSPC";
    const { header } = await one.run({ limits: { records: 50 } });
    refuses = undefined;
    assert.equal(kept().length, 1);
    return header.id;
  }

  it("is left alone and named when its file is damaged or none of ours", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    const whole = readFileSync(only());
    const file = only();
    const digestless = whole.subarray(whole.indexOf(10) + 1);
    const page = decodeKept(whole) as KeptPage;
    const withPage = (change: object): Uint8Array =>
      encodeKept({ ...page, page: { ...page.page, ...change } } as KeptPage);
    const damaged: readonly Uint8Array[] = [
      withPage({ call: "1" }),
      withPage({ request: null }),
      encodeKept({ ...page, run: { ...page.run, recordKind: "__proto__" } } as unknown as KeptPage),
      whole.subarray(0, whole.length - 1),
      whole.subarray(0, 40),
      Buffer.concat([whole, Buffer.from(" ")]),
      Buffer.from(whole.toString("latin1").replace("ENOSPC", "x").replace('"run":', '"ran":'), "latin1"),
      digestless,
      Buffer.alloc(0),
      Buffer.from("[]"),
    ];
    for (const bytes of damaged) {
      writeFileSync(file, bytes);
      const outcomes = await takeIn(one);
      assert.deepEqual(kinds(outcomes), ["left"]);
      assert.ok(outcomes[0]?.kind === "left" && outcomes[0].sentence.includes(file));
      assert.deepEqual(readFileSync(file), Buffer.from(bytes));
    }
    rmSync(file);
    mkdirSync(file);
    assert.deepEqual(kinds(await takeIn(one)), ["left"]);
    rmSync(file, { recursive: true });
    if (process.platform !== "win32") {
      writeFileSync(path.join(elsewhere, "target"), whole);
      await disk.symlink(path.join(elsewhere, "target"), file);
      assert.deepEqual(kinds(await takeIn(one)), ["left"]);
      rmSync(file);
    }
    // Of a call and a run that this database does not have, in a folder that others may write to.
    writeFileSync(
      path.join(elsewhere, "prospect-desk-page-x.kept"),
      encodeKept({ ...page, call: { ...page.call, at: 1 }, run: { ...page.run, id: "other" } }),
    );
    assert.deepEqual(kinds(await takeIn(one)), ["left"]);
    assert.equal((await one.runs.list()).length, 1);
    assert.equal((await one.runs.summary(id))?.records, 100);
  });
});
