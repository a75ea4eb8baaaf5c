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

  it("that another window has taken over between two pages stops the run before it pays for the next", async () => {
    let sent = 0;
    let pages = 0;
    let id = "";
    const one = runRig({
      transport: (through) => (request, signal) => {
        sent += request.path === "/api/v2/people/search" ? 1 : 0;
        return through(request, signal);
      },
      checkLists: async () => {
        pages += 1;
        if (pages === 2) {
          const later = one.clock.now() + 60_000;
          await one.store.runs.take(id, { owner: "window-2", now: later, ms: 15_000 });
          one.clock.advance(3_000);
          for (let turn = 0; turn < 20; turn += 1) {
            await new Promise((resolve) => setImmediate(resolve));
          }
        }
        return undefined;
      },
    });
    const summary = await one.run({}, (progress) => (id = "summary" in progress ? progress.summary.header.id : id));
    const message = "Another window has taken over this run.";
    assert.deepEqual([summary.stop, summary.records, sent], [{ kind: "storage", message }, 100, 1]);
  });

  it("is free for another window once the run has stopped", async () => {
    const one = runRig();
    const { header } = await one.run({ limits: { records: 100 } });
    const other = runRig({ file: one.file, clock: one.clock, sandbox: one.sandbox, owner: "window-2" });
    const resumed = await other.resume(header.id, { records: 200 });
    assert.equal(resumed.records, 200);
  });
});
