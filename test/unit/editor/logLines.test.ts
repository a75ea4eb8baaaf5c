// The log can be sent on: no line of it holds a title, a label or an error's own words, for any of them may name a person.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A call that writes a line, and the text it writes. */
const call = /\blog\((`[^`]*`|"[^"]*")\)/g;
const telling = /\b(?:String|messageOf|title|label|words|name|filters|identifiers|message)\b(?!\.type)/;

describe("the lines of the log", () => {
  it("say what happened, and name nobody", () => {
    const files = readdirSync("src/editor", { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith(".ts"));
    const lines = files.flatMap((entry) => [...readFileSync(path.join(entry.parentPath, entry.name), "utf8").matchAll(call)].map(([, text]) => text ?? ""));
    assert.ok(lines.length >= 15, `only ${lines.length} calls were found`);
    const held = lines.flatMap((line) => [...line.matchAll(/\$\{([^}]*)\}/g)].map(([, expression]) => expression ?? ""));
    assert.deepEqual(held.filter((expression) => telling.test(expression)), []);
  });
});
