// The estimate of how long a batch still takes.
import assert from "node:assert/strict";
import { timeLeft } from "../../../src/tables/timeLeft";

describe("the time that a batch still takes", () => {
  const pace = { startedAt: 1_000, answeredBefore: 500 };

  it("follows from the lookups of this window, rounded", () => {
    // 100 lookups in 10 s: 1,400 more take 140 s.
    assert.equal(timeLeft(pace, 11_000, 600, 2_000), 120_000);
    assert.equal(timeLeft(pace, 11_000, 600, 1_050), 50_000);
    assert.equal(timeLeft(pace, 11_000, 600, 1_590), 100_000);
    assert.equal(timeLeft(pace, 11_000, 600, 1_600), 120_000);
    assert.equal(timeLeft(pace, 11_000, 600, 100_000), 9_900_000);
    assert.equal(timeLeft(pace, 11_000, 600, 601), 10_000);
  });

  it("is not said before there is enough to estimate from, nor at the end", () => {
    assert.equal(timeLeft(pace, 2_000, 600, 2_000), undefined);
    assert.equal(timeLeft(pace, 60_000, 505, 2_000), undefined);
    assert.equal(timeLeft(pace, 60_000, 2_000, 2_000), undefined);
  });
});
