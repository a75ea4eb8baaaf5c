// Proxies: a tunnel shows the proxy no key, and what a proxy refuses is said with its name and is not tried again.
import assert from "node:assert/strict";
import * as net from "node:net";
import { diagnose } from "../../src/service/diagnosis";
import { failureOf } from "../unit/service/fakes";
import { createCertificates, type Certificates } from "./support/certificates";
import { connect, key, nobodyListens } from "./support/clients";
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
    certificates = createCertificates();
  });
  beforeEach(async () => {
    restore = withEnvironment(
      Object.fromEntries(
        ["https_proxy", "http_proxy", "all_proxy", "no_proxy"].flatMap((name) => [
          [name, undefined],
          [name.toUpperCase(), undefined],
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
      assert.ok(!failure.message.includes("d3Jvbmc6"));
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
    const gone = await failureOf(search({ ...trusting(), proxy: nobodyListens }));
    assert.match(
      gone.message,
      /^The proxy 127\.0\.0\.1:\d+, from http\.proxy, could not be reached, so nothing was sent/u,
    );
    answering(() => undefined);
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
        /^The address of the proxy in http\.proxy is not one\. .* Nothing was sent\.$/u,
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
    assert.match(failure.message, /^The certificate of other\.example is from an unknown authority/u);
    await closed;
    assert.match(failure.message, /Subject: CN=other\. Issuer: CN=Authority of the tests\./u);
  });

  it("is in the diagnosis, which sends neither key nor request", async () => {
    const settings = { ...trusting(), proxy: `user:secret@127.0.0.1:${proxy.port}` };
    const { route, failure, certificate } = await diagnose(service, settings);
    assert.equal(failure, undefined);
    assert.equal(route.text, `The proxy 127.0.0.1:${proxy.port}, from http.proxy, with a user name and password.`);
    assert.match(certificate ?? "", /^Subject: CN=other\. /u);
    assert.equal(server.receivedRequests.length, 0);
    answering(guarded);
    const refused = await diagnose(service, settings);
    assert.match(refused.failure?.message ?? "", /407/u);
  });

  /** A SOCKS proxy; `login` is the only one that it accepts, `reply` what it says to a request. */
  const beSocks = (login?: string, reply = 0): void => {
    proxy.onConnection = (socket) => {
      const open = (request: Buffer): void => {
        asked.push(request.subarray(5, 5 + (request[4] ?? 0)).toString());
        const onward = net.connect(server.port, "127.0.0.1", () => {
          socket.write(Uint8Array.of(5, reply, 0, 1, 127, 0, 0, 1, 1, 187));
          socket.on("data", (chunk: Buffer) => onward.write(chunk));
        });
        onward.on("data", (chunk) => socket.write(chunk));
        onward.on("error", () => socket.destroy());
        onward.on("close", () => socket.destroy());
        socket.on("close", () => onward.destroy());
      };
      const checkLogin = (request: Buffer): void => {
        const named = request.subarray(2, 2 + (request[1] ?? 0)).toString();
        const given = `${named}:${request.subarray(3 + named.length).toString()}`;
        asked.push(given);
        socket.write(Uint8Array.of(1, given === login ? 0 : 1));
        socket.once("data", open);
      };
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write(Uint8Array.of(5, login === undefined ? 0 : 2));
        socket.once("data", login === undefined ? open : checkLogin);
      });
      return true;
    };
  };

  for (const scheme of ["socks5", "socks5h", "socks"]) {
    it(`of the kind ${scheme} in ALL_PROXY opens a tunnel and resolves the name, too`, async () => {
      beSocks("DOMAIN\\ada:p@ss");
      process.env["ALL_PROXY"] = `${scheme}://DOMAIN\\ada:p@ss@127.0.0.1:${proxy.port}`;
      assert.equal(await search(trusting()), page);
      assert.deepEqual(asked, ["DOMAIN\\ada:p@ss", "other.example"]);
    });
  }

  it("of the SOCKS kind that rejects the password, or the service, is named", async () => {
    beSocks("ada:right");
    const wrong = { ...trusting(), proxy: `socks5://ada:wrong@127.0.0.1:${proxy.port}` };
    for (let times = 0; times < 2; times += 1) {
      assert.match((await failureOf(search(wrong))).message, /rejected the user name and password \(SOCKS\)/u);
    }
    assert.deepEqual(asked, ["ada:wrong"]);
    beSocks(undefined, 2);
    const refused = await failureOf(search({ ...trusting(), proxy: `socks5://127.0.0.1:${proxy.port}` }));
    assert.match(refused.message, /refused to connect to the service \(SOCKS reply 2\), so nothing was sent/u);
  });

  it("gets the user name of a Windows domain, and a password with an at sign", async () => {
    process.env["HTTPS_PROXY"] = `http://DOMAIN\\ada:p@ss@127.0.0.1:${proxy.port}`;
    assert.equal(await search(trusting()), page);
    const login = Buffer.from("DOMAIN\\ada:p@ss").toString("base64");
    assert.deepEqual(asked, [`CONNECT other.example:443 Basic ${login}`]);
  });

  it("gets a wrong password once, however many connections and clients there are", async () => {
    answering(guarded);
    const wrong = { ...trusting(), proxy: `http://ada:wrong@127.0.0.1:${proxy.port}` };
    const failures = await Promise.all([1, 2, 3, 4].map(() => failureOf(search(wrong))));
    assert.ok(failures.every(({ message }) => message.includes("rejected the user name and password (HTTP 407)")));
    assert.equal(asked.length, 1);
    const { failure } = await diagnose(service, wrong);
    assert.match(failure?.message ?? "", /407/u);
    assert.equal(asked.length, 2, "a diagnosis tries it, because the user asks for it");
  });

  it("that accepts only the sign-in of Windows is named with what helps", async () => {
    answering((socket) =>
      socket.end(
        "HTTP/1.1 407 No\r\nproxy-authenticate: Negotiate\r\nproxy-authenticate: NTLM\r\ncontent-length: 0\r\n\r\n",
      ),
    );
    const failure = await failureOf(search({ ...trusting(), proxy: proxy.origin }));
    assert.match(failure.message, /accepts no user name with a password \(HTTP 407, .*NTLM\).*such as Px or Cntlm/u);
  });
});
