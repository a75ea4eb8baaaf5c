// Lookups that an agent sends at the same moment exceed its daily budget by one call at most, whatever they cost.
import assert from "node:assert/strict";
import { useRigs, fact, type AgentRig } from "./agentRig";

describe("six lookups of an agent at once", function () {
  const rig = useRigs();
  let one: AgentRig;
  let each: number;
  let charged: number;

  beforeEach(() => {
    charged = 0;
    one = rig({
      creditsPerDay: 50,
      transport: (through) => async (request, signal) => {
        const reply = await through(request, signal);
        if (request.method !== "POST") {
          return reply;
        }
        const credits = each;
        charged += credits;
        await turns(20);
        const body = JSON.parse(Buffer.from(reply.body).toString("utf8")) as { readonly metadata?: object };
        return { ...reply, body: Buffer.from(JSON.stringify({ ...body, metadata: { ...body.metadata, credits } })) };
      },
    });
  });

  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** Time passes while they wait for each other. */
  const lookUpAll = async (domains: readonly string[]) => {
    let isOver = false;
    const all = Promise.all(domains.map((text) => one.call("look_up", { kind: "company", items: text }))).finally(
      () => (isOver = true),
    );
    while (!isOver) {
      await turns(10);
      one.clock.advance(50);
    }
    return all;
  };

  for (const [was, known] of [
    ["unknown", undefined],
    ["1", 1],
  ] as const) {
    it(`exceed the daily budget by one of them at most, at a price that was ${was} before`, async () => {
      if (known !== undefined) {
        each = known;
        await lookUpAll(["first.example"]);
      }
      each = 1_000;
      const results = await lookUpAll([1, 2, 3, 4, 5, 6].map((nth) => `other-${nth}.example`));
      assert.equal(charged, (known ?? 0) + 1_000, results.map(({ text }) => text).join("\n"));
      const account = await one.call("account", {});
      assert.equal(fact(account, "spentToday"), charged);
      assert.equal(fact(account, "agentsLeftToday"), 0);
    });
  }
});
