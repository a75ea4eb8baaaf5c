import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { RunSummary, StopReason } from "../../../src/runs/run";
import { describeRun, lowerBoundText, sizeText } from "../../../src/runs/runState";
import { projectFolder } from "../../host/paths.mjs";
import { runSummary } from "./runSummary";

const now = 1_000_000_000;
const unanswered = { records: 100, credits: 25 };
const summary = (stop: StopReason | undefined, change: Partial<RunSummary> = {}): RunSummary =>
  runSummary({ ...{ pages: 2, records: 200, returned: 200, credits: 50, lastTotal: 1000, stop }, ...change });

const { header } = runSummary();
const risen = { before: 1, now: 28.571_428 };
const skipping = { ...header, task: { kind: "peopleSearch", filters: {}, knownRecords: 20 } } as const;

/** Every stop reason; what is said about each is the line of the same number in `runEnds.txt`. */
const ends: readonly (readonly [StopReason, Partial<RunSummary>?])[] = [
  [{ kind: "complete" }, { lastTotal: 200 }],
  [{ kind: "complete" }, { records: 1, lastTotal: 1 }],
  [{ kind: "complete" }, { records: 0, returned: 0, lastTotal: 0 }],
  [{ kind: "complete" }, { records: 0, returned: 0, lastTotal: 0, header: skipping }],
  [{ kind: "complete" }, { records: 9, returned: 9, lastTotal: 9, header: skipping }],
  [
    { kind: "complete" },
    { header: { ...header, task: { kind: "peopleSearch", filters: {}, companies: { count: 80, most: 3 } } } },
  ],
  [{ kind: "complete", isAccepted: true }],
  [{ kind: "complete", outcomes: { enriched: 21, nothingFound: 4, notProcessed: 0 } }],
  [{ kind: "partialResult", outcomes: { enriched: 4, nothingFound: 0, notProcessed: 6 } }],
  [{ kind: "limitReached" }],
  [{ kind: "limitReached" }, { lastTotal: 200 }],
  [{ kind: "limitReached" }, { records: 0, lastTotal: 1 }],
  [{ kind: "creditLimit", limit: 50 }],
  [{ kind: "budgetUsedUp" }, { records: 199 }],
  [{ kind: "budgetUsedUp", agreed: 50 }],
  [{ kind: "costUnknown" }],
  [{ kind: "sameRecords" }],
  [{ kind: "cancelled" }],
  [{ kind: "rateLimited", until: now + 61_000 }],
  [{ kind: "rateLimited", until: now + 60_000 }],
  [{ kind: "disconnected" }],
  [{ kind: "rateLimited", until: now - 1 }],
  [{ kind: "keyRejected", message: "The key is unknown." }],
  [{ kind: "creditsExhausted", message: "Not enough credits.", balance: { after: 10, known: 0 } }],
  [{ kind: "creditsExhausted", message: "Not enough credits." }],
  [{ kind: "offline", message: "No way there." }],
  [{ kind: "ambiguous", message: "Lost.", balance: { before: 100, after: 75, known: 25 } }, { unanswered }],
  [{ kind: "ambiguous", message: "Lost.", balance: { before: 5_900, after: 100, known: 350 } }, { unanswered }],
  [{ kind: "complete", balance: { before: 5_900, after: 101, known: 350 } }],
  [{ kind: "complete", balance: { before: 100, after: 49, known: 50 } }],
  [{ kind: "costUnknown", balance: { before: 100, after: 75, known: 25 } }],
  [{ kind: "costUnknown", balance: { after: 75, known: 0 } }],
  [{ kind: "notUnderstood", message: "A web page came back.", saved: true }, { unanswered }],
  [{ kind: "interrupted", requestInFlight: true }, { unanswered }],
  [
    { kind: "interrupted", requestInFlight: true },
    { unanswered, records: 0, returned: 0, credits: 0, price: { perRecord: 1, known: false } },
  ],
  [{ kind: "interrupted", requestInFlight: false }],
  [{ kind: "windowClosed" }],
  [{ kind: "storage", message: "The disk is full." }],
  [{ kind: "refused", message: "No." }],
  [{ kind: "endedEarly" }],
  [{ kind: "endedEarly" }, { lastTotal: undefined }],
  [{ kind: "unanswered", rows: 1 }],
  [{ kind: "unanswered", rows: 3 }],
  [{ kind: "limitReached" }, { records: 1 }],
  [{ kind: "ambiguous", message: "Lost." }, { unanswered }],
  // More was charged than allowed: the sums are never less than the exact ones.
  [{ kind: "creditLimit", limit: 0.25, overrun: { of: "limit", allowed: 0.25, charged: 28.571, price: risen } }],
  [{ kind: "budgetUsedUp", agreed: 350, overrun: { of: "agreed", allowed: 350, charged: 10_000, price: risen } }],
  [{ kind: "budgetUsedUp", overrun: { of: "unconfirmed", allowed: 0, charged: 0.001, price: risen } }],
  [{ kind: "complete", overrun: { of: "agents", allowed: 9, charged: 10, price: risen } }, { lastTotal: 200 }],
  [{ kind: "cancelled", overrun: { of: "agentsMonth", allowed: 9, charged: 10, price: undefined } }],
];
const said = readFileSync(path.join(projectFolder, "test", "fixtures", "runEnds.txt"), "utf8")
  .trimEnd()
  .split("\n");

