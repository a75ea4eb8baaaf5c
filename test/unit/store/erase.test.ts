// Who is erased leaves no byte in the files of the database and takes nothing of others along.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import type { RecordKind } from "../../../src/service/operations";
import type { LeaveOutEntry } from "../../../src/store/identifiers";
import type { StoredRun } from "../../../src/store/runs";
import { normalizedAddress, normalizedQuestion } from "../../../src/store/text";
import type { InProcessStore } from "./inProcess";
import {
  answerRow,
  addPage,
  type PageOptions,
  beginRun,
  lease,
  newBatch,
  newRun,
  openTestStore,
  now,
  owner,
  replyOf,
  openCall,
  type TestStore,
  useTestStore,
} from "./rig";

const network = (url: string, id: number): object => ({ professional_network: { url, id } });

interface Somebody {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly url: string;
  readonly networkId: number;
}

const company = { id: "co_fjordmark", name: "Fjordmark Quillwerk", domain: "fjordmark-quillwerk.example" };
const employment = { current: { title: "Engineer", company: { ...company, social_profiles: {} } } };

const somebody = (nth: number): Somebody => ({
  id: `pe_zyxw${nth}q`,
  name: `Xanthippe Vroomqvist${nth}`,
  email: `xanthippe.v${nth}@Fjordmark-Quillwerk.example`,
  phone: `+49 30 5550${nth}77`,
  url: `https://www.network.example/in/Xanthippe-Vroomqvist${nth}`,
  networkId: 730_551_000 + nth,
});

const personOf = ({ id, name, url, networkId }: Somebody, change: object = {}): object => ({
  ...{ id, full_name: name, headline: `${name}, engineer`, skills: ["Glasblowing"], employment },
  social_profiles: network(url, networkId),
  ...change,
});

const contactOf = (one: Somebody): object => ({
  input: { first_name: one.name.split(" ")[0], last_name: one.name.split(" ")[1], company_domain: company.domain },
  profile: personOf(one),
  contact_info: {
    most_probable_work_email: { email: one.email, status: "DELIVERABLE" },
    work_emails: [{ email: one.email }],
    most_probable_phone: { number: one.phone },
    phones: [{ number: one.phone }],
  },
});

