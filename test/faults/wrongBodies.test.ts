// Whatever comes back under whatever status, a call ends in a typed error or in a whole reply, never in a part of one.
// What is wrong with a whole one is found where it is kept.
import assert from "node:assert/strict";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { connect, failureOf, key, paidCalls, type TestClient } from "./support/clients";
import { startRawServer, wholeReply, type RawServer } from "./support/rawServer";

const json = { "content-type": "application/json" };
const person = {
  id: "p1",
  full_name: "Ada Lovelace",
  skills: ["Mathematics", '"quotes" and {braces}'],
  employment: null,
};
const page = JSON.stringify({
  people: [person, { ...person, id: "p2" }],
  metadata: { total: 2, credits: 2, search_after: "next" },
});

/** Bodies that are no page of people, with the headers they come under. */
const bodies: readonly (readonly [
  name: string,
  body: string | Uint8Array,
  headers?: Readonly<Record<string, string>>,
])[] = [
  ["nothing", ""],
  ["a page of HTML", "<!doctype html><title>Sign in</title>", { "content-type": "text/html; charset=utf-8" }],
  ["HTML that calls itself JSON", "  <html></html>"],
  ["XML", '<?xml version="1.0"?><people/>', { "content-type": "application/xml" }],
  ["an image", Buffer.from("89504e470d0a1a0a", "hex"), { "content-type": "image/png" }],
  ["plain words", "Service temporarily unavailable", { "content-type": "text/plain" }],
  ["a bare list", "[]"],
  ["a bare number", "42"],
  ["null", "null"],
  ["an empty object", "{}"],
  ["a page without its list", JSON.stringify({ metadata: { total: 2, credits: 2 } })],
  ["a page of something else", JSON.stringify({ companies: [], metadata: {} })],
  ["an error under any status", JSON.stringify({ code: "error.some", message: "Something" })],
  ["a list that is an object", JSON.stringify({ people: {}, metadata: {} })],
  ["a list that is text", JSON.stringify({ people: "none", metadata: {} })],
  ["JSON cut in two", page.slice(0, page.length / 2)],
  ["two documents", page + page],
  ["a trailing comma", '{"people":[],}'],
  ["UTF-16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(page, "utf16le")])],
  ["nested 65 deep", `{"people":[],"x":${"[".repeat(64)}${"]".repeat(64)}}`],
  ["nested a million deep", "[".repeat(1_000_000)],
  ["random bytes", Buffer.from("f30a91c2ee0b77d1", "hex")],
];

/** Bodies that nobody can unpack, or that nobody should. */
const unreadable: typeof bodies = [
  ["gzip by name only", page.slice(0, -1), { ...json, "content-encoding": "gzip" }],
  ["brotli by name only", page.slice(0, -1), { ...json, "content-encoding": "br" }],
  ["an unknown encoding", page.slice(0, -1), { ...json, "content-encoding": "snappy" }],
  ["gzip cut short", gzipSync(page).subarray(0, 60), { ...json, "content-encoding": "gzip" }],
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
      for (const [name, body, headers = json] of [...bodies, ...unreadable]) {
        const fresh = connect(server.origin);
        server.answer = (socket) => socket.end(wholeReply(status, body, headers));
        const failure = await failureOf(fresh.client.peopleSearch({ person_names: [{ value: "Ada" }] }));
        assert.ok(codes.includes(failure.code), `${name}: ${failure.code}, "${failure.message}"`);
        assert.match(failure.message, /^[A-Z].*\.$/su, name);
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
      for (const [name, body, headers = json] of bodies) {
        const sent = status === 204 ? "" : body;
        server.answer = (socket) => socket.write(wholeReply(status, sent, headers));
        let kept: Uint8Array | undefined;
        const reply = await connected.client.peopleSearch(
          {},
          { onReply: async ({ body: bytes }) => void (kept = bytes) },
        );
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
          call(fresh.client, { onReply: async () => assert.fail("there is nothing to keep") }),
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
