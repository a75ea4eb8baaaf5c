// How often enrichments are polled: soon at first, rarely later, never twice at once, never after the end.
import assert from "node:assert/strict";
import { isOfEnvironment, readEnvironment } from "../../../src/app/headless/environment";
import type { EnrichmentList, TrackedEnrichment } from "../../../src/enrichments/enrichmentList";
import { EnrichmentPoller } from "../../../src/enrichments/enrichmentPoller";
import { stateLabel } from "../../../src/enrichments/enrichmentState";
import { saveResults } from "../../../src/enrichments/saveResults";
import type { RunStore } from "../../../src/runs/runStore";
import { TransportFailure, type HttpReply, type HttpRequest } from "../../../src/service/wire";
import { testClock, type TestClock } from "../../support/testClock";
import { deskOver } from "../../support/testDesk";
import type { InProcessStore } from "../store/inProcess";
import { keptRecords, openTestStore, removeFolders, type TestStore } from "../store/rig";

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 20);
const connection = { id: "c1", label: "Test", origin: "https://api.service.example", workspaceId: "w1" };
const contact = (nth: number): object => ({
  input: { first_name: `Ada ${nth}` },
  contact_info: { most_probable_work_email: { email: `a${nth}@acme.example`, status: "DELIVERABLE" } },
});

type Answer = { readonly status: number; readonly body: unknown } | "offline";
const result = (status: string, contacts?: number): Answer => ({
  status: 200,
  body: {
    id: "e1",
    name: "Fair visitors",
    status,
    cost: { credits: 3 },
    ...(contacts !== undefined && { data: Array.from({ length: contacts }, (_, nth) => contact(nth)) }),
  },
});
const refusal = (status: number, code: string, message = "No."): Answer => ({ status, body: { code, message } });

interface Window {
  readonly list: EnrichmentList;
  readonly poller: EnrichmentPoller;
  readonly runs: RunStore;
  /** Enrichments that this window was notified about. */
  readonly finished: TrackedEnrichment[];
  /** How many enrichments each notification was about. */
  readonly notifications: number[];
}

