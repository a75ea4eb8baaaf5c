// One HTTP exchange with the service as plain data, so that the network and the embedded sandbox are interchangeable.

export interface HttpRequest {
  readonly method: "GET" | "POST";
  /** Path from the origin's root, with the query if any: `/api/v2/company/search`. */
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
 * Carries one request to one origin and nothing else: no retry, no redirect, no judgement of the reply.
 * Rejects with a `TransportFailure`; an abort rejects with one of cause `cancelled`.
 */
export type Transport = (request: HttpRequest, signal: AbortSignal) => Promise<HttpReply>;

/** Why an exchange gave no reply. */
export type TransportCause =
  | "unreachable"
  | "certificate"
  | "timeout"
  | "cancelled"
  | "reset"
  | "oversize"
  | "truncated"
  | "badEncoding"
  /** What came back was not HTTP. */
  | "notHttp";

/** An exchange that gave no whole reply; `sent` is false only when no byte of the request can have left. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  constructor(
    readonly failure: TransportCause,
    readonly sent: boolean,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Time as a parameter: wall clock in ms since 1970, a monotonic one in ms, and a wait that an abort ends at once. */
export interface Clock {
  now(): number;
  monotonic(): number;
  /** Resolves after `ms` (any length, also above 2^31); rejects with the signal's reason when aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
