// The client over a scripted transport: what it sends, what it gives back, when it waits and when it sends again.
import assert from "node:assert/strict";
import { Obstacle } from "../../../src/service/obstacles";
import { TransportFailure, type HttpReply, type TransportCause } from "../../../src/service/wire";
import { MemoryGate } from "../../support/memoryGate";
import type { SavingClient, SavingOptions } from "../../support/savingClient";
import { testClock } from "../../support/testClock";
import { emptyPage, failureOf, json, rig, settled, type Step } from "./fakes";

type Operation = (client: SavingClient, options?: SavingOptions) => Promise<unknown>;

const paid: Readonly<Record<string, Operation>> = {
  "company search": (client, options) => client.companySearch({}, options),
  "company look-up": (client, options) => client.companyLookup({ domain: "a.example" }, options),
  "people search": (client, options) => client.peopleSearch({}, options),
  "people look-up": (client, options) => client.peopleLookup({ person_name: "Ada" }, options),
};
const free: Readonly<Record<string, Operation>> = {
  enrichment: (client, options) => client.enrichment("e1", options),
  credits: (client, options) => client.credits(options),
  "key verification": (client, options) => client.verifyKey(options),
};
const good = json(200, { ...emptyPage, status: "FINISHED", data: [], balance: 7, workspace_id: "w" });
const tooMany = (text: string, headers = {}): Step =>
  json(429, { code: "error.rate.limit", message: `Too many requests. ${text}` }, headers);
const blocked = (isFinal: boolean): Error =>
  new TransportFailure("blocked", false, "Blocked.", new Obstacle("Blocked.", "X", isFinal));
const failing = (cause: TransportCause, sent: boolean): Error => new TransportFailure(cause, sent, "It failed.");

describe("what the client sends", () => {
  for (const [name, call, method, path, body] of [
    [
      "company search",
      (c) => c.companySearch({ names: [{ value: " Acme ", exclude: true }], limit: 5 }),
      "POST",
      "/api/v2/company/search",
      { names: [{ value: "Acme", exclude: true }], limit: 5 },
    ],
    [
      "company look-up",
      (c) => c.companyLookup({ professional_network_id: 7 }),
      "POST",
      "/api/v2/company/lookup",
      { professional_network_id: 7 },
    ],
    [
      "people search",
      (c) => c.peopleSearch({ search_after: "next" }),
      "POST",
      "/api/v2/people/search",
      { search_after: "next" },
    ],
    [
      "people look-up",
      (c) => c.peopleLookup({ person_name: "Ada", company_domain: "a.example" }),
      "POST",
      "/api/v2/people/lookup",
      { person_name: "Ada", company_domain: "a.example" },
    ],
    ["enrichment", (c) => c.enrichment("a b/c"), "GET", "/api/v2/contact/enrich/bulk/a%20b%2Fc", undefined],
    [
      "partial enrichment",
      (c) => c.enrichment("e1", { partialParameter: "partial" }),
      "GET",
      "/api/v2/contact/enrich/bulk/e1?partial=true",
      undefined,
    ],
    ["credits", (c) => c.credits(), "GET", "/api/v1/account/credits", undefined],
    ["verification", (c) => c.verifyKey(), "GET", "/api/v2/account/keys/verify", undefined],
  ] as const satisfies readonly (readonly [string, Operation, string, string, unknown])[]) {
    it(`${name}: ${method} ${path}`, async () => {
      const { client, sent } = rig([good], { key: () => "the-key-of-now" });
      await call(client);
      const [request] = sent;
      assert.ok(request !== undefined && sent.length === 1);
      assert.equal(request.method, method);
      assert.equal(request.path, path);
      assert.deepEqual(request.body === undefined ? undefined : JSON.parse(Buffer.from(request.body).toString()), body);
      assert.equal(request.headers["authorization"], "Bearer the-key-of-now");
      assert.equal(request.headers["user-agent"], "prospect-desk/1.2.3");
      assert.equal(request.headers["content-type"], body === undefined ? undefined : "application/json");
    });
  }

  for (const [name, call, field] of [
    ["a company look-up without an identifier", (c) => c.companyLookup({}), ""],
    ["a people look-up without an identifier", (c) => c.peopleLookup({ person_name: undefined }), ""],
    ["an offset over 10,000", (c) => c.companySearch({ offset: 10_001 }), "offset"],
    ["an unknown filter", (c) => c.companySearch({ nmaes: [] } as never), "nmaes"],
    ["an empty value", (c) => c.companySearch({ names: [{ value: "x" }, { value: " " }] }), "names.1.value"],
    ["a range upside down", (c) => c.companySearch({ headcounts: [{ min: 2, max: 1 }] }), "headcounts.0"],
    ["no enrichment id", (c) => c.enrichment(" "), ""],
    ["an enrichment id that is too long", (c) => c.enrichment("e".repeat(501)), ""],
    ["an enrichment id that climbs", (c) => c.enrichment(".."), ""],
    ["a parameter name that is none", (c) => c.enrichment("e1", { partialParameter: "a=b&c" }), ""],
  ] as const satisfies readonly (readonly [string, Operation, string])[]) {
    it(`refuses ${name} before anything is sent`, async () => {
      const { client, sent } = rig([good]);
      const failure = await failureOf(call(client));
      assert.ok(failure.code === "invalidRequest" && failure.creditsSpent === "no");
      assert.match(
        failure.message,
        field === "" ? /^Nothing was sent\. .+\.$/ : new RegExp(`^Nothing was sent\\. "${field}": .+\\.$`),
      );
      assert.equal(sent.length, 0);
    });
  }

  it("refuses a key that cannot travel, without repeating it", async () => {
    for (const key of ["", "two words", "línea", "a\r\nb"]) {
      const { client, sent } = rig([good], { key });
      const failure = await failureOf(client.credits());
      assert.ok(failure.code === "invalidRequest");
      assert.ok(key === "" || !failure.message.includes(key));
      assert.equal(sent.length, 0);
    }
  });
});

