// Saved searches with invalid values: the form shows them where they are, and nothing changes them but the user.
import assert from "node:assert/strict";
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import { parseSearch } from "../../../src/searches/parseSearch";
import { problemSentence, readSearchForm } from "../../../src/searches/readSearchForm";
import { isInvalid, type SearchForm } from "../../../src/searches/searchForm";
import { documentState, textEdits } from "../../../src/workbench/searchEditor/documentState";
import { fieldProblems } from "../../../webview-ui/filter-builder/builderState";
import type { SearchEdit } from "../../../webview-ui/messages/filterBuilder";

const text = `{
  "search": "company",
  "filters": {
    "names": [{ "value": 5 }, { "value": "Northwind", "exclude": true, "why": "customer" }, "Contoso"],
    "professional_network_ids": [{ "value": 1.5 }, { "value": "1035", "exclude": true }],
    "headcounts": [{ "min": 200, "max": 51 }, { "min": 1 }, { "exclude": true }]
  },
  "fetch": { "records": 10.5, "credits": "abc", "leaveOutKnown": "yes" }
}
`;

function formOf(from: string): SearchForm {
  const form = readSearchForm(from);
  assert.ok(form);
  return form;
}
const after = (edit: SearchEdit, from = text): string => applyEdits(from, textEdits(from, edit));

describe("a saved search with invalid values, as a form", () => {
  it("shows leave-out lists, the invalid ones among them", () => {
    const form = formOf('{ "search": "people", "leaveOut": ["a.csv", "/b.csv"] }');
    assert.equal(form.leaveOut?.[0], "a.csv");
    assert.deepEqual(
      fieldProblems(form, {}).map(({ field, label }) => [field, label]),
      [["leaveOut", "Leave-out lists"]],
    );
  });

  it("shows each entry as it is written, valid ones among them", () => {
    const { filters, fetch } = formOf(text);
    const shown = Object.values(filters).map((items) =>
      items.map((item) => (isInvalid(item) ? [item.source, item.value, item.min, item.max] : item)),
    );
    assert.deepEqual(shown, [
      [['{ "value": 5 }', "5", "", ""], { value: "Northwind", exclude: true }, ['"Contoso"', "Contoso", "Contoso", ""]],
      [
        ['{ "value": 1.5 }', "1.5", "", ""],
        ['{ "value": "1035", "exclude": true }', "1035", "", ""],
      ],
      [
        ['{ "min": 200, "max": 51 }', '{ "min": 200, "max": 51 }', "200", "51"],
        { min: 1 },
        ['{ "exclude": true }', '{ "exclude": true }', "", ""],
      ],
    ]);
    assert.deepEqual(
      [fetch.records, fetch.credits, fetch.leaveOutKnown].map((value) =>
        isInvalid(value) ? [value.source, value.value] : value,
      ),
      [
        ["10.5", "10.5"],
        ['"abc"', "abc"],
        ['"yes"', "yes"],
      ],
    );
  });

  it("names every field that must be fixed, in the order of the form, with the reason", () => {
    assert.deepEqual(
      fieldProblems(formOf(text), {}).map(({ field, label, message }) => [field, label, message.split(/[:.]/u, 1)[0]]),
      [
        [
          "fetch.records",
          "Records to fetch",
          "“records”, the number of records to fetch, must be a whole number from 1 to 10,000,000",
        ],
        [
          "fetch.credits",
          "Credit limit",
          "“credits”, the credit limit of a run, must be a number from 0 to 1,000,000,000, without quotes",
        ],
        ["fetch.leaveOutKnown", "Skip records I already have", "“leaveOutKnown” must be true or false, without quotes"],
        ["filters.names", "Names", "This filter needs text"],
        ["filters.professional_network_ids", "Professional-network ids", "Enter a whole number"],
        ["filters.headcounts", "Headcount", "“From” (200) is greater than “To” (51)"],
      ],
    );
  });

  it("is the document itself when nothing is wrong", () => {
    const whole =
      '{ "search": "people", "filters": { "person_names": [{ "value": "Ada" }] }, "fetch": { "credits": 0.5 } }';
    assert.deepEqual(readSearchForm(whole), parseSearch(whole).document);
    assert.deepEqual(fieldProblems(formOf(whole), {}), []);
  });

  const limits: readonly string[] = ['"abc"', "-1", "1e400", "null", "[1]"];
  for (const limit of limits) {
    it(`keeps ${limit} as the credit limit, whatever else is edited`, () => {
      const odd = `{ "search": "company", "filters": {}, "fetch": { "credits": ${limit} } }`;
      const edited = after(
        { kind: "setFetch", settings: { records: 7 } },
        after({ kind: "addItems", field: "names", items: [{ value: "x" }] }, odd),
      );
      assert.ok(edited.includes(`"credits": ${limit}`), edited);
      assert.equal(parseSearch(edited).document, undefined);
      const { credits } = formOf(edited).fetch;
      assert.equal(isInvalid(credits) ? credits.source : credits, limit);
      assert.deepEqual(parseSearch(after({ kind: "setFetch", settings: { credits: 0.5 } }, edited)).document?.fetch, {
        credits: 0.5,
        records: 7,
      });
    });
  }

  for (const [name, broken] of [
    ["a missing bracket", text.slice(0, -4)],
    [
      "a filter that is no list",
      text.replace('[{ "min": 200', '{ "min": 200').replace('{ "exclude": true }]', '{ "exclude": true }'),
    ],
    ["a limit written twice", text.replace('"credits"', '"credits": 5, "credits"')],
    ["an unknown kind", text.replace('"company"', '"shops"')],
    ["settings that are no object", '{ "search": "company", "fetch": 5 }'],
  ] as const) {
    it(`is not offered for ${name}, which no field could show`, () => {
      assert.equal(readSearchForm(broken), undefined);
      assert.equal(documentState("a.prospect.json", broken).document, undefined);
    });
  }
});

