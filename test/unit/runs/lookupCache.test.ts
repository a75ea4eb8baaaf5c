import assert from "node:assert/strict";
import { findPaidLookup, normaliseIdentifiers, type LookupTask } from "../../../src/runs/lookupCache";
import type { RunSummary, RunTask, StopReason } from "../../../src/runs/run";

const answer = (id: string, task: RunTask, updatedAt: number, stop: StopReason = { kind: "complete" }, pages = 1): RunSummary =>
  ({ header: { id, task, connection: { origin: "https://x.test" } }, stop, pages, records: 1, updatedAt }) as RunSummary;

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
    assert.deepEqual(findPaidLookup(runs, domain("A.test"), "https://x.test"), { runId: "new", answeredAt: 20, records: 1 });
  });

  it("is not taken from another service, another question, or a look-up that failed", () => {
    const find = (run: RunSummary): unknown => findPaidLookup([run], domain("a.test"), "https://x.test");
    assert.equal(find(answer("r", domain("a.test"), 1, { kind: "refused", message: "" })), undefined);
    assert.equal(find(answer("r", domain("a.test"), 1, { kind: "complete" }, 0)), undefined);
    assert.equal(find(answer("r", { kind: "peopleLookup", identifiers: { domain: "a.test" } }, 1)), undefined);
    assert.equal(findPaidLookup([answer("r", domain("a.test"), 1)], domain("a.test"), "https://y.test"), undefined);
  });
});
