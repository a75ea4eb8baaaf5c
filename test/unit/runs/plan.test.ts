import assert from "node:assert/strict";
import { planRun } from "../../../src/runs/plan";
import { nextStep } from "../../../src/runs/paging";
import type { Tally } from "../../../src/runs/journalMeta";

const now = 1_000_000_000;

describe("the plan of a run", () => {
  it("says how many records, about how many credits, and the balance with its age", () => {
    const plan = planRun({ limits: { records: 500 }, learnedPrice: 0.25, balance: 1204, balanceAt: now - 180_000, total: 12_480, now });
    assert.deepEqual([plan.records, plan.creditsAbout, plan.unknownUntilFirstPage, plan.exceedsBalance], [500, 125, false, false]);
    assert.equal(plan.sentence, "Fetch 500 of 12,480 records, about 125 credits. Balance 1,204, read 3 minutes ago.");
  });

  it("says unknown while no price was learned", () => {
    const plan = planRun({ limits: { records: 100 }, now });
    assert.equal(plan.creditsAbout, undefined);
    assert.equal(plan.sentence, "Fetch 100 records, cost unknown until the first page.");
  });

  it("promises no more than there is, and no more than the cap allows", () => {
    assert.equal(planRun({ limits: { records: 500 }, total: 30, learnedPrice: 1, now }).creditsAbout, 30);
    const capped = planRun({ limits: { records: 500, credits: 10 }, learnedPrice: 0.1, now });
    assert.deepEqual([capped.records, capped.creditsAbout], [100, 10]);
    assert.match(capped.sentence, /The cap of 10 credits ends it there/);
    assert.match(planRun({ limits: { records: 500, credits: 1 }, now }).sentence, /stops before it costs more than 1 credit\./);
  });

  it("counts only what a resumed run still has to fetch", () => {
    const plan = planRun({ limits: { records: 500, credits: 60 }, held: { records: 200, credits: 50 }, learnedPrice: 0.25, total: 1000, now });
    assert.deepEqual([plan.records, plan.creditsAbout], [40, 10]);
  });

  it("warns when the balance will not do", () => {
    const plan = planRun({ limits: { records: 500 }, learnedPrice: 1, balance: 100, now });
    assert.equal(plan.exceedsBalance, true);
    assert.match(plan.sentence, /more than the balance/);
  });

  it("asks above the amount set, and counts a record as a credit while the price is unknown", () => {
    const asks = (records: number, learnedPrice: number | undefined, confirmAbove: number | undefined, credits?: number): boolean => planRun({ limits: { records, credits }, learnedPrice, confirmAbove, now }).needsConfirmation;
    assert.deepEqual([asks(400, 0.25, 100), asks(401, 0.25, 100), asks(9999, 0.25, undefined)], [false, true, false]);
    assert.deepEqual([asks(100, undefined, 100), asks(101, undefined, 100), asks(101, undefined, 100, 100), asks(101, undefined, 100, 101)], [false, true, false, true]);
    assert.deepEqual([asks(1, undefined, 0), asks(26, undefined, 25), asks(1, undefined, undefined), asks(1, 0, 0)], [true, true, false, false]);
  });
});

describe("the next step of a run", () => {
  const task = { kind: "companySearch", filters: {} } as const;
  const tally = (change: Partial<Tally>): Tally => ({ pages: 1, records: 100, received: 100, repeated: 0, odd: 0, credits: 25, uncertain: 0, torn: 0, cursor: "c", limits: { records: 1000 }, ...change });

  it("counts a lost page against the cap as if it had been charged", () => {
    const limits = { records: 1000, credits: 60 };
    assert.deepEqual(nextStep(task, tally({ limits }), 0.25), { kind: "ask", request: { limit: 100, cursor: "c" } });
    assert.deepEqual(nextStep(task, tally({ limits, uncertain: 100 }), 0.25), { kind: "ask", request: { limit: 40, cursor: "c" } });
  });

  it("fills a cap to its last credit, whatever binary fractions make of the price", () => {
    assert.deepEqual(nextStep(task, tally({ credits: 0, limits: { records: 1000, credits: 10 } }), 0.1), { kind: "ask", request: { limit: 100, cursor: "c" } });
  });

  it("does not page by offset beyond what the interface allows", () => {
    assert.equal(nextStep(task, tally({ received: 10_000, records: 10_000, limits: { records: 20_000 }, cursor: undefined }), 1).kind, "ask");
    assert.equal(nextStep(task, tally({ received: 10_001, records: 10_001, limits: { records: 20_000 }, cursor: undefined }), 1).kind, "stop");
  });

  it("knows the end of an interrupted run that had come to its end", () => {
    assert.deepEqual(nextStep(task, tally({ lastTotal: 100 }), 1), { kind: "stop", reason: { kind: "complete" } });
  });
});
