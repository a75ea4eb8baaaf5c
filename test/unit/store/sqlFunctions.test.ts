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

  it("reads a column from the JSON of a record: its text, its sort key and its items", () => {
    const json = JSON.stringify({ description: "Unit 9", custom: { n: 7 }, specialties: ["a", "b"], name: "" });
    for (const [id, text, key, list] of [
      ["description", "Unit 9", "Unit 9", '["Unit 9"]'],
      ["custom.n", "7", 7, '["7"]'],
      ["specialties", "a; b", "a; b", '["a","b"]'],
      ["name", null, null, null],
      ["missing", null, null, null],
    ] as const) {
      for (const [name, expected] of Object.entries({ column_text: text, column_key: key, column_list: list })) {
        assert.equal(read(`${name}('company', ?, ?)`, id, json), expected, `${name} ${id}`);
      }
    }
    assert.equal(read("column_text('person', 'name', ?)", '{"full_name":"Ada"}'), "Ada");
    assert.equal(read("column_text('company', 'name', ?)", '{"full_name":"Ada"}'), null);
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