describe("the description of a stopped run", () => {
  for (const [nth, [stop, change]] of ends.entries()) {
    it(`is: ${said[nth]}`, () => {
      const { title, sentence, actions } = describeRun(summary(stop, change), now);
      assert.equal(`${stop.kind}: ${title} | ${sentence} | ${actions.join("+")}`.trimEnd(), said[nth]);
    });
  }

  it("is known for every reason", () => {
    assert.equal(said.length, ends.length);
  });

  it("says that a run is in progress", () => {
    const { title, sentence } = describeRun(summary(undefined), now);
    assert.deepEqual([title, sentence], ["Running", "The run is in progress: 200 of 1,000 records so far."]);
  });
});

describe("the size of a run", () => {
  it("names everything that differs from a plain run, and nothing else", () => {
    const run = summary(undefined, { repeated: 2, firstTotal: 900 });
    assert.equal(sizeText(run), "200 of 1,000 · 50 credits · 2 repeated · total changed from 900 to 1,000");
    assert.equal(sizeText(summary(undefined)), "200 of 1,000 · 50 credits");
  });

  it("counts the companies that were asked for", () => {
    const at = (count: number): string => {
      const { header } = summary(undefined);
      const task = { kind: "peopleSearch", filters: {}, companies: { count } } as const;
      return sizeText(summary({ kind: "cancelled" }, { header: { ...header, task }, openCompanies: count - 2 }));
    };
    assert.equal(at(1_240), "200 of 1,000 · 2 of 1,240 companies asked for · 50 credits");
    assert.equal(at(2), "200 of 1,000 · 2 of 2 companies asked for · 50 credits");
    assert.equal(at(1), "200 of 1,000 · 1 company · 50 credits");
  });

  it("says why its cost is a lower bound", () => {
    const bound = "The cost is a lower bound: the service did not say what";
    const remark = (unknownCosts: number): string => lowerBoundText(summary(undefined, { unknownCosts }));
    assert.deepEqual([remark(0), remark(1), remark(2)], ["", `${bound} one page cost.`, `${bound} 2 pages cost.`]);
  });

  it("says of a batch what was fetched for it: its other rows have stored answers", () => {
    const { header } = summary(undefined);
    const task = { kind: "companyLookup", identifiers: { domain: "a.example" } } as const;
    const batch = summary(
      { kind: "complete" },
      { header: { ...header, purpose: "batch", task }, records: 10, returned: 10, credits: 2.5 },
    );
    const { lastTotal: _none, ...withoutTotal } = batch;
    assert.equal(sizeText(withoutTotal), "10 records fetched · 2.5 credits");
    assert.equal(describeRun(withoutTotal, now).sentence, "Everything was looked up.");
  });
});
