import assert from "node:assert/strict";
import fc from "fast-check";
import { literalMarkdown, safeText } from "../../../src/workbench/safeText";

describe("safeText", () => {
  const inert: readonly (readonly [string, string])[] = [
    ["Acme GmbH", "Acme GmbH"],
    ["a $(trash) b", "a $\u2009(trash) b"],
    ["[click](command:x.y)", "[click]\u2009(command:x.y)"],
    ["see https://evil.example/", "see https://evil.example/"],
    ["https://acme.example/a-b?c=d:e#f", "https://acme.example/a-b?c=d:e#f"],
    ["line\nbreak\tand\rmore", "line break and more"],
    ["left\u202Eright", "left right"],
    ["zero\u200Bwidth\uFEFF", "zero width"],
    ["arabic\u061Cmark", "arabic mark"],
    ["vowel\u180Eseparator", "vowel separator"],
    ["filler\u115F\u1160\u3164\uFFA0end", "filler end"],
    ["grapheme\u034Fjoiner", "grapheme joiner"],
    ["braille\u2800blank", "braille blank"],
    ["tag\u{E0001}\u{E0041}\u{E007F}s", "tag s"],
    ["Łódź, 東京, Ω é e\u0301 💡", "Łódź, 東京, Ω é e\u0301 💡"],
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

  it("cuts no character in two", () => {
    assert.equal(safeText(`${"x".repeat(298)}💡💡`), `${"x".repeat(298)}…`);
    assert.equal(safeText(`${"x".repeat(297)}💡💡`), `${"x".repeat(297)}💡…`);
  });

  it("never passes on an icon, a link or a control character", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom("$(", "](", "command:", "https://", "\u202e", "\n", "\u0000", "a", " ", "[", ")", "💡"),
        ),
        (parts) => {
          const text = safeText(parts.join(""));
          assert.doesNotMatch(text, /\$\(|\]\(/);
          assert.ok(!Array.from(text).some((character) => character < " " || character === "\u202e"));
        },
      ),
    );
  });

  it("is shown literally in Markdown", () => {
    const escaped = literalMarkdown(
      "See https://evil.example, www.evil.example, a@b.example, [x](command:y) $(bug) <b>",
    );
    const without = escaped.replace(/\\[!-/:-@[-`{-~]/gu, "");
    assert.doesNotMatch(without, /[!-/:-@[-`{-~]/u, "all punctuation is escaped");
    assert.equal(escaped.replace(/\\(?=[!-/:-@[-`{-~])/gu, "").includes("https://evil.example"), true);
  });
});
