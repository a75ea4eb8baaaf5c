// Records as text for the clipboard: indented JSON, a Markdown table.
import assert from "node:assert/strict";
import { indentedJson, indentedJsonWriter } from "../../../src/export/jsonFormats";
import { markdownWriter } from "../../../src/export/textFormats";
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

  it("as Markdown are a table whose cells contain no markup", async () => {
    // Fields by their paths, which are read from the JSON of a record.
    const columns = [{ id: "n[]" }, { id: 'o["name"]' }].map((column, nth) => ({ ...column, header: `H${nth}` }));
    const writer = await markdownWriter(writerRequest("company", columns));
    const texts = ["a|b\n<b>=1 ", "[x](command:y)"].map((name) => JSON.stringify({ n: [name], o: { name } }));
    const cells = ["a\\|b \\<b\\>=1", "\\[x\\]\\(command:y\\)"].map((cell) => `| ${cell} | ${cell} |\n`);
    assert.equal(await writtenText(writer, texts), `| H0 | H1 |\n| --- | --- |\n${cells.join("")}`);
  });
});
