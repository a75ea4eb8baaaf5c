// A page without records is the end only when nothing says that there are more, or when a resumed run is told it again.
import assert from "node:assert/strict";
import { started, type Desk } from "./support/desk";
import { emptyPage, learnPrice, useMoneyWindows } from "./support/moneyWindows";
import { cursorAt, pager, payingService, people, type Behavior, type PayingService } from "./support/payingService";

describe("a page without records", () => {
  const { clock, open } = useMoneyWindows();
  const paged = pager({ records: 350 });
  /** The calls after the one that shows the price; `behaviors` answer them by their number, from 0. */
  const prepare = async (
    answer: (nth: number) => Behavior | undefined,
  ): Promise<{ readonly desk: Desk; readonly service: PayingService; readonly places: () => readonly unknown[] }> => {
    const service = payingService(clock, (call) => (call.nth === 1 ? paged : (answer(call.nth - 2) ?? paged))(call));
    const desk = open(service, { confirmAbove: 10_000 });
    await learnPrice(desk);
    return {
      ...{ desk, service },
      places: () => service.calls.slice(1).map(({ cursor, offset }) => cursor ?? offset),
    };
  };
  const limits = { records: 1_000 };
  const [first, second, third] = [cursorAt(100), cursorAt(200), cursorAt(300)];

  for (const [name, page] of [
    ["below the total", emptyPage({ total: 350 })],
    ["below the total, with null as its list", emptyPage({ total: 350 }, null)],
    ["with a total of 0 after records", emptyPage({ total: 0 })],
    ["without a total after one that was plausible", emptyPage({})],
    ["with a new cursor", emptyPage({ total: 350, search_after: first })],
  ] as const) {
    it(`${name} is asked for again, and the run continues`, async () => {
      const { desk, service, places } = await prepare((nth) => (nth === 1 ? () => page : undefined));
      const summary = started(await desk.run({ limits }));
      assert.deepEqual([summary.stop, summary.records, service.charged()], [{ kind: "complete" }, 350, 351]);
      assert.deepEqual(places(), [0, first, first, second, third]);
    });

    it(`${name}, twice, ends early; resuming continues from the same place and pays nothing twice`, async () => {
      const { desk, service, places } = await prepare((nth) => (nth === 1 || nth === 2 ? () => page : undefined));
      const summary = started(await desk.run({ limits }));
      assert.deepEqual([summary.stop, summary.records, service.charged()], [{ kind: "endedEarly" }, 100, 101]);
      const resumed = started(await desk.resume(summary));
      assert.deepEqual([resumed.stop, resumed.records, service.charged()], [{ kind: "complete" }, 350, 351]);
      assert.deepEqual(places(), [0, first, first, first, second, third]);
    });

    it(`${name}, which a resumed run is sent, too, is the end, and the end names both numbers`, async () => {
      const { desk, service, places } = await prepare((nth) => (nth >= 1 ? () => page : undefined));
      const summary = started(await desk.run({ limits }));
      const resumed = started(await desk.resume(summary));
      assert.deepEqual([resumed.stop, service.charged()], [{ kind: "complete" }, 101]);
      assert.deepEqual([resumed.records, resumed.lastTotal], [100, 350]);
      assert.deepEqual(places(), [0, first, first, first]);
    });
  }

  it("is not asked for again when that costs credits", async () => {
    const { desk, places } = await prepare((nth) =>
      nth === 1 ? () => ({ charge: 5, body: { people: [], metadata: { total: 350, credits: 5 } } }) : undefined,
    );
    const summary = started(await desk.run({ limits }));
    assert.deepEqual([summary.stop, summary.credits, places()], [{ kind: "endedEarly" }, 105, [0, first]]);
  });

  it("with a cursor that says there are more ends early although no total is known", async () => {
    const noTotal = pager({ records: 350, metadata: () => ({ total: undefined }) });
    const { desk } = await prepare((nth) => (nth === 0 ? noTotal : () => emptyPage({ search_after: `more@${nth}` })));
    const summary = started(await desk.run({ limits }));
    assert.equal(summary.stop?.kind, "endedEarly");
  });

  it("at the end without a total and a cursor completes the run at once", async () => {
    const noTotal = pager({ records: 350, metadata: () => ({ total: undefined }) });
    const { desk, places } = await prepare((nth) => (nth === 0 ? noTotal : () => emptyPage({})));
    const summary = started(await desk.run({ limits }));
    assert.equal(summary.lastTotal, undefined);
    assert.deepEqual([summary.stop, places()], [{ kind: "complete" }, [0, first]]);
  });

  it("is never asked for when the total is reached, though a cursor says that there are more", async () => {
    const always = pager({ records: 350, metadata: () => ({ search_after: "more@350" }) });
    const last: Behavior = (call) => (call.cursor === third ? always(call) : paged(call));
    const { desk, places } = await prepare(() => last);
    const summary = started(await desk.run({ limits }));
    assert.deepEqual([summary.stop, summary.records], [{ kind: "complete" }, 350]);
    assert.deepEqual(places(), [0, first, second, third]);
  });

  it("is not expected after a short page below the total, without a cursor: its run continues by offset", async () => {
    const short: Behavior = () => ({
      charge: 40,
      body: { people: people(0, 40), metadata: { total: 350, credits: 40 } },
    });
    const { desk, places } = await prepare((nth) => (nth === 0 ? short : undefined));
    const summary = started(await desk.run({ limits }));
    assert.deepEqual([summary.stop, summary.records], [{ kind: "complete" }, 350]);
    assert.deepEqual(places().slice(0, 2), [0, 40]);
  });

  it("for lack of credits says what the next page costs, and continues after a top-up", async () => {
    let isPoor = true;
    const service = payingService(
      clock,
      (call) => (call.nth > 2 && isPoor ? emptyPage({ total: 350 }) : paged(call)),
      150,
    );
    const desk = open(service, { confirmAbove: 10_000 });
    await learnPrice(desk);
    const summary = started(await desk.run({ limits }));
    assert.deepEqual(summary.stop, { kind: "creditsExhausted", message: "", balance: 49, needed: 100 });
    service.topUp(1_000);
    isPoor = false;
    const resumed = started(await desk.resume(summary));
    assert.deepEqual([resumed.stop, resumed.records, service.charged()], [{ kind: "complete" }, 350, 351]);
  });
});
