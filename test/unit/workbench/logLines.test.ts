// Users attach the log to reports, so no line may contain a title, a label or an error's message: they may name a
// person, and messages may be in any language, while the log is English.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A call that writes a line, with its text. */
const call = /\blog\((`[^`]*`|"[^"]*")\)/g;
const revealing =
  /\b(?:String|messageOf|title|label|words|name|filters|identifiers|message|reason|sentence)\b(?!\.type)/;

describe("the lines of the log", () => {
  it("say what happened without naming anyone", () => {
    const files = readdirSync("src/workbench", { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name.endsWith(".ts"),
    );
    const texts = files.map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));
    const lines = texts.flatMap((text) => [...text.matchAll(call)].map(([, line]) => line ?? ""));
    assert.ok(lines.length >= 15, `only ${lines.length} calls were found`);
    assert.equal(
      texts.flatMap((text) => [...text.matchAll(/\blog\(/g)]).length,
      lines.length,
      "every call of log() is recognized",
    );
    const expressions = lines.flatMap((line) =>
      [...line.matchAll(/\$\{([^}]*)\}/g)].map(([, expression]) => expression ?? ""),
    );
    assert.deepEqual(
      expressions.filter((expression) => revealing.test(expression)),
      [],
    );
  });
});
