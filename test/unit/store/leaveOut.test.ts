// Leave-out lists: whatever they name is in no view, copy, comparison, search of everything, or answer.
import assert from "node:assert/strict";
import type { RecordKind } from "../../../src/service/operations";
import type { LeaveOutEntry } from "../../../src/store/identifiers";
import { leftOut } from "../../../src/store/leaveOut";
import type { StoreDb } from "../../../src/store/storeDb";
import type { ViewOrder, ViewSource } from "../../../src/store/viewSource";
import {
  answerRow,
  addPage,
  beginRun,
  connection,
  lease,
  newBatch,
  newRun,
  now,
  owner,
  replyOf,
  rowsOf,
  useTestStore,
  type TestStore,
} from "./rig";

const order = (change: Partial<ViewOrder> = {}): ViewOrder => ({ columns: ["name"], now, ...change });
const uri = "file:///w/customers.csv";
const network = (url: string, id: number): object => ({ professional_network: { url, id } });

const company = (n: number, change: object = {}): object => ({
  id: `c${n}`,
  name: `Company ${n}`,
  domain: `company${n}.example`,
  social_profiles: network(`https://net.example/company/${n}/`, 1000 + n),
  ...change,
});
const person = (n: number, change: object = {}): object => ({
  id: `p${n}`,
  full_name: `Zoë Person${n}`,
  social_profiles: network(`https://net.example/in/${n}`, 2000 + n),
  employment: { current: { title: "Engineer", company: company(n) } },
  ...change,
});
const contact = (n: number): object => ({
  profile: { ...person(n), id: `p${n}` },
  input: { first_name: "Zoë", last_name: `Person${n}` },
  contact_info: {
    most_probable_work_email: { email: `Zoe.${n}@mail${n}.example`, status: "VALID" },
    work_emails: [{ email: `other.${n}@mail${n}.example`, status: "VALID" }],
  },
});

