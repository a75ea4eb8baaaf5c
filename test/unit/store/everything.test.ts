// Full text over everything fetched, and lists: each record once, in its latest version, as long as one is stored.
import assert from "node:assert/strict";
import type { InProcessStore } from "./inProcess";
import { addPage, beginRun, connection, now, owner, rowsOf, useTestStore, type TestStore } from "./rig";

const person = (id: string, name: string, change: object = {}): object => ({ id, full_name: name, ...change });

describe("Full text over everything fetched", () => {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  useTestStore((one) => {
    opened = one;
    store = one.store;
  });

  const found = async (text: string): Promise<readonly string[]> =>
    (await store.everything.search(text, 100)).records.map(({ title }) => title);
  const finish = (run: string): Promise<unknown> => store.runs.stop(run, owner, { kind: "complete" }, now);
  const isSound = (): void => {
    // Fails if the index has an entry too many or too few for what was removed from it.
    opened.db.exec("insert into everything (everything) values ('integrity-check')");
  };

  it("shows as many records as asked for, the newest first, and counts all", async () => {
    const run = await beginRun(store);
    await addPage(store, run, [person("p1", "Ada One"), person("p2", "Ada Two"), person("p3", "Ada Three")]);
    const { records, counts, isCapped } = await store.everything.search("ada", 2);
    assert.deepEqual(
      records.map(({ title }) => title),
      ["Ada Three", "Ada Two"],
    );
    assert.deepEqual([counts, isCapped], [{ company: 0, person: 3, contact: 0 }, false]);
    assert.deepEqual((await store.everything.search("ada", 0)).records, []);
  });

  it("shows records without a name by their id, or without words", async () => {
    const run = await beginRun(store);
    await addPage(store, run, [{ id: "p1", skills: ["Sourdough"] }, { skills: ["Sourdough"] }]);
    assert.deepEqual((await found("sourdough")).toSorted(), ["", "p1"]);
    const { records } = await store.everything.search("sourdough", 100);
    assert.ok(records.some((record) => !("id" in record) && record.title === ""));
  });

  it("finds records of every kind by names, titles, companies, places, skills and emails", async () => {
    const employment = {
      current: { title: "Chief Baker", company: { name: "Kneipp & Söhne", domain: "knead.example" } },
    };
    const people = await beginRun(store, "person", { title: "Bakers" });
    await addPage(store, people, [
      person("p1", "Zoë Straße", {
        employment,
        location: { city: "Łódź", region: "Mazovia" },
        skills: ["Sourdough", "Sourdoughing"],
      }),
      person("p2", "Ann Other"),
    ]);
    const companies = await beginRun(store, "company");
    await addPage(store, companies, [{ id: "c1", name: "Marlin Capital", domain: "marlin-capital.example" }]);
    const contacts = await beginRun(store, "contact");
    await addPage(store, contacts, [
      {
        profile: { id: "p1", full_name: "Zoë Straße" },
        contact_info: { work_emails: [{ email: "zoe@post.example" }] },
      },
    ]);
    for (const text of [
      "zoe strasse",
      "STRASSE Zoë",
      "chief baker",
      "söhne",
      "mazovia",
      "sourdough",
      "sourd",
      "sourdoughi",
      "knead.example",
    ]) {
      assert.ok((await found(text)).includes("Zoë Straße"), text);
    }
    assert.deepEqual(await found("zoe@post.example"), ["Zoë Straße"]);
    assert.deepEqual(await found("marlin-cap"), ["Marlin Capital"]);
    assert.deepEqual(await found("marlin zoe"), []);
    assert.deepEqual(await found("sourd "), []);
    for (const text of ["", "  ", '"', "*", "AND", 'a" OR "b', "text:zoe", "-", "NEAR(a b)", "\u0000", "\ud800"]) {
      assert.deepEqual(await found(text), [], JSON.stringify(text));
    }
    const { counts, isCapped, records } = await store.everything.search("zoe", 100);
    assert.deepEqual([counts, isCapped], [{ company: 0, person: 1, contact: 1 }, false]);
    const { id, kind, detail, run, runTitle, purpose, row, receivedAt, origin } =
      records.find((one) => one.kind === "person") ?? assert.fail();
    assert.deepEqual(
      { id, kind, detail, run, runTitle, purpose, row, receivedAt, origin },
      {
        id: "p1",
        kind: "person",
        detail: "Chief Baker · Kneipp & Söhne · Łódź",
        run: people.id,
        runTitle: "Bakers",
        purpose: "search",
        row: 0,
        receivedAt: now,
        origin: connection.origin,
      },
    );
    isSound();
  });

  it("has each record once, with its latest values, whichever run is written or deleted last", async () => {
    const [first, second, third] = [await beginRun(store), await beginRun(store), await beginRun(store)];
    await addPage(store, second, [person("p1", "Middle Name"), person("p2", "Only Here")]);
    await addPage(store, third, [person("p1", "Newest Name")]);
    await addPage(store, first, [person("p1", "Oldest Name"), person("p1", "Oldest Name"), { full_name: "No Id" }]);
    assert.deepEqual(await found("name"), ["Newest Name"]);
    isSound();
    const source = { kind: "found", recordKind: "person", text: "name" } as const;
    assert.deepEqual(
      (await rowsOf(store, source)).map(({ title }) => title),
      ["Newest Name"],
    );
    await finish(third.id);
    await store.retention.deleteRun(third.id, { now });
    assert.deepEqual(await found("name"), ["Middle Name"]);
    isSound();
    await finish(first.id);
    await store.retention.deleteRun(first.id, { now });
    assert.deepEqual([await found("name"), await found("no id")], [["Middle Name"], []]);
    await finish(second.id);
    await store.retention.deleteRun(second.id, { now });
    assert.deepEqual([await found("name"), await found("only")], [[], []]);
    isSound();
  });

  it("finds older records when lists hide all of the newest", async () => {
    const run = await beginRun(store);
    const many = Array.from({ length: 2_100 }, (_, nth) => person(`new${nth}`, `Somebody New${nth}`));
    await addPage(store, run, [person("old", "Somebody Old"), ...many]);
    const entries = many.map((_, nth) => ({ kind: "id" as const, value: `new${nth}` }));
    await store.leaveOut.save({ uri: "file:///w/never.txt", hash: "h", everywhere: true, entries });
    assert.deepEqual(await found("somebody"), ["Somebody Old"]);
    assert.equal((await store.everything.search("somebody", 10)).isCapped, false);
  });

  it("counts up to 1,000 records, and says when there are more", async () => {
    const run = await beginRun(store);
    const many = Array.from({ length: 1_001 }, (_, nth) => person(`p${nth}`, nth < 1_000 ? "Ada One" : "Ada Two"));
    await addPage(store, run, many);
    const counted = async (text: string): Promise<unknown> => {
      const { counts, isCapped } = await store.everything.search(text, 1);
      return [counts.person >= 1_000, isCapped];
    };
    assert.deepEqual(
      [await counted("one"), await counted("ada")],
      [
        [true, false],
        [true, true],
      ],
    );
  });

  it("finishes a deletion that was cut off without a record that is in no table", async () => {
    const [first, second] = [await beginRun(store), await beginRun(store)];
    await addPage(store, first, [person("p1", "First Name")]);
    await addPage(store, second, [person("p1", "Second Name"), person("p2", "Another Name")]);
    opened.db.run("delete from run where id = ?", second.id);
    await store.retention.finishDeletions();
    assert.deepEqual(await found("name"), ["First Name"]);
    isSound();
  });
});

