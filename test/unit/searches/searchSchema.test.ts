// The JSON schema of a saved search, for VS Code's text editor.
import assert from "node:assert/strict";
import { parseProfile } from "../../../src/searches/columnProfiles";
import { searchJsonSchema } from "../../../src/searches/searchSchema";
import { filtersOf } from "../../../src/service/filterCatalogue";

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

/** What a text has at the first group of a pattern. */
const allIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("the JSON schema of a saved search", () => {
  const text = JSON.stringify(searchJsonSchema());
  interface Item {
    readonly properties: Readonly<Record<string, { readonly description?: string; readonly examples?: unknown[] }>>;
  }
  interface Condition {
    readonly then: {
      readonly properties: { readonly filters: { readonly properties: Readonly<Record<string, { items: Item }>> } };
    };
  }
  const filters = (searchJsonSchema()["allOf"] as readonly Condition[]).map(
    (branch) => branch.then.properties.filters.properties,
  );

  it("describes every filter of both searches and none more", () => {
    assert.deepEqual(
      filters.map((fields) => Object.keys(fields)),
      (["company", "people"] as const).map((kind) => filtersOf(kind).map(({ field }) => field)),
    );
  });

  for (const definition of [...filtersOf("company"), ...filtersOf("people")]) {
    it(`has examples of ${definition.field}, closes no list, and says what an exact match is`, () => {
      const { field, kind, suggestions, example, isExactAdvised } = definition;
      const { value, exact_match: exact } = filters.flatMap((one) => one[field] ?? [])[0]?.items.properties ?? {};
      assert.deepEqual(
        value?.examples,
        kind === "range" ? undefined : (suggestions ?? [kind === "text" ? example : Number(example)]),
      );
      assert.ok(value === undefined || !("enum" in value));
      const stored = "true: the value as stored, whatever its case. false: minor differences are tolerated.";
      const expected = { range: undefined, integer: "true: the exact term must appear in the value.", text: stored };
      assert.equal(exact?.description, isExactAdvised ? `${stored} Recommended for this filter.` : expected[kind]);
    });
  }

  it("leaves an empty value with the caret in it when a filter is completed", () => {
    assert.ok(text.includes('"label":"Headcount"') && text.includes('"body":[{"min":"^$1","max":"^$2"}]'));
    // The text editor completes nothing where a filter has an example beside its snippet.
    assert.ok(!/"items":.*\},"examples"/u.test(/"industries":(\{.*?)"keywords"/u.exec(text)?.[1] ?? ""));
  });

  it("leaves the checks to the diagnostics, so that each mistake is said once", () => {
    const left = new Set(schemasIn(searchJsonSchema()).flatMap(Object.keys));
    const suggesting = ["default", "defaultSnippets", "description", "examples", "title", "uniqueItems"];
    const structure = ["$schema", "allOf", "anyOf", "if", "items", "properties", "then"];
    assert.deepEqual([...left].sort(), [...structure, ...suggesting].sort());
  });

  it("suggests only words that column profiles accept", () => {
    const bodies = (key: string): readonly string[] =>
      allIn(
        new RegExp(`"${key}":\\{"defaultSnippets":\\[(.*?)\\],"default"`, "u").exec(text)?.[1] ?? "",
        /"body":"(\w+)"/gu,
      );
    assert.deepEqual([bodies("lists").length, bodies("format").length], [3, 3]);
    for (const lists of bodies("lists")) {
      for (const format of bodies("format")) {
        assert.ok(parseProfile({ name: "CRM", lists, columns: [{ id: "name", format }] }).ok, `${lists} ${format}`);
      }
    }
  });
});
