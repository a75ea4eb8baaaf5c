// What is deleted is deleted whole: a cancelled purge ends between two runs, and what a crash left over is found.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, connection, newRun, now, owner, type TestStore, useTestStore } from "./rig";

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
    [
      "record_json",
      "person_record",
      "company_record",
      "contact_record",
      "question",
      "page",
      "skipped_id",
      "answer",
      "batch",
      "record_company",
      "run_company",
    ].filter((table) => (opened.db.get<{ readonly n: number }>(`select count(*) as n from ${table}`)?.n ?? 0) > 0);

  const sizeOf = (end: string): number => statSync(opened.db.file + end).size;

  it("of one run keep what its calls cost, without what the service answered", async () => {
    const paid = async (body?: Uint8Array): Promise<string> => {
      const run = await beginRun(store);
      const reserved = await store.calls.reserve({
        ...{ run: run.id, connection: connection.id, operation: "peopleSearch", at: now, asked: 3, credits: 3 },
      });
      const call = reserved.kind === "reserved" ? reserved.call : assert.fail("no room");
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
      opened.db
        .all("select state, credits, cast(reply as text) as reply, problem is null as clean from call order by no")
        .map((row) => ({ ...row })),
      [
        { state: "failed", credits: null, reply: null, clean: 1 },
        { state: "failed", credits: null, reply: "<p>Eve</p>", clean: 0 },
        { state: "answered", credits: 2, reply: null, clean: 1 },
      ],
    );
    await assert.rejects(store.retention.deleteRun(odd, { now }), { code: "NOT_FOUND" });
    await store.retention.deleteRun(other, { now });
    assert.deepEqual(rowsLeft(), []);
  });

  it("give the space back to the disk", async () => {
    await largeRun(25);
    opened.db.all("pragma wal_checkpoint(truncate)");
    const before = sizeOf("");
    await store.retention.purgeOlder({ olderThan: now + 1, now });
    assert.equal(opened.db.get<{ readonly freelist_count: number }>("pragma freelist_count")?.freelist_count, 0);
    assert.ok(sizeOf("") < before / 2, `${sizeOf("")} of ${before} bytes are left`);
    assert.equal(sizeOf("-wal"), 0);
  });

  it("of nothing change no file", async () => {
    await largeRun(1);
    const before = [sizeOf(""), sizeOf("-wal")];
    assert.deepEqual(await store.retention.purgeOlder({ olderThan: now - 1, now }), {
      deleted: [],
      kept: [],
      isCancelled: false,
    });
    assert.deepEqual([sizeOf(""), sizeOf("-wal")], before);
  });

  it("say how far they are, up to the end", async () => {
    await largeRun(25);
    await largeRun(1);
    const seen: (readonly [number, number])[] = [];
    const { deleted } = await store.retention.purgeOlder(
      { olderThan: now + 1, now },
      { onProgress: (done, total) => seen.push([done, total]) },
    );
    assert.equal(deleted.length, 2);
    assert.deepEqual(
      seen.map(([done]) => done),
      seen.map(([done]) => done).sort((one, other) => one - other),
    );
    assert.deepEqual([new Set(seen.map(([, total]) => total)).size, seen.at(-1)], [1, [2602, 2602]]);
    assert.ok(seen.length >= 5, String(seen.length));
    assert.deepEqual(rowsLeft(), []);
  });

  it("that are cancelled in the middle of a run delete this run whole and no other", async () => {
    const [first, second] = [await largeRun(25), await largeRun(1)];
    const cancel = new AbortController();
    const purged = await store.retention.purgeOlder(
      { olderThan: now + 1, now },
      { signal: cancel.signal, onProgress: () => cancel.abort() },
    );
    assert.deepEqual(purged, { deleted: [first], kept: [], isCancelled: true });
    assert.deepEqual(
      (await store.runs.list({ now })).map(({ id }) => id),
      [second],
    );
    assert.equal(opened.db.get<{ readonly n: number }>("select count(*) as n from record_json")?.n, 100);
    await store.retention.deleteRun(second, { now }, { signal: AbortSignal.abort() });
    assert.deepEqual(rowsLeft(), []);
  });

  it("that were cut off are finished, whatever was left", async () => {
    const { run: batch } = await store.batches.create({
      run: newRun("person", { purpose: "batch" }),
      source: "a.csv",
      mapping: {},
      columns: [],
      input: Buffer.from("x"),
    });
    await store.batches.addQuestions(batch.id, [{ identifiers: { person_name: "Ada" }, words: "Ada" }], now);
    const run = await beginRun(store);
    await addPage(store, run, people(0, 3));
    const skipping = await beginRun(store);
    await addPage(store, skipping, people(0, 3), { skipKnown: true });
    const lookup = await beginRun(store, "person", {
      purpose: "lookup",
      task: { kind: "peopleLookup", identifiers: { person_name: "Ada" } },
    });
    await store.lookups.answer({
      run: lookup.id,
      owner,
      request: { limit: 1 },
      status: 200,
      receivedAt: now,
      body: Buffer.from('{"people":[],"metadata":{"credits":0}}'),
    });
    const kept = await beginRun(store);
    await addPage(store, kept, people(10, 2));
    for (const table of ["record_json", "person_record", "question", "page", "skipped_id", "answer", "batch"]) {
      assert.ok(rowsLeft().includes(table), `nothing is in ${table} to be left over`);
    }
    opened.db.run("delete from run where id <> ?", kept.id);
    await store.retention.finishDeletions();
    assert.deepEqual(rowsLeft(), ["record_json", "person_record", "page"]);
    assert.equal(opened.db.get<{ readonly n: number }>("select count(*) as n from record_json")?.n, 2);
    assert.equal(await store.retention.finishDeletions(), 0);
  });
});
