// The real client on top: what it makes of the sandbox's replies.
import assert from "node:assert/strict";
import { createServiceClient } from "../../../../src/service/client";
import { ServiceFailure, type ServiceError } from "../../../../src/service/errors";
import { createMemoryGate } from "../../../../src/service/rateLimitGate";
import type { ServiceClient } from "../../../../src/service/serviceClient";
import { key, type UnderTest } from "../support/sandboxUnderTest";
import type { Open } from "./rules";

function clientOf({ transport, clock }: UnderTest, withKey = key): ServiceClient {
  return createServiceClient({ transport, key: withKey, userAgent: "prospect-desk/0.0.0", clock, random: () => 0.5, gate: createMemoryGate(clock) });
}

async function failure(call: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceFailure);
  return error.detail;
}

export function clientRules(sandbox: Open): void {
  describe("through the client", () => {
    it("all seven operations answer, and no record is odd", async () => {
      const test = await sandbox();
      const client = clientOf(test);
      const companies = await client.companySearch({ limit: 100 });
      const people = await client.peopleSearch({ limit: 100 });
      assert.deepEqual([companies.records.length, companies.odd, people.records.length, people.odd], [100, [], 100, []]);
      assert.equal((await client.companyLookup({ domain: "northwind.example" })).records[0]?.name, "Northwind");
      assert.equal((await client.peopleLookup({ person_professional_network_id: 48_213 })).records[0]?.full_name, "Ada Lovelace");
      assert.equal((await client.enrichment("enr-demo-finished")).contacts.length, 25);
      assert.deepEqual((await client.enrichment("enr-demo-large")).odd, []);
      assert.equal((await client.credits()).balance, Math.floor(test.sandbox.balance(key) ?? -1));
      assert.equal((await client.verifyKey()).workspace_id, "workspace-1");
    });

    it("running and stopped enrichments are told apart", async () => {
      const client = clientOf(await sandbox());
      assert.equal((await client.enrichment("enr-demo-in-progress-400")).stillRunning, true);
      const half = await client.enrichment("enr-demo-running", { partialParameter: "partial" });
      assert.deepEqual([half.stillRunning, half.contacts.length], [true, 20]);
      const out = await client.enrichment("enr-demo-credits");
      assert.deepEqual([out.stillRunning, out.result.status, out.contacts.length], [false, "CREDITS_INSUFFICIENT", 10]);
      assert.equal((await failure(client.enrichment("no-such-enrichment"))).code, "notFound");
    });

    it("refusals become the client's errors", async () => {
      const test = await sandbox();
      assert.equal((await failure(clientOf(test, "of-no-use-at-all").verifyKey())).code, "unauthorised");
      assert.equal((await failure(clientOf(test).companySearch({ search_after: "bm90IGEgY3Vyc29y" }))).code, "badRequest");
      test.sandbox.setBalance(key, 0);
      assert.equal((await failure(clientOf(test).companySearch({}))).code, "insufficientCredits");
    });

    it("a rate limit is waited out, never shorter than asked, and the call then succeeds", async () => {
      const test = await sandbox({ rateLimit: { calls: 1, windowMs: 20_000 } });
      const client = clientOf(test);
      await client.companySearch({});
      const before = test.clock.now();
      assert.equal((await client.companySearch({})).records.length, 10);
      assert.ok(test.clock.now() - before >= 20_000);
      assert.equal(test.sandbox.charges.length, 2);
    });
  });
}
