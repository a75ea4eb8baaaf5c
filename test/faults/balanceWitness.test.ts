// The balance is a witness of what was charged: replies that say less do not make a run cheaper.
import assert from "node:assert/strict";
import { runBatch } from "../../src/runs/batchRun";
import { costText } from "../../src/runs/runState";
import { createServiceClient } from "../../src/service/client";
import { MemoryGate } from "../support/memoryGate";
import { readBatch, tableOf } from "../unit/runs/batchRig";
import { unfollowed } from "../unit/runs/runRig";
import { started } from "./support/desk";
import { learnPrice, lookupOf, lookups, observed, useMoneyWindows } from "./support/moneyWindows";
import { atCall, pager, payingService, people, type Behavior, type PayingService } from "./support/payingService";

/** Then the balance shows no more of what earlier runs were charged. */
const minute = 61_000;

describe("the balance", () => {
  const { clock, open } = useMoneyWindows();
  /** Charges `each` per record and says `said`. */
  const saying = (said: unknown, each: number, records = 5_000): PayingService =>
    payingService(
      clock,
      pager({ records, price: (returned) => returned * each, metadata: () => ({ credits: said }) }),
      1e6,
    );

  for (const [each, charged] of [
    [1, 350],
    [3, 348],
    [28, 336],
  ] as const) {
    it(`shows what 350 records cost at ${each} each, whose replies say 0`, async () => {
      const service = saying(0, each);
      const desk = open(service);
      const budget = await desk.budgets.agreed(350);
      const summary = started(await desk.run({ limits: { records: 350 }, budget }));
      assert.equal(service.charged(), charged);
      assert.deepEqual(
        [summary.credits, (await desk.spend())?.credits, (await desk.store.calls.agreement(1))?.used],
        [charged, charged, charged],
      );
      assert.deepEqual([costText(summary), summary.possibleCredits], [`${charged} credits`, 0]);
    });
  }

  it("shows that a reply says far less than the known price", async () => {
    const service = payingService(
      clock,
      pager({
        records: 5_000,
        price: (returned) => returned,
        metadata: ({ nth }, charge) => ({ credits: nth === 1 ? charge : charge / 100 }),
      }),
      1e6,
    );
    const desk = open(service, { confirmAbove: 10_000 });
    await learnPrice(desk);
    await clock.sleep(minute, new AbortController().signal);
    const summary = started(await desk.run({ limits: { records: 350 } }));
    assert.deepEqual([service.charged(), Math.round(summary.credits)], [351, 350]);
  });

  it("is read a few times for records that are free, fewer for each that was verified", async () => {
    const readingsFor = async (records: number): Promise<number> => {
      const { service, readings } = observed(saying(0, 0, 100_000));
      const desk = open(service);
      const budget = await desk.budgets.agreed(records);
      const summary = started(await desk.run({ limits: { records }, budget }));
      assert.deepEqual([summary.records, summary.credits, summary.stop?.kind], [records, 0, "limitReached"]);
      assert.equal(await desk.budgets.leftUnconfirmed(), 25);
      return readings();
    };
    const [few, many] = [await readingsFor(350), await readingsFor(5_600)];
    assert.ok(few <= 12, `${few} readings for 350 records`);
    assert.ok(many <= few + 5, `${many} readings for 16 times as many`);
  });

  it("is more than a reply can truly say: 1e12 is unknown and no price", async () => {
    const behavior = pager({
      records: 5_000,
      metadata: ({ nth }, charge) => ({ credits: nth === 1 ? 1e12 : charge }),
    });
    const service = payingService(clock, behavior, 10_000);
    const desk = open(service);
    const summary = started(await desk.run({ limits: { records: 10 } }));
    assert.ok(summary.credits < 100, `${summary.credits} credits`);
    assert.ok(summary.unpriced.pages >= 1);
    assert.ok((await desk.budgets.price("c1", "peopleSearch")).perRecord <= 1);
    const again = started(
      await desk.run({ limits: { records: 10, credits: 50 }, budget: await desk.budgets.agreed(50) }),
    );
    assert.equal(again.stop?.kind, "limitReached", "a run with a limit is still possible");
  });

  it("does not take another window's spending for this run's", async () => {
    const paged = pager({ records: 5_000 });
    const service = payingService(clock, paged, 1e6);
    const [one, other] = [open(service, { confirmAbove: 10_000 }), open(service, { confirmAbove: 10_000 })];
    await learnPrice(one);
    let isFirst = true;
    service.behavior = async (call) => {
      if (isFirst) {
        isFirst = false;
        const filters = { person_names: [{ value: "another search" }] };
        await other.run({ task: { kind: "peopleSearch", filters }, limits: { records: 150 } });
      }
      return paged(call);
    };
    const mine = started(await one.run({ limits: { records: 300 } }));
    assert.deepEqual([mine.credits, mine.possibleCredits], [300, 0]);
    assert.deepEqual([(await one.spend())?.credits, service.charged()], [451, 451]);
  });

  it("that lags adds nothing to what the replies say", async () => {
    const paged = pager({ records: 5_000 });
    const service = payingService(clock, async (call) => ({ ...(await paged(call)), chargedAfter: 300_000 }), 1e6);
    const desk = open(service, { confirmAbove: 10_000 });
    await learnPrice(desk);
    const summary = started(await desk.run({ limits: { records: 300 } }));
    assert.deepEqual([summary.credits, summary.possibleCredits, summary.stop?.kind], [300, 0, "limitReached"]);
  });

  it("that cannot be read leaves the replies' sums, and counts doubtful ones at their price", async () => {
    const honest = pager({ records: 5_000 });
    const service = payingService(clock, honest, 1e6);
    service.reportBalance = () => undefined;
    const desk = open(service, { confirmAbove: 10_000 });
    await learnPrice(desk);
    const summary = started(await desk.run({ limits: { records: 100 } }));
    assert.deepEqual([summary.credits, summary.stop?.kind], [100, "limitReached"]);
    service.behavior = pager({ records: 5_000, metadata: () => ({ credits: 0 }) });
    const budget = await desk.budgets.agreed(150);
    const doubtful = started(await desk.run({ limits: { records: 500 }, budget }));
    assert.deepEqual([doubtful.stop?.kind, service.charged()], ["budgetUsedUp", 1 + 100 + 150]);
  });

  describe("is read once at the end", () => {
    it("of a search, and before it if it was not read lately", async () => {
      const { service, readings } = observed(payingService(clock, pager({ records: 5_000 }), 1e6));
      const desk = open(service, { confirmAbove: 10_000 });
      await learnPrice(desk);
      assert.equal(readings(), 0, "where credits are worth nothing");
      await desk.run({ limits: { records: 300 } });
      assert.equal(readings(), 2);
      await clock.sleep(1_000);
      await desk.run({ limits: { records: 300 }, balance: service.balance() });
      assert.equal(readings(), 3);
    });

    it("of a lookup", async () => {
      const { service, readings } = observed(payingService(clock, lookups(2), 1e6));
      const desk = open(service);
      const summary = started(
        await desk.run({ task: lookupOf(1), limits: { records: 1 }, balance: service.balance() }),
      );
      assert.deepEqual([summary.credits, summary.stop?.kind, readings()], [2, "complete", 1]);
    });

    it("of a lookup whose reply says 1 of 5 credits", async () => {
      const { service, readings } = observed(payingService(clock, lookups(5, 1), 1e6));
      const desk = open(service);
      const summary = started(
        await desk.run({ task: lookupOf(1), limits: { records: 1 }, balance: service.balance() }),
      );
      assert.deepEqual([summary.credits, readings()], [5, 1]);
    });

    it("of a batch", async () => {
      const company: Behavior = ({ nth }) => ({
        charge: 3,
        body: { companies: people(nth, nth + 1), metadata: { credits: nth === 4 ? 2 : 3 } },
      });
      const { service, readings } = observed(payingService(clock, company, 1e6));
      const desk = open(service, { confirmAbove: 10_000 });
      const client = createServiceClient({
        ...{ transport: service.transport, key: "a-key", userAgent: "prospect-desk/test", clock, random: () => 0.5 },
        gate: new MemoryGate(clock),
      });
      const connection = { id: "c1", label: "Work", origin: "https://service.test", workspaceId: "w1" };
      const { runs, budgets } = desk;
      const table = await tableOf("domain\na.example\nb.example\nc.example\nd.example\n");
      const { id } = await readBatch({ runs }, table, undefined, connection);
      const summary = await runBatch(
        {
          runs,
          client,
          budget: budgets.unconfirmed(),
          balance: { credits: service.balance(), at: clock.now() },
          ...unfollowed,
        },
        id,
        { onAnswered: () => undefined },
      );
      assert.deepEqual([summary.credits, service.charged(), readings()], [12, 12, 1]);
    });
  });

  it("shows what one page cost that said 0 in a search that is otherwise honest", async () => {
    const honest = pager({ records: 5_000 });
    const service = payingService(
      clock,
      atCall(3, pager({ records: 5_000, metadata: () => ({ credits: 0 }) }), honest),
      1e6,
    );
    const desk = open(service, { confirmAbove: 10_000 });
    await learnPrice(desk);
    await clock.sleep(minute, new AbortController().signal);
    const summary = started(await desk.run({ limits: { records: 300 } }));
    assert.deepEqual([summary.credits, service.charged()], [300, 301]);
  });
});
