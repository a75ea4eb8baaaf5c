// The schema of a file when it is opened.
import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSchema, defineFunctions, versionOf } from "../../../src/store/connection";
import { schemaVersion } from "../../../src/store/schema";
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
  const create = (): boolean => createSchema(connection);
  const version = (): number => versionOf(connection);
  /** Fails in a transaction that was left open. */
  const write = (): void => connection.exec("begin; insert into setting (name, value) values ('n', '1'); commit");

  it("is created once", () => {
    assert.deepEqual([create(), version()], [true, schemaVersion]);
    write();
    assert.deepEqual([create(), version()], [false, schemaVersion]);
    assert.equal(connection.prepare("select count(*) as n from setting").get()?.["n"], 1);
  });

  it("is made by one of two windows that open a file at once", () => {
    const file = path.join(newFolder(), "x.db");
    class LateConnection extends DatabaseSync {
      override exec(sql: string): void {
        if (sql === "begin immediate") {
          const first = new DatabaseSync(file);
          defineFunctions(first);
          createSchema(first);
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
    createSchema(other);
    other.exec("begin immediate");
    connection.close();
    connection = new DatabaseSync(file, { timeout: 0 });
    assert.equal(create(), false);
    other.close();
  });
});
