// How many records to fetch and how many credits to spend, as people type them.
import assert from "node:assert/strict";
import { creditsInputText, mostCredits, parseCreditsInput, parseRecordsInput } from "../../../src/searches/fetchInput";

describe("records to fetch as they are typed", () => {
  for (const [text, number] of [
    ["100", 100],
    [" 7 ", 7],
    ["1,000", 1000],
    ["1 000 000", 1_000_000],
    ["1.000", 1000],
    ["10000000", 10_000_000],
    ["", undefined],
  ] as const) {
    it(`reads ${JSON.stringify(text)}`, () => assert.deepEqual(parseRecordsInput(text), { ok: true, value: number }));
  }
  for (const [text, message] of [
    ["-1", /whole number/],
    ["1.5", /whole number/],
    ["1,0", /whole number/],
    ["ten", /whole number/],
    ["1e3", /whole number/],
    ["0x10", /whole number/],
    ["0", /At least 1\./],
    ["10,000,001", /At most 10,000,000\./],
    ["9".repeat(400), /At most/],
  ] as const) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      const parsed = parseRecordsInput(text);
      assert.match(parsed.ok ? "" : parsed.message, message);
    });
  }
});

describe("a credit limit as it is typed", () => {
  const read: readonly (readonly [string, number | undefined])[] = [
    ["", undefined],
    ["0", 0],
    ["0.5", 0.5],
    [".5", 0.5],
    ["0,5", 0.5],
    ["-0", 0],
    [" 12.25 ", 12.25],
    ["1,500", 1500],
    ["1,234,567.5", 1_234_567.5],
    ["1 500", 1500],
    ["1.500", 1.5],
    ["0.001", 0.001],
    [String(mostCredits), mostCredits],
  ];
  for (const [text, value] of read) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const parsed = parseCreditsInput(text);
      assert.deepEqual(parsed, { ok: true, value });
      assert.deepEqual(
        value === undefined ? parsed : parseCreditsInput(creditsInputText(value)),
        parsed,
        "what the input then shows means the same",
      );
    });
  }

  for (const [text, message] of [
    ["-1", /At least 0\./],
    ["−0.5", /At least 0\./],
    ["NaN", /such as 0\.5/],
    ["Infinity", /such as 0\.5/],
    ["1e3", /such as/],
    ["0.", /such as/],
    ["lots", /such as/],
    ["1.2.3", /such as/],
    ["1,2,3", /such as/],
    ["1,234.5.6", /such as/],
    ["1000000001", /At most 1,000,000,000\./],
    ["9".repeat(400), /At most/],
  ] as const) {
    it(`refuses ${JSON.stringify(text.slice(0, 20))}`, () => {
      const parsed = parseCreditsInput(text);
      assert.match(parsed.ok ? "" : parsed.message, message);
    });
  }
});
