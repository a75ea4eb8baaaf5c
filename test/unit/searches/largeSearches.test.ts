// Large and hostile saved searches: nothing of them may hold the process that all extensions share.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTree, type Node, type ParseError } from "jsonc-parser/lib/esm/main.js";
import { parseJsonTree } from "../../../src/searches/jsonTree";
import { parseSearch } from "../../../src/searches/parseSearch";
import { readSearchForm } from "../../../src/searches/readSearchForm";
import { documentState } from "../../../src/workbench/searchEditor/documentState";

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** Without parents, which make a tree circular. */
function plain({ type, offset, length, value, colonOffset, children }: Node): object {
  return { type, offset, length, value: value as unknown, colonOffset, children: children?.map(plain) };
}

function assertSameTree(text: string): void {
  const errors: ParseError[] = [];
  const expected = parseTree(text, errors, strict);
  const found = parseJsonTree(text, { deepest: 64, mostNodes: 100_000 });
  assert.equal(found.ok, errors.length === 0 && expected !== undefined, JSON.stringify(text));
  if (found.ok && expected !== undefined) {
    assert.deepEqual(plain(found.root), plain(expected));
  }
}

const domains = (count: number, entry: string): string =>
  `{ "search": "company", "filters": { "domains": [${Array.from({ length: count }, () => entry).join(",")}] } }`;

