import assert from "node:assert/strict";
import { findPaidLookup, normaliseIdentifiers } from "../../../src/runs/lookupCache";
import type { LookupTask, RunSummary, RunTask, StopReason } from "../../../src/runs/run";

const answer = (id: string, task: RunTask, updatedAt: number, stop: StopReason = { kind: "complete" }, pages = 1, records = 1): RunSummary =>
  ({ header: { id, task, connection: { origin: "https://x.test" } }, stop, pages, records, credits: 0.25, updatedAt }) as RunSummary;

describe("a look-up paid for before", () => {
  const domain = (text: string): LookupTask => ({ kind: "companyLookup", identifiers: { domain: text } });

  it("is found however its identifiers are written", () => {
    const same = ["example.com", "https://www.Example.com/", " EXAMPLE.com ", "http://example.com/?utm=1"];
    assert.equal(new Set(same.map((text) => normaliseIdentifiers({ domain: text }))).size, 1);
    assert.equal(normaliseIdentifiers({ person_name: "Jo  Doe", company_domain: "a.test" }), normaliseIdentifiers({ company_domain: "A.test", person_name: "jo doe" }));
    assert.notEqual(normaliseIdentifiers({ domain: "a.test/x" }), normaliseIdentifiers({ domain: "a.test/y" }));
    assert.equal(normaliseIdentifiers({ professional_network_id: 7 }), normaliseIdentifiers({ professional_network_id: "7" }));
  });

  it("is the newest answer, and no match is one too", () => {
    const runs = [answer("old", domain("a.test"), 10), answer("new", domain("www.a.test"), 20), answer("other", domain("b.test"), 30)];
    assert.deepEqual(findPaidLookup(runs, domain("A.test"), "https://x.test"), { runId: "new", answeredAt: 20, records: 1, credits: 0.25 });
    assert.equal(findPaidLookup([answer("none", domain("a.test"), 1, { kind: "complete" }, 1, 0)], domain("a.test"), "https://x.test")?.records, 0);
  });

  it("is one however its run ended after the record came; a page without one counts only when the run came to its end", () => {
    const find = (stop: StopReason, records: number): boolean => findPaidLookup([answer("r", domain("a.test"), 1, stop, 1, records)], domain("a.test"), "https://x.test") !== undefined;
    const stops: readonly StopReason[] = [{ kind: "complete" }, { kind: "limitReached" }, { kind: "interrupted", requestInFlight: false }, { kind: "refused", message: "" }, { kind: "windowClosed" }];
    assert.deepEqual(stops.map((stop) => find(stop, 1)), [true, true, true, true, true]);
    assert.deepEqual(stops.map((stop) => find(stop, 0)), [true, true, true, false, false]);
  });

  it("is not taken from another service, another question, or a look-up that failed", () => {
    const find = (run: RunSummary): unknown => findPaidLookup([run], domain("a.test"), "https://x.test");
    assert.equal(find(answer("r", domain("a.test"), 1, { kind: "refused", message: "" }, 1, 0)), undefined);
    assert.equal(find(answer("r", domain("a.test"), 1, { kind: "complete" }, 0)), undefined);
    assert.equal(find(answer("r", { kind: "peopleLookup", identifiers: { domain: "a.test" } }, 1)), undefined);
    assert.equal(findPaidLookup([answer("r", domain("a.test"), 1)], domain("a.test"), "https://y.test"), undefined);
  });
});
