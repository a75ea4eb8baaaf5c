import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { agoText, creditsText, recordsOfText, recordsText } from "../../../src/runs/amounts";
import type { RunSummary, StopReason } from "../../../src/runs/run";
import { costText, describeRun, fetchedText, lowerBoundText, refreshNote, sizeText } from "../../../src/runs/runState";
import { projectFolder } from "../../host/paths.mjs";
import { runSummary } from "./runSummary";

const now = 1_000_000_000;
const unanswered = { records: 100, credits: 25 };
const summary = (stop: StopReason | undefined, change: Partial<RunSummary> = {}): RunSummary =>
  runSummary({ ...{ pages: 2, records: 200, returned: 200, credits: 50, lastTotal: 1000, stop }, ...change });

const { header } = runSummary();
const skipping = { ...header, task: { kind: "peopleSearch", filters: {}, knownRecords: 20 } } as const;

/** Every stop reason; what is said about each is the line of the same number in `runEnds.txt`. */
const ends: readonly (readonly [StopReason, Partial<RunSummary>?])[] = [
  [{ kind: "complete" }, { lastTotal: 200 }],
  [{ kind: "complete" }, { records: 1, lastTotal: 1 }],
  [{ kind: "complete" }, { records: 0, returned: 0, lastTotal: 0 }],
  [{ kind: "complete" }, { records: 0, returned: 0, lastTotal: 0, header: skipping }],
  [{ kind: "complete" }, { records: 9, returned: 9, lastTotal: 9, header: skipping }],
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
  [{ kind: "notUnderstood", message: "Too large.", pageLimit: 50 }, { unanswered }],
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

describe("the cost of a run", () => {
  it("is a sum, or the least it can have been", () => {
    assert.equal(costText(summary(undefined)), "50 credits");
    assert.equal(costText(summary(undefined, { possibleCredits: 25 })), "at least 50 credits");
    assert.equal(costText(summary(undefined, { credits: 1, unknownCosts: 1 })), "at least 1 credit");
  });
});

describe("the size of a run", () => {
  it("names a changed total only where both totals are known", () => {
    const size = (firstTotal: number | undefined, lastTotal: number | undefined): string =>
      sizeText(summary(undefined, { firstTotal, lastTotal }));
    assert.match(size(12_480, 12_511), /total changed from 12,480 to 12,511/u);
    for (const totals of [size(undefined, 900), size(900, undefined), size(900, 900)]) {
      assert.doesNotMatch(totals, /total changed/u);
    }
  });

  it("is the fetched part of the total, or the records while the total is unknown", () => {
    assert.equal(fetchedText({ records: 1_000, lastTotal: 12_480 }), "1,000 of 12,480");
    assert.equal(fetchedText({ records: 1, lastTotal: undefined }), "1 record");
  });

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

describe("the note on a refresh", () => {
  const day = 86_400_000;
  const now = Date.UTC(2026, 5, 1);
  const note = (days: number, origin = "https://service.example"): string | undefined =>
    refreshNote({ updatedAt: now - days * day, header: { connection: { origin } } }, now);

  it("is there from the day on which a monthly refresh was certainly due", () => {
    assert.equal(note(0), undefined);
    assert.equal(note(30.9), undefined);
    assert.equal(note(31), "Last run 31 days ago. The service refreshes its data monthly.");
    assert.equal(note(1200), "Last run 1,200 days ago. The service refreshes its data monthly.");
  });

  it("is not there for the embedded sandbox, nor for a clock that was set back", () => {
    assert.equal(note(400, "sandbox:"), undefined);
    assert.equal(note(-3), undefined);
  });
});

const minute = 60_000;
const hour = 60 * minute;

describe("the age of something", () => {
  for (const [ms, text] of [
    [minute - 1, "just now"],
    [minute, "1 minute ago"],
    [2 * minute - 1, "1 minute ago"],
    [2 * minute, "2 minutes ago"],
    [hour - 1, "59 minutes ago"],
    [hour, "1 hour ago"],
    [2 * hour - 1, "1 hour ago"],
    [2 * hour, "2 hours ago"],
    [48 * hour - 1, "47 hours ago"],
    [48 * hour, "2 days ago"],
    [72 * hour - 1, "2 days ago"],
  ] as const) {
    it(`of ${ms} ms is "${text}"`, () => assert.equal(agoText(ms), text));
  }
});

describe("an amount", () => {
  for (const [text, expected] of [
    [recordsText(0), "0 records"],
    [recordsText(1), "1 record"],
    [recordsText(12_480), "12,480 records"],
    [recordsOfText(0, 1), "0 of 1 record"],
    [recordsOfText(1, 2), "1 of 2 records"],
    [recordsOfText(1_000, 12_480), "1,000 of 12,480 records"],
    [creditsText(0.5), "0.5 credits"],
    [creditsText(1), "1 credit"],
    [creditsText(1_250), "1,250 credits"],
  ] as const) {
    it(`reads "${expected}"`, () => assert.equal(text, expected));
  }
});
