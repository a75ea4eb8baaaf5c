import assert from "node:assert/strict";
import type { RunSummary, StopReason } from "../../../src/runs/run";
import { costText, describeRun, fetchedText, sizeRemarks, sizeText } from "../../../src/runs/runState";
import { runSummary } from "./runSummary";

const now = 1_000_000_000;
const summary = (stop: StopReason | undefined, change: Partial<RunSummary> = {}): RunSummary =>
  runSummary({ ...{ pages: 2, records: 200, returned: 200, credits: 50, lastTotal: 1000, stop }, ...change });

/** Every stop reason with its title, sentence and actions. */
const table: readonly (readonly [StopReason, string, string, string, Partial<RunSummary>?])[] = [
  [{ kind: "complete" }, "Complete", "All 200 matching records fetched.", "", { lastTotal: 200 }],
  [{ kind: "complete" }, "Complete", "The one matching record was fetched.", "", { records: 1, lastTotal: 1 }],
  [{ kind: "complete" }, "Complete", "No records match.", "", { records: 0, returned: 0, lastTotal: 0 }],
  [
    { kind: "complete" },
    "Complete",
    "9 records, all of which you already have.",
    "",
    { records: 0, skipped: 9, returned: 9, lastTotal: 9 },
  ],
  [
    { kind: "complete" },
    "Complete",
    "1 record, which you already have.",
    "",
    { records: 0, skipped: 1, returned: 1, lastTotal: 1 },
  ],
  [
    { kind: "complete" },
    "Complete",
    "All 9 matching records fetched. You already have 2 of them, so they were skipped.",
    "",
    { records: 7, skipped: 2, returned: 9, lastTotal: 9 },
  ],
  [
    { kind: "complete" },
    "Complete",
    "All 9 matching records fetched. 1 was erased.",
    "",
    { records: 8, erased: 1, returned: 9, lastTotal: 9 },
  ],
  [
    { kind: "complete" },
    "Complete",
    "All 9 matching records fetched. 9 were erased.",
    "",
    { records: 0, erased: 9, returned: 9, lastTotal: 9 },
  ],
  [{ kind: "complete" }, "Complete", "The service sent no more records: 200 records, although it reports 1,000.", ""],
  [
    { kind: "complete", outcomes: { enriched: 21, nothingFound: 4, notProcessed: 0 } },
    "Complete",
    "21 of 25 enriched, nothing found for 4.",
    "",
  ],
  [
    { kind: "partialResult", outcomes: { enriched: 4, nothingFound: 0, notProcessed: 6 } },
    "Partial results",
    "4 of 10 enriched, 6 not processed. The enrichment has not finished with all contacts.",
    "",
  ],
  [{ kind: "limitReached" }, "Limit reached", "Fetched the 200 records you asked for. 1,000 match.", "fetchMore"],
  [
    { kind: "notRecovered", records: 30, asks: 100, from: { cursor: "c" } },
    "Records lost",
    "The database was damaged, and 30 records of this run could not be recovered. Resuming fetches them again, which " +
      "may cost up to 25 credits. 200 records saved.",
    "resume",
  ],
  [
    { kind: "notRecovered", records: 1, asks: 1 },
    "Records lost",
    "The database was damaged, and 1 record of this run could not be recovered. Fetching them again may cost as much " +
      "as 1 record. 200 records saved.",
    "",
    { credits: 0 },
  ],
  [
    { kind: "notRecovered", records: 0, asks: 0 },
    "Records lost",
    "The database was damaged, and what this run searched for could not be recovered. 200 records saved.",
    "",
  ],
  [{ kind: "limitReached" }, "Limit reached", "Fetched the 200 records you asked for.", "", { lastTotal: 200 }],
  [
    { kind: "limitReached" },
    "Limit reached",
    "Fetched the 0 records you asked for. 1 matches.",
    "fetchMore",
    { records: 0, lastTotal: 1 },
  ],
  [
    { kind: "creditLimit", limit: 50 },
    "Credit limit reached",
    "Stopped at your credit limit of 50. 200 of 1,000 records saved.",
    "fetchMore",
  ],
  [
    { kind: "budgetUsedUp" },
    "Paused: budget used up",
    "Stopped before spending more than you allow without confirmation. 199 of 1,000 records saved. 1 was erased.",
    "continue",
    { records: 199, erased: 1 },
  ],
  [
    { kind: "budgetUsedUp", agreed: 50 },
    "Paused: budget used up",
    "Stopped before spending more than the 50 credits you agreed to. 200 of 1,000 records saved.",
    "continue",
  ],
  [
    { kind: "budgetUsedUp" },
    "Paused: budget used up",
    "Stopped before spending more than you allow without confirmation. 0 records saved. " +
      "200 more were skipped because you already have them.",
    "continue",
    { records: 0, skipped: 200, lastTotal: undefined },
  ],
  [
    { kind: "budgetUsedUp", agreed: 50 },
    "Paused: budget used up",
    "Stopped before spending more than the 50 credits you agreed to. 199 of 1,000 records saved. " +
      "1 more was skipped because you already have it.",
    "continue",
    { records: 199, skipped: 1 },
  ],
  [
    { kind: "costUnknown" },
    "Paused: cost unknown",
    "The service did not say what the last page cost, and your balance does not show it either. " +
      "200 of 1,000 records saved.",
    "continue",
  ],
  [
    { kind: "sameRecords" },
    "Same records again",
    "The service sent the same records again, so asking for more would only cost credits. 200 records saved.",
    "",
  ],
  [
    { kind: "cancelled" },
    "Canceled",
    "You stopped the run. 200 records saved. Resume continues where it stopped.",
    "resume",
  ],
  [
    { kind: "rateLimited", until: now + 61_000 },
    "Paused by rate limit",
    "The service asks to wait 61 seconds. 200 records saved.",
    "tryNow+waitThenResume",
  ],
  [
    { kind: "rateLimited", until: now + 60_000 },
    "Paused by rate limit",
    "The service asks to wait 60 seconds. 200 records saved.",
    "waitThenResume",
  ],
  [
    { kind: "disconnected" },
    "Disconnected",
    "The connection Work was removed. 200 records saved. Connect again, then resume.",
    "connect+resume",
  ],
  [
    { kind: "rateLimited", until: now - 1 },
    "Paused by rate limit",
    "The wait that the service asked for is over. 200 records saved.",
    "resume",
  ],
  [
    { kind: "keyRejected", message: "The key is unknown." },
    "Key rejected",
    "The key is unknown. 200 records saved. Enter a valid key for Work, then resume.",
    "connect+resume",
  ],
  [
    { kind: "creditsExhausted", message: "Not enough credits.", balance: 10, needed: 25 },
    "Not enough credits",
    "Not enough credits: the next page costs about 25, you have 10. 200 records saved. " +
      "Add credits or use another key, then resume.",
    "resume+connect",
  ],
  [
    { kind: "creditsExhausted", message: "Not enough credits." },
    "Not enough credits",
    "Not enough credits. 200 records saved. Add credits or use another key, then resume.",
    "resume+connect",
  ],
  [
    { kind: "offline", message: "No way there." },
    "Offline",
    "No way there. 200 records saved. Nothing was charged for the page that was not sent.",
    "resume",
  ],
  [
    { kind: "ambiguous", message: "Lost.", balanceBefore: 100, balanceAfter: 75 },
    "Reply lost",
    "Lost. It was probably charged: your balance went from 100 to 75. " +
      "Resuming may cost up to 25 credits. 200 records saved.",
    "resume",
  ],
  [
    { kind: "ambiguous", message: "Lost.", balanceBefore: 100, balanceAfter: 100, settled: true },
    "Reply lost",
    "Lost. It was probably not charged: your balance did not change. Resuming may cost up to 25 credits. " +
      "200 records saved.",
    "resume",
  ],
  [
    { kind: "ambiguous", message: "Lost.", balanceBefore: 100, balanceAfter: 100 },
    "Reply lost",
    "Lost. It may have been charged: your balance (100 before, 100 now) does not show it. " +
      "Resuming may cost up to 25 credits. 200 records saved.",
    "resume",
  ],
  [
    { kind: "ambiguous", message: "Lost.", balanceBefore: 100, balanceAfter: 300, settled: true },
    "Reply lost",
    "Lost. It may have been charged: your balance (100 before, 300 now) does not show it. " +
      "Resuming may cost up to 25 credits. 200 records saved.",
    "resume",
  ],
  [
    { kind: "notUnderstood", message: "A web page came back.", saved: true },
    "Reply not understood",
    "A web page came back. The raw reply is saved. It may have been charged. " +
      "Resuming may cost up to 25 credits. 200 records saved.",
    "resume",
  ],
  [
    { kind: "interrupted", requestInFlight: true },
    "Interrupted",
    "The window or the machine was closed while a page was being fetched. It may have been charged. " +
      "Resuming may cost up to 25 credits. 200 records saved.",
    "resume",
  ],
  [
    { kind: "interrupted", requestInFlight: true },
    "Interrupted",
    "The window or the machine was closed while a page was being fetched. It may have been charged. " +
      "Resuming asks for one record first, which shows what a record costs. 0 records saved.",
    "resume",
    { records: 0, returned: 0, credits: 0 },
  ],
  [
    { kind: "interrupted", requestInFlight: false },
    "Interrupted",
    "The window or the machine was closed between two pages. 200 records saved. Resume continues where it stopped.",
    "resume",
  ],
  [
    { kind: "windowClosed" },
    "Window closed",
    "The window was closed during the run. 200 records saved. Resume continues where it stopped.",
    "resume",
  ],
  [
    { kind: "storage", message: "The disk is full." },
    "Could not be saved",
    "The disk is full. 200 records saved.",
    "resume",
  ],
  [{ kind: "refused", message: "No." }, "Refused by the service", "No. 200 records saved.", "resume"],
];

