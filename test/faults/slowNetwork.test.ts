// Networks that need longer than a quarter of a second to open a connection, as over a satellite or a VPN.
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import * as net from "node:net";
import { failureOf } from "../unit/service/fakes";
import { connect } from "./support/clients";

const page = '{"companies":[],"metadata":{"credits":0}}';
/** A service with a short queue of connections. */
const script = `
  const reply = ${JSON.stringify(`HTTP/1.1 200 OK\r\ncontent-length: ${page.length}\r\n\r\n${page}`)};
  require("node:net")
    .createServer((socket) => socket.on("error", () => {}).once("data", () => socket.end(reply)))
    .listen({ port: 0, host: "127.0.0.1", backlog: 1 }, function () { console.log(this.address().port); });`;

describe("a slow network", function () {
  let service: ChildProcess;
  let port: number;
  let waiting: readonly net.Socket[];
  let lookedUp: number;
  /** Called when the name is looked up again. */
  let again: () => void;
  const { lookup } = dns;

  beforeEach(async () => {
    service = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(service.stdout ?? service, "data")) as [Buffer];
    port = Number(String(line));
    // While it is stopped and its queue is full, the system answers no attempt to connect.
    service.kill("SIGSTOP");
    waiting = Array.from({ length: 6 }, () => net.connect(port, "127.0.0.1").on("error", () => undefined));
    await once(waiting[0] ?? service, "connect");
    lookedUp = 0;
    again = () => undefined;
    const addresses = [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
    const twoAddresses = (_name: string, _options: object, callback: (...found: unknown[]) => void): void => {
      lookedUp += 1;
      if (lookedUp > 1) {
        again();
      }
      process.nextTick(callback, null, addresses);
    };
    dns.lookup = twoAddresses as unknown as typeof dns.lookup;
    syncBuiltinESMExports();
  });
  afterEach(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
    waiting.forEach((socket) => socket.destroy());
    service.kill("SIGCONT");
    service.kill("SIGKILL");
  });

  it("gets seconds for each address of the service once none has answered quickly", async () => {
    const { client, close, clock } = connect(`http://localhost:${port}`, {
      deadlines: { connect: 10_000, headers: 5_000, whole: 15_000 },
    });
    again = () => service.kill("SIGCONT");
    assert.equal(Buffer.from((await client.companySearch({})).body).toString(), page);
    assert.equal(clock.waits.length, 0, "one attempt of the client was enough");
    await close();
  });

  it("that never answers is named, with the time and the addresses", async () => {
    const { client, close } = connect(`http://localhost:${port}`, {
      deadlines: { connect: 1_000, headers: 5_000, whole: 15_000 },
    });
    const failure = await failureOf(client.verifyKey());
    assert.ok(failure.code === "timeout" && !failure.sent);
    const expected = `The service could not be reached within 1 second (127.0.0.1:${port}), so nothing was sent.`;
    assert.ok(failure.message.startsWith(`${expected} The network is slow`), failure.message);
    await close();
  });
});
