/// <reference types="./undiciParts" />
// Opens connections to the service, directly or through a proxy, and says what kept one from being opened. Which
// certificate authorities they trust can be extended; verification cannot be turned off.
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import * as tls from "node:tls";
import type { buildConnector as Undici } from "undici";
import connect from "undici/lib/api/api-connect.js";
import buildConnector from "undici/lib/core/connect.js";
import Client from "undici/lib/dispatcher/client.js";
import Socks5ProxyAgent from "undici/lib/dispatcher/socks5-proxy-agent.js";
import {
  certificateProblemOf,
  codeOf,
  ConnectFailure,
  factsOf,
  type CertificateFacts,
  type Obstacle,
} from "./obstacles";
import type { Proxy, Route } from "./proxy";

export interface CertificateSettings {
  /** Whether to trust the certificates of the system; true when absent. */
  readonly systemCertificates?: boolean | undefined;
  /** Additional certificates to trust, in PEM. */
  readonly certificates?: readonly string[] | undefined;
}

interface ConnectorOptions extends CertificateSettings {
  /** For each of: TCP and TLS to the proxy, its reply, and TLS to the service. In ms. */
  readonly timeout: number;
}

/** Opens sockets for undici. Rejects with a `ConnectFailure` where it knows why, else with the error of Node. */
export function createConnector(route: Route, options: ConnectorOptions): Undici.connector {
  const open = connectorWithFacts(options);
  if (route.kind === "direct") {
    return open;
  }
  let rejected: Obstacle | undefined;
  return (target, callback) => {
    const opening =
      route.kind === "unusable"
        ? Promise.reject(new ConnectFailure({ kind: "unusableProxy", source: route.source }))
        : rejected === undefined
          ? openTunnel(route.proxy, target, open, options.timeout)
          : Promise.reject(new ConnectFailure(rejected));
    opening.then(
      (httpSocket) => open({ ...target, httpSocket }, callback),
      (error: Error) => {
        const { obstacle } = error instanceof ConnectFailure ? error : {};
        if (obstacle?.kind === "proxyRefused" && obstacle.status === 407 && obstacle.withPassword) {
          // Several attempts with a wrong password can lock the account.
          rejected = obstacle;
        }
        callback(error, null);
      },
    );
  };
}

/** undici's connector; a certificate that cannot be verified rejects with what it says. */
function connectorWithFacts(options: ConnectorOptions): Undici.connector {
  const { systemCertificates = true, certificates = [], timeout } = options;
  const open = buildConnector({
    ...certificateOptions(systemCertificates, certificates),
    rejectUnauthorized: true,
    timeout,
  }) as (target: Undici.Options, callback: Undici.Callback) => Socket;
  return (target, callback) => {
    let facts: CertificateFacts | undefined;
    const socket = open(target, (...[error, opened]) => {
      if (error === null) {
        callback(null, opened);
        return;
      }
      const code = codeOf(error);
      const problem = certificateProblemOf(code);
      callback(
        problem === undefined
          ? error
          : new ConnectFailure({ kind: "certificate", problem, code, host: target.host ?? target.hostname, facts }),
        null,
      );
    });
    if (socket instanceof TLSSocket) {
      // Before Node verifies the certificate: it destroys the socket when that fails.
      socket.prependOnceListener("secure", () => {
        facts = factsOf(socket.getPeerCertificate());
      });
    }
  };
}

/** Asks the proxy for a tunnel to the target; the socket is the tunnel. */
async function openTunnel(
  proxy: Proxy,
  { hostname, port }: Undici.Options,
  open: Undici.connector,
  timeout: number,
): Promise<Socket> {
  const { url, address, source, authorization } = proxy;
  const name = { address, source };
  const host = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port || "443"}`;
  try {
    if (url.protocol.startsWith("socks")) {
      return await new Socks5ProxyAgent(url, { connect: open }).createSocks5Connection(hostname, Number(port || 443));
    }
    const client = new Client(url.origin, { connect: open, headersTimeout: timeout });
    const headers = { host, ...(authorization !== undefined && { "proxy-authorization": authorization }) };
    const { statusCode: status, socket } = await connect.call(client, { origin: url.origin, path: host, headers });
    if (status >= 200 && status < 300) {
      return socket as Socket;
    }
    socket.on("error", () => undefined).destroy();
    throw new ConnectFailure({
      kind: "proxyRefused",
      proxy: name,
      status,
      withPassword: authorization !== undefined,
    });
  } catch (error) {
    throw error instanceof ConnectFailure
      ? error
      : new ConnectFailure({ kind: "proxyUnreachable", proxy: name, code: codeOf(error) });
  }
}

interface SystemCertificates {
  readonly getCACertificates?: (type: "default" | "system") => readonly string[];
}

/** One per set of authorities: parsing about a hundred certificates for every connection takes milliseconds. */
const contexts = new Map<string, tls.SecureContext>();

/**
 * TLS options that trust the authorities of Node, those of the system if `fromSystem` (needs Node 22.15), and
 * `additional` ones in PEM. Without additions Node's default is used, which also reads `NODE_EXTRA_CA_CERTS`.
 *
 * @internal
 */
export function certificateOptions(
  fromSystem: boolean,
  additional: readonly string[],
): { readonly secureContext?: tls.SecureContext } {
  const { getCACertificates } = tls as SystemCertificates;
  const system = fromSystem && getCACertificates !== undefined ? getCACertificates("system") : [];
  if (system.length === 0 && additional.length === 0) {
    return {};
  }
  const name = JSON.stringify([fromSystem, additional]);
  let context = contexts.get(name);
  if (context === undefined) {
    const standard = getCACertificates?.("default") ?? tls.rootCertificates;
    context = tls.createSecureContext({ ca: [...standard, ...system, ...additional] });
    contexts.set(name, context);
  }
  return { secureContext: context };
}
