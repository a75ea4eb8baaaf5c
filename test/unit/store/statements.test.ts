// Prepared statements: each is made once.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { StatementCache } from "../../../src/store/statements";

describe("the statements of a connection", () => {
  let connection: DatabaseSync;
  beforeEach(() => {
    connection = new DatabaseSync(":memory:");
  });
  afterEach(() => connection.close());

  it("are prepared once", () => {
    const statements = new StatementCache(connection);
    const first = statements.get("select 1");
    assert.notEqual(statements.get("select 2"), first);
    assert.equal(statements.get("select 1"), first);
  });
});
