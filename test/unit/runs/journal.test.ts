import assert from "node:assert/strict";
import { appendFileSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { recordKindOf, type RunTask, type StopReason } from "../../../src/runs/run";
import { realDisk, type Disk } from "../../../src/runs/disk";
import { replySpans } from "../../../src/runs/recordSpans";
import { openRunStore, type OwnedRun, type RunStore } from "../../../src/runs/runStore";
import { StorageFailure } from "../../../src/runs/storageFailure";
import { connection, otherProcess, random, removeFolder, temporaryFolder, testClock } from "./runRig";

const task: RunTask = { kind: "companySearch", filters: {} };
const noneKnown: ReadonlySet<string> = new Set();

const page = (from: number, count: number): Uint8Array =>
  Buffer.from(
    JSON.stringify({
      companies: Array.from({ length: count }, (_, at) => ({ id: `c${from + at}`, name: `Company “${from + at}”`, text: "x".repeat((from + at) % 50) })),
      metadata: { total: 1000, credits: count / 4, search_after: `after ${from + count}` },
    }),
  );

describe("a journal", () => {
  let folder: string;
  const clock = testClock();
  const living = new Set<number>();
  const begun: OwnedRun[] = [];
  const storeOf = (pid: number, disk: Disk = realDisk): RunStore => openRunStore({ folder, disk, clock, random, processes: otherProcess(pid, living) });
  const write = async (run: OwnedRun, from: number, count: number): Promise<void> => {
    await run.writer.intent({ limit: 100, cursor: `after ${from}` }, 25);
    const body = page(from, count);
    await run.writer.page({ request: { limit: 100, cursor: `after ${from}` }, status: 200, body, spans: replySpans(body, recordKindOf(task)), receivedAt: clock.now() }, noneKnown);
  };
  const begin = async (store: RunStore, pages: number, stop?: StopReason): Promise<OwnedRun> => {
    const run = await store.create({ title: "T", task, recordKind: "company", connection, limits: { records: 500 } });
    begun.push(run);
    for (let at = 0; at < pages; at += 1) {
      await write(run, at * 100, 100);
    }
    if (stop !== undefined) {
      await run.writer.stop(stop);
      await store.release(run);
    }
    return run;
  };
  const file = (run: OwnedRun, ending: string): string => path.join(folder, `${run.writer.id}.${ending}`);
  const names = (rows: readonly Uint8Array[]): unknown[] => rows.map((row) => (JSON.parse(Buffer.from(row).toString("utf8")) as { readonly id?: unknown }).id);

  beforeEach(() => {
    folder = path.join(temporaryFolder(), "runs");
  });
  afterEach(async () => {
    for (const { writer, lock } of begun.splice(0)) {
      await writer.close().catch(() => undefined);
      await lock.release();
    }
    living.clear();
    removeFolder(path.dirname(folder));
  });

  it("can be read by the user alone", async () => {
    const run = await begin(storeOf(1), 1, { kind: "complete" });
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    for (const name of readdirSync(folder)) {
      assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600, name);
    }
    assert.deepEqual(readdirSync(folder).sort(), [`${run.writer.id}.idx`, `${run.writer.id}.run`]);
  });

  it("gives back the untouched bytes of any rows and of whole replies", async () => {
    const store = storeOf(1);
    const run = await begin(store, 5, { kind: "limitReached" });
    const journal = await store.open(run.writer.id);
    assert.equal(journal.count, 500);
    assert.deepEqual(names(await journal.read(195, 10)), Array.from({ length: 10 }, (_, at) => `c${195 + at}`));
    assert.deepEqual(names(await journal.readMany([499, 0, 250, 0])), ["c499", "c0", "c250", "c0"]);
    const lent = Buffer.alloc(1 << 20);
    let used = 0;
    const memory = { take: (bytes: number) => lent.subarray(used, (used += bytes)) };
    const records = await journal.readMany([499, 0, 250, 0], memory);
    assert.deepEqual(names(records), ["c499", "c0", "c250", "c0"]);
    assert.ok(records.every(({ buffer }) => buffer === lent.buffer));
    assert.deepEqual(names(await journal.read(498, 10)), ["c498", "c499"]);
    assert.deepEqual(await journal.read(500, 10), []);
    assert.deepEqual(Buffer.from(await journal.pageBody(3)), page(300, 100));
    assert.deepEqual((await journal.pages()).map(({ firstRow, rows, cursor }) => [firstRow, rows, cursor])[4], [400, 100, "after 500"]);
    await journal.close();
  });

  it("opens without its sidecar, with one cut short, and with one that is wrong", async () => {
    const store = storeOf(1);
    const run = await begin(store, 4, { kind: "complete" });
    const index = file(run, "idx");
    const right = readFileSync(index);
    const spoil: Record<string, () => void> = {
      missing: () => rmSync(index),
      short: () => truncateSync(index, right.length - 16 * 150 - 3),
      headless: () => writeFileSync(index, "nothing of the kind"),
      shifted: () => writeFileSync(index, Buffer.concat([right.subarray(0, 16), right.subarray(32), right.subarray(16, 32)])),
      garbled: () => writeFileSync(index, Buffer.concat([right.subarray(0, 16), Buffer.alloc(right.length - 16, 0xff)])),
    };
    for (const [how, act] of Object.entries(spoil)) {
      act();
      const journal = await store.open(run.writer.id);
      assert.deepEqual(names(await journal.readMany([0, 399, 123])), ["c0", "c399", "c123"], how);
      assert.deepEqual(journal.damage(), [], how);
      await journal.close();
    }
  });

  it("has each row once in its sidecar when a page arrives while that is being written", async () => {
    let reached = (): void => undefined;
    let goOn = (): void => undefined;
    const writing = new Promise<void>((resolve) => (reached = resolve));
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow: Disk = {
      ...realDisk,
      async remove(name) {
        if (name.endsWith(".idx")) {
          reached();
          await held;
        }
        return realDisk.remove(name);
      },
    };
    const store = storeOf(1, slow);
    const run = await begin(store, 1);
    await run.writer.intent({ limit: 100, cursor: "after 100" }, 25);
    await writing;
    const body = page(100, 100);
    await run.writer.page({ request: { limit: 100, cursor: "after 100" }, status: 200, body, spans: replySpans(body, recordKindOf(task)), receivedAt: clock.now() }, noneKnown);
    goOn();
    await write(run, 200, 100);
    await run.writer.stop({ kind: "complete" });
    await store.release(run);
    assert.equal(statSync(file(run, "idx")).size, 16 + 300 * 16);
    const journal = await store.open(run.writer.id);
    assert.deepEqual(names(await journal.readMany([0, 99, 100, 199, 200, 299])), ["c0", "c99", "c100", "c199", "c200", "c299"]);
    await journal.close();
  });

  it("is listed from its ends alone, newest first", async () => {
    const store = storeOf(1);
    const first = await begin(store, 3, { kind: "cancelled" });
    clock.advance(1000);
    const second = await begin(store, 1, { kind: "complete" });
    const bytes = statSync(file(first, "run")).size;
    let read = 0;
    const counting: Disk = {
      ...realDisk,
      async open(name, mode) {
        const opened = await realDisk.open(name, mode);
        return { ...opened, read: async (into, at) => (read += into.length, opened.read(into, at)) };
      },
    };
    const list = await storeOf(2, counting).list();
    assert.deepEqual(list.map(({ header, stop, records }) => [header.id, stop?.kind, records]), [[second.writer.id, "complete", 100], [first.writer.id, "cancelled", 300]]);
    assert.ok(bytes > 30_000 && read < 60_000, `${read} bytes read`);
  });

  it("is under way while its owner lives, and interrupted when that is gone", async () => {
    const run = await begin(storeOf(1), 1);
    const other = storeOf(2);
    assert.equal((await other.summary(run.writer.id))?.stop, undefined);
    await assert.rejects(other.resume(run.writer.id), { code: "EBUSY" });
    await assert.rejects(other.delete(run.writer.id), { code: "EBUSY" });
    assert.deepEqual((await other.purge()).kept, [run.writer.id]);
    living.delete(1);
    assert.deepEqual((await other.summary(run.writer.id))?.stop, { kind: "interrupted", requestInFlight: false });
    await run.writer.intent({ limit: 100 }, 25);
    assert.deepEqual((await other.summary(run.writer.id))?.stop, { kind: "interrupted", requestInFlight: true });
    const resumed = await other.resume(run.writer.id);
    assert.equal(resumed.writer.tally.possibleCredits, 25);
    assert.equal(await run.lock.isOurs(), false);
    await other.release(resumed);
    await run.writer.close();
  });

  it("shows another window what was added since it was opened", async () => {
    const run = await begin(storeOf(1), 1);
    const journal = await storeOf(2).open(run.writer.id);
    assert.deepEqual([journal.count, await journal.refresh()], [100, false]);
    await write(run, 100, 50);
    assert.equal(await journal.refresh(), true);
    assert.deepEqual(names(await journal.read(149, 5)), ["c149"]);
    assert.equal(journal.summary().stop, undefined);
    await run.writer.stop({ kind: "complete" });
    await storeOf(1).release(run);
    assert.equal(await journal.refresh(), true);
    assert.deepEqual(journal.summary().stop, { kind: "complete" });
    await journal.close();
  });

  it("cuts off a torn end at whatever byte it was torn, and touches nothing before", async () => {
    const run = await begin(storeOf(1), 2);
    const at = statSync(file(run, "run")).size;
    await write(run, 200, 100);
    const whole = readFileSync(file(run, "run"));
    await run.writer.close();
    living.delete(1);
    const intentEnd = whole.indexOf(page(200, 100)) - 1;
    const store = storeOf(2);
    for (const end of [at + 1, at + 10, at + 30, intentEnd - 5000, intentEnd, intentEnd + 5000, whole.length - 5, whole.length - 1].filter((one) => one > at)) {
      writeFileSync(file(run, "run"), whole.subarray(0, end));
      const journal = await store.open(run.writer.id);
      assert.equal(journal.count, 200, `${end}`);
      const { tornBytes, stop } = journal.summary();
      assert.ok(tornBytes > 0 && tornBytes <= end - at, `${end}: ${tornBytes}`);
      assert.equal(stop?.kind, "interrupted");
      assert.deepEqual(names(await journal.read(199, 9)), ["c199"]);
      await journal.close();
      const resumed = await store.resume(run.writer.id);
      await write(resumed, 200, 100);
      await resumed.writer.stop({ kind: "complete" });
      await store.release(resumed);
      const again = await store.open(run.writer.id);
      assert.deepEqual([again.count, again.summary().tornBytes, again.summary().stop?.kind], [300, tornBytes, "complete"]);
      assert.deepEqual(await again.verify(), []);
      await again.close();
    }
  });

  it("takes bytes of a frame's length that never reached the medium for torn", async () => {
    const run = await begin(storeOf(1), 3);
    const whole = readFileSync(file(run, "run"));
    await run.writer.close();
    living.delete(1);
    const lastBody = whole.indexOf(page(200, 100));
    writeFileSync(file(run, "run"), Buffer.concat([whole.subarray(0, lastBody + 10), Buffer.alloc(3000), whole.subarray(lastBody + 3010)]));
    const journal = await storeOf(2).open(run.writer.id);
    assert.equal(journal.count, 200);
    assert.ok(journal.summary().tornBytes > 3000);
    await journal.close();
  });

  it("reads what lies before and behind damage, and says what cannot be read", async () => {
    const store = storeOf(1);
    const run = await begin(store, 3, { kind: "complete" });
    const bytes = readFileSync(file(run, "run"));
    const damaged = bytes.lastIndexOf('"c150"');
    bytes.fill(0x2e, damaged, damaged + 6);
    writeFileSync(file(run, "run"), bytes);
    const journal = await store.open(run.writer.id);
    assert.deepEqual(names(await journal.read(149, 3)), ["c149", undefined, "c151"]);
    assert.deepEqual(journal.damage().map(({ rows, page: which }) => [rows, which]), [[[150], 1]]);
    await assert.rejects(journal.pageBody(1), { code: "EDAMAGED" });
    assert.deepEqual((await journal.verify()).map(({ rows, page: which }) => [rows, which]), [[[150], 1]]);
    await journal.close();
  });

  it("finds its way on behind a damaged frame, and says how many records are lost", async () => {
    const store = storeOf(1);
    const run = await begin(store, 4, { kind: "complete" });
    const bytes = readFileSync(file(run, "run"));
    const body = bytes.indexOf(page(100, 100));
    bytes.fill(0, body - 1000, body + 100);
    writeFileSync(file(run, "run"), bytes);
    rmSync(file(run, "idx"));
    const journal = await store.open(run.writer.id);
    assert.equal(journal.count, 300);
    assert.match(journal.damage()[0]?.message ?? "", /100 of its 400 records/);
    assert.deepEqual(names(await journal.readMany([99, 100, 299])), ["c99", "c200", "c399"]);
    await journal.close();
  });

  it("is listed as unreadable, not left out, when its beginning is damaged", async () => {
    const store = storeOf(1);
    const run = await begin(store, 1, { kind: "complete" });
    const bytes = readFileSync(file(run, "run"));
    bytes.fill(0, 0, 40);
    writeFileSync(file(run, "run"), bytes);
    const [summary] = await store.list();
    assert.equal(summary?.stop?.kind, "storage");
    await assert.rejects(store.open(run.writer.id), StorageFailure);
    await store.delete(run.writer.id);
    assert.deepEqual(await store.list(), []);
  });

  it("is not fooled by a reply that holds a journal", async () => {
    const store = storeOf(1);
    const inner = await begin(store, 2, { kind: "complete" });
    const body = readFileSync(file(inner, "run"));
    const run = await begin(store, 1);
    await run.writer.page({ request: { limit: 100 }, status: 200, body, spans: replySpans(body, "company"), receivedAt: clock.now() }, noneKnown);
    appendFileSync(file(run, "run"), body.subarray(0, 2000));
    await run.writer.close();
    living.delete(1);
    const journal = await storeOf(2).open(run.writer.id);
    assert.deepEqual([journal.count, journal.summary().pages, journal.summary().tornBytes], [100, 2, 2000]);
    assert.deepEqual(Buffer.from(await journal.pageBody(1)), body);
    await journal.close();
  });

  it("is gone with all its files when deleted, and the rest stays", async () => {
    const store = storeOf(1);
    const changes: string[] = [];
    store.onDidChange(({ kind }) => changes.push(kind));
    const old = await begin(store, 1, { kind: "complete" });
    clock.advance(86_400_000);
    const recent = await begin(store, 1, { kind: "complete" });
    assert.deepEqual(await store.purge({ olderThan: clock.now() - 1000 }), { deleted: [old.writer.id], kept: [] });
    assert.deepEqual((await store.list()).map(({ header }) => header.id), [recent.writer.id]);
    await store.delete(recent.writer.id);
    assert.deepEqual(readdirSync(folder), []);
    assert.deepEqual(changes, ["created", "changed", "created", "changed", "deleted", "deleted"]);
    await assert.rejects(store.open(recent.writer.id), { code: "ENOENT" });
    await assert.rejects(store.open("../../etc/passwd"), { code: "ENOENT" });
  });
});
