// One exchange over a dispatcher of undici. Whether the request has left is noted at the moment it is handed to a
// connected socket, so that no error's name decides it: ECONNRESET comes on both sides of that moment.
import type { Dispatcher } from "undici";
import { TransportFailure, type HttpReply, type HttpRequest, type TransportCause } from "./wire";

/** All in ms. */
export interface Deadlines {
  /** Until the request can be written: name look-up, proxy, TCP and TLS. */
  readonly connect: number;
  /** From there to the reply's headers. */
  readonly headers: number;
  /** From the start to the last byte of the body. */
  readonly whole: number;
}

export const standardDeadlines: Deadlines = { connect: 10_000, headers: 30_000, whole: 90_000 };

/** A reply larger than this is refused, packed or not; in bytes. */
export const largestReply = 16 * 1024 * 1024;

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

function codeOf(error: unknown): string {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return typeof code === "string" ? code : typeof cause === "object" && cause !== null ? codeOf(cause) : "";
}

/** Node's and OpenSSL's names for certificates that do not hold. */
function isCertificateCode(code: string): boolean {
  return (
    code.startsWith("CERT_") ||
    code.startsWith("ERR_TLS_CERT") ||
    code.includes("SELF_SIGNED") ||
    code.startsWith("UNABLE_TO_") ||
    code.startsWith("CRL_") ||
    code === "HOSTNAME_MISMATCH" ||
    code === "INVALID_CA" ||
    code === "INVALID_PURPOSE"
  );
}

function causeOf(error: unknown, sent: boolean, answered: boolean): TransportCause {
  const code = codeOf(error);
  if (!sent) {
    return isCertificateCode(code) ? "certificate" : code === "UND_ERR_CONNECT_TIMEOUT" ? "timeout" : "unreachable";
  }
  if ((error as Error).name === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW") {
    return answered && code === "HPE_INVALID_EOF_STATE" ? "truncated" : "notHttp";
  }
  return answered ? "truncated" : "reset";
}

/** Gathers a body in one piece of memory when its length is announced, else in pieces. */
function createBody(announced: number): { add(chunk: Uint8Array): boolean; take(): Uint8Array } {
  const whole = announced > 0 && announced <= largestReply ? Buffer.allocUnsafeSlow(announced) : undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  return {
    add(chunk) {
      const at = size;
      size += chunk.byteLength;
      if (size > largestReply) {
        return false;
      }
      if (whole !== undefined && size <= whole.byteLength) {
        whole.set(chunk, at);
      } else {
        pieces.push(chunk);
      }
      return true;
    },
    take: () => (whole !== undefined && pieces.length === 0 ? whole.subarray(0, size) : Buffer.concat(pieces)),
  };
}

/**
 * Sends one request to `origin` and gathers the reply, still packed. Rejects with a `TransportFailure`; `sent` is false
 * only when the request was never handed to a connected socket.
 */
export function exchange(
  dispatcher: Pick<Dispatcher, "dispatch">,
  origin: string,
  request: HttpRequest,
  deadlines: Deadlines,
  signal: AbortSignal,
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    let sent = false;
    let answered = false;
    let settled = false;
    let controller: Dispatcher.DispatchController | undefined;
    let step: NodeJS.Timeout | undefined;
    let reply: { readonly status: number; readonly headers: Record<string, string> } | undefined;
    let body = createBody(0);

    const settle = (): void => {
      settled = true;
      clearTimeout(step);
      clearTimeout(whole);
      signal.removeEventListener("abort", cancel);
    };
    // The error underneath is not handed on: undici's may hold parts of the reply, and with it somebody's data.
    const fail = (cause: TransportCause, message: string): void => {
      if (settled) {
        return;
      }
      settle();
      reject(new TransportFailure(cause, sent, message));
      controller?.abort(new Error(message));
    };
    const cancel = (): void => {
      fail("cancelled", "The exchange was cancelled.");
    };
    const within = (ms: number, what: string): NodeJS.Timeout =>
      setTimeout(() => fail("timeout", `No ${what} within ${ms} ms.`), ms);

    if (signal.aborted) {
      reject(new TransportFailure("cancelled", false, "The exchange was cancelled."));
      return;
    }
    if (!request.path.startsWith("/") || request.path.startsWith("//")) {
      reject(new TransportFailure("unreachable", false, "The path must begin with one slash."));
      return;
    }
    signal.addEventListener("abort", cancel, { once: true });
    const whole = within(deadlines.whole, "whole reply");
    step = within(deadlines.connect, "connection");

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // Called right before the request is written. Ended meanwhile, or handed to a second connection by undici
        // itself: nothing must leave, or leave twice.
        if (settled || sent) {
          started.abort(new Error("The exchange is over."));
          fail("reset", "The connection was lost.");
          return;
        }
        controller = started;
        sent = true;
        clearTimeout(step);
        step = within(deadlines.headers, "reply");
      },
      onRequestUpgrade() {
        fail("notHttp", "The reply changes the protocol.");
      },
      onResponseStart(_started, status, headers) {
        if (status < 200 || settled) {
          return;
        }
        clearTimeout(step);
        answered = true;
        reply = { status, headers: flatten(headers) };
        const announced = Number(reply.headers["content-length"] ?? 0);
        if (announced > largestReply) {
          fail("oversize", "The reply is too large.");
          return;
        }
        body = createBody(announced);
      },
      onResponseData(_started, chunk) {
        if (!settled && !body.add(chunk)) {
          fail("oversize", "The reply is too large.");
        }
      },
      onResponseEnd() {
        if (!settled && reply !== undefined) {
          settle();
          resolve({ ...reply, body: body.take() });
        }
      },
      onResponseError(_started, error) {
        const code = codeOf(error);
        fail(
          causeOf(error, sent, answered),
          code === "" ? "The connection failed." : `The connection failed (${code}).`,
        );
      },
    };
    const headers = { ...request.headers, "accept-encoding": "br, gzip" };
    try {
      dispatcher.dispatch(
        {
          origin,
          path: request.path,
          method: request.method,
          headers,
          body: request.body === undefined ? null : request.body,
        },
        handler,
      );
    } catch {
      fail(sent ? "reset" : "unreachable", "The request could not be sent.");
    }
  });
}
