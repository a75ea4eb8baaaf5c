import assert from "node:assert/strict";
import fc from "fast-check";
import { safeText } from "../../../src/workbench/safeText";

describe("safeText", () => {
  const inert: readonly (readonly [string, string])[] = [
    ["Acme GmbH", "Acme GmbH"],
    ["a $(trash) b", "a $\u2009(trash) b"],
    ["[click](command:x.y)", "[click]\u2009(command\u2009:x.y)"],
    ["see https://evil.example/", "see https\u2009://evil.example/"],
    ["line\nbreak\tand\rmore", "line break and more"],
    ["left\u202Eright", "left right"],
    ["zero\u200Bwidth\uFEFF", "zero width"],
    ["", ""],
  ];
  for (const [text, expected] of inert) {
    it(`makes ${JSON.stringify(text)} inert`, () => assert.equal(safeText(text), expected));
  }

  it("truncates long texts", () => {
    const cut = safeText("x".repeat(100_000));
    assert.equal(cut.length, 300);
    assert.ok(cut.endsWith("…"));
  });

  it("never passes on an icon, a link or a control character", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("$(", "](", "command:", "https://", "\u202e", "\n", "\u0000", "a", " ", "[", ")", "💡"),
        ),
        (parts) => {
          const text = safeText(parts.join(""));
          assert.doesNotMatch(text, /\$\(|\]\(|command:|https:/);
          assert.ok(!Array.from(text).some((character) => character < " " || character === "\u202e"));
        },
      ),
    );
  });
});
