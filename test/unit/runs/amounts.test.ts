// Amounts and times as a person reads them.
import assert from "node:assert/strict";
import { agoText } from "../../../src/runs/amounts";

const minute = 60_000;
const hour = 60 * minute;

describe("the age of something", () => {
  for (const [ms, text] of [
    [minute - 1, "just now"],
    [minute, "1 minute ago"],
    [hour - 1, "59 minutes ago"],
    [hour, "1 hour ago"],
    [48 * hour - 1, "47 hours ago"],
    [48 * hour, "2 days ago"],
    [72 * hour - 1, "2 days ago"],
  ] as const) {
    it(`of ${ms} ms is "${text}"`, () => assert.equal(agoText(ms), text));
  }
});
