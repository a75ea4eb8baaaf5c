// The same search in two windows: the second one asks before it pays for the same records.
import assert from "node:assert/strict";
import type { SearchDocument } from "../../../src/searches/searchDocument";
import { readCompanyLines } from "../../../src/tables/companyList";
import { quickClock } from "../../support/testClock";
import { Uri } from "../workbench/scriptedVscode";
import { misbehavingService, type MisbehavingService } from "./misbehavingService";
import { creditsInQuestion, openWindows, type Shown, type Windows } from "./spendingModel";

const document: SearchDocument = { search: "people", filters: {}, fetch: { records: 60 } };

describe("the same search in two windows", () => {
  let windows: Windows;
  let service: MisbehavingService;
  let opened: readonly ReturnType<Windows["entry"]["openWindow"]>[];
  let shown: Shown[];
  before(async () => {
    windows = await openWindows();
  });
  after(() => windows.close());

  beforeEach(() => {
    const { entry, data } = windows;
    data.clear();
    const clock = quickClock();
    service = charging([1]);
    let seed = 0;
    const random = (bytes: number): Uint8Array => new Uint8Array(bytes).fill((seed += 1));
    const gate = new entry.MemoryGate(clock);
    opened = data.stores.map((store, nth) =>
      entry.openWindow({
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
    opened[nth]?.runner.run(Uri.file(`/searches/${nth}.prospect.json`) as never, document) ?? Promise.resolve();
  const asked = (pattern: RegExp): readonly Shown[] => shown.filter(({ text }) => pattern.test(text));

  it("is paid for once when both questions were open at the same moment", async () => {
    answer(({ items }) => items.find((item) => item === "Run"));
    await Promise.all([run(0), run(1)]);
    assert.equal(service.charged, 60);
    const [question, ...more] = asked(/^[01] is already in progress with the same filters\.$/u);
    assert.deepEqual([question?.modal, question?.items, more], [true, ["Open Results", "Run Anyway"], []]);
  });

  it("is run twice only by the button that says so", async () => {
    answer(({ items }) => items.find((item) => item === "Run" || item === "Run Anyway"));
    await Promise.all([run(0), run(1)]);
    assert.equal(service.charged, 120);
  });

  it("is planned with the total that a count in the other window has learned", async () => {
    answer(() => undefined);
    const uri = Uri.file("/searches/0.prospect.json") as never;
    await opened[1]?.refreshBalance();
    await opened[0]?.runner.count(uri, document, true);
    const plan = await opened[1]?.runner.plan(uri, { ...document, fetch: { records: 1_000 } });
    assert.equal(plan?.records, 60);
  });

  describe("at the companies of a list", () => {
    const runAt = async (nth: number, domains: readonly string[], records = 60): Promise<void> => {
      const list = await readCompanyLines(Buffer.from(domains.join("\n")));
      await opened[nth]?.runner.runAtCompanies({
        ...{ source: Uri.file(`/searches/${nth}.prospect.json`) as never, document },
        ...{ title: `People of window ${nth}`, records, list },
      });
    };
    const ledger = async (): Promise<number> =>
      ((await opened[0]?.runs.list()) ?? []).reduce((sum, { credits }) => sum + credits, 0);

    it("never costs more than both agreed to and the pages in flight when the price rose, at most four", async () => {
      service = charging([1, 1, 8], 350);
      answer(({ items }) => items.find((item) => item === "Run"));
      await Promise.all([runAt(0, ["a.example"], 350), runAt(1, ["b.example"], 350)]);
      const agreed = asked(/./u).reduce((sum, question) => sum + creditsInQuestion(question, "Run").credits, 0);
      const charges = service.charges.map(({ credits }) => credits);
      assert.ok(
        charges.some((credits) => credits > 60),
        "the price rose in a page",
      );
      assert.ok(
        service.charged <= agreed + 4 * Math.max(...charges),
        `${service.charged} of ${agreed} in ${charges.join(", ")}`,
      );
      assert.equal(await ledger(), service.charged);
    });
  });
});
