// All ways a run can end when every request got a reply: the message, the offered actions and the recorded costs.
import assert from "node:assert/strict";
import { windowClosing } from "../../src/runs/execution";
import type { RunLimits, RunProgress } from "../../src/runs/run";
import { started, type Desk, type DeskOptions, type DeskRunOptions } from "./support/desk";
import {
  atCall,
  cursorAt,
  pager,
  payingService,
  people,
  positionOf,
  refusing,
  unreachable,
  type Behavior,
  type PayingService,
} from "./support/payingService";
import { useDesks } from "./support/useDesks";

/** The recorded costs: credits, and records of calls that may have cost more. */
type Spent = readonly [credits: number, possiblyCharged: number];

interface EndCase {
  readonly service: Behavior;
  readonly balance?: number | undefined;
  /** The account endpoint sends no balance. */
  readonly unreadBalance?: boolean | undefined;
  /** Credits that a record has cost before; 1 if omitted. */
  readonly price?: number | undefined;
  readonly limits?: RunLimits | undefined;
  readonly options?: Partial<DeskRunOptions> | undefined;
  /** The sentence is a pattern where it starts with the service client's message. */
  readonly end: readonly [title: string, sentence: string | RegExp, actions: string];
  readonly spent: Spent;
}

const thousand = pager({ records: 1000 });
const quarter = pager({ records: 1000, price: (returned) => returned * 0.25 });
const [resume, reconnect, fetchMore] = ["resume", "connect+resume", "fetchMore"];
/** Limits pages to `most` records, although more follow. */
const shortened =
  (most: number, behavior: Behavior): Behavior =>
  (call) =>
    behavior({ ...call, limit: Math.min(call.limit, most) });
/** Changes the body of a page. */
const changed =
  (
    behavior: Behavior,
    change: (body: { readonly people: readonly object[]; readonly metadata: object }) => object,
  ): Behavior =>
  async (call) => {
    const answer = await behavior(call);
    return {
      ...answer,
      body: change(answer.body as { readonly people: readonly object[]; readonly metadata: object }),
    };
  };
const withoutCursor = (behavior: Behavior): Behavior =>
  changed(behavior, ({ people: list, metadata }) => ({
    people: list,
    metadata: { ...metadata, search_after: undefined },
  }));
const emptyFrom =
  (nth: number, body: object, behavior: Behavior): Behavior =>
  (call) =>
    call.nth < nth ? behavior(call) : { charge: 0, body };
const all = (count: number): readonly string[] => people(0, count).map(({ id }) => id);

