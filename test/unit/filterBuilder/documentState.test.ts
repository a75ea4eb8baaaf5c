// A saved search's text as the filter builder shows it, and the page's edits of a text that has changed since.
import assert from "node:assert/strict";
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import { filtersKey } from "../../../src/searches/filterItems";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import { newSearchText } from "../../../src/searches/searchEdits";
import { documentState, textEdits } from "../../../src/workbench/searchEditor/documentState";
import type { SearchEdit } from "../../../webview-ui/messages/filterBuilder";

const text = newSearchText("company", {
  industries: [{ value: "Banking" }, { value: "Retail", exclude: true }],
  headcounts: [{ min: 51, max: 200 }],
});
const edited = (from: string, edit: SearchEdit): Readonly<Record<string, unknown>> =>
  JSON.parse(applyEdits(from, textEdits(from, edit))) as Readonly<Record<string, unknown>>;

describe("the document as the page shows it", () => {
  for (const end of ["\n", "\r\n"]) {
    it(`has the line of an error, counted from 1 (${JSON.stringify(end)})`, () => {
      const state = documentState("a.prospect.json", ["{", '  "search": "company",', "  oops", "}"].join(end));
      assert.equal(state.document, undefined);
      assert.equal(state.problems[0]?.severity, "error");
      assert.equal(state.problems[0]?.line, 3);
    });
  }

  it("has an unknown filter with its value and position", () => {
    const withUnknown = text.replace('"filters": {', '"filters": {\n    "moods": [{ "value": "glad" }],');
    const { unknown, document } = documentState("a.prospect.json", withUnknown);
    assert.deepEqual(
      unknown.map(({ field, json }) => [field, json]),
      [["moods", '[{"value":"glad"}]']],
    );
    assert.ok(
      withUnknown.slice(unknown[0]?.offset).startsWith('"moods"') ||
        withUnknown.slice(unknown[0]?.offset).startsWith("[{"),
    );
    assert.ok(document);
  });
});

describe("an edit of the page", () => {
  it("finds its item at another index when the document has changed", () => {
    const moved = applyEdits(
      text,
      textEdits(text, { kind: "removeItem", field: "industries", index: 0, was: { value: "Banking" } }),
    );
    const next = edited(moved, {
      kind: "removeItem",
      field: "industries",
      index: 1,
      was: { value: "Retail", exclude: true, exact_match: false },
    });
    assert.deepEqual((next["filters"] as { industries: unknown }).industries, []);
  });

  it("ignores an item that is gone or has changed", () => {
    assert.deepEqual(
      textEdits(text, { kind: "removeItem", field: "industries", index: 1, was: { value: "Retail" } }),
      [],
    );
    assert.deepEqual(
      textEdits(text, { kind: "replaceItem", field: "headcounts", index: 0, was: { min: 51 }, item: { min: 1 } }),
      [],
    );
  });

  it("removes the leave-out list that it was made for, although the document has changed", () => {
    const lists = (...leaveOut: readonly string[]): string =>
      JSON.stringify({ ...(JSON.parse(text) as object), leaveOut });
    const remove = (index: number, name: string): SearchEdit => ({
      kind: "removeList",
      index,
      source: JSON.stringify(name),
    });
    assert.deepEqual(edited(lists("a.csv", "b.csv", "a.csv"), remove(2, "a.csv"))["leaveOut"], ["a.csv", "b.csv"]);
    assert.deepEqual(edited(lists("b.csv", "c.csv"), remove(1, "b.csv"))["leaveOut"], ["c.csv"]);
    assert.deepEqual(textEdits(lists("b.csv", "c.csv"), remove(0, "a.csv")), []);
  });
});

describe("the key of a document's filters", () => {
  const document = (filters: SearchDocument["filters"], records = 100): SearchDocument => ({
    search: "company",
    filters,
    fetch: { records },
  });

  it("depends on filters only, not on their order, empty filters or fetch settings", () => {
    const one = document({
      types: [],
      industries: [{ value: "A" }, { value: "B", exclude: false }],
      names: [{ value: "x" }],
    });
    const other = document({ names: [{ value: "x" }], industries: [{ value: "B" }, { value: "A" }] }, 7);
    assert.equal(filtersKey(one), filtersKey(other));
  });

  it("differs for other values, exclusion, match and bounds", () => {
    const keys = [{ value: "A" }, { value: "A", exclude: true }, { value: "A", exact_match: true }, { value: "B" }].map(
      (item) => filtersKey(document({ names: [item] })),
    );
    keys.push(filtersKey(document({ headcounts: [{ min: 1 }] })), filtersKey(document({ headcounts: [{ max: 1 }] })));
    assert.equal(new Set(keys).size, keys.length);
  });
});
