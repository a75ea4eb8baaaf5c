// The log can be sent on: no line of it holds a title, a label or an error's own words, for any of them may name a person,
// and an error's own words may be in any language, while the log is English.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A call that writes a line, and the text it writes. */
const call = /\blog\((`[^`]*`|"[^"]*")\)/g;
const telling = /\b(?:String|messageOf|title|label|words|name|filters|identifiers|message|reason|sentence)\b(?!\.type)/;

describe("the lines of the log", () => {
  it("say what happened, and name nobody", () => {
    const files = readdirSync("src/workbench", { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name.endsWith(".ts"),
    );
    const texts = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
    const lines = texts.flatMap((text) => [...text.matchAll(call)].map(([, line]) => line ?? ""));
    assert.ok(lines.length >= 15, `only ${lines.length} calls were found`);
    assert.equal(
      texts.flatMap((text) => [...text.matchAll(/\blog\(/g)]).length,
      lines.length,
      "each call is understood here",
    );
    const held = lines.flatMap((line) =>
      [...line.matchAll(/\$\{([^}]*)\}/g)].map(([, expression]) => expression ?? ""),
    );
    assert.deepEqual(
      held.filter((expression) => telling.test(expression)),
      [],
    );
  });
});
