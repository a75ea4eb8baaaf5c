// Look-ups are paid for once, and batches of them are rows: each question once, each answer with the page that brought
// it.
import assert from "node:assert/strict";
import type { LookupAnswer } from "../../../src/store/lookups";
import type { StoredRun } from "../../../src/store/runs";
import type { StoredPage } from "../../../src/store/storePage";
import type { Identifiers } from "../../../src/store/text";
import {
  answerRow,
  addPage,
  beginRun,
  connection,
  lease,
  newBatch,
  now,
  owner,
  replyOf,
  type TestStore,
  useTestStore,
} from "./rig";

const { origin } = connection;
const acme = {
  id: "c1",
  name: "Acme",
  domain: "Acme.example",
  social_profiles: { professional_network: { id: 42, url: "https://network.example/company/acme/" } },
};

describe("look-ups of the store", () => {
  let store: TestStore;
  useTestStore((fresh) => {
    store = fresh.store;
  });

  const find = (
    identifiers: Identifiers,
    kind: "company" | "person" = "company",
    of = origin,
  ): Promise<LookupAnswer | undefined> => store.lookups.findAnswer({ kind, origin: of, identifiers });

  it("are answered by any identifier of a record that came by any way", async () => {
    const run = await beginRun(store, "company");
    await addPage(store, run, [{ id: "c0" }, acme]);
    for (const identifiers of [
      { domain: "https://www.ACME.example/?x" },
      { professional_network_id: 42 },
      { professional_network_url: "network.example/company/ACME" },
      { domain: "acme.example", professional_network_id: 42 },
    ]) {
      const answer = await find(identifiers);
      assert.deepEqual(
        answer,
        { kind: "found", by: "identifier", key: run.no * 2 ** 32 + 1, run: run.id, row: 1, receivedAt: now },
        JSON.stringify(identifiers),
      );
    }
    for (const identifiers of [
      { domain: "other.example" },
      { name: "Acme" },
      { domain: "acme.example", name: "Acme" },
      { domain: "" },
      { domain: "acme.example", professional_network_id: 43 },
      { domain: "other.example", professional_network_id: 42 },
      { professional_network_id: "42x" },
    ]) {
      assert.equal(await find(identifiers), undefined, JSON.stringify(identifiers));
    }
    assert.equal(await find({ company_domain: "acme.example" }, "person"), undefined);
    assert.equal(await find({ domain: "acme.example" }, "company", "https://else.example"), undefined);
  });

  it("about people are answered by their own identifiers, not by their employer's", async () => {
    const run = await beginRun(store, "person");
    await addPage(store, run, [
      {
        id: "p1",
        full_name: "Ada Lovelace",
        social_profiles: { professional_network: { id: 42, url: "https://network.example/in/ada" } },
      },
    ]);
    for (const identifiers of [
      { person_professional_network_id: 42 },
      { person_professional_network_url: "https://www.network.example/in/Ada/" },
    ]) {
      assert.equal((await find(identifiers, "person"))?.kind, "found", JSON.stringify(identifiers));
    }
    for (const identifiers of [
      { company_professional_network_id: 42 },
      { person_name: "Ada Lovelace" },
      { person_name: "Ada Lovelace", person_professional_network_id: 42 },
    ]) {
      assert.equal(await find(identifiers, "person"), undefined, JSON.stringify(identifiers));
    }
  });

  /** A single look-up that is asked and answered; `record` is what the service has. */
  async function ask(
    kind: "company" | "person",
    identifiers: Identifiers,
    record?: object,
    at = now,
  ): Promise<StoredRun> {
    const run = await beginRun(store, kind, {
      purpose: "lookup",
      title: Object.values(identifiers).join(" @ "),
      task: { kind: `${kind}Lookup`, identifiers },
    });
    const body = replyOf(kind, record === undefined ? [] : [record], { credits: 1 });
    await answerRow(store, run.id, run.no * 2 ** 32, body, at);
    return run;
  }

  it("are answered as they were before, also with no match, by the newest answer", async () => {
    const identifiers = { person_name: "Ada  Lovelace", company_domain: "acme.example" };
    const none = await ask("person", identifiers);
    assert.deepEqual(await find({ company_domain: "ACME.example", person_name: "ada lovelace" }, "person"), {
      kind: "noMatch",
      run: none.id,
      receivedAt: now,
      credits: 1,
    });
    const run = await ask("person", identifiers, { id: "p1", full_name: "Ada Lovelace" }, now + 1);
    const expected = {
      kind: "found",
      by: "asked",
      key: run.no * 2 ** 32,
      run: run.id,
      row: 0,
      receivedAt: now + 1,
      credits: 1,
    };
    assert.deepEqual(await find(identifiers, "person"), expected);
    await ask("person", identifiers, undefined, now - 1);
    assert.deepEqual(await find(identifiers, "person"), expected, "a reply from before");
  });

  it("that found something one by one are listed, newest first, each once; those of batches are not", async () => {
    await ask("company", { domain: "a.example" }, acme);
    await ask("company", { domain: "b.example" });
    const batch = await store.batches.create(newBatch("company"), lease);
    await store.batches.addQuestions(batch.run.id, [{ identifiers: { domain: "c.example" }, words: "c.example" }], now);
    const [open] = await store.rows.open(batch.run.id, 1);
    await answer(batch.run.id, open?.key ?? 0, replyOf("company", []));
    const again = await ask("company", { domain: "A.example" }, acme);
    assert.deepEqual(await store.lookups.recentLookups(origin, 10, "company"), [
      {
        kind: "company",
        identifiers: { domain: "A.example" },
        words: "A.example",
        record: again.no * 2 ** 32,
        answeredAt: now,
      },
    ]);
    await ask("company", { domain: "d.example" }, acme);
    assert.equal((await store.lookups.recentLookups(origin, 1)).length, 1);
    assert.deepEqual(await store.lookups.recentLookups(origin, 10, "person"), []);
    assert.deepEqual(await store.lookups.recentLookups("https://else.example", 10), []);
  });

  const question = (domain: string): { readonly identifiers: Identifiers; readonly words: string } => ({
    identifiers: { domain },
    words: domain,
  });
  const answer = (run: string, key: number, body: Uint8Array): Promise<StoredPage> => answerRow(store, run, key, body);

  it("in batches are settled from what is owned, and asked again when that is deleted", async () => {
    const source = await beginRun(store, "company");
    await addPage(store, source, [acme]);
    const batch = await store.batches.create(newBatch("company"), lease);
    await store.batches.addQuestions(batch.run.id, ["acme.example", "b.example"].map(question), now);
    const [owned] = await store.batches.questions(batch.run.id, [JSON.stringify([["domain", "acme.example"]])]);
    assert.deepEqual([owned?.state, owned?.record], ["found", source.no * 2 ** 32]);
    assert.deepEqual(
      (await store.rows.open(batch.run.id, 9)).map(({ identifiers }) => identifiers["domain"]),
      ["b.example"],
    );
    const finished = await store.batches.create(newBatch("company"));
    await store.batches.addQuestions(finished.run.id, [question("acme.example")], now);
    await store.batches.finish(finished.run.id);
    await store.runs.stop(source.id, owner, { kind: "complete" }, now);
    await store.retention.deleteRun(source.id, { now });
    assert.deepEqual(
      (await store.rows.open(batch.run.id, 9)).map(({ identifiers }) => identifiers["domain"]),
      ["acme.example", "b.example"],
    );
    const [gone] = await store.batches.questions(finished.run.id, [JSON.stringify([["domain", "acme.example"]])]);
    assert.deepEqual([gone?.state, gone?.record], ["found", undefined], "a finished batch asks nothing any more");
    assert.equal(await find({ domain: "acme.example" }), undefined);
  });
});
