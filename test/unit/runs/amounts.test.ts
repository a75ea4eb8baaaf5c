// Amounts and times as a person reads them.
import assert from "node:assert/strict";
import { agoText, creditsText, recordsOfText, recordsText } from "../../../src/runs/amounts";

const minute = 60_000;
const hour = 60 * minute;

describe("the age of something", () => {
  for (const [ms, text] of [
    [minute - 1, "just now"],
    [minute, "1 minute ago"],
    [2 * minute - 1, "1 minute ago"],
    [2 * minute, "2 minutes ago"],
    [hour - 1, "59 minutes ago"],
    [hour, "1 hour ago"],
    [2 * hour - 1, "1 hour ago"],
    [2 * hour, "2 hours ago"],
    [48 * hour - 1, "47 hours ago"],
    [48 * hour, "2 days ago"],
    [72 * hour - 1, "2 days ago"],
  ] as const) {
    it(`of ${ms} ms is "${text}"`, () => assert.equal(agoText(ms), text));
  }
});

describe("an amount", () => {
  for (const [text, expected] of [
    [recordsText(0), "0 records"],
    [recordsText(1), "1 record"],
    [recordsText(12_480), "12,480 records"],
    [recordsOfText(0, 1), "0 of 1 record"],
    [recordsOfText(1, 2), "1 of 2 records"],
    [recordsOfText(1_000, 12_480), "1,000 of 12,480 records"],
    [creditsText(0.5), "0.5 credits"],
    [creditsText(1), "1 credit"],
    [creditsText(1_250), "1,250 credits"],
  ] as const) {
    it(`reads "${expected}"`, () => assert.equal(text, expected));
  }
});
