// What the filter builder shows of the cost of a run and of what earlier runs found.
import assert from "node:assert/strict";
import type { Uri } from "vscode";
import type { RunSummary } from "../../../src/runs/run";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import type { FoundTotal, RunActivity, SearchHistory, SearchRunner } from "../../../src/workbench/runActivity";
import { RunPreview } from "../../../src/workbench/searchEditor/runPreview";
import type { SearchRunState, ShownLeaveOutList } from "../../../webview-ui/messages/filterBuilder";

const dayMs = 86_400_000;
const banking = searchFor("Banking");
const retail = searchFor("Retail");
const found = (asked: SearchDocument, total: number, at: number): FoundTotal => ({ asked, total, at });
const run = (updatedAt: number): RunSummary =>
  ({ updatedAt, records: 9, header: { connection: { origin: "https://api.example" } } }) as RunSummary;

const noLists: readonly ShownLeaveOutList[] = [];

function searchFor(industry: string): SearchDocument {
  return { search: "company", filters: { industries: [{ value: industry }] }, fetch: {} };
}

/** A preview of a search that can be edited, over a history that can change. */
function preview(search: SearchDocument | undefined, history: SearchHistory) {
  const states: SearchRunState[] = [];
  const world = {
    search,
    history,
    activity: undefined as RunActivity | undefined,
    reads: 0,
    counted: 0,
    lists: noLists,
    companies: undefined as string | undefined,
  };
  const runner: Partial<SearchRunner> = {
    plan: async () => ({ records: 100, credits: 25, priceKnown: true, exceedsBalance: false }),
    historyOf: async () => {
      world.reads += 1;
      return world.history;
    },
    activityOf: () => world.activity,
    count: async () => {
      world.counted += 1;
      world.history = { ...world.history, totals: [found(banking, 7, 40 * dayMs), ...world.history.totals] };
      return { total: 7, at: 0 };
    },
  };
  const shown = new RunPreview({
    source: {} as Uri,
    runner: runner as SearchRunner,
    readSearch: () => world.search,
    suggestions: async () => [],
    names: async ({ filters }) => ({ known: Object.keys(filters).join() }),
    leaveOut: async () => world.lists,
    companies: () => world.companies,
    onChange: (state) => void states.push(state),
    clock: { now: () => 40 * dayMs },
    log: (line) => assert.fail(line),
  });
  const settled = async (): Promise<SearchRunState> => {
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.resolve();
    }
    return shown.state;
  };
  return { shown, world, states, settled };
}

describe("the preview of a run", () => {
  it("has the plan, the newest total of the same filters, and whether there are results", async () => {
    const totals = [found(retail, 5, 9), found(banking, 1_240, 8), found(banking, 1_100, 7)];
    const { shown, settled } = preview(banking, { totals, lastRun: run(39 * dayMs), lastResult: run(39 * dayMs) });
    shown.refresh();
    assert.deepEqual(await settled(), {
      plan: { records: 100, credits: 25, priceKnown: true, exceedsBalance: false },
      leaveOut: [],
      companies: undefined,
      lastOutcome: undefined,
      found: { total: 1_240, at: 8, isOutdated: false },
      hasResult: true,
      refreshNote: undefined,
      hints: [],
      names: { known: "industries" },
      counting: false,
      activity: undefined,
    });
  });

  it("follows the filters: outdated after a change, current again when the change is undone", async () => {
    const { shown, world, settled } = preview(banking, { totals: [found(banking, 1_240, 8)] });
    shown.refresh();
    await settled();
    world.search = retail;
    shown.refresh();
    assert.deepEqual((await settled()).found, { total: 1_240, at: 8, isOutdated: true });
    world.search = banking;
    shown.refresh();
    assert.deepEqual((await settled()).found, { total: 1_240, at: 8, isOutdated: false });
    assert.equal(world.reads, 1, "edits do not read the runs again");
  });

  it("has the total of a count as soon as it has ended", async () => {
    const { shown, world, states, settled } = preview(banking, { totals: [] });
    shown.refresh();
    assert.equal((await settled()).found, undefined);
    await shown.count(banking);
    assert.deepEqual((await settled()).found, { total: 7, at: 40 * dayMs, isOutdated: false });
    assert.equal(world.counted, 1);
    assert.ok(states.some(({ counting }) => counting));
    assert.equal(shown.state.counting, false);
  });

  it("notes a run that is older than the service's data, also while it has no results", async () => {
    const { shown, settled } = preview(banking, { totals: [], lastRun: run(9 * dayMs) });
    shown.refresh();
    const { refreshNote, hasResult } = await settled();
    assert.match(refreshNote ?? "", /^Last run 31 days ago\./);
    assert.equal(hasResult, false);
  });

  it("says how the last run at companies ended, where no count is known", async () => {
    const { header, ...before } = run(39 * dayMs);
    const ended = { stop: { kind: "complete" }, credits: 2.25, possibleCredits: 0, unknownCosts: 0 } as const;
    const lastRun: RunSummary = {
      ...before,
      ...ended,
      header: { ...header, task: { kind: "peopleSearch", filters: {} } },
    };
    const { shown, world, settled } = preview(banking, { totals: [], lastRun });
    world.companies = "3 companies of a.csv";
    shown.refresh();
    assert.equal((await settled()).lastOutcome, "Complete · 9 records · 2.25 credits");
  });

  it("hints at unknown values only when the current filters match nothing", async () => {
    const odd = searchFor("Bankink");
    const { shown, world, settled } = preview(odd, { totals: [found(banking, 0, 8)] });
    shown.refresh();
    assert.deepEqual((await settled()).hints, []);
    world.history = { totals: [found(odd, 0, 9)] };
    shown.reload();
    assert.deepEqual(
      (await settled()).hints.map(({ field, value }) => [field, value]),
      [["industries", "Bankink"]],
    );
  });

  it("has no plan while the text is not a search", async () => {
    const { shown, world, settled } = preview(banking, { totals: [found(banking, 3, 8)] });
    shown.refresh();
    await settled();
    world.search = undefined;
    shown.refresh();
    const { plan, found: total } = await settled();
    assert.deepEqual([plan, total], [undefined, undefined]);
  });
});
