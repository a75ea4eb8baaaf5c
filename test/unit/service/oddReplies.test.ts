// Replies that differ from the interface and still have one meaning: wrapped errors, refusals, and unfinished results.
import assert from "node:assert/strict";
import fc from "fast-check";
import { quotable } from "../../../src/service/errorSentences";
import type { HttpReply } from "../../../src/service/wire";
import { failureOf, json, rig } from "./fakes";

const messageOf = async (reply: HttpReply): Promise<string> =>
  (await failureOf(rig([reply]).client.companySearch({}))).message;

describe("an error of the service", () => {
  for (const [body, said] of [
    [{ code: "error.x", message: "Offset too big" }, "Offset too big."],
    [{ error: { code: "error.x", message: "Big" } }, '{"error":{"code":"error.x","message":"Big"}}.'],
    [{ errors: ["Offset too big"] }, '{"errors":["Offset too big"]}.'],
  ] as const) {
    it(`is quoted from ${JSON.stringify(body)}`, async () => {
      const failure = await failureOf(rig([json(400, body)]).client.companySearch({}));
      assert.equal(failure.code, "badRequest");
      assert.equal(
        failure.message,
        `The service did not accept the request (HTTP 400). The service says: ${said} ` +
          "Change the request and try again.",
      );
    });
  }

  it("is quoted when it comes with a status of success", async () => {
    const reply = json(200, { code: "error.x", message: "No key a-key-for-tests today" });
    const failure = await failureOf(rig([reply]).client.credits());
    assert.deepEqual(
      [failure.code, failure.message],
      ["notTheService", "The service sent an error. The service says: No key … today."],
    );
  });

  it("names the key by a code beside an empty wrapper", async () => {
    const reply = json(403, { code: "error.api.key", message: "Unknown api key", error: {} });
    assert.equal((await failureOf(rig([reply]).client.companySearch({}))).code, "unauthorized");
  });

  it("never quotes a part of the key, wherever a long message is cut", async () => {
    const key = "a-key-for-tests";
    for (let before = 0; before < key.length; before += 1) {
      const message = "x".repeat(before) + key.repeat(10_000 / key.length + 1);
      assert.ok(!(await messageOf(json(400, { message }))).includes(key.slice(0, 1 + key.indexOf("-"))), `${before}`);
    }
  });

  for (const status of [403, 409, 423, 425]) {
    it(`is worded neutrally under ${status}, and leaves the key alone`, async () => {
      assert.equal(
        await messageOf(json(status, { message: "Not in your plan" })),
        `The service did not accept the request (HTTP ${status}). The service says: Not in your plan.`,
      );
    });
  }

  it("is quoted with its first line, to 300 characters", () => {
    for (const [text, expected] of [
      ["Boom\n    at Object.run (/srv/app.js:1:2)\n    at main", "Boom"],
      ["Boom\r\n\tat com.example.Search.run(Search.java:12)", "Boom"],
      ["\n  Boom at Search.run\nCaused by: disk", "Boom at Search.run"],
      ["Meet us at noon (UTC)", "Meet us at noon (UTC)"],
      ["x".repeat(300), "x".repeat(300)],
      ["x".repeat(5000), `${"x".repeat(300)}…`],
      [`${"x".repeat(299)}😀 and more`, `${"x".repeat(299)}…`],
    ] as const) {
      assert.equal(quotable(text, ""), expected);
    }
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (text) => {
        assert.ok(quotable(text, "").length <= 301);
        assert.doesNotMatch(quotable(text, ""), /[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

describe("a lookup that finds nothing", () => {
  it("is an empty reply after 404 with an error of the service", async () => {
    const body = { code: "error.company.not_found", message: "Nothing" };
    let saved: HttpReply | undefined;
    const { client } = rig([json(404, body)]);
    const reply = await client.companyLookup(
      { domain: "a.example" },
      { save: async (received) => void (saved = received) },
    );
    assert.equal(saved, reply);
    assert.deepEqual(JSON.parse(Buffer.from(reply.body).toString()), { metadata: {}, companies: [] });
    assert.equal((await failureOf(rig([json(404, body)]).client.companySearch({}))).code, "notFound");
  });

  for (const body of [
    {},
    { message: "Not Found" },
    { error: "Not Found", path: "/api/v2/company/lookup", status: 404 },
    { code: "error.endpoint.not_found", message: "Lookup endpoint not found" },
  ]) {
    it(`is a wrong address after 404 ${JSON.stringify(body)}`, async () => {
      const failure = await failureOf(rig([json(404, body)]).client.companyLookup({ domain: "a.example" }));
      assert.equal(failure.code, "notFound");
    });
  }
});

describe("a page that comes with not enough credits", () => {
  const partial = { companies: [{ id: "c1" }], metadata: { credits: 1 }, code: "error.credits", message: "Used up" };

  it("is saved, and the call still ends with not enough credits", async () => {
    const saved: HttpReply[] = [];
    const call = rig([json(402, partial)]).client.companySearch({}, { save: async (reply) => void saved.push(reply) });
    assert.equal((await failureOf(call)).code, "insufficientCredits");
    assert.deepEqual(JSON.parse(Buffer.from(saved[0]?.body ?? "").toString()), partial);
  });

  it("is not saved without records", async () => {
    for (const body of [{}, { companies: [] }, { people: [{ id: "p1" }] }, { message: "Used up" }]) {
      const call = rig([json(402, body)]).client.companySearch({}, { save: async () => assert.fail("saved") });
      assert.equal((await failureOf(call)).code, "insufficientCredits");
    }
  });
});

describe("an enrichment that is not finished", () => {
  for (const [status, body] of [
    [200, { status: "IN_PROGRESS" }],
    [202, {}],
    [202, ""],
    [202, { message: "Accepted" }],
    [202, { data: [] }],
    [202, { id: "e1", status: null, data: [] }],
    [409, { message: "Busy" }],
    [425, {}],
    [400, { code: "error.enrichment.in_progress", message: "m" }],
    [400, { code: "IN_PROGRESS", message: "m" }],
    [400, { code: "error.bulk.in-progress", message: "m" }],
    [400, { message: "The enrichment is not finished" }],
    [400, { message: "Enrichment is not yet ready" }],
  ] as const) {
    it(`is running after ${status} ${JSON.stringify(body)}`, async () => {
      const { client } = rig([json(status, body)]);
      const reply = await client.enrichment("e1");
      assert.deepEqual([reply.stillRunning, reply.contacts], [true, 0]);
    });
  }

  for (const status of ["rate limit", "Credits-Insufficient"]) {
    it(`is no longer running once it is ${status}`, async () => {
      assert.equal((await rig([json(200, { status, data: [] })]).client.enrichment("e1")).stillRunning, false);
    });
  }

  it("is refused after any other 400", async () => {
    for (const body of [{ message: "The id is invalid" }, { code: "error.other", message: "No progress" }]) {
      assert.equal((await failureOf(rig([json(400, body)]).client.enrichment("e1"))).code, "badRequest");
    }
  });
});

describe("a balance that cannot be read", () => {
  for (const [status, body] of [
    [404, {}],
    [404, { message: "Not Found" }],
    [200, {}],
    [200, { balance: { credits: 12 } }],
    [200, { balance: "many" }],
    [200, { balance: "" }],
    [200, { balance: "1e3" }],
    [200, { balance: null }],
    [200, []],
  ] as const) {
    it(`concerns the balance alone after ${status} ${JSON.stringify(body)}`, async () => {
      const failure = await failureOf(rig([json(status, body)]).client.credits());
      assert.equal(
        failure.message,
        "The balance cannot be read: the service does not send it in the documented form. Everything else works " +
          "without it.",
      );
      assert.deepEqual([failure.creditsSpent, failure.status], ["no", status]);
    });
  }
});
