import assert from "node:assert/strict";
import path from "node:path";
import { BalanceWatch } from "../../../src/runs/balance";
import { Budgets, type Budget } from "../../../src/runs/budget";
import {
  BudgetUsedUp,
  type BalanceReading,
  type BudgetLimit,
  type CallToPay,
  type Reservation,
} from "../../../src/runs/budgetTypes";
import type { Store } from "../../../src/store/client";
import type { StatedCosts } from "../../../src/store/spend";
import { StoreError } from "../../../src/store/storeError";
import { testClock } from "../../support/testClock";
import { possiblyCharged } from "../store/inspect";
import { beginRun, newFolder, openTestStore, owner, removeFolders, replyOf } from "../store/rig";

const day = 86_400_000;

describe("a budget", () => {
  let file: string;
  let run: string;
  let clock: ReturnType<typeof testClock>;
  let opened: ReturnType<typeof openTestStore>[] = [];

  beforeEach(async () => {
    file = path.join(newFolder(), "desk.db");
    clock = testClock();
    run = (await beginRun(open().store)).id;
  });
  afterEach(async () => {
    await Promise.all(opened.map(({ close }) => close()));
    opened = [];
    removeFolders();
  });

  /** The budgets of a window of its own: with its own connection to the same database. */
  const open = (confirmAbove = 25): Budgets & { readonly store: Store; readonly exec: (sql: string) => void } => {
    const window = openTestStore({ file });
    opened.push(window);
    const { store, db } = window;
    return Object.assign(new Budgets({ calls: store.calls, clock, confirmAbove: () => confirmAbove }), {
      store,
      exec: (sql: string) => db.exec(sql),
    });
  };
  const call = (records: number, change: Partial<CallToPay> = {}): CallToPay => ({
    run,
    connection: "c1",
    operation: "peopleSearch",
    records,
    ...change,
  });
  /** A reply with so many records is stored, and the call is settled as a page's is. */
  const answer = async (
    { call: no, answered }: Reservation,
    records: number,
    credits: number | undefined,
    reading?: BalanceReading,
  ): Promise<void> => {
    const body = replyOf(
      "person",
      Array.from({ length: records }, () => ({})),
      { credits },
    );
    await opened[0]?.store.records.storePage({
      run,
      owner,
      call: no,
      request: {},
      status: 200,
      receivedAt: clock.now(),
      body,
    });
    await answered({ records, credits, reading });
  };
  const pay = async (
    budget: Budget,
    records: number,
    credits: number,
    change: Partial<CallToPay> = {},
    limit?: number,
  ): Promise<void> => answer(await budget.reserve(call(records, change), limit), records, credits);
  /** A call outside of every budget has shown the price of a record. */
  const learn = (price = 1, change: Partial<CallToPay> = {}): Promise<void> =>
    pay(open().unlimited(), 1, price, change);
  const roomIn = async (
    budget: Budget,
    wanted: number,
    limit?: number,
  ): Promise<readonly [number, BudgetLimit | undefined]> => {
    const { records, limitedBy } = await budget.room("c1", "peopleSearch", wanted, limit);
    return [records, limitedBy];
  };
  const usedUp = (end: BudgetLimit) => (error: unknown) => error instanceof BudgetUsedUp && error.limitedBy === end;
  /** Credits that the run was possibly charged. */
  const possible = async (): Promise<number> =>
    (await opened[0]?.store.runs.get(run, clock.now()))?.possibleCredits ?? 0;
  const openCalls = async ({ store }: { readonly store: Store }): Promise<readonly number[]> =>
    (await possiblyCharged(store)).map(({ asked }) => asked);

  describe("and the price of the next call", () => {
    it("is one credit a record while none is known", async () => {
      const budgets = open();
      assert.deepEqual(await budgets.price("c1", "peopleSearch"), { perRecord: 1, known: false });
      await learn();
      assert.deepEqual(await budgets.price("c1", "peopleSearch"), { perRecord: 1, known: true });
      assert.deepEqual(await roomIn(await budgets.agreed(30), 100), [30, "agreed"]);
      assert.deepEqual(await roomIn(await budgets.agreed(100), 100), [100, undefined]);
    });

    it("is not learned from free calls, nor from those that do not say what they cost", async () => {
      const budgets = open();
      const budget = budgets.unlimited();
      await pay(budget, 100, 0);
      await answer(await budget.reserve(call(100), undefined), 100, undefined, { before: 100, after: 70, drop: 30 });
      await (await budget.reserve(call(100), undefined)).failed("maybe");
      assert.deepEqual(await budgets.price("c1", "peopleSearch"), { perRecord: 1, known: false });
      assert.deepEqual(await budget.price("c1", "peopleSearch"), { perRecord: 1, known: false });
    });

    it("is the highest one of 90 days, for each operation and connection by itself", async () => {
      const budgets = open();
      const budget = budgets.unlimited();
      await pay(budget, 100, 500);
      clock.advance(80 * day);
      await pay(budget, 100, 25);
      await pay(budget, 10, 10);
      await pay(budget, 1, 7, { operation: "companyLookup" });
      await pay(budget, 1, 9, { connection: "c2" });
      const price = async (): Promise<number> => (await open().price("c1", "peopleSearch")).perRecord;
      assert.equal(await price(), 5);
      assert.deepEqual(await budgets.price("c1", "companyLookup"), { perRecord: 7, known: true });
      assert.deepEqual(await budgets.price("c2", "peopleSearch"), { perRecord: 9, known: true });
      clock.advance(11 * day);
      assert.equal(await price(), 1);
      clock.advance(90 * day);
      assert.deepEqual(await open().price("c1", "peopleSearch"), { perRecord: 1, known: false });
    });

    it("counts a call that was charged without returning anything as one record", async () => {
      const budgets = open();
      await answer(await budgets.unlimited().reserve(call(100), undefined), 0, 3);
      assert.deepEqual(await budgets.price("c1", "peopleSearch"), { perRecord: 3, known: true });
    });

    it("rises within an action as soon as a call was dearer, and never falls", async () => {
      await learn();
      const budgets = open();
      const budget = await budgets.agreed(100);
      await pay(budget, 10, 10);
      assert.deepEqual(await roomIn(budget, 100), [90, "agreed"]);
      await pay(budget, 10, 40);
      assert.deepEqual(await roomIn(budget, 100), [12, "agreed"]);
      await pay(budget, 10, 25);
      assert.deepEqual(await roomIn(budget, 100), [6, "agreed"]);
    });
  });

  describe("of an agreed sum", () => {
    it("has room for exactly that sum, whatever needs no question", async () => {
      await learn();
      const budget = await open(0).agreed(150);
      assert.equal(budget.agreed, 150);
      await pay(budget, 100, 100);
      assert.deepEqual(await roomIn(budget, 100), [50, "agreed"]);
      await pay(budget, 50, 50);
      assert.deepEqual(await roomIn(budget, 1), [0, "agreed"]);
      await assert.rejects(budget.reserve(call(1), undefined), usedUp("agreed"));
    });

    it("counts what is under way, and gives it back when it was not charged", async () => {
      await learn();
      const budget = await open().agreed(100);
      const first = await budget.reserve(call(60), undefined);
      assert.deepEqual(await roomIn(budget, 100), [40, "agreed"]);
      await assert.rejects(budget.reserve(call(41), undefined), usedUp("agreed"));
      await first.failed("no");
      assert.equal(await possible(), 0);
      assert.deepEqual(await roomIn(budget, 100), [100, undefined]);
    });

    it("counts records that came, not those that were asked for", async () => {
      await learn();
      const budget = await open().agreed(100);
      await answer(await budget.reserve(call(100), undefined), 10, 10);
      assert.deepEqual(await roomIn(budget, 100), [90, "agreed"]);
      await answer(await budget.reserve(call(50), undefined), 100, 100);
      assert.deepEqual(await roomIn(budget, 100), [0, "agreed"]);
    });

    it("adds fractions up exactly", async () => {
      await learn(0.1);
      const budget = await open().agreed(1);
      for (let nth = 0; nth < 10; nth += 1) {
        assert.deepEqual((await roomIn(budget, 1))[0], 1, `the call number ${nth + 1}`);
        await pay(budget, 1, 0.1);
      }
      assert.deepEqual(await roomIn(budget, 1), [0, "agreed"]);
      const whole = await open().agreed(10);
      assert.deepEqual(await roomIn(whole, 100), [100, undefined]);
      // 0.3 / 0.1 and 0.7 / 0.1 are a little less than 3 and 7.
      for (const [agreed, records] of [
        [0.3, 3],
        [0.55, 5],
        [0.7, 7],
      ] as const) {
        assert.deepEqual(await roomIn(await open().agreed(agreed), 100), [records, "agreed"]);
      }
    });

    it("has room to the last fraction that it says there is, also at prices that no decimal holds", async () => {
      for (const parts of [3, 7, 9, 11]) {
        const budgets = open();
        const budget = await budgets.agreed(1);
        const operation = "companySearch";
        const connection = `c${parts}`;
        await learn(1 / parts, { operation, connection });
        let records = 0;
        for (let wanted = 1; wanted > 0; wanted = (await budget.room(connection, operation, 100, undefined)).records) {
          await pay(budget, wanted, wanted / parts, { operation, connection });
          records += wanted;
        }
        assert.equal(records, parts);
      }
    });

    it("allows one record with less than a credit left while no price is known, and none with nothing", async () => {
      const budgets = open();
      assert.deepEqual(await roomIn(await budgets.agreed(0.5), 100), [1, "agreed"]);
      assert.deepEqual(await roomIn(await budgets.agreed(0), 100), [0, "agreed"]);
    });

    it("writes nothing and lets nothing leave when the database cannot be written", async () => {
      const budgets = open();
      const budget = await budgets.agreed(10);
      budgets.exec("pragma query_only = on");
      const isReadOnly = (error: unknown): boolean => error instanceof StoreError && error.code === "READONLY";
      await assert.rejects(budget.reserve(call(1), undefined), isReadOnly);
      await assert.rejects(budgets.unconfirmed().reserve(call(1), undefined), isReadOnly);
      await assert.rejects(budgets.agreed(10), isReadOnly);
      assert.deepEqual(await openCalls(open()), []);
    });

    it("keeps counting the open call of a window that is gone, independently of other agreements", async () => {
      await learn();
      const budgets = open();
      const [one, other] = [await budgets.agreed(100), await budgets.agreed(50)];
      await one.reserve(call(60), undefined);
      await pay(other, 20, 20);
      assert.deepEqual(
        [await roomIn(one, 100), await roomIn(other, 100)],
        [
          [40, "agreed"],
          [30, "agreed"],
        ],
      );
      await budgets.store.runs.stop(run, owner, { kind: "cancelled" }, clock.now());
      assert.deepEqual([await roomIn(one, 100), await possible()], [[40, "agreed"], 60]);
    });

    it("is never exceeded by calls of one action that race", async () => {
      await learn();
      const budget = await open().agreed(50);
      const ends = await Promise.allSettled(Array.from({ length: 9 }, () => budget.reserve(call(10), undefined)));
      assert.equal(ends.filter(({ status }) => status === "fulfilled").length, 5);
      assert.ok(ends.every((end) => end.status === "fulfilled" || usedUp("agreed")(end.reason)));
    });
  });

  describe("of what needs no question", () => {
    it("is not used up by what was agreed, nor by what is worth nothing", async () => {
      await learn();
      const budgets = open();
      await pay(await budgets.agreed(500), 400, 400);
      await pay(budgets.unlimited(), 400, 400);
      assert.equal(await budgets.leftUnconfirmed(), 25);
    });

    it("begins anew with an agreement in either window, and ends with the day never", async () => {
      await learn();
      const [one, other] = [open(), open()];
      await pay(one.unconfirmed(), 20, 20);
      clock.advance(3 * day);
      await pay(one.unconfirmed(), 2, 2);
      assert.equal(await other.leftUnconfirmed(), 3);
      await other.agreed(1);
      assert.equal(await one.leftUnconfirmed(), 25);
      await pay(one.unconfirmed(), 10, 10);
      assert.equal(await other.leftUnconfirmed(), 15);
    });

    it("is set aside before a call leaves, so that another window finds no room", async () => {
      await learn();
      const [one, other] = [open(), open()];
      const budget = one.unconfirmed();
      assert.deepEqual(await roomIn(budget, 20), [20, undefined]);
      assert.deepEqual(await roomIn(other.unconfirmed(), 20), [20, undefined]);
      const [mine, theirs] = await Promise.allSettled([
        budget.reserve(call(20), undefined),
        other.unconfirmed().reserve(call(20), undefined),
      ]);
      assert.equal(mine.status, "fulfilled");
      assert.ok(theirs.status === "rejected" && usedUp("unconfirmed")(theirs.reason));
      assert.deepEqual(await roomIn(other.unconfirmed(), 20), [5, "unconfirmed"]);
      await assert.rejects(budget.reserve(call(6), undefined), usedUp("unconfirmed"));
      assert.deepEqual(await openCalls(other), [20], "what found no room is not written down");
      await pay(other.unconfirmed(), 5, 5);
      assert.deepEqual(await roomIn(one.unconfirmed(), 1), [0, "unconfirmed"]);
    });

    it("is never exceeded by two windows that race", async () => {
      await learn();
      const windows = [open(10), open(10)];
      const ends = await Promise.allSettled(
        Array.from({ length: 40 }, (_, nth) => (windows[nth % 2] as Budgets).unconfirmed().reserve(call(1), undefined)),
      );
      const left = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
      assert.equal(left.length, 10);
      assert.ok(ends.every((end) => end.status === "fulfilled" || usedUp("unconfirmed")(end.reason)));
      await Promise.all(left.map((reserved, nth) => (nth < 4 ? reserved.failed("no") : answer(reserved, 1, 1))));
      assert.deepEqual(await Promise.all(windows.map((window) => window.leftUnconfirmed())), [4, 4]);
    });

    it("begins anew with an agreement: what was under way before counts towards the sum before", async () => {
      await learn();
      const [one, other] = [open(), open()];
      const early = await one.unconfirmed().reserve(call(20), undefined);
      await other.agreed(1);
      await pay(one.unconfirmed(), 10, 10);
      await answer(early, 20, 20);
      assert.deepEqual([await one.leftUnconfirmed(), await other.leftUnconfirmed()], [15, 15]);
    });

    it("does not begin anew when the user agrees to nothing", async () => {
      await learn();
      const budgets = open();
      await pay(budgets.unconfirmed(), 20, 20);
      const budget = await budgets.agreed(0);
      assert.deepEqual([await budgets.leftUnconfirmed(), await roomIn(budget, 1)], [5, [0, "agreed"]]);
      await assert.rejects(budget.reserve(call(1), undefined), usedUp("agreed"));
    });

    it("is nothing when every credit shall be asked about", async () => {
      const budgets = open(0);
      assert.deepEqual(await roomIn(budgets.unconfirmed(), 10), [0, "unconfirmed"]);
      await assert.rejects(budgets.unconfirmed().reserve(call(1), undefined), usedUp("unconfirmed"));
      assert.equal(await budgets.leftUnconfirmed(), 0);
    });

    it("may be a fraction", async () => {
      const budgets = open(0.5);
      await pay(budgets.unlimited(), 100, 10);
      assert.deepEqual(await roomIn(budgets.unconfirmed(), 100), [5, "unconfirmed"]);
      await pay(budgets.unconfirmed(), 5, 0.5);
      assert.deepEqual(
        [await budgets.leftUnconfirmed(), await roomIn(budgets.unconfirmed(), 1)],
        [0, [0, "unconfirmed"]],
      );
    });
  });

  describe("with a credit limit", () => {
    it("asks for 1, 2, 4 … records while the price is unknown and the pages are free", async () => {
      const budget = open().unlimited();
      const limits: number[] = [];
      for (let nth = 0; nth < 6; nth += 1) {
        const [records] = await roomIn(budget, 100, 60);
        limits.push(records);
        await pay(budget, records, 0, {}, 60);
      }
      assert.deepEqual(limits, [1, 2, 4, 8, 16, 32]);
    });

    it("asks for as many as the limit pays for as soon as the price is known", async () => {
      const budget = open().unlimited();
      await pay(budget, 1, 0, {}, 20);
      await pay(budget, 2, 10, {}, 20);
      assert.deepEqual(await roomIn(budget, 100, 10), [2, "limit"]);
      assert.deepEqual(await roomIn(budget, 100, 4.99), [0, "limit"]);
      assert.deepEqual(await roomIn(budget, 100, 1000), [100, undefined]);
      await assert.rejects(budget.reserve(call(3), 10), usedUp("limit"));
    });

    it("has no room when the limit is reached or passed", async () => {
      const budget = open().unlimited();
      assert.deepEqual(await roomIn(budget, 100, 0), [0, "limit"]);
      assert.deepEqual(await roomIn(budget, 100, -5), [0, "limit"]);
      await assert.rejects(budget.reserve(call(1), 0), usedUp("limit"));
    });

    it("may be a fraction: 0.5 pays for two records at 0.25", async () => {
      const budget = open().unlimited();
      await pay(budget, 100, 25);
      assert.deepEqual(await roomIn(budget, 100, 0.5), [2, "limit"]);
      assert.deepEqual(await roomIn(budget, 100, 0.3), [1, "limit"]);
      assert.deepEqual(await roomIn(budget, 100, 0.1 + 0.2), [1, "limit"]);
    });

    it("names what is tighter: the limit, or what was agreed", async () => {
      const budget = await open().agreed(50);
      await pay(budget, 1, 1);
      assert.deepEqual(await roomIn(budget, 100, 20), [20, "limit"]);
      assert.deepEqual(await roomIn(budget, 100, 80), [49, "agreed"]);
    });
  });

  describe("with a reply that does not say what it cost", () => {
    const nothing: BalanceReading = { before: undefined, after: undefined };
    const fell = (drop: number): BalanceReading => ({ before: 500, after: 500 - drop, drop });
    /** Ten records of unsaid cost; the result is what the run shows as possibly charged for them. */
    const unsaid = async (budget: Budget, reading: BalanceReading = nothing, records = 10): Promise<number> => {
      const before = await possible();
      await answer(await budget.reserve(call(10), undefined), records, undefined, reading);
      return (await possible()) - before;
    };

    it("counts what earlier calls may have cost as possible, and the rest of the fall as the cost", async () => {
      await learn();
      const budgets = open();
      const budget = await budgets.agreed(100);
      const before = (await budgets.store.runs.get(run, clock.now()))?.credits ?? 0;
      assert.equal(await unsaid(budget, { ...fell(40), charged: 40, late: 10 }), 10);
      assert.equal((await budgets.store.runs.get(run, clock.now()))?.credits, before + 30);
      assert.deepEqual(await roomIn(budget, 100), [60, "agreed"]);
    });

    it("takes no comfort from a balance that did not fall beside records, but does where none came", async () => {
      await learn();
      const [empty, full] = [await open().agreed(100), await open().agreed(100)];
      assert.equal(await unsaid(empty, fell(0), 0), 0);
      assert.deepEqual(await roomIn(empty, 100), [100, undefined]);
      assert.equal(await unsaid(full, fell(0)), 10);
      assert.deepEqual(await roomIn(full, 100), [0, "costUnknown"]);
    });

    it("leaves nothing without a question after one that is not understood, which is kept whole", async () => {
      await learn();
      const [one, other] = [open(), open()];
      const reserved = await one.unconfirmed().reserve(call(3), undefined);
      const page = await one.store.records.storePage({
        run,
        owner,
        call: reserved.call,
        request: {},
        status: 200,
        receivedAt: clock.now(),
        body: Buffer.from("<html>"),
      });
      assert.equal(page.understood, false);
      assert.equal(await other.leftUnconfirmed(), 22, "until its window has said so, what was set aside is counted");
      await reserved.failed("maybe");
      assert.deepEqual([await other.leftUnconfirmed(), await possible()], [0, 3]);
      assert.equal(Buffer.from((await other.store.calls.rawReply(reserved.call))?.body ?? []).toString(), "<html>");
    });

    it("gives what was used up by doubt back when that turns out to be none", async () => {
      await learn();
      const budgets = open();
      const reserved = await budgets.unconfirmed().reserve(call(3), undefined);
      await reserved.failed("maybe");
      await reserved.failed("no");
      assert.deepEqual([await budgets.leftUnconfirmed(), await possible()], [25, 0]);
    });

    it("never stops what is worth nothing", async () => {
      const budget = open().unlimited();
      await unsaid(budget);
      assert.deepEqual(await roomIn(budget, 100), [100, undefined]);
    });
  });
});

