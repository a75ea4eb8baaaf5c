// Whatever comes back under whatever status, a call ends in a typed error or in a whole page, never in a part of one.
import assert from "node:assert/strict";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { connect, failureOf, key, paidCalls, type TestClient } from "./support/clients";
import { startRawServer, wholeReply, type RawServer } from "./support/rawServer";

const json = { "content-type": "application/json" };
const person = { id: "p1", full_name: "Ada Lovelace", skills: ["Mathematics", "\"quotes\" and {braces}"], employment: null };
const page = JSON.stringify({ people: [person, { ...person, id: "p2" }], metadata: { total: 2, credits: 2, search_after: "next" } });

/** Bodies that are no page of people, with the headers they come under. */
const bodies: readonly (readonly [name: string, body: string | Uint8Array, headers?: Readonly<Record<string, string>>])[] = [
  ["nothing", ""],
  ["a page of HTML", "<!doctype html><title>Sign in</title>", { "content-type": "text/html; charset=utf-8" }],
  ["HTML that calls itself JSON", "  <html></html>"],
  ["XML", "<?xml version=\"1.0\"?><people/>", { "content-type": "application/xml" }],
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
  ["gzip by name only", page, { ...json, "content-encoding": "gzip" }],
  ["brotli by name only", page, { ...json, "content-encoding": "br" }],
  ["an unknown encoding", page, { ...json, "content-encoding": "snappy" }],
  ["gzip cut short", gzipSync(page).subarray(0, 60), { ...json, "content-encoding": "gzip" }],
  ["gzip of 17 MiB", gzipSync(Buffer.alloc(17 * 1024 * 1024, 0x20)), { ...json, "content-encoding": "gzip" }],
];

const expectedCodes: ReadonlyMap<number, readonly string[]> = new Map([
  [200, ["notTheService"]],
  [204, ["notTheService"]],
  [301, ["notTheService"]],
  [400, ["badRequest", "notTheService"]],
  [401, ["unauthorised", "notTheService"]],
  [402, ["insufficientCredits", "notTheService"]],
  [403, ["unauthorised", "notTheService"]],
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
      for (const [name, body, headers = json] of bodies) {
        const fresh = connect(server.origin);
        server.answer = (socket) => socket.end(wholeReply(status, status === 204 ? "" : body, status === 204 ? { "content-type": "application/json" } : headers));
        const failure = await failureOf(fresh.client.peopleSearch({ person_names: [{ value: "Ada" }] }));
        assert.ok(codes.includes(failure.code), `${name}: ${failure.code}, "${failure.message}"`);
        assert.match(failure.message, /^[A-Z].*\.$/su, name);
        assert.ok(!JSON.stringify(failure).includes(key), name);
        if (status < 300) {
          assert.equal(failure.creditsSpent, "maybe", name);
          assert.match(failure.message, /It may have cost credits/u, name);
        } else if (status < 400 && failure.code === "notTheService" && failure.why === "redirect") {
          assert.equal(failure.creditsSpent, "no", name);
        }
        await fresh.close();
      }
    });
  }

  it("accepts a page cut at no byte before its end", async () => {
    const whole = Buffer.from(page);
    let accepted = 0;
    for (let end = 0; end < whole.length; end += 1) {
      server.answer = (socket) => socket.write(wholeReply(200, whole.subarray(0, end)));
      await connected.client.peopleSearch({}).then(
        () => {
          accepted += 1;
        },
        ({ detail }: { readonly detail: { readonly code: string; readonly creditsSpent: string } }) => assert.deepEqual([detail.code, detail.creditsSpent], ["notTheService", "maybe"]),
      );
    }
    assert.equal(accepted, 0);
    server.answer = (socket) => socket.write(wholeReply(200, whole));
    assert.equal((await connected.client.peopleSearch({})).records.length, 2);
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
    it(`understands a reply in ${encoding} and keeps its unpacked bytes`, async () => {
      let kept = "";
      server.answer = (socket) => socket.write(wholeReply(200, pack(page), { ...json, "content-encoding": encoding }));
      const onReply = async (reply: { readonly body: Uint8Array }): Promise<void> => {
        kept = Buffer.from(reply.body).toString();
      };
      const { records } = await connected.client.peopleSearch({}, { onReply });
      assert.deepEqual(records[0], person);
      assert.equal(kept, page);
      assert.match(server.arrivals.at(-1)?.headers["accept-encoding"] ?? "", /br.*gzip/);
    });
  }

  it("refuses an announced length over 16 MiB without reading on, and an unannounced one at that size", async () => {
    server.answer = (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{");
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

  it("counts a wrong body under 2xx as possibly charged for every paid operation, and as free for the others", async () => {
    for (const [name, call] of paidCalls) {
      server.answer = (socket) => socket.end(wholeReply(200, '{"metadata":{"credits":2}}', json));
      assert.equal((await failureOf(call(connected.client))).creditsSpent, "maybe", name);
    }
    assert.equal((await failureOf(connected.client.credits())).creditsSpent, "no");
  });

  it("hands over every whole reply that may have cost credits, also one that is no page", async () => {
    for (const [, call] of paidCalls) {
      const kept: string[] = [];
      server.answer = (socket) => socket.write(wholeReply(200, '{"unheard":"of"}'));
      const failure = await failureOf(call(connected.client, { onReply: async (reply) => void kept.push(Buffer.from(reply.body).toString()) }));
      assert.ok(failure.code === "notTheService" && failure.why === "shape");
      assert.deepEqual(kept, ['{"unheard":"of"}']);
    }
  });
});
