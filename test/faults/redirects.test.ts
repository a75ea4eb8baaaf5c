// The key is sent to the origin it belongs to and to no other.
import assert from "node:assert/strict";
import { connect, failureOf, key, paidCalls } from "./support/clients";
import { startRawServer, wholeReply, type RawServer } from "./support/rawServer";

describe("redirects", () => {
  let server: RawServer;
  let elsewhere: RawServer;

  before(async () => {
    server = await startRawServer(() => undefined);
    elsewhere = await startRawServer((socket) =>
      socket.end(wholeReply(200, '{"companies":[],"people":[],"metadata":{}}')),
    );
  });

  after(async () => {
    await server.close();
    await elsewhere.close();
  });

  for (const status of [300, 301, 302, 303, 304, 305, 307, 308]) {
    for (const target of ["another origin", "the same origin"] as const) {
      it(`does not follow ${status} to ${target}`, async () => {
        const origin = target === "another origin" ? elsewhere.origin : server.origin;
        server.answer = (socket, received) =>
          socket.end(
            received.path === "/moved"
              ? wholeReply(200, '{"companies":[],"people":[]}')
              : wholeReply(status, "", { location: `${origin}/moved` }),
          );
        const from = server.receivedRequests.length;
        for (const [operation, call] of paidCalls) {
          const { client, close } = connect(server.origin);
          const failure = await failureOf(call(client));
          assert.ok(failure.code === "notTheService" && failure.why === "redirect", operation);
          await close();
        }
        assert.equal(server.receivedRequests.length - from, paidCalls.length);
        assert.ok(server.receivedRequests.every((received) => received.path !== "/moved"));
        assert.equal(elsewhere.connections(), 0);
        assert.ok(!elsewhere.received().includes(key));
      });
    }
  }

  it("does not follow an enrichment's, a balance's or a verification's redirect either", async () => {
    server.answer = (socket) => socket.end(wholeReply(302, "", { location: `${elsewhere.origin}/moved` }));
    const { client, close } = connect(server.origin);
    for (const call of [client.credits(), client.verifyKey(), client.enrichment("e1")]) {
      const failure = await failureOf(call);
      assert.ok(failure.code === "notTheService" && failure.why === "redirect");
    }
    assert.equal(elsewhere.connections(), 0);
    await close();
  });

  it("keeps an id that looks like an address inside the path", async () => {
    server.answer = (socket) => socket.end(wholeReply(404, "{}"));
    const { client, close } = connect(server.origin);
    for (const id of [`${elsewhere.origin}/x`, "//evil.example/x", "../../account", "a?b#c", "a b"]) {
      await failureOf(client.enrichment(id));
      const path = server.receivedRequests.at(-1)?.path ?? "";
      assert.ok(/^\/api\/v2\/contact\/enrich\/bulk\/[^/?#]+$/.test(path), path);
    }
    assert.equal(elsewhere.connections(), 0);
    await close();
  });
});
