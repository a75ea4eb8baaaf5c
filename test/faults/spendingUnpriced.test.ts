// Replies without a cost, or unreadable ones, count as what they may have cost, and never as nothing.
import assert from "node:assert/strict";
import type { RunSummary } from "../../src/runs/run";
import { costText, sizeRemarks } from "../../src/runs/runState";
import { createSystemClock } from "../../src/service/systemClock";
import { createUndiciTransport } from "../../src/service/undiciTransport";
import { possiblyCharged } from "../unit/store/inspect";
import { newFolder, removeFolders } from "../unit/store/rig";
import { connection, started, openDesk, type Desk } from "./support/desk";
import { pager, payingService, type PayingService } from "./support/payingService";
import { startRawServer, wholeReply, type RawServer } from "./support/rawServer";
import { useDesks } from "./support/useDesks";
import { wrongBodies } from "./support/wrongBodies";

describe("replies without a cost", () => {
  const { clock, open: window } = useDesks();
  /** A service that charges `each` credits per record and reports `credits` as the cost. */
  const serviceReporting = (credits: unknown, each = 1, records = 5000): PayingService =>
    payingService(
      clock,
      pager({ records, price: (returned) => returned * each, metadata: () => ({ credits }) }),
      100_000,
    );
  const mostExpensivePage = (service: PayingService, each: number): number =>
    Math.max(0, ...service.calls.map(({ limit }) => limit)) * each;

  it("are none where the cost is a numeric string", async () => {
    const desk = window(serviceReporting("7.50", 7.5), { confirmAbove: 1000, price: "unknown" });
    const summary = started(await desk.run({ limits: { records: 1 } }));
    assert.deepEqual(
      [summary.credits, summary.possibleCredits, summary.unknownCosts, costText(summary)],
      [7.5, 0, 0, "7.5 credits"],
    );
    assert.deepEqual(await desk.spend(), {
      key: "c1",
      credits: 7.5,
      records: 1,
      calls: 1,
      unknownCosts: 0,
      possiblyCharged: 0,
    });
    assert.deepEqual(await desk.budgets.price(connection, "peopleSearch"), { perRecord: 7.5, known: true });
  });

  it("are shown as a lower bound, with the balances", async () => {
    const one = serviceReporting(undefined, 5, 10);
    const desk = window(one, { confirmAbove: 1000 });
    const summary = started(await desk.run({ limits: { records: 10 }, balance: 100_000 }));
    assert.deepEqual([summary.stop?.kind, summary.credits, costText(summary)], ["complete", 0, "at least 0 credits"]);
    assert.equal(sizeRemarks(summary)[0], "The cost is a lower bound: the service did not say what one page cost.");
    assert.match((await desk.end(summary))[1], /Your balance was 100,000 before and is 99,950 now\./u);
    const { unknownCosts } = (await desk.spend()) ?? assert.fail();
    assert.equal(unknownCosts, 1);
    // Other windows show the same.
    const again = await window(one).runs.summary(summary.header.id);
    assert.deepEqual([again?.records, again?.stop?.kind, again?.unknownCosts], [10, "complete", 1]);
  });

  for (const balances of ["read", "unreadable"] as const) {
    it(`respect a credit limit, with a balance that is ${balances}`, async () => {
      const one = serviceReporting(undefined, 5);
      one.reportBalance = balances === "read" ? undefined : () => undefined;
      const desk = window(one, { confirmAbove: 1000 });
      let summary = started(
        await desk.run({
          limits: { records: 500, credits: 50 },
          balance: balances === "read" ? 100_000 : undefined,
        }),
      );
      for (let resumed = 0; resumed < 12 && summary.stop?.kind === "costUnknown"; resumed += 1) {
        summary = started(await desk.resume(summary));
      }
      assert.equal((await desk.end(summary))[0], "Credit limit reached");
      if (balances === "read") {
        assert.ok(one.charged() <= 50 + mostExpensivePage(one, 5), `${one.charged()} credits were charged`);
      } else {
        assert.ok(
          one.calls.reduce((sum, { limit }) => sum + limit, 0) <= 50,
          "without a known price, a record counts as one credit",
        );
      }
    });
  }

  let rises = 0;
  for (const [name, reportBalance, balance] of [
    ["cannot be read", () => undefined, 100_000],
    ["rises each time it is read", (balanceNow: number) => balanceNow + 5000 * (rises += 1), 100_000],
    ["is no number", () => "plenty", 100_000],
  ] as const) {
    it(`pause after one page when the balance ${name}, and continue when the user confirms`, async () => {
      const service = serviceReporting(undefined, 3);
      service.reportBalance = reportBalance;
      const desk = window(service);
      const summary = started(await desk.run({ limits: { records: 300 }, balance }));
      assert.deepEqual([summary.stop?.kind, summary.records, service.calls.length], ["costUnknown", 100, 1]);
      assert.equal(await desk.resume(summary, { reply: "no" }), undefined);
      const again = started(await desk.resume(summary));
      assert.deepEqual([again.stop?.kind, again.records, service.calls.length], ["limitReached", 300, 3]);
    });
  }

  it("charge at most one page more than confirmed when the balance changes only minutes later", async () => {
    const service = payingService(
      clock,
      async (call) => ({
        ...(await pager({ records: 5000, price: (returned) => returned * 5, metadata: () => ({ credits: undefined }) })(
          call,
        )),
        chargedAfter: 300_000,
      }),
      100_000,
    );
    const desk = window(service, { price: "unknown" });
    await desk.run({ limits: { records: 500 }, balance: 100_000 });
    assert.deepEqual(desk.questions, [
      "Fetch 500 records. The price is not known yet; at 1 credit per record it is 500 credits.",
    ]);
    assert.ok(service.charged() <= 500 + 500, `${service.charged()} credits were charged for 500 confirmed`);
  });

  it("pause a run also when only one page has no cost", async () => {
    const pages = pager({
      records: 5000,
      price: (returned) => returned * 0.5,
      metadata: ({ nth }, charge) => ({ credits: nth === 2 ? undefined : charge }),
    });
    const service = payingService(clock, pages, 100_000);
    const desk = window(service, { confirmAbove: 1000 });
    const summary = started(await desk.run({ limits: { records: 300 }, balance: 100_000 }));
    assert.deepEqual(
      [summary.stop?.kind, summary.records, costText(summary)],
      ["costUnknown", 200, "at least 50 credits"],
    );
    const resumed = started(await desk.resume(summary));
    assert.deepEqual(
      [resumed.stop?.kind, resumed.records, costText(resumed)],
      ["limitReached", 300, "at least 100 credits"],
    );
  });
});

