// The JSON schema for the text editor: what it accepts at the root, so that completion starts in the right place.
import assert from "node:assert/strict";
import { searchJsonSchema } from "../../../src/searches/searchSchema";

describe("the JSON schema of a saved search", () => {
  it("accepts one object, of which only the kind of search is required", () => {
    const { type, required, $schema, properties } = searchJsonSchema();
    assert.deepEqual([type, required, $schema], ["object", ["search"], "http://json-schema.org/draft-07/schema#"]);
    assert.deepEqual(Object.keys(properties as object).sort(), [
      "$schema",
      "export",
      "fetch",
      "filters",
      "leaveOut",
      "search",
    ]);
  });

  it("accepts objects in its parts, and no unknown properties of fetch", () => {
    const { filters, fetch } = searchJsonSchema().properties as Readonly<Record<string, Record<string, unknown>>>;
    assert.deepEqual([filters?.type, fetch?.type, fetch?.additionalProperties], ["object", "object", false]);
  });

  it("accepts no unknown properties anywhere", () => {
    const schema = JSON.stringify(searchJsonSchema());
    const allowed = [...schema.matchAll(/"additionalProperties":([^,}]+)/gu)].map(([, text]) => text);
    assert.ok(allowed.length > 10 && allowed.every((text) => text === "false"), allowed.join());
  });

  it("accepts profiles with a name and at least one column that has an id", () => {
    const text = JSON.stringify(searchJsonSchema());
    const sizes = [...text.matchAll(/"(?:minItems|minLength)":(\d+)/gu)].map(([, size]) => size);
    assert.ok(sizes.length > 3 && sizes.every((size) => size === "1"), sizes.join());
  });

  it("names the unit of a range only where it has one", () => {
    const schema = JSON.stringify(searchJsonSchema());
    const bounds = [...schema.matchAll(/(?:Lower|Upper) bound[^"]*/g)].map(([text]) => text);
    assert.ok(bounds.includes("Lower bound, inclusive, in employees."));
    assert.ok(bounds.includes("Upper bound, inclusive, in employees."));
    assert.deepEqual(
      bounds.filter((text) => text.includes("undefined")),
      [],
    );
  });

  it("has an example of every value, a number where the value is one", () => {
    const schema = JSON.stringify(searchJsonSchema());
    const values = [...schema.matchAll(/"value":\{"type":"(\w+)"[^{}]*?"examples":\[([^\]]+)\]/gu)];
    assert.equal(values.length, [...schema.matchAll(/"value":\{"type"/gu)].length);
    assert.ok(values.every(([, type, first]) => (type === "string") === first?.startsWith('"')));
    assert.ok(values.some(([, type]) => type === "integer"));
  });

  it("leaves an empty value with the caret in it when a filter is completed", () => {
    const schema = JSON.stringify(searchJsonSchema());
    assert.ok(
      schema.includes(
        '"defaultSnippets":[{"label":"Industries","description":"Company industries","body":[{"value":"$1"}]}]',
      ),
    );
    assert.ok(schema.includes('"label":"Headcount"') && schema.includes('"body":[{"min":"^$1","max":"^$2"}]'));
    // The text editor completes nothing where a filter has an example beside its snippet.
    const filters = /"industries":(\{.*?)"keywords"/u.exec(schema)?.[1] ?? "";
    assert.ok(!/"items":.*\},"examples"/u.test(filters));
  });
});
