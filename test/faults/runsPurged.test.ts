// After a purge nothing of a person, a company, a search or a key is in any file; of the key never.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { removeFolder, runRig } from "../unit/runs/runRig";

const canaryPerson = "Zephyrine Quackenbush-Canary";
const canaryCompany = "canary-aviary.example";
const canaryKey = "sandbox-key";

function hits(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return entry.name.includes(text) || (entry.isFile() && readFileSync(file).includes(text)) ? [file] : [];
  });
}

describe("a purge of run data", () => {
  it("leaves no trace of a person, a company or a search; the key was never written", async () => {
    const one = runRig({
      transport: (through) => async (request, signal) => {
        const reply = await through(request, signal);
        const text = Buffer.from(reply.body).toString("utf8").replace(/"full_name":"[^"]*"/, `"full_name":"${canaryPerson}"`);
        return { ...reply, body: Buffer.from(text) };
      },
    });
    try {
      await one.run({ title: `People called ${canaryPerson}`, task: { kind: "peopleSearch", filters: {} }, source: `file:///${canaryCompany}.prospect.json`, limits: { records: 120 } });
      await one.run({ title: canaryCompany, task: { kind: "companyLookup", identifiers: { domain: canaryCompany } }, limits: { records: 1 } });
      assert.ok(hits(one.folder, canaryPerson).length > 0 && hits(one.folder, canaryCompany).length > 0);
      assert.deepEqual(hits(one.folder, canaryKey), []);
      const { deleted, kept } = await one.store.purge();
      assert.deepEqual([deleted.length, kept.length], [2, 0]);
      for (const canary of [canaryPerson, canaryCompany, canaryKey]) {
        assert.deepEqual(hits(one.folder, canary), []);
      }
      assert.equal((await one.ledger.spend({ since: 0, by: "run" })).length, 2, "what was spent is still known");
    } finally {
      await one.ledger.close();
      removeFolder(one.folder);
    }
  });
});