describe("an edit of a search with invalid values", () => {
  it("changes a valid entry and nothing else", () => {
    const next = after({
      kind: "replaceItem",
      field: "names",
      index: 1,
      was: { value: "Northwind", exclude: true },
      item: { value: "Fabrikam" },
    });
    assert.equal(
      next,
      text.replace(
        '{ "value": "Northwind", "exclude": true, "why": "customer" }',
        '{ "value": "Fabrikam", "why": "customer" }',
      ),
    );
  });

  it("replaces and removes an invalid entry, found by its own text even when it moved", () => {
    const replaced = after({
      kind: "replaceItem",
      field: "names",
      index: 0,
      was: { source: '"Contoso"' },
      item: { value: "Contoso" },
    });
    assert.equal(replaced, text.replace('"Contoso"', '{ "value": "Contoso" }'));
    const removed = after({
      kind: "removeItem",
      field: "headcounts",
      index: 1,
      was: { source: '{ "min": 200, "max": 51 }' },
    });
    assert.equal(removed, text.replace('{ "min": 200, "max": 51 }, ', ""));
    assert.deepEqual(
      textEdits(text, { kind: "removeItem", field: "headcounts", index: 0, was: { source: '{ "min": 1 }' } }),
      [],
    );
  });

  it("makes the search valid once the last invalid entry is replaced", () => {
    const fixes: readonly SearchEdit[] = [
      { kind: "setFetch", settings: { records: 10 } },
      { kind: "setFetch", settings: { credits: null } },
      { kind: "setFetch", settings: { leaveOutKnown: true } },
      { kind: "replaceItem", field: "names", index: 0, was: { source: '{ "value": 5 }' }, item: { value: "5" } },
      { kind: "removeItem", field: "names", index: 2, was: { source: '"Contoso"' } },
      { kind: "removeFilter", field: "professional_network_ids" },
      {
        kind: "replaceItem",
        field: "headcounts",
        index: 0,
        was: { source: '{ "min": 200, "max": 51 }' },
        item: { min: 51, max: 200 },
      },
      { kind: "removeItem", field: "headcounts", index: 2, was: { source: '{ "exclude": true }' } },
    ];
    const fixed = fixes.reduce((edited, edit, at) => {
      assert.equal(parseSearch(edited).document, undefined, `before fix ${at}`);
      return after(edit, edited);
    }, text);
    assert.deepEqual(parseSearch(fixed).document, {
      search: "company",
      filters: {
        names: [{ value: "5" }, { value: "Northwind", exclude: true }],
        headcounts: [{ min: 51, max: 200 }, { min: 1 }],
      },
      fetch: { records: 10, leaveOutKnown: true },
    });
  });
});

describe("a problem as a sentence", () => {
  const sentence = (from: string): string => {
    const [problem] = parseSearch(from).problems;
    assert.ok(problem);
    return problemSentence("Berlin", from, problem, 3);
  };

  it("names the field, as the form does", () => {
    assert.match(
      sentence('{ "search": "company", "fetch": { "credits": -1 } }'),
      /^Fix “Credit limit” in Berlin, line 3: “credits”, the credit limit/u,
    );
    assert.equal(
      sentence('{ "search": "company", "filters": { "headcounts": [{ "min": 1.5 }] } }'),
      "Fix “Headcount” in Berlin, line 3: Enter a whole number.",
    );
  });

  it("names the line alone where no field is concerned", () => {
    assert.match(sentence("{ oops }"), /^Berlin, line 3: /u);
  });
});
