// The budget of agents: shared by all processes, never exceeded, and a new one each day and month.
import assert from "node:assert/strict";
import path from "node:path";
import fc from "fast-check";
import { readStoredSettings, storeSettings } from "../../../src/app/settings";
import { Budgets, type Budget } from "../../../src/runs/budget";
import { accountKey, agentsPeriodsOf, BudgetUsedUp, type Reservation } from "../../../src/runs/budgetTypes";
import { testClock } from "../../support/testClock";
import { price } from "../../support/testDesk";
import {
  beginRun,
  lease,
  newFolder,
  newRun,
  openTestStore,
  owner,
  removeFolders,
  replyOf,
  type TestStore,
} from "../store/rig";
import { agentRig, fact, peopleSearch } from "./agentRig";

const hour = 3_600_000;
const perDay = 10;
const limits = { creditsPerDay: perDay, creditsPerMonth: null };
const account = { origin: "https://service.example", workspaceId: "w1" };
const confirmAbove = 5;

describe("the budget of agents", function () {
  this.timeout(120_000);
  const clock = testClock();
  let opened: ReturnType<typeof openTestStore>[];
  let run: string;

  beforeEach(async () => {
    const file = path.join(newFolder(), "desk.db");
    opened = [1, 2].map(() => openTestStore({ file }));
    run = (await beginRun(storeOf(0))).id;
  });
  afterEach(async () => {
    await Promise.all(opened.map(({ close }) => close()));
    removeFolders();
  });

  const storeOf = (process: number): TestStore => {
    const found = opened[process];
    assert.ok(found !== undefined);
    return found.store;
  };
  const budgetsOf = (process: number): Budgets =>
    new Budgets({ calls: storeOf(process).calls, clock, confirmAbove: () => confirmAbove });
  const answered = async (call: Reservation, records: number, credits: number | undefined): Promise<void> => {
    const body = replyOf(
      "person",
      Array.from({ length: records }, () => ({})),
      { credits },
    );
    const page = { run, owner, call: call.call, request: {}, status: 200, receivedAt: clock.now(), body };
    await storeOf(0).records.storePage(page);
    await call.answered({ records, credits });
  };
  const call = (connection: string, records: number) =>
    ({ run, connection, operation: "peopleSearch", records }) as const;
  const learnPrice = async (connection: string, credits: number): Promise<void> =>
    answered(await budgetsOf(0).unlimited().reserve(call(connection, 1), undefined), 1, credits);

  /** Spends in one process until nothing fits; resolves to what the service charged. */
  const spendAll = async (
    budget: Budget,
    connection: string,
    price: number,
    choices: readonly number[],
  ): Promise<number> => {
    let charged = 0;
    for (const choice of choices) {
      const { records } = await budget.room(connection, "peopleSearch", 1 + (choice % 12), undefined);
      if (records === 0) {
        return charged;
      }
      await yields(choice % 3);
      try {
        const reserved = await budget.reserve(call(connection, records), undefined);
        await yields(choice % 4);
        const cost = records * price;
        switch (choice % 7) {
          case 0:
            await answered(reserved, 0, 0);
            break;
          case 1:
            charged += cost;
            await reserved.failed("maybe");
            break;
          case 2:
            charged += cost;
            await answered(reserved, records, undefined);
            break;
          default:
            charged += cost;
            await answered(reserved, records, cost);
        }
      } catch (error) {
        assert.ok(error instanceof BudgetUsedUp, String(error));
      }
    }
    return charged;
  };
  const yields = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it("is never exceeded by two processes and a window, in 200 random interleavings", async () => {
    let day = 0;
    let spent = 0;
    const choices = fc.array(fc.nat(1_000), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        choices,
        choices,
        choices,
        fc.constantFrom(0.1, 0.25, 1, 2.5),
        fc.boolean(),
        async (one, other, ofWindow, price, isPriceKnown) => {
          day += 1;
          clock.advance(24 * hour);
          const connection = `c${day}`;
          if (isPriceKnown) {
            await learnPrice(connection, price);
          }
          const [first, second] = await Promise.all([
            spendAll(budgetsOf(0).forAgents(account, limits), connection, price, one),
            spendAll(budgetsOf(1).forAgents(account, limits), connection, price, other),
            spendAll(budgetsOf(0).unconfirmed(), connection, price, ofWindow),
          ]);
          spent += first + second;
          assert.ok(first + second <= perDay + 1e-9, `${first} + ${second} credits of ${perDay}`);
        },
      ),
      { numRuns: 200, examples: [[[0, 105, 7, 556], [9, 0], [0, 0], 2.5, false]] },
    );
    assert.ok(spent > 200, `${spent} credits were spent in all`);
  });

  it("allows one call at a time while no price is known, because it can cost more than is assumed", async () => {
    run = (await storeOf(0).runs.create(newRun(), { ...lease, now: clock.now() })).id;
    const budget = budgetsOf(0).forAgents(account, limits);
    assert.equal((await budget.room("c1", "peopleSearch", 100, undefined)).records, 1);
    const first = await budget.reserve(call("c1", 1), undefined);
    let isSecondSent = false;
    const second = budgetsOf(1).forAgents(account, limits).reserve(call("c1", 1), undefined);
    void second.then(() => (isSecondSent = true));
    await yields(20);
    assert.equal(isSecondSent, false);
    await answered(first, 1, 4);
    assert.equal((await second).credits, 4, "at the price that the first has shown");
    const room = await budgetsOf(1).forAgents(account, limits).room("c1", "peopleSearch", 100, undefined);
    assert.deepEqual(room, { records: 0, limitedBy: "agents" });
  });

  it("learns nothing about a price from pages without records", async () => {
    const budget = budgetsOf(0).forAgents(account, limits);
    for (let page = 0; page < 3; page += 1) {
      assert.equal((await budget.room("c1", "peopleSearch", 100, undefined)).records, 1);
      await answered(await budget.reserve(call("c1", 1), undefined), 0, 0);
    }
  });

  it("is used up by a call whose cost is not known", async () => {
    await learnPrice("c1", 1);
    const budgets = budgetsOf(0);
    await (await budgets.forAgents(account, limits).reserve(call("c1", 2), undefined)).failed("maybe");
    assert.equal(await budgetsOf(1).leftForAgents(account, limits), 0);
  });

  it("begins again with a local day, but not with another time zone", async () => {
    const { calls } = storeOf(0);
    const month = { monthStart: Date.UTC(2026, 10), nextMonth: Date.UTC(2026, 11) };
    const reserve = (dayStart: number) =>
      calls.reserve({
        ...{ run, connection: "c1", operation: "peopleSearch", at: clock.now(), asked: 1, credits: 6 },
        budget: { kind: "agents", account: "a", perDay, perMonth: null, dayStart, ...month },
      });
    const midnight = Date.UTC(2026, 10, 20);
    assert.equal((await reserve(midnight)).kind, "reserved");
    for (const zone of [-12, -5, 5, 13]) {
      assert.equal((await reserve(midnight + zone * hour)).kind, "noRoom", String(zone));
    }
    assert.equal((await reserve(midnight + 23 * hour)).kind, "reserved");
    assert.equal((await reserve(midnight + 24 * hour)).kind, "noRoom");
  });

  it("is of a month, too, which two processes never exceed, whatever they spend on its days", async () => {
    const perMonth = 15;
    let month = 0;
    const choices = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 4 });
    const sums: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(choices, choices), { minLength: 1, maxLength: 5 }), async (days) => {
        month += 1;
        const start = new Date(2026, 10 + month).getTime();
        clock.advance(start - clock.now());
        const both = { creditsPerDay: perDay, creditsPerMonth: perMonth };
        let spent = 0;
        for (const [one, other] of days) {
          const [first, second] = await Promise.all([
            spendAll(budgetsOf(0).forAgents(account, both), `c${month}`, 1, one),
            spendAll(budgetsOf(1).forAgents(account, both), `other${month}`, 1, other),
          ]);
          assert.ok(first + second <= perDay + 1e-9, `${first} + ${second} credits of ${perDay}`);
          spent += first + second;
          clock.advance(24 * hour);
        }
        assert.ok(spent <= perMonth + 1e-9, `${spent} credits of ${perMonth} in days of ${JSON.stringify(days)}`);
        sums.push(spent);
      }),
      { numRuns: 60 },
    );
    assert.ok(Math.max(...sums) > perDay, `never more than on one day: ${sums.join(", ")}`);
  });

  for (const zone of ["America/Los_Angeles", "Asia/Kolkata", "Pacific/Auckland"]) {
    it(`begins again at local midnight, and with a local month, in ${zone}`, async () => {
      const before = process.env["TZ"];
      process.env["TZ"] = zone;
      try {
        const both = { creditsPerDay: 10, creditsPerMonth: 14 };
        const budgets = budgetsOf(0);
        const left = () => budgets.leftForAgents(account, both);
        const spend = async (credits: number) => {
          const reserved = await budgets.forAgents(account, both).reserve(call("c1", credits), undefined);
          await answered(reserved, credits, credits);
        };
        clock.advance(new Date(2026, 11, 30, 23, 59, 59).getTime() - clock.now());
        await learnPrice("c1", 1);
        await spend(6);
        assert.deepEqual(
          [await left(), (await budgets.agentsSums(account, both)).map(({ used }) => used)],
          [4, [6, 6]],
        );
        clock.advance(1_000);
        assert.equal(await left(), 8, "a new day of the same month");
        await assert.rejects(spend(9), (error) => error instanceof BudgetUsedUp && error.limitedBy === "agentsMonth");
        await spend(7);
        assert.equal(await left(), 1);
        clock.advance(24 * hour - 1_000);
        assert.equal(await left(), 1);
        clock.advance(1_000);
        assert.equal(await left(), 10, "a new month");
      } finally {
        if (before === undefined) {
          delete process.env["TZ"];
        } else {
          process.env["TZ"] = before;
        }
      }
    });
  }

  it("is one for all connections with an account, and another for each other account", async () => {
    await learnPrice("c1", 1);
    await learnPrice("c2", 1);
    await answered(await budgetsOf(0).forAgents(account, limits).reserve(call("c1", 6), undefined), 6, 6);
    await assert.rejects(budgetsOf(1).forAgents(account, limits).reserve(call("c2", 5), undefined), BudgetUsedUp);
    for (const other of [
      { ...account, workspaceId: "w2" },
      { ...account, origin: "https://other.example" },
    ]) {
      assert.equal(await budgetsOf(1).leftForAgents(other, limits), perDay);
    }
    const periods = agentsPeriodsOf(clock.now());
    const name = accountKey(account);
    assert.deepEqual(await storeOf(1).calls.agentsSpent(periods), [{ account: name, day: 6, month: 6 }]);
  });

  it("counts what was spent before accounts were told apart for each of them", async () => {
    const { dayStart } = agentsPeriodsOf(clock.now());
    opened[0]?.db.run("insert into budget (kind, opened_at, used) values ('agents', ?, 6)", dayStart);
    assert.equal(await budgetsOf(0).leftForAgents(account, limits), 4);
    assert.equal(await budgetsOf(1).leftForAgents({ ...account, workspaceId: "w2" }, limits), 4);
  });

  it("does not count the sandbox", async () => {
    const one = agentRig({ creditsPerDay: perDay, isSandbox: true });
    const run = await one.call("run_search", { search: peopleSearch, records: 20, max_credits: 50 });
    assert.equal(fact(run, "credits"), 20 * price);
    assert.deepEqual(await one.store.calls.agentsSpent(agentsPeriodsOf(one.clock.now())), []);
    await one.close();
  });

  it("does not count what people agreed to, and is not reset by it", async () => {
    await learnPrice("c1", 1);
    const budgets = budgetsOf(0);
    await answered(await budgets.forAgents(account, limits).reserve(call("c1", 6), undefined), 6, 6);
    await answered(await (await budgets.agreed(50)).reserve(call("c1", 20), undefined), 20, 20);
    assert.equal(await budgets.leftForAgents(account, limits), 4);
  });

  it("follows a setting that is lowered below what was spent", async () => {
    await learnPrice("c1", 1);
    await answered(await budgetsOf(0).forAgents(account, limits).reserve(call("c1", 6), undefined), 6, 6);
    const lowered = { ...limits, creditsPerDay: 3 };
    assert.equal(await budgetsOf(1).leftForAgents(account, lowered), 0);
    await assert.rejects(budgetsOf(1).forAgents(account, lowered).reserve(call("c1", 1), undefined), BudgetUsedUp);
  });

  it("is read from the settings that a window stored; wrong ones are as in a window", async () => {
    const unchanged = { creditsPerDay: 0, creditsPerMonth: null, confirmAbove: 25, sentItems: 1_000, waitSeconds: 30 };
    assert.deepEqual(await readStoredSettings(storeOf(1)), unchanged);
    const changed = { creditsPerDay: 40, creditsPerMonth: null, confirmAbove: 0, sentItems: 7, waitSeconds: 90 };
    await storeSettings(storeOf(0), changed);
    assert.deepEqual(await readStoredSettings(storeOf(1)), changed);
    await storeOf(0).settings.save({ creditsPerDay: -5, confirmAbove: "all", sentItems: null, waitSeconds: "long" });
    assert.deepEqual(
      await readStoredSettings(storeOf(1)),
      { ...unchanged, confirmAbove: 0 },
      "a wrong limit asks always",
    );
  });

  it("and its setting survive a purge of everything", async () => {
    await learnPrice("c1", 1);
    await answered(await budgetsOf(0).forAgents(account, limits).reserve(call("c1", 6), undefined), 6, 6);
    await storeSettings(storeOf(0), {
      creditsPerDay: 10,
      creditsPerMonth: null,
      confirmAbove: 3,
      sentItems: 7,
      waitSeconds: 90,
    });
    await storeOf(0).runs.stop(run, owner, { kind: "complete" }, clock.now());
    await storeOf(0).retention.purgeEverything({ now: clock.now() + hour });
    assert.equal(await budgetsOf(0).leftForAgents(account, limits), 4);
    assert.equal((await readStoredSettings(storeOf(0))).creditsPerDay, 10);
  });

  it("stops one of two runs that together cost more than is left", async () => {
    const one = agentRig({ creditsPerDay: perDay, owner: "one" });
    await one.call("run_search", { search: peopleSearch, records: 1, max_credits: 5 });
    const file = await one.store.file.path();
    const other = agentRig({ creditsPerDay: perDay, owner: "other", file, clock: one.clock });
    const input = { search: { search: "people", filters: {} }, records: 30, max_credits: 100 };
    const filters = { person_names: [{ value: "nobody", exclude: true }] };
    const another = { search: { search: "people", filters }, records: 30, max_credits: 100 };
    const results = await Promise.all([one.call("run_search", input), other.call("run_search", another)]);
    const credits = results.map((result) => Number(fact(result, "credits") ?? 0));
    assert.ok(credits.reduce((sum, each) => sum + each, 0.25) <= perDay, credits.join(" + "));
    const texts = results.map(({ text }) => text);
    assert.ok(
      texts.some((text) => text.includes("more than agents may spend today")),
      texts.join("\n"),
    );
    assert.ok(
      texts.some((text) => text.includes("prospectDesk.agents.creditsPerDay")),
      texts.join("\n"),
    );
    await Promise.all([one.close(), other.close()]);
  });
});
