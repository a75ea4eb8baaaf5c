// Pages that are too large to be read: what the user reads, what is saved, and that the next pages are smaller.
import assert from "node:assert/strict";
import { TransportFailure } from "../../src/service/wire";
import { started, type Desk } from "./support/desk";
import { atCall, pager, payingService, people, type Behavior } from "./support/payingService";
import { useDesks } from "./support/useDesks";

const thousand = pager({ records: 1000 });
const ids = (count: number): readonly string[] => people(0, count).map(({ id }) => id);

describe("a run whose pages are too large", () => {
  const { clock, open } = useDesks();
  const serve = (behavior: Behavior, balance = 10_000): { service: ReturnType<typeof payingService>; desk: Desk } => {
    const service = payingService(clock, behavior, balance);
    return { service, desk: open(service) };
  };
  const limits = { records: 300 };

  for (const [what, odd] of [
    ["records", { people: Array.from({ length: 100_001 }, () => ({})) }],
    ["values", { people: [], more: Array.from({ length: 1_000_001 }, () => 1) }],
  ] as const) {
    it(`keeps a page with too many ${what} as it came, stores no record of it, and asks for fewer`, async () => {
      const heavy: Behavior = async (call) => {
        const answer = await thousand(call);
        return call.limit > 50 ? { ...answer, body: { ...(answer.body as object), ...odd } } : answer;
      };
      const { service, desk } = serve(atCall(1, thousand, heavy));
      const summary = started(await desk.run({ limits }));
      const [title, sentence] = await desk.end(summary);
      assert.equal(title, "Reply not understood");
      assert.match(
        sentence,
        /^The reply contains more than 100,000 records or 1,000,000 values, so it was not read\. /u,
      );
      assert.match(
        sentence,
        / The raw reply is saved\. .* Resuming asks for at most 50 records at a time\..* 100 records saved\.$/u,
      );
      const [call] = await desk.store.calls.callsWithRawReply(summary.header.id);
      const raw = await desk.store.calls.rawReply(call ?? 0);
      assert.deepEqual(
        Object.keys(JSON.parse(Buffer.from(raw?.body ?? "").toString()) as object).includes("people"),
        true,
      );
      assert.ok((raw?.body.length ?? 0) > 200_000);
      assert.equal(started(await desk.resume(summary)).stop?.kind, "limitReached");
      assert.deepEqual(await desk.rowIds(summary.header.id), ids(300));
      assert.ok(service.charged() >= 300);
    });
  }

  it("asks for fewer records at a time after a page that was too large, until it fits", async () => {
    const heavy: Behavior = (call) => {
      if (call.limit > 30) {
        throw new TransportFailure("oversize", true, "The reply is too large.");
      }
      return thousand(call);
    };
    const { service, desk } = serve(atCall(1, thousand, heavy));
    let summary = started(await desk.run({ limits }));
    assert.deepEqual(await desk.end(summary), [
      "Reply not understood",
      "The reply is larger than 16 MiB, so it was rejected. It may have been charged. Resuming asks for at most " +
        "50 records at a time. Resuming may charge up to 100 credits twice. 100 records saved.",
      "resume",
    ]);
    summary = started(await desk.resume(summary));
    assert.match((await desk.end(summary))[1], /Resuming asks for at most 25 records at a time\./u);
    summary = started(await desk.resume(summary));
    assert.equal(summary.stop?.kind, "limitReached");
    assert.deepEqual(await desk.rowIds(summary.header.id), ids(300));
    assert.deepEqual(
      service.calls.map(({ limit }) => limit),
      [100, 100, 50, 25, 25, 25, 25, 25, 25, 25, 25],
    );
    assert.equal(service.charged(), 300);
  });
});
