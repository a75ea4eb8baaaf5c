// Two runs of a search over the sandbox, some months apart: the store finds what the sandbox knows.
import assert from "node:assert/strict";
import fc from "fast-check";
import { Sandbox } from "../../sandboxServer/sandbox";
import type { SearchKind } from "../../../src/service/filterCatalogue";
import { rowChanges } from "../../../src/store/changes";
import type { StoredRun } from "../../../src/store/runs";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, now, type TestStore, useTestStore } from "./rig";

type Filters = Readonly<
  Record<string, readonly { readonly value?: string; readonly min?: number; readonly max?: number }[]>
>;

const searches: Readonly<Record<SearchKind, readonly Filters[]>> = {
  company: [
    {},
    { headcounts: [{ min: 20, max: 200 }] },
    { headquarters_locations: [{ value: "Germany" }, { value: "Austria" }] },
    { types: [{ value: "Public Company" }], founded_years: [{ min: 1980 }] },
  ],
  people: [
    {},
    { current_position_seniority_level: [{ value: "VP" }, { value: "Director" }] },
    { person_locations: [{ value: "Germany" }] },
    { current_company_headcounts: [{ min: 200 }], current_position_years_in: [{ max: 2 }] },
    { current_company_days_since_last_job_change: [{ max: 90 }] },
  ],
};

type Example = [[SearchKind, Filters], number, number, number];

describe("the sandbox some months later", function () {
  this.timeout(60_000);
  let opened: InProcessStore<TestStore>;
  useTestStore((one) => (opened = one), "all");

  const open = (seed: number, month = 0): Sandbox =>
    new Sandbox({
      ...{ seed, month, companies: 300, people: 600 },
      clock: { now: () => now, sleep: async () => undefined },
      keys: [{ key: "sandbox-key", workspaceId: "w", balance: 1e9 }],
    });

  /** Fetches all matches of a search into a run. */
  async function fetchAll(sandbox: Sandbox, kind: SearchKind, filters: Filters): Promise<StoredRun> {
    const run = await beginRun(opened.store, kind === "people" ? "person" : kind);
    for (let cursor: string | undefined, returned = 1; returned > 0;) {
      const { body, status } = await sandbox.handle({
        method: "POST",
        path: `/api/v2/${kind}/search`,
        headers: { authorization: "Bearer sandbox-key", "content-type": "application/json" },
        body: Buffer.from(
          JSON.stringify({ ...filters, limit: 100, ...(cursor !== undefined && { search_after: cursor }) }),
        ),
      });
      assert.equal(status, 200, Buffer.from(body).toString());
      const reply = JSON.parse(Buffer.from(body).toString()) as {
        readonly companies?: readonly unknown[];
        readonly people?: readonly unknown[];
        readonly metadata: { readonly search_after?: string };
      };
      returned = (reply.companies ?? reply.people ?? []).length;
      cursor = reply.metadata.search_after;
      if (returned > 0) {
        await addPage(opened.store, run, [], { body });
      }
    }
    return run;
  }

  const search = fc
    .constantFrom<SearchKind>("company", "people")
    .chain((kind) => fc.tuple(fc.constant(kind), fc.constantFrom(...searches[kind])));

  it("differs as the sandbox says, in sums and in every earlier value", async () => {
    const { store } = opened;
    const seen = { new: 0, changed: 0, gone: 0 };
    await fc.assert(
      fc.asyncProperty(search, fc.nat(50), fc.nat(3), fc.nat(3), async ([kind, filters], seed, from, months) => {
        const sandbox = open(seed, from);
        const earlier = await fetchAll(sandbox, kind, filters);
        sandbox.setMonth(from + months);
        const later = await fetchAll(sandbox, kind, filters);
        const known = await sandbox.changes(kind, filters, from, from + months);
        assert.deepEqual(await store.changes.counts(earlier.id, later.id), {
          new: known.new.length,
          changed: known.changed.size,
          gone: known.gone.length,
          uncomparable: 0,
        });
        const source = { kind: "run", run: later.id, since: earlier.id } as const;
        const conditions = [{ kind: "oneOf", column: "change", values: rowChanges }] as const;
        const { view, count } = await store.views.open(source, { columns: ["name"], now, conditions });
        const rows = await store.views.rows(view, 0, count);
        const ids = (change: string): readonly unknown[] =>
          rows.filter((row) => row.change === change).map(({ id }) => id);
        assert.deepEqual(ids("new"), known.new);
        assert.deepEqual(ids("gone"), known.gone);
        assert.deepEqual(
          new Map(rows.flatMap(({ id = "", change, before }) => (change === "changed" ? [[id, before]] : []))),
          known.changed,
        );
        await store.views.close(view);
        for (const change of rowChanges) {
          seen[change] += ids(change).length;
        }
      }),
      // The examples have enough of each change in themselves.
      { numRuns: 8, examples: [1, 2].map((seed): Example => [["people", {}], seed, 0, 3]) },
    );
    assert.ok(
      Object.values(seen).every((count) => count > 5),
      JSON.stringify(seen),
    );
  });

  it("is a month's worth: a few people in a hundred, and every fourth company", async () => {
    const sandbox = open(1);
    const people = await sandbox.changes("people", {}, 0, 1);
    const companies = await sandbox.changes("company", {}, 0, 1);
    const share = (some: number, all: number): number => Math.round((some / all) * 100);
    assert.ok([3, 4, 5, 6, 7].includes(share(people.changed.size, 600)), String(people.changed.size));
    assert.ok(people.new.length > 0 && people.gone.length > 0);
    assert.ok(Math.abs(share(companies.changed.size, 300) - 25) < 8, String(companies.changed.size));
    const values = [...people.changed.values()].flatMap((before) => Object.keys(before));
    for (const name of ["title", "seniority", "company_name", "company_domain", "city", "country"]) {
      assert.ok(values.includes(name), name);
    }
    const nothing = await sandbox.changes("people", {}, 2, 2);
    assert.deepEqual([nothing.new, nothing.gone, nothing.changed.size], [[], [], 0]);
  });

  it("is the same however the month was reached, and keeps what was charged", async () => {
    const sandbox = open(3);
    const before = sandbox.person("p0000007");
    const run = await fetchAll(sandbox, "people", {});
    const balance = sandbox.balance("sandbox-key");
    sandbox.refresh();
    sandbox.refresh();
    assert.equal(sandbox.month, 2);
    assert.equal(sandbox.balance("sandbox-key"), balance);
    const other = open(3, 2);
    for (let index = 0; index < 600; index += 1) {
      const id = `p${String(index).padStart(7, "0")}`;
      assert.deepEqual(sandbox.person(id), other.person(id));
    }
    sandbox.setMonth(0);
    assert.deepEqual(sandbox.person("p0000007"), before);
    assert.ok(run.no > 0);
  });

  it("keeps the dates of positions that nobody left", () => {
    const [first, later] = [open(5), open(5, 7)];
    let same = 0;
    for (let index = 0; index < 600; index += 1) {
      const id = `p${String(index).padStart(7, "0")}`;
      const [one, other] = [first.person(id)?.employment, later.person(id)?.employment];
      const [before, after] = [one?.current, other?.current];
      const stayed = before?.title === after?.title && one?.all?.length === other?.all?.length;
      if (before && after && stayed && before.company?.id === after.company?.id) {
        assert.equal(after.start_at, before.start_at, id);
        assert.ok(Date.parse(after.start_at ?? "2000-01-01") <= later.asOf);
        same += 1;
      }
    }
    assert.ok(same > 350, String(same));
  });
});
