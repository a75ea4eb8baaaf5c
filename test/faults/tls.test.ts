// TLS and proxies: no request leaves over a connection whose certificate does not hold, whatever the surroundings say.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import * as net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCertificates, type Certificate, type Certificates } from "./support/certificates";
import { connect, failureOf, key } from "./support/clients";
import { endChildren, prospect, type CommandEnd } from "./support/commandLine";
import { startRawServer, wholeReply } from "./support/rawServer";

const page = '{"companies":[],"metadata":{"credits":0}}';

describe("TLS", () => {
  let certificates: Certificates;

  before(function () {
    this.timeout(20_000);
    certificates = createCertificates();
  });

  const serve = (certificate: Certificate) =>
    startRawServer((socket) => socket.end(wholeReply(200, page)), certificate);

  for (const kind of ["selfSigned", "expired", "notYetValid", "wrongHost"] as const) {
    for (const surroundings of ["as it is", "told by the environment to accept anything"] as const) {
      it(`refuses a certificate that is ${kind}, ${surroundings}`, async () => {
        const server = await serve(certificates[kind]);
        const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
        if (surroundings !== "as it is") {
          process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
        }
        const { client, clock, close } = connect(server.origin, { certificates: [certificates.authority] });
        try {
          const failure = await failureOf(client.companySearch({}));
          assert.ok(failure.code === "network" && failure.certificate && !failure.sent, failure.message);
          assert.equal(failure.creditsSpent, "no");
          assert.match(failure.message, /certificate/);
          assert.equal(clock.waits.length, 0, "the same certificate would only be refused again");
          assert.equal(server.receivedRequests.length, 0);
          assert.ok(!server.received().includes(key));
        } finally {
          if (before === undefined) {
            delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
          } else {
            process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
          }
          await close();
          await server.close();
        }
      });
    }
  }

  it("trusts the authority in NODE_EXTRA_CA_CERTS on the command line, beside those of the system", async () => {
    const server = await startRawServer((socket) => socket.end(wholeReply(200, '{"credits":12}')), certificates.good);
    const folder = mkdtempSync(path.join(tmpdir(), "authority-"));
    const authority = path.join(folder, "authority.pem");
    writeFileSync(authority, certificates.authority);
    try {
      const account = (env: Readonly<Record<string, string>>): Promise<CommandEnd> =>
        prospect(["account", "--json"], { folder, origin: server.origin, env });
      assert.match((await account({})).stderr, /The certificate of the service could not be verified/);
      assert.equal(server.receivedRequests.length, 0);
      assert.doesNotMatch((await account({ NODE_EXTRA_CA_CERTS: authority })).stderr, /certificate/);
      assert.ok(server.receivedRequests.length > 0);
    } finally {
      endChildren();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(20_000);

  it("refuses an unknown authority, and accepts it once it is trusted", async () => {
    const server = await serve(certificates.good);
    const stranger = connect(server.origin);
    const failure = await failureOf(stranger.client.companySearch({}));
    assert.ok(failure.code === "network" && failure.certificate && !failure.sent);
    const friend = connect(server.origin, { certificates: [certificates.authority] });
    assert.equal(Buffer.from((await friend.client.companySearch({})).body).toString(), page);
    await stranger.close();
    await friend.close();
    await server.close();
  });

  it("says that a server does not use HTTPS, and that nothing was sent", async () => {
    const server = await startRawServer((socket) => socket.end(wholeReply(200, page)));
    server.onConnection = (socket) => {
      socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      return true;
    };
    const { client, close } = connect(`https://127.0.0.1:${server.port}`);
    const failure = await failureOf(client.companySearch({}));
    assert.ok(failure.code === "network" && !failure.sent && failure.creditsSpent === "no");
    assert.match(failure.message, /^The server at this address does not use HTTPS, so nothing was sent\./u);
    await close();
    await server.close();
  });

  it("says that a server expects HTTPS, in the ways that servers tell", async () => {
    const html = { "content-type": "text/html" };
    const answers: readonly (string | Uint8Array)[] = [
      Uint8Array.of(0x15, 3, 1, 0, 2, 2, 70),
      wholeReply(400, "Client sent an HTTP request to an HTTPS server.\n", { "content-type": "text/plain" }),
      wholeReply(400, "<html><h1>400</h1>The plain HTTP request was sent to HTTPS port</html>", html),
    ];
    for (const answer of answers) {
      const server = await startRawServer((socket) => socket.end(answer));
      const { client, close } = connect(server.origin);
      const failure = await failureOf(client.companySearch({}));
      assert.ok(failure.code === "notTheService" && failure.creditsSpent === "no", failure.message);
      assert.match(failure.message, /expects HTTPS, so the request was not processed\..*https:\/\/\.$/u);
      assert.equal(server.receivedRequests.length, 1);
      await close();
      await server.close();
    }
  });

  it("reaches another host through the proxy of the settings, in a tunnel that shows the proxy no key", async () => {
    const server = await serve(certificates.wrongHost);
    const asked: string[] = [];
    let seen = "";
    const proxy = await startRawServer((socket, received) => {
      asked.push(`${received.method} ${received.path} ${received.headers["proxy-authorization"] ?? ""}`);
      socket.removeAllListeners("data");
      const onward = net.connect(server.port, "127.0.0.1", () => socket.write("HTTP/1.1 200 Connected\r\n\r\n"));
      socket.on("data", (chunk: Buffer) => {
        seen += chunk.toString("latin1");
        onward.write(chunk);
      });
      onward.on("data", (chunk) => socket.write(chunk));
      onward.on("error", () => socket.destroy());
      onward.on("close", () => socket.destroy());
    });
    const settings = {
      certificates: [certificates.authority],
      proxy: proxy.origin,
      proxyAuthorization: "Basic dGVzdDp0ZXN0",
    };
    const { client, close } = connect("https://other.example", settings);
    assert.equal(Buffer.from((await client.companySearch({})).body).toString(), page);
    assert.deepEqual(asked, ["CONNECT other.example:443 Basic dGVzdDp0ZXN0"]);
    assert.ok(seen.length > 0 && !seen.includes(key));
    assert.equal(server.receivedRequests[0]?.headers["proxy-authorization"], undefined);
    await close();

    const past = connect("https://other.example", { ...settings, noProxy: ["other.example"] });
    const failure = await failureOf(past.client.companySearch({}));
    assert.ok(failure.code === "network" && !failure.sent);
    assert.equal(asked.length, 1, "a host named in noProxy is not asked of the proxy");
    await past.close();
    await proxy.close();
    await server.close();
  });

  it("counts a tunnel that the proxy refuses, or never opens, as unsent", async () => {
    const proxy = await startRawServer((socket) =>
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n"),
    );
    const settings = { proxy: proxy.origin, deadlines: { connect: 100, headers: 1000, whole: 1000 } };
    const { client, close } = connect("https://other.example", settings);
    for (const answer of [proxy.answer, () => undefined]) {
      proxy.answer = answer;
      const failure = await failureOf(client.companySearch({}));
      assert.ok((failure.code === "network" || failure.code === "timeout") && !failure.sent, failure.message);
      assert.equal(failure.creditsSpent, "no");
    }
    assert.ok(!proxy.received().includes(key));
    await close();
    await proxy.close();
  });
});
