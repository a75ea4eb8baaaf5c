// What a search requests next, and how it ends.
import assert from "node:assert/strict";
import { begin, next } from "../../../src/runs/paging";
import type { RunLimits, RunSummary, StopReason } from "../../../src/runs/run";
import { plausibleTotal } from "../../../src/service/replyMetadata";
import type { StoredPage } from "../../../src/store/storePage";
import { runSummary } from "./runSummary";

describe("the pages of a run", () => {
  type Change = Partial<RunSummary> & { readonly limits?: RunLimits };
  const run = ({ limits = { records: 1_000 }, ...change }: Change = {}): RunSummary =>
    runSummary({
      header: { task: { kind: "companySearch", filters: {} }, recordKind: "company", limits },
      cursor: "c",
      ...change,
    });
  const endOf = (change: Change): string | undefined => begin(run(change)).end?.kind;

  it("start without a cursor or offset, and continue at the offset when there is no cursor", () => {
    const at = (change: Change): unknown => begin(run({ cursor: undefined, ...change })).request;
    assert.deepEqual(at({ pages: 0, records: 0, returned: 0, lastTotal: 0 }), { limit: 100 });
    assert.deepEqual(at({ limits: { records: 101 }, lastTotal: 101 }), { limit: 1, offset: 100 });
    assert.deepEqual(at({ returned: 1, records: 1 }), { limit: 100, offset: 1 });
    assert.deepEqual(at({ cursor: "c" }), { limit: 100, cursor: "c" });
  });

  it("do not go by offset beyond what the interface allows", () => {
    const beyond = { limits: { records: 20_000 }, cursor: undefined };
    assert.equal(endOf({ returned: 10_000, records: 10_000, ...beyond }), undefined);
    assert.equal(endOf({ returned: 10_001, records: 10_001, ...beyond }), "refused");
  });

  it("end where an interrupted run had come to its end", () => {
    assert.equal(endOf({ lastTotal: 100 }), "complete");
    assert.equal(endOf({ limits: { records: 100 } }), "limitReached");
  });

  it("ask for what is missing of the limit, however many records were repeated", () => {
    const at = begin(run({ repeated: 500, returned: 600, limits: { records: 130 } }));
    assert.deepEqual(at.request, { limit: 30, cursor: "c" });
  });

  it("are smaller after a reply that was too large, until the run stops for another reason", () => {
    const stop: StopReason = { kind: "notUnderstood", message: "Too large.", pageLimit: 25 };
    assert.equal(begin(run({ stop })).request?.limit, 25);
  });

  interface PageCase {
    readonly returned: number;
    readonly limit?: number;
    readonly total?: number | undefined;
    readonly cursor?: string | undefined;
    readonly records?: number;
    readonly wanted?: number;
    readonly pagesWithoutNew?: number;
    readonly isOldCursor?: boolean;
    readonly credits?: number | undefined;
  }
  const after = (page: PageCase): string => {
    const { returned, limit = 100, total, cursor, records = 300, wanted = 1_000, pagesWithoutNew = 0 } = page;
    const stored: StoredPage = {
      ...{ understood: true, page: 2, runNo: 1, firstRow: 200, rows: returned, returned, skipped: 0, repeated: 0 },
      credits: "credits" in page ? page.credits : returned,
      isOldCursor: page.isOldCursor === true,
      run: { pagesWithoutNew } as StoredPage["run"],
    };
    const summary = run({
      pages: 3,
      records,
      returned: records,
      lastTotal: total,
      cursor,
      limits: { records: wanted },
    });
    const at = next({ request: { limit, cursor: "b" }, page: stored, run: summary, acceptsUnknownCosts: false });
    return at.end === undefined ? `${at.request.limit} ${at.request.cursor ?? at.request.offset}` : at.end.kind;
  };

  for (const [what, page, expected] of [
    ["continue at the cursor of a full page", { returned: 100, cursor: "c" }, "100 c"],
    ["continue at the cursor of a short page", { returned: 40, cursor: "c", total: 900 }, "100 c"],
    ["continue by offset after a full page without a cursor", { returned: 100, total: 900 }, "100 300"],
    ["end with the total, whatever the cursor says", { returned: 100, total: 300, cursor: "c" }, "complete"],
    ["end with an empty page", { returned: 0, cursor: "c" }, "complete"],
    ["end early with an empty page below the total", { returned: 0, total: 900, cursor: "c" }, "endedEarly"],
    ["end with a short page without a cursor", { returned: 40 }, "complete"],
    ["end early with a short page below the total, without a cursor", { returned: 40, total: 900 }, "endedEarly"],
    ["end with as many records as asked for", { returned: 100, cursor: "c", wanted: 300 }, "limitReached"],
    ["end after two pages without a new record", { returned: 100, cursor: "c", pagesWithoutNew: 2 }, "sameRecords"],
    ["end when a cursor leads back", { returned: 100, cursor: "b", isOldCursor: true }, "sameRecords"],
    ["stop when a reply does not say its cost", { returned: 100, cursor: "c", credits: undefined }, "costUnknown"],
    ["are complete although the last reply does not say its cost", { returned: 40, credits: undefined }, "complete"],
  ] as const satisfies readonly (readonly [string, PageCase, string])[]) {
    it(what, () => assert.equal(after(page), expected));
  }

  it("believe a total only when it can be true", () => {
    assert.deepEqual(
      [
        plausibleTotal(0, 0, 0),
        plausibleTotal(0, 0, 5),
        plausibleTotal(-1, 0, 0),
        plausibleTotal(1e300, 0, 5),
        plausibleTotal(1.5, 0, 1),
      ],
      [0, undefined, undefined, undefined, undefined],
    );
    assert.deepEqual(
      [
        plausibleTotal(300, 100, 100),
        plausibleTotal(150, 100, 100),
        plausibleTotal(90, 100, 100),
        plausibleTotal(0, 100, 0),
      ],
      [300, 150, undefined, undefined],
    );
  });
});
