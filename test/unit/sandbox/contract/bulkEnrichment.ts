// Bulk enrichments: their states, errors and contacts.
import assert from "node:assert/strict";
import { openSandbox, paths, type Answered, type UnderTest } from "../support/sandboxUnderTest";
import { isError } from "./rules";

export function bulkEnrichmentRules(): void {
  describe("Endpoint 5 and “States and transitions”: bulk enrichment", () => {
    const of = (test: UnderTest, id: string, query = ""): Promise<Answered> =>
      test.get(`${paths.enrichment}${id}${query}`);

    it("a finished one: id, name, status, cost and one entry per contact", async () => {
      const test = openSandbox();
      const reply = await of(test, "enr-demo-finished");
      assert.equal(reply.status, 200);
      assert.deepEqual(Object.keys(reply.json), ["id", "name", "status", "cost", "data"]);
      assert.equal(reply.json.id, "enr-demo-finished");
      assert.equal(reply.json.status, "FINISHED");
      assert.equal(reply.json.data.length, 25);
      for (const entry of reply.json.data)
        assert.deepEqual(Object.keys(entry), ["input", "custom", "contact_info", "profile"]);
    });

    it("contacts: emails and phones in several statuses, some without; phone fields may be absent", async () => {
      const test = openSandbox();
      const contacts = (await of(test, "enr-demo-large")).json.data.map((entry) => entry.contact_info);
      const statuses = new Set(contacts.flatMap((info) => info.work_emails.map((email) => email.status)));
      assert.ok(statuses.has("DELIVERABLE") && statuses.size > 3);
      const phones = contacts.flatMap((info) => info.phones);
      assert.ok(
        phones.some((phone) => phone.ownership_match === undefined) &&
          phones.some((phone) => phone.ownership_match_confidence > 0),
      );
      for (const phone of phones) assert.match(phone.number, /^\+\d{8,15}$/);
      assert.ok(contacts.some((info) => info.most_probable_work_email === undefined));
      assert.ok(contacts.some((info) => info.phones.length === 0));
    });

    it("CREATED, then IN_PROGRESS, then FINISHED; data only when partial results are requested", async () => {
      const test = openSandbox();
      const created = await of(test, "enr-demo-running");
      assert.equal(created.json.status, "CREATED");
      assert.equal("data" in created.json, false);
      test.clock.advance(17_500);
      assert.equal("data" in (await of(test, "enr-demo-running")).json, false);
      const partial = (await of(test, "enr-demo-running", "?partial=true")).json;
      assert.equal(partial.status, "IN_PROGRESS");
      assert.equal(partial.data.length, 20);
      assert.equal(partial.data.filter((entry) => "profile" in entry).length, 10);
      test.clock.advance(12_500);
      const finished = (await of(test, "enr-demo-running")).json;
      assert.equal(finished.status, "FINISHED");
      assert.ok(finished.data.every((entry) => "profile" in entry));
    });

    it("one answers 400 “in progress” while it runs", async () => {
      const test = openSandbox();
      const running = await of(test, "enr-demo-in-progress-400");
      isError(running, 400, "error.enrichment.in_progress");
      test.clock.advance(30_000);
      assert.equal((await of(test, "enr-demo-in-progress-400")).json.status, "FINISHED");
    });

    it("out of credits is 402 with a result as its body", async () => {
      const test = openSandbox();
      const reply = await of(test, "enr-demo-credits");
      assert.equal(reply.status, 402);
      assert.equal(reply.json.status, "CREDITS_INSUFFICIENT");
      assert.equal(reply.json.data.filter((entry) => "contact_info" in entry).length, 4);
    });

    it("the other statuses, and one that is not listed", async () => {
      const test = openSandbox();
      assert.equal((await of(test, "enr-demo-rate-limit")).json.status, "RATE_LIMIT");
      assert.equal((await of(test, "enr-demo-unknown")).json.status, "UNKNOWN");
      assert.equal((await of(test, "enr-demo-unlisted")).json.status, "ON_HOLD");
      await of(test, "enr-demo-canceled");
      test.clock.advance(30_000);
      assert.equal((await of(test, "enr-demo-canceled")).json.status, "CANCELED");
    });

    it("every listed enrichment can be retrieved; an unknown one is 404", async () => {
      const test = openSandbox();
      for (const { id } of test.sandbox.enrichments) assert.notEqual((await of(test, id)).status, 404, id);
      isError(await of(test, "no-such-enrichment"), 404);
      isError(await of(test, "%E0%A4%A"), 404);
    });
  });
}
