// Numbers of the service in sentences: exact and grouped, and short where no digit can be trusted.
import assert from "node:assert/strict";
import { amountText, countText } from "../../../src/text/numbers";
import { text } from "../../../webview-ui/results/recordFields";

describe("numbers", () => {
  it("are grouped below 10^15 and short from there on", () => {
    for (const [number, count, amount] of [
      [0, "0", "0"],
      [12_480, "12,480", "12,480"],
      [999_999_999_999_999, "999,999,999,999,999", "999,999,999,999,999"],
      [1e15, "1E15", "1E15"],
      [1_234_567_890_123_456, "1.235E15", "1.235E15"],
      [-2e18, "-2E18", "-2E18"],
      [Number.MAX_VALUE, "1.798E308", "1.798E308"],
    ] as const) {
      assert.deepEqual([countText(number), amountText(number)], [count, amount]);
    }
    for (const [amount, shown] of [
      [1_204.256, "1,204.26"],
      [0.5, "0.5"],
      [1.005, "1.01"],
      [-12_345.6, "-12,345.6"],
      [0.1 + 0.2, "0.3"],
      [99.995, "100"],
      [999_999_999_999.99, "999,999,999,999.99"],
    ] as const) {
      assert.equal(amountText(amount), shown);
    }
  });

  it("of records keep every digit: they can be ids", () => {
    assert.deepEqual(
      [text(1_234_567_890_123_456), text(12_480), text(0.000_001)],
      ["1234567890123456", "12,480", "0.000001"],
    );
  });
});
