// Hostile bodies of up to 16 MiB: the call ends in a sentence or a result.
import assert from "node:assert/strict";
import { failureOf } from "../unit/service/fakes";
import { connect, type TestClient } from "./support/clients";
import { startRawServer, wholeReply, type RawServer } from "./support/rawServer";

const most = 16 * 1024 * 1024;
const fill = (item: string, begin: string, end: string): string =>
  `${begin}${`${item},`.repeat(Math.floor((most - begin.length - end.length) / (item.length + 1)) - 1)}${item}${end}`;
const data = '{"status":"FINISHED","data":[';

/** What the body makes of an enrichment: a number of contacts, or a failure's sentence. */
const bodies: readonly (readonly [what: string, body: string, expected: number | RegExp])[] = [
  ["empty contacts", fill("{}", data, "]}"), /more than 100,000 records or 1,000,000 values, so it was not read/u],
  ["lists that are never closed", "[".repeat(most), /so it was not read/u],
  ["900,000 nested lists", `${data}${"[".repeat(9e5)}${"]".repeat(9e5)}]}`, /nested deeper/u],
  ["one text", `${data}{"input":{"first_name":"${"x".repeat(most - 100)}"}}]}`, 1],
  ["one text that never ends", `${data}"${"x".repeat(most - 100)}`, /cut off/u],
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
  }
});
