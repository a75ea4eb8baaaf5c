// Deadlines and cancelling: a call ends when it must, and says whether its request had left.
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { failureOf } from "../unit/service/fakes";
import { connect, paidCalls } from "./support/clients";
import { startRawServer, wholeReply, type RawServer } from "./support/rawServer";

const start = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{";

describe("deadlines and cancelling", () => {
  let server: RawServer;

  beforeEach(async () => {
    server = await startRawServer(() => undefined);
  });

  afterEach(() => server.close());

  it("gives a body that has begun the time that is left of the whole", async () => {
    const body = '{"companies":[],"metadata":{"credits":0}}';
    server.answer = (socket: Socket) => {
      const whole = wholeReply(200, body);
      socket.write(whole.subarray(0, -1));
      setTimeout(() => socket.end(whole.subarray(-1)), 5_500);
    };
    const { client, close } = connect(server.origin, { deadlines: { connect: 10_000, headers: 5_000, whole: 20_000 } });
    assert.equal(Buffer.from((await client.companySearch({})).body).toString(), body);
    await close();
  });

  it("reports a connection that is never established as unsent, without a received request", async () => {
    // A TLS connection to a server that accepts and stays silent never gets as far as a request.
    server.onConnection = () => true;
    const { client, clock, close } = connect(server.origin.replace("http:", "https:"), {
      deadlines: { connect: 80, headers: 1000, whole: 1000 },
    });
    const failure = await failureOf(client.companySearch({}));
    assert.ok(failure.code === "timeout" && !failure.sent);
    assert.equal(failure.creditsSpent, "no");
    assert.equal(clock.waits.length, 2, "a request that never left is tried twice more");
    assert.equal(server.receivedRequests.length, 0);
    await close();
  });

  for (const [operation, call] of paidCalls) {
    it(`cancels a ${operation} inside its body and closes the connection`, async () => {
      const closed = new Promise<void>((resolve) => {
        server.answer = (socket) => {
          socket.on("close", () => resolve());
          socket.write(start, () => setImmediate(() => abort.abort()));
        };
      });
      const abort = new AbortController();
      const { client, close } = connect(server.origin);
      const failure = await failureOf(call(client, { signal: abort.signal }));
      assert.ok(failure.code === "cancelled" && failure.sent);
      assert.equal(failure.creditsSpent, "maybe");
      await closed;
      assert.equal(server.receivedRequests.length, 1);
      await close();
    });
  }

  it("cancels before sending without a connection", async () => {
    const { client, close } = connect(server.origin);
    const failure = await failureOf(client.companySearch({}, { signal: AbortSignal.abort() }));
    assert.ok(failure.code === "cancelled" && !failure.sent);
    assert.equal(server.connections(), 0);
    await close();
  });

  it("sends nothing when what runs before sending fails or is cancelled meanwhile", async () => {
    const { client, close } = connect(server.origin);
    await assert.rejects(
      client.companySearch({}, { beforeSend: async () => Promise.reject(new Error("disk full")) }),
      /disk full/,
    );
    const abort = new AbortController();
    const failure = await failureOf(
      client.companySearch({}, { signal: abort.signal, beforeSend: async () => (abort.abort(), 1) }),
    );
    assert.ok(failure.code === "cancelled" && !failure.sent);
    assert.equal(server.receivedRequests.length, 0);
    await close();
  });

  it("is free for the next call after a cancelled one", async () => {
    const { client, close } = connect(server.origin);
    const abort = new AbortController();
    server.answer = () => abort.abort();
    await failureOf(client.companySearch({}, { signal: abort.signal }));
    server.answer = (socket) => socket.write(wholeReply(200, '{"companies":[],"metadata":{}}'));
    assert.equal((await client.companySearch({})).status, 200);
    await close();
  });
});
