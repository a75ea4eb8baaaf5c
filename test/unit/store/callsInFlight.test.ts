// Which calls may be in flight together: several of one price, and only one while a price is not certain.
import assert from "node:assert/strict";
import type { CallBudget, ReserveResult } from "../../../src/store/calls";
import type { StoreDb } from "../../../src/store/storeDb";
import { answerCall, beginRun, connection, lease, newRun, now, type TestStore, useTestStore } from "./rig";

describe("calls in flight", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((fresh) => {
    ({ store, db } = fresh);
  });

  const shared: CallBudget = { kind: "shared", allowance: 10_000 };
  const agents: CallBudget = {
    ...{ kind: "agents", account: "a", perDay: 10_000, perMonth: null },
    ...{ dayStart: now, monthStart: now, nextMonth: now + 1 },
  };
  interface Ask {
    readonly run: string;
    readonly owner?: string;
    readonly operation?: string;
    readonly at?: number;
    readonly budget?: CallBudget | undefined;
    readonly connection?: string;
  }
  const ask = async ({ operation = "peopleSearch", at = now, ...rest }: Ask): Promise<ReserveResult> => {
    const by = rest.connection ?? connection.id;
    const price = await store.calls.highestPrice(by, operation, at);
    return store.calls.reserve({
      budget: shared,
      ...{ ...rest, operation, at, price, connection: by, asked: 1, credits: price ?? 1 },
    });
  };
  const answer = (reserved: ReserveResult, credits: number): void => {
    assert.equal(reserved.kind, "reserved");
    answerCall(db, reserved.kind === "reserved" ? reserved.call : 0, 1, credits);
  };
  /** Shows the price of an operation by a call that is paid with nothing. */
  const learn = async (run: string, operation = "peopleSearch", price = 1): Promise<void> =>
    answer(await ask({ run, operation, budget: undefined }), price);
  const kind = async (request: Ask): Promise<string> => (await ask(request)).kind;

  it("are none of a process that slept through its lease, whose run another one has taken over", async () => {
    const { id } = await beginRun(store);
    assert.equal(await kind({ run: id, owner: lease.owner, budget: undefined }), "reserved");
    await store.runs.take(id, { owner: "window-2", now: now + lease.ms + 1, ms: lease.ms });
    await assert.rejects(ask({ run: id, owner: lease.owner, budget: undefined }), { code: "IN_USE" });
    assert.equal(await kind({ run: id, owner: "window-2", budget: undefined }), "reserved");
  });

  it("are one over two windows, a search and a lookup, while the price is unknown", async () => {
    const [one, other] = [(await beginRun(store)).id, (await beginRun(store)).id];
    const first = await ask({ run: one });
    assert.equal(first.kind, "reserved");
    assert.equal(await kind({ run: other }), "wait");
    assert.equal(await kind({ run: other, operation: "peopleLookup" }), "wait");
    answer(first, 1_000);
    assert.equal(await kind({ run: other }), "reserved", "at the price that it has shown");
    assert.equal((await store.calls.highestPrice(connection.id, "peopleSearch", now)) ?? 0, 1_000);
  });

  it("wait although their own price is known, while one of unknown price is in flight", async () => {
    const [one, other] = [(await beginRun(store)).id, (await beginRun(store)).id];
    await learn(other, "peopleLookup");
    const first = await ask({ run: one });
    assert.equal(await kind({ run: other, operation: "peopleLookup" }), "wait");
    answer(first, 2);
    assert.equal(await kind({ run: other, operation: "peopleLookup" }), "reserved");
  });

  it("are several while the price is certain, of all windows", async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => beginRun(store)));
    await learn(runs[0]?.id ?? "");
    for (const { id } of runs) {
      assert.equal(await kind({ run: id }), "reserved");
    }
  });

  it("are those of all keys of a service, and not those of another service", async () => {
    const [one, other] = [
      await beginRun(store),
      await store.runs.create(newRun("person", { connection: { ...connection, id: "c2", workspaceId: "w2" } }), lease),
    ];
    const elsewhere = await store.runs.create(
      newRun("person", { connection: { ...connection, id: "c3", origin: "https://other.example" } }),
      lease,
    );
    assert.equal(await kind({ run: one.id }), "reserved");
    assert.equal(await kind({ run: other.id, connection: "c2" }), "wait");
    assert.equal(await kind({ run: elsewhere.id, connection: "c3" }), "reserved");
  });

  it("are not sent at a price that is no longer the known one", async () => {
    const run = (await beginRun(store)).id;
    const stale = { run, connection: connection.id, operation: "peopleSearch", at: now, asked: 1, credits: 1 };
    await learn(run, "peopleSearch", 40);
    assert.deepEqual(await store.calls.reserve({ ...stale, budget: shared }), { kind: "priceChanged" });
    assert.deepEqual(await store.calls.reserve({ ...stale, price: 39, budget: shared }), { kind: "priceChanged" });
    assert.equal(await store.calls.sharedUsed(), 0);
    assert.equal((await store.calls.reserve({ ...stale, price: 40, credits: 40, budget: shared })).kind, "reserved");
  });

  it("are one after a call that cost more than reserved, until one costs no more", async () => {
    const [one, other] = [(await beginRun(store)).id, (await beginRun(store)).id];
    await learn(one);
    answer(await ask({ run: one }), 3);
    const alone = await ask({ run: one });
    assert.equal(await kind({ run: other }), "wait");
    answer(alone, 3);
    assert.equal(await kind({ run: other }), "reserved", "the price is certain again");
    assert.equal(await kind({ run: one, at: now + 1_001 }), "reserved");
  });

  it("are one of agents at a time, although the price is certain, beside those of people", async () => {
    const [one, other] = [(await beginRun(store)).id, (await beginRun(store)).id];
    await learn(one);
    assert.equal(await kind({ run: other }), "reserved");
    const first = await ask({ run: one, budget: agents });
    assert.equal(await kind({ run: other, budget: agents }), "wait");
    assert.equal(await kind({ run: other }), "reserved");
    answer(first, 1);
    assert.equal(await kind({ run: other, budget: agents }), "reserved");
  });

  it("do not overtake one that waits to be alone for ever", async () => {
    const [one, other, third] = [(await beginRun(store)).id, (await beginRun(store)).id, (await beginRun(store)).id];
    await learn(one, "peopleLookup");
    const before = await ask({ run: one, operation: "peopleLookup" });
    assert.equal(await kind({ run: other }), "wait", "its price is unknown, so it waits to be alone");
    assert.equal(await kind({ run: third, operation: "peopleLookup" }), "wait", "its turn comes after");
    answer(before, 1);
    assert.equal(await kind({ run: third, operation: "peopleLookup" }), "wait");
    const alone = await ask({ run: other });
    answer(alone, 1);
    assert.equal(await kind({ run: third, operation: "peopleLookup" }), "reserved");
  });

  it("are not held up by the place of one that has stopped waiting", async () => {
    const [one, other, third] = [(await beginRun(store)).id, (await beginRun(store)).id, (await beginRun(store)).id];
    await learn(one, "peopleLookup");
    await ask({ run: one, operation: "peopleLookup" });
    assert.equal(await kind({ run: other }), "wait");
    assert.equal(await kind({ run: third, operation: "peopleLookup", at: now + 999 }), "wait");
    assert.equal(await kind({ run: third, operation: "peopleLookup", at: now + 1_001 }), "reserved");
  });

  it("of a killed process hold up nobody after its lease", async () => {
    const [killed, other] = [(await beginRun(store)).id, (await beginRun(store)).id];
    assert.equal(await kind({ run: killed }), "reserved");
    assert.equal(await kind({ run: other, at: now + lease.ms - 1 }), "wait");
    assert.equal(await kind({ run: other, at: now + lease.ms + 1 }), "reserved");
    // A lease that ends long after now was made before the clock was set back.
    const [early, later] = [(await beginRun(store)).id, (await beginRun(store)).id];
    assert.equal(await kind({ run: early, operation: "x", connection: "c9" }), "reserved");
    assert.equal(await kind({ run: later, operation: "x", connection: "c9", at: now - 86_400_000 }), "reserved");
  });

  it("wait for nothing without a budget, because their credits are worth nothing", async () => {
    const [one, other] = [(await beginRun(store)).id, (await beginRun(store)).id];
    assert.equal(await kind({ run: one, budget: undefined }), "reserved");
    assert.equal(await kind({ run: other, budget: undefined }), "reserved");
  });
});
