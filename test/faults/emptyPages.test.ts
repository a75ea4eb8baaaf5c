// A page without records is the end. Below the total the run has ended early, and resumes from the same place.
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
    it(`${name} ends early; resuming continues from the same place and pays nothing twice`, async () => {
      const { desk, service, places } = await prepare((nth) => (nth === 1 || nth === 2 ? () => page : undefined));
      const summary = started(await desk.run({ limits }));
      assert.deepEqual([summary.stop?.kind, summary.records, service.charged()], ["endedEarly", 100, 101]);
      const again = started(await desk.resume(summary));
      assert.deepEqual([again.stop?.kind, again.records, again.lastTotal], ["endedEarly", 100, 350]);
      const resumed = started(await desk.resume(again));
      assert.deepEqual([resumed.stop?.kind, resumed.records, service.charged()], ["complete", 350, 351]);
      assert.deepEqual(places(), [0, first, first, first, second, third]);
    });
  }

  it("may cost credits", async () => {
    const { desk, places } = await prepare((nth) =>
      nth === 1 ? () => ({ charge: 5, body: { people: [], metadata: { total: 350, credits: 5 } } }) : undefined,
    );
    const summary = started(await desk.run({ limits }));
    assert.deepEqual([summary.stop?.kind, summary.credits, places()], ["endedEarly", 105, [0, first]]);
  });

  it("at the end without a total and a cursor completes the run at once", async () => {
    const noTotal = pager({ records: 350, metadata: () => ({ total: undefined }) });
    const { desk, places } = await prepare((nth) => (nth === 0 ? noTotal : () => emptyPage({})));
    const summary = started(await desk.run({ limits }));
    assert.equal(summary.lastTotal, undefined);
    assert.deepEqual([summary.stop?.kind, places()], ["complete", [0, first]]);
  });

  it("is never asked for when the total is reached, though a cursor says that there are more", async () => {
    const always = pager({ records: 350, metadata: () => ({ search_after: "more@350" }) });
    const last: Behavior = (call) => (call.cursor === third ? always(call) : paged(call));
    const { desk, places } = await prepare(() => last);
    const summary = started(await desk.run({ limits }));
    assert.deepEqual([summary.stop?.kind, summary.records], ["complete", 350]);
    assert.deepEqual(places(), [0, first, second, third]);
  });

  it("is like a short page without a cursor: below the total its run ends early, and resumes by offset", async () => {
    const short: Behavior = () => ({
      charge: 40,
      body: { people: people(0, 40), metadata: { total: 350, credits: 40 } },
    });
    const { desk, places } = await prepare((nth) => (nth === 0 ? short : undefined));
    const summary = started(await desk.run({ limits }));
    assert.deepEqual([summary.stop?.kind, summary.records], ["endedEarly", 40]);
    const resumed = started(await desk.resume(summary));
    assert.deepEqual([resumed.stop?.kind, resumed.records], ["complete", 350]);
    assert.deepEqual(places().slice(0, 2), [0, 40]);
  });
});
