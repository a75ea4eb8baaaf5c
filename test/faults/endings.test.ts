// Every end of a run that got answers, each caused by a service that behaves so: what is said, offered, and in the ledger.
import assert from "node:assert/strict";
import { windowClosing } from "../../src/runs/engine";
import type { RunLimits, RunProgress, RunSummary, RunTask } from "../../src/runs/run";
import { newFolder, removeFolders } from "../unit/store/rig";
import { begun, openDesk, quickClock, type Desk, type DeskOptions, type RunWish } from "./support/desk";
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

/** What the ledger says: credits, and records of calls that may have cost more. */
type Spent = readonly [credits: number, possiblyCharged: number];

interface Ending {
  readonly service: Behavior;
  readonly balance?: number | undefined;
  readonly limits?: RunLimits | undefined;
  readonly wish?: Partial<RunWish> | undefined;
  /** The sentence as a pattern where the words of the service client come first. */
  readonly says: readonly [title: string, sentence: string | RegExp, actions: string];
  readonly spent: Spent;
}

const thousand = pager({ records: 1000 });
const quarter = pager({ records: 1000, price: (returned) => returned * 0.25 });
const [resume, reconnect, fetchMore] = ["resume", "connect+resume", "fetchMore"];
/** A page that holds no more than `most` records, though more follow. */
const shortened =
  (most: number, behavior: Behavior): Behavior =>
  (asked) =>
    behavior({ ...asked, limit: Math.min(asked.limit, most) });
