// Parses replies with an enrichment and replies with an error.
import {
  invalid,
  isJsonObject,
  jsonStart,
  parseJsonObject,
  type JsonObject,
  type Parsed,
  type ParsingProblem,
} from "./jsonReply";
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
  CANCELED: ["CANCELED", "CANCELLED", "ABORTED", "STOPPED", "TERMINATED"],
  CREDITS_INSUFFICIENT: ["CREDITSINSUFFICIENT", "INSUFFICIENTCREDITS", "NOTENOUGHCREDITS", "OUTOFCREDITS"],
  RATE_LIMIT: ["RATELIMIT", "RATELIMITED", "RATELIMITEXCEEDED"],
  FAILED: ["FAILED", "FAILURE", "ERROR", "ERRORED", "REJECTED", "TIMEDOUT", "EXPIRED"],
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
      // Without a status in the reply, HTTP 202 alone says that the work is not finished.
      stillRunning: typeof status === "string" ? !finalStatuses.has(knownStatus(status)) : reply.status === 202,
    },
  };
}

/** Errors and accounts are short; a longer reply is something else, and hostile JSON takes seconds to parse. */
const largestShortBody = 256 * 1024;

/** The JSON object of a reply that is short. */
export function parseShortObject(reply: HttpReply): Parsed<JsonObject> {
  const start = jsonStart(reply);
  return !start.ok ? start : reply.body.byteLength > largestShortBody ? invalid("shape") : parseJsonObject(reply);
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as readonly unknown[])[0] : value);

interface CodeAndMessage {
  readonly code: string;
  readonly message: string;
}

/** The fields of frameworks and gateways that say why, the most specific first. */
const messageFields = [
  ...["message", "Message", "detail", "title", "msg", "error_message", "errorMessage"],
  ...["description", "reason", "faultstring"],
];
const codeFields = ["code", "type", "error_code", "errorCode", "errorcode"];

/** A text, or the texts of a list: a validation can have several messages. */
function texts(value: unknown): string {
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join("; ") : text(value);
}

const firstText = (body: JsonObject, fields: readonly string[]): string =>
  fields.map((field) => texts(body[field])).find((found) => found !== "") ?? "";

const codeAndMessage = (body: JsonObject): CodeAndMessage => ({
  code: firstText(body, codeFields),
  message: firstText(body, messageFields),
});

/** An error can be wrapped in another one. */
const mostWrappings = 3;

/**
 * The code and the message of an error: frameworks and proxies wrap it in `error`, `errors`, `detail`, or `fault`. What
 * the wrapped object lacks is beside it: `errors` may contain only the names of fields.
 */
function errorIn(body: JsonObject, wrappings = mostWrappings): CodeAndMessage {
  const beside = codeAndMessage(body);
  for (const field of wrappings === 0 ? [] : ["error", "errors", "detail", "fault"]) {
    const wrapped = firstOf(body[field]);
    if (isJsonObject(wrapped)) {
      const inside = errorIn(wrapped, wrappings - 1);
      if (inside.code !== "" || inside.message !== "") {
        return { code: inside.code || beside.code, message: inside.message || beside.message };
      }
    } else if (typeof wrapped === "string" && field.startsWith("error") && texts(body["message"]) === "") {
      return { code: text(body["code"]), message: text(body["error_description"]) || wrapped };
    }
  }
  return beside;
}

/**
 * The body of an error (interface, "Error"), also a wrapped one; missing fields are empty. `problem` when it is not a
 * JSON object, or too large for an error.
 */
export function parseErrorBody(reply: HttpReply): CodeAndMessage & { readonly problem?: ParsingProblem } {
  const parsed = parseShortObject(reply);
  return parsed.ok ? errorIn(parsed.value) : { code: "", message: "", problem: parsed.why };
}

/** The message of a reply whose body is an error although its status is not; empty for anything else. */
export function errorMessageIn(reply: HttpReply): string {
  return parseErrorBody(reply).message;
}

/** Whether a refusal with this status contains at least one record: it is paid for. */
export function hasRecords(reply: HttpReply, listField: string): boolean {
  const parsed = parseJsonObject(reply);
  const list = parsed.ok ? parsed.value[listField] : undefined;
  return Array.isArray(list) && list.length > 0;
}

const notFoundWords = new RegExp(
  String.raw`not[\s._-]*(?:be[\s._-]*)?found|(?:not|n['’]t)[\s._-]*(?:exist|find)|` +
    String.raw`no[\s._-]*(?:such[\s._-]*)?(?:match|result|compan|people|person|record|profile)|` +
    String.raw`nothing[\s._-]*found|unknown[\s._-]*(?:compan|people|person|record|profile)`,
  "iu",
);
const addressWords = /path|route|url|uri|endpoint|handler|method|workspace|tenant|\bkey|\//iu;
const recordWords = /compan|people|person|record|profile|match|result|contact|lookup|nothing/iu;
/** What was looked up, which may be an address. */
const lookedUp = /\b(?:for|with|by|at|matching|named)\b[^]*$/iu;

const saysNoRecord = (words: string): boolean =>
  notFoundWords.test(words) && recordWords.test(words) && !addressWords.test(words);

/** Whether a 404 to a lookup means that there is no such record, rather than that the address is wrong. */
export function saysNoMatch(reply: HttpReply): boolean {
  if (reply.status !== 404) {
    return false;
  }
  const { code, message } = parseErrorBody(reply);
  return saysNoRecord(`${code} ${message}`) || saysNoRecord(`${code} ${message.replace(lookedUp, "")}`);
}
