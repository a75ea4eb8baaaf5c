// Turns a reply that is not successful, or an exchange without a reply, into an error.
import type { ServiceFailure } from "./errors";
import {
  badRequest,
  cancelled,
  insufficientCredits,
  networkFailed,
  notFound,
  notTheService,
  quotable,
  serverFailed,
  timedOut,
  unauthorized,
} from "./errorSentences";
import { operations, type OperationName, type Pricing } from "./operations";
import { parseErrorBody } from "./replyParsing";
import type { FailedAttempt } from "./retryPolicy";
import { TransportFailure, type HttpReply } from "./wire";

const reasonsOfCodes: ReadonlyMap<string, "notSet" | "notBearer" | "unknownKey"> = new Map([
  ["error.authorization.not_set", "notSet"],
  ["error.authorization.not_bearer", "notBearer"],
  ["error.api.key", "unknownKey"],
]);

/** The failure for a reply other than 2xx and 429 (interface, "Errors"). No message contains `key`. */
export function failureOfReply(operation: OperationName, key: string, reply: HttpReply): ServiceFailure {
  const { price, task } = operations[operation];
  const { status } = reply;
  if (status < 200 || (status >= 300 && status < 400)) {
    // A redirect does not execute the request, so it costs nothing.
    return notTheService("free", "redirect", status);
  }
  const body = parseErrorBody(reply);
  const message = quotable(body.message, key);
  if (status >= 500 || status === 408) {
    return serverFailed(price, status, message);
  }
  if (status === 401 || status === 403) {
    return unauthorized(reasonsOfCodes.get(body.code) ?? "other", status, message);
  }
  if (status === 402) {
    return insufficientCredits(reply.body, message);
  }
  if (body.problem === "html" || body.problem === "type") {
    return notTheService("free", body.problem, status);
  }
  if (status === 404) {
    return notFound(task === "enrichment" ? "enrichment" : "endpoint");
  }
  return badRequest(status, quotable(body.code, key), message);
}

/** The failure for an exchange without a reply. To be safe, an unknown error counts as sent. */
export function failureOfExchange(price: Pricing, error: unknown, aborted: boolean): ServiceFailure {
  if (!(error instanceof TransportFailure)) {
    return aborted ? cancelled(price, true) : networkFailed(price, true, false, error);
  }
  switch (error.failure) {
    case "cancelled":
      return cancelled(price, error.sent);
    case "timeout":
      return timedOut(price, error.sent, error);
    case "certificate":
      return networkFailed(price, error.sent, true, error);
    case "oversize":
    case "truncated":
      return notTheService(price, error.failure);
    case "badEncoding":
      return notTheService(price, "encoding");
    case "notHttp":
      return notTheService(price, "type");
    case "unreachable":
    case "reset":
      return networkFailed(price, error.sent, false, error);
  }
}

const repeatableWrongReplies: ReadonlySet<string> = new Set(["truncated", "html", "type", "encoding"]);

/** How a failure counts for retries; `undefined` when a retry would fail the same way. */
export function failedAttemptOf({ detail }: ServiceFailure): FailedAttempt | undefined {
  switch (detail.code) {
    case "network":
      return detail.certificate ? undefined : detail.sent ? "lost" : "unsent";
    case "timeout":
      return detail.sent ? "lost" : "unsent";
    case "server":
      return "lost";
    case "notTheService":
      return (detail.status === undefined || detail.status < 300) && repeatableWrongReplies.has(detail.why)
        ? "lost"
        : undefined;
    case "unauthorized":
    case "rateLimited":
    case "badRequest":
    case "invalidRequest":
    case "insufficientCredits":
    case "notFound":
    case "cancelled":
      return undefined;
  }
}

/** Whether an enrichment is still running: a 400 with a code that contains "in progress" in any spelling. */
export function saysInProgress(reply: HttpReply): boolean {
  return (
    reply.status === 400 &&
    parseErrorBody(reply)
      .code.toLowerCase()
      .replace(/[^a-z]/gu, "")
      .includes("inprogress")
  );
}
