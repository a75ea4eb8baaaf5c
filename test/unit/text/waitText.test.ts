// Waits in words: rounded up once, in the units a person would use.
import assert from "node:assert/strict";
import fc from "fast-check";
import { waitText } from "../../../src/text/numbers";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe("a wait in words", () => {
  for (const [ms, english] of [
    [-5, "1 second"],
    [0, "1 second"],
    [59.4 * second, "59 seconds"],
    [59.5 * second, "60 seconds"],
    [119.6 * second, "2 minutes"],
    [120.7 * second, "2 minutes 1 second"],
    [3599 * second, "59 minutes 59 seconds"],
    [3599.5 * second, "1 hour"],
    [3600.49 * second, "1 hour"],
    [3601 * second, "1 hour 1 minute"],
    [125 * minute, "2 hours 5 minutes"],
    [day, "1 day"],
    [25 * hour, "1 day 1 hour"],
    [25 * hour + second, "1 day 2 hours"],
    [5 * day, "5 days"],
    [12_345 * day, "12,345 days"],
  ] as const) {
    it(`${ms} ms: ${english}`, () => {
      assert.equal(waitText(ms), english);
    });
  }

  it("is at most half a second shorter than the wait, and less than the smallest unit shown longer", () => {
    const units = new Map([
      ["second", second],
      ["minute", minute],
      ["hour", hour],
      ["day", day],
    ]);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ min: 1, max: 4 * hour, noNaN: true }),
          fc.nat(40 * day).map((ms) => Math.max(1, ms)),
        ),
        (ms) => {
          const parts = [...waitText(ms).matchAll(/([\d,]+) (second|minute|hour|day)s?/gu)];
          const told = parts.reduce(
            (sum, [, count, unit]) => sum + Number(count?.replace(",", "")) * (units.get(unit ?? "") ?? Number.NaN),
            0,
          );
          const smallest = ms > day - second ? hour : ms > hour - second ? minute : second;
          assert.ok(told >= ms - 500 && told < ms + smallest, `${ms}: ${waitText(ms)}`);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
