// TLS: no request leaves over a connection whose certificate cannot be verified, and the message says why.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import tls from "node:tls";
import { failureOf } from "../unit/service/fakes";
import { createCertificates, type Certificate, type Certificates } from "./support/certificates";
import { connect, key } from "./support/clients";
import { endChildren, prospect, type CommandEnd } from "./support/commandLine";
import { withEnvironment } from "./support/environment";
import { startRawServer, wholeReply } from "./support/rawServer";

const page = '{"companies":[],"metadata":{"credits":0}}';

describe("TLS", () => {
  let certificates: Certificates;

  before(function () {
    certificates = createCertificates();
  });

  const serve = (certificate: Certificate) =>
    startRawServer((socket) => socket.end(wholeReply(200, page)), certificate);

  const causes = [
    [
      "selfSigned",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      /^The certificate of 127\.0\.0\.1:\d+ is self-signed, .*Issuer: CN=127\.0\.0\.1\./u,
    ],
    ["expired", "CERT_HAS_EXPIRED", /has expired, .* Valid from Jan +1 .* 2020 GMT to Jan +1 .* 2021 GMT\..*clock/u],
    ["notYetValid", "CERT_NOT_YET_VALID", /is not valid yet, .*Valid from Jan +1 .* 2048 GMT/u],
    [
      "wrongHost",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      /is for another host \(DNS:other\.example\), .*Issuer: CN=Authority of the tests\./u,
    ],
  ] as const;
  for (const [kind, code, sentence] of causes) {
    for (const surroundings of ["as it is", "told by the environment to accept anything"] as const) {
      it(`refuses a certificate that is ${kind}, says so, and sends nothing, ${surroundings}`, async () => {
        const server = await serve(certificates[kind]);
        const restore = withEnvironment(surroundings === "as it is" ? {} : { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
        const { client, clock, close } = connect(server.origin, { certificates: [certificates.authority] });
        try {
          const failure = await failureOf(client.companySearch({}));
          assert.ok(failure.code === "network" && !failure.sent, failure.message);
          assert.equal(failure.obstacle?.code, code);
          assert.equal(failure.creditsSpent, "no");
          assert.match(failure.message, sentence);
          assert.match(failure.message, /so nothing was sent/u);
          assert.match(failure.message, /Subject: CN=.* Valid from /u);
          assert.equal(clock.waits.length, 0, "the same certificate would only be refused again");
          assert.equal(server.receivedRequests.length, 0);
          assert.ok(!server.received().includes(key));
        } finally {
          restore();
          await close();
          await server.close();
        }
      });
    }
  }

  for (const [variable, where] of [
    ["NODE_EXTRA_CA_CERTS", "named by the user"],
    // Where OpenSSL looks for the certificates of a Linux system.
    ["SSL_CERT_FILE", "of the system"],
  ] as const) {
    it(`trusts an authority ${where} on the command line`, async () => {
      const server = await startRawServer((socket) => socket.end(wholeReply(200, '{"credits":12}')), certificates.good);
      const folder = mkdtempSync(path.join(tmpdir(), "authority-"));
      const authority = path.join(folder, "authority.pem");
      writeFileSync(authority, certificates.authority);
      try {
        const account = (env: Readonly<Record<string, string>>): Promise<CommandEnd> =>
          prospect(["account", "--json"], { folder, origin: server.origin, env });
        assert.match((await account({})).stderr, /is from an unknown authority, .*NODE_EXTRA_CA_CERTS/);
        assert.equal(server.receivedRequests.length, 0);
        assert.doesNotMatch((await account({ [variable]: authority })).stderr, /certificate/);
        assert.ok(server.receivedRequests.length > 0);
      } finally {
        endChildren();
        await server.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }

  it("never reads the certificates of the system in its own thread, and not before it needs them", async () => {
    const [good, other] = [await serve(certificates.good), await serve(certificates.good)];
    const readHere: string[] = [];
    const { getCACertificates } = tls;
    tls.getCACertificates = (type) => {
      readHere.push(type ?? "");
      return getCACertificates(type);
    };
    syncBuiltinESMExports();
    try {
      const friend = connect(good.origin, { certificates: [certificates.authority] });
      await friend.client.companySearch({});
      const stranger = connect(other.origin);
      await failureOf(stranger.client.companySearch({}));
      assert.ok(!readHere.includes("system"), String(readHere));
      await Promise.all([friend.close(), stranger.close()]);
    } finally {
      tls.getCACertificates = getCACertificates;
      syncBuiltinESMExports();
      await Promise.all([good.close(), other.close()]);
    }
  });

  it("refuses an unknown authority, and accepts it once it is trusted", async () => {
    const server = await serve(certificates.good);
    const stranger = connect(server.origin);
    const failure = await failureOf(stranger.client.companySearch({}));
    assert.ok(failure.code === "network" && !failure.sent);
    assert.match(failure.message, /is from an unknown authority/u);
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
});
