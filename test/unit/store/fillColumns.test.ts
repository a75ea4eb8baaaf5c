// The columns of records that were stored by an earlier version are computed when a file is opened.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { recordKinds } from "../../../src/service/operations";
import { fillIndexSql } from "../../../src/store/everything";
import { moreTables, recordTables } from "../../../src/store/kinds";
import type { StoreDb } from "../../../src/store/storeDb";
import { Sandbox } from "../../sandboxServer/sandbox";
import { addPage, beginRun, newFolder, now, openTestStore, removeFolders, type TestStore } from "./rig";

/** Of one piece, and a bit: see `rowsAtOnce`. */
const rowsAtOnce = 500;

describe("columns of records of an earlier version", function () {
  this.timeout(120_000);
  let file: string;
  beforeEach(() => {
    file = path.join(newFolder(), "store", "prospect-desk.db");
  });
  afterEach(removeFolders);

  const tables = (db: Pick<StoreDb, "all">): readonly unknown[] =>
    recordKinds.map((kind) =>
      db.all(`select * from ${recordTables[kind]} m left join ${moreTables[kind]} using (key) order by key`),
    );
  const indexed = (db: StoreDb, text: string): readonly unknown[] =>
    db.all("select -rowid as key from everything where everything match ? order by 1", text);

  /** Takes away what an earlier version does not store, and writes what it wrote otherwise. */
  function age(db: StoreDb): void {
    for (const kind of recordKinds) {
      db.run(`delete from ${moreTables[kind]}`);
      db.run(`update ${recordTables[kind]} set filled = null, search = 'zzaged ' || search, raw = 1`);
    }
    db.exec(fillIndexSql);
  }

  async function sandboxRecords(store: TestStore, pages: number): Promise<void> {
    const clock = { now: () => now, sleep: async () => undefined };
    const sandbox = new Sandbox({ clock, companies: 400, people: 2_000 });
    for (const [kind, url, method] of [
      ["company", "/api/v2/company/search", "POST"],
      ["person", "/api/v2/people/search", "POST"],
      ["contact", "/api/v2/contact/enrich/bulk/enr-demo-large", "GET"],
    ] as const) {
      for (let page = 0; page < (kind === "person" ? pages : 1); page += 1) {
        const { body } = await sandbox.handle({
          ...{ method, path: url },
          headers: { authorization: "Bearer sandbox-key", "content-type": "application/json" },
          ...(method === "POST" && { body: Buffer.from(`{"limit":100,"offset":${page * 100}}`) }),
        });
        await addPage(store, await beginRun(store, kind), [], { body });
      }
    }
  }

  it("are those of records that are stored now, and found by the same words", async () => {
    const first = openTestStore({ file });
    await sandboxRecords(first.store, 7);
    const [stored, found] = [tables(first.db), indexed(first.db, "engineer*")];
    first.db.write(() => age(first.db));
    assert.notDeepEqual(tables(first.db), stored);
    await first.close();
    const told: unknown[] = [];
    const second = openTestStore({ file, onMigrating: (progress) => told.push(progress) });
    await second.store.file.path();
    const raw = (rows: readonly unknown[]): string => JSON.stringify(rows).replaceAll('"raw":1', '"raw":0');
    assert.equal(raw(tables(second.db)), raw(stored));
    assert.deepEqual(indexed(second.db, "engineer*"), found);
    assert.deepEqual(indexed(second.db, "zzaged"), []);
    second.db.exec("insert into everything (everything) values ('integrity-check')");
    const { length } = told;
    assert.ok(length > 1);
    const total = recordKinds.reduce((sum, _kind, at) => sum + (tables(second.db)[at] as readonly unknown[]).length, 0);
    assert.deepEqual(told.at(-1), { done: total, total });
    await second.close();
    const third = openTestStore({ file, onMigrating: (progress) => told.push(progress) });
    assert.equal(told.length, length, "once");
    await third.close();
  });

  it("are also computed for rows that a process of the earlier version adds; ids and damaged rows stay", async () => {
    const first = openTestStore({ file });
    const run = await beginRun(first.store, "person");
    await addPage(first.store, run, [
      { id: "1", full_name: "Ada", headline: "a" },
      { id: "2", full_name: "Eve" },
      { id: 3 },
    ]);
    const key = run.no * 2 ** 32;
    first.db.run("update person_record set filled = null, id = iif(key = ?, '3.0', id)", key + 2);
    first.db.run("delete from person_more");
    first.db.run("update record_json set json = '{' where key = ?", key + 1);
    await first.close();
    const { db, close } = openTestStore({ file });
    assert.deepEqual(
      db.arrays(
        `select id, id_value, name, headline, filled
         from person_record left join person_more using (key) order by key`,
      ),
      [
        ["1", null, "Ada", "a", 1],
        ["2", null, "Eve", null, 1],
        ["3.0", 3, null, null, 1],
      ],
    );
    await close();
  });

  it("are computed in pieces: who is killed has done what was done, and the next one does the rest", async () => {
    const first = openTestStore({ file });
    await sandboxRecords(first.store, 20);
    const stored = tables(first.db);
    first.db.write(() => age(first.db));
    await first.close();
    const child = path.resolve("dist/test/unit/store/fillColumnsChild.js");
    await new Promise<void>((resolve) => {
      const started = spawn(process.execPath, [...process.execArgv, child, file], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      started.stdout.once("data", () => started.kill("SIGKILL"));
      started.on("close", () => resolve());
    });
    const unfilled = (): number => {
      const connection = new DatabaseSync(file, { readOnly: true });
      const sql = recordKinds
        .map((kind) => `(select count(*) from ${recordTables[kind]} where filled is null)`)
        .join(" + ");
      const { n } = connection.prepare(`select ${sql} as n`).get() ?? {};
      connection.close();
      return Number(n);
    };
    const left = unfilled();
    assert.ok(
      left > 0 && left < recordKinds.reduce((sum, _kind, at) => sum + (stored[at] as readonly unknown[]).length, 0),
    );
    const told: unknown[] = [];
    const second = openTestStore({ file, onMigrating: (progress) => told.push(progress) });
    const raw = (rows: readonly unknown[]): string => JSON.stringify(rows).replaceAll('"raw":1', '"raw":0');
    assert.equal(raw(tables(second.db)), raw(stored));
    assert.equal(unfilled(), 0);
    assert.ok(told.length >= Math.floor(left / rowsAtOnce));
    await second.close();
  });
});
