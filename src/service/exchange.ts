// One HTTP exchange over an undici dispatcher. Whether a request was sent decides what it may have cost. That is
// recorded when undici passes it to a connected socket, because error codes such as ECONNRESET occur before and after
// that.
import type { Dispatcher } from "undici";
import { codeOf, isTimeout, Obstacle } from "./obstacles";
import { TransportFailure, type HttpReply, type HttpRequest, type TransportCause } from "./wire";

/** All in ms. */
export interface Deadlines {
  /** For each step: DNS, TCP and TLS to the proxy, its reply, and the same steps to the service. */
  readonly connect: number;
  /** From the connection until the reply's headers. */
  readonly headers: number;
  /** From the start to the last byte of the body. */
  readonly whole: number;
}

export const standardDeadlines: Deadlines = { connect: 10_000, headers: 30_000, whole: 90_000 };

/** The range of the user's setting for how long the service may take to start its reply, in seconds. */
export const shortestWait = standardDeadlines.headers / 1_000;
export const longestWait = 300;

/** Deadlines for a service that takes up to `seconds` to start its reply; the body gets as long as usual. */
export function deadlinesFor(seconds: number): Deadlines {
  const { connect, headers: shortest, whole } = standardDeadlines;
  const wanted = Number.isFinite(seconds) ? seconds : shortestWait;
  const headers = Math.min(longestWait, Math.max(shortestWait, wanted)) * 1_000;
  return { connect, headers, whole: whole - shortest + headers };
}

/** In bytes. Larger replies are refused, both compressed and decompressed. */
export const largestReply = 16 * 1024 * 1024;

/** A reply, or the part of it that arrived before `brokenBy` ended the exchange. */
export interface ReceivedReply extends HttpReply {
  readonly brokenBy?: TransportFailure | undefined;
}

type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>;

function flatten(headers: ReplyHeaders): Record<string, string> {
  const flat: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) {
      flat[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
    }
  }
  return flat;
}

/** Codes of OpenSSL for a first record that is not TLS. */
const notTlsCodes: ReadonlySet<string> = new Set([
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
  "ERR_SSL_HTTP_REQUEST",
  "ERR_SSL_UNKNOWN_PROTOCOL",
]);

/** Why a connection could not be opened. */
export function failureOfConnecting(error: unknown): TransportFailure {
  const code = codeOf(error);
  if (error instanceof Obstacle) {
    return new TransportFailure(isTimeout(code) ? "timeout" : "blocked", false, error.message, error);
  }
  return new TransportFailure(notTlsCodes.has(code) ? "notHttps" : "unreachable", false, messageOf(code));
}

const messageOf = (code: string): string =>
  code === "" ? "The connection failed." : `The connection failed (${code}).`;

function causeOfLost(error: unknown, answered: boolean): TransportCause {
  const code = codeOf(error);
  if ((error as Error).name === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW") {
    return answered && code === "HPE_INVALID_EOF_STATE" ? "truncated" : "notHttp";
  }
  return answered ? "truncated" : "reset";
}

