// Runs must not spend more than the user confirmed, whatever the service charges and reports. The tests compare with
// the real charges of the test service.
import assert from "node:assert/strict";
import type { PaidTask, RunSummary } from "../../src/runs/run";
import { costText } from "../../src/runs/runState";
import { MemoryGate } from "../support/memoryGate";
import { connection, started, type Desk } from "./support/desk";
import {
  cursorAt,
  withLostReply,
  pager,
  payingService,
  positionOf,
  type Behavior,
  type PayingService,
} from "./support/payingService";
import { useDesks } from "./support/useDesks";

describe("spending within the confirmed credits", () => {
  const { clock, open: window } = useDesks();
  const serving = (behavior: Behavior, balance?: number): PayingService => payingService(clock, behavior, balance);

  /** Fetches a record at this price, so that the price is known. */
  const learnPrice = async (desk: Desk, service: PayingService, price: number): Promise<void> => {
    const { behavior } = service;
    service.behavior = pager({ records: 1, price: (returned) => returned * price });
    await desk.run({ limits: { records: 1 } });
    service.behavior = behavior;
    assert.deepEqual(await desk.budgets.price(connection, "peopleSearch"), { perRecord: price, known: true });
  };

  for (const [name, behavior] of [
    [
      "two pages lead to each other",
      (call) =>
        pager({ records: 400, metadata: () => ({ search_after: cursorAt(positionOf(call) === 0 ? 100 : 0) }) })(call),
    ],
    [
      "a fresh cursor leads to the same page each time",
      pager({ records: 100, metadata: ({ nth }) => ({ total: 1000, search_after: `fresh-${nth}@0` }) }),
    ],
  ] as readonly (readonly [string, Behavior])[]) {
    it(`ends when ${name}`, async () => {
      const service = serving(behavior, 100_000);
      const summary = started(await window(service).run({ limits: { records: 1000 } }));
      assert.equal(summary.stop?.kind, "sameRecords");
      assert.ok(service.charged() <= 400);
    });
  }

  it("uses fractions of a credit fully", async () => {
    const service = serving(pager({ records: 500, price: (returned) => returned * 0.1 }));
    const desk = window(service, { price: 0.1 });
    await learnPrice(desk, service, 0.1);
    const summary = await desk.run({ limits: { records: 100, credits: 0.5 } });
    assert.deepEqual([summary?.records, summary?.credits, summary?.stop?.kind], [5, 0.5, "creditLimit"]);
  });

  it("charges a run with nothing that others spend: the end says both numbers", async () => {
    const service = serving(pager({ records: 350 }), 100_000);
    service.reportBalance = (balance) => balance - service.charged() * 16;
    const desk = window(service);
    const summary = started(await desk.run({ limits: { records: 350 }, balance: 100_000 }));
    assert.deepEqual([summary.stop?.kind, summary.credits, summary.possibleCredits], ["complete", 350, 0]);
    assert.match(
      (await desk.end(summary))[1],
      /Your balance fell by 5,950 credits, of which 350 are known here\. Others may use the account\./u,
    );
    assert.equal((await desk.spend())?.credits, 350);
    assert.deepEqual(await desk.budgets.price(connection, "peopleSearch"), { perRecord: 1, known: true });
  });

  it("counts single lookups like everything else", async () => {
    const service = serving(() => ({ charge: 1, body: { companies: [{ id: "a" }], metadata: { credits: 1 } } }));
    const desk = window(service, { confirmAbove: 5 });
    const task = (nth: number): PaidTask => ({ kind: "companyLookup", identifiers: { domain: `${nth}.example` } });
    const stops: (string | undefined)[] = [];
    for (let nth = 1; nth <= 7; nth += 1) {
      stops.push((await desk.run({ task: task(nth), limits: { records: 1 }, reply: "no" }))?.stop?.kind);
    }
    assert.deepEqual(stops, [...Array.from({ length: 5 }, () => "complete"), undefined, undefined]);
    assert.deepEqual([service.charged(), desk.questions.length], [5, 2]);
    const withoutConfirmation = await desk.run({
      task: task(8),
      limits: { records: 1 },
      budget: { kind: "unconfirmed" },
    });
    assert.deepEqual([withoutConfirmation?.stop?.kind, service.charged()], ["budgetUsedUp", 5]);
  });

  describe("in two windows", () => {
    const bothRun = (windows: readonly Desk[], records: number): Promise<readonly (RunSummary | undefined)[]> =>
      Promise.all(
        windows.map((desk, nth) => {
          // Each its own search: the same one is not run twice at a time.
          const filters = { person_names: [{ value: `${nth}` }] };
          return desk.run({ task: { kind: "peopleSearch", filters }, limits: { records } });
        }),
      );

    it("spends the credits that need no confirmation only once when both start at the same time", async () => {
      const service = serving(pager({ records: 5000 }), 100_000);
      const windows = [window(service), window(service)];
      await windows[0]?.run({ limits: { records: 1 } });
      const summaries = await bothRun(windows, 20);
      assert.ok(service.charged() <= 25, `${service.charged()} credits were charged`);
      assert.equal(
        summaries.reduce((sum, summary) => sum + (summary?.records ?? 0), 1),
        25,
        "they are used completely",
      );
      assert.ok(summaries.some((summary) => summary?.stop?.kind === "budgetUsedUp"));
      assert.equal(windows.flatMap(({ questions }) => questions).length, 0);
      const [, other] = windows;
      assert.equal(await other?.run({ limits: { records: 1 }, reply: "no" }), undefined);
      assert.equal(other?.questions.length, 1);
    });

    for (const [what, behavior] of [
      ["a lost reply", withLostReply(pager({ records: 5000, price: (returned) => returned * 5 }))],
      [
        "a page without its cost",
        pager({ records: 5000, price: (returned) => returned * 5, metadata: () => ({ credits: undefined }) }),
      ],
      ["an unusable reply", () => ({ charge: 50, body: "<html></html>" })],
    ] as const) {
      it(`counts in both windows what ${what} was expected to cost`, async () => {
        const service = serving(behavior, 100_000);
        service.reportBalance = () => undefined;
        const gate = new MemoryGate(clock);
        const windows = [window(service, { gate }), window(service, { gate })];
        await bothRun(windows, 10);
        assert.equal(service.calls.length, 2, "20 of 25 credits");
        assert.equal(await windows[0]?.run({ limits: { records: 10 }, reply: "no" }), undefined);
        assert.deepEqual([service.calls.length, windows[0]?.questions.length], [2, 1]);
      });
    }

    it("does not use credits confirmed in the other window", async () => {
      const service = serving(pager({ records: 5000 }), 100_000);
      const [one, other] = [window(service), window(service)];
      await one.run({ limits: { records: 1000 } });
      assert.deepEqual([service.charged(), one.questions.length], [1000, 1]);
      await other.run({ limits: { records: 30 }, reply: "no" });
      assert.deepEqual([service.charged(), other.questions.length], [1000, 1]);
    });
  });

  describe("after a lost reply", () => {
    it("counts possible charges towards the limit when resuming", async () => {
      const service = serving(pager({ records: 5000 }));
      const desk = window(service);
      await learnPrice(desk, service, 1);
      const before = service.charged();
      service.behavior = (call) =>
        call.nth === 3 ? withLostReply(pager({ records: 5000 }))(call) : pager({ records: 5000 })(call);
      const limit = 150;
      const limits = { records: 500, credits: limit };
      const lost = started(await desk.run({ limits }));
      const charged = Math.min(200, limit);
      assert.deepEqual([lost.stop?.kind, lost.records, service.charged() - before], ["ambiguous", 100, charged]);
      const again = started(await desk.resume(lost, { limits }));
      assert.ok(service.charged() - before <= limit, `${service.charged() - before} credits were charged`);
      assert.deepEqual([again.stop?.kind, again.records], ["creditLimit", 100 + limit - charged]);
      const third = started(await desk.resume(again, { limits }));
      assert.ok(service.charged() - before <= limit, `${service.charged() - before} credits were charged`);
      assert.equal(costText(third), `at least ${100 + limit - charged} credits`);
    });

    it("counts possible charges as unconfirmed spending", async () => {
      const service = serving(withLostReply(pager({ records: 5000 })));
      const desk = window(service, { confirmAbove: 25 });
      await desk.run({ limits: { records: 10 } });
      assert.deepEqual([desk.questions.length, service.charged()], [0, 10]);
      assert.equal(await desk.run({ limits: { records: 16 }, reply: "no" }), undefined);
    });
  });
});
