// Runs must not spend more than the user confirmed, whatever the service charges and reports. The tests compare with
// the real charges of the test service.
import assert from "node:assert/strict";
import type { RunSummary, RunTask } from "../../src/runs/run";
import { costText } from "../../src/runs/runState";
import { MemoryGate } from "../support/memoryGate";
import { connection, started, type Desk } from "./support/desk";
import {
  cursorAt,
  withLostReply,
  pager,
  payingService,
  people,
  positionOf,
  type Behavior,
  type PayingService,
} from "./support/payingService";
import { useDesks } from "./support/useDesks";

describe("spending within the confirmed credits", () => {
  const { clock, open: window } = useDesks();
  const serving = (behavior: Behavior, balance?: number): PayingService => payingService(clock, behavior, balance);

  /** Fetches a record at this price, so that the price is known. */
  const learnPrice = async (desk: Desk, service: PayingService, price: number): Promise<void> => {
    const { behavior } = service;
    service.behavior = pager({ records: 1, price: (returned) => returned * price });
    await desk.run({ limits: { records: 1 } });
    service.behavior = behavior;
    assert.deepEqual(await desk.budgets.price(connection, "peopleSearch"), { perRecord: price, known: true });
  };

  describe("with a cursor that makes no progress", () => {
    for (const [name, cursorOf, most] of [
      ["the same cursor", () => cursorAt(0), 2],
      ["a fresh cursor each time", (nth: number) => `fresh-${nth}@0`, 3],
    ] as const) {
      for (const total of [1000, undefined, -1]) {
        it(`ends when ${name} leads to the same page, with a total of ${total}`, async () => {
          const service = serving(
            pager({ records: 100, metadata: ({ nth }) => ({ total, search_after: cursorOf(nth) }) }),
            100_000,
          );
          const desk = window(service);
          const summary = await desk.run({ limits: { records: 300 }, total: 1000 });
          assert.deepEqual([summary?.stop?.kind, summary?.records], ["sameRecords", 100]);
          assert.ok(service.calls.length <= most, `${service.calls.length} pages were requested`);
          assert.equal((await desk.resume(started(summary)))?.stop?.kind, "sameRecords");
          assert.ok(service.calls.length <= most, "resuming requests nothing");
        });
      }
    }

    it("ends when two pages lead to each other", async () => {
      const service = serving(
        (call) =>
          pager({
            records: 400,
            metadata: () => ({ search_after: positionOf(call) === 0 ? cursorAt(100) : cursorAt(0) }),
          })(call),
        100_000,
      );
      const desk = window(service);
      assert.equal((await desk.run({ limits: { records: 1000 } }))?.stop?.kind, "sameRecords");
      assert.ok(service.charged() <= 400);
    });

    it("charges no more than confirmed when the same page is sent without IDs", async () => {
      const service = serving(
        ({ limit }) => ({
          charge: limit,
          body: {
            people: people(0, limit).map(({ full_name }) => ({ full_name })),
            metadata: { credits: limit, search_after: "again" },
          },
        }),
        100_000,
      );
      await window(service).run({ limits: { records: 300 } });
      assert.ok(service.charged() <= 300);
    });
  });

  describe("with prices that change", () => {
    it("asks before fetching a million records although the only page so far was free", async () => {
      const service = serving(
        pager({ records: 1_000_000, price: (returned, { nth }) => (nth === 1 ? 0 : returned) }),
        2_000_000,
      );
      const desk = window(service, { price: "unknown" });
      await desk.run({ limits: { records: 1 } });
      assert.deepEqual([desk.questions.length, service.charged()], [0, 0]);
      assert.equal(await desk.run({ limits: { records: 1_000_000 }, total: 1_000_000, reply: "no" }), undefined);
      assert.deepEqual(desk.questions, [
        "Fetch 1,000,000 of 1,000,000 records. The price is not known yet; at 1 credit per record it is " +
          "1,000,000 credits.",
      ]);
      assert.equal(service.charged(), 0);
    });

    it("stays within the credits that need no confirmation when the first page is free", async () => {
      const service = serving(
        pager({ records: 1_000_000, price: (returned, { nth }) => (nth === 1 ? 0 : returned) }),
        2_000_000,
      );
      const desk = window(service);
      const summary = await desk.run({ limits: { records: 25 }, total: undefined });
      assert.equal(summary?.credits, 0);
      const second = await desk.run({ limits: { records: 1000 }, budget: { kind: "unconfirmed" } });
      assert.deepEqual((await desk.end(second))[0], "Paused: budget used up");
      assert.ok(service.charged() <= 25, `${service.charged()} credits were charged`);
    });

    for (const confirmation of ["confirmed", "without confirmation"] as const) {
      it(`stops after the page that shows a price increase from 0.1 to 10, ${confirmation}`, async () => {
        const service = serving(pager({ records: 5000, price: (returned) => returned * 10 }), 100_000);
        const desk = window(service, { price: 0.1, confirmAbove: confirmation === "confirmed" ? 0 : 30 });
        await learnPrice(desk, service, 0.1);
        const before = service.charged();
        const callsBefore = service.calls.length;
        const summary = await desk.run({ limits: { records: 250 }, total: 5000 });
        assert.equal(
          desk.questions.at(-1),
          confirmation === "confirmed" ? "Fetch 250 of 5,000 records, about 25 credits." : undefined,
        );
        assert.equal((await desk.end(summary))[0], "Paused: budget used up");
        assert.deepEqual([service.charged() - before, service.calls.length - callsBefore], [1000, 1]);
        const { credits } = await desk.plan({ records: 250 }, { soFar: started(summary) });
        assert.equal(credits, 1500, "the next question has the new price");
      });
    }

    for (const free of [1, 7]) {
      it(`stops at a limit of 20 when ${free} records are free and the others cost 5 each`, async () => {
        let given = 0;
        const pages: number[] = [];
        const price = (returned: number): number => {
          const charge = Math.max(0, given + returned - Math.max(given, free)) * 5;
          given += returned;
          pages.push(charge);
          return charge;
        };
        const service = serving(pager({ records: 500, price }));
        const desk = window(service, { price: "unknown" });
        const summary = await desk.run({ limits: { records: 100, credits: 20 } });
        assert.deepEqual((await desk.end(summary)).slice(0, 2), [
          "Credit limit reached",
          `The service charged ${100 - (free - 1) * 5} credits, more than your credit limit of 20. The price rose ` +
            `from 1 to ${free === 1 ? 5 : 3.5} credits per record. 21 of 500 records saved.`,
        ]);
        assert.ok(service.charged() <= 20 + Math.max(...pages), `${service.charged()} credits were charged`);
        const again = await desk.resume(started(summary), { limits: { records: 100, credits: 20 } });
        assert.deepEqual([again?.stop?.kind, again?.credits], ["creditLimit", summary?.credits]);
      });
    }

    it("uses fractions of a credit fully", async () => {
      const service = serving(pager({ records: 500, price: (returned) => returned * 0.1 }));
      const desk = window(service, { price: 0.1 });
      await learnPrice(desk, service, 0.1);
      const summary = await desk.run({ limits: { records: 100, credits: 0.5 } });
      assert.deepEqual([summary?.records, summary?.credits, summary?.stop?.kind], [5, 0.5, "creditLimit"]);
    });

    it("charges at most one page when pages contain more records than requested", async () => {
      const service = serving((call) => pager({ records: 5000 })({ ...call, limit: 100 }), 100_000);
      const summary = await window(service, { confirmAbove: 0 }).run({ limits: { records: 30 } });
      assert.deepEqual([service.calls.length, service.charged(), summary?.credits], [1, 100, 100]);
    });
  });

  for (const total of [0, -1]) {
    it(`behaves as with an unknown total when the service reports ${total}`, async () => {
      const service = serving(pager({ records: 350, metadata: () => ({ total }) }));
      const desk = window(service);
      const count = started(await desk.run({ limits: { records: 1 } }));
      assert.equal(count.lastTotal, undefined);
      assert.equal(await desk.run({ limits: { records: 350 }, total: count.lastTotal, reply: "no" }), undefined);
      assert.deepEqual(desk.questions, ["Fetch 350 records, about 350 credits."]);
      assert.equal((await desk.plan({ records: 350 }, { total })).credits, 350, "even when a caller passes that total");
      assert.equal(service.charged(), 1);
      const summary = await desk.run({ limits: { records: 1000 }, total });
      assert.deepEqual([summary?.records, summary?.stop?.kind], [350, "complete"]);
    });
  }

  it("does not end at a total that shrinks below the fetched records", async () => {
    const service = serving(pager({ records: 350, metadata: ({ nth }) => ({ total: nth === 1 ? 350 : 20 }) }));
    const summary = await window(service).run({ limits: { records: 1000 } });
    assert.equal(summary?.records, 350);
  });

  it("charges a run with nothing that others spend: the end says both numbers", async () => {
    const service = serving(pager({ records: 350 }), 100_000);
    service.reportBalance = (balance) => balance - service.charged() * 16;
    const desk = window(service);
    const summary = started(await desk.run({ limits: { records: 350 }, balance: 100_000 }));
    assert.deepEqual([summary.stop?.kind, summary.credits, summary.possibleCredits], ["complete", 350, 0]);
    assert.match(
      (await desk.end(summary))[1],
      /Your balance fell by 5,950 credits, of which 350 are known here\. Others may use the account\./u,
    );
    assert.equal((await desk.spend())?.credits, 350);
    assert.deepEqual(await desk.budgets.price(connection, "peopleSearch"), { perRecord: 1, known: true });
  });

  it("counts single lookups like everything else", async () => {
    const service = serving(() => ({ charge: 1, body: { companies: [{ id: "a" }], metadata: { credits: 1 } } }));
    const desk = window(service, { confirmAbove: 5 });
    const task: RunTask = { kind: "companyLookup", identifiers: { domain: "a.example" } };
    const stops: (string | undefined)[] = [];
    for (let nth = 1; nth <= 7; nth += 1) {
      stops.push((await desk.run({ task, limits: { records: 1 }, reply: "no" }))?.stop?.kind);
    }
    assert.deepEqual(stops, [...Array.from({ length: 5 }, () => "complete"), undefined, undefined]);
    assert.deepEqual([service.charged(), desk.questions.length], [5, 2]);
    const withoutConfirmation = await desk.run({ task, limits: { records: 1 }, budget: { kind: "unconfirmed" } });
    assert.deepEqual([withoutConfirmation?.stop?.kind, service.charged()], ["budgetUsedUp", 5]);
  });

  describe("in two windows", () => {
    const bothRun = (windows: readonly Desk[], records: number): Promise<readonly (RunSummary | undefined)[]> =>
      Promise.all(
        windows.map((desk, nth) => {
          // Each its own search: the same one is not run twice at a time.
          const filters = { person_names: [{ value: `${nth}` }] };
          return desk.run({ task: { kind: "peopleSearch", filters }, limits: { records } });
        }),
      );

    it("spends the credits that need no confirmation only once when both start at the same time", async () => {
      const service = serving(pager({ records: 5000 }), 100_000);
      const windows = [window(service), window(service)];
      await windows[0]?.run({ limits: { records: 1 } });
      const summaries = await bothRun(windows, 20);
      assert.ok(service.charged() <= 25, `${service.charged()} credits were charged`);
      assert.equal(
        summaries.reduce((sum, summary) => sum + (summary?.records ?? 0), 1),
        25,
        "they are used completely",
      );
      assert.ok(summaries.some((summary) => summary?.stop?.kind === "budgetUsedUp"));
      assert.equal(windows.flatMap(({ questions }) => questions).length, 0);
      const [, other] = windows;
      assert.equal(await other?.run({ limits: { records: 1 }, reply: "no" }), undefined);
      assert.equal(other?.questions.length, 1);
    });

    for (const [what, behavior] of [
      ["a lost reply", withLostReply(pager({ records: 5000, price: (returned) => returned * 5 }))],
      [
        "a page without its cost",
        pager({ records: 5000, price: (returned) => returned * 5, metadata: () => ({ credits: undefined }) }),
      ],
      ["an unusable reply", () => ({ charge: 50, body: "<html></html>" })],
    ] as const) {
      it(`counts in both windows what ${what} was expected to cost`, async () => {
        const service = serving(behavior, 100_000);
        service.reportBalance = () => undefined;
        const gate = new MemoryGate(clock);
        const windows = [window(service, { gate }), window(service, { gate })];
        await bothRun(windows, 10);
        assert.equal(service.calls.length, 2, "20 of 25 credits");
        assert.equal(await windows[0]?.run({ limits: { records: 10 }, reply: "no" }), undefined);
        assert.deepEqual([service.calls.length, windows[0]?.questions.length], [2, 1]);
      });
    }

    it("does not use credits confirmed in the other window", async () => {
      const service = serving(pager({ records: 5000 }), 100_000);
      const [one, other] = [window(service), window(service)];
      await one.run({ limits: { records: 1000 } });
      assert.deepEqual([service.charged(), one.questions.length], [1000, 1]);
      await other.run({ limits: { records: 30 }, reply: "no" });
      assert.deepEqual([service.charged(), other.questions.length], [1000, 1]);
    });

    it("uses a price increase in both windows", async () => {
      const service = serving(pager({ records: 5000, price: (returned) => returned * 3 }), 100_000);
      const [one, other] = [window(service), window(service)];
      await one.run({ limits: { records: 1 } });
      assert.equal((await other.plan({ records: 10 })).credits, 30);
    });
  });

  describe("after a lost reply", () => {
    for (const limit of [150, 250]) {
      it(`counts possible charges towards the limit of ${limit} when resuming`, async () => {
        const service = serving(pager({ records: 5000 }));
        const desk = window(service);
        await learnPrice(desk, service, 1);
        const before = service.charged();
        service.behavior = (call) =>
          call.nth === 3 ? withLostReply(pager({ records: 5000 }))(call) : pager({ records: 5000 })(call);
        const limits = { records: 500, credits: limit };
        const lost = started(await desk.run({ limits }));
        const charged = Math.min(200, limit);
        assert.deepEqual([lost.stop?.kind, lost.records, service.charged() - before], ["ambiguous", 100, charged]);
        const again = started(await desk.resume(lost, { limits }));
        assert.ok(service.charged() - before <= limit, `${service.charged() - before} credits were charged`);
        assert.deepEqual([again.stop?.kind, again.records], ["creditLimit", 100 + limit - charged]);
        const third = started(await desk.resume(again, { limits }));
        assert.ok(service.charged() - before <= limit, `${service.charged() - before} credits were charged`);
        assert.equal(costText(third), `at least ${100 + limit - charged} credits`);
      });
    }

    it("counts possible charges as unconfirmed spending", async () => {
      const service = serving(withLostReply(pager({ records: 5000 })));
      const desk = window(service, { confirmAbove: 25 });
      await desk.run({ limits: { records: 10 } });
      assert.deepEqual([desk.questions.length, service.charged()], [0, 10]);
      assert.equal(await desk.run({ limits: { records: 16 }, reply: "no" }), undefined);
    });
  });

  it("does not repeat charged calls after a rate limit", async () => {
    const pages = pager({ records: 300 });
    const service = serving((call) =>
      call.nth === 2
        ? { charge: 0, status: 429, body: { code: "error.rate.limit", message: "Try again in 5s" } }
        : pages(call),
    );
    const desk = window(service);
    const summary = await desk.run({ limits: { records: 200 } });
    assert.deepEqual([summary?.records, summary?.credits, service.charged()], [200, 200, 200]);
    assert.deepEqual(await desk.spend(), {
      key: "c1",
      credits: 200,
      records: 200,
      calls: 2,
      unknownCosts: 0,
      possiblyCharged: 0,
    });
  });
});
