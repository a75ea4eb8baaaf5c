// All ways a run can end when its last request got no usable reply: what the balance shows about its cost, and the
// recorded costs. The sentences about that are in test/unit/runs/runState.test.ts.
import assert from "node:assert/strict";
import { windowClosing } from "../../src/runs/execution";
import { MemoryGate } from "../support/memoryGate";
import { possiblyCharged } from "../unit/store/inspect";
import { started, type Desk } from "./support/desk";
import {
  atCall,
  cursorAt,
  neverReplying,
  withLostReply,
  pager,
  payingService,
  people,
  refusing,
  type Behavior,
} from "./support/payingService";
import { useDesks } from "./support/useDesks";

const thousand = pager({ records: 1000 });
const all = (count: number): readonly string[] => people(0, count).map(({ id }) => id);
const limits = { records: 500 };
/** The call is processed and charged, but answered with `body`. */
const answeredWith =
  (behavior: Behavior, body: unknown, change: Partial<Awaited<ReturnType<Behavior>>> = {}): Behavior =>
  async (call) => ({ ...(await behavior(call)), body, ...change });
const free =
  (behavior: Behavior): Behavior =>
  async (call) => ({ ...(await behavior(call)), charge: 0 });

describe("the end of a run without a usable reply", () => {
  const { clock, open: window } = useDesks();
  const spentOf = async (desk: Desk): Promise<readonly [credits: number, possiblyCharged: number]> => {
    const row = await desk.spend();
    return [row?.credits ?? 0, row?.possiblyCharged ?? 0];
  };
  describe("by a lost reply", () => {
    const lostPage = atCall(2, withLostReply(thousand), thousand);
    const failing = answeredWith(thousand, { code: "e", message: "Down" }, { status: 500 });
    const table: Readonly<Record<string, Behavior>> = {
      "a charge that nobody can see": lostPage,
      "an error 500 that was charged": atCall(2, failing, thousand),
      "an error 500 that was not": atCall(2, refusing(500, "Down"), thousand),
    };

    for (const [name, service] of Object.entries(table)) {
      it(`is possibly charged after ${name}, and asked for again only with consent`, async () => {
        const desk = window(payingService(clock, service));
        const summary = started(await desk.run({ limits, balance: 10_000 }));
        assert.equal(summary.stop?.kind, "ambiguous");
        assert.deepEqual(await spentOf(desk), [100, 100]);
        assert.deepEqual(
          (await possiblyCharged(desk.store)).map(({ run, asked }) => [run, asked]),
          [[summary.header.id, 100]],
        );
        assert.equal(summary.possibleCredits, 100);
        const again = started(await desk.resume(summary));
        assert.deepEqual(
          [await desk.rowIds(again.header.id), again.repeated, await spentOf(desk)],
          [all(500), 0, [500, 100]],
        );
        assert.equal(desk.questions.length, 2, "resuming needs a confirmation");
      });
    }

    it("is possibly charged when the window closes, or the user stops the run, before it arrives", async () => {
      for (const reason of [windowClosing, undefined]) {
        const controller = new AbortController();
        const one = payingService(clock, (call) =>
          call.offset === 0 && call.cursor === undefined
            ? thousand(call)
            : (setImmediate(() => controller.abort(reason)), neverReplying(call)),
        );
        const desk = window(one);
        const before = await spentOf(desk);
        const summary = started(await desk.run({ limits, balance: 10_000, signal: controller.signal }));
        assert.equal(summary.stop?.kind, "ambiguous");
        const isReload = (await desk.end(summary))[1].startsWith("The window was reloaded or closed before the reply");
        assert.equal(isReload, reason === windowClosing);
        const after = await spentOf(desk);
        assert.deepEqual([after[0] - before[0], after[1] - before[1]], [100, 100]);
      }
    });
  });

  describe("by a reply that is not understood", () => {
    const withoutList = { metadata: { total: 1000, search_after: cursorAt(700) } };
    const webPage = { headers: { "content-type": "text/html" } };
    for (const [name, nth, behavior] of [
      ["a first page without its list", 1, answeredWith(thousand, withoutList)],
      ["a second page without its list", 2, answeredWith(thousand, withoutList)],
      ["an error under 200", 2, refusing(200, "Down")],
      ["a web page", 2, answeredWith(free(thousand), "<html></html>", webPage)],
      ["a truncated reply", 2, answeredWith(thousand, '{"people":[{"id":"p100"')],
    ] as const) {
      it(`is reported with ${name}`, async () => {
        const one = payingService(clock, atCall(nth, behavior, thousand));
        const desk = window(one);
        const summary = started(await desk.run({ limits, balance: 10_000 }));
        const saved = (nth - 1) * 100;
        assert.equal(summary.stop?.kind, "notUnderstood");
        assert.equal(summary.records, saved);
        const expected = (
          await behavior({ nth, path: "", limit: 100, offset: 0, cursor: nth === 1 ? undefined : cursorAt(100) })
        ).body;
        assert.deepEqual(await desk.storedReplies(summary.header.id), [
          typeof expected === "string" ? expected : JSON.stringify(expected),
        ]);
        assert.deepEqual(await spentOf(desk), [saved, 100]);
        assert.deepEqual((await possiblyCharged(desk.store)).length, 1);
        const again = started(await desk.resume(summary));
        assert.deepEqual([await desk.rowIds(again.header.id), again.repeated], [all(500), 0]);
      });
    }

    it("counts the cost in the reply anyway", async () => {
      const one = payingService(clock, atCall(2, answeredWith(thousand, { metadata: { credits: 100 } }), thousand));
      const desk = window(one);
      const summary = started(await desk.run({ limits, balance: 10_000 }));
      const [credits, possibly] = await spentOf(desk);
      assert.equal(summary.stop?.kind, "notUnderstood");
      assert.ok(
        credits >= 200 || possibly >= 100,
        `${credits} credits and ${possibly} possibly charged records are recorded`,
      );
      assert.ok(summary.credits + summary.possibleCredits >= 200);
    });
  });

  it("is reported without a possible charge when the window is killed while it waits for a slot", async () => {
    const processEnd = new AbortController();
    const gone = new Promise<never>((_resolve, reject) =>
      processEnd.signal.addEventListener("abort", () => reject(new Error("The process is gone."))),
    );
    let kill: () => void = () => undefined;
    const isWaiting = new Promise<void>((resolve) => (kill = resolve));
    let isKilled = false;
    const service = payingService(clock, thousand);
    const gate = new MemoryGate(clock);
    const acquire = gate.acquirePaidSlot.bind(gate);
    gate.acquirePaidSlot = (signal) => (service.calls.length === 0 ? acquire(signal) : (kill(), gone));
    const killed = window(service, {
      gate,
      intercept:
        (through) =>
        (...call) =>
          isKilled ? gone : through(...call),
    });
    const running = killed.run({ limits: { records: 200 } });
    await isWaiting;
    isKilled = true;
    const desk = window(service);
    assert.equal((await desk.runs.list())[0]?.stop, undefined, "the lease has not expired yet");
    await clock.sleep(15_000);
    const summary = started((await desk.runs.list())[0]);
    assert.deepEqual(summary.stop, { kind: "interrupted", requestInFlight: false });
    assert.deepEqual(await spentOf(desk), [100, 0]);
    const again = started(await desk.resume(summary));
    assert.deepEqual(
      [await desk.rowIds(again.header.id), again.possibleCredits, service.charged()],
      [all(200), 0, 200],
    );
    processEnd.abort();
    await running?.catch(() => undefined);
  });
});
