// A page that arrived whole is used although its connection ended badly; a page that lacks a byte never is.
import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { failureOf } from "../unit/service/fakes";
import { connect, key, paidCalls, shortDeadlines } from "./support/clients";
import { reset, startRawServer, wholeReply, type RawServer } from "./support/rawServer";

const page = JSON.stringify({
  people: [{ id: "p1", full_name: "Ada Lovelace", skills: ["}", "{", '"'] }],
  metadata: { total: 1, credits: 1 },
});
const head = (...headers: readonly string[]): string =>
  ["HTTP/1.1 200 OK", "content-type: application/json", ...headers, "", ""].join("\r\n");
const chunk = (body: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")]);

/** Ways to end a reply badly after `body`; each sends every byte of it. */
const endings: Readonly<Record<string, (socket: Socket, body: Uint8Array, encoding: string) => void>> = {
  "the last chunk is missing, and the connection is closed": (socket, body, encoding) =>
    socket.end(Buffer.concat([Buffer.from(head("transfer-encoding: chunked", encoding)), chunk(body)])),
  "the last chunk is missing, and the connection is reset": (socket, body, encoding) =>
    socket.write(Buffer.concat([Buffer.from(head("transfer-encoding: chunked", encoding)), chunk(body)]), () =>
      setTimeout(reset, 20, socket),
    ),
  "the last chunk is missing, and the connection stays open": (socket, body, encoding) =>
    socket.write(Buffer.concat([Buffer.from(head("transfer-encoding: chunked", encoding)), chunk(body)])),
  "the announced length is too long, and the connection is closed": (socket, body, encoding) =>
    socket.end(Buffer.concat([Buffer.from(head(`content-length: ${body.length + 9}`, encoding)), body])),
  "the announced length is too long, and the connection stays open": (socket, body, encoding) =>
    socket.write(Buffer.concat([Buffer.from(head(`content-length: ${body.length + 9}`, encoding)), body])),
  "the next chunk has an invalid size": (socket, body, encoding) =>
    socket.end(
      Buffer.concat([Buffer.from(head("transfer-encoding: chunked", encoding)), chunk(body), Buffer.from("zz\r\n")]),
    ),
};

const bodies: readonly (readonly [name: string, header: string, whole: Uint8Array, cut: Uint8Array])[] = [
  ["plain", "x-encoding: none", Buffer.from(page), Buffer.from(page.slice(0, -1))],
  ["with blank lines after it", "x-encoding: none", Buffer.from(`${page}\r\n\n`), Buffer.from(page.slice(0, -2))],
  [
    "in gzip without its trailer",
    "content-encoding: gzip",
    gzipSync(page).subarray(0, -8),
    gzipSync(page).subarray(0, -20),
  ],
  ["in gzip", "content-encoding: gzip", gzipSync(page), gzipSync(page.slice(0, -1)).subarray(0, -8)],
  ["plain under the header of gzip", "content-encoding: gzip", Buffer.from(page), Buffer.from(page.slice(0, -1))],
  ["with a long padding", "x-encoding: none", Buffer.from(page.padEnd(5_000)), Buffer.from(page.slice(0, -1))],
  ["in brotli", "content-encoding: br", brotliCompressSync(page), brotliCompressSync(page).subarray(0, -12)],
];

describe("a reply whose connection ends badly", () => {
  let server: RawServer;

  before(async () => {
    server = await startRawServer(() => undefined);
  });

  after(() => server.close());

  /** Sends one request for each answer, all at once, and settles with the bodies of the replies. */
  const send = async (
    answers: readonly ((socket: Socket) => void)[],
    options: Parameters<typeof connect>[1] = {},
  ): Promise<PromiseSettledResult<string>[]> => {
    server.answer = (socket, { body }) => {
      const { person_names: names } = JSON.parse(body.toString()) as { readonly person_names: { value: string }[] };
      answers[Number(names[0]?.value)]?.(socket);
    };
    return Promise.allSettled(
      answers.map(async (_answer, nth) => {
        const { client, close } = connect(server.origin, options);
        const reply = await client.peopleSearch({ person_names: [{ value: String(nth) }] }).finally(close);
        return Buffer.from(reply.body).toString();
      }),
    );
  };

  for (const [ending, end] of Object.entries(endings)) {
    it(`is used when it arrived whole, and never when it is cut off: ${ending}`, async () => {
      const options = ending.endsWith("stays open") ? { deadlines: shortDeadlines } : {};
      const answers = bodies.flatMap(([, encoding, whole, cut]) => [
        (socket: Socket) => end(socket, whole, encoding),
        (socket: Socket) => end(socket, cut, encoding),
      ]);
      const settled = await send(answers, options);
      for (const [nth, [name]] of bodies.entries()) {
        const [used, refused] = settled.slice(2 * nth);
        assert.ok(used?.status === "fulfilled", name);
        assert.equal(used.value.trimEnd(), page, name);
        assert.ok(refused?.status === "rejected", name);
        const failure = await failureOf(Promise.reject(refused.reason as Error));
        assert.ok(failure.code === "notTheService" || failure.code === "timeout", `${name}: ${failure.code}`);
        assert.equal(failure.creditsSpent, "maybe", name);
      }
    });
  }

  it("is used when only the trailer of gzip is missing", async () => {
    const body = gzipSync(page).subarray(0, -8);
    const reply = Buffer.concat([Buffer.from(head(`content-length: ${body.length}`, "content-encoding: gzip")), body]);
    const [result] = await send([(socket) => socket.end(reply)]);
    assert.ok(result?.status === "fulfilled" && result.value === page);
  });

  for (const encoding of ["gzip", "br", "deflate", "utf-8", "none"]) {
    it(`is used when it is plain JSON under the content encoding ${encoding}`, async () => {
      const headers = head(`content-length: ${page.length}`, `content-encoding: ${encoding}`);
      const [result] = await send([(socket) => socket.end(headers + page)]);
      assert.ok(result?.status === "fulfilled" && result.value === page);
    });
  }

  it("is told by its status when it is an error that was cut off", async () => {
    const { client, close } = connect(server.origin);
    server.answer = (socket) => socket.end('HTTP/1.1 401 No\r\ncontent-length: 900\r\n\r\n{"code":"error.api');
    assert.equal((await failureOf(client.peopleSearch({}))).code, "unauthorized");
    await close();
  });
});

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

  for (const status of [300, 304, 308]) {
    it(`does not follow ${status}, and shows nobody the key`, async () => {
      server.answer = (socket) => socket.end(wholeReply(status, "", { location: `${elsewhere.origin}/moved` }));
      const from = server.receivedRequests.length;
      for (const [operation, call] of paidCalls) {
        const { client, close } = connect(server.origin);
        const failure = await failureOf(call(client));
        assert.ok(failure.code === "notTheService" && failure.why === "redirect", operation);
        await close();
      }
      assert.equal(server.receivedRequests.length - from, paidCalls.length);
      assert.equal(elsewhere.connections(), 0);
      assert.ok(!elsewhere.received().includes(key));
    });
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