describe("who is erased", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  useTestStore((fresh) => {
    opened = fresh;
    store = fresh.store;
  });

  const erased = somebody(1);
  const stays = somebody(2);
  const byId = (id: string): readonly LeaveOutEntry[] => [{ kind: "id", value: id }];

  const finished = async (run: StoredRun): Promise<StoredRun> => {
    await store.runs.stop(run.id, owner, { kind: "complete" }, now);
    return run;
  };
  const withPage = async (
    records: readonly object[],
    options: PageOptions = {},
    kind: RecordKind = "person",
  ): Promise<StoredRun> => {
    const run = await beginRun(store, kind, { task: { kind: "peopleSearch", filters: {} } });
    await addPage(store, run, records, options);
    return run;
  };
  const erase = (entries: readonly LeaveOutEntry[]) => store.erasing.erase({ entries, tables: [], now });
  const all = (sql: string): readonly unknown[] => opened.db.all(sql).map((row) => ({ ...row }));

  /** Everything in the folder of the database: the file, its log, and whatever else was written there. */
  const bytesLeft = (texts: readonly string[]): readonly string[] => {
    const folder = path.dirname(opened.db.file);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .flatMap((name) => {
        const content = readFileSync(path.join(folder, name)).toString("latin1").toLowerCase();
        return texts.filter((text) => content.includes(text.toLowerCase())).map((text) => `${name}: ${text}`);
      });
  };
  const traces = ({ id, name, email, phone, url, networkId }: Somebody): readonly string[] => [
    ...[id, name, email, phone, url, String(networkId), name.split(" ")[1] ?? ""],
  ];

  it("leaves no byte of any kind of thing", async () => {
    const run = await beginRun(store);
    await addPage(store, run, [personOf(erased), personOf(stays)]);
    await finished(run);
    const again = await beginRun(store);
    await addPage(store, again, [personOf(stays), personOf(erased, { headline: "Moved" })]);
    await finished(again);
    const contacts = await beginRun(store, "contact", {
      purpose: "enrichment",
      task: { kind: "enrichment", enrichmentId: "e1" },
    });
    await addPage(store, contacts, [contactOf(erased), contactOf(stays)]);
    await finished(contacts);
    await store.recordLists.create({ id: "l1", name: "Best" });
    await store.recordLists.add("l1", "person", [run.no * 2 ** 32, run.no * 2 ** 32 + 1], now);
    await store.recordLists.setNote("l1", "person", run.no * 2 ** 32, `Call ${erased.phone}`);
    const identifiers = { person_name: erased.name, company_domain: company.domain };
    const lookup = await beginRun(store, "person", {
      purpose: "lookup",
      title: erased.name,
      task: { kind: "peopleLookup", identifiers },
    });
    await answerRow(store, lookup.id, lookup.no * 2 ** 32, replyOf("person", [personOf(erased)]));
    await finished(lookup);
    const { run: batch } = await store.batches.create(newBatch("person", { source: "file:///w/people.csv" }), lease);
    const asked = [erased, stays].map(({ url, name }) => ({
      identifiers: { person_professional_network_url: url },
      words: name,
      cells: url === erased.url ? { Name: name } : undefined,
    }));
    await store.batches.addQuestions(batch.id, asked, now);
    const another = [{ identifiers: { person_name: `X. ${erased.name}` }, words: `X. ${erased.name}` }];
    await store.batches.addQuestions(batch.id, another, now);
    const [open] = await store.rows.open(batch.id, 5);
    await answerRow(store, batch.id, open?.key, replyOf("person", [personOf(erased)]));
    await finished(batch);
    const odd = await beginRun(store);
    const call = await openCall(store, { run: odd.id, wanted: 1 });
    await addPage(store, odd, [], { call, body: Buffer.from(`<p>${erased.name}</p>`) });
    await finished(odd);
    const listed = newRun("person", { task: { kind: "peopleSearch", filters: {} } });
    const cells = { Contact: erased.email, Other: "kept" };
    await store.companies.create(listed, lease, [{ row: 1, entry: "Acme", domain: "acme.example", cells }]);
    await store.runs.stop(listed.id, owner, { kind: "complete" }, now);
    const excluding = await beginRun(store, "person", {
      task: {
        kind: "peopleSearch",
        filters: {},
        leaveOutItems: { person_ids: [erased, stays].map(({ id }) => ({ value: id, exclude: true })) },
      },
    });
    await finished(excluding);
    await store.profiles.saveLastExport(
      "file:///w/engineers.prospect.json",
      "shown",
      { file: "file:///w/out.csv", shown: { filter: erased.email } },
      now,
    );
    // In the file; and in the log.
    opened.db.all("pragma wal_checkpoint(truncate)");
    assert.equal(await store.backups.copyWeekly(now), true);
    await store.runs.rename(lookup.id, `About ${erased.name}`);
    assert.ok(bytesLeft(traces(erased)).length > traces(erased).length);

    const found = await store.erasing.find({ entries: byId(erased.id) });
    assert.deepEqual(found, {
      counts: {
        records: { company: 0, person: 4, contact: 1 },
        ...{ listed: 1, notes: 1, lookups: 1, rows: 2, replies: 1 },
      },
      titles: [erased.name],
      entries: [
        { kind: "id", value: erased.id },
        { kind: "personUrl", value: normalizedAddress(erased.url) },
        { kind: "personNetworkId", value: String(erased.networkId) },
      ],
      copies: 1,
      tables: [],
    });
    const done = await erase(byId(erased.id));
    assert.deepEqual([done.deleted, done.isInUse], [[lookup.id], false]);
    assert.deepEqual([...done.changed].sort(), [run, again, contacts, batch].map(({ id }) => id).sort());
    assert.deepEqual(bytesLeft(traces(erased)), []);
    assert.ok(bytesLeft(traces(stays)).length > 5);
    assert.deepEqual(all("select cells from run_row where cells is not null"), [
      { cells: '{"Contact":"erased","Other":"kept"}' },
    ]);
  });

  it("is cut from the table that is stored with a batch, whose other rows stay", async () => {
    await finished(await withPage([personOf(erased), personOf(stays)]));
    const { run: batch } = await store.batches.create(
      newBatch("person", { source: "untitled:1", input: Buffer.from("table") }),
    );
    const asked = [erased, stays].map(({ url, name }) => ({
      identifiers: { person_professional_network_url: url },
      words: name,
    }));
    await store.batches.addQuestions(batch.id, asked, now);
    const { tables } = await store.erasing.find({ entries: byId(erased.id) });
    assert.deepEqual(tables, [{ run: batch.id, questions: [normalizedQuestion(asked[0]?.identifiers ?? {})] }]);
    await store.erasing.erase({
      ...{ entries: byId(erased.id), now },
      tables: [{ run: batch.id, input: Buffer.from("cut") }],
    });
    assert.equal(Buffer.from((await store.batches.input(batch.id)) ?? []).toString(), "cut");
    const { questions, found } = (await store.batches.get(batch.id, now)) ?? assert.fail();
    assert.deepEqual([questions, found], [1, 1]);
  });

  it("leaves a run that was complete as complete", async () => {
    const run = await finished(await withPage([personOf(erased), personOf(stays)], { metadata: { total: 2 } }));
    await erase(byId(erased.id));
    const { records, lastTotal } = (await store.runs.get(run.id, now)) ?? assert.fail();
    assert.deepEqual([records, lastTotal], [1, 1]);
  });

  it("is found by a part of the name, each once, and without an id by what else identifies them", async () => {
    const { profile: _profile, ...withoutId } = contactOf(erased) as { readonly profile: object };
    await finished(await withPage([withoutId], {}, "contact"));
    await finished(await withPage([personOf(erased), personOf(stays)]));
    await finished(await withPage([personOf(stays)]));
    const found = async (text: string): Promise<readonly unknown[]> =>
      (await store.erasing.named(text)).map(({ entry, title }) => [entry.kind, title]);
    assert.deepEqual(await found("vroomqvist2"), [["id", stays.name]]);
    assert.deepEqual(await found("XANTHIPPE Vroomqvist1"), [
      ["id", erased.name],
      ["email", erased.name],
    ]);
    assert.deepEqual(await found("unidentified"), []);
  });

  it("is a company with all who work there", async () => {
    const elsewhere = personOf(stays, { employment: { current: { company: { id: "co_x", domain: "x.example" } } } });
    await finished(await withPage([personOf(erased), elsewhere]));
    await finished(
      await withPage(
        [
          { ...company, domain: "Fjordmark-Quillwerk.example" },
          { id: "co_x", domain: "x.example" },
        ],
        {},
        "company",
      ),
    );
    const { counts, titles } = await store.erasing.find({
      entries: [{ kind: "domain", value: company.domain }],
    });
    assert.deepEqual([counts.records, titles], [{ company: 1, person: 1, contact: 0 }, [company.name, erased.name]]);
    await erase([{ kind: "domain", value: company.domain }]);
    assert.deepEqual(bytesLeft([company.name, company.domain, company.id, erased.name]), []);
    assert.deepEqual(all("select id from person_record union all select id from company_record"), [
      { id: stays.id },
      { id: "co_x" },
    ]);
  });

  it("is not erased while a run is in progress", async () => {
    const run = await withPage([personOf(erased)]);
    await assert.rejects(erase(byId(erased.id)), { code: "IN_USE" });
    assert.equal((await store.runs.get(run.id, now))?.records, 1);
  });

  it("is named in full by what the user typed, and takes no one along who shares a name or an address", async () => {
    const shares = { ...somebody(5), name: erased.name, email: erased.email };
    await finished(await withPage([contactOf(erased), contactOf(shares)], {}, "contact"));
    await erase(byId(erased.id));
    assert.deepEqual(all("select id from contact_record"), [{ id: shares.id }]);
    // An address that was typed names whoever has it.
    await erase([{ kind: "email", value: erased.email.toLowerCase() }]);
    assert.deepEqual(bytesLeft(traces(shares)), []);
  });

  it("is overwritten also where SQLite has left copies", async () => {
    await finished(await withPage([personOf(erased)]));
    // As where rows were moved to another page: no table has them any more.
    opened.db.exec("pragma secure_delete = off");
    await store.settings.save({ left: JSON.stringify(personOf(erased)) });
    opened.db.run("delete from setting");
    opened.db.exec("pragma secure_delete = on");
    const { isInUse } = await erase(byId(erased.id));
    assert.deepEqual([isInUse, bytesLeft(traces(erased))], [false, []]);
    assert.deepEqual(Object.values(opened.db.get("pragma freelist_count") ?? {}), [0]);
  });

  it("may leave bytes while somebody else reads, and says so", async () => {
    await opened.close();
    opened = openTestStore({ busyMs: 10 });
    store = opened.store;
    await finished(await withPage([personOf(erased)]));
    const reader = opened.db.openReader();
    reader.exec("begin");
    reader.prepare("select count(*) from run").get();
    assert.equal((await erase(byId(erased.id))).isInUse, true);
    assert.equal(await store.retention.purgeEverything({ now }), true);
    reader.close();
    assert.equal((await erase(byId(erased.id))).isInUse, false);
    assert.deepEqual(bytesLeft(traces(erased)), []);
    await opened.close();
  });

  it("takes nothing of any other record along, whoever and wherever they are", async () => {
    const who = fc.integer({ min: 10, max: 15 });
    const aRun = fc.record({
      kind: fc.constantFrom("person" as const, "contact" as const),
      who: fc.array(who, { maxLength: 8 }),
    });
    let names = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(aRun, { minLength: 1, maxLength: 5 }),
        who,
        fc.constantFrom("id", "personUrl"),
        async (runs, nth, by) => {
          names += 100;
          const ids = await Promise.all(
            runs.map(async ({ kind, who: people }) => {
              const shown = people.map((one) => (kind === "person" ? personOf : contactOf)(somebody(names + one)));
              return (await finished(await withPage(shown, {}, kind))).id;
            }),
          );
          const them = somebody(names + nth);
          const rows = (): ReadonlyMap<unknown, string> =>
            new Map(
              all(`select j.key, j.json, m.*, p.*, c.* from record_json j left join person_record m on m.key = j.key
                 left join person_more p on p.key = j.key left join contact_record c on c.key = j.key`).map((row) => [
                (row as { readonly json: string }).json + JSON.stringify(row),
                JSON.stringify(row),
              ]),
            );
          const before = rows();
          const counts = (): readonly unknown[] => all("select id, returned, repeated, credits from run order by no");
          const countsBefore = counts();
          await erase([{ kind: by as "id", value: by === "id" ? them.id : normalizedAddress(them.url) }]);
          const kept = [...before.values()].filter(
            (row) => !row.includes(`"${them.id}"`) && !row.includes(`\\"${them.id}\\"`),
          );
          assert.deepEqual([...rows().values()], kept);
          assert.deepEqual(counts(), countsBefore);
          assert.deepEqual(
            all(
              `select id from run where records <> (select count(*) from record_json j where j.key / 4294967296 = no)`,
            ),
            [],
          );
          assert.ok(ids.length > 0);
        },
      ),
      { numRuns: 20 },
    );
  });
});