describe("what a reply means", () => {
  for (const [status, body, code, sentence] of [
    [401, { code: "error.authorization.not_set", message: "m" }, "unauthorized", "The service received no API key."],
    [401, { code: "error.authorization.not_bearer", message: "m" }, "unauthorized", "The service did not recognize"],
    [
      401,
      { code: "error.api.key", message: "Unknown api key" },
      "unauthorized",
      "The service does not know this API key.",
    ],
    [401, { code: "error.new", message: "Why" }, "unauthorized", "The service denied access."],
    [403, { code: "error.api.key", message: "m" }, "unauthorized", "The service does not know this API key."],
    [403, {}, "badRequest", "The service did not accept the request (HTTP 403)."],
    [
      400,
      { code: "error.bad", message: "Offset too\u0000 big" },
      "badRequest",
      "The service did not accept the request (HTTP 400). The service says: Offset too big. Change",
    ],
    [422, {}, "badRequest", "The service did not accept the request (HTTP 422). Change the request"],
    [
      402,
      { code: "error.credits", message: "You need 25" },
      "insufficientCredits",
      "Not enough credits. The service says: You need 25. Add credits to the workspace or raise the limit " +
        "of the key, then try again.",
    ],
    [402, {}, "insufficientCredits", "Not enough credits. Add credits"],
    [404, { code: "error.none", message: "m" }, "notFound", "The service does not exist at this address."],
    [500, { code: "error", message: "Boom" }, "server", "The service failed (HTTP 500). The service says: Boom."],
  ] as const) {
    it(`${status} ${JSON.stringify(body)} is ${code}`, async () => {
      const { client, sent } = rig([json(status, body)]);
      const failure = await failureOf(client.companySearch({}));
      assert.deepEqual([failure.code, failure.status], [code, status]);
      assert.ok(failure.message.startsWith(sentence), failure.message);
      assert.equal(failure.creditsSpent, code === "server" ? "maybe" : "no");
      assert.equal(sent.length, 1);
    });
  }

  it("never repeats the key when the service does", async () => {
    const { client } = rig([json(400, { code: "a-key-for-tests", message: "Bad key a-key-for-tests!" })]);
    const failure = await failureOf(client.companySearch({}));
    assert.ok(!JSON.stringify(failure).includes("a-key-for-tests"), failure.message);
  });

  it("reads a balance as a number or as plain text", async () => {
    for (const [sent, balance] of [
      [12.5, 12.5],
      [0, 0],
      ["4321", 4321],
      ["0.25", 0.25],
      [-3, -3],
    ] as const) {
      assert.deepEqual(await rig([json(200, { balance: sent })]).client.credits(), { balance });
    }
  });
});

