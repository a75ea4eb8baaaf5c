// Edits of a saved search's text: minimal, and without effect on anything else.
import assert from "node:assert/strict";
import fc from "fast-check";
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import { parseSearch } from "../../../src/searches/parseSearch";
import { newSearchText, editsFor, nameListsFrom, type SearchChange } from "../../../src/searches/searchEdits";
import { filtersOf } from "../../../src/service/filterCatalogue";
import type { FilterItem } from "../../../src/service/requests";

const text = `{
  "search": "company",
  "notes": { "by":   "Ada" },
  "filters": {
    "names": [
      { "value": "Northwind" },
      { "value": "Contoso", "exclude": true, "why": "customer" }
    ],
    "colour": ["red"]
  },
  "fetch": { "records": 100 }
}
`;

const after = (change: SearchChange, before = text): string => applyEdits(before, editsFor(before, change));

describe("an edit of a saved search", () => {
  it("adds an item on its own line", () => {
    assert.equal(
      after({ kind: "addItems", field: "names", items: [{ value: "Fabrikam" }] }),
      text.replace('"why": "customer" }', '"why": "customer" },\n      { "value": "Fabrikam" }'),
    );
  });

  it("adds items and their filter at once", () => {
    const expected = text.replace(
      '"colour": ["red"]',
      '"colour": ["red"],\n    "headcounts": [\n      { "min": 51, "max": 200 },\n      { "min": 1001 }\n    ]',
    );
    assert.equal(
      after({ kind: "addItems", field: "headcounts", items: [{ min: 51, max: 200 }, { min: 1001 }] }),
      expected,
    );
  });

  it("adds leave-out lists after the others, each once", () => {
    const once = after({ kind: "addLists", lists: ["customers.csv"] });
    assert.equal(
      once,
      text.replace('{ "records": 100 }', '{ "records": 100 },\n  "leaveOut": [\n    "customers.csv"\n  ]'),
    );
    assert.equal(
      after({ kind: "addLists", lists: ["customers.csv", "no.txt"] }, once),
      once.replace('"customers.csv"', '"customers.csv",\n    "no.txt"'),
    );
    assert.deepEqual(editsFor(once, { kind: "addLists", lists: ["customers.csv"] }), []);
  });

  it("names leave-out lists from the folder to which the document moves", () => {
    const lists = ["customers.csv", "../no.txt", "/outside.csv"];
    const before = after({ kind: "addLists", lists });
    for (const [folder, expected] of [
      ["/w/searches", lists],
      ["/w", ["searches/customers.csv", "no.txt", "/outside.csv"]],
      ["/w/a/b", ["../../searches/customers.csv", "../../no.txt", "/outside.csv"]],
    ] as const) {
      const moved = applyEdits(before, nameListsFrom(before, "/w/searches", folder));
      assert.deepEqual((JSON.parse(moved) as { leaveOut: unknown }).leaveOut, expected);
    }
  });

  it("removes leave-out lists, and with the last of them the property", () => {
    const two = after({ kind: "addLists", lists: ["customers.csv", "no.txt"] });
    const one = after({ kind: "removeList", index: 0 }, two);
    assert.deepEqual(parseSearch(one).document?.leaveOut, ["no.txt"]);
    assert.equal(after({ kind: "removeList", index: 0 }, one), text);
    assert.deepEqual(editsFor(text, { kind: "removeList", index: 0 }), []);
  });

  it("adds an empty filter only once", () => {
    const empty: SearchChange = { kind: "addItems", field: "domains", items: [] };
    const once = after(empty);
    assert.equal(once, text.replace('"colour": ["red"]', '"colour": ["red"],\n    "domains": []'));
    assert.deepEqual(editsFor(once, empty), []);
    assert.match(
      after({ kind: "addItems", field: "domains", items: [{ value: "a.example" }] }, once),
      /"domains": \[\n {6}\{ "value": "a\.example" \}\n {4}\]/,
    );
  });

  it("replaces an item, keeping its unknown keys", () => {
    const item = { value: "Contoso", exclude: false };
    const change: SearchChange = { kind: "replaceItem", field: "names", index: 1, item };
    assert.equal(after(change), text.replace('"exclude": true', '"exclude": false'));
    assert.deepEqual(
      editsFor(text, change).map((edit) => [text.slice(edit.offset, edit.offset + edit.length), edit.content]),
      [["tru", "fals"]],
    );
  });

  it("removes the first, the last and the only item", () => {
    assert.equal(
      after({ kind: "removeItem", field: "names", index: 0 }),
      text.replace('{ "value": "Northwind" },\n      ', ""),
    );
    const one = after({ kind: "removeItem", field: "names", index: 1 });
    assert.equal(one, text.replace(',\n      { "value": "Contoso", "exclude": true, "why": "customer" }', ""));
    assert.match(after({ kind: "removeItem", field: "names", index: 0 }, one), /"names": \[\],/);
  });

  it("sets, changes and removes how much is fetched", () => {
    assert.equal(after({ kind: "setFetch", settings: { records: 250 } }), text.replace("100", "250"));
    assert.equal(
      after({ kind: "setFetch", settings: { credits: 5, leaveOutKnown: true } }),
      text.replace('"records": 100', '"records": 100, "credits": 5, "leaveOutKnown": true'),
    );
    assert.equal(after({ kind: "setFetch", settings: { records: null } }), text.replace('{ "records": 100 }', "{}"));
    assert.deepEqual(editsFor(text, { kind: "setFetch", settings: { records: 100 } }), []);
    assert.deepEqual(
      parseSearch(after({ kind: "setFetch", settings: { records: 7 } }, '{ "search": "people" }')).document?.fetch,
      { records: 7 },
    );
  });

  it("keeps tabs, Windows line ends and one-line texts", () => {
    const tabs = text.replaceAll("  ", "\t").replaceAll("\n", "\r\n");
    const edited = after({ kind: "addItems", field: "domains", items: [{ value: "a.example" }] }, tabs);
    assert.match(edited, /,\r\n\t\t"domains": \[\r\n\t\t\t\{ "value": "a\.example" \}\r\n\t\t\]/);
    assert.ok(!/[^\r]\n/.test(edited));
    const line = '{"search":"company","filters":{}}';
    assert.equal(
      after({ kind: "addItems", field: "names", items: [{ value: "x" }] }, line),
      '{"search":"company","filters":{ "names": [{ "value": "x" }] }}',
    );
  });

  it("adds to brackets that are empty over two lines at their depth, whatever the line ends", () => {
    for (const end of ["\n", "\r", "\r\n"]) {
      const before = '{\n  "search": "company",\n  "filters": {\n  }\n}\n'.replaceAll("\n", end);
      const written = end === "\r" ? "\n" : end;
      assert.equal(
        after({ kind: "addItems", field: "names", items: [] }, before),
        before.replace(`{${end}  }`, `{${written}    "names": []${written}  }`),
      );
    }
  });

  it("adds on the same line when the last entry begins on that of the entry before, else on a line of its own", () => {
    const lists = (written: string): string => `{\n  "search": "company",\n  "leaveOut": [${written}]\n}\n`;
    for (const [before, expected] of [
      ['\n    "a.csv",\n    "b.csv", "c.csv"\n  ', '\n    "a.csv",\n    "b.csv", "c.csv", "d.csv"\n  '],
      ['"a.csv", "b.csv",\n    "c.csv"\n  ', '"a.csv", "b.csv",\n    "c.csv",\n    "d.csv"\n  '],
      ['"a.csv"', '"a.csv", "d.csv"'],
      ['\n    "a.csv"\n  ', '\n    "a.csv",\n    "d.csv"\n  '],
      ["", '\n    "d.csv"\n  '],
    ] as const) {
      assert.equal(after({ kind: "addLists", lists: ["d.csv"] }, lists(before)), lists(expected));
    }
  });

  it("changes nothing in invalid JSON, in a missing filter, or beyond the end of a list", () => {
    for (const change of [
      { kind: "removeFilter", field: "domains" },
      { kind: "removeItem", field: "names", index: 9 },
      { kind: "replaceItem", field: "names", index: 9, item: { value: "x" } },
    ] as const) {
      assert.deepEqual(editsFor(text, change), []);
    }
    for (const broken of ["{", "[]", "", '{ "search": "company", }']) {
      assert.deepEqual(editsFor(broken, { kind: "addItems", field: "names", items: [] }), []);
    }
  });
});

