// What a search requests next, and how it ends.
import assert from "node:assert/strict";
import { begin, next } from "../../../src/runs/paging";
import type { RunLimits, RunSummary } from "../../../src/runs/run";
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

  it("do not go by offset beyond what the interface allows", () => {
    const beyond = { limits: { records: 20_000 }, cursor: undefined };
    assert.equal(endOf({ returned: 10_000, records: 10_000, ...beyond }), undefined);
    assert.equal(endOf({ returned: 10_001, records: 10_001, ...beyond }), "refused");
  });

  it("end where an interrupted run had come to its end", () => {
    assert.equal(endOf({ lastTotal: 100 }), "complete");
    assert.equal(endOf({ limits: { records: 100 } }), "limitReached");
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
});
