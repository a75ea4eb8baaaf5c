// The budget of agents: shared by all processes, and a new one each day and month.
import assert from "node:assert/strict";
import path from "node:path";
import { readStoredSettings, storedSettings, storeSettings, type SettingName } from "../../../src/app/settings";
import { accountKey, agentsPeriodsOf, Budgets, type AgentsLimits, type Budget } from "../../../src/runs/budget";
import type { OpenedCall } from "../../../src/store/calls";
import { testClock } from "../../support/testClock";
import { price, openTestDesk, fact, peopleSearch } from "../../support/testDesk";
import { beginRun, newFolder, openTestStore, owner, removeFolders, replyOf, type TestStore } from "../store/rig";

const hour = 3_600_000;
const perDay = 10;
const limits = { creditsPerDay: perDay, creditsPerMonth: null };
const account = { origin: "https://service.example", workspaceId: "w1" };
const confirmAbove = 5;

describe("the budget of agents", function () {
  const clock = testClock();
  let stores: ReturnType<typeof openTestStore>[];
  let run: string;

  beforeEach(async () => {
    const file = path.join(newFolder(), "desk.db");
    stores = [1, 2].map(() => openTestStore({ file }));
    run = (await beginRun(storeOf(0))).id;
  });
  afterEach(async () => {
    await Promise.all(stores.map(({ close }) => close()));
    removeFolders();
  });

  const storeOf = (process: number): TestStore => {
    const found = stores[process];
    assert.ok(found !== undefined);
    return found.store;
  };
  const budgetsOf = (process: number): Budgets =>
    new Budgets({ calls: storeOf(process).calls, clock, confirmAbove: () => confirmAbove });
  type Opened = Extract<OpenedCall, { readonly kind: "open" }>;
  /** Of a process, for a budget. */
  const open = (process: number, budget: Budget, wanted: number): Promise<OpenedCall> =>
    storeOf(process).calls.openCall({
      ...{ run, owner, operation: "peopleSearch", at: clock.now(), wanted },
      allowance: budgetsOf(process).allowance(budget),
    });
  const opened = async (process: number, budget: Budget, wanted: number): Promise<Opened> => {
    const call = await open(process, budget, wanted);
    return call.kind === "open" ? call : assert.fail(call.kind);
  };
  const answered = async ({ call }: Opened, records: number, credits: number): Promise<void> => {
    const body = replyOf(
      "person",
      Array.from({ length: records }, () => ({})),
      { credits },
    );
    await storeOf(0).records.storePage({
      ...{ run, owner, call, request: {}, status: 200, receivedAt: clock.now(), body },
    });
  };
  const ofAgents = (some: AgentsLimits = limits): Budget => ({ kind: "agents", account, limits: some });
  const limitedBy = (call: OpenedCall): string => (call.kind === "noRoom" ? call.limitedBy : call.kind);
  const learnPrice = async (credits: number): Promise<void> =>
    answered(await opened(0, { kind: "unlimited" }, 1), 1, credits);

  it("begins again with a local day, but not with another time zone", async () => {
    const { calls } = storeOf(0);
    const month = { monthStart: Date.UTC(2026, 10), nextMonth: Date.UTC(2026, 11) };
    await learnPrice(6);
    const reserve = (dayStart: number) =>
      calls.openCall({
        ...{ run, owner, operation: "peopleSearch", at: clock.now(), wanted: 1 },
        allowance: { kind: "agents", account: "a", perDay, perMonth: null, dayStart, ...month },
      });
    const take = async (dayStart: number): Promise<string> => {
      const call = await reserve(dayStart);
      if (call.kind === "open") {
        await answered(call, 1, 6);
      }
      return call.kind;
    };
    const midnight = Date.UTC(2026, 10, 20);
    assert.equal(await take(midnight), "open");
    for (const zone of [-12, -5, 5, 13]) {
      assert.equal(await take(midnight + zone * hour), "noRoom", String(zone));
    }
    assert.equal(await take(midnight + 23 * hour), "open");
    assert.equal(await take(midnight + 24 * hour), "noRoom");
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
          const call = await opened(0, ofAgents(both), credits);
          assert.equal(call.records, credits);
          await answered(call, credits, credits);
        };
        clock.advance(new Date(2026, 11, 30, 23, 59, 59).getTime() - clock.now());
        await learnPrice(1);
        await spend(6);
        assert.deepEqual(
          [await left(), (await budgets.agentsSums(account, both)).map(({ used }) => used)],
          [4, [6, 6]],
        );
        clock.advance(1_000);
        assert.equal(await left(), 8, "a new day of the same month");
        const rest = await opened(0, ofAgents(both), 9);
        assert.equal(rest.records, 8, "as many as the month allows");
        await answered(rest, 7, 7);
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
    await learnPrice(1);
    await answered(await opened(0, ofAgents(), 6), 6, 6);
    assert.equal((await opened(1, ofAgents(), 5)).records, 4);
    for (const other of [
      { ...account, workspaceId: "w2" },
      { ...account, origin: "https://other.example" },
    ]) {
      assert.equal(await budgetsOf(1).leftForAgents(other, limits), perDay);
    }
    const periods = agentsPeriodsOf(clock.now());
    const name = accountKey(account);
    assert.deepEqual(await storeOf(1).calls.agentsSpent(periods), [{ account: name, day: 10, month: 10 }]);
  });

  it("counts what was spent before accounts were told apart for each of them", async () => {
    const { dayStart } = agentsPeriodsOf(clock.now());
    stores[0]?.db.run("insert into budget (kind, opened_at, used) values ('agents', ?, 6)", dayStart);
    assert.equal(await budgetsOf(0).leftForAgents(account, limits), 4);
    assert.equal(await budgetsOf(1).leftForAgents({ ...account, workspaceId: "w2" }, limits), 4);
  });

  it("does not count the sandbox", async () => {
    const one = openTestDesk({ creditsPerDay: perDay, isSandbox: true });
    const run = await one.call("run_search", { search: peopleSearch, records: 20, max_credits: 50 });
    assert.equal(fact(run, "credits"), 20 * price);
    assert.deepEqual(await one.store.calls.agentsSpent(agentsPeriodsOf(one.clock.now())), []);
    await one.close();
  });

  it("does not count what people agreed to, and is not reset by it", async () => {
    await learnPrice(1);
    const budgets = budgetsOf(0);
    await answered(await opened(0, ofAgents(), 6), 6, 6);
    await answered(await opened(0, await budgets.agreed(50), 20), 20, 20);
    assert.equal(await budgets.leftForAgents(account, limits), 4);
  });

  it("follows a setting that is lowered below what was spent", async () => {
    await learnPrice(1);
    await answered(await opened(0, ofAgents(), 6), 6, 6);
    const lowered = { ...limits, creditsPerDay: 3 };
    assert.equal(await budgetsOf(1).leftForAgents(account, lowered), 0);
    assert.equal(limitedBy(await open(1, ofAgents(lowered), 1)), "agents");
  });

  it("is read from the settings that a window stored; wrong ones are as in a window", async () => {
    const unchanged = { creditsPerDay: 0, creditsPerMonth: null, confirmAbove: 25, sentItems: 1_000, waitSeconds: 30 };
    assert.deepEqual(await readStoredSettings(storeOf(1)), unchanged);
    const changed = { creditsPerDay: 40, creditsPerMonth: null, confirmAbove: 0, sentItems: 7, waitSeconds: 90 };
    const byName = new Map<SettingName, unknown>(
      Object.entries(storedSettings).map(([key, name]) => [name, changed[key as keyof typeof changed]]),
    );
    await storeSettings(storeOf(0), (name) => byName.get(name));
    assert.deepEqual(await readStoredSettings(storeOf(1)), changed);
    await storeOf(0).settings.save({ creditsPerDay: -5, confirmAbove: "all", sentItems: null, waitSeconds: "long" });
    assert.deepEqual(
      await readStoredSettings(storeOf(1)),
      { ...unchanged, confirmAbove: 0 },
      "a wrong limit asks always",
    );
  });

  it("and its setting survive a purge of everything", async () => {
    await learnPrice(1);
    await answered(await opened(0, ofAgents(), 6), 6, 6);
    await storeSettings(storeOf(0), (name) => (name === "agents.creditsPerDay" ? 10 : undefined));
    await storeOf(0).runs.stop(run, owner, { kind: "complete" }, clock.now());
    await storeOf(0).retention.purgeEverything({ now: clock.now() + hour });
    assert.equal(await budgetsOf(0).leftForAgents(account, limits), 4);
    assert.equal((await readStoredSettings(storeOf(0))).creditsPerDay, 10);
  });
});
