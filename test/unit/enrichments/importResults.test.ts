// Results of enrichments from files: saved as contacts, joined to people of other runs, and never saved twice.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { EnrichmentList } from "../../../src/enrichments/enrichmentList";
import { isPolled } from "../../../src/enrichments/enrichmentPoller";
import { importResults, resultsInFile, type ImportOutcome } from "../../../src/enrichments/importResults";
import { RunStore } from "../../../src/runs/runStore";
import { addPage, beginRun, connection, keptRecords, now, useTestStore, type TestStore } from "../store/rig";

const url = "https://network.example/in/ada";
const ada = { id: "p1", full_name: "Ada Quist", social_profiles: { professional_network: { url } } };
const withoutProfile = { input: { first_name: "Ada", professional_network_url: "network.example/in/Ada/" } };
const other = {
  input: { first_name: "Bo", last_name: "Holt" },
  contact_info: { most_probable_work_email: { email: "bo@acme.example", status: "DELIVERABLE" } },
};
const result = (data: readonly unknown[], change: object = {}): object => ({
  ...{ id: "e1", name: "Fair visitors", status: "FINISHED", cost: { credits: 3 }, data },
  ...change,
});

describe("import of enrichment results", () => {
  let store: TestStore;
  let list: EnrichmentList;
  let runs: RunStore;
  useTestStore((opened) => {
    store = opened.store;
    const clock = { now: () => now, monotonic: () => 0, sleep: async () => undefined };
    list = new EnrichmentList({ store, clock, owner: "w" });
    runs = new RunStore({ store, clock, owner: "w", random: (bytes) => randomBytes(bytes) });
  });

  const importAll = (text: string, name = "visitors.json"): Promise<readonly ImportOutcome[]> =>
    importResults({ runs, list }, { name, bytes: Buffer.from(text) });
  async function importText(text: string, name?: string): Promise<ImportOutcome> {
    const [only, ...more] = await importAll(text, name);
    assert.ok(only !== undefined && more.length === 0);
    return only;
  }
  const importJson = (value: unknown, name?: string): Promise<ImportOutcome> => importText(JSON.stringify(value), name);
  async function contactsOf(outcome: ImportOutcome): Promise<readonly unknown[]> {
    assert.ok(outcome.kind === "imported", JSON.stringify(outcome));
    return keptRecords(store, outcome.entry.results?.runId ?? "");
  }
  const runCount = async (): Promise<number> => (await runs.list()).length;

  it("is in the list with its contacts, and nothing is requested for it", async () => {
    const outcome = await importJson(result([other]));
    assert.deepEqual(await contactsOf(outcome), [other]);
    const [entry, ...more] = await list.list();
    assert.ok(entry !== undefined && more.length === 0);
    assert.deepEqual(
      [entry.id, entry.name, entry.state, entry.credits, entry.results?.contacts, entry.results?.partial],
      ["e1", "Fair visitors", { kind: "ended", status: "FINISHED" }, 3, 1, false],
    );
    assert.ok(outcome.kind === "imported" && outcome.contacts === 1 && outcome.owned === 0);
    assert.deepEqual(await store.calls.spend({ since: 0, by: "run" }), []);
    await importJson(result([other], { id: "e2", status: "IN_PROGRESS" }));
    assert.deepEqual((await list.list()).filter(isPolled), []);
  });

  it("gives contacts without a profile that of the same person in another run", async () => {
    const run = await beginRun(store, "person");
    await addPage(store, run, [{ ...ada, full_name: "Ada before" }, { id: "p2" }]);
    await addPage(store, await beginRun(store, "person"), [ada]);
    const profiled = { input: {}, profile: { id: "p2", full_name: "As returned" } };
    const outcome = await importJson(result([withoutProfile, other, profiled]));
    assert.deepEqual(await contactsOf(outcome), [{ ...withoutProfile, profile: ada }, other, profiled]);
    assert.ok(outcome.kind === "imported" && outcome.owned === 2);
    const { view } = await store.views.open(
      { kind: "run", run: outcome.entry.results?.runId ?? "" },
      { columns: ["name"], filter: "quist", now },
    );
    assert.equal((await store.views.keysAt(view)).length, 1);
  });

  it("is not saved again from the same file, with or without an id", async () => {
    for (const value of [result([other]), { data: [other] }, { id: "  ", name: "Blank id", data: [other] }]) {
      const outcome = await importJson(value);
      assert.ok(outcome.kind === "imported");
      assert.match(outcome.entry.id, "name" in value && "cost" in value ? /^e1$/u : /^[0-9a-f]{16}$/u);
      const before = await runCount();
      assert.equal((await importJson(value)).kind, "present");
      assert.equal(await runCount(), before);
    }
    assert.deepEqual((await list.list()).map(({ name }) => name).sort(), ["Blank id", "Fair visitors", "visitors"]);
  });

  it("brings back contacts that were deleted", async () => {
    const first = await importJson(result([other]));
    assert.ok(first.kind === "imported");
    await runs.delete(first.entry.results?.runId ?? "");
    assert.deepEqual(await contactsOf(await importJson(result([other]))), [other]);
    assert.equal((await list.list()).length, 1);
  });

  it("completes a tracked enrichment and ends its polling; a partial file changes nothing afterwards", async () => {
    await list.add(["e1"], connection);
    await importJson(result([other], { status: "IN_PROGRESS" }));
    const [running] = await list.list();
    assert.ok(running !== undefined && isPolled(running) && running.results?.partial === true);
    const outcome = await importJson(result([other, withoutProfile]));
    assert.ok(outcome.kind === "imported" && !isPolled(outcome.entry));
    assert.deepEqual(outcome.entry.connection, connection);
    assert.equal(await runCount(), 1);
    assert.equal((await importJson(result([other], { status: "IN_PROGRESS" }))).kind, "present");
    const [entry] = await list.list();
    assert.equal(entry?.results?.contacts, 2);
  });

  it("is refused while the enrichment is being polled", async () => {
    const [entry] = await list.add(["e1"], connection);
    await list.acquireLease(entry?.key ?? "");
    const outcome = await importJson(result([other]));
    assert.match(outcome.kind === "problem" ? outcome.message : "", /is being updated/);
    assert.equal(await runCount(), 0);
  });

  for (const [what, text, sentence] of [
    ["an empty file", "", /empty or was cut off/],
    ["a file that was cut off", JSON.stringify(result([other])).slice(0, -9), /cut off/],
    ["UTF-16", "\uFEFF{\0", /Save it as UTF-8/],
    ["a page", "<html></html>", /does not contain the results/],
    ["a text", "first,last\nAda,Quist", /does not contain the results/],
    ["another object", '{ "people": [{}] }', /does not contain the results/],
    ["a list", "[1]", /does not contain the results/],
    ["data that are not contacts", '{ "data": [1, "a", null, { "name": "x" }] }', /not enriched contacts/],
    ["no contacts", JSON.stringify(result([])), /no contacts/],
    ["a text after JSON", '{"a": 1} {"b": 2} x', /does not contain the results/],
    ["a body without results", '{ "payload": { "data": 7, "list": [] } }', /does not contain the results/],
  ] as const) {
    it(`explains that it cannot use ${what}, and leaves the list as it is`, async () => {
      const outcome = await importText(text);
      assert.match(outcome.kind === "problem" ? outcome.message : outcome.kind, sentence);
      assert.deepEqual(await list.list(), []);
      assert.equal(await runCount(), 0);
    });
  }

  const said = (outcomes: readonly ImportOutcome[]): readonly unknown[] =>
    outcomes.map((one) => [one.place, one.kind === "problem" ? one.message : one.kind]);

  it("takes a result out of a webhook's body, digit by digit as it was sent", async () => {
    const body = { event: "enrichment.finished", payload: { attempt: 1, result: result([{ input: { big: "BIG" } }]) } };
    const [outcome, ...more] = await importAll(JSON.stringify(body).replace('"BIG"', "12345678901234567890.50"));
    assert.ok(outcome?.kind === "imported" && more.length === 0);
    assert.deepEqual([outcome.place, outcome.entry.id], ["payload.result", "e1"]);
    const { view } = await store.views.open(
      { kind: "run", run: outcome.entry.results?.runId ?? "" },
      { columns: [], now },
    );
    const [json] = await store.records.jsonOf(await store.views.keysAt(view));
    assert.equal(json, '{"input":{"big":12345678901234567890.50}}');
  });

  it("imports the results of a list, and names the entries that it does not understand", async () => {
    const list = [
      result([other]),
      { ping: true },
      result([], { id: "e2" }),
      [{ data: [1] }],
      result([other], { id: "e3" }),
    ];
    assert.deepEqual(said(await importAll(JSON.stringify({ data: list }))), [
      ["data[0]", "imported"],
      ["data[1]", "This is not the result of an enrichment."],
      ["data[2]", "It contains no contacts."],
      ["data[3][0]", "Its entries are not enriched contacts."],
      ["data[4]", "imported"],
    ]);
    assert.deepEqual(said(await importAll(JSON.stringify(list.slice(4)))), [["[0]", "present"]]);
  });

  it("imports one result from each line, also within the bodies of webhooks", async () => {
    const lines = [result([other]), { note: "x" }, { body: result([other], { id: "e2" }) }];
    assert.deepEqual(said(await importAll(lines.map((line) => JSON.stringify(line)).join("\n"))), [
      ["line 1", "imported"],
      ["line 2", "This is not the result of an enrichment."],
      ["line 3 body", "imported"],
    ]);
  });

  it("finds nothing in what is inside of a contact", async () => {
    const custom = { input: {}, custom: { data: [{ x: 1 }] } };
    const [outcome] = await importAll(JSON.stringify({ body: result([custom]) }));
    assert.ok(outcome?.kind === "imported" && outcome.place === "body" && outcome.contacts === 1);
  });

  it("counts a contact that is sent twice once, in its contacts and in their outcomes", async () => {
    const outcome = await importJson(result([other, other, withoutProfile]));
    assert.ok(outcome.kind === "imported");
    assert.deepEqual([outcome.contacts, outcome.outcomes], [2, { enriched: 1, nothingFound: 0, notProcessed: 1 }]);
    const run = await runs.summary(outcome.entry.results?.runId ?? "");
    assert.deepEqual([run?.records, run?.stop], [2, { kind: "complete", outcomes: outcome.outcomes }]);
  });

  it("reads any text, however deeply it nests", () => {
    const nested = fc.nat(9_000).map((depth) => `${"[".repeat(depth)}{"data":[]}${"]".repeat(depth)}`);
    fc.assert(
      fc.property(fc.oneof(nested, fc.stringMatching(/^[{}[\]",:\\ d1\n]{0,60}$/)), (text) => {
        for (const { bytes } of resultsInFile(Buffer.from(text.replaceAll("d", '"data":[')))) {
          JSON.parse(Buffer.from(bytes).toString());
        }
      }),
    );
  });

  it("reads a file with a byte-order mark, and keeps odd contacts", async () => {
    const odd = [other, null, 7, { input: null, profile: { id: "a large number" } }];
    const text = JSON.stringify(result(odd)).replace('"a large number"', "12345678901234567890");
    const outcome = await importText(`\uFEFF${text}`);
    assert.equal((await contactsOf(outcome)).length, odd.length);
  });
});
