// The loopback server: which clients it accepts, and how it compresses.
import assert from "node:assert/strict";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { serveSandbox, type SandboxServer } from "../../sandboxServer/httpServer";
import { Sandbox } from "../../sandboxServer/sandbox";
import { createTestClock, key, paths } from "./support/sandboxUnderTest";

describe("the sandbox's server", function () {
  this.timeout(60_000);
  let server: SandboxServer;
  const clock = createTestClock();
  const sandbox = new Sandbox({
    clock,
    companies: 50,
    people: 100,
    keys: [{ key, workspaceId: "workspace-1", balance: 1e6 }],
    prices: { all: 0.25 },
  });

  before(async () => {
    server = await serveSandbox(sandbox, { port: 0, clock });
  });
  after(() => server.close());

  function send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string | Buffer,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { host: "127.0.0.1", port: server.port, method, path, headers: { authorization: `Bearer ${key}`, ...headers } },
        (reply) => {
          const parts: Buffer[] = [];
          reply.on("data", (part: Buffer) => parts.push(part));
          reply.on("end", () =>
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) }),
          );
          reply.on("error", reject);
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }

  it("is on 127.0.0.1 and answers to it and to localhost by name", async () => {
    assert.equal(server.origin, `http://127.0.0.1:${server.port}`);
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`, "LOCALHOST", "[::1]:80"])
      assert.equal((await send("GET", paths.verify, { host })).status, 200, host);
  });

  it("refuses foreign Host headers and any Origin before it checks the key", async () => {
    const before = sandbox.requests.length;
    for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:7070", "192.168.0.1"])
      assert.equal((await send("GET", paths.verify, { host })).status, 403, host);
    for (const origin of ["https://evil.example", `http://127.0.0.1:${server.port}`, "null", ""])
      assert.equal((await send("GET", paths.verify, { origin })).status, 403, origin);
    assert.equal(sandbox.requests.length, before);
  });

  it("compresses with br or gzip where accepted, and not otherwise", async () => {
    const headers = { "content-type": "application/json" };
    const body = '{"limit":20}';
    const plain = await send("POST", paths.peopleSearch, headers, body);
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.equal(plain.headers["content-length"], String(plain.body.length));
    const br = await send("POST", paths.peopleSearch, { ...headers, "accept-encoding": "gzip, br" }, body);
    assert.equal(br.headers["content-encoding"], "br");
    assert.deepEqual(brotliDecompressSync(br.body), plain.body);
    const gzip = await send("POST", paths.peopleSearch, { ...headers, "accept-encoding": "br;q=0, gzip" }, body);
    assert.equal(gzip.headers["content-encoding"], "gzip");
    assert.deepEqual(gunzipSync(gzip.body), plain.body);
    assert.ok(br.body.length < plain.body.length / 2);
  });

  it("answers other methods with 405, and a body above 1 MiB with 413", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"])
      assert.equal((await send(method, paths.verify, {})).status, 405, method);
    assert.equal(
      (await send("POST", paths.companySearch, { "content-type": "application/json" }, Buffer.alloc((1 << 20) + 1, 32)))
        .status,
      413,
    );
  });

  it("rejects when its port is taken", async () => {
    await assert.rejects(serveSandbox(sandbox, { port: server.port, clock }), { code: "EADDRINUSE" });
  });
});
