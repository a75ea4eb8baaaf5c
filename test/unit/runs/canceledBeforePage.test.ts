// A run that is canceled after everything for its next page was checked, and before the page is requested.
import assert from "node:assert/strict";
import { removeFolders } from "../store/rig";
import { runRig } from "./runRig";

describe("a run that is canceled right before a page", () => {
  afterEach(removeFolders);

  for (const page of [1, 2]) {
    it(`does not request page ${page}, and costs no more`, async () => {
      let checks = 0;
      let sent = 0;
      const one = runRig({
        checkLists: () => {
          checks += 1;
          if (checks === page) {
            one.controller.abort(new Error("canceled"));
          }
          return Promise.resolve(undefined);
        },
        transport: (through) => (request, signal) => {
          sent += request.path.endsWith("/search") ? 1 : 0;
          return through(request, signal);
        },
      });
      const summary = await one.run({ limits: { records: 250 }, leaveOut: [{ uri: "file:///w/a.csv", hash: "1" }] });
      assert.equal(sent, page - 1);
      assert.equal(summary.records, 100 * (page - 1));
      assert.equal(summary.stop?.kind, "cancelled");
    });
  }
});
