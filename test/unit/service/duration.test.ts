// The wait the service asks for, never shortened; a notation that is not certain counts as none.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRetryAfter, parseWaitFromMessage } from "../../../src/service/retryPolicy";

/** What the client reads, in ms. */
const waitOf = (duration: string): number | undefined =>
  parseWaitFromMessage(`Too many requests. Try again in ${duration}`);

describe("a duration", () => {
  for (const [text, ms] of [
    ["1m30.5s", 90_500],
    ["500ms", 500],
    ["30 seconds.", 30_000],
    ["1 second", 1000],
    ["2 days", 172_800_000],
    ["90", 90_000],
    ["0.2", 200],
    ["1 hour, 30 minutes, and 5 seconds", 5_405_000],
    ["1 min, 5 sec", 65_000],
    ["1h2m3s", 3_723_000],
    ["30 seconds or contact support", 30_000],
    ["10S", 10_000],
    ["0s", 0],
  ] as const) {
    it(`reads "${text}" as ${ms} ms`, () => assert.equal(waitOf(text), ms));
  }

  it("ends before the first other word", () => {
    assert.equal(waitOf("30 seconds. The limit is 100 in 1 hour"), 30_000);
  });

  for (const text of [
    ...["", "soon", "a few minutes", "a minute", "half a minute", "a minute and 30 seconds", "s", "01:30", "1h30"],
    ...["5-10 seconds", "2 1/2 minutes", "½ minute", "PT30S", "P1M", "-", "2026-01-01", "1,5 s", "10 000 s", "250µs"],
    ...["5 minutes - 10 minutes", "30 in total"],
  ]) {
    it(`reads no wait in "${text}"`, () => {
      assert.equal(waitOf(text), undefined);
    });
  }

  const waitIn = parseWaitFromMessage;

  it("is found after the service's announcement, among other words", () => {
    assert.equal(waitIn("Too many requests. Try again in 1m30.5s"), 90_500);
    assert.equal(waitIn("TOO MANY REQUESTS: TRY AGAIN IN 30 SECONDS!"), 30_000);
    assert.equal(waitIn("Please wait 5 s. Try again in: 2 minutes"), 120_000);
    assert.equal(waitIn("Too many requests"), undefined);
    assert.equal(waitIn("You sent 300 requests"), undefined);
  });

  it("is never shorter than what was written, for 10,000 durations in each notation", () => {
    const parts = fc.record({ h: fc.nat(50), m: fc.nat(59), s: fc.nat(59), ms: fc.nat(999) });
    const notation = fc.constantFrom("go", "words", "seconds");
    fc.assert(
      fc.property(parts, notation, fc.constantFrom("", ".", " and then some", "\n"), ({ h, m, s, ms }, form, tail) => {
        const total = ((h * 60 + m) * 60 + s) * 1000 + ms;
        const fraction = `${s}.${String(ms).padStart(3, "0")}`;
        const texts = {
          go: `${h}h${m}m${fraction}s`,
          words: `${h} hours, ${m} minutes and ${fraction} seconds`,
          seconds: `${total / 1000}`,
        };
        const read = waitIn(`Too many requests. Try again in ${texts[form]}${tail}`);
        assert.ok(read !== undefined && read >= total && read <= total + 1, `${texts[form]}: ${read}`);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 1, 12, 0, 0);

  for (const [header, date, ms] of [
    ["120", undefined, 120_000],
    ["0", undefined, 0],
    [" 7 ", undefined, 7000],
    ["5, 10", undefined, 10_000],
    ["1.5", undefined, 1500],
    ["Thu, 01 Jan 2026 12:01:00 GMT", undefined, 60_000],
    ["Thursday, 01-Jan-26 12:01:00 GMT", undefined, 60_000],
    ["Thu Jan  1 12:01:00 2026", undefined, 60_000],
    ["Thu, 01 Jan 2026 11:00:00 GMT", undefined, 0],
    // This machine's clock is a minute ahead of the service's.
    ["Thu, 01 Jan 2026 12:00:30 GMT", "Thu, 01 Jan 2026 11:59:00 GMT", 90_000],
    // It is three hours, a day or a year behind: only the service's own dates count.
    ["Thu, 01 Jan 2026 15:00:30 GMT", "Thu, 01 Jan 2026 15:00:00 GMT", 30_000],
    ["Fri, 02 Jan 2026 12:00:30 GMT", "Fri, 02 Jan 2026 12:00:00 GMT", 30_000],
    ["Friday, 01-Jan-27 12:00:30 GMT", "Fri Jan  1 12:00:00 2027", 30_000],
    // It is hours ahead: the wait is not lost.
    ["Thu, 01 Jan 2026 08:00:30 GMT", "Thu, 01 Jan 2026 08:00:00 GMT", 30_000],
    ["Thu, 01 Jan 2026 12:00:30 GMT", "Thu, 01 Jan 2026 12:05:00 GMT", 0],
    // A Date header that is no date, like none at all.
    ["Thu, 01 Jan 2026 12:01:00 GMT", "yesterday", 60_000],
    ["Thu, 01 Jan 2026 12:01:00 GMT", "", 60_000],
    ["120", "Thu, 01 Jan 2026 15:00:00 GMT", 120_000],
    ["soon", undefined, undefined],
    ["", undefined, undefined],
    ["-5", undefined, undefined],
    [undefined, undefined, undefined],
  ] as const) {
    it(`reads ${JSON.stringify(header)}${date === undefined ? "" : ` sent at ${date}`} as ${ms}`, () => {
      assert.equal(parseRetryAfter(header, date, now), ms);
    });
  }
});
