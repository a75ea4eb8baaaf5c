// The schema of a file when it is opened: made, brought up to date, or made anew when the file was replaced.
import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrate, versionOf, defineFunctions } from "../../../src/store/connection";
import { migrations, replacedId, replacedVersion } from "../../../src/store/schema";
import { newFolder, removeFolders } from "./rig";

describe("the schema of a file", () => {
  let connection: DatabaseSync;
  let announced: number;
  beforeEach(() => {
    connection = new DatabaseSync(":memory:");
    defineFunctions(connection);
    announced = 0;
  });
  afterEach(() => {
    connection.close();
    removeFolders();
  });
  const update = (): void => migrate(connection, "/x.db", () => (announced += 1));
  const state = (): readonly unknown[] => [versionOf(connection), announced];
  const names = (): readonly unknown[] =>
    connection
      .prepare("select name from sqlite_schema order by name")
      .all()
      .map(({ name }) => name);
  /** Fails in a transaction that was left open. */
  const write = (): void => connection.exec("begin; insert into setting (name, value) values ('n', '1'); commit");

  it("is made without a word, and once", () => {
    update();
    assert.deepEqual(state(), [migrations.length, 0]);
    write();
    update();
    assert.deepEqual(state(), [migrations.length, 0]);
    assert.equal(connection.prepare("select count(*) as n from setting").get()?.["n"], 1);
  });

  it("of an earlier version is brought up to date, which is announced as it may take long", () => {
    connection.exec(migrations[0] ?? "");
    connection.exec("pragma user_version = 1");
    update();
    assert.deepEqual(state(), [migrations.length, 1]);
    write();
    const updated = names();
    connection.close();
    connection = new DatabaseSync(":memory:");
    defineFunctions(connection);
    update();
    assert.deepEqual(updated, names(), "as if it were new");
  });

  it("of a later version is left alone", () => {
    connection.exec(`create table later (n); pragma user_version = ${migrations.length + 1}`);
    assert.throws(update, { name: "StoreError", code: "NEWER" });
    assert.deepEqual([...state(), names()], [migrations.length + 1, 0, ["later"]]);
    connection.exec("begin; insert into later values (1); commit");
  });

  it("of a file that was replaced is made anew, without what was in it", () => {
    update();
    write();
    connection.exec(`create table old (n); pragma application_id = ${replacedId}`);
    connection.exec(`pragma user_version = ${replacedVersion}`);
    const before = names().filter((name) => name !== "old");
    update();
    assert.deepEqual([...state(), names()], [migrations.length, 0, before]);
    assert.equal(connection.prepare("select count(*) as n from setting").get()?.["n"], 0);
  });

  it("is made by one of two windows that open a file at once", () => {
    const file = path.join(newFolder(), "x.db");
    class LateConnection extends DatabaseSync {
      override exec(sql: string): void {
        if (sql === "begin immediate") {
          const first = new DatabaseSync(file);
          defineFunctions(first);
          migrate(first, file);
          first.close();
        }
        super.exec(sql);
      }
    }
    connection.close();
    connection = new LateConnection(file);
    update();
    assert.deepEqual(state(), [migrations.length, 0]);
    write();
  });

  it("that is up to date is not written, so that opening a file waits for no other window", () => {
    const file = path.join(newFolder(), "x.db");
    const other = new DatabaseSync(file);
    defineFunctions(other);
    migrate(other, file);
    other.exec("begin immediate");
    connection.close();
    connection = new DatabaseSync(file, { timeout: 0 });
    update();
    other.close();
    assert.deepEqual(state(), [migrations.length, 0]);
  });
});
