// Records as text for editors and the clipboard: indented JSON, a TypeScript constant, a Markdown table.
import assert from "node:assert/strict";
import { transformSync } from "esbuild";
import {
  indentedJson,
  indentedJsonWriter,
  jsonWriter,
  ndjsonWriter,
  typeScriptWriter,
} from "../../../src/export/jsonFormats";
import { markdownWriter } from "../../../src/export/markdownFormat";
import { writerRequest, writtenText } from "./writtenText";

describe("records as text", () => {
  const hostile = '{"id":"1","name":"a|b\\n<b>=1\\u2028","n":9007199254740993123,"__proto__":{"x":1},"list":[],"o":{}}';

  it("as JSON are indented and keep every digit", async () => {
    const json = await writtenText(indentedJsonWriter(), [hostile, "{}"]);
    assert.match(json, /"n": 9007199254740993123/);
    assert.deepEqual(JSON.parse(json), [JSON.parse(hostile), {}]);
    assert.equal(json.split("\n")[2], '    "id": "1",');
    assert.equal(await writtenText(indentedJsonWriter(), []), "[]");
    assert.equal(indentedJson('{"a":[1,{}]}'), '{\n  "a": [\n    1,\n    {}\n  ]\n}');
  });

  it("as a JSON array or NDJSON are the same bytes, one record per line", async () => {
    const written = async (...records: readonly string[]): Promise<readonly string[]> => [
      await writtenText(jsonWriter(), records),
      await writtenText(ndjsonWriter(), records),
    ];
    assert.deepEqual(await written(), ["[]\n", ""]);
    assert.deepEqual(await written("{}"), ["[\n{}\n]\n", "{}\n"]);
    assert.deepEqual(await written(hostile, "{}", "{}"), [`[\n${hostile},\n{},\n{}\n]\n`, `${hostile}\n{}\n{}\n`]);
    for (const writer of [jsonWriter(), ndjsonWriter()]) {
      assert.equal(writer.withJson, true);
    }
  });

  it("as indented JSON keep quotes and backslashes inside texts", async () => {
    for (const text of ["", '"', "\\", '\\"', '"\\', '\\\\"\\', "[", "{},:"]) {
      const quoted = JSON.stringify(text);
      assert.equal(indentedJson(`[${quoted},${quoted}]`), `[\n  ${quoted},\n  ${quoted}\n]`);
    }
    assert.equal(
      await writtenText(indentedJsonWriter(), ['{"a":[]}', '["b"]']),
      '[\n  {\n    "a": []\n  },\n  [\n    "b"\n  ]\n]',
    );
  });

  it("as TypeScript are a constant with the same value", async () => {
    const source = await writtenText(typeScriptWriter("company"), [hostile]);
    assert.match(source, /^const companies = \[/);
    const value = new Function(
      `${transformSync(source, { loader: "ts" }).code}; return companies;`,
    )() as readonly Record<string, unknown>[];
    assert.equal(value[0]?.["name"], "a|b\n<b>=1\u2028");
    assert.equal(value[0]?.["n"], 9007199254740993123n);
    assert.deepEqual(Object.keys(value[0] ?? {}), ["id", "name", "n", "__proto__", "list", "o"]);
    assert.match(await writtenText(typeScriptWriter("person"), []), /^const people = \[\] as const;/);
  });

  it("as TypeScript have bigint literals only for integers that a number cannot represent", async () => {
    const values = ["1.5", "-3", "1e400", "true", "null", "9007199254740991", "9007199254740992", "-9007199254740992"];
    assert.equal(
      await writtenText(typeScriptWriter("contact"), [`[${values.join(",")}]`]),
      `const contacts = [\n  [\n${values
        .map((value) => `    ${value}${value.endsWith("992") ? "n" : ""}`)
        .join(",\n")}\n  ]\n] as const;\n`,
    );
  });

  it("as TypeScript are a constant with the same names, whatever these contain", async () => {
    const names = ['x"__proto__', '"__proto__":', "__proto__", "\\", 'a\\"', ":", "1", "constructor", "\u2028"];
    const record = `{${names.map((name) => `${JSON.stringify(name)}:{"x":"\\"__proto__\\":"}`).join(",")}}`;
    const escaped = [..."__proto__"].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
    for (const name of ["__proto__", "\\u005f_proto__", escaped]) {
      const json = record.replace('"__proto__":', `"${name}":`);
      const source = await writtenText(typeScriptWriter("company"), [json]);
      const { code } = transformSync(source, { loader: "ts" });
      const [value] = new Function(`${code}; return companies;`)() as readonly object[];
      assert.deepEqual(Object.entries(value ?? {}), Object.entries(JSON.parse(json) as object));
    }
  });

  it("contain texts of any length", async () => {
    for (const text of ["x".repeat(12_000_000), "é\\".repeat(4_000_000), '"'.repeat(4_000_000)]) {
      const record = JSON.stringify({ id: text });
      assert.equal(indentedJson(record), `{\n  "id": ${JSON.stringify(text)}\n}`);
      assert.ok((await writtenText(typeScriptWriter("company"), [record])).includes(JSON.stringify(text)));
    }
  });

  it("as Markdown are a table whose cells contain no markup", async () => {
    const writer = await markdownWriter(writerRequest("company", [{ id: "name" }, { id: "description" }]));
    assert.equal(
      await writtenText(writer, [hostile, '{"name":"[x](command:y)"}']),
      "| Name | Description |\n| --- | --- |\n| a\\|b \\<b\\>=1 |  |\n| \\[x\\]\\(command:y\\) |  |\n",
    );
  });
});