/** The state of one exchange; undici calls it as the request and the reply proceed. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly reply: Promise<ReceivedReply>;
  private resolve!: (reply: ReceivedReply) => void;
  private reject!: (failure: TransportFailure) => void;
  private sent = false;
  private settled = false;
  private controller: Dispatcher.DispatchController | undefined;
  private start: Omit<HttpReply, "body"> | undefined;
  private readonly chunks: Uint8Array[] = [];
  private size = 0;
  private readonly wholeTimer: NodeJS.Timeout;
  private headersTimer: NodeJS.Timeout | undefined;
  private readonly cancel = (): void => this.fail("cancelled", "The exchange was cancelled.");

  constructor(
    private readonly deadlines: Deadlines,
    private readonly signal: AbortSignal,
  ) {
    this.reply = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.wholeTimer = this.failAfter(deadlines.whole, "whole reply");
    signal.addEventListener("abort", this.cancel, { once: true });
  }

  dispatch(
    dispatcher: Pick<Dispatcher, "dispatch">,
    origin: string,
    { path, method, headers, body }: HttpRequest,
  ): void {
    const withEncoding = { ...headers, "accept-encoding": "br, gzip" };
    // `reset` closes the connection after the reply. A server may close an idle connection at any time, and a paid
    // request that is written at that moment is ambiguous, so no connection is used twice.
    const options = { origin, path, method, headers: withEncoding, body: body ?? null, reset: true };
    try {
      dispatcher.dispatch(options, this);
    } catch {
      this.fail(this.sent ? "reset" : "unreachable", "The request could not be sent.");
    }
  }

  /** Called right before the request is written. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici retries some requests on a new connection by itself; a request must never be sent twice.
    if (this.settled || this.sent) {
      controller.abort(new Error("The exchange is over."));
      this.fail("reset", "The connection was lost.");
      return;
    }
    this.controller = controller;
    this.sent = true;
    this.headersTimer = this.failAfter(this.deadlines.headers, "reply");
  }

  onRequestUpgrade(): void {
    this.fail("notHttp", "The reply changes the protocol.");
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ReplyHeaders): void {
    if (status < 200 || this.settled) {
      return;
    }
    clearTimeout(this.headersTimer);
    this.start = { status, headers: flatten(headers) };
    if (Number(this.start.headers["content-length"] ?? 0) > largestReply) {
      this.fail("oversize", "The reply is too large.");
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.settled) {
      return;
    }
    this.size += chunk.byteLength;
    if (this.size > largestReply) {
      this.fail("oversize", "The reply is too large.");
    } else {
      this.chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    if (!this.settled && this.start !== undefined) {
      this.settle();
      this.resolve({ ...this.start, body: Buffer.concat(this.chunks) });
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.sent) {
      this.fail(causeOfLost(error, this.start !== undefined), messageOf(codeOf(error)));
    } else {
      this.failWith(failureOfConnecting(error));
    }
  }

  private failAfter(ms: number, what: string): NodeJS.Timeout {
    return setTimeout(() => this.fail("timeout", `No ${what} within ${ms} ms.`), ms);
  }

  private settle(): void {
    this.settled = true;
    clearTimeout(this.headersTimer);
    clearTimeout(this.wholeTimer);
    this.signal.removeEventListener("abort", this.cancel);
  }

  /** Creates the failure without undici's error as its cause: that may contain parts of the reply. */
  private fail(cause: TransportCause, message: string): void {
    this.failWith(new TransportFailure(cause, this.sent, message));
  }

  private failWith(failure: TransportFailure): void {
    if (this.settled) {
      return;
    }
    this.settle();
    const body = this.start === undefined || failure.failure === "oversize" ? undefined : Buffer.concat(this.chunks);
    if (this.start === undefined || body === undefined || body.byteLength === 0) {
      this.reject(failure);
    } else {
      this.resolve({ ...this.start, body, brokenBy: failure });
    }
    this.controller?.abort(new Error(failure.message));
  }
}

/**
 * Sends one request to `origin` and collects the reply, still compressed. Rejects with a `TransportFailure`; `sent` is
 * false only when the request was never passed to a connected socket. When the reply breaks off inside its body, the
 * result is the received part, with `brokenBy`: a paid page may be complete although its connection failed.
 */
export async function exchange(
  dispatcher: Pick<Dispatcher, "dispatch">,
  origin: string,
  request: HttpRequest,
  deadlines: Deadlines,
  signal: AbortSignal,
): Promise<ReceivedReply> {
  if (signal.aborted) {
    throw new TransportFailure("cancelled", false, "The exchange was cancelled.");
  }
  if (!request.path.startsWith("/") || request.path.startsWith("//")) {
    throw new TransportFailure("unreachable", false, "The path must begin with one slash.");
  }
  const running = new Exchange(deadlines, signal);
  running.dispatch(dispatcher, origin, request);
  return running.reply;
}
