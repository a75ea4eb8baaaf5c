// Classifies replies as a page, an enrichment, an account, or an error. A missing reply is an error, too.
import type { ServiceFailure } from "./errors";
import {
  badRequest,
  balanceUnreadable,
  blocked,
  disconnected,
  insufficientCredits,
  noReply,
  notFound,
  notHttps,
  notTheService,
  quotable,
  serverFailed,
  unauthorized,
  type UnauthorizedReason,
} from "./errorSentences";
import type { Parsed } from "./jsonReply";
import { operations, type OperationName, type Pricing } from "./operations";
import type { ErrorBody, ReplyReading } from "./replyParsing";
import type { FailedAttempt } from "./retryPolicy";
import type { EnrichmentReply } from "./serviceClient";
import { TransportFailure, type HttpReply } from "./wire";

const reasonsOfCodes: ReadonlyMap<string, UnauthorizedReason> = new Map([
  ["error.authorization.not_set", "notSet"],
  ["error.authorization.not_bearer", "notBearer"],
  ["error.api.key", "unknownKey"],
]);

/** The failure for a reply other than 2xx and 429 (interface, "Errors"). No message contains `key`. */
export function failureOfReply(
  operation: OperationName,
  key: string,
  reply: HttpReply,
  body: ErrorBody,
): ServiceFailure {
  const { price, task } = operations[operation];
  const { status } = reply;
  if (status < 200 || (status >= 300 && status < 400)) {
    // A redirect does not execute the request, so it costs nothing.
    return notTheService("free", "redirect", status);
  }
  const message = quotable(body.message, key);
  if (status >= 500 || status === 408) {
    return serverFailed(price, status, message);
  }
  const keyProblem = reasonsOfCodes.get(body.code);
  if (status === 401 || (status === 403 && keyProblem !== undefined)) {
    return unauthorized(keyProblem ?? "other", status, message);
  }
  if (status === 402) {
    return insufficientCredits(message);
  }
  if (body.problem === "html" || body.problem === "type") {
    return notTheService("free", body.problem, status);
  }
  if (status === 404) {
    return operation === "credits"
      ? balanceUnreadable(status)
      : notFound(task === "enrichment" ? "enrichment" : "endpoint");
  }
  return badRequest(status, message);
}

/** The failure for an exchange without a reply. To be safe, an unknown error counts as sent. */
export function failureOfExchange(price: Pricing, error: unknown, aborted: boolean): ServiceFailure {
  if (!(error instanceof TransportFailure)) {
    return noReply(aborted ? "cancelled" : "network", price, true, error);
  }
  if (error.obstacle !== undefined) {
    return blocked(error.failure === "timeout" ? "timeout" : "network", error.obstacle, error);
  }
  switch (error.failure) {
    case "cancelled":
    case "timeout":
      return noReply(error.failure, price, error.sent, error);
    case "disconnected":
      return disconnected();
    case "oversize":
    case "truncated":
      return notTheService(price, error.failure);
    case "badEncoding":
      return notTheService(price, "encoding");
    case "notHttps":
      return notHttps(error);
    case "notHttp":
      return notTheService(price, "type");
    case "blocked":
    case "unreachable":
    case "reset":
      return noReply("network", price, error.sent, error);
  }
}

const repeatableWrongReplies: ReadonlySet<string> = new Set(["truncated", "html", "type", "encoding"]);

/** How a failure counts for retries; `undefined` when a retry would fail the same way. */
export function failedAttemptOf({ detail }: ServiceFailure): FailedAttempt | undefined {
  switch (detail.code) {
    case "network":
    case "timeout":
      return detail.obstacle?.isFinal === true ? undefined : detail.sent ? "lost" : "unsent";
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
    case "disconnected":
      return undefined;
  }
}

/** Whether an enrichment is still running: the reply has a status that says so, or is a 400 with these words. */
function saysInProgress(status: number, { enrichment, error }: ReplyReading): boolean {
  if (status === 202) {
    return !enrichment.ok;
  }
  const isRunning = /in.?progress|(?:not|n['’]t).{0,12}(?:finished|ready|completed?)/iu;
  return status === 409 || status === 425 || (status === 400 && isRunning.test(`${error.code} ${error.message}`));
}

/** A reply and its reading. The pages of paid operations are large, so they are read only once, when they are saved. */
export type Answer =
  | { readonly reply: HttpReply; readonly isPage: false; readonly reading: ReplyReading }
  | { readonly reply: HttpReply; readonly isPage: true; readonly reading?: undefined };

export const isSuccess = ({ status }: HttpReply): boolean => status >= 200 && status < 300;

/** `undefined` for a refusal. */
export function readAccount<T>(
  { reply, reading }: Answer,
  valueIn: (reading: ReplyReading) => T | undefined,
): Parsed<T> | undefined {
  if (!isSuccess(reply) || reading === undefined) {
    return undefined;
  }
  const value = valueIn(reading);
  return value === undefined ? { ok: false, why: reading.error.problem ?? "shape" } : { ok: true, value };
}

/** "In progress" is reported as a refusal, too; when credits run out, the refusal contains a result. */
export function readEnrichment(id: string, { reply, reading }: Answer): Parsed<EnrichmentReply> | undefined {
  if (reading === undefined) {
    return undefined;
  }
  if (saysInProgress(reply.status, reading)) {
    const nothing = { contacts: 0, digest: "", stillRunning: true };
    return { ok: true, value: { id: id.trim(), status: "IN_PROGRESS", ...nothing } };
  }
  const { enrichment } = reading;
  if (reply.status === 402 && enrichment.ok) {
    return { ok: true, value: { ...enrichment.value, stillRunning: false, reply } };
  }
  if (!isSuccess(reply)) {
    return undefined;
  }
  return enrichment.ok ? { ok: true, value: { ...enrichment.value, reply } } : enrichment;
}
