// RecordLists: what each of them says of itself, and what a change of one leaves as it is.
import assert from "node:assert/strict";
import type { StoreDb } from "../../../src/store/storeDb";
import { addPage, beginRun, now, type TestStore, useTestStore } from "./rig";

describe("lists in the store", () => {
  let store: TestStore;
  let db: StoreDb;
  let people: readonly number[];
  let companies: readonly number[];
  useTestStore((fresh) => {
    ({ store, db } = fresh);
  });
  beforeEach(async () => {
    const run = await beginRun(store);
    await addPage(store, run, [{ id: "p1" }, { id: "p2" }, { full_name: "Without an id" }]);
    const other = await beginRun(store, "company");
    await addPage(store, other, [{ id: "p1" }]);
    people = [0, 1, 2].map((row) => run.no * 2 ** 32 + row);
    companies = [other.no * 2 ** 32];
  });
  const none = { company: 0, person: 0, contact: 0 };

  it("are listed by name, with their counts", async () => {
    const created = await store.recordLists.create({ id: "b", name: "beta" });
    assert.deepEqual(created, { id: "b", name: "beta", counts: none });
    await store.recordLists.create({ id: "a", name: "Alpha" });
    assert.equal(await store.recordLists.add("b", "person", people, now + 2), 2, "one has no id");
    assert.equal(await store.recordLists.add("b", "person", people, now + 3), 0, "it has them");
    assert.equal(await store.recordLists.add("a", "company", companies, now + 4), 1);
    assert.deepEqual(await store.recordLists.list(), [
      { id: "a", name: "Alpha", counts: { ...none, company: 1 } },
      { id: "b", name: "beta", counts: { ...none, person: 2 } },
    ]);
    await store.recordLists.rename("b", "Zeta");
    await store.recordLists.remove("a");
    assert.equal(await store.recordLists.get("a"), undefined);
    assert.deepEqual(await store.recordLists.list(), [{ id: "b", name: "Zeta", counts: { ...none, person: 2 } }]);
    assert.deepEqual(await store.recordLists.listed("company", companies), []);
    assert.deepEqual(
      db.all("select record_id as id from record_list_entry order by id").map(({ id }) => id),
      ["p1", "p2"],
      "the records of a list are deleted with it",
    );
  });

  it("lose only the records of the kind that is named, and their notes", async () => {
    for (const id of ["a", "b"]) {
      await store.recordLists.create({ id, name: `List ${id}` });
      await store.recordLists.add(id, "person", people, now);
      await store.recordLists.add(id, "company", companies, now);
      await store.recordLists.setNote(id, "person", people[0] ?? 0, ` Note ${id} `);
    }
    const listed = async (): Promise<readonly unknown[]> =>
      (await store.recordLists.listed("person", people)).map(({ key, list, note }) => [
        people.indexOf(key),
        list,
        note,
      ]);
    assert.deepEqual(await listed(), [
      [0, "a", " Note a "],
      [0, "b", " Note b "],
      [1, "a", undefined],
      [1, "b", undefined],
    ]);
    assert.deepEqual(await store.recordLists.listed("company", companies), [
      { key: companies[0], list: "a", name: "List a" },
      { key: companies[0], list: "b", name: "List b" },
    ]);
    await store.recordLists.setNote("b", "person", people[0] ?? 0, " \n ");
    assert.equal(await store.recordLists.removeRecords("a", "person", people.slice(1)), 1);
    assert.equal(await store.recordLists.removeRecords("a", "person", people.slice(1)), 0);
    assert.deepEqual(await listed(), [
      [0, "a", " Note a "],
      [0, "b", undefined],
      [1, "b", undefined],
    ]);
    assert.deepEqual(
      (await store.recordLists.list()).map(({ counts }) => counts),
      [
        { ...none, company: 1, person: 1 },
        { ...none, company: 1, person: 2 },
      ],
    );
  });

  it("that were deleted take and lose no records", async () => {
    const gone = { name: "StoreError", code: "NOT_FOUND", message: "This data was deleted." };
    await assert.rejects(store.recordLists.add("gone", "person", people, now), gone);
    await assert.rejects(store.recordLists.add("gone", "person", [], now), gone);
    await assert.rejects(store.recordLists.removeRecords("gone", "person", people), gone);
    await store.recordLists.setNote("gone", "person", people[0] ?? 0, "Note");
    assert.deepEqual(await store.recordLists.list(), []);
  });
});
