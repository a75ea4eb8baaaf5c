// Whatever comes back under whatever status, a call ends in a typed error or in a whole reply, never in a part of one.
// What is wrong with a whole one is found where it is kept.
import assert from "node:assert/strict";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { failureOf } from "../unit/service/fakes";
import { connect, key, paidCalls, type TestClient } from "./support/clients";
import { startRawServer, wholeReply, type RawServer } from "./support/rawServer";
import { page, unreadableEncodings, wrongBodies } from "./support/wrongBodies";

const json = { "content-type": "application/json" };
/** What nobody can unpack, or nobody should. */
const unreadable: typeof wrongBodies = [
  ...unreadableEncodings,
  ["gzip of 17 MiB", gzipSync(Buffer.alloc(17 * 1024 * 1024, 0x20)), { ...json, "content-encoding": "gzip" }],
];

const expectedCodes: ReadonlyMap<number, readonly string[]> = new Map([
  [301, ["notTheService"]],
  [400, ["badRequest", "notTheService"]],
  [401, ["unauthorized", "notTheService"]],
  [402, ["insufficientCredits", "notTheService"]],
  [403, ["badRequest", "notTheService"]],
  [409, ["badRequest", "notTheService"]],
  [423, ["badRequest", "notTheService"]],
  [404, ["notFound", "notTheService"]],
  [422, ["badRequest", "notTheService"]],
  [429, ["rateLimited", "notTheService"]],
  [500, ["server", "notTheService"]],
  [503, ["server", "notTheService"]],
]);

describe("wrong bodies", () => {
  let server: RawServer;
  let connected: TestClient;

  before(async () => {
    server = await startRawServer(() => undefined);
    connected = connect(server.origin);
  });

  after(async () => {
    await connected.close();
    await server.close();
  });

  for (const [status, codes] of expectedCodes) {
    it(`ends in a typed error under ${status}, whatever the body`, async () => {
      for (const [name, body, headers = json] of [...wrongBodies, ...unreadable]) {
        const fresh = connect(server.origin);
        server.answer = (socket) => socket.end(wholeReply(status, body, headers));
        const failure = await failureOf(fresh.client.peopleSearch({ person_names: [{ value: "Ada" }] }));
        assert.ok(codes.includes(failure.code), `${name}: ${failure.code}, "${failure.message}"`);
        assert.match(failure.message, /^[A-Z].*[.…]$/su, name);
        assert.ok(!JSON.stringify(failure).includes(key), name);
        if (status < 400 && failure.code === "notTheService" && failure.why === "redirect") {
          assert.equal(failure.creditsSpent, "no", name);
        }
        await fresh.close();
      }
    });
  }

  for (const status of [200, 201, 204, 206, 299]) {
    it(`is handed over whole under ${status}, whatever it is`, async () => {
      for (const [name, body, headers = json] of wrongBodies) {
        const sent = status === 204 ? "" : body;
        server.answer = (socket) => socket.write(wholeReply(status, sent, headers));
        let kept: Uint8Array | undefined;
        const reply = await connected.client.peopleSearch({}, { save: async ({ body: bytes }) => void (kept = bytes) });
        assert.deepEqual(
          [reply.status, Buffer.from(reply.body), reply.headers["content-type"]],
          [status, Buffer.from(sent as string), headers["content-type"]],
          name,
        );
        assert.equal(kept, reply.body, name);
      }
    });
  }

  it("is possibly charged when it cannot be unpacked, for every paid operation", async () => {
    for (const [name, body, headers = json] of unreadable) {
      for (const [operation, call] of paidCalls) {
        const fresh = connect(server.origin);
        server.answer = (socket) => socket.end(wholeReply(200, body, headers));
        const failure = await failureOf(
          call(fresh.client, { save: async () => assert.fail("there is nothing to keep") }),
        );
        assert.deepEqual([failure.code, failure.creditsSpent], ["notTheService", "maybe"], `${name}, ${operation}`);
        assert.match(failure.message, /It may have cost credits/u, name);
        await fresh.close();
      }
    }
  });

  it("accepts a page whose connection ends before its announced end at no byte", async () => {
    const whole = wholeReply(200, page);
    for (let end = 0; end < whole.length; end += 7) {
      const fresh = connect(server.origin);
      server.answer = (socket) => socket.end(whole.subarray(0, end));
      const failure = await failureOf(fresh.client.peopleSearch({}));
      assert.ok(failure.code === "notTheService" || failure.code === "network", `${end}: ${failure.code}`);
      await fresh.close();
    }
  });

  for (const [encoding, pack] of [
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const) {
    it(`unpacks a reply in ${encoding}`, async () => {
      server.answer = (socket) => socket.write(wholeReply(200, pack(page), { ...json, "content-encoding": encoding }));
      assert.equal(Buffer.from((await connected.client.peopleSearch({})).body).toString(), page);
      assert.match(server.receivedRequests.at(-1)?.headers["accept-encoding"] ?? "", /br.*gzip/);
    });
  }

  it("refuses an announced length over 16 MiB without reading on, and an unannounced one at that size", async () => {
    server.answer = (socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{");
    const announced = await failureOf(connected.client.peopleSearch({}));
    assert.ok(announced.code === "notTheService" && announced.why === "oversize" && announced.creditsSpent === "maybe");

    server.answer = (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");
      const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000, 0x20), Buffer.from("\r\n")]);
      const pour = (): void => {
        while (!socket.destroyed && socket.write(chunk)) {
          // As fast as the connection takes it.
        }
      };
      socket.on("drain", pour);
      pour();
    };
    const endless = await failureOf(connected.client.peopleSearch({}));
    assert.ok(endless.code === "notTheService" && endless.why === "oversize" && endless.creditsSpent === "maybe");
  });

  it("costs nothing where the operation is free", async () => {
    server.answer = (socket) => socket.end(wholeReply(200, '{"metadata":{"credits":2}}', json));
    const failure = await failureOf(connected.client.credits());
    assert.deepEqual([failure.code, failure.creditsSpent], ["notTheService", "no"]);
  });
});
