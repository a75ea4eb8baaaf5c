// Finding lookups in lines of text, Markdown, and code.
import assert from "node:assert/strict";
import { lookupsInLine, lookupTexts } from "../../../src/tables/lookupsInLine";

const companies: readonly (readonly [line: string, ...texts: readonly string[]])[] = [
  ["acme.example", "acme.example"],
  ["- **Marlin Capital** marlin-capital.example", "marlin-capital.example"],
  ["* _Marlin Capital_: https://www.marlin-capital.example/about", "https://www.marlin-capital.example/about"],
  ["- [ ] Marlin Capital (marlin-capital.example)", "marlin-capital.example"],
  ["1. [A](https://a.example), [B](https://b.example/x)", "https://a.example", "https://b.example/x"],
  ["| Acme | acme.example | Berlin |", "acme.example"],
  ['  "a.example", // second', "a.example"],
  ['["a.example", "b.example"],', "a.example", "b.example"],
  ["'a.example', 'b.example' # both", "a.example", "b.example"],
  ['{ name: "Acme", domain: "acme.example", size: "42" },', "acme.example"],
  ['insert into t values (42, "acme.example"); -- first', "acme.example"],
  ["a.example, b.example; c.example", "a.example", "b.example", "c.example"],
  ["Acme Inc,acme.example,Berlin", "acme.example"],
  ["acme.example, ada@acme.example", "acme.example"],
  ["[Acme](https://network.example/company/acme) acme.example", "acme.example"],
  ['<a href="https://acme.example">Acme</a>', "https://acme.example"],
  ["`acme.example`", "acme.example"],
  ["1234567", "1234567"],
  ["const n = 42;"],
  ["n = 42"],
  ["[1, 2, 42]"],
  ['import x from "./readme.md"'],
  ['"main": "extension.js",'],
  ["See readme.md"],
  ["Marlin Capital"],
  ["acme.example Marlin Capital", "acme.example"],
  ["Marlin acme.example Capital"],
  ["acme.example or other.example"],
  [""],
];

const people: readonly (readonly [line: string, ...texts: readonly string[]])[] = [
  ["- **Ada Lovelace** acme.example", "Ada Lovelace acme.example"],
  ["- [Ada Lovelace](https://network.example/in/ada)", "https://network.example/in/ada"],
  ["- Ada Lovelace – https://network.example/in/ada (CTO)", "https://network.example/in/ada"],
  ["| Ada Lovelace | CTO | acme.example |", "Ada Lovelace @ acme.example"],
  ['{ name: "Ada Lovelace", site: "acme.example" }', "Ada Lovelace @ acme.example"],
  ['"Ada Lovelace @ a.example", "Bo Diddley @ b.example"', "Ada Lovelace @ a.example", "Bo Diddley @ b.example"],
  ["Lovelace, Ada, acme.example", "Lovelace, Ada, acme.example"],
  ["Ada Lovelace, MBA", "Ada Lovelace, MBA"],
  ['" ", Ada Lovelace @ a.example, Bo Diddley @ b.example', "Ada Lovelace @ a.example", "Bo Diddley @ b.example"],
  ["const n = 42;"],
];

describe("lookups in a line", () => {
  for (const [kind, lines] of [
    ["company", companies],
    ["person", people],
  ] as const) {
    for (const [line, ...texts] of lines) {
      it(`finds each ${kind} in ${JSON.stringify(line)}`, () => {
        assert.deepEqual(
          lookupsInLine(kind, line).map(({ text }) => text),
          texts,
        );
      });
    }
  }

  it("keep a line that is not understood, so that it is not lost", () => {
    assert.deepEqual(lookupTexts("company", "- **Marlin Capital**,"), ["Marlin Capital"]);
  });

  it("are found in linear time in hostile lines", () => {
    for (const piece of ["a.", '"', "[(", "**a", "_", "a,", "' ", "/* "]) {
      lookupsInLine("company", piece.repeat(50_000));
      lookupsInLine("person", piece.repeat(50_000));
    }
  });
});