describe("polling of enrichments", function () {
  let database: InProcessStore<TestStore>;
  let clock: TestClock;
  let open: Window[];
  /** Monotonic times of requests, and how many were in flight at once at most. */
  let requests: { readonly at: number; readonly path: string }[];
  let atOnce: number;

  beforeEach(() => {
    database = openTestStore();
    clock = testClock(start);
    [open, requests, atOnce] = [[], [], 0];
  });
  afterEach(async () => {
    await Promise.all(open.map(({ poller }) => poller.dispose()));
    await database.close();
    removeFolders();
  });

  function openWindow(
    answer: (nth: number) => Answer,
    tookMs = 0,
    concerns?: (entry: TrackedEnrichment) => boolean,
  ): Window {
    const owner = `window-${open.length}`;
    let underWay = 0;
    const transport = async (request: HttpRequest, signal: AbortSignal): Promise<HttpReply> => {
      requests.push({ at: clock.monotonic(), path: request.path });
      underWay += 1;
      atOnce = Math.max(atOnce, underWay);
      try {
        if (tookMs > 0) {
          await clock.sleep(tookMs, signal);
        }
        const reply = answer(requests.length);
        if (reply === "offline") {
          throw new TransportFailure("unreachable", false, "no network");
        }
        return {
          status: reply.status,
          headers: { "content-type": "application/json" },
          body: Buffer.from(JSON.stringify(reply.body)),
        };
      } catch (error) {
        throw signal.aborted ? new TransportFailure("cancelled", true, "cancelled") : error;
      } finally {
        underWay -= 1;
      }
    };
    const { client, runs, app } = deskOver(database.store, { clock, owner, transport: () => transport });
    const { enrichments: list } = app;
    const finished: TrackedEnrichment[] = [];
    const notifications: number[] = [];
    const poller = new EnrichmentPoller({
      list,
      clock,
      concerns,
      clientOf: async () => client,
      save: (entry, received) => saveResults(runs, entry, received),
      onFinished: (entries) => {
        finished.push(...entries);
        notifications.push(entries.length);
      },
    });
    const opened = { list, poller, runs, finished, notifications };
    open.push(opened);
    return opened;
  }

  /** Tracks one enrichment and advances a day. */
  async function aDay(answer: (nth: number) => Answer): Promise<Window & { readonly entry: TrackedEnrichment }> {
    const one = openWindow(answer);
    await one.list.add(["e1"], connection);
    one.poller.start();
    await clock.runUntil(24 * hour, 1);
    const [entry] = await one.list.list();
    assert.ok(entry);
    return { ...one, entry };
  }

  const spacing = (): readonly number[] =>
    requests.slice(1).map(({ at }, nth) => Math.round((at - (requests[nth]?.at ?? 0)) / 1000));

  it("polls less and less often while it is in progress", async () => {
    const { entry, finished } = await aDay(() => result("IN_PROGRESS"));
    assert.deepEqual(spacing().slice(0, 9), [5, 10, 20, 40, 80, 160, 320, 600, 600]);
    assert.ok(
      spacing()
        .slice(7)
        .every((seconds) => seconds === 600),
    );
    assert.equal(requests.length, 150);
    assert.deepEqual(entry.state, { kind: "running", status: "IN_PROGRESS" });
    assert.equal(entry.name, "Fair visitors");
    assert.deepEqual(finished, []);
  });

  it("ends a wait when another window has received the results", async () => {
    const one = openWindow(() => result("IN_PROGRESS"));
    const other = openWindow(() => result("FINISHED", 2));
    const [entry] = await one.list.add(["e1"], connection);
    const end = one.poller.untilFinished();
    await clock.runUntil(1, 1);
    await other.poller.pollNow(entry?.key ?? "");
    void clock.runUntil(hour, 1);
    await end;
    assert.equal(requests.length, 2);
  });

  it("leaves alone what does not concern it: a command line has a key that no window knows", async () => {
    const variables = { PROSPECT_DESK_ORIGIN: connection.origin, PROSPECT_DESK_KEY: "k".repeat(20) };
    const own = readEnvironment(variables, "/").connection();
    const one = openWindow(
      () => result("FINISHED", 1),
      0,
      (entry) => !isOfEnvironment(entry.connection),
    );
    await one.list.add(["e1"], { ...connection, id: own.id });
    await one.list.add(["e2"], connection);
    one.poller.start();
    await clock.runUntil(hour, 1);
    assert.deepEqual(
      (await one.list.list()).map(({ id, state }) => [id, state.kind]),
      [
        ["e1", "new"],
        ["e2", "ended"],
      ],
    );
  });

  it("notifies once about all that were finished when they were tracked", async () => {
    const one = openWindow(() => result("FINISHED", 2));
    await one.list.add(["e1", "e2", "e3"], connection);
    one.poller.start();
    await clock.runUntil(hour, 1);
    assert.deepEqual(one.notifications, [3]);
    await one.list.add(["e4"], connection);
    one.poller.wake();
    await clock.runUntil(2 * hour, 1);
    assert.deepEqual(one.notifications, [3, 1]);
  });

  for (const [status, word] of [
    ["FINISHED", "finished"],
    ["Rate-Limit", "stopped by the rate limit"],
  ] as const) {
    it(`polls once when the status is ${status}, saves the contacts and notifies once`, async () => {
      const { entry, finished, runs } = await aDay(() => result(status, 2));
      assert.equal(requests.length, 1);
      assert.equal(stateLabel(entry.state), word);
      assert.equal(entry.credits, 3);
      assert.equal(finished.length, 1);
      const outcomes = { enriched: 2, nothingFound: 0, notProcessed: 0 };
      assert.deepEqual([entry.results?.outcomes, entry.results?.partial], [outcomes, word !== "finished"]);
      const run = await runs.summary(entry.results?.runId ?? "");
      assert.deepEqual(
        [run?.header.purpose, run?.header.recordKind, run?.records, run?.stop],
        ["enrichment", "contact", 2, { kind: word === "finished" ? "complete" : "partialResult", outcomes }],
      );
      assert.deepEqual(await keptRecords(database.store, run?.header.id ?? ""), [contact(0), contact(1)]);
      assert.deepEqual(await database.store.calls.spend({ since: 0, by: "day" }), [], "retrieving costs nothing");
    });
  }

  it("treats an unfinished status in any spelling, 202, 409, 425, and such a 400 as running, to the end", async () => {
    const answers: readonly Answer[] = [
      result("running"),
      result("In progress"),
      { status: 202, body: {} },
      { status: 409, body: { message: "Busy" } },
      { status: 425, body: {} },
      refusal(400, "error.enrichment", "It is not finished yet."),
      refusal(400, "error.enrichment.in_progress"),
    ];
    const { entry, finished } = await aDay((nth) => answers[nth - 1] ?? result("Finished", 1));
    assert.deepEqual([requests.length, finished.length], [answers.length + 1, 1]);
    assert.deepEqual(entry.state, { kind: "ended", status: "FINISHED" });
    assert.deepEqual([entry.results?.contacts, entry.results?.partial], [1, false]);
  });

  it("saves the contacts of a 402 whose body is a result", async () => {
    const { entry } = await aDay(() => ({
      status: 402,
      body: { id: "e1", name: "N", status: "CREDITS_INSUFFICIENT", cost: { credits: 1 }, data: [contact(0)] },
    }));
    assert.equal(requests.length, 1);
    assert.equal(stateLabel(entry.state), "out of credits");
    assert.equal(entry.results?.contacts, 1);
  });

  it("stops at a 402 without a result, a 404 and a 401", async () => {
    for (const [answer, word] of [
      [refusal(402, "error.credits"), "out of credits"],
      [refusal(404, "error.not_found"), "not found"],
      [refusal(401, "error.api.key"), "key rejected"],
    ] as const) {
      requests = [];
      clock = testClock(start);
      for (const { key } of await database.store.enrichments.list()) {
        await database.store.enrichments.remove(key);
      }
      const { entry } = await aDay(() => answer);
      assert.equal(requests.length, 1, word);
      assert.equal(stateLabel(entry.state), word);
      await open.pop()?.poller.dispose();
    }
  });

  it("continues after a rejected key once the connection has changed", async () => {
    const one = await aDay((nth) => (nth === 1 ? refusal(401, "error.api.key") : result("FINISHED", 1)));
    assert.deepEqual(one.finished, []);
    await one.poller.retryRejected("another");
    assert.equal((await one.list.list())[0]?.state.kind, "keyRejected");
    await one.poller.retryRejected("c1");
    await clock.runUntil(25 * hour, 1);
    assert.equal(requests.length, 2);
    assert.equal((await one.list.list())[0]?.state.kind, "ended");
  });

  it("stops after twelve rejections in a row", async () => {
    const { entry } = await aDay(() => refusal(400, "error.bad_request"));
    assert.equal(requests.length, 12);
    assert.equal(entry.state.kind, "refused");
  });

  it("counts rejections anew after another answer", async () => {
    const { entry } = await aDay((nth) =>
      nth === 12
        ? refusal(429, "error.rate.limit", "Too many requests. Try again in 2h")
        : nth <= 23
          ? refusal(400, "error.bad_request")
          : result("FINISHED", 1),
    );
    assert.deepEqual([requests.length, entry.state.kind], [24, "ended"]);
  });

  it("continues through a lost network and shows the problem", async () => {
    const { list, entry, poller } = await aDay(() => "offline");
    assert.equal(entry.state.kind, "new");
    assert.match(entry.trouble?.message ?? "", /could not be reached/);
    // The client retries each request within seconds; the time between requests does not change.
    const asks = requests.filter(({ at }, nth) => nth === 0 || at - (requests[nth - 1]?.at ?? 0) > 100_000).length;
    assert.ok(asks > 100 && asks < 160, String(asks));
    assert.equal((await list.list()).length, 1);
    await poller.dispose();
  });

  it("sends nothing before a rate limit ends", async () => {
    await aDay((nth) =>
      nth === 1 ? refusal(429, "error.rate.limit", "Too many requests. Try again in 2h") : result("FINISHED", 1),
    );
    assert.equal(requests.length, 2);
    assert.ok((requests[1]?.at ?? 0) >= 2 * hour);
  });

  it("keeps a partial result that was not requested until the complete one replaces it", async () => {
    const { entry, runs } = await aDay((nth) =>
      nth < 4 ? result("IN_PROGRESS", nth < 3 ? 1 : 2) : result("FINISHED", 3),
    );
    assert.deepEqual([entry.results?.contacts, entry.results?.partial], [3, false]);
    assert.deepEqual(
      (await runs.list()).map(({ header, records }) => [header.title, records]),
      [["Fair visitors", 3]],
    );
  });

  it("requests partial results with the parameter's name, and marks them", async () => {
    const one = openWindow(() => result("IN_PROGRESS", 2));
    const [added] = await one.list.add(["e1"], connection);
    const entry = await one.poller.pollNow(added?.key ?? "", { partialParameter: "so_far" });
    assert.equal(requests[0]?.path, "/api/v2/contact/enrich/bulk/e1?so_far=true");
    assert.equal(entry?.results?.partial, true);
    assert.match((await one.runs.summary(entry?.results?.runId ?? ""))?.header.title ?? "", /partial/);
  });

  it("shares polling between windows: never two at once, never more often than one window", async () => {
    const windows = [
      openWindow(() => result("IN_PROGRESS"), 200),
      openWindow(() => result("IN_PROGRESS"), 200),
      openWindow(() => result("IN_PROGRESS"), 200),
    ];
    await windows[0]?.list.add(["e1"], connection);
    windows.forEach(({ poller }) => poller.start());
    await clock.runUntil(6 * hour, 3);
    assert.equal(atOnce, 1);
    assert.ok(requests.length >= 40 && requests.length <= 43, String(requests.length));
    assert.ok(
      spacing()
        .slice(7)
        .every((seconds) => seconds >= 600),
    );
  });

  it("notifies about the end in one window only", async () => {
    const windows = [openWindow(() => result("FINISHED", 1), 200), openWindow(() => result("FINISHED", 1), 200)];
    await windows[0]?.list.add(["e1", "e2"], connection);
    windows.forEach(({ poller }) => poller.start());
    await clock.runUntil(hour, 2);
    assert.equal(windows.flatMap(({ finished }) => finished).length, 2);
    assert.equal(requests.length, 2);
  });

  it("continues after a restart", async () => {
    const first = openWindow(() => result("IN_PROGRESS"));
    await first.list.add(["e1"], connection);
    first.poller.start();
    await clock.runUntil(hour, 1);
    await first.poller.dispose();
    const before = requests.length;
    await clock.runUntil(hour + 30_000, 0);
    openWindow(() => result("IN_PROGRESS")).poller.start();
    await clock.runUntil(2 * hour, 1);
    assert.ok(
      spacing()
        .slice(before - 1)
        .every((seconds) => seconds >= 600),
      String(spacing()),
    );
    assert.ok(requests.length >= before + 5);
  });

  it("sends nothing after disposal, also when a request was in flight", async () => {
    const one = openWindow(() => result("IN_PROGRESS"), 60_000);
    await one.list.add(["e1"], connection);
    one.poller.start();
    await clock.runUntil(30_000, 1);
    assert.equal(requests.length, 1);
    await one.poller.dispose();
    await clock.runUntil(24 * hour, 0);
    assert.equal(requests.length, 1);
    assert.equal((await one.list.list())[0]?.askedAt, undefined);
  });

  it("does not wait for a date that is far away only because the clock was set back", async () => {
    const one = openWindow(() => result("IN_PROGRESS"));
    await one.list.add(["e1"], connection);
    one.poller.start();
    await clock.runUntil(hour, 1);
    const before = requests.length;
    clock.shiftWallClock(-48 * hour);
    await clock.runUntil(2 * hour, 1);
    assert.ok(requests.length >= before + 5);
  });

  it("sends nothing for a removed entry", async () => {
    const one = openWindow(() => result("IN_PROGRESS"));
    const [added] = await one.list.add(["e1"], connection);
    one.poller.start();
    await clock.runUntil(60_000, 1);
    await one.list.remove(added?.key ?? "");
    const before = requests.length;
    await clock.runUntil(24 * hour, 1);
    assert.equal(requests.length, before);
  });
});
