// The name of a record when the usual field is missing: in headings and in the name column.
import assert from "node:assert/strict";
import { cellText, columnOf } from "../../../src/rows/columns";
import { recordTitle } from "../../../src/rows/record";
import type { RecordKind } from "../../../src/service/operations";

const cell = (kind: RecordKind, column: string, record: unknown): string => {
  const found = columnOf(kind, column);
  assert.ok(found, column);
  return cellText(found.value(record));
};

describe("the name of a record", () => {
  for (const [kind, record, title] of [
    ["company", { name: "Acme", domain: "acme.example" }, "Acme"],
    ["company", { name: " ", domain: "acme.example" }, "acme.example"],
    ["person", { full_name: "Ada L.", first_name: "Ada" }, "Ada L."],
    ["person", { first_name: "Ada", last_name: "Lovelace" }, "Ada Lovelace"],
    ["person", { full_name: "", last_name: "Lovelace" }, "Lovelace"],
    ["person", { first_name: "Ada", last_name: null }, "Ada"],
    ["contact", { profile: { full_name: "Ada L." }, input: { first_name: "Eve" } }, "Ada L."],
    ["contact", { profile: null, input: { first_name: "Ada", last_name: "Lovelace" } }, "Ada Lovelace"],
    ["company", {}, "Record without a name"],
    ["person", { first_name: 7, last_name: [] }, "7"],
  ] as const) {
    it(`of ${JSON.stringify(record)} is ${title}`, () => assert.equal(recordTitle(kind, record), title));
  }

  it("in the columns is made of first and last name where there is no full name", () => {
    assert.equal(cell("contact", "name", { input: { first_name: "Ada", last_name: "" } }), "Ada");
    assert.equal(cell("contact", "name", { input: { first_name: "Ada", last_name: "Lovelace" } }), "Ada Lovelace");
    assert.equal(cell("person", "name", { first_name: "Ada", last_name: "Lovelace" }), "Ada Lovelace");
    assert.equal(cell("person", "name", { full_name: "Ada L.", first_name: "Eve" }), "Ada L.");
  });
});
