// The same search in two windows: the second one asks before it pays for the same records.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import { MemoryGate } from "../../support/memoryGate";
import { testClock } from "../../support/testClock";
import { misbehavingService, type MisbehavingService } from "./misbehavingService";
import { openWindows, type Shown, type Windows } from "./spendingModel";
import { openWindow, type Window } from "./windowEntry";

const document: SearchDocument = { search: "people", filters: {}, fetch: { records: 60 } };

describe("the same search in two windows", () => {
  let windows: Windows;
  let service: MisbehavingService;
  let opened: readonly Window[];
  let shown: Shown[];
  before(() => {
    windows = openWindows();
  });
  after(() => windows.close());

  beforeEach(() => {
    const { data } = windows;
    data.clear();
    const clock = testClock(undefined, "idle");
    service = charging([1]);
    let seed = 0;
    const random = (bytes: number): Uint8Array => new Uint8Array(bytes).fill((seed += 1));
    const gate = new MemoryGate(clock);
    opened = data.stores.map((store, nth) =>
      openWindow({
        ...{ store, clock, gate, owner: `window-${nth}`, random },
        transport: (...sent) => service.transport(...sent),
      }),
    );
    shown = [];
  });

  /** A record costs so much: in the first call, in the second, and so on. */
  const charging = (prices: readonly number[], records = 60): MisbehavingService =>
    misbehavingService({
      records,
      behaviors: prices.map((price) => ({
        ...{ price, reportedCost: "correct", size: "full", cursor: "next", total: "true", fault: "none" },
      })),
      balance: "whole",
      freeWhenReturnedBefore: false,
    });

  const answer = (pick: (shown: Shown) => string | undefined): void => {
    windows.setUser({
      choose: (question) => {
        shown.push(question);
        return pick(question);
      },
      type: () => undefined,
    });
  };
  const run = (nth: number): Promise<void> =>
    opened[nth]?.runner.run(Uri.file(`/searches/${nth}.prospect.json`), document) ?? Promise.resolve();
  const asked = (pattern: RegExp): readonly Shown[] => shown.filter(({ text }) => pattern.test(text));

  it("is paid for once when both questions were open at the same moment", async () => {
    answer(({ items }) => items.find((item) => item === "Run"));
    await Promise.all([run(0), run(1)]);
    assert.equal(service.charged, 60);
    const [question, ...more] = asked(/^[01] is already in progress with the same filters\.$/u);
    assert.deepEqual([question?.modal, question?.items, more], [true, ["Open Results", "Run Anyway"], []]);
  });
});