describe("an enrichment", () => {
  const contact = {
    input: { first_name: "Ada" },
    custom: { row: "1" },
    contact_info: null,
    profile: { full_name: "Ada" },
  };
  const read = (step: Step) => rig([step]).client.enrichment("e1");

  for (const [status, stillRunning] of [
    ["CREATED", true],
    ["IN_PROGRESS", true],
    ["CANCELED", false],
    ["CREDITS_INSUFFICIENT", false],
    ["FINISHED", false],
    ["RATE_LIMIT", false],
    ["UNKNOWN", false],
    ["A_NEW_ONE", true],
  ] as const) {
    it(`is ${stillRunning ? "still running" : "finished"} with status ${status}, and has its data`, async () => {
      const reply = await read(json(200, { id: "e1", status, cost: { credits: 2 }, data: [contact] }));
      assert.equal(reply.stillRunning, stillRunning);
      assert.deepEqual([reply.status, reply.credits], [status, 2]);
      assert.equal(reply.contacts, 1);
    });
  }

  it("saves and returns the data of a 402, and is finished", async () => {
    const reply = await read(json(402, { id: "e1", status: "CREDITS_INSUFFICIENT", data: [contact] }));
    assert.equal(reply.stillRunning, false);
    assert.equal(reply.contacts, 1);
    assert.equal(reply.reply?.status, 402);
    assert.equal((await failureOf(read(json(402, { code: "c", message: "m" })))).code, "insufficientCredits");
  });

  it("that is unknown or expired is not found", async () => {
    const failure = await failureOf(read(json(404, { code: "c", message: "m" })));
    assert.equal(failure.code, "notFound");
    assert.match(failure.message, /enrichment/);
  });
});

describe("sending again", () => {
  for (const [operations, kind, tries] of [
    [paid, "paid", { unsent: 3, lost: 1 }],
    [free, "free", { unsent: 4, lost: 3 }],
  ] as const) {
    for (const [name, call] of Object.entries(operations)) {
      for (const [what, step, times] of [
        ["was unreachable", failing("unreachable", false), tries.unsent],
        ["timed out unsent", failing("timeout", false), kind === "free" ? 1 : tries.unsent],
        ["was reset unsent", failing("reset", false), tries.unsent],
        ["was reset after sending", failing("reset", true), tries.lost],
        ["timed out after sending", failing("timeout", true), 1],
        ["was cut off", failing("truncated", true), tries.lost],
        ["failed with 500", json(500, {}), tries.lost],
        ["failed with 503 and Retry-After", json(503, {}, { "retry-after": "1" }), tries.lost],
        ["failed in an unknown way", new Error("?"), tries.lost],
        ["met what another attempt would meet again", blocked(true), 1],
        ["met an obstacle that may go away", blocked(false), tries.unsent],
        ["was redirected", json(307, {}), 1],
        ["was refused with 400", json(400, {}), 1],
        ["was refused with 401", json(401, {}), 1],
      ] as const) {
        it(`${kind} ${name} that ${what} is sent ${times} times`, async () => {
          const { client, sent, clock } = rig([step]);
          const failure = await failureOf(call(client));
          assert.equal(sent.length, times);
          assert.equal(
            failure.creditsSpent === "maybe",
            kind === "paid" && (what.includes("after sending") || /cut|500|503|unknown/.test(what)),
          );
          assert.deepEqual(clock.waits, [250, 500, 1000].slice(0, times - 1));
        });
      }

      it(`${kind} ${name} succeeds at the second attempt, having announced itself once`, async () => {
        const { client, sent } = rig([failing("unreachable", false), good]);
        let announced = 0;
        await call(client, { beforeSend: async () => (announced += 1) });
        assert.equal(sent.length, 2);
        assert.equal(announced, 1);
      });
    }
  }

  it("is cancelled inside its wait", async () => {
    const clock = testClock();
    const { client, sent } = rig([failing("unreachable", false), good], { clock });
    const abort = new AbortController();
    const call = failureOf(client.companySearch({}, { signal: abort.signal }));
    await settled();
    abort.abort();
    assert.equal((await call).code, "cancelled");
    assert.equal(sent.length, 1);
  });

  for (const [what, error] of [
    ["", failing("cancelled", true)],
    [", whatever the transport says about that", new Error("?")],
  ] as const) {
    const cancelOnTheWay = async (call: Operation): ReturnType<typeof failureOf> => {
      const abort = new AbortController();
      const { client } = rig([
        async () => {
          abort.abort();
          throw error;
        },
      ]);
      return failureOf(call(client, { signal: abort.signal }));
    };

    for (const [name, call] of Object.entries(paid)) {
      it(`paid ${name} that is canceled on its way may have cost credits, and says so${what}`, async () => {
        const failure = await cancelOnTheWay(call);
        assert.ok(failure.code === "cancelled" && failure.sent && failure.creditsSpent === "maybe");
        assert.equal(
          failure.message,
          "Canceled after the request was sent. It may have cost credits: compare your balance before sending " +
            "it again.",
        );
      });
    }
  }
});

