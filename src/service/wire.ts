// HTTP requests and replies as plain data, so that the network and the sandbox are interchangeable.
import type { Obstacle } from "./obstacles";

export interface HttpRequest {
  readonly method: "GET" | "POST";
  /** Absolute path with the query, if any: `/api/v2/company/search`. */
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface HttpReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body, decompressed. */
  readonly body: Uint8Array;
}

/**
 * Sends one request to one origin, without retries, redirects or validation of the reply. Rejects with a
 * `TransportFailure`, with the cause `cancelled` after an abort.
 */
export type Transport = (request: HttpRequest, signal: AbortSignal) => Promise<HttpReply>;

/** Why an exchange has no reply. */
export type TransportCause =
  | "unreachable"
  /** The user deleted the key before the request was sent. */
  | "disconnected"
  /** The connection could not be opened; `obstacle` says why. */
  | "blocked"
  | "timeout"
  | "cancelled"
  | "reset"
  | "oversize"
  | "truncated"
  | "badEncoding"
  /** The reply was not HTTP. */
  | "notHttp"
  /** The server answered an HTTPS connection without TLS. */
  | "notHttps";

/** An exchange without a complete reply; `sent` is false only when certainly no byte of the request was sent. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  constructor(
    readonly failure: TransportCause,
    readonly sent: boolean,
    message: string,
    readonly obstacle?: Obstacle,
  ) {
    super(message);
  }
}

/** A transport that sends nothing after its key is deleted; it checks this before every request. */
export const whileKeyExists =
  (transport: Transport, keyExists: () => Promise<boolean>): Transport =>
  async (request, signal) => {
    if (!(await keyExists())) {
      throw new TransportFailure("disconnected", false, "deleted key");
    }
    return transport(request, signal);
  };

/** Time as a parameter: `now` in ms since 1970, a monotonic clock in ms, and a wait that an abort ends. */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** `ms` may be longer than 2^31. Rejects with the reason of the signal when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
