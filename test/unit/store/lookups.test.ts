// Look-ups are paid for once, and batches of them are rows: each question once, each answer with the page that brought it.
import assert from "node:assert/strict";
import type { InProcessStore } from "../../../src/store/inProcess";
import type { BatchQuestion } from "../../../src/store/batches";
import type { LookupAnswer } from "../../../src/store/lookups";
import type { StoredPage } from "../../../src/store/records";
import type { Identifiers } from "../../../src/store/text";
import { addPage, beginRun, connection, lease, newRun, now, openTestStore, owner, removeFolders, replyOf, type TestStore } from "./rig";

const { origin } = connection;
const acme = { id: "c1", name: "Acme", domain: "Acme.example", social_profiles: { professional_network: { id: 42, url: "https://network.example/company/acme/" } } };

describe("look-ups of the store", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  beforeEach(() => {
    opened = openTestStore();
    store = opened.store;
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  const find = (identifiers: Identifiers, kind: "company" | "person" = "company", of = origin): Promise<LookupAnswer | undefined> => store.lookups.findAnswer({ kind, origin: of, identifiers });

  it("are answered by any identifier of a record that came by any way", async () => {
    const run = await beginRun(store, "company");
    await addPage(store, run, [{ id: "c0" }, acme]);
    for (const identifiers of [{ company_domain: "https://www.ACME.example/?x" }, { company_professional_network_id: 42 }, { company_professional_network_url: "network.example/company/ACME" }, { company_domain: "acme.example", company_professional_network_id: 42 }]) {
      const answer = await find(identifiers);
      assert.deepEqual(answer, { kind: "found", by: "identifier", key: run.no * 2 ** 32 + 1, run: run.id, row: 1, receivedAt: now }, JSON.stringify(identifiers));
    }
    for (const identifiers of [{ company_domain: "other.example" }, { company_name: "Acme" }, { company_domain: "acme.example", company_name: "Acme" }, { company_domain: "" }, { company_domain: "acme.example", company_professional_network_id: 43 }]) {
      assert.equal(await find(identifiers), undefined, JSON.stringify(identifiers));
    }
    assert.equal(await find({ company_domain: "acme.example" }, "person"), undefined);
    assert.equal(await find({ company_domain: "acme.example" }, "company", "https://else.example"), undefined);
  });

  it("are answered as they were before, also with no match, by the newest answer", async () => {
    const run = await beginRun(store, "person", { purpose: "lookup" });
    const identifiers = { person_name: "Ada  Lovelace", company_domain: "acme.example" };
    await store.lookups.keepAnswer({ kind: "person", origin, identifiers, words: "Ada @ acme", run: run.id, credits: 1, answeredAt: now });
    assert.deepEqual(await find({ company_domain: "ACME.example", person_name: "ada lovelace" }, "person"), { kind: "noMatch", run: run.id, receivedAt: now });
    const page = await addPage(store, run, [{ id: "p1", full_name: "Ada Lovelace" }]);
    const record = page.runNo * 2 ** 32;
    await store.lookups.keepAnswer({ kind: "person", origin, identifiers, words: "Ada @ acme", run: run.id, record, answeredAt: now + 1 });
    await store.lookups.keepAnswer({ kind: "person", origin, identifiers, words: "older", run: run.id, answeredAt: now - 1 });
    assert.deepEqual(await find(identifiers, "person"), { kind: "found", by: "asked", key: record, run: run.id, row: 0, receivedAt: now + 1 });
    assert.deepEqual(await store.lookups.recentLookups(origin, 5), [{ kind: "person", identifiers, words: "Ada @ acme", record, answeredAt: now + 1 }]);
  });

  it("in batches are asked in their order, each question once, and open again where they stopped", async () => {
    const batch = await store.batches.create({ run: newRun("company", { purpose: "batch" }), source: "file:///w/a.csv", mapping: { kind: "company" }, columns: ["name"], input: Buffer.from("a,b") }, lease);
    const id = batch.run.id;
    const question = (domain: string): { readonly identifiers: Identifiers; readonly words: string } => ({ identifiers: { company_domain: domain }, words: domain });
    assert.equal(await store.batches.addQuestions(id, ["a.example", "b.example", "https://A.example/"].map(question)), 2);
    assert.equal(await store.batches.addQuestions(id, ["b.example", "c.example", "d.example"].map(question)), 2);
    const open = async (limit = 10, after?: number): Promise<readonly BatchQuestion[]> => store.batches.openQuestions(id, limit, after);
    assert.deepEqual((await open()).map(({ words }) => words), ["a.example", "b.example", "c.example", "d.example"]);
    const [a, b, c, d] = await open();
    assert.deepEqual((await open(1, a?.key)).map(({ words }) => words), ["b.example"]);

    const answer = (key: number, body: Uint8Array): Promise<StoredPage> =>
      store.batches.answer({ key, kind: "company", origin }, { run: id, owner, request: {}, status: 200, receivedAt: now, body, priceIfUnknown: 1 });
    await answer(a?.key ?? 0, replyOf("company", [acme], { credits: 1 }));
    await answer(b?.key ?? 0, replyOf("company", [], { credits: 0 }));
    // The same company by another question.
    await answer(c?.key ?? 0, replyOf("company", [acme], { credits: 1 }));
    await answer(d?.key ?? 0, Buffer.from("<html>"));
    const counts = await store.batches.get(id, now);
    assert.deepEqual([counts?.questions, counts?.open, counts?.found, counts?.noMatch, counts?.failed], [4, 0, 2, 1, 1]);
    const written = await store.batches.questions(id, ["a.example", "c.example", "d.example"].map((domain) => JSON.stringify([["company_domain", domain]])));
    assert.deepEqual(written.map(({ state, record }) => [state, record === undefined ? "none" : record - batch.run.no * 2 ** 32]), [["found", 0], ["found", 0], ["failed", "none"]]);
    assert.equal(await store.batches.reopenFailed(id), 1);
    assert.deepEqual((await open()).map(({ words }) => words), ["d.example"]);

    const { view, count } = await store.views.open({ kind: "batch", run: id }, { columns: ["name", "domain"], now });
    assert.deepEqual((await store.views.rows(view, 0, count)).map(({ cells }) => cells), [["Acme", "Acme.example"], ["Acme", "Acme.example"]]);
    assert.equal((await find({ company_domain: "a.example" }))?.kind, "found");
    assert.equal((await find({ company_domain: "b.example" }))?.kind, "noMatch");
    assert.equal(Buffer.from((await store.batches.input(id)) ?? []).toString(), "a,b");
    await store.batches.finish(id);
    assert.deepEqual((await store.batches.list(now)).map(({ finished, run }) => [finished, run.purpose]), [[true, "batch"]]);
  });

  it("settle a question from what is owned, and ask again when that is deleted", async () => {
    const source = await beginRun(store, "company");
    await addPage(store, source, [acme]);
    const batch = await store.batches.create({ run: newRun("company", { purpose: "batch" }), source: "", mapping: {}, columns: [] }, lease);
    await store.batches.addQuestions(batch.run.id, [{ identifiers: { company_domain: "acme.example" }, words: "" }]);
    const [question] = await store.batches.openQuestions(batch.run.id, 1);
    const answer = await find({ company_domain: "acme.example" });
    await store.batches.settle(question?.key ?? 0, { state: "found", record: answer?.kind === "found" ? answer.key : 0, at: now });
    assert.equal((await store.batches.get(batch.run.id, now))?.found, 1);
    await store.runs.stop(source.id, owner, { kind: "complete" }, now);
    await store.retention.deleteRun(source.id, { now });
    assert.equal((await store.batches.openQuestions(batch.run.id, 1)).length, 1);
    assert.equal(await find({ company_domain: "acme.example" }), undefined);
  });
});

describe("enrichments, pauses and profiles of the store", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  beforeEach(() => {
    opened = openTestStore();
    store = opened.store;
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  it("track an enrichment once, change it only as it was read, and give one window the turn to ask", async () => {
    const one = { id: "e1", connection: "c1", entry: { state: "new" }, addedAt: now, nextAskAt: now };
    const [tracked] = await store.enrichments.track([one, { ...one, entry: { state: "again" } }]);
    assert.ok(tracked !== undefined);
    assert.deepEqual(await store.enrichments.list(), [tracked]);
    const changed = await store.enrichments.update(tracked, { state: "running" }, now + 5);
    assert.deepEqual(changed?.entry, { state: "running" });
    assert.equal(await store.enrichments.update(tracked, { state: "lost update" }, now), undefined);
    const turn = (name: string, at: number): Promise<boolean> => store.enrichments.takeTurn(tracked.key, { owner: name, now: at, ms: 1000 });
    assert.deepEqual([await turn("a", now), await turn("b", now + 999), await turn("b", now + 1000), await turn("a", now + 1500)], [true, false, true, false]);
    await store.enrichments.endTurn(tracked.key, "b");
    assert.equal(await turn("a", now + 1600), true);
    await store.enrichments.remove(tracked.key);
    assert.deepEqual(await store.enrichments.list(), []);
  });

  it("let a pause only grow, and never be longer than it was asked for", async () => {
    assert.equal((await store.pauses.state("k", now)).remainingMs, 0);
    assert.equal((await store.pauses.pause("k", 10_000, now)).remainingMs, 10_000);
    const second = await store.pauses.pause("k", 1_000, now + 2_000);
    assert.deepEqual([second.remainingMs, second.inARow], [8_000, 2]);
    assert.equal((await store.pauses.state("k", now - 86_400_000)).remainingMs, 8_000, "a clock that was set back");
    await store.pauses.accepted("k");
    assert.deepEqual([(await store.pauses.state("k", now + 9_000)).remainingMs, (await store.pauses.state("k", now)).inARow], [1_000, 0]);
  });

  it("give out as many turns as there are slots, and those of owners that are gone", async () => {
    const turn = (name: string, at = now): Promise<number | undefined> => store.pauses.takeTurn("k", 2, { owner: name, now: at, ms: 1000 });
    assert.deepEqual([await turn("a"), await turn("a"), await turn("b")], [0, 1, undefined]);
    await store.pauses.endTurn("k", 0, "a");
    assert.equal(await turn("b"), 0);
    assert.equal(await store.pauses.renewTurn("k", 1, { owner: "a", now: now + 900, ms: 1000 }), true);
    assert.equal(await turn("c", now + 1000), 0);
    assert.equal(await store.pauses.renewTurn("k", 0, { owner: "b", now: now + 1001, ms: 1000 }), false);
  });

  it("keep column profiles, last exports and the grid's columns", async () => {
    await store.profiles.saveColumnProfile("person", "CRM", { name: "CRM", columns: ["name"] });
    await store.profiles.saveColumnProfile("person", " crm ", { name: "crm", columns: ["id"] });
    await store.profiles.saveColumnProfile("company", "A", { name: "A" });
    assert.deepEqual(await store.profiles.columnProfiles("person"), [{ name: "crm", columns: ["id"] }]);
    await store.profiles.removeColumnProfile("person", "Crm");
    assert.deepEqual(await store.profiles.columnProfiles("person"), []);
    await store.profiles.saveLastExport("s", "shown", { file: "a" }, now);
    await store.profiles.saveLastExport("s", "shown", { file: "b" }, now);
    assert.deepEqual([await store.profiles.lastExport("s", "shown"), await store.profiles.lastExport("s", "selection")], [{ file: "b" }, undefined]);
    await store.profiles.saveGridLayout("person", [{ id: "name", width: 9 }]);
    assert.deepEqual([await store.profiles.gridLayout("person"), await store.profiles.gridLayout("contact")], [[{ id: "name", width: 9 }], []]);
  });
});