describe("the rate limit", () => {
  for (const [name, call] of Object.entries(free)) {
    it(`${name}: waits as long as the message asks plus a margin, and continues`, async () => {
      const { client, sent, clock } = rig([tooMany("Try again in 1.5s"), good]);
      await call(client);
      assert.equal(sent.length, 2);
      assert.deepEqual(clock.waits, [1875]);
    });
  }

  for (const [name, call] of Object.entries(paid)) {
    it(`${name}: is left to its caller with the wait, and refused unsent until that is over`, async () => {
      const { client, sent, clock } = rig([tooMany("Try again in 1.5s"), good]);
      for (const waitMs of [1875, 1375]) {
        const failure = await failureOf(call(client));
        assert.ok(failure.code === "rateLimited" && failure.isShort && failure.creditsSpent === "no");
        assert.deepEqual([failure.waitMs, failure.until, sent.length], [waitMs, clock.now() + waitMs, 1]);
        clock.advance(500);
      }
      clock.advance(875);
      await call(client);
      assert.deepEqual([sent.length, clock.waits], [2, []]);
    });
  }

  it("costs a paid request nothing when the pause cannot be stored", async () => {
    const clock = testClock(undefined, "atOnce");
    const gate = Object.assign(new MemoryGate(clock), { pause: () => Promise.reject(new Error("The disk is full.")) });
    const failure = await failureOf(rig([tooMany("Try again in 2s")], { clock, gate }).client.companySearch({}));
    assert.ok(failure.code === "rateLimited" && failure.creditsSpent === "no" && failure.waitMs === 2375);
  });

  it("waits the longest of message and header", async () => {
    const { client, clock } = rig([
      tooMany("Try again in 2s", { "retry-after": "20" }),
      tooMany("Try again in 30 s", { "retry-after": "1" }),
      tooMany(""),
      good,
    ]);
    await client.credits();
    assert.deepEqual(clock.waits, [20_375, 30_375, 40_375]);
  });

  it("does not sit out more than 60 s inside a call, and refuses the next one unsent until it is over", async () => {
    const { client, clock, sent } = rig([tooMany("Try again in 10 minutes"), good]);
    const failure = await failureOf(client.companySearch({}));
    assert.ok(failure.code === "rateLimited" && !failure.isShort && failure.creditsSpent === "no");
    assert.equal(failure.until, clock.now() + 600_375);
    clock.advance(1000);
    const next = await failureOf(client.credits());
    assert.ok(next.code === "rateLimited" && next.waitMs === 599_375);
    assert.equal(sent.length, 1);
    clock.advance(599_375);
    await client.companySearch({});
    assert.equal(sent.length, 2);
  });

  it("opens the circuit at the fifth refusal in a row, and tries once after the pause", async () => {
    const { client, sent, clock } = rig([...Array.from({ length: 6 }, () => tooMany("Try again in 1s")), good]);
    for (let nth = 1; nth < 5; nth += 1) {
      const refused = await failureOf(client.companySearch({}));
      assert.ok(refused.code === "rateLimited" && refused.isShort);
      clock.advance(refused.waitMs);
    }
    const fifth = await failureOf(client.companySearch({}));
    assert.ok(fifth.code === "rateLimited" && !fifth.isShort);
    assert.match(fifth.message, /refused several requests in a row\. Wait 60 seconds/);
    assert.equal(sent.length, 5);
    assert.ok((await failureOf(client.credits())).code === "rateLimited");
    assert.equal(sent.length, 5);
    clock.advance(60_000);
    const sixth = await failureOf(client.credits());
    assert.match(sixth.message, /refused several requests in a row/);
    assert.equal(sent.length, 6);
    clock.advance(60_000);
    await client.credits();
    assert.equal(await client.companySearch({}), good);
  });

  it("is canceled during its wait", async () => {
    const { client, sent } = rig([tooMany("Try again in 30s"), good], { clock: testClock() });
    const abort = new AbortController();
    const call = failureOf(client.credits({ signal: abort.signal }));
    await settled();
    abort.abort();
    assert.equal((await call).code, "cancelled");
    assert.equal(sent.length, 1);
  });

  it("sends one search at a time, and free requests at the same time", async () => {
    const open: (() => void)[] = [];
    const { client, sent } = rig([
      (request) =>
        request.method === "GET" ? Promise.resolve(good) : new Promise((resolve) => open.push(() => resolve(good))),
    ]);
    const calls = [client.companySearch({}), client.peopleSearch({}), client.companySearch({})];
    for (let turn = 1; turn <= 3; turn += 1) {
      await settled();
      assert.equal(sent.filter(({ method }) => method === "POST").length, turn);
      await client.credits();
      open[turn - 1]?.();
    }
    await Promise.all(calls);
  });

  /** A client whose requests are answered one by one; `calls` lookups of companies. */
  function lookups(calls: number, gateClock = testClock()) {
    const open: ((reply: Step) => void)[] = [];
    const made = rig([() => new Promise<HttpReply>((resolve) => open.push((reply) => resolve(reply as HttpReply)))], {
      clock: gateClock,
    });
    const results = Array.from({ length: calls }, (_, nth) => made.client.companyLookup({ domain: `c${nth}.example` }));
    return { ...made, open, results };
  }

  it("sends up to four lookups at a time, beside a search", async () => {
    const { client, sent, open, results } = lookups(6);
    const search = client.companySearch({});
    await settled();
    assert.equal(sent.length, 5);
    open[0]?.(good);
    await settled();
    assert.equal(sent.length, 6);
    for (let nth = 1; nth < 7; nth += 1) {
      open[nth]?.(good);
      await settled();
    }
    await Promise.all([...results, search]);
  });

  it("counts lookups refused together as one refusal, and sends none before the longest wait is over", async () => {
    const clock = testClock();
    const { client, gate, sent, open, results } = lookups(6, clock);
    const refused = Promise.all(results.map(failureOf));
    await settled();
    for (const [nth, seconds] of [10, 30, 20, 5].entries()) {
      open[nth]?.(tooMany(`Try again in ${seconds}s`));
      await settled();
    }
    const { remainingMs, inARow } = await gate.state();
    assert.deepEqual([sent.length, inARow, remainingMs >= 30_000], [4, 1, true]);
    assert.deepEqual(new Set((await refused).map(({ code }) => code)), new Set(["rateLimited"]));
    clock.advance(remainingMs - 1);
    assert.equal((await failureOf(client.companyLookup({ domain: "early.example" }))).code, "rateLimited");
    assert.equal(sent.length, 4);
  });

  it("sends no lookup that was about to leave when another one is refused", async () => {
    const clock = testClock();
    const { client, sent, open, results } = lookups(1, clock);
    const refused = results.map(failureOf);
    await settled();
    let reserve = (_records: number): void => undefined;
    const late = failureOf(
      client.companyLookup(
        { domain: "late.example" },
        { beforeSend: () => new Promise<number>((resolve) => (reserve = resolve)) },
      ),
    );
    await settled();
    open[0]?.(tooMany("Try again in 30s"));
    await settled();
    reserve(1);
    assert.equal((await late).code, "rateLimited");
    assert.equal(sent.length, 1);
    await Promise.all(refused);
  });
});

describe("the next paid request", () => {
  it("leaves after a page only when that is saved", async () => {
    const { client, sent } = rig([good, good]);
    let settle = (): void => undefined;
    const settling = new Promise<void>((resolve) => (settle = resolve));
    const first = client.companySearch({}, { save: () => settling }).catch(() => undefined);
    const second = client.peopleSearch({});
    await settled();
    await settled();
    assert.equal(sent.length, 1);
    settle();
    await Promise.all([first, second]);
    assert.equal(sent.length, 2);
  });

  it("asks for as many records as `beforeSend` says, at every attempt, and a lookup for one anyway", async () => {
    const { client, sent } = rig([failing("unreachable", false), good, good]);
    await client.companySearch({ limit: 100 }, { beforeSend: async () => 7 });
    await client.companyLookup({ domain: "a.example" }, { beforeSend: async () => 1 });
    assert.deepEqual(
      sent.map(({ body }) => JSON.parse(Buffer.from(body ?? []).toString()) as unknown),
      [{ limit: 7 }, { limit: 7 }, { domain: "a.example" }],
    );
  });
});