describe("Leave-out lists", () => {
  let store: TestStore;
  let db: StoreDb;
  useTestStore((opened) => ({ store, db } = opened));

  const save = (entries: readonly LeaveOutEntry[], everywhere = false, name = uri): Promise<void> =>
    store.leaveOut.save({ uri: name, hash: "h", everywhere, entries });

  const shown = async (source: ViewSource, change?: Partial<ViewOrder>): Promise<readonly (string | undefined)[]> =>
    (await rowsOf(store, source, change)).map(({ id }) => id);

  async function runWith(
    kind: RecordKind,
    records: readonly object[],
    lists: readonly string[] = [uri],
  ): Promise<string> {
    const run = await beginRun(store, kind, { leaveOut: lists });
    await addPage(store, run, records);
    return run.id;
  }

  const matching: readonly (readonly [string, LeaveOutEntry, readonly RecordKind[]])[] = [
    ["a domain", { kind: "domain", value: "company2.example" }, ["company", "person", "contact"]],
    ["the domain of an email", { kind: "domain", value: "mail2.example" }, ["contact"]],
    ["an email", { kind: "email", value: "zoe.2@mail2.example" }, ["contact"]],
    ["another email", { kind: "email", value: "other.2@mail2.example" }, ["contact"]],
    ["the address of a person", { kind: "personUrl", value: "net.example/in/2" }, ["person", "contact"]],
    ["the network id of a person", { kind: "personNetworkId", value: "2002" }, ["person", "contact"]],
    ["the id of a person", { kind: "id", value: "p2" }, ["person", "contact"]],
    ["the id of a company", { kind: "id", value: "c2" }, ["company", "person", "contact"]],
    [
      "the address of a company",
      { kind: "companyUrl", value: "net.example/company/2" },
      ["company", "person", "contact"],
    ],
    ["the network id of a company", { kind: "companyNetworkId", value: "1002" }, ["company", "person", "contact"]],
    ["a name at a company", { kind: "nameAtCompany", value: "zoe person2\ncompany 2" }, ["person", "contact"]],
    ["a name at a domain", { kind: "nameAtCompany", value: "zoe person2\ncompany2.example" }, ["person", "contact"]],
  ];
  const makers = { company, person, contact } as const;
  it("are tested a few thousand records at a time, each record once, with progress", async () => {
    const run = await beginRun(store, "company", { leaveOut: [uri] });
    for (let from = 0; from < 4_001; from += 1_000) {
      const records = Array.from({ length: Math.min(1_000, 4_001 - from) }, (_, nth) => company(from + nth));
      await addPage(store, run, records);
    }
    await save([0, 1_000, 4_000].map((n) => ({ kind: "id", value: `c${n}` })));
    const seen: (readonly [number, number])[] = [];
    const info = await store.views.open({ kind: "run", run: run.id }, order(), {
      onProgress: (done, total) => seen.push([done, total]),
    });
    assert.deepEqual([info.count, info.sourceCount, info.leftOut], [3_998, 3_998, 3]);
    const ids = (await store.views.rows(info.view, 0, 4_000)).map(({ id }) => id);
    assert.deepEqual([ids.length, ids[0], ids.at(-1), new Set(ids).size], [3_998, "c1", "c3999", 3_998]);
    assert.deepEqual(seen.slice(0, 2), [
      [4_000, 4_001],
      [4_001, 4_001],
    ]);
  });

  for (const kind of ["company", "person", "contact"] as const) {
    it(`hide a ${kind} by what names it, and by nothing else`, async () => {
      const run = await runWith(
        kind,
        [1, 2, 3].map((n) => makers[kind](n)),
      );
      const all = kind === "company" ? ["c1", "c2", "c3"] : ["p1", "p2", "p3"];
      for (const [what, entry, kinds] of matching) {
        await save([entry]);
        const expected = kinds.includes(kind) ? all.filter((_, index) => index !== 1) : all;
        assert.deepEqual(await shown({ kind: "run", run }), expected, what);
      }
    });
  }

  it("hide records in every way to read them, and say how many", async () => {
    const run = await runWith(
      "person",
      [1, 2, 3, 4].map((n) => person(n)),
    );
    await save([
      { kind: "id", value: "p2" },
      { kind: "domain", value: "company3.example" },
    ]);
    const { view, count, sourceCount, leftOut } = await store.views.open({ kind: "run", run }, order());
    assert.deepEqual([count, sourceCount, leftOut], [2, 2, 2]);
    const keys = await store.views.keysAt(view);
    assert.equal(keys.length, 2);
    const usual = await store.views.values(view, { text: "", now });
    assert.ok(usual.every(({ values, unknown }) => values.reduce((sum, { count = 0 }) => sum + count, unknown) === 2));
    const [domains] = await store.views.values(view, { column: "company_domain", text: "", now });
    assert.deepEqual(domains?.values.map(({ value }) => value).sort(), ["company1.example", "company4.example"]);
    const csv = await store.exports.toText({ view, format: { kind: "json" } });
    assert.doesNotMatch(Buffer.from(csv).toString(), /Person2|Person3/);
    const sorted = await shown({ kind: "run", run }, { sort: { column: "name", descending: true } });
    assert.deepEqual(sorted, ["p4", "p1"]);
    assert.deepEqual(await shown({ kind: "run", run }, { filter: "person2" }), []);
    const all = [0, 1, 2, 3].map((row) => (keys[0] ?? 0) + row);
    assert.deepEqual(await shown({ kind: "keys", recordKind: "person", keys: all, of: run }), ["p1", "p4"]);
    await store.leaveOut.setEverywhere([uri]);
    const json = await store.records.jsonOf(all);
    assert.deepEqual(
      json.map((one) => one !== undefined),
      [true, false, false, true],
    );
  });

  it("hide in a comparison what is new, changed and gone", async () => {
    const before = await runWith("company", [company(1), company(2), company(3), company(4)]);
    const later = await runWith("company", [
      company(1, { name: "Renamed" }),
      company(2, { name: "Renamed" }),
      company(5),
      company(6),
    ]);
    for (const id of [before, later]) {
      await store.runs.stop(id, owner, { kind: "complete" }, now);
    }
    await save(["c2", "c3", "c5"].map((value) => ({ kind: "id", value })));
    assert.deepEqual(await store.changes.counts(before, later), { new: 1, changed: 1, gone: 1, uncomparable: 0 });
    const conditions = [{ kind: "oneOf", column: "change", values: ["new", "changed", "gone"] }] as const;
    assert.deepEqual(await shown({ kind: "run", run: later, since: before }, { conditions }), ["c1", "c6", "c4"]);
    const { view } = await store.views.open({ kind: "run", run: later, since: before }, order());
    const change = (await store.views.values(view, { text: "", now })).find(({ id }) => id === "change");
    assert.deepEqual(
      change?.values.map(({ count }) => count),
      [1, 1, 1],
    );
  });

  it("hide what a batch found for a question that they name, in its results and of a selection of them", async () => {
    const batch = await store.batches.create(newBatch("company", {}, { leaveOut: [uri] }), lease);
    const { id } = batch.run;
    const domains = ["HTTPS://www.Old-Name.example/about", "company2.example", "other-name.example"];
    await store.batches.addQuestions(
      id,
      domains.map((domain) => ({ identifiers: { domain }, words: domain })),
      now,
    );
    const [first, second, third] = (await store.rows.open(id, 10)).map(({ key }) => key);
    for (const [n, key] of [first, second].entries()) {
      const body = replyOf("company", [company(n + 1)]);
      await answerRow(store, id, key, body);
    }
    // The same answer to two questions.
    await answerRow(store, id, third, replyOf("company", [company(2)]));
    const source = { kind: "batch", run: id } as const;
    assert.deepEqual(await shown(source), ["c1", "c2", "c2"]);
    const { view } = await store.views.open(source, order());
    const selected = { kind: "keys", recordKind: "company", keys: await store.views.keysAt(view), of: id } as const;
    await save([{ kind: "domain", value: "old-name.example" }]);
    assert.deepEqual(await shown(source), ["c2", "c2"]);
    assert.deepEqual(await shown(selected), ["c2", "c2"]);
    assert.equal((await store.views.open(source, order())).leftOut, 1);
    // The record is still there for the question that is not named.
    await save([{ kind: "domain", value: "other-name.example" }]);
    assert.deepEqual(await shown(source), ["c1", "c2"]);
    assert.deepEqual(await shown(selected), ["c1", "c2", "c2"]);
  });

  it("hold for the runs that name them, or everywhere", async () => {
    await save([{ kind: "id", value: "c1" }]);
    const named = await runWith("company", [company(1), company(2)]);
    const other = await runWith("company", [company(1), company(2)], []);
    assert.deepEqual(await shown({ kind: "run", run: named }), ["c2"]);
    assert.deepEqual(await shown({ kind: "run", run: other }), ["c1", "c2"]);
    assert.equal((await shown({ kind: "found", recordKind: "company", text: "company" })).length, 2);
    await store.leaveOut.setEverywhere([uri]);
    assert.deepEqual(await shown({ kind: "run", run: other }), ["c2"]);
    assert.deepEqual(await shown({ kind: "found", recordKind: "company", text: "company" }), ["c2"]);
    assert.deepEqual((await store.everything.search("company", 10)).counts, { company: 1, person: 0, contact: 0 });
    await store.leaveOut.setEverywhere([]);
    assert.deepEqual(await shown({ kind: "run", run: other }), ["c1", "c2"]);
    await store.runs.addLeaveOut(other, uri);
    assert.deepEqual(await shown({ kind: "run", run: other }), ["c2"]);
    await save([]);
    assert.deepEqual(await shown({ kind: "run", run: named }), ["c1", "c2"]);
  });

  it("are replaced as a whole, and tell how many entries of each kind they have", async () => {
    await save([
      { kind: "id", value: "a" },
      { kind: "domain", value: "b.example" },
      { kind: "domain", value: "b.example" },
    ]);
    await save([{ kind: "domain", value: "c.example" }], true, "file:///w/all.txt");
    assert.deepEqual(await store.leaveOut.lists(), [
      { uri: "file:///w/all.txt", hash: "h", everywhere: true, counts: { domain: 1 } },
      { uri, hash: "h", everywhere: false, counts: { id: 1, domain: 1 } },
    ]);
    await save([]);
    assert.deepEqual(
      db.column("select value from leave_out_entry"),
      ["c.example"],
      "nothing is left of what was replaced",
    );
    const run = await runWith("company", [company(1, { id: "a" })]);
    assert.deepEqual(await shown({ kind: "run", run }), ["a"]);
  });

  it("leave out the questions of lookups, and stored answers about what they name", async () => {
    await runWith("company", [company(1), company(2)], []);
    const question = { kind: "company", origin: connection.origin } as const;
    const asked = (domain: string): Promise<unknown> =>
      store.lookups.findAnswer({ ...question, identifiers: { domain } }).then((found) => found?.kind);
    await save([{ kind: "domain", value: "company1.example" }], true);
    await save([{ kind: "id", value: "c2" }], false, "file:///w/named.txt");
    assert.equal(await asked("https://www.Company1.example/about"), "leftOut");
    assert.equal(await asked("company2.example"), "found");
    const withList = await store.lookups.findAnswer({ ...question, identifiers: { domain: "company2.example" } }, [
      "file:///w/named.txt",
    ]);
    assert.deepEqual(withList, { kind: "leftOut" });
    const people = [
      { person_name: "Zoë Person1", company_domain: "company1.example" },
      { person_name: "Zoë Person9", company_domain: "company9.example" },
      { person_name: "Ann", company_domain: "company9.example" },
      { person_professional_network_id: 7 },
    ];
    await save(
      [
        { kind: "nameAtCompany", value: "zoe person9\ncompany9.example" },
        { kind: "personNetworkId", value: "7" },
      ],
      true,
      "file:///w/people.txt",
    );
    assert.deepEqual(leftOut(db, "person", people), [true, true, false, true]);
  });

  it("settle the questions of a batch, and hide answers that came before", async () => {
    await runWith("company", [company(1), company(2), company(3)], []);
    await save([{ kind: "domain", value: "company1.example" }]);
    const run = { ...newRun("company", { purpose: "batch" }), leaveOut: [uri] };
    await store.batches.create({ run, source: "file:///w/in.csv", mapping: {}, columns: [] });
    const questions = [1, 2, 9].map((n) => ({ identifiers: { domain: `company${n}.example` }, words: `${n}` }));
    await store.batches.addQuestions(run.id, questions, now);
    const batch = await store.batches.get(run.id, now);
    assert.deepEqual([batch?.open, batch?.found, batch?.leftOut], [1, 1, 1]);
    assert.deepEqual(await shown({ kind: "batch", run: run.id }), ["c2"]);
    await save([{ kind: "id", value: "c2" }]);
    assert.deepEqual(await shown({ kind: "batch", run: run.id }), []);
    const texts = questions.map(({ identifiers }) => JSON.stringify(Object.entries(identifiers)));
    const states = (await store.batches.questions(run.id, texts)).map(({ state, record }) => [state, record]);
    assert.deepEqual(states.sort(), [
      ["leftOut", undefined],
      ["leftOut", undefined],
      ["open", undefined],
    ]);
  });
});
