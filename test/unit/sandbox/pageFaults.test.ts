// Faults of pages: totals, cursors, lengths, lists and credits, in process and over HTTP.
import assert from "node:assert/strict";
import type { Fault, PricePlan } from "../../sandboxServer/sandbox";
import {
  key,
  openSandbox,
  paths,
  ways,
  type Answered,
  type ReplyBody,
  type UnderTest,
} from "./support/sandboxUnderTest";

/** Half a credit per record, repeated ones too, so that charges show how many records were returned. */
const prices: PricePlan = { all: 0.5 };

for (const way of ways) {
  describe(`faults of pages, ${way}`, function () {
    this.timeout(60_000);
    let open: UnderTest | undefined;
    const sandbox = async (...faults: readonly Fault[]): Promise<UnderTest> =>
      (open = await openSandbox(way, { faults: { faults }, prices }));
    const ask = (body: object = {}): Promise<Answered> =>
      (open as UnderTest).post(paths.companySearch, { limit: 4, ...body });
    const page = async (body: object = {}): Promise<ReplyBody> => (await ask(body)).json;
    const ids = ({ companies }: ReplyBody): readonly string[] => companies.map(({ id }) => id);
    const cursorOf = ({ metadata }: ReplyBody): string => metadata.search_after;
    const sold = (): readonly (readonly number[])[] =>
      (open as UnderTest).sandbox.charges.map(({ records, credits }) => [records, credits]);
    /** The ids of all companies in the order of a sandbox without faults. */
    const inOrder = async (): Promise<readonly string[]> => {
      const plain = await openSandbox("in process");
      return ids((await plain.post(paths.companySearch, { limit: 100 })).json);
    };
    /** The pages of a client that follows cursors. */
    const walk = async (count: number, body: object = {}): Promise<readonly ReplyBody[]> => {
      const pages: ReplyBody[] = [];
      while (pages.length < count) {
        const last = pages[pages.length - 1];
        pages.push(await page(last === undefined ? body : { ...body, search_after: cursorOf(last) }));
      }
      return pages;
    };
    afterEach(() => open?.close());

    describe("totals", () => {
      for (const total of [0, -1, 1e300, 2.5, "12", "many", null] as const) {
        it(`is reported as ${JSON.stringify(total)} with the records`, async () => {
          await sandbox({ total });
          const { companies, metadata } = await page();
          assert.deepEqual([companies.length, metadata.total], [4, total]);
          assert.deepEqual(sold(), [[4, 2]]);
        });
      }

      it("leaves the total out", async () => {
        await sandbox({ total: "missing" });
        assert.equal("total" in (await page()).metadata, false);
      });

      it("shrinks from call to call, down to 0", async () => {
        await sandbox({ path: paths.companySearch, nth: 2, times: 3, total: { shrinkBy: 140 } });
        const totals = (await walk(5)).map(({ metadata }) => metadata.total);
        assert.deepEqual(totals, [300, 160, 20, 0, 300]);
      });
    });

    describe("lengths", () => {
      it("a short page with a cursor continues after its last record", async () => {
        await sandbox({ nth: 1, shortBy: 3 });
        const [first, second] = await walk(2);
        assert.deepEqual([...ids(first as ReplyBody), ...ids(second as ReplyBody)], (await inOrder()).slice(0, 5));
        assert.deepEqual(sold(), [
          [1, 0.5],
          [4, 2],
        ]);
      });

      it("a short page without a cursor", async () => {
        await sandbox({ shortBy: 1, cursor: "missing" });
        const { companies, metadata } = await page();
        assert.deepEqual([companies.length, "search_after" in metadata, metadata.total], [3, false, 300]);
      });

      it("a page shortened to nothing is empty and free, and its cursor leads to the same page", async () => {
        await sandbox({ nth: 2, shortBy: 100 });
        const [, empty, third] = await walk(3);
        assert.deepEqual([ids(empty as ReplyBody), empty?.metadata.total], [[], 300]);
        assert.deepEqual(ids(third as ReplyBody), (await inOrder()).slice(4, 8));
        assert.deepEqual(sold(), [
          [4, 2],
          [0, 0],
          [4, 2],
        ]);
      });

      it("an overlong page is charged for what it returns, and continues after it", async () => {
        await sandbox({ nth: 1, longBy: 5 });
        const [first, second] = await walk(2);
        assert.deepEqual([...ids(first as ReplyBody), ...ids(second as ReplyBody)], (await inOrder()).slice(0, 13));
        assert.deepEqual(sold(), [
          [9, 4.5],
          [4, 2],
        ]);
      });

      it("an overlong page has no more than there are matches, and can exceed the limit's maximum", async () => {
        await sandbox({ longBy: 50 });
        assert.equal((await page({ limit: 100 })).companies.length, 150);
        assert.equal((await page({ limit: 10, offset: 280 })).companies.length, 20);
        assert.deepEqual(sold(), [
          [150, 75],
          [20, 10],
        ]);
      });
    });

    describe("repeated pages", () => {
      it("with a new cursor each: the same records, charged each time, then the right page", async () => {
        await sandbox({ nth: 2, times: 3, repeatPage: true });
        const pages = await walk(5);
        const order = await inOrder();
        assert.deepEqual(pages.map(ids), [...Array.from({ length: 4 }, () => order.slice(0, 4)), order.slice(4, 8)]);
        assert.equal(new Set(pages.map(cursorOf)).size, 5);
        assert.deepEqual(
          sold(),
          Array.from({ length: 5 }, () => [4, 2]),
        );
      });

      it("with the same cursor", async () => {
        await sandbox({ repeatPage: true, cursor: "same" });
        const pages = await walk(4);
        const [first] = pages;
        assert.deepEqual(
          pages.map((one) => [ids(one), cursorOf(one)]),
          pages.map(() => [ids(first as ReplyBody), cursorOf(first as ReplyBody)]),
        );
      });

      it("for a client that pages by offset", async () => {
        await sandbox({ repeatPage: true });
        assert.deepEqual(ids(await page({ offset: 8 })), (await inOrder()).slice(4, 8));
      });

      it("are free where repeated records are", async () => {
        const { sandbox: service } = await sandbox({ repeatPage: true });
        service.setPrices(undefined);
        await walk(3);
        assert.deepEqual(sold(), [
          [4, 1],
          [4, 0],
          [4, 0],
        ]);
      });
    });

    describe("cursors", () => {
      for (const [cursor, said] of [
        ["null", null],
        ["blank", ""],
      ] as const) {
        it(`is ${cursor}`, async () => {
          await sandbox({ cursor });
          const { companies, metadata } = await page();
          assert.deepEqual([companies.length, metadata.search_after], [4, said]);
        });
      }

      it("always the same text: every page but the first is the second", async () => {
        await sandbox({ cursor: "same" });
        const pages = await walk(4);
        const order = await inOrder();
        assert.deepEqual(pages.map(ids), [order.slice(0, 4), order.slice(4, 8), order.slice(4, 8), order.slice(4, 8)]);
        assert.equal(new Set(pages.map(cursorOf)).size, 1);
      });

      it("a new text each that leads to the same page", async () => {
        await sandbox({ cursor: "samePage" });
        const pages = await walk(3, { headcounts: [{ min: 11 }] });
        assert.deepEqual(
          pages.map(ids),
          pages.map(() => ids(pages[0] as ReplyBody)),
        );
        assert.equal(new Set(pages.map(cursorOf)).size, 3);
        const third = await page({ offset: 20 });
        assert.deepEqual(ids(await page({ search_after: cursorOf(third) })), ids(third));
      });

      it("a text that leads to an empty page, which costs nothing", async () => {
        await sandbox({ nth: 1, cursor: "emptyPage" });
        const [, second] = await walk(2);
        assert.deepEqual([second?.companies, second?.metadata.credits, second?.metadata.total], [[], 0, 300]);
        assert.deepEqual(sold(), [
          [4, 2],
          [0, 0],
        ]);
      });

      it("a text that is refused", async () => {
        await sandbox({ cursor: "refused" });
        const { companies, metadata } = await page();
        assert.equal(companies.length, 4);
        assert.equal((await ask({ search_after: metadata.search_after })).status, 400);
      });
    });

    describe("lists and ids", () => {
      for (const [list, said] of [
        ["missing", undefined],
        ["null", null],
      ] as const) {
        it(`the list is ${list}, and is charged`, async () => {
          const { post } = await sandbox({ list });
          const search = await page();
          assert.deepEqual(
            [search.companies, "companies" in search, search.metadata.credits],
            [said, list === "null", 2],
          );
          const lookup = (await post(paths.peopleLookup, { person_professional_network_id: 48_213 })).json;
          assert.deepEqual([lookup.people, "people" in lookup], [said, list === "null"]);
          assert.deepEqual(sold(), [
            [4, 2],
            [1, 0.5],
          ]);
        });
      }

      it("the first ids are empty texts", async () => {
        await sandbox({ blankIds: 2 });
        const order = await inOrder();
        assert.deepEqual(ids(await page()), ["", "", order[2], order[3]]);
      });
    });

    describe("statuses", () => {
      it("another 2xx carries the real page", async () => {
        await sandbox({ status: 206 });
        const reply = await ask();
        assert.deepEqual([reply.status, reply.json.companies.length], [206, 4]);
        assert.deepEqual(sold(), [[4, 2]]);
      });

      it("204 carries none, and is charged", async () => {
        await sandbox({ status: 204 });
        const reply = await ask();
        assert.deepEqual([reply.status, reply.text], [204, ""]);
        assert.deepEqual(sold(), [[4, 2]]);
      });

      it("an error stays an error", async () => {
        const { sandbox: service } = await sandbox({ status: 202 });
        service.setBalance(key, 1);
        assert.equal((await ask()).status, 402);
      });
    });

    describe("credits", () => {
      it("a fault says what one reply reports, whatever the price plan says", async () => {
        const { sandbox: service } = await sandbox(
          { nth: 1, credits: "negative" },
          { nth: 2, credits: 7 },
          { nth: 3, credits: "missing" },
        );
        service.setPrices({ all: { perRecord: 0.5, repeated: "charged", reported: "string" } });
        const said = (await walk(4)).map(({ metadata }) => metadata.credits as unknown);
        assert.deepEqual(said, [-2, 7, undefined, "2"]);
        assert.deepEqual(
          sold(),
          Array.from({ length: 4 }, () => [4, 2]),
        );
      });

      it("that run out within a page shorten it to what the balance covers; the next is 402", async () => {
        const { sandbox: service } = await sandbox({ shortenToBalance: true });
        service.setBalance(key, 3.7);
        const [first, second] = await walk(2);
        assert.deepEqual([...ids(first as ReplyBody), ...ids(second as ReplyBody)], (await inOrder()).slice(0, 7));
        assert.deepEqual([second?.metadata.credits, second?.metadata.total], [1.5, 300]);
        const refused = await ask({ search_after: cursorOf(second as ReplyBody) });
        assert.deepEqual([refused.status, refused.json.code], [402, "error.credits.insufficient"]);
        assert.equal(service.balance(key), 0.2);
        service.setBalance(key, 100);
        assert.deepEqual(
          ids(await page({ search_after: cursorOf(second as ReplyBody) })),
          (await inOrder()).slice(7, 11),
        );
      });

      it("free records do not count against the balance", async () => {
        const { sandbox: service } = await sandbox({ shortenToBalance: true });
        service.setPrices({ all: { perRecord: 0.5 } });
        await page({ limit: 3 });
        service.setBalance(key, 1);
        assert.equal((await page({ limit: 10 })).companies.length, 5);
        assert.equal(service.balance(key), 0);
      });
    });

    it("follow path, nth and times, and combine with faults of the connection", async () => {
      const { post } = await sandbox({
        path: paths.companySearch,
        nth: 2,
        times: 2,
        shortBy: 2,
        total: 0,
        credits: "missing",
        delayMs: 700,
      });
      const pages = await walk(4);
      assert.deepEqual(
        pages.map(({ companies, metadata }) => [companies.length, metadata.total, metadata.credits as unknown]),
        [
          [4, 300, 2],
          [2, 0, undefined],
          [2, 0, undefined],
          [4, 300, 2],
        ],
      );
      assert.deepEqual((open as UnderTest).clock.waits, [700, 700]);
      assert.equal((await post(paths.peopleSearch, { limit: 4 })).json.people.length, 4);
    });

    it("a page that is carried out and replaced is charged for its changed length", async () => {
      await sandbox({ longBy: 2, status: 500, carriedOut: true });
      assert.equal((await ask()).status, 500);
      assert.deepEqual(sold(), [[6, 3]]);
    });
  });
}
