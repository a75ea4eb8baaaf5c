// When a text matches a stored one: a table of pairs.
import assert from "node:assert/strict";
import { equalText, similarTo } from "../../../src/sandbox/matching";

const similar: readonly (readonly [value: string, stored: string])[] = [
  ["Northwind", "Northwind"],
  ["NORTHWIND", "northwind"],
  ["vp engineering", "VP of Engineering"],
  ["Engineering, VP of", "VP of Engineering"],
  ["Global VP of Engineering", "VP of Engineering"],
  ["muller", "Anna Müller"],
  ["lodz", "Łódź, Łódzkie, Poland"],
  ["C++", "C++"],
  ["日本語", "日本語"],
];

const different: readonly (readonly [value: string, stored: string])[] = [
  ["North", "Northwind"],
  ["Northwind Traders", "Northwind"],
  ["Global Senior VP of Engineering", "VP of Engineering"],
  ["C", "C++"],
  ["C#", "C++"],
  ["", "Northwind"],
  ["…", "Northwind"],
  ["Northwind", ""],
];

describe("text matching in the sandbox", () => {
  it("accepts similar texts", () => {
    for (const [value, stored] of similar) assert.ok(similarTo([value])(stored), `${value} ~ ${stored}`);
  });

  it("rejects different texts", () => {
    for (const [value, stored] of different) assert.ok(!similarTo([value])(stored), `${value} ≁ ${stored}`);
  });

  it("compares exactly but for case and surrounding white space", () => {
    assert.ok(equalText(" northWIND ", "Northwind"));
    assert.ok(!equalText("muller", "müller"));
    assert.ok(!equalText("North wind", "Northwind"));
  });
});
