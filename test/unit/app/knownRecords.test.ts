// A search that skips what was fetched before: the service is asked to leave it out, so that it is not paid for twice.
import assert from "node:assert/strict";
import { planSearch } from "../../../src/app/planSearch";
import { runPlanned } from "../../../src/app/searchRuns";
import { comparisonRemark } from "../../../src/runs/comparisons";
import type { RunSummary } from "../../../src/runs/run";
import { useRigs, peopleSearch, price, type AgentRig } from "../agents/agentRig";

describe("a search that skips records fetched before", () => {
  const newRig = useRigs();
  let rig: AgentRig;
  beforeEach(() => {
    rig = newRig();
  });

  const call = { signal: new AbortController().signal, onProgress: () => undefined };
  const spender = { kind: "command", yes: true, acceptsUnknownCosts: false } as const;
  const searchFor = (records: number, leaveOutKnown: boolean, filters: object = peopleSearch.filters) => ({
    title: "VPs",
    document: { search: "people" as const, filters, fetch: { records, leaveOutKnown } } as never,
  });
  const run = async (records: number, leaveOutKnown = false): Promise<RunSummary> => {
    const planned = await planSearch(rig.app, searchFor(records, leaveOutKnown));
    const { summary } = await runPlanned(rig.app, planned, { spender }, call);
    rig.clock.advance(1_000);
    return summary;
  };
  const known = async (filters?: object) => (await planSearch(rig.app, searchFor(100, true, filters))).input.known;
  const withRoom = (sentItems: number): void => {
    rig.app.settings = () => Promise.resolve({ creditsPerDay: 0, creditsPerMonth: null, sentItems });
  };

  it("pays only for what it lacks", async () => {
    await run(20);
    const planned = await planSearch(rig.app, searchFor(100, true));
    assert.equal(planned.plan.records, 6, planned.plan.sentence);
    assert.match(planned.plan.sentence, /about 1\.5 credits\. 20 records you already have are left out, at no cost\./);
    const summary = await run(100, true);
    assert.deepEqual([summary.records, summary.returned, summary.skipped, summary.credits], [6, 6, 0, 6 * price]);
    assert.equal(summary.stop?.kind, "complete");
  });

  it("sends the newest as far as the setting allows; the others are skipped after they were charged", async () => {
    await run(20);
    withRoom(5);
    const planned = await planSearch(rig.app, searchFor(100, true));
    assert.deepEqual(planned.input.known, { sent: 5, local: 15 });
    assert.match(planned.plan.sentence, /5 records .* at no cost\. 15 records that .* are skipped, but charged/);
    const { records, returned, skipped } = await run(100, true);
    assert.deepEqual([records, returned, skipped], [6, 21, 15]);
    const items = planned.order.task.leaveOutItems?.["person_ids"] ?? [];
    assert.equal(items.length, 5);
  });

  it("sends nothing where it searches certain people, and no record of other filters", async () => {
    await run(20);
    const filters = { person_ids: [{ value: "p0000001", exact_match: true }], ...peopleSearch.filters };
    assert.equal((await known(filters))?.sent, 0);
    assert.deepEqual(await known({ current_position_titles: [{ value: "no such title" }] }), { sent: 0, local: 0 });
  });

  it("is no count of all matches, not what the search has to be compared with, and nothing to show again", async () => {
    await run(100);
    const later = await run(100, true);
    const [, earlier] = await rig.app.runs.list({});
    assert.ok(earlier !== undefined);
    assert.match(String(comparisonRemark(later, earlier)), /skipped/);
    rig.clock.advance(1_000);
    const { counted, recent } = await planSearch(rig.app, searchFor(100, false));
    assert.equal(counted?.lastTotal, 26);
    assert.equal(recent?.header.id, earlier.header.id);
    const count = await runPlanned(
      rig.app,
      await planSearch(rig.app, searchFor(100, true), { isCount: true }),
      { spender, again: true },
      call,
    );
    assert.equal(count.summary.lastTotal, 26, "a count counts all");
  });
});
