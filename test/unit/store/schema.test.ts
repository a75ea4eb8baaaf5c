// The schema of a new file, which two windows may open at once.
import assert from "node:assert/strict";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSchema } from "../../../src/store/connection";
import { newFolder, removeFolders } from "./rig";

describe("the schema of a new file", () => {
  after(removeFolders);

  it("is made by one of two windows that open it at once", () => {
    const file = path.join(newFolder(), "x.db");
    class LateConnection extends DatabaseSync {
      override exec(sql: string): void {
        if (sql === "begin immediate") {
          const first = new DatabaseSync(file);
          createSchema(first);
          first.close();
        }
        super.exec(sql);
      }
    }
    const connection = new LateConnection(file);
    assert.equal(createSchema(connection), false);
    connection.exec("begin; insert into setting (name, value) values ('n', '1'); commit");
    connection.close();
  });
});
