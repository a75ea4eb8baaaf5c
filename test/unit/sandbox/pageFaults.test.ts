// Faults of pages: totals, cursors, lengths, lists and credits, and what is charged for them.
import assert from "node:assert/strict";
import type { Fault } from "../../sandboxServer/sandbox";
import { key, openSandbox, paths, type ReplyBody, type UnderTest } from "./support/sandboxUnderTest";

describe("faults of pages", function () {
  this.timeout(60_000);
  let open: UnderTest;
  let order: readonly string[] = [];
  /** Half a credit per record, repeated ones too, so that charges show how many records were returned. */
  const sandbox = async (...faults: readonly Fault[]): Promise<UnderTest> =>
    (open = await openSandbox("in process", { faults: { faults }, prices: { all: 0.5 } }));
  const page = async (body: object = {}): Promise<ReplyBody> =>
    (await open.post(paths.companySearch, { limit: 4, ...body })).json;
  const ids = ({ companies }: ReplyBody): readonly string[] => companies.map(({ id }) => id);
  const records = (): readonly number[] => open.sandbox.charges.map((charge) => charge.records);
  /** The pages of a client that follows cursors. */
  const walk = async (count: number): Promise<readonly ReplyBody[]> => {
    const pages: ReplyBody[] = [];
    while (pages.length < count) {
      const cursor = pages.at(-1)?.metadata.search_after;
      pages.push(await page(cursor === undefined ? {} : { search_after: cursor }));
    }
    return pages;
  };
  before(async () => {
    await sandbox();
    order = ids(await page({ limit: 100 }));
  });

  for (const total of [0, -1, 1e300, "many", null] as const) {
    it(`reports ${JSON.stringify(total)} as the total, with the records`, async () => {
      await sandbox({ total });
      const { companies, metadata } = await page();
      assert.deepEqual([companies.length, metadata.total], [4, total]);
    });
  }

  it("leaves the total out, or shrinks it from call to call, down to 0", async () => {
    await sandbox({ nth: 1, total: "missing" }, { times: 4, total: { shrinkBy: 140 } });
    assert.equal("total" in (await page()).metadata, false);
    const totals = (await walk(4)).map(({ metadata }) => metadata.total);
    assert.deepEqual(totals, [160, 20, 0, 300]);
  });

  /** The places of the records of each page in the right order, and what is charged. */
  const walks: readonly (readonly [what: string, fault: Fault, pages: readonly (readonly [number, number])[]])[] = [
    [
      "a short page continues after its last record",
      { nth: 1, shortBy: 3 },
      [
        [0, 1],
        [1, 5],
      ],
    ],
    [
      "a page shortened to nothing leads to the same page",
      { nth: 2, shortBy: 100 },
      [
        [0, 4],
        [4, 4],
        [4, 8],
      ],
    ],
    [
      "an overlong page continues after it",
      { nth: 1, longBy: 5 },
      [
        [0, 9],
        [9, 13],
      ],
    ],
    [
      "a repeated page is the one before",
      { nth: 2, times: 2, repeatPage: true },
      [
        [0, 4],
        [0, 4],
        [0, 4],
        [4, 8],
      ],
    ],
    [
      "the same cursor leads to the second page",
      { cursor: "same" },
      [
        [0, 4],
        [4, 8],
        [4, 8],
      ],
    ],
    [
      "a new cursor leads to the same page",
      { cursor: "samePage" },
      [
        [0, 4],
        [0, 4],
        [0, 4],
      ],
    ],
    [
      "a cursor leads to an empty page",
      { nth: 1, cursor: "emptyPage" },
      [
        [0, 4],
        [0, 0],
      ],
    ],
  ];
  for (const [what, fault, expected] of walks) {
    it(`${what}, and each record is charged`, async () => {
      await sandbox(fault);
      const pages = await walk(expected.length);
      assert.deepEqual(
        pages.map(ids),
        expected.map(([from, to]) => order.slice(from, to)),
      );
      assert.deepEqual(
        records(),
        expected.map(([from, to]) => to - from),
      );
      if (fault.cursor !== undefined || fault.repeatPage) {
        const cursors = new Set(pages.map(({ metadata }) => metadata.search_after));
        assert.equal(cursors.size, fault.cursor === "same" ? 1 : pages.length);
      }
    });
  }

  for (const [cursor, said] of [
    ["missing", undefined],
    ["null", null],
    ["blank", ""],
  ] as const) {
    it(`has a cursor that is ${cursor}`, async () => {
      await sandbox({ cursor });
      assert.equal((await page()).metadata.search_after, said);
    });
  }

  it("has a cursor that is refused", async () => {
    await sandbox({ cursor: "refused" });
    const { metadata } = await page();
    assert.equal((await open.post(paths.companySearch, { search_after: metadata.search_after })).status, 400);
  });

  it("charges a list that is missing or null, and records without ids", async () => {
    await sandbox({ nth: 1, list: "missing" }, { nth: 2, list: "null" }, { blankIds: 2 });
    assert.equal("companies" in (await page()), false);
    assert.equal((await page()).companies, null);
    assert.deepEqual(ids(await page()), ["", "", order[2], order[3]]);
    assert.deepEqual(records(), [4, 4, 4]);
  });

  it("sends the page with another 2xx, and no body with 204", async () => {
    await sandbox({ nth: 1, status: 206 }, { status: 204 });
    const reply = await open.post(paths.companySearch, { limit: 4 });
    assert.deepEqual([reply.status, reply.json.companies.length], [206, 4]);
    assert.equal((await open.post(paths.companySearch, { limit: 4 })).text, "");
    assert.deepEqual(records(), [4, 4]);
  });

  it("says what one reply costs, whatever the price plan says", async () => {
    const { sandbox: service } = await sandbox({ nth: 1, credits: "negative" }, { nth: 2, credits: 7 });
    service.setPrices({ all: { perRecord: 0.5, repeated: "charged", reported: "string" } });
    const said = (await walk(3)).map(({ metadata }) => metadata.credits as unknown);
    assert.deepEqual(said, [-2, 7, "2"]);
  });

  it("shortens a page to what the balance covers; the next is 402", async () => {
    const { sandbox: service } = await sandbox({ shortenToBalance: true });
    service.setBalance(key, 3.7);
    const [first, second] = await walk(2);
    assert.deepEqual(
      [first, second].map((one) => one?.companies.length),
      [4, 3],
    );
    const refused = await open.post(paths.companySearch, { search_after: second?.metadata.search_after });
    assert.deepEqual([refused.status, service.balance(key)], [402, 0.2]);
  });

  it("charges a page that is carried out and replaced", async () => {
    await sandbox({ longBy: 2, status: 500, carriedOut: true });
    assert.equal((await open.post(paths.companySearch, { limit: 4 })).status, 500);
    assert.deepEqual(records(), [6]);
  });
});
