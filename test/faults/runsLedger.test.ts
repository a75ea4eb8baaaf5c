// Two windows that write to one ledger at once, one of them killed: no acknowledged line is lost.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { realDisk } from "../../src/runs/disk";
import { openLedger } from "../../src/runs/ledger";
import { acknowledgedLines } from "./support/acknowledgedLines";
import { removeFolder, temporaryFolder } from "../unit/runs/runRig";

const child = fileURLToPath(new URL("./runsLedgerChild.js", import.meta.url));

/** The calls a window acknowledged, until its end or until it was killed after so many. */
const acknowledged = (folder: string, name: string, count: number, killAfter?: number): Promise<readonly string[]> => acknowledgedLines(child, [folder, name, String(count)], killAfter);

describe("the ledger of two windows", function () {
  this.timeout(60_000);

  it("keeps each of 1,000 lines that were acknowledged, with one window killed in the middle", async () => {
    const folder = temporaryFolder();
    try {
      const [whole, cut] = await Promise.all([acknowledged(folder, "a", 500), acknowledged(folder, "b", 500, 250)]);
      const rest = await acknowledged(folder, "c", 500 - cut.length);
      assert.ok(cut.length >= 250 && whole.length === 500);
      const ledger = openLedger({ folder, disk: realDisk });
      const spent = await ledger.spend({ since: 0, by: "run" });
      const rows = new Map(spent.map(({ key, credits }) => [key, credits]));
      assert.equal(rows.get("a"), 500);
      assert.ok((rows.get("b") ?? 0) >= cut.length);
      assert.equal(rows.get("c") ?? 0, rest.length);
      assert.equal(whole.length + cut.length + rest.length, 1000);
      // Each call counts once, answered or cut off in the middle: it was about one record at one credit.
      assert.equal(await ledger.spentUnasked(), spent.reduce((sum, { credits, possiblyCharged }) => sum + credits + possiblyCharged, 0));
    } finally {
      removeFolder(folder);
    }
  });
});
