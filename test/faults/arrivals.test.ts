// A paid request arrives at the server at most once, whatever happens to its connection.
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { failureOf } from "../unit/service/fakes";
import { connect, nobodyListens, paidCalls, shortDeadlines } from "./support/clients";
import { reset, startRawServer, wholeReply, type Answer, type RawServer } from "./support/rawServer";

const page = JSON.stringify({ companies: [], people: [], metadata: { credits: 1 } });

function lines(...text: readonly string[]): string {
  return `${text.join("\r\n")}\r\n`;
}

const announced = lines("HTTP/1.1 200 OK", "content-type: application/json", `content-length: ${page.length}`, "");

/** What the server does with a request that has arrived whole, and what the call must end in. */
const faults: readonly (readonly [name: string, answer: Answer, codes: readonly string[]])[] = [
  ["reset before any reply", (socket) => reset(socket), ["network"]],
  ["closed before any reply", (socket) => socket.end(), ["network"]],
  [
    "reset inside the status line",
    (socket) => socket.write("HTTP/1.1 20", () => setImmediate(reset, socket)),
    ["network", "notTheService"],
  ],
  ["closed inside the headers", (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-ty"), ["network", "notTheService"]],
  [
    "reset inside the body",
    (socket) => socket.write(announced + page.slice(0, 9), () => setImmediate(reset, socket)),
    ["notTheService"],
  ],
  ["closed inside the body", (socket) => socket.end(announced + page.slice(0, 9)), ["notTheService"]],
  [
    "closed inside a chunk",
    (socket) => socket.end(lines("HTTP/1.1 200 OK", "transfer-encoding: chunked", "", "ff", page.slice(0, 9))),
    ["notTheService"],
  ],
  ["never answers", () => undefined, ["timeout"]],
  ["headers, then silence", (socket) => socket.write(announced), ["timeout"]],
  ["drips a byte at a time", drip, ["timeout"]],
  ["500 and closed", (socket) => socket.end(wholeReply(500, "{}")), ["server"]],
  [
    "502 with a page of HTML",
    (socket) => socket.write(wholeReply(502, "<html>", { "content-type": "text/html" })),
    ["server"],
  ],
  ["503 with Retry-After: 0", (socket) => socket.write(wholeReply(503, "{}", { "retry-after": "0" })), ["server"]],
  ["408 and connection: close", (socket) => socket.end(wholeReply(408, "", { connection: "close" })), ["server"]],
  ["no HTTP at all", (socket) => socket.write("SSH-2.0-OpenSSH_9.6\r\n"), ["notTheService"]],
];

function drip(socket: Socket): void {
  socket.write(announced);
  let at = 0;
  const timer = setInterval(() => socket.write(page[at++] ?? " "), 200);
  socket.on("close", () => clearInterval(timer));
}

describe("a paid request and a misbehaving server", () => {
  let server: RawServer;

  before(async () => {
    server = await startRawServer(() => undefined);
  });

  after(() => server.close());

  for (const [name, answer, codes] of faults) {
    it(`arrives once and is not repeated: ${name}`, async () => {
      server.answer = answer;
      const from = server.receivedRequests.length;
      await Promise.all(
        paidCalls.map(async ([operation, call]) => {
          const isSilent = codes.includes("timeout");
          const { client, close } = connect(server.origin, isSilent ? { deadlines: shortDeadlines } : {});
          const failure = await failureOf(call(client));
          assert.ok(codes.includes(failure.code), `${operation}: ${failure.code} "${failure.message}"`);
          assert.equal(failure.creditsSpent, "maybe", operation);
          assert.match(failure.message, /may have cost credits/, operation);
          await close();
        }),
      );
      const paths = server.receivedRequests.slice(from).map((received) => received.path);
      assert.equal(paths.length, paidCalls.length);
      assert.equal(new Set(paths).size, paidCalls.length);
    });
  }

  it("arrives once when it is answered, whatever the answer is", async () => {
    for (const body of [page, "<html></html>", ""]) {
      server.answer = (socket) => socket.write(wholeReply(200, body, { "content-type": "text/html" }));
      const from = server.receivedRequests.length;
      for (const [operation, call] of paidCalls) {
        const { client, close } = connect(server.origin);
        assert.equal(Buffer.from((await call(client)).body).toString(), body, operation);
        await close();
      }
      assert.equal(server.receivedRequests.length - from, paidCalls.length);
    }
  });

  it("is sent again when the connection breaks before it could be written, twice at most", async () => {
    for (const [operation, call] of paidCalls) {
      const { client, clock, close } = connect(nobodyListens);
      const failure = await failureOf(call(client));
      assert.equal(failure.code, "network", operation);
      assert.equal(failure.creditsSpent, "no", operation);
      assert.equal(clock.waits.length, 2, operation);
      await close();
    }
  });

  it("arrives once and is answered, although the server closes every connection without notice", async () => {
    const idle = await startRawServer((socket) => {
      socket.write(wholeReply(200, page, { "content-type": "application/json", connection: "keep-alive" }));
      setImmediate(() => socket.destroy());
    });
    const { client, close } = connect(idle.origin);
    for (let round = 1; round <= 10; round += 1) {
      for (const [operation, call] of paidCalls) {
        assert.equal(Buffer.from((await call(client)).body).toString(), page, operation);
      }
    }
    assert.equal(idle.receivedRequests.length, 10 * paidCalls.length);
    assert.equal(idle.connections(), idle.receivedRequests.length, "no connection is used twice");
    assert.ok(idle.receivedRequests.every(({ headers }) => headers["connection"] === "close"));
    await close();
    await idle.close();
  });
});
