// The ledger and its budgets: nothing leaves without room, and what is counted is what the calls add up to.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ReserveResult } from "../../../src/store/calls";
import type { StoreDb } from "../../../src/store/storeDb";
import { possiblyCharged } from "./inspect";
import { answerCall, beginRun, connection, lease, now, type TestStore, useTestStore } from "./rig";

describe("calls of the store", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((fresh) => {
    ({ store, db } = fresh);
  });

  /** Of a known price. */
  const shared = async (credits: number, allowance = 10, at = now): Promise<ReserveResult> =>
    store.calls.reserve({
      connection: connection.id,
      operation: "peopleLookup",
      at,
      asked: 1,
      credits,
      price: await store.calls.highestPrice(connection.id, "peopleLookup", at),
      budget: { kind: "shared", allowance },
    });
  const callOf = (reservation: ReserveResult): number =>
    reservation.kind === "reserved" ? reservation.call : assert.fail("no room");
  const answer = (call: number, credits: number | undefined, counted = credits ?? 1, records = 1): void =>
    answerCall(db, call, records, credits, { counted, possibleCredits: credits === undefined ? counted : 0 });
  const fail = (call: number, charged: "no" | "maybe", counted: number): Promise<void> =>
    store.calls.markFailed(call, { charged, at: now, counted, possibleCredits: counted });

  it("share what needs no question, until there is an agreement", async () => {
    const first = callOf(await shared(6));
    assert.deepEqual(await shared(6), { kind: "noRoom", left: 4 });
    answer(first, 1);
    assert.equal(await store.calls.sharedUsed(), 1);
    callOf(await shared(6));
    assert.deepEqual(await shared(6), { kind: "noRoom", left: 3 });
    await store.calls.agree({ credits: 100, at: now });
    assert.equal(await store.calls.sharedUsed(), 0);
    assert.equal((await shared(10)).kind, "reserved");
  });

  it("draw on an agreement", async () => {
    const run = await beginRun(store);
    const [first, second] = [
      await store.calls.agree({ credits: 10, at: now }),
      await store.calls.agree({ credits: 1, at: now }),
    ];
    const ask = async (credits: number, budget = first): Promise<ReserveResult> =>
      store.calls.reserve({
        run: run.id,
        connection: connection.id,
        operation: "peopleSearch",
        at: now,
        asked: 100,
        credits,
        price: await store.calls.highestPrice(connection.id, "peopleSearch", now),
        budget: { kind: "agreement", budget },
      });
    // A hundred times a tenth fits ten.
    for (let n = 0; n < 100; n += 1) {
      answer(callOf(await ask(0.1)), 0.1);
    }
    assert.equal((await ask(0.1)).kind, "noRoom");
    const lost = callOf(await ask(1, second));
    await fail(lost, "maybe", 1);
    assert.equal((await ask(0.1, second)).kind, "noRoom", "what may have been charged stays counted");
    for (const [budget, used] of [
      [first, 10],
      [second, 1],
    ] as const) {
      assert.equal(Math.round(((await store.calls.agreement(budget))?.used ?? 0) * 1e6) / 1e6, used);
    }
    assert.equal(await store.calls.sharedUsed(), 0);
  });

  it("of an owner that is gone may have been charged, and stay counted", async () => {
    const run = await beginRun(store);
    const ask = (): Promise<ReserveResult> =>
      store.calls.reserve({
        run: run.id,
        connection: connection.id,
        operation: "peopleSearch",
        at: now,
        asked: 100,
        credits: 3,
        budget: { kind: "shared", allowance: 100 },
      });
    await fail(callOf(await ask()), "no", 0);
    await ask();
    const shown = async (at: number): Promise<readonly unknown[]> => {
      const kept = await store.runs.get(run.id, at);
      return [kept?.isLive, kept?.requestInFlight, kept?.possibleCredits];
    };
    assert.deepEqual(await shown(now), [true, true, 0], "its window still waits for the reply");
    assert.deepEqual(await shown(now + 61_000), [false, true, 3]);
    const taken = await store.runs.take(run.id, { ...lease, owner: "window-2", now: now + 61_000 });
    assert.equal(await store.calls.sharedUsed(), 3);
    assert.deepEqual([taken.possibleCredits, taken.requestInFlight], [3, false]);
    assert.deepEqual(
      (await possiblyCharged(store)).map(({ run: id, asked }) => [id, asked]),
      [[run.id, 100]],
    );
  });

  it("say what they may have cost, and take it back when somebody knows better", async () => {
    const run = await beginRun(store);
    const ask = async (): Promise<number> =>
      callOf(
        await store.calls.reserve({
          run: run.id,
          connection: connection.id,
          operation: "peopleSearch",
          at: now,
          asked: 10,
          credits: 5,
          budget: { kind: "shared", allowance: 100 },
        }),
      );
    const counts = async (): Promise<readonly unknown[]> => [
      (await store.runs.get(run.id, now))?.possibleCredits,
      await store.calls.sharedUsed(),
    ];
    const lost = await ask();
    await store.calls.markFailed(lost, { charged: "maybe", at: now, counted: 40, possibleCredits: 5 });
    assert.deepEqual(await counts(), [5, 40]);
    await store.calls.markFailed(lost, { charged: "no", at: now, counted: 0, possibleCredits: 0 });
    assert.deepEqual(await counts(), [0, 0]);
    const unsaid = await ask();
    answer(unsaid, undefined, 5, 10);
    assert.deepEqual(await counts(), [5, 5]);
    await store.calls.applyBalance(unsaid, { counted: 3, possibleCredits: 3, balanceBefore: 100, balanceAfter: 97 });
    assert.deepEqual(await counts(), [3, 3]);
    await fail(unsaid, "no", 0);
    assert.deepEqual(await counts(), [3, 3], "what was answered cannot fail any more");
    answer(unsaid, 9);
    assert.deepEqual(await counts(), [3, 3], "nor be answered twice");
  });

  it("teach the highest positive price of 90 days for each operation", async () => {
    const ask = async (operation: string, at: number, credits: number, records: number): Promise<void> => {
      const call = callOf(
        await store.calls.reserve({ connection: connection.id, operation, at, asked: records, credits }),
      );
      answer(call, credits, credits, records);
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

  it("cost the same by time as by run, since any time", async () => {
    const run = await beginRun(store);
    const [from, span] = [now - 4_000_000, 3_700_000];
    for (let n = 0; n < 60; n += 1) {
      const at = from + ((n * 7919 * 613) % span);
      const call = callOf(
        await store.calls.reserve({ run: run.id, connection: connection.id, operation: "x", at, asked: 3, credits: 1 }),
      );
      if (n % 5 === 0) {
        await fail(call, n % 2 === 0 ? "no" : "maybe", 1);
      } else if (n % 5 !== 1) {
        answer(call, n % 5 === 2 ? undefined : n / 10, 1, 2);
      }
    }
    for (let n = 0; n < 40; n += 1) {
      const since = from + n * 77_777;
      const rows = async (by: "run" | "connection"): Promise<readonly unknown[]> =>
        (await store.calls.spend({ since, by })).map(({ key: _key, ...row }) => row);
      assert.deepEqual(await rows("connection"), await rows("run"));
    }
  });

  it("never take a budget beyond its room, and always add up", async () => {
    const step = fc.record({
      what: fc.constantFrom("reserve", "reserve", "answer", "unknown", "recount", "no", "maybe", "agree"),
      credits: fc.integer({ min: 0, max: 5 }),
      which: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await store.calls.agree({ credits: 0, at: now });
        let model = 0;
        let calls: {
          readonly call: number;
          counted: number;
          state: "open" | "failed" | "answered";
          readonly isOld: boolean;
        }[] = [];
        for (const { what, credits, which } of steps) {
          const one = calls[calls.length === 0 ? -1 : which % calls.length];
          const count = (counted: number): void => {
            if (one !== undefined) {
              model += one.isOld ? 0 : counted - one.counted;
              one.counted = counted;
            }
          };
          if (what === "agree") {
            await store.calls.agree({ credits: 1, at: now });
            model = 0;
            calls = calls.map((call) => ({ ...call, isOld: true }));
          } else if (what === "reserve") {
            const reservation = await shared(credits);
            assert.equal(reservation.kind === "reserved", model + credits <= 10);
            if (reservation.kind === "reserved") {
              model += credits;
              calls.push({ call: reservation.call, counted: credits, state: "open", isOld: false });
            }
          } else if (one !== undefined && (what === "answer" || what === "unknown")) {
            answer(one.call, what === "answer" ? credits : undefined, credits);
            if (one.state === "open") {
              one.state = "answered";
              count(credits);
            }
          } else if (one !== undefined && (what === "no" || what === "maybe")) {
            const counted = what === "no" ? 0 : credits;
            await fail(one.call, what, counted);
            if (one.state !== "answered") {
              one.state = "failed";
              count(counted);
            }
          } else if (one !== undefined) {
            await store.calls.applyBalance(one.call, { counted: credits, possibleCredits: credits });
            count(credits);
          }
          assert.equal(await store.calls.sharedUsed(), model);
        }
      }),
      { numRuns: 80 },
    );
  });
});
