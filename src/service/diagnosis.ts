// Tries to open a connection as a request would, without a key and without a request.
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { createConnector } from "./connector";
import type { ServiceFailure } from "./errors";
import { failureOfConnecting, standardDeadlines } from "./exchange";
import { certificateOf, certificateText } from "./obstacles";
import { routeTo, type Route } from "./proxy";
import { failureOfExchange } from "./replyFailures";
import { forgetRejectedPasswords } from "./tunnel";
import type { TransportOptions } from "./undiciTransport";

export interface ConnectionReport {
  readonly route: Route;
  /** `undefined` when the connection was opened. */
  readonly failure?: ServiceFailure;
  /** A description of the service's certificate, when the connection was opened with TLS. */
  readonly certificate?: string | undefined;
}

/** The report as sentences. */
export function reportLines({ route, failure, certificate }: ConnectionReport): readonly string[] {
  const authorities = process.env["NODE_EXTRA_CA_CERTS"];
  return [
    route.text,
    failure?.message ?? "",
    certificate ? `Certificate: ${certificate}` : "",
    authorities === undefined ? "NODE_EXTRA_CA_CERTS is not set." : `NODE_EXTRA_CA_CERTS names ${authorities}.`,
    "Your key was not sent.",
  ].filter((line) => line !== "");
}

/** Never rejects. Takes up to 10 seconds each for the proxy, its reply, and the service. */
export async function diagnose(origin: string, options: TransportOptions): Promise<ConnectionReport> {
  forgetRejectedPasswords();
  const route = routeTo(origin, options, process.env);
  const { host, hostname, port, protocol } = new URL(origin);
  const connect = createConnector(route, { ...options, timeout: standardDeadlines.connect });
  const target = { host, hostname: hostname.startsWith("[") ? hostname.slice(1, -1) : hostname, port, protocol };
  try {
    const socket = await new Promise<Socket>((resolve, reject) => {
      connect(target, (...[error, opened]) => (error === null ? resolve(opened) : reject(error)));
    });
    const certificate = socket instanceof TLSSocket ? certificateText(certificateOf(socket)) : undefined;
    socket.on("error", () => undefined).destroy();
    return { route, certificate };
  } catch (error) {
    return { route, failure: failureOfExchange("free", failureOfConnecting(error), false) };
  }
}
