// Leases that another machine made, whose clock is wrong: none of them lasts for ever.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { StoreDb } from "../../../src/store/storeDb";
import { beginRun, lease, newRun, now, openCall, owner, replyOf, useTestStore, type TestStore } from "./rig";

const year = 365 * 86_400_000;
const ms = lease.ms;
const nobody = { owner: "another machine", now: now + year, ms };
const us = { owner: "window-2", now, ms };

describe("a lease that ends a year from now, of a machine whose clock is ahead", () => {
  let store: TestStore;
  useTestStore((opened) => {
    store = opened.store;
  });

  it("of a run is taken over, and does not keep the run from being deleted", async () => {
    const run = await store.runs.create(newRun("person"), nobody);
    assert.equal((await store.runs.get(run.id, now))?.isLive, false);
    assert.equal((await store.runs.take(run.id, us)).isLive, true);
    assert.equal(await store.runs.renew(run.id, nobody), false, "the other machine loses it");
    const other = await store.runs.create(newRun("person"), nobody);
    await store.retention.deleteRun(other.id, { now });
    assert.equal(await store.runs.get(other.id, now), undefined);
  });

  it("of a run or an enrichment does not keep everything from being purged", async () => {
    await store.runs.create(newRun("person"), nobody);
    const entry = { id: "e1", connection: "c1", entry: {}, addedAt: now, nextAskAt: now };
    const [tracked] = await store.enrichments.track([entry]);
    assert.equal(await store.enrichments.acquireLease(tracked?.key ?? "", nobody), true);
    await store.retention.purgeEverything({ now });
    assert.deepEqual([await store.runs.list({ now }), await store.enrichments.list()], [[], []]);
  });
});

describe("while a restore or a purge replaces everything", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((opened) => {
    ({ store, db } = opened);
  });

  it("no run begins, nothing paid leaves, and no kept page is stored", async () => {
    const run = await beginRun(store);
    const call = await openCall(store, { run: run.id, wanted: 1 });
    const page = { run: run.id, owner, call, request: { limit: 1 }, status: 200, receivedAt: now };
    const body = Buffer.from(replyOf("person", [{ id: "p1" }], { credits: 1 })).toString("base64");
    const file = path.join(path.dirname(db.file), `prospect-desk-page-${run.id}-${call}.kept`);
    writeFileSync(file, JSON.stringify({ ...page, body }));
    const saveKept = () => store.keptPages.saveAll([path.dirname(file)], now + lease.ms + 1);
    db.run("update content set lease_owner = 'restore', lease_until = ?", now + 2 * lease.ms);
    const busy = { code: "BUSY", message: /being restored or purged/ };
    await assert.rejects(store.runs.create(newRun("person"), lease), busy);
    await assert.rejects(openCall(store, { run: run.id, wanted: 1 }), busy);
    await assert.rejects(saveKept(), busy);
    db.run("update content set lease_owner = null");
    assert.deepEqual(await saveKept(), [{ run: run.id, title: run.title, file }]);
  });
});
