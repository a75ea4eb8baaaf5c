// Pages that are too large to be read: what the user reads, what is saved, and that the next pages are smaller.
import assert from "node:assert/strict";
import type { RunSummary } from "../../src/runs/run";
import { describeRun } from "../../src/runs/runState";
import { TransportFailure, type HttpReply, type Transport } from "../../src/service/wire";
import { Sandbox } from "../sandboxServer/sandbox";
import { testClock } from "../support/testClock";
import { price } from "../support/testDesk";
import { runRig, type Rig } from "../unit/runs/runRig";
import { removeFolders } from "../unit/store/rig";

const limits = { records: 300 };

describe("a run whose pages are too large", () => {
  afterEach(removeFolders);

  /** `odd` is the reply to each page but the first, by how many records it asks for. */
  function rigWith(odd: (limit: number, reply: HttpReply) => HttpReply): {
    readonly rig: Rig;
    readonly asked: number[];
  } {
    const asked: number[] = [];
    const sandbox = new Sandbox({ clock: testClock(), companies: 60, people: 1_000, prices: { all: price } });
    const transport =
      (through: Transport): Transport =>
      async (request, signal) => {
        const reply = await through(request, signal);
        if (request.method !== "POST") {
          return reply;
        }
        const { limit } = JSON.parse(Buffer.from(request.body ?? []).toString()) as { readonly limit: number };
        asked.push(limit);
        return asked.length === 1 ? reply : odd(limit, reply);
      };
    return { rig: runRig({ sandbox, transport }), asked };
  }
  const textOf = (summary: RunSummary): string => {
    const { title, sentence, actions } = describeRun(summary, summary.header.startedAt);
    return `${title}. ${sentence} ${actions.join("+")}`;
  };
  async function hasAll({ rig }: { readonly rig: Rig }, { header, stop }: RunSummary): Promise<void> {
    assert.equal(stop?.kind, "limitReached");
    assert.equal(new Set(await rig.rowIds(header.id)).size, limits.records);
  }

  for (const [what, more] of [
    ["records", { people: Array.from({ length: 100_001 }, () => ({})) }],
    ["values", { people: [], more: Array.from({ length: 1_000_001 }, () => 1) }],
  ] as const) {
    it(`keeps a page with too many ${what} as it came, stores no record of it, and asks for fewer`, async () => {
      const one = rigWith((limit, reply) => {
        const page = JSON.parse(Buffer.from(reply.body).toString()) as object;
        return limit > 50 ? { ...reply, body: Buffer.from(JSON.stringify({ ...page, ...more })) } : reply;
      });
      const { rig } = one;
      const summary = await rig.run({ limits });
      const text = textOf(summary);
      assert.match(text, /^Reply not understood\. The reply contains more than 100,000 records or 1,000,000 values, /u);
      assert.match(
        text,
        / The raw reply is saved\. .* Resuming asks for at most 50 records at a time\..* 100 records/u,
      );
      const [call] = await rig.store.calls.callsWithRawReply(summary.header.id);
      const raw = await rig.store.calls.rawReply(call ?? 0);
      assert.ok((raw?.body.length ?? 0) > 200_000);
      assert.ok("people" in (JSON.parse(Buffer.from(raw?.body ?? "").toString()) as object));
      await hasAll(one, await rig.resume(summary.header.id));
    });
  }

  it("asks for fewer records at a time after a page that was too large, until it fits", async () => {
    const one = rigWith((limit, reply) => {
      if (limit > 30) {
        throw new TransportFailure("oversize", true, "The reply is too large.");
      }
      return reply;
    });
    const summary = await one.rig.run({ limits });
    assert.equal(
      textOf(summary),
      "Reply not understood. The reply is larger than 16 MiB, so it was rejected. It may have been charged. Resuming " +
        "asks for at most 50 records at a time. Resuming may charge up to 25 credits twice. 100 records saved. resume",
    );
    const again = await one.rig.resume(summary.header.id);
    assert.match(textOf(again), /Resuming asks for at most 25 records at a time\./u);
    await hasAll(one, await one.rig.resume(summary.header.id));
    assert.deepEqual(one.asked, [100, 100, 50, 25, 25, 25, 25, 25, 25, 25, 25]);
  });
});
