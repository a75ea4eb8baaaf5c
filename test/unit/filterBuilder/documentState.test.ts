// The saved-search text as the filter builder's page sees it, and the page's edits against a text that moved on.
import assert from "node:assert/strict";
import { documentState, filtersKey, textEdits } from "../../../src/workbench/searchEditor/documentState";
import { newSearchText } from "../../../src/searches/newSearchText";
import { applySearchEdits } from "../../../src/searches/searchEdits";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import type { SearchEdit } from "../../../webview-ui/messages/filterBuilder";

const text = newSearchText("company", {
  industries: [{ value: "Banking" }, { value: "Retail", exclude: true }],
  headcounts: [{ min: 51, max: 200 }],
});
const edited = (from: string, edit: SearchEdit): Readonly<Record<string, unknown>> =>
  JSON.parse(applySearchEdits(from, textEdits(from, edit))) as Readonly<Record<string, unknown>>;

describe("the document as the page sees it", () => {
  it("has the file's name without its ending, the search and no problem", () => {
    const state = documentState("Acme.prospect.json", text);
    assert.equal(state.name, "Acme");
    assert.deepEqual(state.document?.filters["headcounts"], [{ min: 51, max: 200 }]);
    assert.deepEqual([state.problems, state.unknown], [[], []]);
  });

  for (const end of ["\n", "\r\n"]) {
    it(`tells the line of an error, counted from 1 (${JSON.stringify(end)})`, () => {
      const state = documentState("a.prospect.json", ["{", '  "search": "company",', "  oops", "}"].join(end));
      assert.equal(state.document, undefined);
      assert.equal(state.problems[0]?.severity, "error");
      assert.equal(state.problems[0]?.line, 3);
    });
  }

  it("shows an unknown filter with its value and its place", () => {
    const odd = text.replace('"filters": {', '"filters": {\n    "moods": [{ "value": "glad" }],');
    const { unknown, document } = documentState("a.prospect.json", odd);
    assert.deepEqual(
      unknown.map(({ field, json }) => [field, json]),
      [["moods", '[{"value":"glad"}]']],
    );
    assert.ok(odd.slice(unknown[0]?.offset).startsWith('"moods"') || odd.slice(unknown[0]?.offset).startsWith("[{"));
    assert.ok(document);
  });
});

describe("an edit of the page", () => {
  it("finds its item where the page saw it", () => {
    const next = edited(text, {
      kind: "replaceItem",
      field: "industries",
      index: 1,
      was: { value: "Retail", exclude: true },
      item: { value: "Retail" },
    });
    assert.deepEqual((next["filters"] as { industries: unknown }).industries, [
      { value: "Banking" },
      { value: "Retail" },
    ]);
  });

  it("finds its item at another place when the document moved on", () => {
    const moved = applySearchEdits(
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

  it("does nothing to an item that is gone or became another", () => {
    assert.deepEqual(
      textEdits(text, { kind: "removeItem", field: "industries", index: 1, was: { value: "Retail" } }),
      [],
    );
    assert.deepEqual(
      textEdits(text, { kind: "replaceItem", field: "headcounts", index: 0, was: { min: 51 }, item: { min: 1 } }),
      [],
    );
  });

  it("sets and removes what is fetched", () => {
    const capped = applySearchEdits(text, textEdits(text, { kind: "setCredits", credits: 50 }));
    assert.deepEqual((JSON.parse(capped) as { fetch: unknown }).fetch, { records: 100, credits: 50 });
    assert.deepEqual(edited(capped, { kind: "setCredits", credits: null })["fetch"], { records: 100 });
    assert.deepEqual(edited(capped, { kind: "setLeaveOutKnown", leaveOutKnown: true })["fetch"], {
      records: 100,
      credits: 50,
      leaveOutKnown: true,
    });
  });
});

describe("whether two documents find the same", () => {
  const document = (filters: SearchDocument["filters"], records = 100): SearchDocument => ({
    search: "company",
    filters,
    fetch: { records },
  });

  it("looks at filters alone, not at their order, at empty ones or at what is fetched", () => {
    const one = document({
      types: [],
      industries: [{ value: "A" }, { value: "B", exclude: false }],
      names: [{ value: "x" }],
    });
    const other = document({ names: [{ value: "x" }], industries: [{ value: "B" }, { value: "A" }] }, 7);
    assert.equal(filtersKey(one), filtersKey(other));
  });

  it("tells apart values, sides and bounds", () => {
    const keys = [{ value: "A" }, { value: "A", exclude: true }, { value: "A", exact_match: true }, { value: "B" }].map(
      (item) => filtersKey(document({ names: [item] })),
    );
    keys.push(filtersKey(document({ headcounts: [{ min: 1 }] })), filtersKey(document({ headcounts: [{ max: 1 }] })));
    assert.equal(new Set(keys).size, keys.length);
  });
});
