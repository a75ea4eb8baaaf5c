// The schema of a file when it is opened: created in an empty one, left alone in one of another version.
import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSchema, defineFunctions, versionOf } from "../../../src/store/connection";
import { replacedId, replacedVersion, schemaVersion } from "../../../src/store/schema";
import { newFolder, removeFolders } from "./rig";

describe("the schema of a file", () => {
  let connection: DatabaseSync;
  beforeEach(() => {
    connection = new DatabaseSync(":memory:");
    defineFunctions(connection);
  });
  afterEach(() => {
    connection.close();
    removeFolders();
  });
  const create = (): boolean => createSchema(connection, "/x.db");
  const version = (): number => versionOf(connection);
  const names = (): readonly unknown[] =>
    connection
      .prepare("select name from sqlite_schema order by name")
      .all()
      .map(({ name }) => name);
  /** Fails in a transaction that was left open. */
  const write = (): void => connection.exec("begin; insert into setting (name, value) values ('n', '1'); commit");

  it("is created once", () => {
    assert.deepEqual([create(), version()], [true, schemaVersion]);
    write();
    assert.deepEqual([create(), version()], [false, schemaVersion]);
    assert.equal(connection.prepare("select count(*) as n from setting").get()?.["n"], 1);
  });

  it("of another version is left alone", () => {
    for (const other of [schemaVersion - 1, schemaVersion + 1]) {
      connection.exec(`create table other${other} (n); pragma user_version = ${other}`);
      const before = names();
      assert.throws(create, { name: "StoreError", code: "OTHER_VERSION" });
      assert.deepEqual([version(), names()], [other, before]);
      connection.exec(`begin; insert into other${other} values (1); commit`);
    }
  });

  it("of a file that was replaced is made anew, without what was in it", () => {
    create();
    write();
    connection.exec(`create table old (n); pragma application_id = ${replacedId}`);
    connection.exec(`pragma user_version = ${replacedVersion}`);
    const before = names().filter((name) => name !== "old");
    assert.deepEqual([create(), version(), names()], [true, schemaVersion, before]);
    assert.equal(connection.prepare("select count(*) as n from setting").get()?.["n"], 0);
  });

  it("is made by one of two windows that open a file at once", () => {
    const file = path.join(newFolder(), "x.db");
    class LateConnection extends DatabaseSync {
      override exec(sql: string): void {
        if (sql === "begin immediate") {
          const first = new DatabaseSync(file);
          defineFunctions(first);
          createSchema(first, file);
          first.close();
        }
        super.exec(sql);
      }
    }
    connection.close();
    connection = new LateConnection(file);
    assert.equal(create(), false);
    write();
  });

  it("that is up to date is not written, so that opening a file waits for no other window", () => {
    const file = path.join(newFolder(), "x.db");
    const other = new DatabaseSync(file);
    defineFunctions(other);
    createSchema(other, file);
    other.exec("begin immediate");
    connection.close();
    connection = new DatabaseSync(file, { timeout: 0 });
    assert.equal(create(), false);
    other.close();
  });
});
