// The ranges of the sandbox's options, and the sentences about mistakes in its plans.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { faultPlanSchema } from "../../../src/sandbox/faults";
import { readPlan } from "../../sandboxServer/planFile";
import { pricePlanSchema } from "../../../src/sandbox/prices";
import { Sandbox, type FaultPlan, type PricePlan, type SandboxOptions } from "../../../src/sandbox/sandbox";
import { createTestClock } from "./support/sandboxUnderTest";

const open = (options: Partial<SandboxOptions>): Sandbox =>
  new Sandbox({ clock: createTestClock(), companies: 5, people: 5, ...options });

const wrongPrices: readonly (readonly [plan: unknown, words: RegExp])[] = [
  [{ all: -1 }, /expected number to be >=0[^]*all\.perRecord/],
  [{ all: "0.25" }, /expected object, received string[^]*all/],
  [{ peopleSearch: { perRecord: [] } }, /peopleSearch\.perRecord/],
  [{ peopleSearch: { perRecord: [1, "2"] } }, /expected number, received string[^]*peopleSearch\.perRecord\[1\]/],
  [{ all: { repeated: "sometimes" } }, /"free"\|"charged"/],
  [{ all: { reported: "later" } }, /Expected a number or one of "missing", "null", "string", "unusable", "negative"/],
  [{ search: 1 }, /Unrecognized key: "search"/],
  [{ all: { price: 1 } }, /Unrecognized key: "price"/],
];
const wrongFaults: readonly (readonly [plan: unknown, words: RegExp])[] = [
  [{}, /faults/],
  [{ faults: [{ stauts: 500 }] }, /Unrecognized key: "stauts"/],
  [{ faults: [{ status: 99 }] }, /faults\[0\]\.status/],
  [{ faults: [{ path: "no-slash" }] }, /faults\[0\]\.path/],
  [{ faults: [{ headers: { "X-Upper": "1" } }] }, /Header names are written in lower case/],
  [{ faults: [{ nth: 0 }] }, /faults\[0\]\.nth/],
  [{ faults: [{ times: 1.5 }] }, /faults\[0\]\.times/],
  [{ faults: [{ shortBy: 0 }] }, /faults\[0\]\.shortBy/],
  [{ faults: [{ longBy: 10_001 }] }, /faults\[0\]\.longBy/],
  [{ faults: [{ total: {} }] }, /Expected a number, a text, null or \{"shrinkBy": N\}/],
  [{ faults: [{ total: { shrinkBy: 0 } }] }, /faults\[0\]\.total/],
  [{ faults: [{ cursor: "nowhere" }] }, /"missing"\|"null"\|"blank"/],
  [{ faults: [{ list: "empty" }] }, /faults\[0\]\.list/],
  [{ faults: [{ credits: "none" }] }, /Expected a number or one of/],
];

describe("the sandbox's options", () => {
  it("have ranges", () => {
    for (const [options, words] of [
      [{ companies: 0 }, /The number of companies must be a whole number from 1 to 1,000,000\./],
      [{ companies: 1_000_001 }, /number of companies/],
      [{ people: 1.5 }, /The number of people must be a whole number from 1 to 1,000,000\./],
      [{ people: Number.NaN }, /number of people/],
      [{ month: 121 }, /The month must be a whole number from 0 to 120\./],
      [{ month: 0.5 }, /The month must be/],
      [{ seed: -1 }, /The seed must be a whole number from 0 to 2,147,483,647\./],
      [{ keys: [] }, /The sandbox needs at least one key\./],
      [{ keys: [{ key: "", workspaceId: "w" }] }, /A key must not be empty\./],
      [
        { keys: [{ key: "k", workspaceId: "w", balance: -1 }] },
        /The balance of a key must be from 0 to 1,000,000,000,000 credits\./,
      ],
      [{ keys: [{ key: "k", workspaceId: "w", consumptionLimit: Infinity }] }, /The consumption limit of a key/],
      [{ rateLimit: { calls: -1, windowMs: 1 } }, /The calls of a rate limit must be a whole number, 0 or more\./],
      [{ rateLimit: { calls: 1, windowMs: 0 } }, /The window of a rate limit must be longer than 0 ms\./],
    ] as const) {
      assert.throws(
        () => open(options),
        (error) => error instanceof RangeError && words.test(error.message),
        JSON.stringify(options),
      );
    }
  });

  it("accept both ends of their ranges", () => {
    for (const options of [
      { companies: 1, people: 1, seed: 0 },
      { seed: 2 ** 31 - 1 },
      { month: 120 },
      { keys: [{ key: "k", workspaceId: "w", balance: 0, consumptionLimit: 1e12 }] },
      { rateLimit: { calls: 0, windowMs: 0.5 } },
    ]) {
      assert.doesNotThrow(() => open(options), JSON.stringify(options));
    }
  });

  it("name the mistakes of a price plan, also of one that is set later", () => {
    const sandbox = open({});
    for (const [plan, words] of wrongPrices) {
      assert.throws(() => open({ prices: plan as PricePlan }), words, JSON.stringify(plan));
      assert.throws(
        () => sandbox.setPrices(plan as PricePlan),
        (error) => error instanceof RangeError && error.message.startsWith("The price plan is wrong:\n"),
      );
    }
  });

  it("name the mistakes of a fault plan, also of one that is set later", () => {
    const sandbox = open({});
    for (const [plan, words] of wrongFaults) {
      assert.throws(() => open({ faults: plan as FaultPlan }), words, JSON.stringify(plan));
      assert.throws(
        () => sandbox.setFaults(plan as FaultPlan),
        (error) => error instanceof RangeError && error.message.startsWith("The fault plan is wrong:\n"),
      );
    }
  });
});

describe("plans in files", () => {
  let folder: string;
  before(() => (folder = mkdtempSync(path.join(tmpdir(), "plans-"))));
  after(() => rmSync(folder, { recursive: true }));

  const file = (text: string): string => {
    const name = path.join(folder, "plan.json");
    writeFileSync(name, text);
    return name;
  };
  const problem = async (text: string): Promise<string> => {
    const read = await readPlan("price plan", file(text), pricePlanSchema);
    return "problem" in read ? read.problem : "";
  };

  it("are read", async () => {
    assert.deepEqual(await readPlan("fault plan", file('{"faults":[{"nth":2,"shortBy":3}]}'), faultPlanSchema), {
      plan: { faults: [{ nth: 2, shortBy: 3 }] },
    });
    const read = await readPlan("price plan", file('{"all":0.5,"peopleSearch":{"perRecord":[0,1]}}'), pricePlanSchema);
    assert.ok("plan" in read);
    assert.doesNotThrow(() => open({ prices: read.plan }));
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
  });
});
