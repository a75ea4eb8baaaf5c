// The state with which a command ends.
import assert from "node:assert/strict";
import { stateOfRun } from "../../../src/cli/results";
import type { RunSummary } from "../../../src/runs/run";

describe("the state of a run on the command line", () => {
  const state = (kind: string | undefined, pages: number): string =>
    stateOfRun({ pages, stop: kind === undefined ? undefined : { kind } } as unknown as RunSummary);

  it("is failed when the service refused the search, and stopped when it refused a later page", () => {
    assert.deepEqual([state("refused", 0), state("refused", 3)], ["failed", "stopped"]);
  });

  it("is stopped where it can go on", () => {
    assert.deepEqual([state(undefined, 0), state("rateLimited", 0), state("offline", 0)], Array(3).fill("stopped"));
    assert.equal(state("cancelled", 0), "canceled");
  });
});
