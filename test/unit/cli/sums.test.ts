// What a command says about sums, counts and files is never less than what was charged, nor more than what there is.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { App } from "../../../src/app/app";
import { fileUriOf } from "../../../src/app/headless/nodeFiles";
import { exitCodes } from "../../../src/cli/results";
import type { ActiveRun } from "../../../src/runs/runStore";
import type { RunStore } from "../../../src/runs/runStore";
import { price, useTestDesks, peopleSearch, type OpenTestDesk } from "../../support/testDesk";
import { runCommand as run } from "./commandRig";

describe("a command says truly", () => {
  const rig = useTestDesks({ creditsPerDay: 1_000 }, { "a.prospect.json": JSON.stringify(peopleSearch) });

  it("how many records a file has, and how many a leave-out list keeps from it", async () => {
    const one = rig();
    await run(one, "run a.prospect.json --records 5");
    const [, first = ""] = (await run(one, "export R1 --fields company_domain")).output.split("\n");
    one.write("list.txt", `${first}\n`);
    one.write("a.prospect.json", JSON.stringify({ ...peopleSearch, leaveOut: ["list.txt"] }));
    // All of the list is filtered on this machine, after the service was paid.
    const app = { settings: () => Promise.resolve({ creditsPerDay: 1_000, creditsPerMonth: null, sentItems: 0 }) };
    const { data, notes } = await run(one, "run a.prospect.json --records 5 --out b.csv --fields name", app);
    const lines = readFileSync(path.join(one.folder, "b.csv"), "utf8").trim().split("\n").length - 1;
    const leftOut = 5 - lines;
    assert.ok(leftOut > 0, notes);
    assert.deepEqual([data["records"], data["leftOut"], data["returned"]], [lines, leftOut, 5]);
    assert.equal(notes, `${lines} records written to b.csv, ${leftOut} left out by leave-out lists.\n`);
    const exported = await run(one, "export R2 --out c.csv --fields name --json");
    assert.deepEqual([exported.data["records"], exported.data["leftOut"]], [lines, leftOut]);
    const saved = await run(one, "run a.prospect.json --records 5", app);
    assert.deepEqual([saved.data["records"], saved.data["leftOut"], saved.data["out"]], [5, null, null]);
  });

  it("that a lookup was paid for although a leave-out list hides its record", async () => {
    const found = await rig().call("look_up", { kind: "person", items: "Ada Lovelace", columns: ["company_domain"] });
    const { company_domain: domain } = found.data["record"] as Readonly<Record<string, string>>;
    const one = rig();
    one.write("list.txt", `${String(domain)}\n`);
    const uri = fileUriOf(path.join(one.folder, "list.txt"));
    await one.store.leaveOut.save({ uri, hash: "old", everywhere: true, entries: [] });
    const { data, notes } = await run(one, "lookup person Ada Lovelace");
    assert.deepEqual([data["leftOut"], data["paid"], data["credits"], data["record"]], [true, true, price, null]);
    assert.equal(notes, "Ada Lovelace, at any company: It is on a leave-out list. It cost 0.25 credits.\n");
    const other = rig();
    other.write("list.txt", `${String(domain)}\n`);
    const place = fileUriOf(path.join(other.folder, "list.txt"));
    await other.store.leaveOut.save({ uri: place, hash: "old", everywhere: true, entries: [] });
    const told = await other.call("look_up", { kind: "person", items: "Ada Lovelace" });
    assert.match(told.text, /is in a leave-out list, so it is not shown\. It cost 0\.25 credits\.$/);
  });

  describe("that the service ended the list early", () => {
    /** Runs end as they do where the service has no more records below its own total. */
    const endingEarly = (one: OpenTestDesk): Partial<App> => {
      const runs = Object.create(one.app.runs) as { create: RunStore["create"] };
      runs.create = async (...args) => {
        const active: ActiveRun = await one.app.runs.create(...args);
        const stop = active.stop.bind(active);
        return Object.assign(active, { stop: () => stop({ kind: "endedEarly" }) });
      };
      return { runs: runs as unknown as RunStore };
    };

    it("ends with 4, leaves the longer file as it is, and continues", async () => {
      const one = rig();
      const file = path.join(one.folder, "out.csv");
      writeFileSync(file, "a longer list\n");
      const line = "run a.prospect.json --records 10 --out out.csv --replace --fields name";
      const { state, data, notes } = await run(one, line, endingEarly(one));
      assert.deepEqual([state, exitCodes[state], data["out"], data["resumable"]], ["stopped", 4, null, true]);
      assert.equal((data["stop"] as { readonly kind: string }).kind, "endedEarly");
      assert.equal(readFileSync(file, "utf8"), "a longer list\n");
      assert.equal(
        notes,
        'Nothing was written to out.csv. "prospect resume R1" asks the service once more for the rest; ' +
          '"prospect resume R1 --that-is-all" accepts it as complete. ' +
          '"prospect export R1" writes what is saved.\n',
      );
      const more = await run(one, "resume R1 --records 16 --out out.csv --replace --fields name");
      assert.deepEqual([more.state, more.data["records"]], ["complete", 26]);
      assert.equal(readFileSync(file, "utf8").trim().split("\n").length, 27);
    });
  });
});
