// Pages become records: what comes out is what went in, each record once, and the page together with its cost.
import assert from "node:assert/strict";
import fc from "fast-check";
import { recordKinds, type RecordKind } from "../../../src/service/operations";
import type { StoredRun } from "../../../src/store/runs";
import { StoreError } from "../../../src/store/storeError";
import type { InProcessStore } from "./inProcess";
import { pagesOf, possiblyCharged } from "./inspect";
import {
  addPage,
  beginRun,
  connection,
  keptRecords,
  now,
  owner,
  replyOf,
  openCall,
  type TestStore,
  useTestStore,
} from "./rig";

describe("records of the store", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  useTestStore((fresh) => {
    opened = fresh;
    store = fresh.store;
  });

  const idsOf = async (run: string): Promise<readonly unknown[]> =>
    (await keptRecords(store, run)).map((record) => (record as { readonly id?: unknown }).id);

  it("keep the JSON of a record as it came: large integers, escapes and fields that nobody knows", async () => {
    const run = await beginRun(store);
    const record =
      '{"id":"a","big":12345678901234567890123,"exact":9007199254740993,"small":1e-7,' +
      '"text":"\\u00fc\\ud83d\\ude00\\/\\"",' +
      '"new":{"x":[null,true,0.10]}}';
    await addPage(store, run, [], { body: Buffer.from(`{"people":[${record}],"metadata":{"credits":1}}`) });
    assert.deepEqual(await store.records.jsonOf([run.no * 2 ** 32]), [record]);
  });

  it("come out as they went in, whatever a page holds, in the order of the reply", async () => {
    const anyRecord = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.dictionary(
          fc.constantFrom("name", "x", "employment", "full_name", "location", "headcount"),
          fc.jsonValue(),
        ),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<RecordKind>(...recordKinds),
        fc.array(fc.array(anyRecord, { maxLength: 5 }), { maxLength: 3 }),
        async (kind, pages) => {
          const run = await beginRun(store, kind);
          for (const records of pages) {
            const page = await addPage(store, run, records);
            assert.equal(page.understood, true);
          }
          const kept = await keptRecords(store, run.id);
          const withoutId = pages.flat();
          assert.deepEqual(kept, JSON.parse(JSON.stringify(withoutId)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are kept once in a run, told apart by their ids; an empty or missing id tells nothing", async () => {
    const anyId = fc.option(fc.constantFrom("a", "b", "c", "d", "", " "), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyId, { maxLength: 8 }), { maxLength: 4 }), async (pages) => {
        const run = await beginRun(store, "company");
        const seen = new Set<string>();
        const expected: unknown[] = [];
        let n = 0;
        for (const ids of pages) {
          const records = ids.map((id) => ({ ...(id !== undefined && { id }), n: (n += 1) }));
          const fresh = records.filter(
            ({ id }) => id === undefined || id.trim() === "" || (!seen.has(id) && seen.add(id)),
          );
          expected.push(...fresh);
          const page = await addPage(store, run, records);
          assert.deepEqual(
            [page.returned, page.rows, page.repeated],
            [records.length, fresh.length, records.length - fresh.length],
          );
        }
        assert.deepEqual(await keptRecords(store, run.id), expected);
        const counted = await store.runs.get(run.id, now);
        assert.deepEqual([counted?.records, counted?.returned], [expected.length, pages.flat().length]);
      }),
      { numRuns: 60 },
    );
  });

  it("of enriched contacts are told apart by their profile, or else by what was submitted", async () => {
    const run = await beginRun(store, "contact");
    const page = await addPage(store, run, [
      { profile: { id: "p" } },
      { profile: { id: "p" }, again: true },
      { input: { last_name: "B", first_name: "A" } },
      { input: { first_name: "A", last_name: "B" } },
      { input: {} },
      { input: {} },
    ]);
    assert.deepEqual([page.rows, page.repeated], [4, 2]);
  });

  it("say where they came from, also from a run without a search", async () => {
    const first = await beginRun(store, "company", { source: undefined, title: "First", purpose: "lookup" });
    await addPage(store, first, [{ id: "a" }]);
    await store.runs.stop(first.id, owner, { kind: "complete" }, now + 5);
    const second = await beginRun(store, "person", { source: "file:///s", title: "Second" });
    for (const at of [now + 1, now + 2, now + 3]) {
      const body = replyOf("person", at === now + 2 ? [] : [{}, {}]);
      await store.records.storePage({ run: second.id, owner, request: {}, status: 200, receivedAt: at, body });
    }
    const key = (run: StoredRun, row: number): number => run.no * 2 ** 32 + row;
    const shared = { origin: connection.origin };
    const ofSecond = { ...shared, run: second.id, kind: "person", purpose: "search", runTitle: "Second" };
    const origins = await store.records.origins([key(second, 2), key(first, 0), key(second, 1), 7]);
    assert.deepEqual(
      [...origins],
      [
        [key(second, 2), { ...ofSecond, key: key(second, 2), row: 2, receivedAt: now + 3, source: "file:///s" }],
        [
          key(first, 0),
          {
            ...{ ...shared, run: first.id, kind: "company", purpose: "lookup", runTitle: "First" },
            ...{ key: key(first, 0), row: 0, receivedAt: now },
          },
        ],
        [key(second, 1), { ...ofSecond, key: key(second, 1), row: 1, receivedAt: now + 1, source: "file:///s" }],
      ],
    );
    assert.deepEqual(await store.records.origins([]), new Map());
  });

  it("are found as people by their id, or else by the address of their profile", async () => {
    const person = (id: string | undefined, url: string | undefined, n: number): object => ({
      ...{ id, n, social_profiles: { professional_network: { url } } },
    });
    await addPage(store, await beginRun(store), [
      person("a", "https://network.example/in/a", 1),
      person("b", "https://www.network.example/in/b/", 2),
      person(undefined, undefined, 3),
    ]);
    await addPage(store, await beginRun(store), [person("a", undefined, 4), person("c", "network.example/in/b", 5)]);
    const contact = (id: unknown, url?: string, profile: object = {}): object => ({
      input: { professional_network_url: url },
      profile: { id, ...profile },
    });
    const contacts = [
      { input: { professional_network_url: "HTTPS://network.example/in/B?x" } },
      { ...contact("none"), profile: null },
      contact("a", "network.example/in/b"),
      contact("nobody", "network.example/in/a"),
      { input: { professional_network_url: " " }, profile: {} },
      {},
      null,
      7,
    ];
    const run = await beginRun(store, "contact");
    const page = await store.records.storePage({
      ...{ run: run.id, owner, request: {}, status: 200, receivedAt: now, addProfiles: true },
      body: Buffer.from(JSON.stringify({ data: contacts })),
    });
    assert.deepEqual([page.rows, page.owned], [contacts.length, 3]);
    const stored = (await keptRecords(store, run.id)) as readonly (null | {
      readonly profile?: { readonly n?: number };
    })[];
    assert.deepEqual(
      stored.map((record) => record?.profile?.n),
      // The third and the fourth have profiles of their own.
      [5, undefined, undefined, undefined, undefined, undefined, undefined, undefined],
    );
    assert.deepEqual(stored.slice(1), JSON.parse(JSON.stringify(contacts.slice(1))));
  });

  describe("and the call that paid for them", () => {
    it("are one transaction: a page that cannot be stored leaves the call open", async () => {
      const run = await beginRun(store);
      const call = await openCall(store, { run: run.id, wanted: 2 });
      opened.db.exec(`pragma max_page_count = ${String(opened.db.get("pragma page_count")?.["page_count"])}`);
      const large = Array.from({ length: 100 }, (_, n) => ({ id: `p${n}`, text: "x".repeat(5000) }));
      await assert.rejects(
        addPage(store, run, large, { call }),
        (error) => error instanceof StoreError && error.code === "FULL" && error.message.includes("disk is full"),
      );
      assert.deepEqual(await idsOf(run.id), []);
      assert.deepEqual(
        (await possiblyCharged(store)).map((one) => one.call),
        [call],
      );
      opened.db.exec("pragma max_page_count = 1000000");
      await addPage(store, run, large, { call });
      assert.deepEqual(await possiblyCharged(store), []);
      assert.equal((await idsOf(run.id)).length, 100);
    });
  });

  it("lead to the next page by the cursor of the last, which no reply that is none takes away", async () => {
    const run = await beginRun(store);
    const counts = async (metadata: object | undefined, body?: Uint8Array): Promise<readonly unknown[]> => {
      const { run: told } = await addPage(store, run, body === undefined ? [{ n: 1 }] : [], { metadata, body });
      const kept = await store.runs.get(run.id, now);
      assert.deepEqual(
        [told.cursor, told.firstTotal, told.lastTotal],
        [kept?.cursor, kept?.firstTotal, kept?.lastTotal],
      );
      return [kept?.cursor, kept?.firstTotal, kept?.lastTotal, kept?.pages];
    };
    assert.deepEqual(await counts({ search_after: "next", total: 5 }), ["next", 5, 5, 1]);
    assert.deepEqual(await counts(undefined, Buffer.from('{"code":"error.some","message":"Down"}')), ["next", 5, 5, 1]);
    assert.deepEqual(await counts({ total: 4 }), [undefined, 5, 4, 2]);
    assert.deepEqual(await counts({ search_after: "last", total: -1 }), ["last", 5, 4, 3]);
    assert.deepEqual(await counts({ search_after: "" }), [undefined, 5, 4, 4]);
    assert.deepEqual(
      (await pagesOf(store, run.id)).map(({ page, firstRow, rows, cursor }) => [page, firstRow, rows, cursor]),
      [
        [0, 0, 1, "next"],
        [1, 1, 1, null],
        [2, 2, 1, "last"],
        [3, 3, 1, null],
      ],
    );
  });

  it("are led to by a cursor that is a long number, every digit of it", async () => {
    const page = await addPage(store, await beginRun(store), [], {
      body: Buffer.from('{"people":[{"id":"a"}],"metadata":{"search_after":12345678901234567890123}}'),
    });
    assert.equal(page.cursor, "12345678901234567890123");
  });
});
