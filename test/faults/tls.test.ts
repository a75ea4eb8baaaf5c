// TLS: no request leaves over a connection whose certificate cannot be verified, and the message says why.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { obstacleForLog } from "../../src/service/obstacles";
import { createCertificates, type Certificate, type Certificates } from "./support/certificates";
import { connect, failureOf, key } from "./support/clients";
import { endChildren, prospect, type CommandEnd } from "./support/commandLine";
import { withEnvironment } from "./support/environment";
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

  const causes = [
    ["selfSigned", "selfSigned", /^The certificate of 127\.0\.0\.1:\d+ is self-signed, .*Issuer: CN=127\.0\.0\.1\./u],
    ["expired", "expired", /has expired, .* Valid from Jan +1 .* 2020 GMT to Jan +1 .* 2021 GMT\..*clock/u],
    ["notYetValid", "notYetValid", /is not valid yet, .*Valid from Jan +1 .* 2048 GMT/u],
    ["wrongHost", "wrongHost", /is for another host \(DNS:other\.example\), .*Issuer: CN=Authority of the tests\./u],
  ] as const;
  for (const [kind, problem, sentence] of causes) {
    for (const surroundings of ["as it is", "told by the environment to accept anything"] as const) {
      it(`refuses a certificate that is ${kind}, says so, and sends nothing, ${surroundings}`, async () => {
        const server = await serve(certificates[kind]);
        const restore = withEnvironment(surroundings === "as it is" ? {} : { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
        const { client, clock, close } = connect(server.origin, { certificates: [certificates.authority] });
        try {
          const failure = await failureOf(client.companySearch({}));
          assert.ok(failure.code === "network" && !failure.sent, failure.message);
          assert.ok(failure.obstacle?.kind === "certificate" && failure.obstacle.problem === problem);
          assert.equal(failure.creditsSpent, "no");
          assert.match(failure.message, sentence);
          assert.match(failure.message, /so nothing was sent/u);
          assert.match(obstacleForLog(failure.obstacle), /Subject: CN=.* Valid from .* \([A-Z_]+\)$/u);
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

  it("trusts the authority in NODE_EXTRA_CA_CERTS on the command line, beside those of the system", async () => {
    const server = await startRawServer((socket) => socket.end(wholeReply(200, '{"credits":12}')), certificates.good);
    const folder = mkdtempSync(path.join(tmpdir(), "authority-"));
    const authority = path.join(folder, "authority.pem");
    writeFileSync(authority, certificates.authority);
    try {
      const account = (env: Readonly<Record<string, string>>): Promise<CommandEnd> =>
        prospect(["account", "--json"], { folder, origin: server.origin, env });
      assert.match((await account({})).stderr, /is from an unknown authority, .*NODE_EXTRA_CA_CERTS/);
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
    assert.ok(failure.code === "network" && failure.obstacle?.kind === "certificate" && !failure.sent);
    assert.equal(failure.obstacle.problem, "unknownAuthority");
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
