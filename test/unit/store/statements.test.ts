// Prepared statements: each is made once, and takes the values that its text numbers.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { StatementCache, type Value } from "../../../src/store/statements";

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

  it("are not all kept when there are very many", () => {
    const statements = new StatementCache(connection);
    const first = statements.get("select 0");
    for (let n = 1; n <= 1000; n += 1) {
      statements.get(`select ${n}`);
    }
    assert.notEqual(statements.get("select 0"), first);
    assert.deepEqual(Object.values(statements.get("select 7").statement.get() ?? {}), [7]);
  });

  it("take values by position or by number, also what SQLite does not know", () => {
    const statements = new StatementCache(connection);
    const read = (sql: string, ...values: readonly Value[]): readonly unknown[] => {
      const { statement, bind } = statements.get(sql);
      return Object.values(statement.get(...bind(values)) ?? {});
    };
    assert.deepEqual(read("select ? as a, ? as b, ? as c, ? as d", 1, "x", undefined, true), [1, "x", null, 1]);
    assert.deepEqual(read("select ?2 as a, ?1 as b, ?2 as c, ?3 as d", "x", false, null), [0, "x", 0, null]);
  });
});
