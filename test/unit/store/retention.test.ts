// What is deleted is deleted whole: a cancelled purge ends between two runs, and what a crash left over is found.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { newCopy } from "../../../src/store/backupFolder";
import type { RunPurpose } from "../../../src/store/kinds";
import { deleteRun } from "../../../src/store/retention";
import type { NewRun, StoredRun } from "../../../src/store/runs";
import type { InProcessStore } from "./inProcess";
import {
  answerRow,
  addPage,
  beginRun,
  lease,
  newBatch,
  now,
  owner,
  openCall,
  type TestStore,
  useTestStore,
} from "./rig";

const people = (from: number, count: number): readonly object[] =>
  Array.from({ length: count }, (_, nth) => ({ id: `p${from + nth}`, full_name: `Person ${from + nth}` }));

describe("deletions of the store", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  useTestStore((fresh) => {
    opened = fresh;
    store = fresh.store;
  });

  /** A run with so many people that a part of it is deleted at a time. */
  async function largeRun(pages: number): Promise<string> {
    const run = await beginRun(store);
    for (let page = 0; page < pages; page += 1) {
      await addPage(store, run, people(page * 100, 100));
    }
    await store.runs.stop(run.id, owner, { kind: "complete" }, now);
    return run.id;
  }

  const rowsLeft = (): readonly string[] =>
    ["record_json", "person_record", "company_record", "contact_record", "run_row", "page", "batch"].filter(
      (table) => (opened.db.get<{ readonly n: number }>(`select count(*) as n from ${table}`)?.n ?? 0) > 0,
    );

  const sizeOf = (end: string): number => statSync(opened.db.file + end).size;

  it("of several runs end when they are made at once", async () => {
    const runs = [await largeRun(1), await largeRun(1), await largeRun(1)];
    await Promise.all(runs.map((run) => store.retention.deleteRun(run, { now })));
    assert.deepEqual(rowsLeft(), []);
  });

  it("of one run keep what its calls cost, without what the service answered", async () => {
    const paid = async (body?: Uint8Array): Promise<string> => {
      const run = await beginRun(store);
      const call = await openCall(store, { run: run.id, wanted: 3 });
      await addPage(store, run, people(0, 3), { call, body, metadata: { credits: 2 } });
      await store.runs.stop(run.id, owner, { kind: "complete" }, now);
      return run.id;
    };
    const [odd, other, good] = [
      await paid(Buffer.from("<p>Ada</p>")),
      await paid(Buffer.from("<p>Eve</p>")),
      await paid(),
    ];
    await store.retention.deleteRun(odd, { now });
    await store.retention.deleteRun(good, { now });
    assert.deepEqual(
      opened.db.arrays("select state, credits, cast(reply as text), problem is null from call order by no"),
      [
        ["failed", null, null, 1],
        ["failed", null, "<p>Eve</p>", 0],
        ["answered", 2, null, 1],
      ],
    );
    await assert.rejects(store.retention.deleteRun(odd, { now }), { code: "NOT_FOUND" });
    await store.retention.deleteRun(other, { now });
    assert.deepEqual(rowsLeft(), []);
  });

  it("of nothing change no file", async () => {
    await largeRun(1);
    const before = [sizeOf(""), sizeOf("-wal")];
    assert.deepEqual(await store.retention.purgeOlder({ olderThan: now - 1, now }), []);
    assert.deepEqual([sizeOf(""), sizeOf("-wal")], before);
  });

  it("that are cancelled end after the run that is being deleted", async () => {
    const [first, second] = [await largeRun(25), await largeRun(1)];
    const cancel = new AbortController();
    const purged = await store.retention.purgeOlder(
      { olderThan: now + 1, now },
      { signal: cancel.signal, onProgress: () => cancel.abort() },
    );
    assert.deepEqual(purged, [first]);
    assert.deepEqual(
      (await store.runs.list({ now })).map(({ id }) => id),
      [second],
    );
    assert.equal(opened.db.get<{ readonly n: number }>("select count(*) as n from record_json")?.n, 100);
  });

  it("that were cut off are finished, whatever was left", async () => {
    const { run: batch } = await store.batches.create(newBatch("person", { input: Buffer.from("x") }));
    await store.batches.addQuestions(batch.id, [{ identifiers: { person_name: "Ada" }, words: "Ada" }], now);
    const run = await beginRun(store);
    await addPage(store, run, people(0, 3));
    const lookup = await beginRun(store, "person", {
      purpose: "lookup",
      task: { kind: "peopleLookup", identifiers: { person_name: "Ada" } },
    });
    await answerRow(store, lookup.id, lookup.no * 2 ** 32, Buffer.from('{"people":[],"metadata":{"credits":0}}'));
    const kept = await beginRun(store);
    await addPage(store, kept, people(10, 2));
    for (const table of ["record_json", "person_record", "run_row", "page", "batch"]) {
      assert.ok(rowsLeft().includes(table), `nothing is in ${table} to be left over`);
    }
    opened.db.run("delete from run where id <> ?", kept.id);
    await store.retention.finishDeletions();
    assert.deepEqual(rowsLeft(), ["record_json", "person_record", "page"]);
    assert.equal(opened.db.get<{ readonly n: number }>("select count(*) as n from record_json")?.n, 2);
    assert.equal(await store.retention.finishDeletions(), 0);
  });

  const walSize = (): number => statSync(`${opened.db.file}-wal`).size;
  const freePages = (): unknown => Object.values(opened.db.get("pragma freelist_count") ?? {})[0];
  const count = (table: string): unknown => opened.db.get(`select count(*) as n from ${table}`)?.["n"];
  const finished = async (records: readonly object[], change: Partial<NewRun> = {}): Promise<StoredRun> => {
    const run = await beginRun(store, "person", change);
    await addPage(store, run, records);
    await store.runs.stop(run.id, owner, { kind: "complete" }, change.startedAt ?? now);
    return run;
  };

  it("leave neither free pages nor a log, and report each old run", async () => {
    const day = 86_400_000;
    const run = await finished(people(0, 100));
    await finished(people(50, 100));
    await store.retention.deleteRun(run.id, { now });
    assert.deepEqual([freePages(), walSize(), count("person_record"), count("record_json")], [0, 0, 100, 100]);
    const old = [
      await finished(people(0, 100), { startedAt: now - day }),
      await finished(people(100, 50), { startedAt: now - day }),
    ];
    await store.recordLists.create({ id: "l1", name: "List" });
    await store.recordLists.add(
      "l1",
      "person",
      [old[0]?.no ?? 0].map((no) => no * 2 ** 32),
      now,
    );
    for (const none of [{ olderThan: now - day }, { olderThan: now, purposes: ["count"] }]) {
      assert.deepEqual(await store.retention.purgeOlder({ now, ...none }), []);
    }
    const seen: unknown[] = [];
    const onProgress = (...progress: readonly number[]) => seen.push(progress);
    const given = { olderThan: now, now, purposes: ["search", "count"] };
    const deleted = await store.retention.purgeOlder(given, { onProgress });
    assert.deepEqual(
      [deleted, seen],
      [
        old.map(({ id }) => id),
        [
          [1, 2],
          [2, 2],
        ],
      ],
    );
    assert.deepEqual([freePages(), walSize(), count("person_record"), count("record_list_entry")], [0, 0, 100, 0]);
  });

  it("are announced with what they would delete", async () => {
    const day = 86_400_000;
    const spent = async (purpose: RunPurpose, credits: number, startedAt: number): Promise<StoredRun> => {
      const run = await beginRun(store, "person", { purpose, startedAt });
      await addPage(store, run, people(run.no * 10, 2), { metadata: { credits } });
      await store.runs.stop(run.id, owner, { kind: "complete" }, startedAt);
      return run;
    };
    const old = await spent("search", 1, now - day);
    await spent("lookup", 4, now - day);
    await spent("lookup", 8, now);
    await spent("count", 2, now);
    await spent("batch", 16, now);
    await spent("enrichment", 32, now);
    await store.recordLists.create({ id: "l1", name: "List" });
    await store.recordLists.add("l1", "person", [old.no * 2 ** 32], now);
    await store.recordLists.setNote("l1", "person", old.no * 2 ** 32, "Note");
    assert.deepEqual(await store.retention.keptCounts(), {
      ...{ runs: 2, lookups: 2, batches: 1, enrichments: 1, records: 12, credits: 31, lookupCredits: 12 },
      ...{ batchCredits: 16, listed: 1, notes: 1 },
    });
    assert.deepEqual(await store.retention.keptCounts(now), {
      ...{ runs: 1, lookups: 1, batches: 0, enrichments: 0, records: 4, credits: 5, lookupCredits: 4 },
      ...{ batchCredits: 0, listed: 1, notes: 1 },
    });
    assert.deepEqual(await store.retention.keptCounts(now - day), {
      ...{ runs: 0, lookups: 0, batches: 0, enrichments: 0, records: 0, credits: 0, lookupCredits: 0 },
      ...{ batchCredits: 0, listed: 0, notes: 0 },
    });
  });

  it("of everything wait for the last moment of each lease, and keep what is not about people", async () => {
    const run = await beginRun(store);
    const call = await openCall(store, { run: run.id, wanted: 2 });
    await addPage(store, run, [], { call, body: Buffer.from("<html>Ada</html>") });
    await store.profiles.saveColumnProfile("person", "Mail", { n: 1 });
    await store.profiles.saveGridLayout("person", ["name"]);
    await store.profiles.saveLastExport("file:///a", "shown", {}, now);
    await store.settings.save({ limit: 5 });
    await store.pauses.pause("key", 1000, now);
    await store.calls.agree({ credits: 7, at: now });
    const connections = await store.runs.connections();
    const spent = await store.calls.spend({ since: 0, by: "connection" });
    const [folder, end] = [path.dirname(opened.db.file), now + lease.ms];
    const [damaged, other] = [newCopy(opened.db.file, "damaged", now), path.join(folder, "other.txt")];
    [damaged, other].forEach((name) => writeFileSync(name, "Ada"));
    await assert.rejects(store.retention.purgeEverything({ now: end - 1 }), { code: "IN_USE" });
    const [tracked] = await store.enrichments.track([
      { id: "e1", connection: "c1", entry: {}, addedAt: now, nextAskAt: now },
    ]);
    await store.enrichments.acquireLease(tracked?.key ?? "", { owner, now: end, ms: 10 });
    await assert.rejects(store.retention.purgeEverything({ now: end + 9 }), { code: "IN_USE" });
    assert.equal((await store.runs.list({ now })).length, 1, "nothing was deleted");
    assert.equal(await store.retention.purgeEverything({ now: end + 10 }), false);
    assert.deepEqual([existsSync(damaged), existsSync(other), walSize()], [false, true, 0]);
    assert.deepEqual([await store.runs.list({ now }), await store.enrichments.list(), rowsLeft()], [[], [], []]);
    assert.deepEqual(
      [await store.profiles.gridLayout("person"), await store.profiles.lastExport("file:///a", "shown")],
      [[], undefined],
    );
    assert.deepEqual(await store.profiles.columnProfiles("person"), [{ n: 1 }]);
    assert.deepEqual(await store.settings.all(), { limit: 5 });
    const numbers = opened.db.all("select name from sqlite_sequence").map(({ name }) => name);
    assert.equal(new Set(numbers).size, numbers.length, "each table counts its numbers once");
    assert.equal((await store.pauses.state("key", now)).remainingMs, 1000);
    assert.deepEqual(await store.runs.connections(), connections);
    assert.deepEqual(await store.calls.spend({ since: 0, by: "connection" }), spent);
    assert.deepEqual(opened.db.get("select reply, problem, credits, counted from call"), { counted: 2 });
  });

  it("go on with the next run when one was deleted meanwhile, and end when nothing can be written", async () => {
    const runs = [await finished([]), await finished([]), await finished(people(0, 1))];
    const [, two, three] = runs.map(({ id }) => id);
    const readOnly = { onProgress: () => opened.db.exec("pragma query_only = on") };
    await assert.rejects(store.retention.purgeOlder({ olderThan: now + 1, now }, readOnly), { code: "READONLY" });
    opened.db.exec("pragma query_only = off");
    assert.deepEqual(
      (await store.runs.list({ now })).map(({ id }) => id),
      [three, two],
    );
    const again = await finished([]);
    const meanwhile = { onProgress: () => void opened.db.run("delete from run where id = ?", three ?? "") };
    assert.deepEqual(await store.retention.purgeOlder({ olderThan: now + 1, now }, meanwhile), [two, again.id]);
    assert.equal(await store.retention.finishDeletions(), 1);
  });

  it("let others write between their parts", async () => {
    const run = await finished(people(0, 250));
    const left: unknown[] = [];
    await deleteRun(
      opened.db,
      run.id,
      { now: now + 1 },
      { progress: () => undefined, breathe: async () => void left.push(count("person_record")) },
    );
    assert.ok(left.some((rows) => rows !== 0 && rows !== 250));
  });

  it("leave no text of a person in the file, and no reply in the ledger", async () => {
    const named = people(0, 300).map((one, n) => ({ ...one, full_name: `Xylophone ${n}` }));
    const run = await finished(named);
    await finished(people(300, 3));
    const kept = await beginRun(store);
    const call = await openCall(store, { run: kept.id, wanted: 2 });
    await addPage(store, kept, [], { call, body: Buffer.from("<html>Xylophone</html>") });
    await store.runs.stop(kept.id, owner, { kind: "complete" }, now);
    opened.db.run("update run set updated_at = 0 where id in (?, ?)", run.id, kept.id);
    assert.equal((await store.retention.purgeOlder({ olderThan: 1, now })).length, 2);
    assert.deepEqual(opened.db.get("select reply, problem, counted from call"), { counted: 2 });
    assert.equal(walSize(), 0);
    assert.equal(/xylophone/i.test(readFileSync(opened.db.file, "latin1")), false);
  });
});
