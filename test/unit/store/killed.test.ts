// Processes that are killed or work at the same time: what was acknowledged is there, and nothing is counted twice or
// lost.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { damageOf, keptRecords, newFolder, now, openTestStore, removeFolders } from "./rig";

const child = path.resolve("dist/test/unit/store/killedChild.js");

/** The whole lines that a child said until its end, or until it was killed some ms after so many. */
function linesOf(job: object, killAfter = Number.POSITIVE_INFINITY, delayMs = 0): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [...process.execArgv, child, JSON.stringify(job)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    started.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      if (said.split("\n").length > killAfter) {
        setTimeout(() => started.kill("SIGKILL"), delayMs);
      }
    });
    started.on("error", reject);
    started.on("close", () => resolve(said.split("\n").slice(0, -1)));
  });
}

describe("processes and the store", function () {
  this.timeout(120_000);
  afterEach(removeFolders);

  for (const walAllowed of [true, false]) {
    it(`keep acknowledged pages when killed, ${walAllowed ? "with" : "without"} a write-ahead log`, async () => {
      const file = path.join(newFolder(), "store", "prospect-desk.db");
      for (let round = 0; round < 6; round += 1) {
        const run = `run-${round}`;
        const lines = await linesOf(
          { file, what: "pages", name: run, count: 500, walAllowed },
          1 + round * 3,
          round * 0.7,
        );
        const { store, notices, close } = openTestStore({ file, walAllowed });
        assert.deepEqual(notices, []);
        assert.deepEqual(await damageOf(store), []);
        const kept = await store.runs.get(run, now);
        const pages = kept?.pages ?? 0;
        assert.ok(pages === lines.length || pages === lines.length + 1, `${pages} pages, ${lines.length} acknowledged`);
        assert.equal((await keptRecords(store, run)).length, pages * 50);
        const taken = await store.runs.take(run, { owner: "window-2", now: now + 2000, ms: 1000 });
        const [spent] = (await store.calls.spend({ since: 0, by: "run" })).filter(({ key }) => key === run);
        assert.deepEqual([spent?.credits, spent?.records, spent?.calls], [pages * 12.5, pages * 50, pages]);
        assert.ok(taken.possibleCredits === 0 || taken.possibleCredits === 50, "at most the one page in flight");
        await store.runs.stop(run, "window-2", { kind: "cancelled" }, now);
        await close();
      }
    });
  }

  it("reserve at the same time, and none is lost", async () => {
    const file = path.join(newFolder(), "store", "prospect-desk.db");
    const all = await Promise.all(
      ["a", "b", "c", "d"].map((name) => linesOf({ file, what: "reservations", name, count: 100, walAllowed: true })),
    );
    assert.deepEqual(
      all.map((lines) => lines.filter((line) => line === "reserved").length),
      [100, 100, 100, 100],
    );
    const { store, db, close } = openTestStore({ file });
    assert.equal(await store.calls.sharedUsed(), 400);
    assert.deepEqual(
      { ...db.get<Record<string, number>>("select count(*) as calls, count(distinct no) as numbers from call") },
      { calls: 400, numbers: 400 },
    );
    await close();
  });
});
