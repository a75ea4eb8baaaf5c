// Parses replies with an enrichment and replies with an error.
import { invalid, isJsonObject, parseJsonObject, type JsonObject, type Parsed, type ParsingProblem } from "./jsonReply";
import { listFields } from "./operations";
import type { EnrichedContact, EnrichmentResult } from "./records";
import type { EnrichmentReply } from "./serviceClient";
import type { HttpReply } from "./wire";

/**
 * The statuses after which polling ends. The interface does not document transitions, so this is an assumption: these
 * six are final, and any other status may still change.
 */
export const finalStatuses: ReadonlySet<string> = new Set([
  "FINISHED",
  "CANCELED",
  "CREDITS_INSUFFICIENT",
  "RATE_LIMIT",
  "FAILED",
  "UNKNOWN",
]);

/** Each known status with the usual words for the same, as upper-case letters. */
const statusWords: Readonly<Record<string, readonly string[]>> = {
  CREATED: ["CREATED"],
  IN_PROGRESS: ["INPROGRESS", "RUNNING", "PROCESSING", "PENDING", "QUEUED", "STARTED"],
  FINISHED: ["FINISHED", "COMPLETED", "COMPLETE", "DONE", "SUCCESS", "SUCCEEDED", "SUCCESSFUL"],
  CANCELED: ["CANCELED", "CANCELLED", "ABORTED", "STOPPED"],
  CREDITS_INSUFFICIENT: ["CREDITSINSUFFICIENT", "INSUFFICIENTCREDITS", "OUTOFCREDITS"],
  RATE_LIMIT: ["RATELIMIT", "RATELIMITED"],
  FAILED: ["FAILED", "FAILURE", "ERROR", "ERRORED"],
  UNKNOWN: ["UNKNOWN"],
};

const statusOfWord: ReadonlyMap<string, string> = new Map(
  Object.entries(statusWords).flatMap(([status, words]) => words.map((word) => [word, status] as const)),
);

/** The known status that a text means, in any case and spelling; any other text as it is. */
export function knownStatus(status: string): string {
  return (
    statusOfWord.get(
      status
        .slice(0, 100)
        .toUpperCase()
        .replace(/[^A-Z]/gu, ""),
    ) ?? status
  );
}

/** A bulk enrichment result (interface, "Bulk enrichment result"). */
export function parseEnrichment(reply: HttpReply): Parsed<EnrichmentReply> {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return parsed;
  }
  const { status, [listFields.contact]: data } = parsed.value;
  const isResult = typeof status === "string" || Array.isArray(data);
  if (!isResult || !(data === undefined || data === null || Array.isArray(data))) {
    return invalid("shape");
  }
  const contacts = (data ?? []) as readonly EnrichedContact[];
  return {
    ok: true,
    value: {
      result: parsed.value as EnrichmentResult,
      contacts,
      stillRunning: typeof status === "string" && !finalStatuses.has(knownStatus(status)),
    },
  };
}

/** Error bodies are short; a longer reply is something else. */
const largestErrorBody = 256 * 1024;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The object that has the code and the message: frameworks and proxies wrap it in `error` or `errors`. */
function errorObject(body: JsonObject): JsonObject {
  const { error, errors } = body;
  const first: unknown = Array.isArray(errors) ? errors[0] : errors;
  for (const wrapped of [error, first]) {
    if (isJsonObject(wrapped)) {
      return wrapped;
    }
    if (typeof wrapped === "string" && text(body["message"]) === "") {
      return { code: body["code"], message: text(body["error_description"]) || wrapped };
    }
  }
  return body;
}

/**
 * The body of an error (interface, "Error"), also a wrapped one; missing fields are empty. `problem` when it is not a
 * JSON object.
 */
export function parseErrorBody(reply: HttpReply): {
  readonly code: string;
  readonly message: string;
  readonly problem?: ParsingProblem;
} {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return { code: "", message: "", problem: parsed.why };
  }
  const { code, type, message, detail, title } = errorObject(parsed.value);
  return { code: text(code) || text(type), message: text(message) || text(detail) || text(title) };
}

/** The message of a reply whose body is an error although its status is not; empty for anything else. */
export function errorMessageIn(reply: HttpReply): string {
  return reply.body.byteLength > largestErrorBody ? "" : parseErrorBody(reply).message;
}

/** Whether a refusal with this status contains at least one record: it is paid for. */
export function hasRecords(reply: HttpReply, listField: string): boolean {
  const parsed = parseJsonObject(reply);
  const list = parsed.ok ? parsed.value[listField] : undefined;
  return Array.isArray(list) && list.length > 0;
}

const notFoundWords = /not[\s._-]*found|no[\s._-]*(?:match|result|compan|people|person|record|profile)/iu;
const addressWords = /path|route|url|uri|endpoint|handler|method|\//iu;
const recordWords = /compan|people|person|record|profile|match|result|contact|lookup/iu;

/** Whether a 404 to a lookup means that there is no such record, rather than that the address is wrong. */
export function saysNoMatch(reply: HttpReply): boolean {
  if (reply.status !== 404 || reply.body.byteLength > largestErrorBody) {
    return false;
  }
  const { code, message } = parseErrorBody(reply);
  const words = `${code} ${message}`;
  return notFoundWords.test(words) && recordWords.test(words) && !addressWords.test(words);
}
