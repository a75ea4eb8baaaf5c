// The list of tracked enrichments, shared by windows: no change is lost, and one window at a time polls.
import assert from "node:assert/strict";
import { EnrichmentList, type TrackedEnrichment } from "../../../src/enrichments/enrichmentList";
import { saveResults } from "../../../src/enrichments/saveResults";
import { noOutcomes } from "../../../src/service/contactOutcome";
import { StoreError } from "../../../src/store/storeError";
import { testClock, type TestClock } from "../../support/testClock";
import { deskOver } from "../../support/testDesk";
import type { InProcessStore } from "../store/inProcess";
import { connection, openTestStore, removeFolders, type TestStore } from "../store/rig";

describe("the list of enrichments", () => {
  let opened: InProcessStore<TestStore>;
  let clock: TestClock;
  const windowOf = (owner: string): EnrichmentList => new EnrichmentList({ store: opened.store, clock, owner });

  beforeEach(() => {
    opened = openTestStore();
    clock = testClock();
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  async function tracked(list: EnrichmentList): Promise<TrackedEnrichment> {
    const [entry] = await list.add(["e1"], connection);
    return entry ?? assert.fail("nothing was tracked");
  }

  it("loses no change that two windows make at the same time", async () => {
    const [one, other] = [windowOf("a"), windowOf("b")];
    const { key } = await tracked(one);
    const more = (entry: TrackedEnrichment): TrackedEnrichment => ({ ...entry, asks: entry.asks + 1 });
    await Promise.all(Array.from({ length: 40 }, (_none, nth) => (nth % 2 === 0 ? one : other).update(key, more)));
    assert.equal((await one.get(key))?.asks, 40);
  });

  it("keeps existing entries, separately for each connection, and notifies about changes", async () => {
    const list = windowOf("a");
    const changes: string[] = [];
    const stop = list.onDidChange(() => changes.push("changed"));
    const { key } = await tracked(list);
    await list.update(key, (entry) => ({ ...entry, name: "All leads" }));
    const [again] = await list.add(["e1"], connection);
    assert.equal(again?.name, "All leads");
    await list.add(["e1"], { ...connection, id: "c2" });
    assert.deepEqual(
      (await list.list()).map(({ id, connection: { id: by } }) => [id, by]),
      [
        ["e1", "c1"],
        ["e1", "c2"],
      ],
    );
    assert.equal(await list.update("0".repeat(32), (entry) => entry), undefined);
    await list.remove(key);
    assert.equal(changes.length, 5);
    stop();
    await list.remove(key);
    assert.equal(changes.length, 5);
  });

  it("gives the lease once, also within a window, and takes over that of a closed window", async () => {
    const [one, other] = [windowOf("a"), windowOf("b")];
    const { key } = await tracked(one);
    const lease = await one.acquireLease(key);
    assert.deepEqual(
      [lease === undefined, await one.acquireLease(key), await other.acquireLease(key)],
      [false, undefined, undefined],
    );
    await lease?.release();
    assert.notEqual(await other.acquireLease(key), undefined);
    clock.advance(119_000);
    assert.equal(await one.acquireLease(key), undefined);
    clock.advance(2_000);
    const taken = await one.acquireLease(key);
    assert.notEqual(taken, undefined);
    await taken?.release();
    const ahead = new EnrichmentList({
      store: opened.store,
      clock: { now: () => clock.now() + 3_600_000 },
      owner: "c",
    });
    assert.notEqual(await ahead.acquireLease(key), undefined);
    assert.notEqual(await other.acquireLease(key), undefined, "the clock was set back since");
  });

  it("has no run when the contacts could not be saved, and rejects with the reason", async () => {
    const list = windowOf("a");
    const entry = await tracked(list);
    const contact = { profile: { id: "p1", full_name: "Ada" } };
    const body = Buffer.from(JSON.stringify({ status: "FINISHED", data: [contact] }));
    const reply = { status: 200, headers: { "content-type": "application/json" }, body };
    const parsed = {
      status: "FINISHED",
      contacts: 1,
      outcomes: noOutcomes,
      digest: "d",
      stillRunning: false,
    };
    const full = (): Promise<never> => Promise.reject(new StoreError("FULL", "The disk is full."));
    const store: TestStore = { ...pick(opened.store), records: { storePage: full } as unknown as TestStore["records"] };
    const { runs } = deskOver(store, { clock, owner: "a" });
    await assert.rejects(saveResults(runs, entry, { reply, parsed }), /The disk is full/);
    assert.deepEqual(await runs.list(), []);
    const { runs: sound } = deskOver(opened.store, { clock, owner: "a" });
    const kept = await saveResults(sound, entry, { reply, parsed });
    assert.deepEqual([kept?.contacts, kept?.partial, (await runs.list()).length], [1, false, 1]);
    assert.deepEqual(
      await saveResults(sound, { ...entry, results: kept }, { reply, parsed }),
      kept,
      "the same reply is saved once",
    );
    assert.equal((await runs.list()).length, 1);
  });
});

/** The store is a proxy, whose subjects cannot be listed. */
const pick = ({ runs, retention, records }: TestStore): TestStore =>
  ({ runs, retention, records }) as unknown as TestStore;
