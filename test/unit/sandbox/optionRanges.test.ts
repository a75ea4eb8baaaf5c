// Both ends of every range of the sandbox's options: the last value that is accepted, and the first that is not.
import assert from "node:assert/strict";
import { followPlan } from "../../../src/sandbox/faults";
import { checkOptions } from "../../../src/sandbox/options";

const key = (limits: object): object => ({ keys: [{ key: "k", workspaceId: "w", ...limits }] });

const ranges: readonly (readonly [name: string, accepted: readonly object[], refused: readonly object[]])[] = [
  [
    "companies",
    [{ companies: 1 }, { companies: 1_000_000 }],
    [{ companies: 0 }, { companies: 1.5 }, { companies: 1_000_001 }],
  ],
  ["people", [{ people: 1 }, { people: 1_000_000 }], [{ people: 0 }, { people: 1.5 }, { people: 1_000_001 }]],
  ["seed", [{ seed: 0 }, { seed: 2 ** 31 - 1 }], [{ seed: -1 }, { seed: 0.5 }, { seed: 2 ** 31 }]],
  ["month", [{ month: 0 }, { month: 120 }], [{ month: -1 }, { month: 0.5 }, { month: 121 }]],
  ["balance", [key({ balance: 0 }), key({ balance: 1e12 })], [key({ balance: -0.01 }), key({ balance: 1e12 + 1 })]],
  [
    "consumption limit",
    [key({ consumptionLimit: 0 }), key({ consumptionLimit: 1e12 })],
    [key({ consumptionLimit: -0.01 }), key({ consumptionLimit: 1e12 + 1 })],
  ],
  [
    "lag of a balance",
    [key({ balanceLag: 0 }), key({ balanceLag: 1_000 })],
    [key({ balanceLag: -1 }), key({ balanceLag: 0.5 }), key({ balanceLag: 1_001 })],
  ],
  [
    "rate limit",
    [{ rateLimit: { calls: 0, windowMs: 0.01 } }],
    [
      { rateLimit: { calls: -1, windowMs: 1 } },
      { rateLimit: { calls: 0.5, windowMs: 1 } },
      { rateLimit: { calls: 1, windowMs: 0 } },
    ],
  ],
];

describe("the ranges of the sandbox's options", () => {
  for (const [name, accepted, refused] of ranges) {
    it(`end where the sentence says: ${name}`, () => {
      accepted.forEach((options) => assert.doesNotThrow(() => checkOptions(options), JSON.stringify(options)));
      refused.forEach((options) => assert.throws(() => checkOptions(options), RangeError, JSON.stringify(options)));
    });
  }
});

describe("a fault plan without nth", () => {
  const statuses = (plan: Parameters<typeof followPlan>[0], paths: readonly string[]): readonly unknown[] => {
    const pick = followPlan(plan);
    return paths.map((path) => pick(path)?.fault.status);
  };

  it("affects every call of its path, and with times alone the first ones", () => {
    assert.deepEqual(statuses({ faults: [{ path: "/a", status: 500 }] }, ["/a", "/b", "/a"]), [500, undefined, 500]);
    assert.deepEqual(statuses({ faults: [{ times: 1, status: 500 }] }, ["/a", "/a"]), [500, undefined]);
  });

  it("with nth alone affects that call only, and the first of two faults is used", () => {
    const faults = [{ nth: 2, status: 500 }, { status: 429 }];
    assert.deepEqual(statuses({ faults }, ["/a", "/a", "/a"]), [429, 500, 429]);
  });
});
