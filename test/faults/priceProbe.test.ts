// While the price is unknown one record shows it, and one call is in flight.
import assert from "node:assert/strict";
import type { Budget } from "../../src/runs/budget";
import { started } from "./support/desk";
import { lookupOf, lookups, observed, useMoneyWindows } from "./support/moneyWindows";
import { pager, payingService, type Behavior, type PayingService } from "./support/payingService";

describe("an unknown price", () => {
  const { clock, open } = useMoneyWindows();
  const at = (price: number): PayingService =>
    payingService(clock, pager({ records: 5_000, price: (returned) => returned * price }), 1e6);

  it("of 1,000 costs 1,000 at most for 25 records without a question", async () => {
    const service = at(1_000);
    const desk = open(service);
    const summary = started(await desk.run({ limits: { records: 25 } }));
    assert.deepEqual([service.charged(), desk.questions, summary.stop?.kind], [1_000, [], "budgetUsedUp"]);
    assert.equal(
      (await desk.end(summary))[1],
      "The service charged 1,000 credits, more than the 25 that you allow without confirmation. The price " +
        "rose from 1 to 1,000 credits per record. 1 of 5,000 records saved.",
    );
  });

  it("is known after one record of 350 agreed to, and no more is charged than agreed", async () => {
    const service = at(28.57);
    const desk = open(service);
    const summary = started(await desk.run({ limits: { records: 350 } }));
    assert.deepEqual(
      service.calls.map(({ limit }) => limit),
      [1, 11],
    );
    assert.ok(service.charged() <= 350, `${service.charged()} credits`);
    assert.equal(
      (await desk.end(summary))[1],
      "Stopped before spending more than the 350 credits you agreed to. 12 of 5,000 records saved.",
    );
  });

  it("of more than was agreed to costs one record, and the end names both sums and both prices", async () => {
    const service = at(400);
    const desk = open(service);
    const summary = started(await desk.run({ limits: { records: 350 } }));
    assert.deepEqual([service.calls.length, service.charged()], [1, 400]);
    assert.equal(
      (await desk.end(summary))[1],
      "The service charged 400 credits, more than the 350 you agreed to. The price rose from 1 to 400 " +
        "credits per record. 1 of 5,000 records saved.",
    );
  });

  it("of more than the credit limit costs one record, and a resumed run says so, too", async () => {
    const service = at(1_000);
    const desk = open(service, { confirmAbove: 1e9 });
    const summary = started(await desk.run({ limits: { records: 350, credits: 50 } }));
    assert.equal(service.charged(), 1_000);
    assert.match(
      (await desk.end(summary))[1],
      /^The service charged 1,000 credits, more than your credit limit of 50\. .*rose from 1 to 1,000/u,
    );
    const resumed = started(await desk.resume(summary));
    assert.equal(service.charged(), 1_000);
    assert.match(
      (await desk.end(resumed))[1],
      /^The service charged 1,000 credits, more than your credit limit of 50\./u,
    );
  });

  it("of agents' six lookups at once costs 1,000 at most, of 50 a day", async () => {
    const { service, mostInFlight } = observed(payingService(clock, slowly(lookups(1_000)), 1e6));
    const runs = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((which) => {
        const script = open(service);
        const budget: Budget = {
          kind: "agents",
          account: { origin: "https://service.example", workspaceId: "w1" },
          limits: { creditsPerDay: 50, creditsPerMonth: null },
        };
        return script.run({ task: lookupOf(which), limits: { records: 1 }, budget });
      }),
    );
    assert.deepEqual([service.charged(), mostInFlight()], [1_000, 1]);
    assert.equal(runs.filter((run) => run?.stop?.kind === "budgetUsedUp").length, 5);
    const paid = runs.find((run) => run?.credits === 1_000);
    assert.deepEqual(paid?.stop?.overrun, {
      of: "agents",
      allowed: 50,
      charged: 1_000,
      price: { before: 1, now: 1_000 },
    });
  });

  /** Each call takes a while. */
  const slowly =
    (behavior: Behavior): Behavior =>
    async (call) => {
      await clock.sleep(200);
      return behavior(call);
    };
});
