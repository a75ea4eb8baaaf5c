// The dataset of everything fetched, as DuckDB reads it: what is in the database, also of two databases, and again.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { WrittenDataset } from "../../../src/export/dataset";
import { columnsOf } from "../../../src/records/columns";
import { recordKinds, type RecordKind } from "../../../src/service/operations";
import type { NewRun } from "../../../src/store/runs";
import type { InProcessStore } from "../store/inProcess";
import {
  addPage,
  answerCall,
  beginRun,
  newFolder,
  now,
  openCall,
  openTestStore,
  owner,
  removeFolders,
  type TestStore,
} from "../store/rig";
import { hostileTexts, person, queryParquet } from "./typedFormats";

type Row = Readonly<Record<string, unknown>>;

const november = Date.UTC(2026, 10, 5);
const december = Date.UTC(2026, 11, 5);

describe("a dataset of everything fetched", function () {
  let opened: InProcessStore<TestStore>;
  let store: TestStore;
  let folder = "";
  beforeEach(() => {
    opened = openTestStore();
    store = opened.store;
    folder = path.join(newFolder(), "warehouse");
  });
  afterEach(async () => {
    await opened.close();
    removeFolders();
  });

  const write = (to = store): Promise<WrittenDataset> => to.exports.dataset(folder);
  /** `kind=person/*` and so on. */
  const query = (place: string, sql: string): Promise<readonly Row[]> =>
    queryParquet(path.join(folder, place), sql.replaceAll("$file", "read_parquet($file, hive_partitioning = true)"));
  const countIn = async (place: string): Promise<number> =>
    Number((await query(place, "select count(*) as n from $file"))[0]?.["n"]);
  const files = (): readonly string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .sort();
  async function runOf(
    records: readonly object[],
    { kind = "person", to = store, ...change }: Partial<NewRun> & { kind?: RecordKind; to?: TestStore } = {},
  ): Promise<string> {
    const run = await beginRun(to, kind, { startedAt: november, ...change });
    await addPage(to, run, records);
    await to.runs.stop(run.id, owner, { kind: "complete" }, now);
    return run.id;
  }

  async function pay(run: string, credits: number): Promise<void> {
    await store.runs.take(run, { owner, now, ms: 1 });
    answerCall(opened.db, await openCall(store, { run, wanted: 3 }), 2, credits);
    await store.runs.stop(run, owner, { kind: "complete" }, now);
  }
  it("has each record of each run, with the values of the database, in the same columns in every file", async () => {
    const people = hostileTexts.map((_text, nth) => person(nth));
    const odd = { id: "odd", full_name: 7, skills: "one", employment: { current: { start_at: "soon" } } };
    await runOf(people);
    await runOf([{ id: "p0" }, odd, {}], { startedAt: december });
    await runOf([{ id: "c1", name: "Acme", headcount: 12 }], { kind: "company" });
    await runOf([{ profile: { id: "p1" }, custom: { crm: "x" } }], { kind: "contact" });
    assert.deepEqual(await write(), { runs: 4, records: people.length + 5, unchanged: 0, unreadable: 0, removed: 0 });
    for (const kind of recordKinds) {
      const columns = await query(`kind=${kind}/*/*.parquet`, "describe select * from $file");
      const known = columnsOf(kind).filter(({ id, firstOf }) => firstOf === undefined && id !== "custom");
      const typeOf = ({ type, id }: { readonly type: string; readonly id: string }): string =>
        type === "list"
          ? "VARCHAR[]"
          : type === "date"
            ? "TIMESTAMP WITH TIME ZONE"
            : type !== "number" || id.endsWith("network_id")
              ? "VARCHAR"
              : "DOUBLE";
      assert.deepEqual(
        columns.map((column) => [column["column_name"], column["column_type"]]),
        [
          ...[
            ["run", "VARCHAR"],
            ["fetched_at", "TIMESTAMP WITH TIME ZONE"],
          ],
          ...known.map((column) => [column.id, typeOf(column)]),
          ...[
            ["json", "VARCHAR"],
            ["fetched", "VARCHAR"],
            ["kind", "VARCHAR"],
          ],
        ],
      );
    }
    const found = await query(
      "kind=person/*/*.parquet",
      `select id, name, network_id, connections, skills, position_since, fetched, json, fetched_at
       from $file order by fetched, try_cast(substr(id, 2) as integer)`,
    );
    const last = found.slice(people.length);
    assert.deepEqual(
      found.slice(0, people.length).map(({ fetched_at: _at, json, ...row }) => [JSON.parse(String(json)), row]),
      people.map((one, nth) => [
        one,
        {
          id: `p${nth}`,
          name: hostileTexts[nth],
          network_id: String(1000 + nth),
          connections: nth * 7,
          skills: ["SQL", "R; S"].slice(0, nth % 3),
          position_since: new Date(Date.UTC(2020, 0, 1 + nth, nth % 24)),
          fetched: "2026-11",
        },
      ]),
    );
    assert.deepEqual(
      last.map(({ id, name, skills, position_since, fetched }) => [id, name, skills, position_since, fetched]),
      [
        ["p0", null, null, null, "2026-12"],
        ["odd", "7", ["one"], null, "2026-12"],
        [null, null, null, null, "2026-12"],
      ],
    );
    assert.ok(found.every((row) => (row["fetched_at"] as Date).getTime() === now));
  });

  it("has a row about each run: without whom a lookup was about", async () => {
    const search = await runOf([{ id: "p1" }, { id: "p2" }]);
    const { id: lookup } = await beginRun(store, "person", { purpose: "lookup", title: "Ada", startedAt: november });
    await pay(search, 0.5);
    await write();
    assert.deepEqual(
      await query("runs/*.parquet", "select run, purpose, title, records, state, credits from $file order by purpose"),
      [
        { run: lookup, purpose: "lookup", title: null, records: 0n, state: "running", credits: 0 },
        { run: search, purpose: "search", title: "Engineers", records: 2n, state: "complete", credits: 2 },
      ],
    );
    for (const name of files()) {
      assert.ok(!readFileSync(path.join(folder, name)).includes("Ada"), name);
    }
  });

  it("answers the queries of the documentation", async () => {
    const [, sql = ""] = /```sql\n([^]*?)```/u.exec(readFileSync("docs/exports.md", "utf8")) ?? [];
    const [moved = "", cost = "", ...rest] = sql.split(";");
    assert.deepEqual(rest, ["\n"]);
    const answer = (text: string): Promise<readonly Row[]> =>
      queryParquet(
        "",
        // The clock of the tests is in the quarter before.
        text.replaceAll("now()", "timestamptz '2026-05-01'").replaceAll(/'(?=kind=|runs)/gu, `'${folder}/`),
      );
    const at = (id: string, name: string): object => ({ id, employment: { current: { company: { name } } } });
    await runOf([at("p1", "Acme"), at("p2", "Acme"), at("p3", "Acme")], { startedAt: december });
    opened.db.run("update page set received_at = received_at - 1000");
    await runOf([at("p1", "Acme"), at("p2", "Beta"), at("p4", "Beta")], { title: "Berlin" });
    opened.db.run("update run set credits = iif(title = 'Berlin', 3, 1.5)");
    await write();
    const [row, ...others] = await answer(moved);
    assert.deepEqual(
      [row?.["id"], row?.["was"], row?.["now"], row?.["fetched_at"], others],
      ["p2", "Acme", "Beta", new Date(now), []],
    );
    assert.deepEqual((await answer(cost)).map(({ title, credits }) => [title, credits]).sort(), [
      ["Berlin", 1],
      ["Engineers", 0.5],
    ]);
  });

  it("is continued: only what is new or has changed is written, and what was deleted is removed", async () => {
    const kept = await runOf([person(1), person(2)]);
    const gone = await runOf([person(3)], { startedAt: december });
    await write();
    const times = (): ReadonlyMap<string, number> =>
      new Map(files().map((name) => [name, statSync(path.join(folder, name)).mtimeMs]));
    const before = times();
    assert.equal(before.size, 4);
    assert.deepEqual(await write(), { runs: 0, records: 0, unchanged: 2, unreadable: 0, removed: 0 });
    assert.deepEqual(times(), before);
    await runOf([person(4)]);
    rmSync(path.join(folder, `runs/${kept}.parquet`));
    assert.deepEqual(await write(), { runs: 2, records: 3, unchanged: 1, unreadable: 0, removed: 0 });
    assert.equal(await countIn("kind=person/*/*.parquet"), 4);
    await store.erasing.erase({ entries: [{ kind: "id", value: "p1" }], tables: [], now });
    assert.deepEqual(await write(), { runs: 1, records: 1, unchanged: 2, unreadable: 0, removed: 0 });
    await store.retention.deleteRun(gone, { now });
    assert.deepEqual(await write(), { runs: 0, records: 0, unchanged: 2, unreadable: 0, removed: 1 });
    assert.deepEqual(
      (await query("kind=person/*/*.parquet", "select id from $file order by id")).map(({ id }) => id),
      ["p2", "p4"],
    );
    assert.deepEqual(
      files().filter((name) => name.includes(gone)),
      [],
    );
  });

  it("has no rows of a run without records", async () => {
    await runOf([]);
    await runOf([person(1)]);
    assert.deepEqual(await write(), { runs: 2, records: 1, unchanged: 0, unreadable: 0, removed: 0 });
    assert.equal(await countIn("kind=person/*/*.parquet"), 1);
    assert.equal((await write()).unchanged, 2);
  });

  it("takes the files of other databases, and leaves them alone", async () => {
    const other = openTestStore();
    await runOf([person(1)]);
    const theirs = await runOf([person(1, { full_name: "Later" }), person(2)], {
      to: other.store,
      startedAt: december,
    });
    await Promise.all([write(), write(other.store)]);
    const rows = await query("kind=person/*/*.parquet", "select id, name, run from $file order by fetched, id");
    assert.deepEqual(
      rows.map(({ id, name }) => [id, name]),
      [
        ["p1", hostileTexts[1]],
        ["p1", "Later"],
        ["p2", hostileTexts[2]],
      ],
    );
    assert.equal(await countIn("runs/*.parquet"), 2);
    assert.deepEqual((await write()).unchanged, 1);
    assert.equal(await countIn("kind=person/*/*.parquet"), 3);
    await other.store.retention.deleteRun(theirs, { now });
    assert.equal((await write(other.store)).removed, 1);
    assert.deepEqual(await query("kind=person/*/*.parquet", "select name from $file"), [{ name: hostileTexts[1] }]);
    await other.close();
  });

  it("leaves other files alone, and is written through no link", async () => {
    await runOf([person(1)]);
    mkdirSync(path.join(folder, "runs"), { recursive: true });
    writeFileSync(path.join(folder, "mine.txt"), "x");
    writeFileSync(path.join(folder, "runs/mine.parquet"), "not a Parquet file");
    await write();
    assert.deepEqual(
      ["mine.txt", "runs/mine.parquet"].filter((name) => !files().includes(name)),
      [],
    );
    rmSync(folder, { recursive: true });
    const elsewhere = newFolder();
    symlinkSync(elsewhere, folder);
    await assert.rejects(write(), /warehouse is a link or a file/u);
    rmSync(folder);
    writeFileSync(folder, "x");
    await assert.rejects(write(), /warehouse is a link or a file/u);
    rmSync(folder);
    await write();
    rmSync(path.join(folder, "kind=person"), { recursive: true });
    symlinkSync(elsewhere, path.join(folder, "kind=person"));
    await assert.rejects(write(), /kind=person is a link or a file/u);
    assert.deepEqual(readdirSync(elsewhere), []);
  });
});