const endCases: Readonly<Record<string, EndCase>> = {
  "the total is reached": {
    service: pager({ records: 200 }),
    end: ["Complete", "All 200 matching records fetched.", ""],
    spent: [200, 0],
  },
  "the only record was fetched": {
    service: pager({ records: 1 }),
    end: ["Complete", "The one matching record was fetched.", ""],
    spent: [1, 0],
  },
  "nothing matches": { service: pager({ records: 0 }), end: ["Complete", "No records match.", ""], spent: [0, 0] },
  "nothing matches, and the list is null": {
    service: () => ({ charge: 0, body: { people: null, metadata: { total: 0, credits: 0 } } }),
    end: ["Complete", "No records match.", ""],
    spent: [0, 0],
  },
  "no total is sent, and a short page has no cursor": {
    service: pager({ records: 150, metadata: () => ({ total: undefined }) }),
    end: ["Complete", "All 150 matching records fetched.", ""],
    spent: [150, 0],
  },
  "an empty page is sent early": {
    service: emptyFrom(3, { people: [], metadata: { total: 1000, credits: 0, search_after: "more" } }, thousand),
    end: [
      "Ended early",
      "The service sent no more records: 200 records, although it reports 1,000. 200 records saved. " +
        "Resume asks again from there.",
      resume,
    ],
    spent: [200, 0],
  },
  "a page whose list is null is sent early": {
    service: emptyFrom(3, { people: null, metadata: { total: 1000, credits: 0, search_after: "more" } }, thousand),
    end: [
      "Ended early",
      "The service sent no more records: 200 records, although it reports 1,000. 200 records saved. " +
        "Resume asks again from there.",
      resume,
    ],
    spent: [200, 0],
  },
  "a short page without a cursor is sent early": {
    service: atCall(2, withoutCursor(shortened(50, thousand)), thousand),
    end: ["Limit reached", "Fetched the 500 records you asked for. 1,000 match.", fetchMore],
    spent: [500, 0],
  },
  "short pages with a cursor led to the end": {
    service: shortened(40, pager({ records: 200 })),
    end: ["Complete", "All 200 matching records fetched.", ""],
    spent: [200, 0],
  },
  "pages of 201 and 206 led to the end": {
    service: async (call) => ({ ...(await pager({ records: 200 })(call)), status: call.nth === 1 ? 201 : 206 }),
    end: ["Complete", "All 200 matching records fetched.", ""],
    spent: [200, 0],
  },
  "records have no ID": {
    service: changed(pager({ records: 250 }), ({ people: list, metadata }) => ({
      people: list.map((one) => ({ ...one, id: "" })),
      metadata,
    })),
    end: ["Complete", "All 250 matching records fetched.", ""],
    spent: [250, 0],
  },
  "the requested records were fetched": {
    service: thousand,
    limits: { records: 200 },
    end: ["Limit reached", "Fetched the 200 records you asked for. 1,000 match.", fetchMore],
    spent: [200, 0],
  },
  "the one requested record was fetched": {
    service: thousand,
    limits: { records: 1 },
    end: ["Limit reached", "Fetched the 1 record you asked for. 1,000 match.", fetchMore],
    spent: [1, 0],
  },
  "the requested records were fetched, and the total is unknown": {
    service: pager({ records: 1000, metadata: () => ({ total: -1 }) }),
    limits: { records: 200 },
    end: ["Limit reached", "Fetched the 200 records you asked for.", fetchMore],
    spent: [200, 0],
  },
  "the same records are sent again": {
    service: pager({ records: 100, metadata: () => ({ total: 1000, search_after: cursorAt(0) }) }),
    end: [
      "Same records again",
      "The service sent the same records again, so asking for more would only cost credits. 100 records saved.",
      "",
    ],
    spent: [200, 0],
  },
  "no page includes its cost, but the balance shows it": {
    service: pager({ records: 1000, metadata: () => ({ credits: undefined }) }),
    end: ["Limit reached", "Fetched the 500 records you asked for. 1,000 match.", fetchMore],
    spent: [500, 0],
  },
  "a page does not include its cost, and the balance does not show it": {
    service: pager({ records: 1000, metadata: () => ({ credits: undefined }) }),
    unreadBalance: true,
    end: [
      "Paused: cost unknown",
      "The service did not say what the last page cost, and your balance does not show it either. 100 of 1,000 " +
        "records saved.",
      "continue",
    ],
    spent: [0, 100],
  },
  "the key is rejected": {
    service: atCall(2, refusing(401, "Unknown api key", "error.api.key"), thousand),
    end: [
      "Key rejected",
      "The service does not know this API key. Check the key of this connection and enter it again. 100 records " +
        "saved. Enter a valid key for Work, then resume.",
      reconnect,
    ],
    spent: [100, 0],
  },
  "access is denied": {
    service: atCall(2, refusing(401, "Not from here"), thousand),
    end: [
      "Key rejected",
      "The service denied access. Check the address and the key of this connection. The service says: Not from " +
        "here. 100 records saved. Enter a valid key for Work, then resume.",
      reconnect,
    ],
    spent: [100, 0],
  },
  "the balance does not pay for the first page": {
    service: refusing(402, "Pay first"),
    balance: 0,
    end: [
      "Not enough credits",
      "Not enough credits: the next page costs about 100, you have 0. 0 records saved. Add credits or use another " +
        "key, then resume.",
      "resume+connect",
    ],
    spent: [0, 0],
  },
  "the service refuses the first page for lack of credits": {
    service: refusing(402, "Pay first"),
    balance: 0,
    unreadBalance: true,
    end: [
      "Not enough credits",
      new RegExp(
        "not enough credits.*The service says: Pay first\\. .*0 records saved\\. " +
          "Add credits or use another key, then resume\\.$",
        "iu",
      ),
      "resume+connect",
    ],
    spent: [0, 0],
  },
  "credits run out in the middle": {
    service: atCall(2, refusing(402, "Pay first"), quarter),
    balance: 35,
    price: 0.25,
    end: [
      "Not enough credits",
      "Not enough credits: the next page costs about 25, you have 10. 100 records saved. Add credits or use " +
        "another key, then resume.",
      "resume+connect",
    ],
    spent: [25, 0],
  },
  "nothing can be sent": {
    service: (call) => (call.nth < 2 ? thousand(call) : unreachable(call)),
    end: [
      "Offline",
      "The service could not be reached, so nothing was sent. Check the network, the proxy and the address. 100 " +
        "records saved. Nothing was charged for the page that was not sent.",
      resume,
    ],
    spent: [100, 0],
  },
  "the service refuses the request": {
    service: atCall(2, refusing(400, "Bad filter"), thousand),
    end: [
      "Refused by the service",
      "The service did not accept the request (HTTP 400). The service says: Bad filter. Change the request and " +
        "try again. 100 records saved.",
      resume,
    ],
    spent: [100, 0],
  },
  "the service does not exist at the address": {
    service: atCall(2, refusing(404, "Not here"), thousand),
    end: [
      "Refused by the service",
      "The service does not exist at this address. Check the address of this connection. 100 records saved.",
      resume,
    ],
    spent: [100, 0],
  },
  "no cursor leads beyond record 10,000": {
    service: withoutCursor(pager({ records: 20_000 })),
    balance: 100_000,
    limits: { records: 20_000 },
    end: [
      "Refused by the service",
      "The service sent no cursor for the next page, which it requires beyond record 10,000. Narrow the search. " +
        "10,100 records saved.",
      resume,
    ],
    spent: [10_100, 0],
  },
};

