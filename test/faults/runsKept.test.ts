// A reply that was paid for and that the database refuses: it is tried again, or a file keeps it, and it is saved once.
import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { windowClosing } from "../../src/runs/execution";
import { lookUpOnce } from "../../src/runs/lookUpOnce";
import type { Store } from "../../src/store/client";
import { storeError } from "../../src/store/storeError";
import { Sandbox } from "../sandboxServer/sandbox";
import { aroundCalls } from "../support/aroundCalls";
import { testClock, whileTimePasses } from "../support/testClock";
import { sandboxConnection as connection } from "../support/testDesk";
import { askBatch, readBatch, tableOf } from "../unit/runs/batchRig";
import { runRig, unstopped, type Rig, type RigOptions } from "../unit/runs/runRig";
import { newFolder, removeFolders } from "../unit/store/rig";

describe("a paid reply that the database refuses", function () {
  let sandbox: Sandbox;
  let folder: string;
  let elsewhere: string;
  let refuses: string | undefined;
  const refused = new Set(["records.storePage", "keptPages.saveAll"]);
  const charged = (): number => sandbox.charges.reduce((sum, { records }) => sum + records, 0);
  const cost = (): number => sandbox.charges.reduce((sum, { credits }) => sum + credits, 0);
  const kept = (inside = folder): readonly string[] => readdirSync(inside).filter((name) => name.endsWith(".kept"));
  const only = (inside = folder): string => path.join(inside, kept(inside)[0] ?? "none");

  const refusing = (store: Store): Store =>
    aroundCalls(store, async (name, call) => {
      if (refuses !== undefined && refused.has(name)) {
        throw storeError(Object.assign(new Error(refuses), { code: refuses }), "/data/desk.db");
      }
      return call();
    });
  const rig = (options: RigOptions = {}): Rig =>
    runRig({
      sandbox,
      file: path.join(folder, "desk.db"),
      store: refusing,
      keeper: { folders: [folder, elsewhere], waits: false },
      ...options,
    });
  const saveKept = async (one: Rig): Promise<number> => (await one.runs.saveKeptPages()).length;

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
    assert.equal(await saveKept(later), 1);
    assert.deepEqual([kept(), kept(elsewhere)], [[], []]);
    const summary = await later.runs.summary(id);
    assert.deepEqual([summary?.records, summary?.pages, summary?.possibleCredits], [200, 2, 0]);
    assert.deepEqual(summary?.stop, { kind: "interrupted", requestInFlight: false });
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

  it("is kept in the next folder when that of the database is full", async () => {
    const one = rig({ keeper: { folders: [path.join(folder, "gone"), elsewhere], waits: false } });
    const id = await runWithKeptPage(one);
    assert.equal(kept(elsewhere).length, 1);
    assert.equal((await one.resume(id)).records, 250);
    assert.deepEqual(kept(elsewhere), []);
  });

  describe("in a window", () => {
    const waiting = (folders: readonly string[]): Rig => rig({ keeper: { folders, waits: true } });
    const sentences = ({ seen }: Rig): readonly string[] =>
      seen.flatMap((progress) => (progress.kind === "unsaved" ? [progress.sentences] : []));

    /** A run of 250 records that waits with its second page. */
    async function runThatWaits(one: Rig): Promise<{ readonly ended: ReturnType<Rig["run"]> }> {
      const waits = Promise.withResolvers<void>();
      const ended = one.run({ limits: { records: 250 } }, (progress) => {
        if (progress.kind === "page" && progress.summary.pages === 1) {
          refuses = "ENOSPC";
        } else if (progress.kind === "unsaved") {
          // The next retry is due.
          setImmediate(waits.resolve);
        }
      });
      await waits.promise;
      return { ended };
    }

    it("is tried again every few seconds, which is said once, and the run continues", async () => {
      const one = waiting([folder]);
      const { ended } = await runThatWaits(one);
      one.clock.advance(5_000);
      await new Promise(setImmediate);
      assert.deepEqual([charged(), kept()], [200, []]);
      assert.equal(sentences(one).length, 1);
      assert.match(
        String(sentences(one)),
        /^The disk is full.*Free some space.*paid for and only in memory.*Stop the run/,
      );
      refuses = undefined;
      const summary = await whileTimePasses(one.clock, ended);
      assert.deepEqual([summary.stop?.kind, summary.records, charged()], ["limitReached", 250, 250]);
    });

    it("becomes a file when the window closes", async () => {
      const one = waiting([folder]);
      const { ended } = await runThatWaits(one);
      one.controller.abort(windowClosing);
      const { header, stop } = await ended;
      assert.ok(stop?.kind === "storage" && stop.message.includes(only()), JSON.stringify(stop));
      refuses = undefined;
      const next = rig({ owner: "window-2" });
      assert.equal(await saveKept(next), 1);
      assert.deepEqual([kept(), (await next.runs.summary(header.id))?.records], [[], 200]);
    });

    it("stays in memory after a stop while no folder takes a file", async () => {
      const one = waiting([path.join(folder, "gone")]);
      const { ended } = await runThatWaits(one);
      one.controller.abort();
      await new Promise(setImmediate);
      refuses = undefined;
      one.clock.advance(5_000);
      const summary = await ended;
      assert.deepEqual([summary.stop?.kind, summary.records, charged()], ["cancelled", 200, 200]);
    });

    it("is said to be lost when the window closes and no folder takes a file", async () => {
      const one = waiting([path.join(folder, "gone")]);
      const { ended } = await runThatWaits(one);
      one.controller.abort(windowClosing);
      const { stop } = await ended;
      assert.ok(stop?.kind === "storage" && /paid for and is lost/.test(stop.message), JSON.stringify(stop));
    });
  });

  it("is dropped when the user has asked and paid for that page again", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    const aside = path.join(elsewhere, "aside");
    copyFileSync(only(), aside);
    rmSync(only());
    await one.resume(id);
    assert.equal(charged(), 350);
    copyFileSync(aside, path.join(folder, "prospect-desk-page-again.kept"));
    assert.deepEqual([await saveKept(one), kept()], [0, []]);
    const summary = await one.runs.summary(id);
    assert.deepEqual([summary?.records, summary?.pages, summary?.possibleCredits], [250, 3, 100 * 0.25]);
    assert.equal(summary?.stop?.kind, "limitReached");
  });

  it("is a lookup: its answer is free afterwards", async () => {
    const one = rig();
    const domain = String(sandbox.company("c0000001")?.domain);
    const question = { kind: "company", identifiers: { domain }, words: domain, connection } as const;
    refuses = "ENOSPC";
    const first = await lookUpOnce({ ...one, ...unstopped }, question);
    assert.ok(first.kind === "stopped" && first.summary.stop?.kind === "storage");
    refuses = undefined;
    assert.equal(await saveKept(one), 1);
    const second = await lookUpOnce({ ...one, ...unstopped }, question);
    assert.ok(second.kind === "answered" && second.paid === undefined);
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

  it("of a deleted run is deleted, too", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    copyFileSync(only(), path.join(elsewhere, path.basename(only())));
    await one.runs.delete(id);
    assert.deepEqual(kept(), []);
    // This one may be of another database.
    assert.equal(await saveKept(one), 0);
    assert.deepEqual([kept(elsewhere).length, await one.runs.list()], [1, []]);
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

  it("is left alone when its file is none of ours", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    const file = only();
    const whole = readFileSync(file);
    const text = whole.toString("latin1");
    const others = [
      whole.subarray(0, 40),
      Buffer.from(text.replace(/"call":\d+/, '"call":"1"'), "latin1"),
      Buffer.from(text.replace(/"request":\{[^}]*\}/, '"request":null'), "latin1"),
      Buffer.alloc(0),
      Buffer.from("[]\n"),
    ];
    for (const bytes of others) {
      writeFileSync(file, bytes);
      assert.equal(await saveKept(one), 0);
      assert.deepEqual(readFileSync(file), Buffer.from(bytes));
    }
    rmSync(file);
    mkdirSync(file);
    assert.equal(await saveKept(one), 0);
    rmSync(file, { recursive: true });
    if (process.platform !== "win32") {
      writeFileSync(path.join(elsewhere, "target"), whole);
      symlinkSync(path.join(elsewhere, "target"), file);
      assert.equal(await saveKept(one), 0);
    }
    assert.equal((await one.runs.summary(id))?.records, 100);
  });

  it("waits in its file while another process executes its run", async () => {
    const one = rig();
    const id = await runWithKeptPage(one);
    const aside = path.join(elsewhere, path.basename(only()));
    copyFileSync(only(), aside);
    rmSync(only());
    const other = rig({ owner: "window-2" });
    await other.store.runs.take(id, { owner: "window-2", now: one.clock.now(), ms: 6_000 });
    copyFileSync(aside, path.join(folder, path.basename(aside)));
    assert.deepEqual([await saveKept(one), kept().length], [0, 1]);
    assert.equal((await one.runs.summary(id))?.records, 100);
  });
});
