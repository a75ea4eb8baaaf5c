// Large and hostile saved searches: nothing of them may hold the process that all extensions share.
import assert from "node:assert/strict";
import { parseSearch } from "../../../src/searches/parseSearch";
import { readSearchForm } from "../../../src/searches/readSearchForm";
import { documentState } from "../../../src/workbench/searchEditor/documentState";

const domains = (count: number, entry: string): string =>
  `{ "search": "company", "filters": { "domains": [${Array.from({ length: count }, () => entry).join(",")}] } }`;

describe("large saved searches", () => {
  it("are read with 4,000 values", () => {
    const { document, problems } = parseSearch(domains(4_000, '{ "value": "northwind.example", "exact_match": true }'));
    assert.equal(document?.filters["domains"]?.length, 4_000);
    assert.deepEqual(problems, []);
  });

  it("are read up to 250,000 characters", () => {
    const padded = domains(1, '{ "value": "northwind.example" }').padEnd(250_000);
    assert.notEqual(parseSearch(padded).document, undefined);
    const { document, problems } = parseSearch(`${padded} `);
    assert.equal(document, undefined);
    assert.match(problems.map(({ message }) => message).join("\n"), /^This file is too long for a saved search/);
  });

  it("are refused where they are nested too deeply, also as no JSON", () => {
    for (const [text, offset] of [
      [`{"a":${"[".repeat(100_000)}`, 68],
      [`${"[".repeat(65)}1${"]".repeat(65)}`, 64],
    ] as const) {
      const { problems } = parseSearch(text);
      assert.deepEqual([problems.length, problems[0]?.offset], [1, offset]);
      assert.match(problems[0]?.message ?? "", /nested too deeply/);
    }
  });

  const hostile: readonly (readonly [string, string])[] = [
    ["a key repeated 30,000 times", `{"search":"company","filters":{},${Array(30_000).fill('"a":1').join(",")}}`],
    ["entries that are no objects", domains(100_000, "1")],
    [
      "unknown filters",
      `{"search":"company","filters":{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join()}}}`,
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
});
