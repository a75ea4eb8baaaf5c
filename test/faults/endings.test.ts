// All ways a run can end: the reason, what is saved, and the recorded costs. The sentences for each reason are in
// test/unit/runs/runState.test.ts.
import assert from "node:assert/strict";
import { windowClosing } from "../../src/runs/execution";
import type { RunProgress, StopReason } from "../../src/runs/run";
import { started, type Desk, type DeskOptions, type DeskRunOptions } from "./support/desk";
import {
  atCall,
  cursorAt,
  neverReplying,
  pager,
  payingService,
  people,
  positionOf,
  refusing,
  unreachable,
  withLostReply,
  type Behavior,
} from "./support/payingService";
import { useDesks } from "./support/useDesks";

/** The recorded costs: credits, and records of calls that may have cost more. */
type Spent = readonly [credits: number, possiblyCharged: number];

interface EndCase {
  readonly service: Behavior;
  readonly balance?: number;
  /** The account endpoint sends no balance. */
  readonly unreadBalance?: boolean;
  /** Credits that a record has cost before; 1 if omitted. */
  readonly price?: number;
  /** Records that are asked for; 500 if omitted. */
  readonly limit?: number;
  readonly end: StopReason["kind"];
  readonly records: number;
  /** A credit for each saved record if omitted. */
  readonly spent?: Spent;
}

const thousand = pager({ records: 1000 });
const quarter = pager({ records: 1000, price: (returned) => returned * 0.25 });
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

/** Each with the stop reason, the records that are saved, and the recorded costs. */
const endCases: Readonly<Record<string, EndCase>> = {
  "the total is reached": { service: pager({ records: 200 }), end: "complete", records: 200 },
  "the only record was fetched": { service: pager({ records: 1 }), end: "complete", records: 1 },
  "nothing matches": { service: pager({ records: 0 }), end: "complete", records: 0 },
  "nothing matches, and the list is null": {
    service: () => ({ charge: 0, body: { people: null, metadata: { total: 0, credits: 0 } } }),
    end: "complete",
    records: 0,
  },
  "no total is sent, and a short page has no cursor": {
    service: pager({ records: 150, metadata: () => ({ total: undefined }) }),
    end: "complete",
    records: 150,
  },
  "an empty page is sent early": {
    service: emptyFrom(3, { people: [], metadata: { total: 1000, credits: 0, search_after: "more" } }, thousand),
    end: "endedEarly",
    records: 200,
  },
  "a page whose list is null is sent early": {
    service: emptyFrom(3, { people: null, metadata: { total: 1000, credits: 0, search_after: "more" } }, thousand),
    end: "endedEarly",
    records: 200,
  },
  "a short page without a cursor is sent early": {
    service: atCall(2, withoutCursor(shortened(50, thousand)), thousand),
    end: "endedEarly",
    records: 150,
  },
  "an empty page has a total of 0 after records": {
    service: emptyFrom(3, { people: [], metadata: { total: 0, credits: 0 } }, thousand),
    end: "endedEarly",
    records: 200,
  },
  "an empty page has no total after one that was known": {
    service: emptyFrom(3, { people: [], metadata: { credits: 0 } }, thousand),
    end: "endedEarly",
    records: 200,
  },
  "an empty page costs credits": {
    service: atCall(3, () => ({ charge: 5, body: { people: [], metadata: { total: 1000, credits: 5 } } }), thousand),
    end: "endedEarly",
    records: 200,
    spent: [205, 0],
  },
  "an empty page follows pages without a total": {
    service: emptyFrom(
      2,
      { people: [], metadata: { credits: 0 } },
      pager({ records: 1000, metadata: () => ({ total: undefined }) }),
    ),
    end: "complete",
    records: 100,
  },
  "the total is reached, though a cursor says that there are more": {
    service: atCall(
      2,
      pager({ records: 200, metadata: () => ({ search_after: "more@200" }) }),
      pager({ records: 200 }),
    ),
    end: "complete",
    records: 200,
  },
  "short pages with a cursor led to the end": {
    service: shortened(40, pager({ records: 200 })),
    end: "complete",
    records: 200,
  },
  "pages of 201 and 206 led to the end": {
    service: async (call) => ({ ...(await pager({ records: 200 })(call)), status: call.nth === 1 ? 201 : 206 }),
    end: "complete",
    records: 200,
  },
  "records have no ID": {
    service: changed(pager({ records: 250 }), ({ people: list, metadata }) => ({
      people: list.map((one) => ({ ...one, id: "" })),
      metadata,
    })),
    end: "complete",
    records: 250,
  },
  "the requested records were fetched": { service: thousand, limit: 200, end: "limitReached", records: 200 },
  "the one requested record was fetched": { service: thousand, limit: 1, end: "limitReached", records: 1 },
  "the requested records were fetched, and the total is unknown": {
    service: pager({ records: 1000, metadata: () => ({ total: -1 }) }),
    limit: 200,
    end: "limitReached",
    records: 200,
  },
  "the same records are sent again": {
    service: pager({ records: 100, metadata: () => ({ total: 1000, search_after: cursorAt(0) }) }),
    end: "sameRecords",
    records: 100,
    spent: [200, 0],
  },
  "a page does not include its cost": {
    service: pager({ records: 1000, metadata: () => ({ credits: undefined }) }),
    unreadBalance: true,
    end: "costUnknown",
    records: 100,
    spent: [0, 100],
  },
  "the key is rejected": {
    service: atCall(2, refusing(401, "Unknown api key", "error.api.key"), thousand),
    end: "keyRejected",
    records: 100,
  },
  "access is denied": {
    service: atCall(2, refusing(401, "Not from here"), thousand),
    end: "keyRejected",
    records: 100,
  },
  "the balance does not pay for the first page": {
    service: refusing(402, "Pay first"),
    balance: 0,
    end: "creditsExhausted",
    records: 0,
  },
  "the service refuses the first page for lack of credits": {
    service: refusing(402, "Pay first"),
    balance: 0,
    unreadBalance: true,
    end: "creditsExhausted",
    records: 0,
  },
  "credits run out in the middle": {
    service: atCall(2, refusing(402, "Pay first"), quarter),
    balance: 35,
    price: 0.25,
    end: "creditsExhausted",
    records: 100,
    spent: [25, 0],
  },
  "a reply is lost": {
    service: atCall(2, withLostReply(thousand), thousand),
    end: "ambiguous",
    records: 100,
    spent: [100, 100],
  },
  "a reply is no page": {
    service: atCall(2, () => ({ charge: 100, body: "<html></html>" }), thousand),
    end: "notUnderstood",
    records: 100,
    spent: [100, 100],
  },
  "nothing can be sent": {
    service: (call) => (call.nth < 2 ? thousand(call) : unreachable(call)),
    end: "offline",
    records: 100,
  },
  "the service refuses the request": {
    service: atCall(2, refusing(400, "Bad filter"), thousand),
    end: "refused",
    records: 100,
  },
  "the service does not exist at the address": {
    service: atCall(2, refusing(404, "Not here"), thousand),
    end: "refused",
    records: 100,
  },
  "no cursor leads beyond record 10,000": {
    service: withoutCursor(pager({ records: 20_000 })),
    balance: 100_000,
    limit: 20_000,
    end: "refused",
    records: 10_100,
  },
};

