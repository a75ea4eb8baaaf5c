/// <reference types="./undiciParts" />
// Opens connections to the service, directly or through a proxy, and explains failures.
import type { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { buildConnector as Undici } from "undici";
import buildConnector from "undici/lib/core/connect.js";
import { systemCertificates, trusting } from "./certificates";
import { certificateOf, certificateProblem, codeOf, isTimeout, isUntrusted, Obstacle, timeoutText } from "./obstacles";
import type { Route } from "./proxy";
import { openTunnel } from "./tunnel";

export interface CertificateSettings {
  /** Whether to trust the certificates of the system; true when absent. */
  readonly systemCertificates?: boolean | undefined;
  /** Additional certificates to trust, in PEM. */
  readonly certificates?: readonly string[] | undefined;
}

interface ConnectorOptions extends CertificateSettings {
  /** In ms, for each step: TCP and TLS to the proxy, its reply, and TLS to the service. */
  readonly timeout: number;
}

/** `name` begins a sentence: "The service", or the proxy. */
type Open = (target: Undici.Options, name: string) => Promise<Socket>;

/** How long one address of a host is tried before the next, in ms. The first value is Node's default. */
const shortAttempt = 250;
/** On a slow network no address answers within the short time. */
const longAttempt = 4_000;

const noMore: Promise<readonly string[]> = Promise.resolve([]);

/** Opens sockets for undici. Rejects with an `Obstacle` for known causes, else with the error of Node. */
export function createConnector(route: Route, options: ConnectorOptions): Undici.connector {
  const { timeout, certificates = [] } = options;
  let attempt = shortAttempt;
  let system = options.systemCertificates === false ? noMore : undefined;
  let opener = Promise.resolve(createOpener(timeout, attempt, certificates));

  async function openWay(target: Undici.Options, open: Open): Promise<Socket> {
    const { proxy, text } = route;
    if (proxy === undefined) {
      return open(target, "The service");
    }
    if (proxy === "unusable") {
      throw new Obstacle(`${text} Nothing was sent.`, "PROXY_ADDRESS", true);
    }
    const openProxy = withCallback((toProxy) => open(toProxy, proxy.name));
    return open({ ...target, httpSocket: await openTunnel(proxy, target, openProxy, timeout) }, "The service");
  }
  /** Adjusts the options of all connections to a failure; returns whether something changed. */
  function learn(error: unknown): boolean {
    if (attempt === shortAttempt && isUnanswered(error)) {
      attempt = longAttempt;
    } else if (system === undefined && isUntrusted(codeOf(error))) {
      // Only now: most connections do not need the system's certificates, and reading them can take long.
      system = systemCertificates();
    } else {
      return false;
    }
    opener = (system ?? noMore).then((more) => createOpener(timeout, attempt, [...certificates, ...more]));
    return true;
  }
  async function openUntilLearned(target: Undici.Options): Promise<Socket> {
    const used = opener;
    try {
      return await openWay(target, await used);
    } catch (error) {
      // Another connection may have learned it meanwhile.
      if (used !== opener || learn(error)) {
        return openUntilLearned(target);
      }
      throw error;
    }
  }
  return withCallback(openUntilLearned);
}

/** Adapts `open` to undici's callback style. */
const withCallback =
  (open: (target: Undici.Options) => Promise<Socket>): Undici.connector =>
  (target, done) =>
    void open(target).then(
      (socket) => done(null, socket),
      (error: Error) => done(error, null),
    );

/** Whether an address of a host with several addresses did not answer in time. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Obstacle &&
  error.cause instanceof AggregateError &&
  error.cause.errors.some((one) => codeOf(one) === "ETIMEDOUT");

/** undici's connector, with failures explained for the user. */
function createOpener(timeout: number, attempt: number, certificates: readonly string[]): Open {
  const open = buildConnector({
    ...trusting(certificates),
    rejectUnauthorized: true,
    timeout,
    autoSelectFamilyAttemptTimeout: attempt,
  }) as (target: Undici.Options, callback: Undici.Callback) => Socket;
  return (target, name) =>
    new Promise((resolve, reject) => {
      const addresses: string[] = [];
      let certificate: X509Certificate | undefined;
      const socket = open(target, (...[error, opened]) => {
        if (error === null) {
          resolve(opened);
          return;
        }
        const code = codeOf(error);
        const problem = isTimeout(code)
          ? timeoutText(name, timeout, addresses)
          : certificateProblem(code, target.host ?? target.hostname, certificate);
        reject(problem === undefined ? error : new Obstacle(problem, code, !isTimeout(code), { cause: error }));
      });
      socket.on("connectionAttempt", (address: string, port: number) => {
        addresses.push(`${address.includes(":") ? `[${address}]` : address}:${port}`);
      });
      if (socket instanceof TLSSocket) {
        // Before Node verifies the certificate: it destroys the socket when that fails.
        socket.prependOnceListener("secure", () => {
          certificate = certificateOf(socket);
        });
      }
    });
}