describe("the description of a stopped run", () => {
  for (const [stop, title, sentence, actions, change] of table) {
    it(`is for ${stop.kind}: ${sentence}`, () => {
      const described = describeRun(summary(stop, change), { now });
      assert.deepEqual([described.title, described.sentence, described.actions.join("+")], [title, sentence, actions]);
    });
  }

  it("names the price of the next call where that is known", () => {
    const { sentence } = describeRun(summary({ kind: "interrupted", requestInFlight: true }, { records: 450 }), {
      now,
      price: { perRecord: 1, known: true },
    });
    assert.match(sentence, /Resuming may cost up to 50 credits/);
  });

  it("says that a run is in progress", () => {
    const { title, sentence } = describeRun(summary(undefined), { now });
    assert.deepEqual([title, sentence], ["Running", "The run is in progress: 200 of 1,000 records so far."]);
  });
});

describe("the cost of a run", () => {
  it("is a sum, or the least it can have been", () => {
    assert.equal(costText(summary(undefined)), "50 credits");
    assert.equal(costText(summary(undefined, { possibleCredits: 25 })), "at least 50 credits");
    assert.equal(costText(summary(undefined, { credits: 1, unpriced: { pages: 1 } })), "at least 1 credit");
    assert.equal(sizeRemarks(summary(undefined, { possibleCredits: 25 })).length, 0);
    assert.equal(
      sizeRemarks(summary(undefined, { unpriced: { pages: 1 } }))[0],
      "The cost is a lower bound: the service did not say what one page cost.",
    );
    assert.equal(
      sizeRemarks(summary(undefined, { unpriced: { pages: 2, balanceBefore: 100, balanceAfter: 60 } }))[0],
      "The cost is a lower bound: the service did not say what 2 pages cost. " +
        "Your balance was 100 before and is 60 now.",
    );
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
    const run = summary(undefined, { skipped: 1, repeated: 2, mismatched: 3, firstTotal: 900 });
    const all = "3 with unexpected data · total changed from 900 to 1,000";
    assert.equal(sizeText(run), `200 of 1,000 · 50 credits · 1 skipped (already fetched) · 2 repeated · ${all}`);
    assert.equal(sizeText(summary(undefined)), "200 of 1,000 · 50 credits");
  });

  it("counts the companies that were asked for", () => {
    const at = (count: number): string => {
      const { header } = summary(undefined);
      const task = { kind: "peopleSearch", filters: {}, companies: { count, size: 1 } } as const;
      const group = { nth: 1, returned: 5, fresh: 5, pagesWithoutNew: 0, isShort: false, isEmpty: true };
      return sizeText(summary({ kind: "cancelled" }, { header: { ...header, task }, group }));
    };
    assert.equal(at(1_240), "200 of 1,000 · 2 of 1,240 companies asked for · 50 credits");
    assert.equal(at(2), "200 of 1,000 · 2 of 2 companies asked for · 50 credits");
    assert.equal(at(1), "200 of 1,000 · 1 company · 50 credits");
  });

  it("has remarks about pages of unknown cost and about unexpected data", () => {
    const bound = "The cost is a lower bound: the service did not say what";
    const remarks = (unpriced: RunSummary["unpriced"], mismatchExample?: string): readonly string[] =>
      sizeRemarks(summary(undefined, { unpriced, mismatchExample }));
    assert.deepEqual(remarks({ pages: 0 }), []);
    assert.deepEqual(remarks({ pages: 0 }, "name: 5"), ["Unexpected data, for example: name: 5"]);
    assert.deepEqual(remarks({ pages: 1, balanceBefore: 90 }), [`${bound} one page cost.`]);
    assert.deepEqual(remarks({ pages: 2, balanceAfter: 80 }), [`${bound} 2 pages cost.`]);
    assert.deepEqual(remarks({ pages: 2, balanceBefore: 90, balanceAfter: 80 }, "name: 5"), [
      `${bound} 2 pages cost. Your balance was 90 before and is 80 now.`,
      "Unexpected data, for example: name: 5",
    ]);
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
    assert.equal(describeRun(withoutTotal, { now }).sentence, "Everything was looked up.");
  });
});
