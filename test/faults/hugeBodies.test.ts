// Hostile bodies of up to 16 MiB: the call ends in a sentence or a result.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { connect, failureOf, type TestClient } from "./support/clients";
import { startRawServer, wholeReply, type RawServer } from "./support/rawServer";

const most = 16 * 1024 * 1024;
const fill = (item: string, begin: string, end: string): string =>
  `${begin}${`${item},`.repeat(Math.floor((most - begin.length - end.length) / (item.length + 1)) - 1)}${item}${end}`;
const data = '{"status":"FINISHED","data":[';

/** What the body makes of an enrichment: a number of contacts, or a failure's sentence. */
const bodies: readonly (readonly [what: string, body: string, expected: number | RegExp])[] = [
  ["empty contacts", fill("{}", data, "]}"), /more than 100,000 records or 1,000,000 values, so it was not read/u],
  ["nulls", fill("null", data, "]}"), /so it was not read/u],
  ["numbers", fill("1", data, "]}"), /so it was not read/u],
  ["nested lists", `${data}${"[".repeat(8e6)}${"]".repeat(8e6)}]}`, /so it was not read/u],
  ["lists that are never closed", "[".repeat(most), /so it was not read/u],
  ["900,000 nested lists", `${data}${"[".repeat(9e5)}${"]".repeat(9e5)}]}`, /nested deeper/u],
  ["one text", `${data}{"input":{"first_name":"${"x".repeat(most - 100)}"}}]}`, 1],
  ["one text that never ends", `${data}"${"x".repeat(most - 100)}`, /cut off/u],
  ["an error", `{"message":"${"No ".repeat(5e6)}"}`, /The service says: No No/u],
];

describe("huge bodies", function () {
  let server: RawServer;
  let connected: TestClient;

  before(async () => {
    server = await startRawServer(() => undefined);
  });
  after(() => server.close());
  beforeEach(() => {
    connected = connect(server.origin, { deadlines: { connect: 5_000, headers: 20_000, whole: 60_000 } });
  });
  afterEach(async () => {
    await connected.close();
  });

  for (const [what, body, expected] of bodies) {
    it(`of ${what} are no enrichment, or one with its contacts`, async () => {
      server.answer = (socket) => socket.end(wholeReply(200, body));
      const { client } = connected;
      if (typeof expected === "number") {
        assert.equal((await client.enrichment("e1")).contacts, expected);
      } else {
        assert.match((await failureOf(client.enrichment("e1"))).message, expected);
      }
    });

    it(`of ${what} under 402 and 500 are what their status says`, async () => {
      for (const [status, code] of [
        [402, "insufficientCredits"],
        [500, "server"],
      ] as const) {
        server.answer = (socket) => socket.end(wholeReply(status, body));
        const failure = await failureOf(
          connected.client.companySearch({}, { onReply: async () => assert.fail("saved") }),
        );
        assert.deepEqual([failure.code, failure.message.length < 600], [code, true]);
      }
    });
  }

  it("with records under 402 are saved: they are paid for", async () => {
    const company = JSON.stringify({ id: "c", name: "x".repeat(1_000) });
    const body = fill(company, '{"companies":[', '],"message":"Used up"}');
    server.answer = (socket) => socket.end(wholeReply(402, body));
    let saved = 0;
    const call = connected.client.companySearch(
      {},
      { onReply: async ({ body: bytes }) => void (saved = bytes.length) },
    );
    const failure = await failureOf(call);
    assert.match(failure.message, /Used up/u);
    assert.equal(saved, body.length);
  });

  it("whose connection breaks after the last byte are used when their JSON is whole", async () => {
    const company = JSON.stringify({ id: "c", name: "x".repeat(1_000) });
    for (const [end, isUsed] of [
      ["]}", true],
      ["]", false],
    ] as const) {
      const body = Buffer.from(fill(company, '{"companies":[', end));
      server.answer = (socket) =>
        socket.end(
          wholeReply(200, body, { "content-type": "application/json", "content-length": String(body.length + 9) }),
        );
      const call = connected.client.companySearch({});
      if (isUsed) {
        assert.deepEqual((await call).body.length, body.length);
      } else {
        assert.equal((await failureOf(call)).code, "notTheService");
      }
    }
  });

  it("are refused when they would be larger than 16 MiB unpacked", async () => {
    const packed = gzipSync(Buffer.alloc(most + 1, "["));
    server.answer = (socket) =>
      socket.end(wholeReply(200, packed, { "content-type": "application/json", "content-encoding": "gzip" }));
    assert.match((await failureOf(connected.client.enrichment("e1"))).message, /larger than 16 MiB/u);
  });
});
