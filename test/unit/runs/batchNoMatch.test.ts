// A batch whose service says "no match" with status 404 and an error body: these rows are answered, the others too.
import assert from "node:assert/strict";
import type { Transport } from "../../../src/service/wire";
import { runRig, testClock } from "./runRig";
import { removeFolders } from "../store/rig";
import { askBatch, readAgain, readBatch, resultOf, tableOf } from "./batchRig";

const noMatch = { code: "error.company.not_found", message: "Nothing" };

describe("a batch of lookups with 404 for what is not found", () => {
  let ticking: NodeJS.Timeout | undefined;
  afterEach(() => {
    clearInterval(ticking);
    removeFolders();
  });

  it("continues to the last row, stores no match for these rows, and never asks for them again", async () => {
    const asked: string[] = [];
    const transport: Transport = async ({ body }) => {
      const { domain } = JSON.parse(Buffer.from(body ?? []).toString()) as { readonly domain: string };
      asked.push(domain);
      const nth = Number(/\d+/.exec(domain)?.[0]);
      const isFound = nth % 2 === 1;
      const reply = isFound
        ? { companies: [{ id: `c${nth}`, name: `Company ${nth}`, domain }], metadata: { credits: 1 } }
        : noMatch;
      return {
        status: isFound ? 200 : 404,
        headers: { "content-type": "application/json" },
        body: Buffer.from(JSON.stringify(reply)),
      };
    };
    const clock = testClock();
    // The client waits for the rate limit.
    ticking = setInterval(() => clock.advance(100), 1);
    const rig = runRig({ clock, transport: () => transport });
    const table = await tableOf(`Domain\n${Array.from({ length: 20 }, (_, nth) => `c${nth}.example\n`).join("")}`);
    const { id } = await readBatch(rig, table);
    const { stop, credits, records, possibleCredits } = await askBatch(rig, id);
    assert.deepEqual([stop, credits, records, possibleCredits], [{ kind: "complete" }, 10, 10, 0]);
    assert.equal(new Set(asked).size, 20);
    assert.equal(asked.length, 20);
    const { counts, bytes } = await resultOf(rig, id, table);
    const { found, noMatch: without, failed, notAsked } = counts;
    assert.deepEqual([found, without, failed, notAsked], [10, 10, 0, 0]);
    assert.equal(bytes.toString().match(/Company \d+/g)?.length, 10);
    assert.deepEqual(await readAgain(rig, id, table), { rows: 20, toAsk: 0, answered: 20, duplicates: 0, skipped: 0 });
    await askBatch(rig, id);
    assert.equal(asked.length, 20);
  });
});
