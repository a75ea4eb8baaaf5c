// The two ends of a paid call: nothing leaves without room for it, and what is counted is what the calls add up to.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Allowance, OpenedCall } from "../../../src/store/calls";
import type { StoreDb } from "../../../src/store/storeDb";
import { possiblyCharged } from "./inspect";
import {
  addPage,
  answerCall,
  beginRun,
  connection,
  lease,
  newBatch,
  newRun,
  now,
  openCall,
  owner,
  type TestStore,
  useTestStore,
} from "./rig";

const day = 86_400_000;

describe("a paid call", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((fresh) => {
    ({ store, db } = fresh);
  });

  const shared = (credits: number): Allowance => ({ kind: "shared", credits });
  const agents: Allowance = {
    ...{ kind: "agents", account: "a", perDay: 10, perMonth: 12 },
    ...{ dayStart: now, monthStart: now - day, nextMonth: now + 20 * day },
  };
  const agreed = async (credits: number): Promise<Allowance> => ({
    kind: "agreement",
    budget: await store.calls.agree({ credits, at: now }),
  });
  const begin = async (change: Parameters<typeof newRun>[1] = {}): Promise<string> =>
    (await beginRun(store, "person", change)).id;
  interface Ask {
    readonly wanted?: number;
    readonly allowance?: Allowance | undefined;
    readonly at?: number;
    readonly by?: string;
    readonly operation?: string;
  }
  const open = (run: string, ask: Ask = {}): Promise<OpenedCall> => {
    const { wanted = 1, allowance = shared(1e6), at = now, by = owner, operation = "peopleSearch" } = ask;
    return store.calls.openCall({ run, owner: by, operation, at, wanted, allowance });
  };
  /** How many records it may ask for, or why it is not opened. */
  const room = async (run: string, ask: Ask = {}): Promise<number | string> => {
    const opened = await open(run, ask);
    return opened.kind === "open" ? opened.records : opened.kind === "noRoom" ? opened.limitedBy : opened.kind;
  };
  const callOf = (opened: OpenedCall): number => (opened.kind === "open" ? opened.call : assert.fail(opened.kind));
  const answer = (opened: OpenedCall, records: number, credits: number | undefined): void =>
    answerCall(db, callOf(opened), records, credits);
  /** A call of a run of its own shows the price of a record. */
  const learn = async (price: number, change: Parameters<typeof newRun>[1] = {}, at = now): Promise<void> => {
    const run = await begin(change);
    answerCall(db, await openCall(store, { run, wanted: 1, at }), 1, price);
    await store.runs.stop(run, owner, { kind: "complete" }, now);
  };
  const used = async (): Promise<number> => store.calls.sharedUsed();

  describe("of an unknown price", () => {
    it("asks for one record of a run, alone, and then for as many as fit at the price that it showed", async () => {
      const [one, other] = [await begin(), await begin()];
      const first = await open(one, { wanted: 100 });
      assert.deepEqual([first.kind === "open" && [first.records, first.reserved]], [[1, 1]]);
      assert.equal(await room(other, { wanted: 100 }), "wait");
      answer(first, 1, 4);
      assert.equal(await room(other, { wanted: 100, allowance: shared(50) }), 11);
    });

    it("asks for a whole page at 1 credit a record after a record that was free", async () => {
      const run = await begin();
      answer(await open(run, { wanted: 100 }), 1, 0);
      const second = await open(run, { wanted: 100 });
      assert.deepEqual([second.kind === "open" && [second.records, second.reserved]], [[100, 100]]);
    });

    it("does not take a reply without records for the first record", async () => {
      const run = await begin();
      answer(await open(run, { wanted: 100 }), 0, 0);
      assert.equal(await room(run, { wanted: 100 }), 1);
    });

    it("may ask for one record with less than a credit left, but not for agents, and never with nothing", async () => {
      const run = await begin();
      const first = await open(run, { allowance: shared(0.5) });
      assert.equal(first.kind === "open" && first.reserved, 0.5);
      await store.calls.failCall(callOf(first), { charged: "maybe", at: now });
      assert.equal(await room(run, { allowance: shared(0.5) }), "unconfirmed");
      assert.equal(await room(run, { allowance: { ...agents, perDay: 0.5 } }), "agents");
    });

    it("does not wait for a window that died, for another operation or for another account", async () => {
      const [killed, other] = [await begin(), await begin()];
      const elsewhere = await begin({ connection: { ...connection, id: "c2", workspaceId: "w2" } });
      await open(killed);
      assert.equal(await room(other), "wait");
      assert.equal(await room(other, { operation: "peopleLookup" }), 1);
      assert.equal(await room(elsewhere), 1);
      await store.runs.renew(other, { ...lease, ms: 2 * lease.ms });
      assert.equal(await room(other, { at: now + lease.ms + 1 }), 1);
    });

    it("asks the sandbox for a whole page, and never waits there", async () => {
      const [one, other] = [await begin(), await begin()];
      const ofSandbox = { owner, operation: "peopleSearch", at: now, wanted: 100 };
      for (const run of [one, other, one]) {
        const opened = await store.calls.openCall({ run, ...ofSandbox });
        assert.equal(opened.kind === "open" && opened.records, 100);
      }
    });
  });

  describe("'s price", () => {
    const priceNow = (): Promise<number | undefined> => store.calls.highestPrice(connection, "peopleSearch", now);

    it("is the highest positive one that the account paid for the operation in 90 days", async () => {
      await learn(0);
      assert.equal(await priceNow(), undefined);
      await learn(9, {}, now - 91 * day);
      await learn(0.5, {}, now - 89 * day);
      await learn(0.25);
      await learn(3, { connection: { ...connection, id: "elsewhere", origin: "https://other.example" } });
      await learn(4, { connection: { ...connection, id: "colleague", workspaceId: "w2" } });
      assert.equal(await priceNow(), 0.5);
      assert.equal(await store.calls.highestPrice(connection, "companySearch", now), undefined);
      await learn(0.75, { connection: { ...connection, id: "other key" } });
      assert.equal(await priceNow(), 0.75, "of another key of the account");
      assert.equal(
        await store.calls.highestPrice(
          { origin: connection.origin, workspaceId: connection.workspaceId },
          "peopleSearch",
          now,
        ),
        0.75,
      );
    });

    it("is that of one record when nothing was returned, and none when the reply does not say the cost", async () => {
      const run = await begin();
      answer(await open(run), 3, undefined);
      assert.equal(await priceNow(), undefined);
      const opened = callOf(await open(run));
      await addPage(store, { id: run, recordKind: "person" } as never, [], { call: opened, metadata: { credits: 3 } });
      assert.equal(await priceNow(), 3);
    });
  });

  describe("has room for", () => {
    beforeEach(() => learn(0.25));

    for (const [what, allowance, limit, wanted, expected] of [
      ["all that is wanted", shared(25), undefined, 100, 100],
      ["as many as the sum pays for", shared(20), undefined, 100, 80],
      ["nothing when not one fits", shared(0.2), undefined, 100, "unconfirmed"],
      ["what a fraction pays for", shared(0.5), undefined, 100, 2],
      ["nothing after an agreement to nothing", { kind: "nothing" }, undefined, 1, "agreed"],
      ["what the run's own limit pays for", shared(25), 5, 100, 20],
      ["nothing at the run's own limit", shared(25), 0, 100, "limit"],
      ["what agents may spend a day", agents, undefined, 100, 40],
      ["what agents may spend a month", { ...agents, perDay: 100 }, undefined, 100, 48],
      [
        "any number when only the day of agents is limited",
        { ...agents, perMonth: null, perDay: 99 },
        undefined,
        100,
        100,
      ],
    ] as const) {
      it(what, async () => {
        const run = await begin({ limits: { records: 1_000, ...(limit !== undefined && { credits: limit }) } });
        assert.equal(await room(run, { wanted, allowance }), expected);
      });
    }

    it("exactly what was agreed to, in fractions and thirds", async () => {
      for (const price of [0.1, 1 / 3]) {
        const account = { ...connection, id: `c${price}`, workspaceId: `w${price}` };
        await learn(price, { connection: account });
        const run = await begin({ connection: account });
        const allowance = await agreed(price * 30);
        for (let n = 0; n < 30; n += 1) {
          answer(await open(run, { allowance }), 1, price);
        }
        assert.equal(await room(run, { allowance }), "agreed");
      }
    });

    it("what calls in flight leave of the run's own limit, which it waits for", async () => {
      const run = await begin({ limits: { records: 9, credits: 0.5 } });
      const [first, second] = [await open(run), await open(run)];
      assert.equal(await room(run), "wait", "they may cost less");
      answer(first, 0, 0);
      answer(second, 1, 0.25);
      assert.equal(await room(run), 1);
    });
  });

  it("is not opened by a window that lost the run, nor for a run that is gone", async () => {
    const run = await begin();
    await store.runs.take(run, { owner: "window-2", now: now + lease.ms + 1, ms: lease.ms });
    await assert.rejects(open(run), { code: "IN_USE" });
    assert.equal(await room(run, { by: "window-2", at: now + lease.ms + 1 }), 1);
    await assert.rejects(open("gone"), { code: "NOT_FOUND" });
  });

  it("of agents is one at a time in a process, beside those of people and of other processes", async () => {
    await learn(1);
    const [one, other] = [await begin(), await begin()];
    const elsewhere = await store.runs.create(newRun(), { ...lease, owner: "other process" });
    const first = await open(one, { allowance: agents });
    assert.deepEqual(await Promise.all([room(other, { allowance: agents }), room(other)]), ["wait", 1]);
    assert.equal(await room(elsewhere.id, { by: "other process", allowance: agents }), 1);
    answer(first, 1, 1);
    assert.equal(await room(other, { allowance: agents }), 1);
  });

  it("shares what needs no question over all windows, until there is an agreement", async () => {
    await learn(1);
    const [one, other] = [await begin(), await begin()];
    const allowance = shared(10);
    const first = await open(one, { wanted: 6, allowance });
    assert.equal(await room(other, { wanted: 6, allowance }), 4);
    answer(first, 1, 1);
    assert.equal(await used(), 5);
    await agreed(100);
    assert.equal(await used(), 0);
    assert.equal(await room(one, { wanted: 10, allowance }), 10);
    assert.equal(await room(await begin(), { allowance }), "unconfirmed");
  });

  describe("of a row", () => {
    const asked = { identifiers: { domain: "acme.example" }, words: "acme.example" };
    /** A table with one row, and the key of the row. */
    const table = async (): Promise<{ readonly run: string; readonly key: number }> => {
      const { run } = await store.batches.create(newBatch("company"), lease);
      await store.batches.addQuestions(run.id, [asked], now);
      const [row] = await store.rows.open(run.id, 1);
      return { run: run.id, key: row?.key ?? assert.fail("no row") };
    };
    const openRow = (
      { run, key }: { readonly run: string; readonly key: number },
      ask: { readonly allowance?: Allowance | undefined; readonly by?: string; readonly agreedAt?: number } = {},
    ): Promise<OpenedCall> =>
      store.calls.openCall({
        ...{ run, owner: ask.by ?? owner, operation: "companyLookup", at: now, wanted: 1 },
        ...{ allowance: ask.allowance ?? shared(1e6), row: { key, agreedAt: ask.agreedAt } },
      });
    const priceOf = async (price: number): Promise<void> => {
      const run = await begin();
      answerCall(db, await openCall(store, { run, wanted: 1, operation: "companyLookup" }), 1, price);
    };

    it("is not opened when it costs more than was agreed to, and the row stays open", async () => {
      await priceOf(4);
      const row = await table();
      const opened = await openRow(row, { allowance: await agreed(3) });
      assert.equal(opened.kind === "noRoom" ? opened.limitedBy : opened.kind, "agreed");
      assert.equal((await store.rows.open(row.run, 1))[0]?.key, row.key);
      assert.deepEqual(db.all("select no from call where state = 'sent'"), []);
    });

    it("is not opened without the lease, and waits for a call that shows the price, or asks the same", async () => {
      const [row, same] = [await table(), await table()];
      await assert.rejects(openRow(row, { by: "window-2" }), { code: "IN_USE" });
      const elsewhere = await openCall(store, { run: await begin(), wanted: 1, operation: "companyLookup" });
      assert.equal((await openRow(row)).kind, "wait");
      answerCall(db, elsewhere, 1, 1);
      assert.equal((await openRow(row)).kind, "open");
      assert.equal((await openRow(same)).kind, "busy");
    });

    it("is not opened once the same was lost after the user agreed: the row may have been charged", async () => {
      await priceOf(1);
      const [lost, row] = [await table(), await table()];
      await store.calls.failCall(callOf(await openRow(lost)), {
        charged: "maybe",
        row: { key: lost.key, state: "possiblyCharged", why: "Lost." },
        at: now,
      });
      assert.equal((await openRow(row, { agreedAt: now - 1 })).kind, "unanswered");
      assert.deepEqual((await store.rows.left(row.run)).unanswered, 1);
      assert.equal((await store.runs.get(lost.run, now))?.possibleCredits, 1);
    });

    it("of a company asks for no more people than are wanted, those in flight included", async () => {
      await learn(1);
      const given = newRun("person", {
        task: { kind: "peopleSearch", filters: {}, companies: { count: 2 } },
        limits: { records: 130 },
      });
      const companies = ["a.example", "b.example"].map((domain, nth) => ({ row: nth, entry: domain, domain }));
      const run = await store.companies.create(given, lease, companies);
      const rows = await store.rows.open(run.id, 2);
      const ask = async (nth: number): Promise<number | string> => {
        const row = { key: rows[nth]?.key ?? 0 };
        const call = { run: run.id, owner, operation: "peopleSearch", at: now, wanted: 100, row };
        const opened = await store.calls.openCall({ ...call, allowance: shared(1e6) });
        return opened.kind === "open" ? opened.records : opened.kind;
      };
      assert.deepEqual([await ask(0), await ask(1), await ask(1)], [100, 30, "wait"]);
    });
  });

  it("that is lost stays counted, and one that was not charged is given back", async () => {
    await learn(1);
    const run = await begin();
    const allowance = await agreed(10);
    const [lost, refused] = [await open(run, { wanted: 4, allowance }), await open(run, { wanted: 6, allowance })];
    await store.calls.failCall(callOf(lost), { charged: "maybe", at: now });
    await store.calls.failCall(callOf(refused), { charged: "no", at: now });
    const counts = async (): Promise<readonly unknown[]> => [
      (await store.runs.get(run, now))?.possibleCredits,
      (await store.calls.agreement(allowance.kind === "agreement" ? allowance.budget : 0))?.used,
    ];
    assert.deepEqual(await counts(), [4, 4]);
    await store.calls.failCall(callOf(lost), { charged: "no", at: now });
    answer(lost, 4, 4);
    assert.deepEqual(await counts(), [4, 4], "a closed call stays as it is");
    assert.equal(await room(run, { wanted: 10, allowance }), 6);
  });

  it("of an owner that is gone may have been charged, and stays counted", async () => {
    await learn(1);
    const run = await begin();
    await store.calls.failCall(callOf(await open(run, { wanted: 2 })), { charged: "no", at: now });
    await open(run, { wanted: 3 });
    const shown = async (at: number): Promise<readonly unknown[]> => {
      const kept = await store.runs.get(run, at);
      return [kept?.isLive, kept?.requestInFlight, kept?.possibleCredits];
    };
    assert.deepEqual(await shown(now), [true, true, 0], "its window still waits for the reply");
    assert.deepEqual(await shown(now + 61_000), [false, true, 3]);
    const taken = await store.runs.take(run, { ...lease, owner: "window-2", now: now + 61_000 });
    assert.equal(await used(), 3);
    assert.deepEqual([taken.possibleCredits, taken.requestInFlight], [3, false]);
    assert.equal(await store.calls.knownCosts(connection.id, now + 1), 3);
    assert.deepEqual(
      (await possiblyCharged(store)).map(({ run: id, asked }) => [id, asked]),
      [[run, 3]],
    );
  });

  it("is known to the balance of its account until long after it", async () => {
    await learn(2, {}, now - day);
    const run = await begin();
    const known = (since: number): Promise<number> => store.calls.knownCosts(connection.id, since);
    assert.equal(await known(now), 0);
    const opened = await open(run, { wanted: 3 });
    assert.equal(await known(now), 6, "in flight");
    answer(opened, 3, 5);
    assert.equal(await known(now), 5);
    assert.equal(await known(now + 1), 0, "it had ended before");
    assert.equal(await store.calls.knownCosts("of another account", now), 0);
  });

  it("never takes an allowance beyond its sum, whatever is opened, answered and lost, and all adds up", async () => {
    await learn(1);
    const step = fc.record({
      what: fc.constantFrom("open", "open", "answer", "unknown", "no", "maybe", "agree"),
      wanted: fc.integer({ min: 1, max: 5 }),
      which: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        await agreed(1);
        // A run of its own for each sequence, whose calls never wait for each other's cost.
        const runs = await Promise.all([begin(), begin()]);
        let model = 0;
        let calls: { readonly call: number; readonly records: number; readonly isOld: boolean }[] = [];
        for (const { what, wanted, which } of steps) {
          const one = calls[calls.length === 0 ? -1 : which % calls.length];
          const close = (counted: number): void => {
            model += one === undefined || one.isOld ? 0 : counted - one.records;
            calls = calls.filter((call) => call !== one);
          };
          if (what === "agree") {
            await agreed(1);
            model = 0;
            calls = calls.map((call) => ({ ...call, isOld: true }));
          } else if (what === "open") {
            const opened = await open(runs[which % 2] ?? "", { wanted, allowance: shared(10) });
            assert.equal(opened.kind === "open" ? opened.records : 0, Math.min(wanted, 10 - model));
            if (opened.kind === "open") {
              model += opened.records;
              calls.push({ call: opened.call, records: opened.records, isOld: false });
            }
          } else if (one !== undefined && what === "answer") {
            answerCall(db, one.call, one.records, wanted <= one.records ? wanted : one.records);
            close(Math.min(wanted, one.records));
          } else if (one !== undefined && what === "unknown") {
            answerCall(db, one.call, one.records, undefined, { counted: one.records, possibleCredits: one.records });
            close(one.records);
          } else if (one !== undefined && (what === "no" || what === "maybe")) {
            await store.calls.failCall(one.call, { charged: what, at: now });
            close(what === "no" ? 0 : one.records);
          }
          assert.equal(await used(), model);
        }
      }),
      { numRuns: 80 },
    );
  });
});