const json = { "content-type": "application/json" };

describe("a paid reply that cannot be read", () => {
  const clock = createSystemClock();
  let server: RawServer;
  let folder: string;
  let desk: Desk;
  let transport: ReturnType<typeof createUndiciTransport>;

  before(async () => {
    server = await startRawServer(() => undefined);
  });
  after(() => server.close());
  beforeEach(() => {
    folder = newFolder();
    transport = createUndiciTransport(server.origin);
    desk = openDesk({ folder, transport, clock });
  });
  afterEach(async () => {
    await desk.close();
    await transport.close();
    removeFolders();
  });

  const answering = (
    status: number,
    body: string | Uint8Array,
    headers = json as Readonly<Record<string, string>>,
  ): void => {
    server.answer = (socket, { method }) =>
      socket.write(method === "GET" ? wholeReply(404, "{}") : wholeReply(status, body, headers));
  };
  const isPossiblyCharged = async (summary: RunSummary): Promise<void> => {
    const [open, ...others] = await possiblyCharged(desk.store);
    assert.deepEqual([open?.run, open?.asked, others], [summary.header.id, 10, []], "the call has no settled cost");
    assert.deepEqual(await desk.store.calls.spend({ since: 0, by: "run" }), [
      { key: summary.header.id, credits: 0, records: 0, calls: 0, unknownCosts: 0, possiblyCharged: 10 },
    ]);
    assert.equal(summary.possibleCredits, 10);
    assert.equal(costText(summary), "at least 0 credits");
  };

  for (const [name, body, headers] of wrongBodies) {
    it(`is possibly charged, and its raw reply is saved: ${name}`, async () => {
      answering(200, body, headers);
      const summary = started(await desk.run({ limits: { records: 10 } }));
      const [title, sentence] = await desk.end(summary);
      assert.deepEqual([title, summary.records], ["Reply not understood", 0]);
      assert.match(sentence, /The raw reply is saved\. .*may have been charged/u);
      assert.deepEqual(await desk.storedReplies(summary.header.id), [Buffer.from(body).toString("utf8")]);
      await isPossiblyCharged(summary);
      assert.deepEqual(await desk.budgets.price(connection, "peopleSearch"), { perRecord: 1, known: true });
    });
  }

  for (const status of [201, 204, 206, 299]) {
    it(`is possibly charged with status ${status} too`, async () => {
      answering(status, status === 204 ? "" : "<html></html>");
      const summary = started(await desk.run({ limits: { records: 10 } }));
      assert.equal(summary.stop?.kind, "notUnderstood");
      await isPossiblyCharged(summary);
    });
  }

  it("costs nothing when it is a redirect, and is not reported as saved", async () => {
    answering(302, "", { ...json, location: "https://elsewhere.test/" });
    const summary = started(await desk.run({ limits: { records: 10 } }));
    const [title, sentence] = await desk.end(summary);
    assert.equal(title, "Refused by the service");
    assert.doesNotMatch(sentence, /charged|raw reply is saved/u);
    assert.deepEqual([summary.pages, summary.possibleCredits, await possiblyCharged(desk.store)], [0, 0, []]);
  });
});
