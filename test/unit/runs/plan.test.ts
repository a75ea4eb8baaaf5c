import assert from "node:assert/strict";
import type { Price } from "../../../src/runs/budget";
import { planRun } from "../../../src/runs/plan";
import type { RunLimits } from "../../../src/runs/run";

const now = 1_000_000_000;
const price = (perRecord: number): Price => ({ perRecord, known: true });
const unknown: Price = { perRecord: 1, known: false };

describe("the plan of a run", () => {
  it("says how many records, about how many credits, and the balance with its age", () => {
    const plan = planRun({
      limits: { records: 500 },
      price: price(0.25),
      balance: 1204,
      balanceAt: now - 180_000,
      total: 12_480,
      now,
    });
    assert.deepEqual([plan.records, plan.credits, plan.priceKnown, plan.exceedsBalance], [500, 125, true, false]);
    assert.equal(plan.sentence, "Fetch 500 of 12,480 records, about 125 credits. Balance: 1,204, read 3 minutes ago.");
  });

  it("promises no more than there is, and no more than the credit limit allows", () => {
    assert.equal(planRun({ limits: { records: 500 }, total: 30, price: price(1), now }).credits, 30);
    const limited = planRun({ limits: { records: 500, credits: 10 }, price: price(0.1), now });
    assert.deepEqual([limited.records, limited.credits], [100, 10]);
    assert.match(limited.sentence, /It stops at your credit limit of 10\./);
    const withoutPrice = planRun({ limits: { records: 500, credits: 0.5 }, price: unknown, now });
    assert.equal(withoutPrice.credits, 0.5);
    assert.equal(
      withoutPrice.sentence,
      "Fetch up to 500 records. The price is not known yet. It stops at your credit limit of 0.5.",
    );
  });

  it("says how many leave-out entries the service gets, and what only this machine filters", () => {
    const sentence = (sent: number, local: number): string =>
      planRun({ limits: { records: 10 }, price: price(1), leaveOut: { sent, local }, now }).sentence;
    assert.match(
      sentence(120, 1380),
      /Leaves out 1,500 entries: 120 sent to the service, 1,380 filtered on this machine, charged if they match\./,
    );
    assert.match(sentence(1, 0), /Leaves out 1 entry, sent to the service\./);
    assert.match(sentence(2, 0), /Leaves out 2 entries, sent to the service\./);
    assert.match(sentence(1, 1), /Leaves out 2 entries: 1 sent to the service, 1 filtered/);
    assert.match(sentence(0, 2), /Leaves out 2 entries, filtered on this machine: their records are charged/);
    assert.equal(sentence(0, 0), planRun({ limits: { records: 10 }, price: price(1), now }).sentence);
  });

  it("does not believe a total of 0 or less", () => {
    for (const total of [0, -1]) {
      const plan = planRun({ limits: { records: 350 }, total, price: price(1), now });
      assert.deepEqual([plan.records, plan.credits], [350, 350]);
      assert.doesNotMatch(plan.sentence, / of /);
    }
  });

  it("counts only what a resumed run still has to fetch, and what may have been charged as spent", () => {
    const soFar = { records: 200, credits: 40, possibleCredits: 10 };
    const plan = planRun({ limits: { records: 500, credits: 60 }, soFar, price: price(0.25), total: 1000, now });
    assert.deepEqual([plan.records, plan.credits], [40, 10]);
    assert.equal(planRun({ limits: { records: 500 }, soFar, price: price(1), total: 310, now }).records, 110);
  });

  it("names a sum that is never below the exact one", () => {
    assert.equal(planRun({ limits: { records: 3 }, price: price(0.0333), now }).credits, 0.1);
    assert.equal(planRun({ limits: { records: 7 }, price: price(0.011), now }).credits, 0.08);
  });

  it("plans nothing when everything is fetched, or the credit limit is reached or exceeded", () => {
    const soFar = { records: 200, credits: 40, possibleCredits: 10 };
    const left = (limits: RunLimits, total?: number): readonly number[] => {
      const { records, credits } = planRun({ limits, soFar, price: price(0.25), total, now });
      return [records, credits];
    };
    assert.deepEqual(left({ records: 500 }, 200), [0, 0]);
    assert.deepEqual(left({ records: 500 }, 150), [0, 0]);
    assert.deepEqual(left({ records: 200 }), [0, 0]);
    assert.deepEqual(left({ records: 150 }), [0, 0]);
    assert.deepEqual(left({ records: 500, credits: 50 }), [0, 0]);
    assert.deepEqual(left({ records: 500, credits: 45 }), [0, 0]);
    assert.deepEqual(left({ records: 500 }), [300, 75]);
  });

  it("names the credit limit only when it stops the run", () => {
    const plan = (credits: number): readonly unknown[] => {
      const { records, conditions } = planRun({ limits: { records: 100, credits }, price: price(0.25), now });
      return [records, conditions];
    };
    assert.deepEqual(plan(25), [100, ""]);
    assert.deepEqual(plan(24.9), [99, "It stops at your credit limit of 24.9."]);
    assert.deepEqual(plan(24.25), [97, "It stops at your credit limit of 24.25."]);
  });

  it("believes a total of one record", () => {
    const plan = planRun({ limits: { records: 350 }, total: 1, price: price(1), now });
    assert.deepEqual([plan.records, plan.credits], [1, 1]);
  });

  it("says everything in one order, and the conditions without what is fetched", () => {
    const plan = planRun({
      limits: { records: 500, credits: 200 },
      known: { sent: 0, others: 0 },
      price: price(1),
      leaveOut: { sent: 0, local: 1 },
      balance: 100,
      now,
    });
    const conditions =
      "It stops at your credit limit of 200. " +
      "No earlier run of this search has records to skip. " +
      "Leaves out 1 entry, filtered on this machine: its records are charged if they match. " +
      "Balance: 100. That is more than your balance: the run stops when the credits are used up.";
    assert.deepEqual(plan, {
      records: 200,
      credits: 200,
      priceKnown: true,
      rows: undefined,
      exceedsBalance: true,
      sentence: `Fetch 200 records, about 200 credits. ${conditions}`,
      conditions,
    });
  });

  it("warns when the balance is too low, and the price is known", () => {
    const warns = (balance: number, at: Price): readonly boolean[] => {
      const plan = planRun({ limits: { records: 500 }, price: at, balance, now });
      return [plan.exceedsBalance, plan.sentence.includes("That is more than your balance")];
    };
    assert.deepEqual(warns(499, price(1)), [true, true]);
    assert.deepEqual(warns(500, price(1)), [false, false]);
    assert.deepEqual(warns(100, unknown), [false, false]);
  });

  it("says which records of earlier runs cost nothing, and which may be charged again", () => {
    const ofKnown = (sent: number, others: number): string =>
      planRun({ limits: { records: 5 }, price: price(1), known: { sent, others }, now }).conditions;
    assert.equal(ofKnown(1, 0), "Skips 1 record of earlier runs of this search, at no cost.");
    const charged = "2 records of earlier runs cannot be skipped, and are charged again if they match.";
    assert.equal(ofKnown(1_000, 2), `Skips 1,000 records of earlier runs of this search, at no cost. ${charged}`);
    assert.equal(ofKnown(0, 2), charged);
  });
});