describe("the end of a run", () => {
  const { clock, open: window } = useDesks();
  const spentOf = async (desk: Desk, before = 0): Promise<Spent> => {
    const row = await desk.spend();
    return [(row?.credits ?? 0) - before, row?.possiblyCharged ?? 0];
  };
  const limits = { records: 500 };

  for (const [
    name,
    { service, balance = 10_000, unreadBalance, price, limits: own = limits, options = {}, end: expected, spent },
  ] of Object.entries(endCases)) {
    it(`is reported when ${name}`, async () => {
      const one = payingService(clock, service, balance);
      one.reportBalance = unreadBalance === true ? () => undefined : undefined;
      const desk = window(one, { price });
      const summary = started(await desk.run({ limits: own, ...options }));
      const end = await desk.end(summary);
      assert.deepEqual([end[0], end[2]], [expected[0], expected[2]]);
      if (typeof expected[1] === "string") {
        assert.equal(end[1], expected[1]);
      } else {
        assert.match(end[1], expected[1]);
      }
      assert.deepEqual(await spentOf(desk), spent);
      assert.equal(one.charged(), spent[0] + spent[1], "the recorded costs are the real ones");
      // Another window reads the same end from the database.
      assert.deepEqual(await window(one).end(await window(one).runs.summary(summary.header.id)), end);
    });
  }

  describe("with known records", () => {
    for (const [match, known, sentence] of [
      [9, 9, "9 records, all of which you already have."],
      [1, 1, "1 record, which you already have."],
      [9, 2, "All 9 matching records fetched. You already have 2 of them, so they were skipped."],
      [9, 1, "All 9 matching records fetched. You already have 1 of them, so it was skipped."],
    ] as const) {
      it(`is reported when ${match} match and ${known} of them are known`, async () => {
        const service = payingService(clock, pager({ records: match }));
        const desk = window(service);
        await desk.run({ limits: { records: known } });
        const summary = await desk.run({ limits: { records: 100, leaveOutKnown: true } });
        assert.deepEqual(await desk.end(summary), ["Complete", sentence, ""]);
        assert.deepEqual(await spentOf(desk, known), [match, 0]);
      });
    }
  });

  it("is complete when the total is reached despite repeated records", async () => {
    const overlapping: Behavior = (call) => {
      const from = Math.max(0, positionOf(call) - 10);
      const to = Math.min(250, from + call.limit);
      return {
        charge: to - from,
        body: { people: people(from, to), metadata: { total: 250, credits: to - from, search_after: cursorAt(to) } },
      };
    };
    const desk = window(payingService(clock, overlapping));
    const summary = started(await desk.run({ limits }));
    assert.deepEqual(await desk.end(summary), ["Complete", "All 250 matching records fetched.", ""]);
    assert.deepEqual(
      [await desk.rowIds(summary.header.id), summary.repeated, await spentOf(desk)],
      [all(250), 20, [270, 0]],
    );
  });

  describe("at a number of credits", () => {
    it("is at the run's credit limit", async () => {
      const desk = window(payingService(clock, quarter), { price: 0.25 });
      await desk.run({ limits: { records: 100 } });
      const summary = await desk.run({ limits: { records: 500, credits: 50 } });
      assert.deepEqual(await desk.end(summary), [
        "Credit limit reached",
        "Stopped at your credit limit of 50. 200 of 1,000 records saved.",
        fetchMore,
      ]);
      assert.deepEqual(await spentOf(desk, 25), [50, 0]);
    });

    it("is at the confirmed credits", async () => {
      const desk = window(payingService(clock, quarter), { price: 0.25 });
      await desk.run({ limits: { records: 100 } });
      const summary = await desk.run({ limits, budget: await desk.budgets.agreed(50) });
      assert.deepEqual(await desk.end(summary), [
        "Paused: budget used up",
        "Stopped before spending more than the 50 credits you agreed to. 200 of 1,000 records saved.",
        "continue",
      ]);
      assert.deepEqual(await spentOf(desk, 25), [50, 0]);
    });

    it("is at the credits that need no confirmation, with the skipped records", async () => {
      const desk = window(payingService(clock, thousand));
      await desk.run({ limits: { records: 30 } });
      const summary = await desk.run({ limits: { records: 20, leaveOutKnown: true } });
      assert.deepEqual(await desk.end(summary), [
        "Paused: budget used up",
        "Stopped before spending more than you allow without confirmation. 0 of 1,000 records saved. 25 more " +
          "were skipped because you already have them.",
        "continue",
      ]);
      assert.deepEqual(await spentOf(desk, 30), [25, 0]);
    });
  });

  describe("when credits run out within a page", () => {
    const outOfCredits = (): PayingService =>
      payingService(clock, atCall(2, withoutCursor(shortened(30, thousand)), thousand), 130);

    it("is reported, and the run continues after that page with new credits", async () => {
      const service = outOfCredits();
      const desk = window(service);
      const summary = started(await desk.run({ limits: { records: 300 } }));
      const [title, sentence, actions] = await desk.end(summary);
      assert.deepEqual([title, actions, await spentOf(desk)], ["Not enough credits", "resume+connect", [130, 0]]);
      assert.match(sentence, /you have 0\. 130 records saved\. Add credits or use another key, then resume\.$/u);
      service.topUp(1000);
      const again = started(await desk.resume(summary));
      assert.deepEqual(
        [again.stop?.kind, await desk.rowIds(again.header.id), again.repeated],
        ["limitReached", all(300), 0],
      );
    });

    it("includes the cost of the next page, not of one record", async () => {
      const desk = window(outOfCredits());
      assert.match(
        (await desk.end(await desk.run({ limits: { records: 300 } })))[1],
        /the next page costs about 100, you have 0\./u,
      );
    });

    it("continues when there are credits left", async () => {
      const desk = window(payingService(clock, withoutCursor(shortened(30, thousand)), 10_000));
      const summary = started(await desk.run({ limits: { records: 300 } }));
      assert.deepEqual([summary.stop?.kind, summary.records], ["limitReached", 300]);
    });
  });

  for (const [name, service] of [
    ["a 400", atCall(3, refusing(400, "Bad"), thousand)],
    ["a 401", atCall(3, refusing(401, "No", "error.api.key"), thousand)],
    ["a 402", atCall(3, refusing(402, "No"), thousand)],
    ["a 500", atCall(3, refusing(500, "Down"), thousand)],
    ["an error under 200", atCall(3, refusing(200, "Down"), thousand)],
    ["an error under 206", atCall(3, refusing(206, "Down"), thousand)],
    [
      "a page without its list",
      atCall(
        3,
        () => ({ charge: 100, body: { metadata: { credits: 100, search_after: cursorAt(900), total: 3 } } }),
        thousand,
      ),
    ],
    [
      "a web page",
      atCall(3, () => ({ charge: 0, body: "<html></html>", headers: { "content-type": "text/html" } }), thousand),
    ],
  ] as const) {
    it(`keeps the cursor after ${name} in the middle: resuming misses and repeats no record`, async () => {
      const one = payingService(clock, service);
      const desk = window(one);
      const summary = started(await desk.run({ limits, balance: 10_000 }));
      assert.deepEqual([summary.records, summary.cursor, summary.lastTotal], [200, cursorAt(200), 1000]);
      const again = started(await desk.resume(summary));
      assert.deepEqual(
        [again.stop?.kind, await desk.rowIds(again.header.id), again.repeated],
        ["limitReached", all(500), 0],
      );
      assert.deepEqual(
        one.calls.map(({ cursor }) => cursor),
        [undefined, ...[100, 200, 200, 300, 400].map(cursorAt)],
      );
      const [credits, possibly] = await spentOf(desk);
      assert.ok(
        credits <= one.charged() && one.charged() <= credits + possibly,
        `${one.charged()} were charged, ${credits} and at most ${possibly} more are recorded`,
      );
    });
  }

  describe("by a rate limit", () => {
    it("shows how long the service asks to wait, then that the wait is over, and the run continues", async () => {
      const service = payingService(
        clock,
        atCall(2, refusing(429, "Too many requests. Try again in 80s", "error.rate.limit"), thousand),
      );
      const desk = window(service);
      const summary = started(await desk.run({ limits: { records: 200 } }));
      const [title, sentence, actions] = await desk.end(summary);
      assert.deepEqual([title, actions], ["Paused by rate limit", "tryNow+waitThenResume"]);
      // The client waits slightly longer than 80 seconds, so that no call is too early.
      assert.match(sentence, /^The service asks to wait 8[01] seconds\. 100 records saved\.$/u);
      assert.deepEqual(await spentOf(desk), [100, 0]);
      await clock.sleep(90_000);
      assert.deepEqual(await desk.end(summary), [
        "Paused by rate limit",
        "The wait that the service asked for is over. 100 records saved.",
        resume,
      ]);
      assert.deepEqual([(await desk.resume(summary))?.records, service.charged()], [200, 200]);
    });

    it("follows five refusals in a row", async () => {
      const desk = window(
        payingService(clock, (call) => (call.nth === 1 ? thousand(call) : refusing(429, "Try again in 1s")(call))),
      );
      assert.deepEqual(await desk.end(await desk.run({ limits })), [
        "Paused by rate limit",
        "The service asks to wait 60 seconds. 100 records saved.",
        "waitThenResume",
      ]);
      assert.deepEqual(await spentOf(desk), [100, 0]);
    });
  });

  describe("by the user or the window", () => {
    const abortingAtPage = (nth: number, reason?: unknown): Pick<DeskRunOptions, "signal" | "onProgress"> => {
      const controller = new AbortController();
      let pages = 0;
      return {
        signal: controller.signal,
        onProgress: ({ kind }: RunProgress) => {
          pages += kind === "page" ? 1 : 0;
          if (pages === nth) {
            controller.abort(reason);
          }
        },
      };
    };
    for (const [name, reason, title, sentence] of [
      ["stops it", undefined, "Canceled", "You stopped the run. 200 records saved. Resume continues where it stopped."],
      [
        "closes the window",
        windowClosing,
        "Window closed",
        "The window was closed during the run. 200 records saved. Resume continues where it stopped.",
      ],
    ] as const) {
      it(`is reported when the user ${name}, and the run can be resumed`, async () => {
        const service = payingService(clock, thousand);
        const desk = window(service);
        const summary = started(await desk.run({ limits, ...abortingAtPage(2, reason) }));
        assert.deepEqual(
          [await desk.end(summary), await spentOf(desk)],
          [
            [title, sentence, resume],
            [200, 0],
          ],
        );
        const again = started(await desk.resume(summary));
        assert.deepEqual([await desk.rowIds(again.header.id), service.charged()], [all(500), 500]);
      });
    }
  });

  describe("by the disk", () => {
    /** The disk is full for the nth page, and has space again afterwards. */
    const fullAtPage =
      (nth: number): DeskOptions["intercept"] =>
      (through, exec) => {
        let pages = 0;
        return async (subject, method, values) => {
          pages += method === "storePage" ? 1 : 0;
          if (method !== "storePage" || pages !== nth) {
            return through(subject, method, values);
          }
          exec("pragma max_page_count = 1");
          try {
            return await through(subject, method, values);
          } finally {
            exec("pragma max_page_count = 1000000");
          }
        };
      };

    it("reports that the paid page is only in memory, and saves it first on resume", async () => {
      const service = payingService(clock, thousand);
      const desk = window(service, { intercept: fullAtPage(2) });
      const summary = started(await desk.run({ limits }));
      const [title, sentence, actions] = await desk.end(summary);
      assert.deepEqual([title, actions, await spentOf(desk)], ["Could not be saved", resume, [100, 100]]);
      assert.match(
        sentence,
        new RegExp(
          "^The disk is full.*Free some space.* The last page is paid for but only in memory: resume to save it .* " +
            "100 records saved\\.$",
          "u",
        ),
      );
      const again = started(await desk.resume(summary));
      assert.deepEqual(
        [await desk.rowIds(again.header.id), service.charged(), await spentOf(desk)],
        [all(500), 500, [500, 0]],
      );
    });

    it("accepts that another window has continued the run meanwhile", async () => {
      const service = payingService(clock, thousand);
      const desk = window(service, { intercept: fullAtPage(2) });
      const summary = started(await desk.run({ limits }));
      await clock.sleep(15_000);
      const other = window(service);
      const continued = started(await other.resume(started(await other.runs.summary(summary.header.id))));
      assert.deepEqual(
        [continued.stop?.kind, continued.possibleCredits, service.charged()],
        ["limitReached", 100, 600],
      );
      const again = started(await desk.resume(summary, { limits: { records: 600 } }));
      assert.deepEqual(
        [again.stop?.kind, await desk.rowIds(again.header.id), service.charged()],
        ["limitReached", all(600), 700],
      );
    });

    it("uses up the unconfirmed credits when the page saved later does not include its cost", async () => {
      const pages = pager({
        records: 1000,
        price: (returned) => returned * 5,
        metadata: () => ({ credits: undefined }),
      });
      const service = payingService(
        clock,
        changed(pages, ({ people: list, metadata }) => ({
          people: list.map((one) => ({ ...one, text: "x".repeat(9000) })),
          metadata,
        })),
      );
      const desk = window(service, { intercept: fullAtPage(1) });
      const summary = started(await desk.run({ limits: { records: 10 } }));
      assert.deepEqual([summary.stop?.kind, service.charged()], ["storage", 50]);
      const again = started(
        await desk.resume(summary, { limits: { records: 20 }, budget: desk.budgets.unconfirmed() }),
      );
      assert.deepEqual([again.stop?.kind, again.records, service.charged()], ["budgetUsedUp", 10, 50]);
      assert.equal(await desk.run({ limits: { records: 1 }, reply: "no" }), undefined);
    });

    it("reports that another window has taken over the run, and requests no more pages", async () => {
      let id = "";
      const service = payingService(clock, async (call) => {
        if (call.nth === 2) {
          const now = clock.now() + 60_000;
          await window(service).store.runs.take(id, { owner: "another window", now, ms: 15_000 });
        }
        return thousand(call);
      });
      const desk = window(service);
      const summary = await desk.run({
        limits,
        onProgress: (progress) => (id = "summary" in progress ? progress.summary.header.id : id),
      });
      assert.deepEqual(await desk.end(summary), [
        "Could not be saved",
        "Another window has taken over this run. 100 records saved.",
        resume,
      ]);
      assert.deepEqual([service.calls.length, await spentOf(desk)], [2, [100, 100]]);
    });
  });
});