describe("large saved searches", () => {
  it("have the same tree as jsonc-parser gives", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, 2, "\t"), (json, indent) => {
        assertSameTree(JSON.stringify(JSON.parse(json), undefined, indent));
      }),
    );
  });

  it("are refused exactly when jsonc-parser refuses them", () => {
    const pieces = ["{", "}", "[", "]", ",", ":", '"a"', '"\\u00e4"', '"\\x"', "1", "-0.5e3", "01", "true", "nul", " "];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }), (parts) => {
        assertSameTree(parts.join(""));
      }),
      { numRuns: 3_000 },
    );
    const texts = ['"a\tb"', '"open', "[1,]", '{"a":1,}', "1 2", "/**/1", "-", "[1 2]", '{"a" 1}', "tru", "truex"];
    for (const text of texts) {
      assertSameTree(text);
    }
  });

  it("have the same tree with each kind of white space in each place, and with escapes and brackets in texts", () => {
    for (const space of ["", " ", "\t", "\r", "\n", "\r\n "]) {
      const parts = [
        ...[
          "",
          "{",
          '"a\\"]"',
          ":",
          "[",
          "1",
          ",",
          '"\\\\"',
          ",",
          "[",
          "]",
          ",",
          "{",
          "}",
          "]",
          ",",
          '"b"',
          ":",
          "null",
        ],
        ...[",", '"c"', ":", "-0.5", "}", ""],
      ];
      assertSameTree(parts.join(space));
    }
    // JSON has no other white space.
    for (const space of ["\u00a0", "\f", "\v", "\ufeff"]) {
      assertSameTree(`[1,${space}2]`);
    }
    for (const text of [
      '{"a"x1}',
      "{a:1}",
      "{1:1}",
      '"\\"',
      '"\\\\"',
      '"\\',
      '"\u001f"',
      '"\u0020"',
      "{",
      "[",
      "",
      " ",
    ]) {
      assertSameTree(text);
    }
  });

  it("give every node its parent", () => {
    const found = parseJsonTree('{"a":[1]}', { deepest: 64, mostNodes: 100 });
    assert.ok(found.ok);
    const property = found.root.children?.[0];
    const list = property?.children?.[1];
    assert.equal(found.root.parent, undefined);
    assert.equal(property?.parent, found.root);
    assert.deepEqual([property?.children?.[0]?.parent, list?.parent], [property, property]);
    assert.equal(list?.children?.[0]?.parent, list);
  });

  it("are refused beyond a depth and a number of nodes, and read up to it", () => {
    const refused = (text: string, deepest: number, mostNodes: number): unknown => {
      const tree = parseJsonTree(text, { deepest, mostNodes });
      return tree.ok ? "read" : [tree.offset, tree.isTooDeep ? "too deep" : tree.isTooLong ? "too long" : "invalid"];
    };
    assert.equal(refused('[{"a":[]}]', 3, 100), "read");
    assert.deepEqual(refused('[{"a":[]}]', 2, 100), [6, "too deep"]);
    assert.deepEqual(refused("[[[", 2, 100), [2, "too deep"]);
    assert.deepEqual(refused("[[1", 2, 100), [3, "invalid"]);
    // The list and its numbers.
    assert.equal(refused("[1,2,3]", 64, 3), "read");
    assert.deepEqual(refused("[1,2,3]", 64, 2), [5, "too long"]);
    assert.deepEqual(refused('{"a":1}', 64, 2), [5, "too long"]);
    assert.deepEqual(refused('{"a', 64, 100), [3, "invalid"]);
    assert.deepEqual(refused('{"a": x}', 64, 100), [6, "invalid"]);
  });

  it("are read with 15,000 values", () => {
    const { document, problems } = parseSearch(
      domains(15_000, '{ "value": "northwind.example", "exact_match": true }'),
    );
    assert.equal(document?.filters["domains"]?.length, 15_000);
    assert.deepEqual(problems, []);
  });

  it("are not read from 1.5 million characters on, or with more values than a search has", () => {
    for (const text of [domains(25_000, `{ "value": "${"x".repeat(50)}" }`), domains(120_000, "1")]) {
      const { document, problems } = parseSearch(text);
      assert.equal(document, undefined);
      assert.match(problems.map(({ message }) => message).join("\n"), /^This file is too long for a saved search/);
    }
  });

  it("are read up to 1,500,000 characters and 110,000 parts", () => {
    const isRead = (text: string): boolean => parseSearch(text).isTooLong !== true;
    const padded = domains(1, '{ "value": "northwind.example" }').padEnd(1_500_000);
    assert.deepEqual([isRead(padded), isRead(`${padded} `)], [true, false]);
    const others = 10; // the document, "search", "filters" and "domains"
    const parts = (count: number): string =>
      `{"search":"company","filters":{"domains":[${Array(count - others).fill(1)}]}}`;
    assert.deepEqual([isRead(parts(110_000)), isRead(parts(110_002))], [true, false]);
  });

  const hostile: readonly (readonly [string, string])[] = [
    ["a key repeated 30,000 times", `{"search":"company","filters":{},${Array(30_000).fill('"a":1').join(",")}}`],
    ["entries that are no objects", domains(100_000, "1")],
    [
      "unknown filters",
      `{"search":"company","filters":{${Array.from({ length: 30_000 }, (_, n) => `"k${n}":1`).join()}}}`,
    ],
  ];
  for (const [what, text] of hostile) {
    it(`have at most 1,000 problems and one that says so: ${what}`, () => {
      const parsed = parseSearch(text);
      assert.equal(parsed.document, undefined);
      assert.equal(parsed.problems.length, 1_001);
      assert.match(parsed.problems.at(-1)?.message ?? "", /more than 1,000 problems/);
      assert.equal(readSearchForm(text, parsed), undefined);
      assert.ok(documentState("a.prospect.json", text).unknown.length <= 1_000);
    });
  }

  it("say where a long text is no JSON", () => {
    const text = domains(10_000, '{ "value": "x" }').replace(/\]/, "; ]");
    const { problems } = parseSearch(text);
    assert.equal(text[problems[0]?.offset ?? 0], ";");
    assert.match(problems[0]?.message ?? "", /not strict JSON/);
  });

  it("keep the first of column profiles with the same name", () => {
    const profiles = JSON.stringify(["A", " a ", "B"].map((name) => ({ name, columns: ["name"] })));
    const { document, problems } = parseSearch(`{"search":"company","filters":{},"export":{"profiles":${profiles}}}`);
    assert.deepEqual(
      document?.export?.profiles.map(({ name }) => name),
      ["A", "B"],
    );
    assert.match(problems[0]?.message ?? "", /only the first is available/);
  });

  it("have problems inside the text when they end with an unclosed comment", () => {
    for (const end of ["/*", "/*\r\n", "/* ", "/**", "/", "//", "/*".repeat(49_000)]) {
      const text = `{ "search": "company", "filters": {} } ${end}`;
      const { document, problems } = parseSearch(text);
      assert.equal(document, undefined);
      assert.ok(problems.length > 0 && problems.length <= 20, end.slice(0, 9));
      assert.ok(problems.every(({ offset, length }) => offset + length <= text.length));
    }
    assert.match(parseSearch("/*").problems[0]?.message ?? "", /strict JSON without comments/);
  });

  it("number the lines of problems, whatever their line ends", () => {
    const text = '{ "search": "company",\r\n"a": 1,\r"b": 2,\n\n"c": 3 }';
    assert.deepEqual(
      documentState("a.prospect.json", text).problems.map(({ line }) => line),
      [2, 3, 5],
    );
  });
});
