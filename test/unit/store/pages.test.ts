// A page in the store: what storing it says, what it adds to the run and to its call, and that a retry adds nothing.
import assert from "node:assert/strict";
import type { RecordKind } from "../../../src/service/operations";
import type { StoredRun } from "../../../src/store/runs";
import type { StoreDb } from "../../../src/store/storeDb";
import type { PageToStore, StoredPage } from "../../../src/store/storePage";
import { beginRun, lease, newRun, now, openCall, owner, replyOf, type TestStore, useTestStore } from "./rig";

const none = {
  pages: 0,
  records: 0,
  returned: 0,
  repeated: 0,
  pagesWithoutNew: 0,
  credits: 0,
  unknownCosts: 0,
};
const counts = [...(Object.keys(none) as (keyof typeof none)[]), "firstTotal", "lastTotal", "cursor"] as const;

describe("a page in the store", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((fresh) => {
    ({ store, db } = fresh);
  });

  const add = (
    { id, recordKind }: StoredRun,
    records: readonly unknown[],
    { metadata, ...page }: Partial<PageToStore> & { readonly metadata?: object } = {},
  ): Promise<StoredPage> =>
    store.records.storePage({
      ...{ run: id, owner, request: { limit: 2 }, status: 200, receivedAt: now + 9 },
      body: replyOf(recordKind, records, metadata ?? {}),
      ...page,
    });
  const reserve = ({ id }: StoredRun, wanted: number): Promise<number> => openCall(store, { run: id, wanted });
  /** A page, and the counts of its run alone. */
  const said = ({ run, ...page }: StoredPage): unknown => {
    const counted = Object.fromEntries(counts.map((name) => [name, run[name]]));
    return JSON.parse(JSON.stringify({ ...page, run: counted }));
  };
  const callRow = (no: number): object => ({
    ...db.get("select state, status, records, credits, counted, possible, charged from call where no = ?", no),
  });

  it("is where its records came from, with the time at which it was received", async () => {
    const run = await beginRun(store);
    await add(run, [{ id: "a" }], { receivedAt: now + 1 });
    await add(run, [{ id: "b" }], { receivedAt: now + 2 });
    const origins = await store.records.origins([0, 1].map((row) => run.no * 2 ** 32 + row));
    assert.deepEqual(
      [...origins.values()].map((origin) => [origin.run, origin.row, origin.receivedAt]),
      [
        [run.id, 0, now + 1],
        [run.id, 1, now + 2],
      ],
    );
  });

  it("is described with what it added, and again when it is stored twice", async () => {
    const run = await beginRun(store);
    const first = await add(run, [{ id: "a" }, {}], { metadata: { credits: 2, total: 6, search_after: "next" } });
    const one = { ...none, pages: 1, records: 2, returned: 2, credits: 2, firstTotal: 6, lastTotal: 6 };
    assert.deepEqual(said(first), {
      ...{ understood: true, page: 0, runNo: run.no, firstRow: 0, rows: 2, returned: 2, repeated: 0 },
      ...{ isOldCursor: false, credits: 2, total: 6, cursor: "next", run: { ...one, cursor: "next" } },
    });
    const call = await reserve(run, 4);
    const page = {
      call,
      ...{ metadata: { credits: 1.5, total: 5 }, request: { limit: 4, cursor: "next" } },
    };
    const second = await add(run, [{ id: "b" }, { id: "a" }, { id: "b" }, { id: "a" }], page);
    assert.deepEqual(said(second), {
      ...{ understood: true, page: 1, runNo: run.no, firstRow: 2, rows: 1, returned: 4, repeated: 3 },
      ...{ isOldCursor: false, credits: 1.5, total: 5 },
      run: {
        ...{ ...one, pages: 2, records: 3, returned: 6, repeated: 3, credits: 3.5, lastTotal: 5 },
      },
    });
    assert.deepEqual(callRow(call), {
      ...{ state: "answered", status: 200, records: 4, credits: 1.5, counted: 1.5, possible: 0 },
    });
    assert.deepEqual(said(await add(run, [{ id: "z" }], page)), said(second), "its call was answered before");
    assert.equal((await store.runs.get(run.id, now))?.pages, 2);
    assert.deepEqual(db.all("select * from page where run_no = ? and page = 1", run.no), [
      {
        ...{ run_no: run.no, page: 1, call_no: call, request: '{"limit":4,"cursor":"next"}' },
        ...{ received_at: now + 9, first_row: 2, rows: 1, returned: 4, credits: 1.5, total: 5 },
      },
    ]);
  });

  it("is stored twice with what it did not say, too", async () => {
    const run = await beginRun(store);
    const call = await reserve(run, 2);
    const page = await add(run, [{}], { call, metadata: { search_after: "next" } });
    assert.deepEqual(said(page), {
      ...{ understood: true, page: 0, runNo: run.no, firstRow: 0, rows: 1, returned: 1, repeated: 0 },
      ...{ isOldCursor: false, cursor: "next" },
      run: { ...none, pages: 1, records: 1, returned: 1, unknownCosts: 1, cursor: "next" },
    });
    assert.deepEqual(said(await add(run, [], { call })), said(page));
  });

  it("that is no reply of the service is kept with its call, and changes no count of the run", async () => {
    const run = await beginRun(store);
    await add(run, [{}, {}], { metadata: { credits: 1 } });
    const call = await reserve(run, 3);
    const page = await add(run, [], { call, status: 502, body: Buffer.from("<html>"), receivedAt: now + 77 });
    assert.deepEqual(said(page), {
      ...{ understood: false, problem: "html", page: 1, runNo: run.no, firstRow: 2, rows: 0, returned: 0 },
      ...{ repeated: 0, isOldCursor: false, run: { ...none, pages: 1, records: 2, returned: 2, credits: 1 } },
    });
    const kept = await store.runs.get(run.id, now);
    assert.deepEqual([kept?.updatedAt, kept?.possibleCredits], [now + 77, 3]);
    assert.deepEqual(said(await add(run, [{}], { call })), said(page), "its call has a reply");
    assert.deepEqual(await store.runs.get(run.id, now), kept);
    const free = await add(run, [], { body: Buffer.from("{}") });
    assert.deepEqual([free.understood, free.problem, free.page], [false, "shape", 1]);
    assert.deepEqual(await store.runs.get(run.id, now), kept, "a reply without a call cost nothing");
  });

  for (const [what, asked, records, possible, counted] of [
    ["each record that came at the expected price", 2, 5, 5, 5],
    ["nothing if none came", 4, 0, 0, 0],
  ] as const) {
    it(`that does not say what it cost counts ${what}`, async () => {
      const run = await beginRun(store);
      const call = await reserve(run, asked);
      const { run: counts } = await add(run, Array<object>(records).fill({}), { call });
      assert.deepEqual([counts.credits, counts.unknownCosts], [0, 1]);
      assert.deepEqual(callRow(call), {
        ...{ state: "answered", status: 200, records, counted, possible },
      });
    });
  }

  it("that was free has no unknown cost", async () => {
    const { run } = await add(await beginRun(store), [{}]);
    assert.deepEqual([run.credits, run.unknownCosts], [0, 0]);
  });

  it("without a new record is counted, until one has some, and an old cursor is told", async () => {
    const run = await beginRun(store);
    const page = async (ids: readonly string[], cursor: string | undefined, next: string): Promise<unknown> => {
      const { isOldCursor, run: counts } = await add(
        run,
        ids.map((id) => ({ id })),
        { request: { limit: 2, ...(cursor !== undefined && { cursor }) }, metadata: { search_after: next } },
      );
      return [isOldCursor, counts.pagesWithoutNew];
    };
    assert.deepEqual(await page(["a"], undefined, "1"), [false, 0]);
    assert.deepEqual(await page(["b"], "1", "1"), [false, 0], "a page with a new record leads on, whatever its cursor");
    assert.deepEqual(await page(["a"], "1", "2"), [false, 1]);
    assert.deepEqual(await page(["a", "b"], "2", "1"), [true, 2]);
    assert.deepEqual(await page([], "1", "3"), [false, 2 - 2], "an empty page repeats nothing");
    assert.deepEqual(await page(["b"], "3", "4"), [false, 1]);
    assert.deepEqual(await page(["b", "c"], "4", "3"), [false, 0]);
  });

  const pagesOfCompanies = [
    {
      what: "is open until the total is reached",
      pages: [
        { returned: 2, total: 3, cursor: "1", state: "open", returnedInAll: 2, next: "1" },
        { returned: 1, total: 3, state: "found", returnedInAll: 3 },
      ],
    },
    {
      what: "is open until there are as many as wanted",
      most: 3,
      pages: [
        { returned: 2, state: "open", returnedInAll: 2 },
        { limit: 1, returned: 1, cursor: "1", state: "found", returnedInAll: 3, next: "1" },
      ],
    },
    {
      what: "ended early below its total, and continues from the same place",
      pages: [
        { returned: 2, total: 5, cursor: "1", state: "open", returnedInAll: 2, next: "1" },
        { returned: 0, total: 5, state: "endedEarly", returnedInAll: 2, next: "1" },
      ],
    },
    {
      what: "ended early with a short page without a cursor",
      pages: [{ returned: 1, total: 5, state: "endedEarly", returnedInAll: 1 }],
    },
    {
      what: "is complete with a short page without a total",
      pages: [{ returned: 1, state: "found", returnedInAll: 1 }],
    },
    { what: "has nobody", pages: [{ returned: 0, total: 0, state: "noMatch", returnedInAll: 0 }] },
    { what: "has nobody without a total", pages: [{ returned: 0, state: "noMatch", returnedInAll: 0 }] },
  ] as const;
  for (const { what, pages, ...of } of pagesOfCompanies) {
    it(`of a company ${what}; its total is not that of the run`, async () => {
      const companies = { count: 1, ...of };
      const given = newRun("person", { task: { kind: "peopleSearch", filters: {}, companies } });
      const run = await store.companies.create(given, lease, [{ row: 1, entry: "Acme", domain: "acme.example" }]);
      const [row] = await store.rows.open(run.id, 1);
      let nth = 0;
      for (const { returned, state, returnedInAll, ...page } of pages) {
        const ids = Array.from({ length: returned }, () => ({ id: `p${(nth += 1)}` }));
        const given: { limit?: number; total?: number; cursor?: string; next?: string } = page;
        const { limit = 2, total, cursor, next } = given;
        const stored = await add(run, ids, {
          row: row?.key,
          request: { limit },
          metadata: { total, search_after: cursor },
        });
        assert.deepEqual(JSON.parse(JSON.stringify(stored.row)), {
          state,
          returned: returnedInAll,
          ...(next !== undefined && { cursor: next }),
        });
        assert.deepEqual([stored.total, stored.run.lastTotal, stored.run.cursor], [undefined, undefined, undefined]);
      }
    });
  }

  const kinds: readonly (readonly [RecordKind, string, boolean, number | undefined])[] = [
    ["contact", '{"data":[{}],"cost":{"credits":2},"metadata":{"credits":9}}', true, 2],
    ["contact", '{"status":"IN_PROGRESS","cost":{"credits":3}}', true, 3],
    ["contact", '{"status":"IN_PROGRESS","data":{}}', false, undefined],
    ["contact", '{"status":7}', false, undefined],
    ["contact", "{}", false, undefined],
    ["person", '{"people":[{}],"cost":{"credits":2},"metadata":{"credits":9}}', true, 9],
    ["person", '{"status":"IN_PROGRESS"}', false, undefined],
    ["company", '\ufeff \n{"companies":null,"metadata":{"credits":1}}', true, 1],
  ];
  for (const [kind, body, understood, credits] of kinds) {
    it(`of a ${kind} is ${understood ? "understood" : "not understood"}: ${body.trim()}`, async () => {
      const page = await add(await beginRun(store, kind), [], { body: Buffer.from(body) });
      assert.deepEqual(
        [page.understood, page.credits, page.problem],
        [...[understood, credits, understood ? undefined : "shape"]],
      );
    });
  }

  it("is refused by a run that was deleted, and by one that no window or another one runs", async () => {
    const run = await beginRun(store);
    await assert.rejects(add({ ...run, id: "none" }, []), { name: "StoreError", code: "NOT_FOUND" });
    await assert.rejects(add(run, [], { owner: "window-2" }), { name: "StoreError", code: "IN_USE" });
    await assert.rejects(add(await store.runs.create(newRun()), []), { name: "StoreError", code: "IN_USE" });
    assert.equal((await store.runs.get(run.id, now))?.pages, 0);
  });

  it("leaves no copy of its reply in the database", async () => {
    const run = await beginRun(store);
    await add(run, [{ id: "a" }]);
    await add(run, [], { body: Buffer.from('{"people":7}') });
    assert.deepEqual(db.all("select * from temp.reply"), []);
    assert.deepEqual(await add(run, [{ id: "b" }]).then(({ returned, rows }) => [returned, rows]), [1, 1]);
  });

  it("is not stored for a call that failed before its reply came", async () => {
    const run = await beginRun(store);
    const call = await reserve(run, 2);
    await store.calls.failCall(call, { charged: "maybe", at: now });
    const page = await add(run, [{ id: "a" }], { call });
    assert.deepEqual([page.understood, page.problem, page.run.pages], [false, undefined, 0]);
  });
});