describe("the end of a run", () => {
  const { clock, open: window } = useDesks();
  const spentOf = async (desk: Desk, before = 0): Promise<Spent> => {
    const row = await desk.spend();
    return [(row?.credits ?? 0) - before, row?.possiblyCharged ?? 0];
  };
  const limits = { records: 500 };

  for (const [name, expected] of Object.entries(endCases)) {
    it(`is ${expected.end} when ${name}`, async () => {
      const { service, balance = 10_000, unreadBalance, price, limit = 500, end, records } = expected;
      const { spent = [records, 0] } = expected;
      const one = payingService(clock, service, balance);
      one.reportBalance = unreadBalance === true ? () => undefined : undefined;
      const desk = window(one, { price });
      const summary = started(await desk.run({ limits: { records: limit } }));
      assert.deepEqual([summary.stop?.kind, summary.records], [end, records]);
      assert.deepEqual(await spentOf(desk), spent);
      assert.equal(one.charged(), spent[0] + spent[1], "the recorded costs are the real ones");
      // Another window reads the same end from the database.
      const read = await window(one).runs.summary(summary.header.id);
      assert.deepEqual(await window(one).end(read), await desk.end(summary));
    });
  }

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
    assert.equal(summary.stop?.kind, "complete");
    assert.deepEqual(
      [await desk.rowIds(summary.header.id), summary.repeated, await spentOf(desk)],
      [all(250), 20, [270, 0]],
    );
  });

  for (const [end, what, limits, agreed] of [
    ["creditLimit", "credit limit", { records: 500, credits: 50 }, undefined],
    ["budgetUsedUp", "confirmed sum", { records: 500 }, 50],
  ] as const) {
    it(`is ${end} at the ${what}`, async () => {
      const desk = window(payingService(clock, quarter), { price: 0.25 });
      await desk.run({ limits: { records: 100 } });
      const budget = agreed === undefined ? {} : { budget: await desk.budgets.agreed(agreed) };
      const summary = started(await desk.run({ limits, ...budget }));
      assert.deepEqual([summary.stop?.kind, summary.records], [end, 200]);
      assert.deepEqual(await spentOf(desk, 25), [50, 0]);
    });
  }

  describe("when credits run out within a page", () => {
    it("is reported, and the run continues after that page with new credits", async () => {
      const service = payingService(clock, atCall(2, withoutCursor(shortened(30, thousand)), thousand), 130);
      const desk = window(service);
      const summary = started(await desk.run({ limits: { records: 300 } }));
      assert.deepEqual([summary.stop?.kind, summary.records, await spentOf(desk)], ["endedEarly", 130, [130, 0]]);
      service.topUp(1000);
      const again = started(await desk.resume(summary));
      assert.deepEqual(
        [again.stop?.kind, await desk.rowIds(again.header.id), again.repeated],
        ["limitReached", all(300), 0],
      );
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
    it("is as long as the service asks, and then the run continues", async () => {
      const service = payingService(
        clock,
        atCall(2, refusing(429, "Too many requests. Try again in 80s", "error.rate.limit"), thousand),
      );
      const desk = window(service);
      const summary = started(await desk.run({ limits: { records: 200 } }));
      // The client waits slightly longer than 80 seconds, so that no call is too early.
      assert.match((await desk.end(summary))[1], /^The service asks to wait 8[01] seconds\. 100 records saved\.$/u);
      assert.deepEqual(await spentOf(desk), [100, 0]);
      await clock.sleep(90_000);
      assert.deepEqual([(await desk.resume(summary))?.records, service.charged()], [200, 200]);
    });

    it("follows five refusals in a row", async () => {
      const desk = window(
        payingService(clock, (call) => (call.nth === 1 ? thousand(call) : refusing(429, "Try again in 1s")(call))),
      );
      const [, sentence] = await desk.end(await desk.run({ limits }));
      assert.equal(sentence, "The service asks to wait 60 seconds. 100 records saved.");
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
    for (const [name, reason, end] of [
      ["stops it", undefined, "cancelled"],
      ["closes the window", windowClosing, "windowClosed"],
    ] as const) {
      it(`is ${end} when the user ${name}, and the run can be resumed`, async () => {
        const service = payingService(clock, thousand);
        const desk = window(service);
        const summary = started(await desk.run({ limits, ...abortingAtPage(2, reason) }));
        assert.deepEqual([summary.stop?.kind, summary.records, await spentOf(desk)], [end, 200, [200, 0]]);
        const again = started(await desk.resume(summary));
        assert.deepEqual([await desk.rowIds(again.header.id), service.charged()], [all(500), 500]);
      });
    }
  });

  for (const [name, reason] of [
    ["the user stops it", undefined],
    ["the window closes", windowClosing],
  ] as const) {
    it(`is possibly charged when ${name} before a reply arrives`, async () => {
      const controller = new AbortController();
      const service = payingService(clock, (call) => {
        if (call.nth === 1) {
          return thousand(call);
        }
        setImmediate(() => controller.abort(reason));
        return neverReplying(call);
      });
      const desk = window(service);
      const summary = started(await desk.run({ limits, signal: controller.signal }));
      assert.deepEqual([summary.stop?.kind, await spentOf(desk)], ["ambiguous", [100, 100]]);
      const isReload = (await desk.end(summary))[1].startsWith("The window was reloaded or closed before the reply");
      assert.equal(isReload, reason === windowClosing);
    });
  }

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

    it("reports that the paid page is in a file, and saves it first on resume", async () => {
      const service = payingService(clock, thousand);
      const desk = window(service, { intercept: fullAtPage(2) });
      const summary = started(await desk.run({ limits }));
      assert.deepEqual([summary.stop?.kind, await spentOf(desk)], ["storage", [100, 100]]);
      assert.match(
        (await desk.end(summary))[1],
        new RegExp(
          "^The disk is full.*Free some space.* The last reply is paid for and kept in .*\\. " +
            "Resume or start again to save it .*\\. " +
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
        "resume",
      ]);
      assert.deepEqual([service.calls.length, await spentOf(desk)], [2, [100, 100]]);
    });
  });
});
