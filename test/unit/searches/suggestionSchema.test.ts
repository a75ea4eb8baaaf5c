// The schema for VS Code's text editor suggests all that the strict schema allows, and checks nothing itself.
import assert from "node:assert/strict";
import { searchJsonSchema } from "../../../src/searches/searchSchema";
import { suggestionSchema } from "../../../src/searches/suggestionSchema";

type Parts = Readonly<Record<string, unknown>>;

/** Every schema in this one, without conditions and what is suggested. */
function schemasIn(schema: unknown): readonly Parts[] {
  if (typeof schema !== "object" || schema === null) {
    return [];
  }
  if (Array.isArray(schema)) {
    return schema.flatMap(schemasIn);
  }
  const { properties = {}, items, allOf, anyOf, then } = schema as Parts;
  return [
    schema as Parts,
    ...Object.values(properties as Parts).flatMap(schemasIn),
    ...schemasIn([items, allOf, anyOf, then]),
  ];
}

describe("the schema for the text editor", () => {
  it("leaves the checks to the diagnostics, so that each mistake is said once", () => {
    const left = new Set(schemasIn(suggestionSchema()).flatMap(Object.keys));
    assert.deepEqual([...left].sort(), [
      "$schema",
      "allOf",
      "anyOf",
      "default",
      "defaultSnippets",
      "description",
      "examples",
      "if",
      "items",
      "properties",
      "then",
      "title",
      "uniqueItems",
    ]);
  });

  it("explains what the strict schema explains, in the same places", () => {
    const described = (schema: unknown): readonly unknown[] => schemasIn(schema).map(({ description }) => description);
    assert.deepEqual(described(suggestionSchema()), described(searchJsonSchema()));
    assert.ok(described(suggestionSchema()).some((text) => text === "Industries (Company): Company industries."));
  });

  it("still suggests the filters of the kind, closed lists, true, and the caret between quotation marks", () => {
    const text = JSON.stringify(suggestionSchema());
    for (const part of [
      '"if":{"properties":{"search":{"const":"company"}},"required":["search"]}',
      '{"label":"people","description":"People, by 29 filters.","body":"people"}',
      '"examples":[true,false]',
      '{"label":"everything","body":"everything"}',
      '[{"label":"\\"\\"","body":"$1"}]',
      '[{"label":"0","body":"^${1:0}"}]',
      '"defaultSnippets":[{"label":"Industries","description":"Company industries","body":[{"value":"$1"}]}]',
    ]) {
      assert.ok(text.includes(part), part);
    }
  });
});
