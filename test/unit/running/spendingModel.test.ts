// No sequence of actions against any service charges more than was agreed and the page in flight, and what is shown is
// what was charged, or says "at least".
import fc from "fast-check";
import { openWindows, play, sequence, type Windows } from "./spendingModel";

const runs = Number(process.env["PROSPECT_MODEL_RUNS"] ?? 2000);
/**
 * The same sequences each time, so that a change is what makes the test fail; `npm run model -- --seed N` plays
 * others.
 */
const seed = Number(process.env["PROSPECT_MODEL_SEED"] ?? 20_261_122);

describe("the budget, against any service and any user", () => {
  let windows: Windows;
  before(async () => {
    windows = await openWindows(process.cwd());
  });
  after(() => windows.close());

  it(`holds in ${runs} sequences`, async function () {
    this.timeout(runs * 60 + 30_000);
    await fc.assert(
      fc.asyncProperty(sequence, async (one) => {
        await play(windows, one);
      }),
      { numRuns: runs, seed },
    );
  });
});