describe("the balance beside a run", () => {
  const watching = (said: readonly (number | undefined)[], last?: number): BalanceWatch => {
    const left = [...said];
    const credits = async (): Promise<{ readonly balance: number }> => {
      const balance = left.shift();
      if (balance === undefined) {
        throw new Error("It cannot be read.");
      }
      return { balance };
    };
    const clock = testClock();
    const known = last === undefined ? undefined : { credits: last, at: clock.now() };
    return new BalanceWatch({ client: { credits }, clock, stated, isOff: false, known });
  };
  const stated = async (): Promise<StatedCosts> => ({
    total: statedTotal,
    since: 0,
    recent: 0,
    inFlight: false,
  });
  let statedTotal = 0;
  beforeEach(() => {
    statedTotal = 0;
  });
  /** What is found out, with nothing that other calls may have cost. */
  const compared = async (watch: BalanceWatch): Promise<readonly unknown[]> => {
    const { before, after, drop, charged, isShared, late } = await watch.compare();
    assert.deepEqual([isShared, late], [false, 0]);
    return [before, after, drop, charged];
  };

  it("tells how far it fell since it was last read, without what calls said they cost", async () => {
    const watch = watching([880, 850], 1000);
    await watch.prepare(1);
    statedTotal = 20;
    assert.deepEqual(await compared(watch), [980, 880, 100, 100]);
    assert.deepEqual(await compared(watch), [880, 850, 30, 30]);
  });

  it("tells no drop when it rose, was never read, or cannot be read", async () => {
    assert.deepEqual(await compared(watching([1200], 1000)), [1000, 1200, undefined, 0]);
    assert.deepEqual(await compared(watching([1200])), [undefined, 1200, undefined, 0]);
    const unreadable = watching([undefined, 900], 1000);
    assert.deepEqual(await compared(unreadable), [1000, undefined, undefined, 0]);
    assert.deepEqual(await compared(unreadable), [undefined, 900, undefined, 0]);
  });

  it("fell by nothing when it rose by 1 credit at most, which rounding explains", async () => {
    assert.deepEqual(await compared(watching([1000], 1000)), [1000, 1000, 0, 0]);
    assert.deepEqual(await compared(watching([1001], 1000)), [1000, 1001, 0, 0]);
    assert.deepEqual(await compared(watching([1001.5], 1000)), [1000, 1001.5, undefined, 0]);
  });

  it("leaves no wait behind when it was read", async () => {
    const clock = testClock();
    assert.equal(
      await new BalanceWatch({ client: { credits: async () => ({ balance: 5 }) }, clock, stated, isOff: false }).read(),
      5,
    );
    assert.equal(clock.waiting, 0);
  });

  it("gives up reading it after 10 seconds", async () => {
    const clock = testClock();
    const credits = ({ signal }: { readonly signal?: AbortSignal } = {}): Promise<{ readonly balance: number }> =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("It was given up."))));
    const comparing = new BalanceWatch({ client: { credits }, clock, stated, isOff: false }).compare();
    clock.advance(9_999);
    assert.equal(clock.waiting, 1);
    clock.advance(1);
    assert.equal((await comparing).after, undefined);
  });
});
