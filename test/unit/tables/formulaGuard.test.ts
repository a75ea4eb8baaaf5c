// The guard against formulas: which texts get an apostrophe, and how phone numbers stay readable.
import assert from "node:assert/strict";
import fc from "fast-check";
import { spacePhoneNumber } from "../../../src/records/phoneNumber";
import { guardFormula } from "../../../src/tables/formulaGuard";

describe("the guard against formulas", () => {
  const formulas = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "=cmd|' /C calc'!A0",
    " =1+1",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "\r\n =1",
    "\u00a0=1",
    "\u200b=1",
    "\ufeff=1",
    "\u0000=1",
    "\u3000=1",
    "＝1+1",
    "＋1+1",
    "－1+1",
    "＠SUM(1)",
    "﹢1+1",
    "−1+1",
    "-2+3+cmd|' /C calc'!D2",
    "%1",
    "|x",
    "+A1",
    "-",
    "+43-660-1234",
    '="x"',
    "=\n1",
    "+1(2)",
    "\u202e=1",
  ];
  for (const text of formulas.filter((formula) => formula !== "-")) {
    it(`neutralizes ${JSON.stringify(text)}`, () => {
      assert.equal(guardFormula(text), `'${text}`);
    });
  }

  for (const text of [
    "",
    "-",
    "+",
    "Acme",
    "a=b",
    "1-10",
    "-5",
    "+5",
    "-5.25",
    "-1,234.50",
    "-1e5",
    "+.5",
    "12",
    "'=x",
    "(=1)",
    "#1",
    "é",
    "+43 660 1234567",
    "+43 6601234567; +1 4155550100",
  ]) {
    it(`does not change ${JSON.stringify(text)}`, () => {
      assert.equal(guardFormula(text), text);
    });
  }

  it("lets no cell begin a formula, whatever precedes the sign", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\s\u200b\u00ad]{0,4}[=+\-@＝＋－＠][^]{1,10}$/u), (text) => {
        const cell = guardFormula(text);
        assert.ok(
          cell === `'${text}` || /^\s*[+-]?[\d.,]+(e[+-]?\d+)?\s*$/i.test(text) || /^\+\d[\d ]*$/.test(text),
          JSON.stringify(text),
        );
      }),
    );
  });
});

describe("phone numbers", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["+436601234567", "+43 6601234567"],
    ["+43 660 1234567", "+43 660 1234567"],
    ["+43-660-1234567", "+43 660 1234567"],
    ["+1 (415) 555-0100", "+1 415 555 0100"],
    ["+14155550100", "+1 4155550100"],
    ["+7123456", "+7 123456"],
    ["+712345", "+712345"],
    ["+35312345678", "+353 12345678"],
    ["+43\u00a0660\u20111234", "+43 660 1234"],
  ];
  for (const [sent, written] of cases) {
    it(`writes ${sent} as ${written}`, () => {
      assert.equal(spacePhoneNumber(sent), written);
      assert.equal(sent.replace(/\D/g, ""), written.replace(/\D/g, ""));
    });
  }

  for (const [sent, written] of [
    ["+44 (0)20 7123 4567", "+44 20 7123 4567"],
    ["+49(0)30 123456", "+49 30 123456"],
    ["+39 (0)6 1234567", "+39 0 6 1234567"],
    ["+1 555 010 0100 ext. 12", "+1 555 010 0100 ext. 12"],
    ["+15550100100x12", "+1 5550100100 ext. 12"],
    ["+1 (555) 010-0100 #12", "+1 555 010 0100 ext. 12"],
    ["+1 555 010 0100 (extn 12)", "+1 555 010 0100 ext. 12"],
    ["tel:+1-555-010-0100;ext=12", "+1 555 010 0100 ext. 12"],
    ["00442071234567", "+44 2071234567"],
    ["0044 (0)20 7123 4567", "+44 20 7123 4567"],
    ["(+44) 20 7123 4567", "+44 20 7123 4567"],
    [" \u202a+49/30/123456\u202c ", "+49 30 123456"],
    ["+49 (0) 30 / 12 34 56-0", "+49 30 12 34 56 0"],
    ["+1 555 0100, +1 555 0101 x3", "+1 555 0100; +1 555 0101 ext. 3"],
    ["+49/30/1234 / +49/30/5678|004930999", "+49 30 1234; +49 30 5678; +49 30999"],
  ] as const) {
    it(`writes ${sent} as ${written}, as a text that no spreadsheet calculates`, () => {
      assert.equal(spacePhoneNumber(sent), written);
      assert.equal(guardFormula(written), written);
    });
  }

  for (const text of [
    "020 7123 4567",
    "+1 555 0100 or +1 555 0101",
    "call +49 30 1234",
    `+1${" ".repeat(300)}x`,
    "000",
  ]) {
    it(`leaves ${text.trim().slice(0, 30)} as it is`, () => assert.equal(spacePhoneNumber(text), text));
  }
});
