// The loopback server: which clients it accepts.
import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { serveSandbox, type SandboxServer } from "../../sandboxServer/httpServer";
import { Sandbox } from "../../sandboxServer/sandbox";
import { testClock } from "../../support/testClock";
import { key, paths } from "./support/sandboxUnderTest";

describe("the sandbox's server", function () {
  let server: SandboxServer;
  const clock = testClock(undefined, "atOnce");
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
  ): Promise<{ readonly status: number }> {
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        { host: "127.0.0.1", port: server.port, method, path, headers: { authorization: `Bearer ${key}`, ...headers } },
        (reply) => {
          reply.resume().on("end", () => resolve({ status: reply.statusCode ?? 0 }));
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

  it("answers other methods with 405, and a body above 1 MiB with 413", async () => {
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"])
      assert.equal((await send(method, paths.verify, {})).status, 405, method);
    assert.equal(
      (await send("POST", paths.companySearch, { "content-type": "application/json" }, Buffer.alloc((1 << 20) + 1, 32)))
        .status,
      413,
    );
  });
});
