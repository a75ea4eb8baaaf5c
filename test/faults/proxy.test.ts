// Proxies: a tunnel shows the proxy no key, and what a proxy refuses is said with its name and is not tried again.
import assert from "node:assert/strict";
import * as net from "node:net";
import { diagnose } from "../../src/service/diagnosis";
import { obstacleForLog } from "../../src/service/obstacles";
import { createCertificates, type Certificates } from "./support/certificates";
import { connect, failureOf, key } from "./support/clients";
import { withEnvironment } from "./support/environment";
import { startRawServer, wholeReply, type Answer, type RawServer } from "./support/rawServer";

const page = '{"companies":[],"metadata":{"credits":0}}';
const service = "https://other.example";
const needsPassword = "HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n";
const basic = `Basic ${Buffer.from("ada:p%ss").toString("base64")}`;

describe("a proxy", () => {
  let certificates: Certificates;
  let server: RawServer;
  let proxy: RawServer;
  let asked: string[];
  /** What the proxy can read in the tunnel. */
  let seen: string;
  let restore: () => void;

  const tunnel: Answer = (socket) => {
    socket.removeAllListeners("data");
    const onward = net.connect(server.port, "127.0.0.1", () => socket.write("HTTP/1.1 200 Connected\r\n\r\n"));
    socket.on("data", (chunk: Buffer) => {
      seen += chunk.toString("latin1");
      onward.write(chunk);
    });
    socket.on("close", () => onward.destroy());
    onward.on("data", (chunk) => socket.write(chunk));
    onward.on("error", () => socket.destroy());
    onward.on("close", () => socket.destroy());
  };
  /** Asks for a password, and opens the tunnel for the right one. */
  const guarded: Answer = (socket, request) =>
    request.headers["proxy-authorization"] === basic ? tunnel(socket, request) : socket.end(needsPassword);
  const answering = (answer: Answer): void => {
    proxy.answer = (socket, request) => {
      asked.push(`${request.method} ${request.path} ${request.headers["proxy-authorization"] ?? ""}`.trim());
      answer(socket, request);
    };
  };

  before(function () {
    this.timeout(20_000);
    certificates = createCertificates();
  });
  beforeEach(async () => {
    restore = withEnvironment(
      Object.fromEntries(
        ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"].map((name) => [
          name,
          undefined,
        ]),
      ),
    );
    [asked, seen] = [[], ""];
    server = await startRawServer((socket) => socket.end(wholeReply(200, page)), certificates.wrongHost);
    proxy = await startRawServer(() => undefined);
    answering(tunnel);
  });
  afterEach(async () => {
    restore();
    await proxy.close();
    await server.close();
  });

  const trusting = () => ({ certificates: [certificates.authority] });
  const search = async (options: Parameters<typeof connect>[1]): Promise<string> => {
    const { client, close } = connect(service, options);
    try {
      return Buffer.from((await client.companySearch({})).body).toString();
    } finally {
      await close();
    }
  };

  it("of the settings gets a tunnel that shows it no key", async () => {
    const settings = { ...trusting(), proxy: proxy.origin, proxyAuthorization: "Basic dGVzdDp0ZXN0" };
    assert.equal(await search(settings), page);
    assert.deepEqual(asked, ["CONNECT other.example:443 Basic dGVzdDp0ZXN0"]);
    assert.ok(seen.length > 0 && !seen.includes(key));
    assert.equal(server.receivedRequests[0]?.headers["proxy-authorization"], undefined);
    const failure = await failureOf(search({ ...settings, noProxy: ["other.example"] }));
    assert.ok(failure.code === "network" && !failure.sent);
    assert.equal(asked.length, 1, "a host named in noProxy is not asked of the proxy");
  });

  it("is understood without a scheme, and from the environment", async () => {
    assert.equal(await search({ ...trusting(), proxy: `127.0.0.1:${proxy.port}` }), page);
    process.env["HTTPS_PROXY"] = `ada:p%ss@127.0.0.1:${proxy.port}`;
    answering(guarded);
    assert.equal(await search(trusting()), page);
    assert.deepEqual(asked, ["CONNECT other.example:443", `CONNECT other.example:443 ${basic}`]);
  });

  it("that rejects the password is named, and never gets the same password again", async () => {
    answering(guarded);
    const { client, clock, close } = connect(service, {
      ...trusting(),
      proxy: proxy.origin,
      proxyAuthorization: "Basic d3Jvbmc6d3Jvbmc=",
    });
    for (const call of [() => client.companySearch({}), () => client.verifyKey(), () => client.companySearch({})]) {
      const failure = await failureOf(call());
      assert.ok(failure.code === "network" && !failure.sent && failure.creditsSpent === "no", failure.message);
      assert.match(
        failure.message,
        /^The proxy 127\.0\.0\.1:\d+, from http\.proxy, rejected the user name and password \(HTTP 407\), so nothing/u,
      );
      assert.match(failure.message, /Correct them in http\.proxyAuthorization\.$/u);
      assert.ok(failure.obstacle !== undefined && !obstacleForLog(failure.obstacle).includes("d3Jvbmc6"));
    }
    assert.equal(asked.length, 1);
    assert.equal(clock.waits.length, 0);
    await close();
  });

  it("that asks for a password is named with where to set it", async () => {
    answering(guarded);
    process.env["https_proxy"] = proxy.origin;
    const failure = await failureOf(search(trusting()));
    assert.match(
      failure.message,
      /from https_proxy, asks for a user name and password \(HTTP 407\).*in https_proxy\.$/u,
    );
    assert.equal(asked.length, 1);
  });

  for (const [status, tries] of [
    [403, 1],
    [502, 3],
  ] as const) {
    it(`that answers ${status} is asked ${tries} times`, async () => {
      answering((socket) => socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`));
      const failure = await failureOf(search({ ...trusting(), proxy: proxy.origin }));
      assert.ok(failure.code === "network" && !failure.sent);
      assert.match(failure.message, new RegExp(`refused to connect to the service \\(HTTP ${status}\\)`, "u"));
      assert.equal(asked.length, tries);
    });
  }

  it("that is not there, or never opens the tunnel, is told apart from the service", async () => {
    await proxy.close();
    const gone = await failureOf(search({ ...trusting(), proxy: proxy.origin }));
    assert.match(
      gone.message,
      /^The proxy 127\.0\.0\.1:\d+, from http\.proxy, could not be reached, so nothing was sent/u,
    );
    proxy = await startRawServer(() => undefined);
    const deadlines = { connect: 100, headers: 1000, whole: 1000 };
    const silent = await failureOf(search({ ...trusting(), proxy: proxy.origin, deadlines }));
    assert.ok((silent.code === "network" || silent.code === "timeout") && !silent.sent, silent.message);
    assert.ok(!proxy.received().includes(key));
  });

  it("whose address is none is not used", async () => {
    for (const address of ["ftp://proxy.example", "http://", "http://a b"]) {
      const failure = await failureOf(search({ ...trusting(), proxy: address }));
      assert.match(
        failure.message,
        /^The address of the proxy in http\.proxy is not one, so nothing was sent/u,
        address,
      );
    }
  });

  it("over which the service's certificate is wrong is not blamed for it, and the tunnel is closed", async () => {
    const closed = new Promise((resolve) => {
      answering((socket, request) => {
        socket.on("close", resolve);
        tunnel(socket, request);
      });
    });
    const failure = await failureOf(search({ proxy: proxy.origin }));
    assert.ok(failure.code === "network" && failure.obstacle?.kind === "certificate");
    assert.equal(failure.obstacle.problem, "unknownAuthority");
    assert.equal(failure.obstacle.host, "other.example");
    await closed;
    assert.match(failure.message, /Subject: CN=other\. Issuer: CN=Authority of the tests\./u);
  });

  it("is in the diagnosis, which sends neither key nor request", async () => {
    const settings = { ...trusting(), proxy: `user:secret@127.0.0.1:${proxy.port}` };
    const { route, failure, facts } = await diagnose(service, settings);
    assert.equal(failure, undefined);
    assert.ok(route.kind === "proxy" && route.proxy.address === `127.0.0.1:${proxy.port}`);
    assert.equal(facts?.subject, "CN=other");
    assert.equal(server.receivedRequests.length, 0);
    answering(guarded);
    const refused = await diagnose(service, settings);
    assert.match(refused.failure?.message ?? "", /407/u);
  });

  it("of the SOCKS kind opens a tunnel, too", async () => {
    proxy.onConnection = (socket) => {
      socket.once("data", () => {
        socket.write(Uint8Array.of(5, 0));
        socket.once("data", (request: Buffer) => {
          asked.push(request.subarray(5, 5 + (request[4] ?? 0)).toString());
          const onward = net.connect(server.port, "127.0.0.1", () => {
            socket.write(Uint8Array.of(5, 0, 0, 1, 127, 0, 0, 1, 1, 187));
            socket.on("data", (chunk: Buffer) => onward.write(chunk));
          });
          onward.on("data", (chunk) => socket.write(chunk));
          onward.on("error", () => socket.destroy());
          onward.on("close", () => socket.destroy());
        });
      });
      return true;
    };
    assert.equal(await search({ ...trusting(), proxy: `socks5://127.0.0.1:${proxy.port}` }), page);
    assert.deepEqual(asked, ["other.example"]);
  });
});
