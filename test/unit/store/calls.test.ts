// The ledger and its budgets: nothing leaves without room, and what is counted is what the calls add up to.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { InProcessStore } from "../../../src/store/inProcess";
import type { Reservation } from "../../../src/store/calls";
import { beginRun, connection, lease, now, openTestStore, removeFolders, type TestStore } from "./rig";

describe("calls of the store", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  beforeEach(() => {
    opened = openTestStore();
    store = opened.store;
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  const shared = (credits: number, allowance = 10, at = now): Promise<Reservation> =>
    store.calls.reserve({ connection: connection.id, operation: "peopleLookup", at, asked: 1, credits, budget: { kind: "shared", allowance } });
  const callOf = (reservation: Reservation): number => (reservation.kind === "reserved" ? reservation.call : assert.fail("no room"));
  const answer = (call: number, credits: number | undefined, counted = credits ?? 1, records = 1): Promise<void> => store.calls.answered(call, { at: now, status: 200, records, credits, counted });

  it("share what needs no question, until there is an agreement", async () => {
    const first = callOf(await shared(6));
    assert.deepEqual(await shared(6), { kind: "noRoom", left: 4 });
    await answer(first, 1);
    assert.equal(await store.calls.sharedUsed(), 1);
    callOf(await shared(6));
    assert.deepEqual(await shared(6), { kind: "noRoom", left: 3 });
    await store.calls.agree({ credits: 100, at: now });
    assert.equal(await store.calls.sharedUsed(), 0);
    assert.equal((await shared(10)).kind, "reserved");
  });

  it("draw on an agreement, which can be raised", async () => {
    const run = await beginRun(store);
    const budget = await store.calls.agree({ credits: 10, at: now, run: run.id });
    const ask = (credits: number): Promise<Reservation> => store.calls.reserve({ run: run.id, connection: connection.id, operation: "peopleSearch", at: now, asked: 100, credits, budget: { kind: "agreement", budget } });
    // A hundred times a tenth fits ten.
    for (let n = 0; n < 100; n += 1) {
      await answer(callOf(await ask(0.1)), 0.1);
    }
    assert.equal((await ask(0.1)).kind, "noRoom");
    await store.calls.agreeToMore(budget, 1);
    const lost = callOf(await ask(1));
    await store.calls.sent(lost);
    await store.calls.failed(lost, { charged: "maybe", at: now });
    assert.equal((await ask(0.1)).kind, "noRoom", "what may have been charged stays counted");
    const found = await store.calls.agreementOf(run.id);
    assert.equal(Math.round((found?.used ?? 0) * 1e6) / 1e6, 11);
    assert.equal(await store.calls.sharedUsed(), 0);
  });

  it("cost nothing when they never left or were refused", async () => {
    await store.calls.failed(callOf(await shared(5)), { charged: "no", at: now });
    assert.equal(await store.calls.sharedUsed(), 0);
    assert.deepEqual(await store.calls.spend({ since: 0, by: "connection" }), []);
  });

  it("of an owner that is gone: what had not left is free, what had may have been charged", async () => {
    const run = await beginRun(store);
    const ask = (): Promise<Reservation> => store.calls.reserve({ run: run.id, connection: connection.id, operation: "peopleSearch", at: now, asked: 100, credits: 3, budget: { kind: "shared", allowance: 100 } });
    await ask();
    await store.calls.sent(callOf(await ask()));
    const taken = await store.runs.take(run.id, { ...lease, owner: "window-2", now: now + 61_000 });
    assert.equal(await store.calls.sharedUsed(), 3);
    assert.deepEqual([taken.uncertain, taken.requestInFlight], [100, false]);
    assert.equal((await store.calls.possiblyCharged(0)).length, 1);
  });

  it("teach the highest positive price of 90 days for each operation", async () => {
    const ask = async (operation: string, at: number, credits: number, records: number): Promise<void> => {
      const call = callOf(await store.calls.reserve({ connection: connection.id, operation, at, asked: records, credits }));
      await answer(call, credits, credits, records);
    };
    assert.equal(await store.calls.highestPrice(connection.id, "peopleSearch", now), undefined);
    await ask("peopleSearch", now, 0, 100);
    assert.equal(await store.calls.highestPrice(connection.id, "peopleSearch", now), undefined);
    await ask("peopleSearch", now - 91 * 86_400_000, 900, 100);
    await ask("peopleSearch", now - 89 * 86_400_000, 50, 100);
    await ask("peopleSearch", now, 25, 100);
    await ask("companySearch", now, 200, 100);
    assert.equal(await store.calls.highestPrice(connection.id, "peopleSearch", now), 0.5);
    assert.equal(await store.calls.highestPrice("other", "peopleSearch", now), undefined);
  });

  it("add up by day, run, search and connection, also when the run is gone", async () => {
    const run = await beginRun(store);
    const ask = async (at: number): Promise<void> => {
      await answer(callOf(await store.calls.reserve({ run: run.id, connection: connection.id, operation: "peopleSearch", at, asked: 10, credits: 10 })), 2.5, 2.5, 10);
    };
    const day = (at: number): string => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    await ask(now);
    await ask(now - 86_400_000);
    await ask(now - 86_400_000);
    const rows = async (by: "day" | "run" | "search" | "connection", since = 0): Promise<readonly (readonly [string, number])[]> => (await store.calls.spend({ since, by })).map(({ key, credits }) => [key, credits]);
    assert.deepEqual(await rows("day"), [[day(now - 86_400_000), 5], [day(now), 2.5]]);
    assert.deepEqual(await rows("search"), [[run.source, 7.5]]);
    assert.deepEqual(await rows("connection", now), [[connection.id, 2.5]]);
    await store.runs.stop(run.id, lease.owner, { kind: "complete" }, now);
    await store.retention.deleteRun(run.id, { now });
    assert.deepEqual(await rows("run"), [["", 7.5]]);
  });

  it("never take a budget beyond its room, and always add up", async () => {
    const step = fc.record({ what: fc.constantFrom("reserve", "reserve", "sent", "answer", "unknown", "no", "maybe", "agree"), credits: fc.integer({ min: 0, max: 5 }), which: fc.nat(5) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await store.calls.agree({ credits: 0, at: now });
        let model = 0;
        const open: { call: number; credits: number; sent: boolean }[] = [];
        let old = new Set<number>();
        for (const { what, credits, which } of steps) {
          const at = open.length === 0 ? -1 : which % open.length;
          const one = open[at];
          const isOld = one !== undefined && old.has(one.call);
          if (what === "agree") {
            await store.calls.agree({ credits: 1, at: now });
            model = 0;
            old = new Set(open.map(({ call }) => call));
          } else if (what === "reserve") {
            const reservation = await shared(credits);
            assert.equal(reservation.kind === "reserved", model + credits <= 10);
            if (reservation.kind === "reserved") {
              model += credits;
              open.push({ call: reservation.call, credits, sent: false });
            }
          } else if (one !== undefined) {
            const used = what === "answer" ? credits : what === "unknown" || what === "maybe" ? one.credits : 0;
            if (what === "sent") {
              if (!one.sent) {
                await store.calls.sent(one.call);
                one.sent = true;
              }
              continue;
            }
            await (what === "answer" || what === "unknown" ? answer(one.call, what === "answer" ? credits : undefined, used) : store.calls.failed(one.call, { charged: what as "no" | "maybe", at: now }));
            model += isOld ? 0 : used - one.credits;
            open.splice(at, 1);
          }
          assert.equal(await store.calls.sharedUsed(), model);
        }
        for (const { call } of open) {
          await store.calls.failed(call, { charged: "no", at: now });
        }
      }),
      { numRuns: 80 },
    );
  });
});
