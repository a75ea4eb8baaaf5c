// What is deleted is deleted whole: a cancelled purge ends between two runs, and what a crash left over is found.
import assert from "node:assert/strict";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, newRun, now, owner, type TestStore, useTestStore } from "./rig";

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
    ].filter((table) => (opened.db.get<{ readonly n: number }>(`select count(*) as n from ${table}`)?.n ?? 0) > 0);

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