describe("any sequence of edits", () => {
  const fields = ["names", "domains", "headcounts", "professional_network_ids"];
  const itemFor = (field: string, value: string, number: number, exclude: boolean): FilterItem =>
    field === "headcounts"
      ? { min: number, exclude }
      : field === "professional_network_ids"
        ? { value: number, exclude }
        : { value, exclude };
  const step = fc.record({
    kind: fc.constantFrom("removeFilter", "addItems", "replaceItem", "removeItem", "setFetch"),
    field: fc.constantFrom(...fields),
    value: fc.string({ minLength: 1 }).map((it) => `v${it}`),
    number: fc.integer({ min: 1, max: 5000 }),
    exclude: fc.boolean(),
    index: fc.nat(3),
  });

  it("results in the same document as changing plain data, with all unknown content", () => {
    const layouts = [
      text,
      text.replaceAll("  ", "\t").replaceAll("\n", "\r\n"),
      JSON.stringify(JSON.parse(text)),
      newSearchText("company")
        .replace("{}", '{ "colour": ["red"] }')
        .replace('"filters"', '"notes": { "by":   "Ada" },\n  "filters"'),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...layouts), fc.array(step, { maxLength: 12 }), (start, steps) => {
        let edited = start;
        const model = JSON.parse(start) as { filters: Record<string, FilterItem[]>; fetch?: Record<string, unknown> };
        for (const { kind, field, value, number, exclude, index } of steps) {
          const item = itemFor(field, value, number, exclude);
          const list = model.filters[field];
          const change: SearchChange =
            kind === "addItems"
              ? { kind, field, items: index === 0 ? [] : [item, item] }
              : kind === "replaceItem"
                ? { kind, field, index, item }
                : kind === "removeItem"
                  ? { kind, field, index }
                  : kind === "setFetch"
                    ? { kind, settings: exclude ? { records: number } : { records: null, credits: number } }
                    : ({ kind, field } as SearchChange);
          if (kind === "removeFilter") delete model.filters[field];
          if (kind === "addItems") model.filters[field] = [...(list ?? []), ...(index === 0 ? [] : [item, item])];
          if (kind === "replaceItem" && list?.[index] !== undefined) {
            const { why } = list[index] as { readonly why?: string };
            list[index] = { ...item, ...(why === undefined ? {} : { why }) };
          }
          if (kind === "removeItem") list?.splice(index, 1);
          if (kind === "setFetch" && exclude) model.fetch = { ...model.fetch, records: number };
          if (kind === "setFetch" && !exclude) {
            model.fetch = { ...model.fetch, credits: number };
            delete model.fetch["records"];
          }
          edited = applyEdits(edited, editsFor(edited, change));
        }
        assert.deepEqual(JSON.parse(edited), model);
        assert.match(edited, /"by": ?\s*"Ada"/);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a new search", () => {
  it("reads back without problems, for every filter", () => {
    for (const kind of ["company", "people"] as const) {
      const filters = Object.fromEntries(
        filtersOf(kind).map(({ field, kind: items, example }) => [
          field,
          [
            items === "text"
              ? { value: example }
              : items === "integer"
                ? { value: Number(example) }
                : { min: Number(example) },
          ],
        ]),
      );
      const { document, problems } = parseSearch(newSearchText(kind, filters, { records: 10 }));
      assert.deepEqual(problems, []);
      assert.deepEqual(document, { search: kind, filters, fetch: { records: 10 } });
    }
  });

  it("has one item per line", () => {
    assert.equal(
      newSearchText("company", { names: [{ value: "Northwind" }] }),
      `{
  "search": "company",
  "filters": {
    "names": [
      { "value": "Northwind" }
    ]
  },
  "fetch": {
    "records": 100
  }
}
`,
    );
  });
});
