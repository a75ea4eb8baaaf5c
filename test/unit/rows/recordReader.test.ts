// Reading parts of records gives what reading all of them gives.
import assert from "node:assert/strict";
import fc from "fast-check";
import { columnsOf, pathColumn, type Column } from "../../../src/rows/columns";
import { parseRecord } from "../../../src/rows/record";
import { recordReader } from "../../../src/rows/recordReader";
import { bytesOf } from "./memorySource";

const names = ["id", "name", "full_name", "employment", "current", "all", "company", "title", "headcount", "headcount_range", "skills", "profile", "custom", "technologies", "é", "a\"b", "__proto__", "constructor"];
const leaf = fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("", "\\", '"', "}", "\u2028", "a\nb", "\ud800"), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie("value"), { maxLength: 3 }), fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 6 })),
}));
const text = fc.tuple(fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 }), fc.constantFrom(undefined, 1, "\r\n\t")).map(([record, space]) => JSON.stringify(record, undefined, space));

function same(columns: readonly Column[], json: string): void {
  const [part, whole] = [recordReader(columns)(bytesOf(json)), parseRecord(bytesOf(json))];
  for (const column of columns) {
    assert.deepEqual(column.value(part), column.value(whole), `${column.id} of ${json}`);
    assert.deepEqual(column.sortKey(part), column.sortKey(whole), `${column.id} of ${json}`);
  }
}

describe("a record read in part", () => {
  const columns = (["company", "person", "contact"] as const).flatMap((kind) => columnsOf(kind));
  const paths = ["name", "employment.current.title", "employment", "skills[0]", "employment.all[].title", "é", 'custom["a\\"b"]', "constructor", "profile.__proto__.id"].map((path) => pathColumn(path));

  it("holds for every column what the whole record holds", () => {
    fc.assert(fc.property(text, fc.subarray(columns, { minLength: 1 }), (json, chosen) => same(chosen, json)), { numRuns: 1500 });
  });

  it("holds any path", () => {
    fc.assert(fc.property(text, fc.subarray(paths, { minLength: 1 }), (json, chosen) => same(chosen, json)), { numRuns: 1500 });
  });

  it("holds what is written in unusual ways", () => {
    const odd = [
      '{"na\\u006de":"escaped name","id":1}',
      '{"id":9007199254740993,"name":-9007199254740993,"headcount":1e400,"title":12345678901234567.5}',
      ' \n{ "name" : "x" , "employment" : { } } \t',
      '{"name":"\\ud83d\\ude00\\u0000","employment":[{"current":{"title":"x"}}]}',
      "{}", "[]", "null", "5", '"text"', "",
      '{"name":"half', '{"name":"x"', '{"name":"x",}', '{"name":}', '{"name":tru}', '{"name":"raw\u0001control"}',
    ];
    for (const json of odd) {
      same(paths, json);
      same(columns, json);
    }
  });

  it("is read no further than needed", () => {
    const [name] = columnsOf("company");
    assert.ok(name);
    assert.equal(name.value(recordReader([name])(bytesOf('{"id":"1","name":"x","rest":'))), "x");
    assert.equal(name.value(recordReader([{}])(bytesOf('{"id":"1","name":"x","rest":'))), undefined);
  });
});
