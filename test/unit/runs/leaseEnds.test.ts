// A run's lease ends with the run: no timer stays behind to renew it, and another window can resume at once.
import assert from "node:assert/strict";
import { removeFolders } from "../store/rig";
import { runRig } from "./runRig";

describe("the lease of a run", () => {
  afterEach(removeFolders);

  it("is not renewed after the run has stopped", async () => {
    const one = runRig();
    await one.run({ limits: { records: 100 } });
    assert.equal(one.clock.waiting, 0);
  });

  it("is free for another window once the run has stopped", async () => {
    const one = runRig();
    const { header } = await one.run({ limits: { records: 100 } });
    const other = runRig({ file: one.file, clock: one.clock, sandbox: one.sandbox, owner: "window-2" });
    const resumed = await other.resume(header.id, { records: 200 });
    assert.equal(resumed.records, 200);
  });
});
