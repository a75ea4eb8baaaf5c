// The sentences about mistakes in the files of price plans and fault plans.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type * as z from "zod";
import { faultPlanSchema } from "../../sandboxServer/faults";
import { readPlan } from "../../sandboxServer/planFile";
import { pricePlanSchema } from "../../sandboxServer/prices";

const wrongPrices: readonly (readonly [plan: unknown, words: RegExp])[] = [
  [{ all: -1 }, /expected number to be >=0[^]*all\.perRecord/],
  [{ all: { reported: "later" } }, /Expected a number or one of "missing", "null", "string", "unusable", "negative"/],
  [{ search: 1 }, /Unrecognized key: "search"/],
];
const wrongFaults: readonly (readonly [plan: unknown, words: RegExp])[] = [
  [{ faults: [{ stauts: 500 }] }, /Unrecognized key: "stauts"/],
  [{ faults: [{ headers: { "X-Upper": "1" } }] }, /Header names are written in lower case/],
  [{ faults: [{ total: {} }] }, /Expected a number, a text, null or \{"shrinkBy": N\}/],
  [{ faults: [{ cursor: "nowhere" }] }, /"missing"\|"null"\|"blank"/],
];

describe("plans in files", () => {
  let folder: string;
  before(() => (folder = mkdtempSync(path.join(tmpdir(), "plans-"))));
  after(() => rmSync(folder, { recursive: true }));

  const file = (text: string): string => {
    const name = path.join(folder, "plan.json");
    writeFileSync(name, text);
    return name;
  };
  const problem = async (text: string, name = "price plan", schema: z.ZodType = pricePlanSchema): Promise<string> => {
    const read = await readPlan(name, file(text), schema);
    return "problem" in read ? read.problem : "";
  };

  it("are read", async () => {
    assert.deepEqual(await readPlan("fault plan", file('{"faults":[{"nth":2,"shortBy":3}]}'), faultPlanSchema), {
      plan: { faults: [{ nth: 2, shortBy: 3 }] },
    });
    const read = await readPlan("price plan", file('{"all":0.5,"peopleSearch":{"perRecord":[0,1]}}'), pricePlanSchema);
    assert.ok("plan" in read);
  });

  it("that cannot be read, are not JSON or have mistakes are explained", async () => {
    const missing = await readPlan("fault plan", path.join(folder, "missing.json"), faultPlanSchema);
    assert.match(
      "problem" in missing ? missing.problem : "",
      /^The fault plan .*missing\.json cannot be read\. Check the path\.$/,
    );
    assert.match(await problem("{"), /^The price plan .*plan\.json is not JSON\.$/);
    for (const [plan, words] of wrongPrices) {
      const said = await problem(JSON.stringify(plan));
      assert.match(said, /^The price plan .*plan\.json has mistakes:\n/);
      assert.match(said, words);
    }
    for (const [plan, words] of wrongFaults) {
      assert.match(await problem(JSON.stringify(plan), "fault plan", faultPlanSchema), words);
    }
  });
});
