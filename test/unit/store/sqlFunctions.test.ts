// Functions that SQL of the store calls: for texts, for columns that have no column of their own, and for questions.
import assert from "node:assert/strict";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { defineFunctions } from "../../../src/store/sqlFunctions";

describe("a function for SQL", () => {
  let connection: DatabaseSync;
  before(() => {
    connection = new DatabaseSync(":memory:");
    defineFunctions(connection);
  });
  after(() => connection.close());
  const read = (sql: string, ...values: readonly SQLInputValue[]): unknown =>
    Object.values(connection.prepare(`select ${sql}`).get(...values) ?? {})[0];

  it("compares texts, also numbers that no text was expected to be, and nothing with nothing", () => {
    for (const [sql, expected] of [
      ["fold('Zoë')", "zoe"],
      ["fold(9007199254740993)", "9007199254740993"],
      ["fold(null)", null],
      ["sortable('Ünit 9')", "unit 000000000000009"],
      ["sortable(null)", null],
      ["address('https://www.X.example/a/')", "x.example/a"],
      ["address(9007199254740993)", "9007199254740993"],
      ["address('https://')", null],
      ["address(null)", null],
    ] as const) {
      assert.equal(read(sql), expected, sql);
    }
  });

  it("reads a field of the JSON of a record by its path: its text or number, and its items", () => {
    const json = JSON.stringify({ description: "Unit 9", custom: { n: 7 }, specialties: ["a", "b"], name: "" });
    for (const [path, text, items] of [
      ["description", "Unit 9", '["Unit 9"]'],
      ["custom.n", 7, '["7"]'],
      ["specialties", "a; b", '["a","b"]'],
      ["specialties[1]", "b", '["b"]'],
      ["name", null, null],
      ["missing", null, null],
    ] as const) {
      assert.equal(read("field(?, ?)", json, path), text, path);
      assert.equal(read("field_items(?, ?)", json, path), items, path);
    }
  });

  it("reads the entries of a leave-out list that a question is about", () => {
    const identifiers = { person_name: " Zoë ", company_domain: "https://www.X.example" };
    assert.equal(
      read("question_entries('person', ?)", JSON.stringify(identifiers)),
      JSON.stringify([
        ["domain", "x.example"],
        ["nameAtCompany", "zoe\nx.example"],
      ]),
    );
  });
});
