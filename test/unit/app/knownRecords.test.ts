// A search that skips records it has: the ids that its earlier runs returned are excluded, so nothing is paid twice.
import assert from "node:assert/strict";
import { planSearch } from "../../../src/app/planSearch";
import { runPlanned } from "../../../src/app/searchRuns";
import { comparisonRemark } from "../../../src/runs/comparisons";
import type { RunSummary } from "../../../src/runs/run";
import { price, useTestDesks, peopleSearch, type OpenTestDesk } from "../../support/testDesk";
import { keptRecords } from "../store/rig";

interface Wanted {
  readonly records?: number;
  readonly skip?: boolean;
  readonly filters?: object;
  readonly source?: string;
}

const saved = "file:///w/vps.prospect.json";
const directors = { current_position_seniority_level: [{ value: "Director" }] };

describe("a search that skips records it has", () => {
  const newRig = useTestDesks();
  let rig: OpenTestDesk;
  beforeEach(() => {
    rig = newRig();
  });

  const call = { signal: new AbortController().signal, onProgress: () => undefined };
  const spender = { kind: "command", yes: true, acceptsUnknownCosts: false, resend: false } as const;
  const plan = ({ records = 100, skip = true, filters = peopleSearch.filters, source }: Wanted = {}) =>
    planSearch(rig.app, {
      title: "VPs",
      document: { search: "people" as const, filters, fetch: { records, leaveOutKnown: skip } } as never,
      source,
    });
  const run = async (wanted: Wanted = {}): Promise<RunSummary> => {
    const { summary } = await runPlanned(rig.app, await plan(wanted), { spender, again: true }, call);
    rig.clock.advance(1_000);
    return summary;
  };
  const known = async (wanted?: Wanted) => (await plan(wanted)).input.known;
  const excluded = async (wanted?: Wanted) =>
    (await plan(wanted)).order.task.leaveOutItems?.["person_ids"]?.map((item) => "value" in item && item.value) ?? [];
  const idsOf = async (id: string): Promise<readonly string[]> =>
    (await keptRecords(rig.store, id)).map((record) => (record as { readonly id: string }).id);
  const withRoom = (sentItems: number): void => {
    rig.app.settings = () => Promise.resolve({ creditsPerDay: 0, creditsPerMonth: null, sentItems });
  };

  it("pays only for what it lacks", async () => {
    await run({ records: 20, skip: false });
    const { plan: planned } = await plan();
    assert.match(planned.sentence, /Skips 20 records of earlier runs of this search, at no cost\./);
    const summary = await run();
    assert.deepEqual([summary.records, summary.returned, summary.credits], [6, 6, 6 * price]);
    assert.equal(summary.stop?.kind, "complete");
    assert.deepEqual(await known(), { sent: 26, others: 0 });
  });

  it("sends the newest up to the setting, and says that the others are charged again", async () => {
    const first = await run({ records: 15, skip: false });
    const second = await run({ records: 5 });
    withRoom(7);
    const { plan: planned } = await plan();
    assert.match(planned.sentence, /Skips 7 records .* at no cost\. 13 records of earlier runs cannot be skipped/);
    const ids = await excluded();
    assert.equal(ids.length, 7);
    const newest = new Set(await idsOf(second.header.id));
    assert.deepEqual(new Set(ids.filter((id) => newest.has(String(id)))), newest);
    assert.ok((await idsOf(first.header.id)).some((id) => ids.includes(id)));
    const { records, returned, credits } = await run();
    assert.deepEqual([records, returned, credits], [19, 19, 19 * price]);
  });

  it("counts the runs of its file, whatever filters they had, and no others", async () => {
    await run({ records: 4, skip: false, source: saved, filters: directors });
    await run({ records: 3, skip: false, source: saved });
    await run({ records: 2, skip: false, source: "file:///w/other.prospect.json" });
    assert.deepEqual(await known({ source: saved }), { sent: 7, others: 0 });
  });

  it("without a file, counts the runs of searches for the same", async () => {
    await run({ records: 4, skip: false, filters: directors });
    await run({ records: 3, skip: false, source: "untitled:Search-1" });
    await run({ records: 3, skip: false, source: saved });
    for (const source of [undefined, "untitled:Search-2"]) {
      assert.deepEqual(await known(source === undefined ? {} : { source }), { sent: 3, others: 0 });
    }
    assert.deepEqual(await known({ filters: { person_locations: [{ value: "Atlantis" }] } }), { sent: 0, others: 0 });
  });

  it("sends nothing where it searches certain people", async () => {
    const filters = { person_ids: [{ value: "p0000001", exact_match: true }] };
    await run({ skip: false, filters });
    assert.deepEqual(await known({ filters }), { sent: 0, others: 1 });
  });

  it("is no count of all matches, not what the search has to be compared with, and nothing to show again", async () => {
    await run({ skip: false });
    const later = await run();
    const [, earlier] = await rig.app.runs.list({});
    assert.ok(earlier !== undefined);
    assert.match(String(comparisonRemark(later, earlier)), /skipped/);
    rig.clock.advance(1_000);
    const { counted, recent } = await plan({ skip: false });
    assert.equal(counted?.lastTotal, 26);
    assert.equal(recent?.header.id, earlier.header.id);
    const counting = await planSearch(rig.app, (await plan()).search, { isCount: true });
    assert.equal(counting.order.task.leaveOutItems, undefined, "a count counts all");
  });
});