/** Changes the body of a page. */
const changed =
  (
    behavior: Behavior,
    change: (body: { readonly people: readonly object[]; readonly metadata: object }) => object,
  ): Behavior =>
  async (asked) => {
    const answer = await behavior(asked);
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
  (asked) =>
    asked.nth < nth ? behavior(asked) : { charge: 0, body };
const all = (count: number): readonly string[] => people(0, count).map(({ id }) => id);

const endings: Readonly<Record<string, Ending>> = {
  "the total is reached": {
    service: pager({ records: 200 }),
    says: ["Complete", "All 200 matching records fetched.", ""],
    spent: [200, 0],
  },
  "the one record came": {
    service: pager({ records: 1 }),
    says: ["Complete", "The one matching record was fetched.", ""],
    spent: [1, 0],
  },
  "nothing matches": { service: pager({ records: 0 }), says: ["Complete", "No records match.", ""], spent: [0, 0] },
  "nothing matches, and the list is null": {
    service: () => ({ charge: 0, body: { people: null, metadata: { total: 0, credits: 0 } } }),
    says: ["Complete", "No records match.", ""],
    spent: [0, 0],
  },
  "no total is named, and a short page has no cursor": {
    service: pager({ records: 150, metadata: () => ({ total: undefined }) }),
    says: ["Complete", "All 150 matching records fetched.", ""],
    spent: [150, 0],
  },
  "an empty page comes early": {
    service: emptyFrom(3, { people: [], metadata: { total: 1000, credits: 0, search_after: "more" } }, thousand),
    says: ["Complete", "The service sent no more records: 200 records, although it reports 1,000.", ""],
    spent: [200, 0],
  },
  "a page whose list is null comes early": {
    service: emptyFrom(3, { people: null, metadata: { total: 1000, credits: 0, search_after: "more" } }, thousand),
    says: ["Complete", "The service sent no more records: 200 records, although it reports 1,000.", ""],
    spent: [200, 0],
  },
  "a short page without a cursor comes early": {
    service: atCall(2, withoutCursor(shortened(50, thousand)), thousand),
    says: ["Complete", "The service sent no more records: 150 records, although it reports 1,000.", ""],
    spent: [150, 0],
  },
  "short pages with a cursor led to the end": {
    service: shortened(40, pager({ records: 200 })),
    says: ["Complete", "All 200 matching records fetched.", ""],
    spent: [200, 0],
  },
  "pages of 201 and 206 led to the end": {
    service: async (asked) => ({ ...(await pager({ records: 200 })(asked)), status: asked.nth === 1 ? 201 : 206 }),
    says: ["Complete", "All 200 matching records fetched.", ""],
    spent: [200, 0],
  },
  "records without an id are all kept": {
    service: changed(pager({ records: 250 }), ({ people: list, metadata }) => ({
      people: list.map((one) => ({ ...one, id: "" })),
      metadata,
    })),
    says: ["Complete", "All 250 matching records fetched.", ""],
    spent: [250, 0],
  },
  "as many as were asked for came": {
    service: thousand,
    limits: { records: 200 },
    says: ["Limit reached", "Fetched the 200 records you asked for. 1,000 match.", fetchMore],
    spent: [200, 0],
  },
  "the one that was asked for came": {
    service: thousand,
    limits: { records: 1 },
    says: ["Limit reached", "Fetched the 1 record you asked for. 1,000 match.", fetchMore],
    spent: [1, 0],
  },
  "as many as were asked for came, and nobody knows how many match": {
    service: pager({ records: 1000, metadata: () => ({ total: -1 }) }),
    limits: { records: 200 },
    says: ["Limit reached", "Fetched the 200 records you asked for.", fetchMore],
    spent: [200, 0],
  },
  "the same records come again": {
    service: pager({ records: 100, metadata: () => ({ total: 1000, search_after: cursorAt(0) }) }),
    says: [
      "Same records again",
      "The service sent the same records again, so asking for more would only cost credits. 100 records saved.",
      "",
    ],
    spent: [200, 0],
  },
  "a page does not say what it cost, and the balance does not tell": {
    service: pager({ records: 1000, metadata: () => ({ credits: undefined }) }),
    says: [
      "Paused: cost unknown",
      "The service did not say what the last page cost, and your balance does not show it either. 100 of 1,000 records saved.",
      "continue",
    ],
    spent: [0, 100],
  },
  "the key is rejected": {
    service: atCall(2, refusing(401, "Unknown api key", "error.api.key"), thousand),
    says: [
      "Key rejected",
      "The service does not know this API key. Check the key of this connection and enter it again. 100 records saved. Enter a valid key for Work, then resume.",
      reconnect,
    ],
    spent: [100, 0],
  },
  "access is refused": {
    service: atCall(2, refusing(403, "Not from here"), thousand),
    says: [
      "Key rejected",
      "The service denied access. Check the address and the key of this connection. The service says: Not from here. 100 records saved. Enter a valid key for Work, then resume.",
      reconnect,
    ],
    spent: [100, 0],
  },
  "the first page is not paid for": {
    service: refusing(402, "Pay first"),
    balance: 0,
    says: [
      "Not enough credits",
      /not enough credits.*The service says: Pay first\. .* Your balance is 0\. 0 records saved\. Add credits or use another key, then resume\.$/iu,
      "resume+connect",
    ],
    spent: [0, 0],
  },
  "credits run out in the middle": {
    service: atCall(2, refusing(402, "Pay first"), quarter),
    balance: 35,
    says: [
      "Not enough credits",
      "Not enough credits: the next page costs about 25, you have 10. 100 records saved. Add credits or use another key, then resume.",
      "resume+connect",
    ],
    spent: [25, 0],
  },
  "nothing can be sent": {
    service: (asked) => (asked.nth < 2 ? thousand(asked) : unreachable(asked)),
    says: [
      "Offline",
      "The service could not be reached, so nothing was sent. Check the network, the proxy and the address. 100 records saved. Nothing was charged for the page that was not sent.",
      resume,
    ],
    spent: [100, 0],
  },
  "the service refuses the request": {
    service: atCall(2, refusing(400, "Bad filter"), thousand),
    says: [
      "Refused by the service",
      "The service did not accept the request (HTTP 400). The service says: Bad filter. Change the request and try again. 100 records saved.",
      resume,
    ],
    spent: [100, 0],
  },
  "the service has nothing there": {
    service: atCall(2, refusing(404, "Not here"), thousand),
    says: [
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
    says: [
      "Refused by the service",
      "The service sent no cursor for the next page, which it requires beyond record 10,000. Narrow the search. " +
        "10,100 records saved.",
      resume,
    ],
    spent: [10_100, 0],
  },
};

describe("the end of a run", () => {
  let folder: string;
  let desks: Desk[] = [];
  let clock = quickClock();

  beforeEach(() => {
    folder = newFolder();
    clock = quickClock();
  });
  afterEach(async () => {
    await Promise.all(desks.map((desk) => desk.close()));
    desks = [];
    removeFolders();
  });

  const window = (service: PayingService, options: Partial<DeskOptions> = {}): Desk => {
    const desk = openDesk({ folder, transport: service.transport, clock, ...options });
    desks.push(desk);
    return desk;
  };
  const spentOf = async (desk: Desk, before = 0): Promise<Spent> => {
    const row = await desk.spend();
    return [(row?.credits ?? 0) - before, row?.possiblyCharged ?? 0];
  };
  const limits = { records: 500 };

  for (const [name, { service, balance = 10_000, limits: own = limits, wish = {}, says, spent }] of Object.entries(
    endings,
  )) {
    it(`is told when ${name}`, async () => {
      const one = payingService(clock, service, balance);
      const desk = window(one);
      const summary = begun(await desk.run({ limits: own, ...wish }));
      const end = await desk.end(summary);
      assert.deepEqual([end[0], end[2]], [says[0], says[2]]);
      if (typeof says[1] === "string") {
        assert.equal(end[1], says[1]);
      } else {
        assert.match(end[1], says[1]);
      }
      assert.deepEqual(await spentOf(desk), spent);
      assert.equal(one.charged(), spent[0] + spent[1], "the ledger has what was charged");
      // Another window reads the same from the database.
      assert.deepEqual(await window(one).end(await window(one).runs.summary(summary.header.id)), end);
    });
  }

  describe("with records that are here already", () => {
    for (const [match, held, says] of [
      [9, 9, "9 records, all of which you already have."],
      [1, 1, "1 record, which you already have."],
      [9, 2, "All 9 matching records fetched. You already have 2 of them, so they were skipped."],
      [9, 1, "All 9 matching records fetched. You already have 1 of them, so it was skipped."],
    ] as const) {
      it(`is told when ${match} match and ${held} of them are here`, async () => {
        const service = payingService(clock, pager({ records: match }));
        const desk = window(service);
        await desk.run({ limits: { records: held } });
        const summary = await desk.run({ limits: { records: 100, leaveOutKnown: true } });
        assert.deepEqual(await desk.end(summary), ["Complete", says, ""]);
        assert.deepEqual(await spentOf(desk, held), [match, 0]);
      });
    }
  });

  it("is complete when the total is reached with repeated records in between", async () => {
    const overlapping: Behavior = (asked) => {
      const from = Math.max(0, positionOf(asked) - 10);
      const to = Math.min(250, from + asked.limit);
      return {
        charge: to - from,
        body: { people: people(from, to), metadata: { total: 250, credits: to - from, search_after: cursorAt(to) } },
      };
    };
    const desk = window(payingService(clock, overlapping));
    const summary = begun(await desk.run({ limits }));
    assert.deepEqual(await desk.end(summary), ["Complete", "All 250 matching records fetched.", ""]);
    assert.deepEqual(
      [await desk.rowIds(summary.header.id), summary.repeated, await spentOf(desk)],
      [all(250), 20, [270, 0]],
    );
  });

  describe("that a sum of credits makes", () => {
    it("is the run's own limit", async () => {
      const desk = window(payingService(clock, quarter));
      await desk.run({ limits: { records: 100 } });
      const summary = await desk.run({ limits: { records: 500, credits: 50 } });
      assert.deepEqual(await desk.end(summary), [
        "Credit limit reached",
        "Stopped at your credit limit of 50. 200 of 1,000 records saved.",
        fetchMore,
      ]);
      assert.deepEqual(await spentOf(desk, 25), [50, 0]);
    });

    it("is what was agreed", async () => {
      const desk = window(payingService(clock, quarter));
      await desk.run({ limits: { records: 100 } });
      const summary = await desk.run({ limits, budget: await desk.budgets.agreed(50) });
      assert.deepEqual(await desk.end(summary), [
        "Paused: budget used up",
        "Stopped before spending more than the 50 credits you agreed to. 200 of 1,000 records saved.",
        "continue",
      ]);
      assert.deepEqual(await spentOf(desk, 25), [50, 0]);
    });

    it("is what needs no question, with what was skipped", async () => {
      const desk = window(payingService(clock, thousand));
      await desk.run({ limits: { records: 30 } });
      const summary = await desk.run({ limits: { records: 20, leaveOutKnown: true } });
      assert.deepEqual(await desk.end(summary), [
        "Paused: budget used up",
        "Stopped before spending more than you allow without confirmation. 0 of 1,000 records saved. 25 more were skipped because you already have them.",
        "continue",
      ]);
      assert.deepEqual(await spentOf(desk, 30), [25, 0]);
    });
  });

  describe("when credits run out within a page", () => {
    const outOfCredits = (): PayingService =>
      payingService(clock, atCall(2, withoutCursor(shortened(30, thousand)), thousand), 130);

    it("is told as such, and the run goes on behind that page with new credits", async () => {
      const service = outOfCredits();
      const desk = window(service);
      const summary = begun(await desk.run({ limits: { records: 300 } }));
      const [title, sentence, actions] = await desk.end(summary);
      assert.deepEqual([title, actions, await spentOf(desk)], ["Not enough credits", "resume+connect", [130, 0]]);
      assert.match(sentence, /you have 0\. 130 records saved\. Add credits or use another key, then resume\.$/u);
      service.topUp(1000);
      const again = begun(await desk.resume(summary));
      assert.deepEqual(
        [again.stop?.kind, await desk.rowIds(again.header.id), again.repeated],
        ["limitReached", all(300), 0],
      );
    });

    it("names what the next page costs, not one record of it", async () => {
      const desk = window(outOfCredits());
      assert.match(
        (await desk.end(await desk.run({ limits: { records: 300 } })))[1],
        /the next page costs about 100, you have 0\./u,
      );
    });

    it("is complete when there are credits left", async () => {
      const service = payingService(clock, withoutCursor(shortened(30, thousand)), 130);
      const desk = window(service);
      assert.equal(
        (await desk.end(await desk.run({ limits: { records: 300 } })))[1],
        "The service sent no more records: 30 records, although it reports 1,000.",
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
    it(`keeps the cursor when ${name} comes in the middle: resuming loses no record and brings none twice`, async () => {
      const one = payingService(clock, service);
      const desk = window(one);
      const summary = begun(await desk.run({ limits, balance: 10_000 }));
      assert.deepEqual([summary.records, summary.cursor, summary.lastTotal], [200, cursorAt(200), 1000]);
      const again = begun(await desk.resume(summary));
      assert.deepEqual(
        [again.stop?.kind, await desk.rowIds(again.header.id), again.repeated],
        ["limitReached", all(500), 0],
      );
      assert.deepEqual(
        one.asked.map(({ cursor }) => cursor),
        [undefined, ...[100, 200, 200, 300, 400].map(cursorAt)],
      );
      const [credits, possibly] = await spentOf(desk);
      assert.ok(
        credits <= one.charged() && one.charged() <= credits + possibly,
        `${one.charged()} were charged, the ledger has ${credits} and ${possibly} more at most`,
      );
    });
  }

  describe("that a wait makes", () => {
    it("says how long the service asks to wait, later that it is over, and goes on then", async () => {
      const service = payingService(
        clock,
        atCall(2, refusing(429, "Too many requests. Try again in 80s", "error.rate.limit"), thousand),
      );
      const desk = window(service);
      const summary = begun(await desk.run({ limits: { records: 200 } }));
      const [title, sentence, actions] = await desk.end(summary);
      assert.deepEqual([title, actions], ["Paused by rate limit", "waitThenResume"]);
      // A little is added to the 80 seconds, so that no call comes too early.
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

    it("comes after five refusals in a row", async () => {
      const desk = window(
        payingService(clock, (asked) => (asked.nth === 1 ? thousand(asked) : refusing(429, "Try again in 1s")(asked))),
      );
      assert.deepEqual(await desk.end(await desk.run({ limits })), [
        "Paused by rate limit",
        "The service asks to wait 60 seconds. 100 records saved.",
        "waitThenResume",
      ]);
      assert.deepEqual(await spentOf(desk), [100, 0]);
    });
  });

  describe("that the user or the window makes", () => {
    const abortingAtPage = (nth: number, reason?: unknown): Pick<RunWish, "signal" | "onProgress"> => {
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
      it(`is told when the user ${name}, and the run goes on from there`, async () => {
        const service = payingService(clock, thousand);
        const desk = window(service);
        const summary = begun(await desk.run({ limits, ...abortingAtPage(2, reason) }));
        assert.deepEqual(
          [await desk.end(summary), await spentOf(desk)],
          [
            [title, sentence, resume],
            [200, 0],
          ],
        );
        const again = begun(await desk.resume(summary));
        assert.deepEqual([await desk.rowIds(again.header.id), service.charged()], [all(500), 500]);
      });
    }
  });

  describe("that the disk makes", () => {
    /** No room for the nth page when it comes; there is again afterwards. */
    const fullAtPage =
      (nth: number): DeskOptions["between"] =>
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

    it("says that the paid page is only in memory, and saves it first on resume", async () => {
      const service = payingService(clock, thousand);
      const desk = window(service, { between: fullAtPage(2) });
      const summary = begun(await desk.run({ limits }));
      const [title, sentence, actions] = await desk.end(summary);
      assert.deepEqual([title, actions, await spentOf(desk)], ["Could not be saved", resume, [100, 100]]);
      assert.match(
        sentence,
        /^The disk is full.*Free some space.* The last page is paid for but only in memory: resume to save it .* 100 records saved\.$/u,
      );
      const again = begun(await desk.resume(summary));
      assert.deepEqual(
        [await desk.rowIds(again.header.id), service.charged(), await spentOf(desk)],
        [all(500), 500, [500, 0]],
      );
    });

    it("gives way to another window that has continued the run meanwhile", async () => {
      const service = payingService(clock, thousand);
      const desk = window(service, { between: fullAtPage(2) });
      const summary = begun(await desk.run({ limits }));
      await clock.sleep(15_000);
      const other = window(service);
      const continued = begun(await other.resume(begun(await other.runs.summary(summary.header.id))));
      assert.deepEqual(
        [continued.stop?.kind, continued.possibleCredits, service.charged()],
        ["limitReached", 100, 600],
      );
      const again = begun(await desk.resume(summary, { limits: { records: 600 } }));
      assert.deepEqual(
        [again.stop?.kind, await desk.rowIds(again.header.id), service.charged()],
        ["limitReached", all(600), 700],
      );
    });

    it("uses up what needs no question when the page that is saved later does not say what it cost", async () => {
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
      const desk = window(service, { between: fullAtPage(1) });
      const summary = begun(await desk.run({ limits: { records: 10 } }));
      assert.deepEqual([summary.stop?.kind, service.charged()], ["storage", 50]);
      const again = begun(await desk.resume(summary, { limits: { records: 20 }, budget: desk.budgets.unconfirmed() }));
      assert.deepEqual([again.stop?.kind, again.records, service.charged()], ["budgetUsedUp", 10, 50]);
      assert.equal(await desk.run({ limits: { records: 1 }, reply: "no" }), undefined);
    });

    it("says that another window has taken the run over, and asks for nothing more", async () => {
      let id = "";
      const service = payingService(clock, async (asked) => {
        if (asked.nth === 2) {
          const now = clock.now() + 60_000;
          await window(service).store.runs.take(id, { owner: "another window", now, ms: 15_000 });
        }
        return thousand(asked);
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
      assert.deepEqual([service.asked.length, await spentOf(desk)], [2, [100, 100]]);
    });
  });

  describe("of an enrichment", () => {
    const task: RunTask = { kind: "enrichment", enrichmentId: "e1" };
    const result =
      (status: string): Behavior =>
      () => ({ charge: 0, body: { id: "e1", status, cost: { credits: 7 }, data: [{ input: {} }] } });

    it("is complete when it is finished, and costs nothing", async () => {
      const desk = window(payingService(clock, result("FINISHED")));
      assert.deepEqual(await desk.end(await desk.run({ task, limits, budget: desk.budgets.unconfirmed() })), [
        "Complete",
        "The one matching record was fetched.",
        "",
      ]);
      assert.equal(await desk.spend(), undefined);
    });

    it("says that it is still running", async () => {
      const desk = window(payingService(clock, result("IN_PROGRESS")));
      const summary: RunSummary = begun(await desk.run({ task, limits, budget: desk.budgets.unconfirmed() }));
      assert.deepEqual(await desk.end(summary), [
        "Refused by the service",
        "The enrichment is still running. Retrieve it again later. 1 record saved.",
        resume,
      ]);
      assert.equal(await desk.spend(), undefined);
    });
  });
});
