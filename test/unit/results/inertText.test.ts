// Texts of records made safe to look at.
import assert from "node:assert/strict";
import fc from "fast-check";
import { inertBlock, inertLine } from "../../../webview-ui/components/inertText";

describe("inert text", () => {
  it("shows invisible and bidirectional characters as codes", () => {
    assert.equal(inertLine("a\u202Egnp.exe"), "a‹U+202E›gnp.exe");
    assert.equal(inertLine("in\u200Bvisible\u0007\uFEFF"), "in‹U+200B›visible‹U+0007›‹U+FEFF›");
    assert.equal(inertLine("tag \u{E0041}"), "tag ‹U+E0041›");
    assert.equal(inertLine("lone \ud800"), "lone ‹U+D800›");
  });

  it("joins lines in one line, and keeps them in a block", () => {
    assert.equal(inertLine("one\r\ntwo\u2028three"), "one ⏎ two ⏎ three");
    assert.equal(inertBlock("one\r\ntwo\u2028three\tfour"), "one\ntwo\nthree\tfour");
  });

  it("does not change emoji and the scripts of the world", () => {
    for (const text of ["👩‍👩‍👧‍👦 🏳️‍🌈 🇦🇹", "Łódź – Straße", "東京 株式会社", "عربي فارسی‌ها", "हिन्दी"]) {
      assert.equal(inertLine(text), text);
    }
  });

  it("cuts long texts between characters, and limits combining marks", () => {
    assert.equal(inertLine("W".repeat(100_000)).length, 301);
    assert.equal(inertLine("😀".repeat(300), 301), `${"😀".repeat(150)}…`);
    assert.equal(inertLine(`a${"\u0301".repeat(50)}b`), `a${"\u0301".repeat(4)}b`);
  });

  it("removes every control and bidirectional character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        (text) => !/[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(inertLine(text)),
      ),
    );
  });
});