describe("RecordLists", () => {
  let store: TestStore;
  useTestStore((one) => (store = one.store));

  const titles = async (list: string): Promise<readonly string[]> =>
    (await rowsOf(store, { kind: "list", list, recordKind: "person" })).map(({ title }) => title);
  const keysOf = async (run: string): Promise<readonly number[]> =>
    (await rowsOf(store, { kind: "run", run })).map(({ key }) => key);

  it("show the latest versions of their records, as they were added", async () => {
    const run = await beginRun(store);
    await addPage(store, run, [person("p1", "Ann"), person("p2", "Bob"), person("p3", "Eve"), { full_name: "No Id" }]);
    const keys = await keysOf(run.id);
    await store.recordLists.create({ id: "l1", name: "Speakers" });
    assert.equal(await store.recordLists.add("l1", "person", [keys[2], keys[3]].map(Number), now), 1);
    assert.equal(await store.recordLists.add("l1", "person", [keys[0], keys[2]].map(Number), now + 1), 1);
    assert.deepEqual(await titles("l1"), ["Eve", "Ann"]);
    const later = await beginRun(store);
    await addPage(store, later, [person("p3", "Eve Married")]);
    assert.deepEqual(await titles("l1"), ["Eve Married", "Ann"]);
    const [laterKey = 0] = await keysOf(later.id);
    await store.recordLists.setNote("l1", "person", laterKey, "Met in Rome");
    assert.deepEqual((await store.recordLists.listed("person", keys)).at(-1)?.note, "Met in Rome");
  });

  it("lose a record with its note when no version of it is stored any more, which a purge counts", async () => {
    const [first, second] = [await beginRun(store), await beginRun(store)];
    await addPage(store, first, [person("p1", "Ann"), person("p2", "Bob")]);
    await addPage(store, second, [person("p1", "Ann")]);
    const keys = await keysOf(first.id);
    await store.recordLists.create({ id: "l1", name: "Speakers" });
    await store.recordLists.add("l1", "person", keys, now);
    await store.recordLists.setNote("l1", "person", keys[1] ?? 0, "Bob's phone");
    const { listed, notes } = await store.retention.keptCounts();
    assert.deepEqual([listed, notes], [2, 1]);
    await store.runs.stop(first.id, owner, { kind: "complete" }, now);
    await store.retention.deleteRun(first.id, { now });
    assert.deepEqual(await titles("l1"), ["Ann"]);
    assert.equal((await store.recordLists.get("l1"))?.counts.person, 1);
    assert.deepEqual((await store.recordLists.listed("person", keys)).length, 0);
    await store.runs.stop(second.id, owner, { kind: "complete" }, now);
    await store.retention.purgeEverything({ now });
    assert.deepEqual(await store.recordLists.list(), []);
  });
});
