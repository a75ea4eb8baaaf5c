// The real client with the sandbox's replies.
import assert from "node:assert/strict";
import { createServiceClient } from "../../../../src/service/client";
import { ServiceFailure, type ServiceError } from "../../../../src/service/errors";
import { listFields, type RecordKind } from "../../../../src/service/operations";
import { recordSchemas } from "../../../../src/service/recordSchemas";
import type { HttpReply } from "../../../../src/service/wire";
import { MemoryGate } from "../../../support/memoryGate";
import { savingClient, type SavingClient } from "../../../support/savingClient";
import { openSandbox, key, type UnderTest } from "../support/sandboxUnderTest";

function clientOf({ transport, clock }: UnderTest, withKey = key): SavingClient {
  return savingClient(
    createServiceClient({
      transport,
      key: withKey,
      userAgent: "prospect-desk/0.0.0",
      clock,
      random: () => 0.5,
      gate: new MemoryGate(clock),
    }),
  );
}

async function failure(call: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ServiceFailure);
  return error.detail;
}

/** The records of a reply, each as the service describes it. */
function recordsOf(
  kind: RecordKind,
  { body }: HttpReply,
): readonly { readonly name?: unknown; readonly full_name?: unknown }[] {
  const list =
    (JSON.parse(Buffer.from(body).toString("utf8")) as Readonly<Record<string, readonly object[]>>)[listFields[kind]] ??
    assert.fail("no list");
  assert.deepEqual(
    list.flatMap((record) => recordSchemas[kind].safeParse(record).error ?? []),
    [],
  );
  return list;
}

export function clientRules(): void {
  describe("through the client", () => {
    it("all seven operations answer, and every record is as documented", async () => {
      const test = openSandbox();
      const client = clientOf(test);
      assert.equal(recordsOf("company", await client.companySearch({ limit: 100 })).length, 100);
      assert.equal(recordsOf("person", await client.peopleSearch({ limit: 100 })).length, 100);
      assert.equal(
        recordsOf("company", await client.companyLookup({ domain: "northwind.example" }))[0]?.name,
        "Northwind",
      );
      assert.equal(
        recordsOf("person", await client.peopleLookup({ person_professional_network_id: 48_213 }))[0]?.full_name,
        "Ada Lovelace",
      );
      assert.equal((await client.enrichment("enr-demo-finished")).contacts, 25);
      const { reply: large } = await client.enrichment("enr-demo-large");
      assert.ok(large !== undefined && recordsOf("contact", large).length > 0);
      assert.equal((await client.credits()).balance, Math.floor(test.sandbox.balance(key) ?? -1));
      assert.equal((await client.verifyKey()).workspace_id, "workspace-1");
    });

    it("running and stopped enrichments are distinguished", async () => {
      const client = clientOf(openSandbox());
      assert.equal((await client.enrichment("enr-demo-in-progress-400")).stillRunning, true);
      const half = await client.enrichment("enr-demo-running", { partialParameter: "partial" });
      assert.deepEqual([half.stillRunning, half.contacts], [true, 20]);
      const out = await client.enrichment("enr-demo-credits");
      assert.deepEqual([out.stillRunning, out.status, out.contacts], [false, "CREDITS_INSUFFICIENT", 10]);
      assert.equal((await failure(client.enrichment("no-such-enrichment"))).code, "notFound");
    });

    it("error replies become the client's errors", async () => {
      const test = openSandbox();
      assert.equal((await failure(clientOf(test, "of-no-use-at-all").verifyKey())).code, "unauthorized");
      assert.equal(
        (await failure(clientOf(test).companySearch({ search_after: "bm90IGEgY3Vyc29y" }))).code,
        "badRequest",
      );
      test.sandbox.setBalance(key, 0);
      assert.equal((await failure(clientOf(test).companySearch({}))).code, "insufficientCredits");
    });

    it("the rate limit refuses a call, says how long, and the call then succeeds", async () => {
      const test = openSandbox({ rateLimit: { calls: 1, windowMs: 20_000 } });
      const client = clientOf(test);
      await client.companySearch({});
      const refused = await failure(client.companySearch({}));
      assert.ok(refused.code === "rateLimited" && refused.waitMs >= 20_000);
      await test.clock.sleep(refused.waitMs);
      assert.equal(recordsOf("company", await client.companySearch({})).length, 10);
      assert.equal(test.sandbox.charges.length, 2);
    });
  });
}
