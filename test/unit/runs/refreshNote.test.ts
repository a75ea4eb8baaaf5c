// The note on searches whose last run is older than the service's data.
import assert from "node:assert/strict";
import { refreshNote } from "../../../src/runs/runState";

describe("the note on a refresh", () => {
  const day = 86_400_000;
  const now = Date.UTC(2026, 5, 1);
  const note = (days: number, origin = "https://service.example"): string | undefined =>
    refreshNote({ updatedAt: now - days * day, header: { connection: { origin } } }, now);

  it("is there from the day on which a monthly refresh was certainly due", () => {
    assert.equal(note(0), undefined);
    assert.equal(note(30.9), undefined);
    assert.equal(note(31), "Last run 31 days ago. The service refreshes its data monthly.");
    assert.equal(note(1200), "Last run 1,200 days ago. The service refreshes its data monthly.");
  });

  it("is not there for the embedded sandbox, nor for a clock that was set back", () => {
    assert.equal(note(400, "sandbox:"), undefined);
    assert.equal(note(-3), undefined);
  });
});
