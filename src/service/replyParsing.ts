// Reads what a reply says besides its records: an error, an enrichment, an account.
import { createHash } from "node:crypto";
import { longestMessage } from "./errorSentences";
import { mostRecords } from "./jsonExtent";
import { invalid, isJsonObject, parseJsonObject, type JsonObject, type Parsed, type ParsingProblem } from "./jsonReply";
import { listFields, operations, type OperationDefinition, type OperationName } from "./operations";
import { readBalanceNumber, readCredits, readMetadata } from "./replyMetadata";
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
function enrichmentIn(value: JsonObject, reply: HttpReply): Parsed<EnrichmentReply> {
  const { id, name, status, cost, [listFields.contact]: data } = value;
  const isResult = typeof status === "string" || Array.isArray(data);
  if (!isResult || !(data === undefined || data === null || Array.isArray(data))) {
    return invalid("shape");
  }
  const contacts = (data ?? []) as readonly unknown[];
  if (contacts.length > mostRecords) {
    return invalid("tooMany");
  }
  const credits = isJsonObject(cost) ? readCredits(cost["credits"]) : undefined;
  return {
    ok: true,
    value: {
      ...(isId(id) && { id: String(id).trim() }),
      ...(typeof name === "string" && name.trim() !== "" && { name: name.slice(0, longestName) }),
      ...(typeof status === "string" && { status: status.slice(0, longestName) }),
      ...(credits !== undefined && { credits }),
      contacts: contacts.length,
      hasContact: contacts.some(looksLikeContact),
      digest: createHash("sha256").update(reply.body).digest("hex"),
      // Without a status in the reply, HTTP 202 alone says that the work is not finished.
      stillRunning: typeof status === "string" ? !finalStatuses.has(knownStatus(status)) : reply.status === 202,
    },
  };
}

const longestName = 1_000;

const isId = (id: unknown): id is string | number =>
  (typeof id === "string" && id.trim() !== "" && id.length <= 200) || typeof id === "number";

const looksLikeContact = (contact: unknown): boolean =>
  isJsonObject(contact) && ["input", "contact_info", "profile"].some((field) => isJsonObject(contact[field]));

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
const saysNoMatch = ({ code, message }: CodeAndMessage): boolean =>
  saysNoRecord(`${code} ${message}`) || saysNoRecord(`${code} ${message.replace(lookedUp, "")}`);

/** The JSON that a lookup without a match has otherwise: an empty list, with the metadata of the reply. */
const emptyList = (value: JsonObject, listField: string): string =>
  JSON.stringify({ metadata: readMetadata(value["metadata"]), [listField]: [] });

/** The code and the message of an error; empty without one. */
export interface ErrorBody extends CodeAndMessage {
  /** Why the body is not a JSON object. */
  readonly problem?: ParsingProblem;
}

/** What a reply says besides its records: small and quickly copied to another thread, whatever the reply contains. */
export interface ReplyReading {
  readonly error: ErrorBody;
  /** Whether the list of the operation has at least one record: a refusal with records is paid for. */
  readonly hasRecords: boolean;
  /** The body that replaces a 404 that says that there is no such record. */
  readonly noMatch?: string | undefined;
  /** Of an enrichment. */
  readonly enrichment: Parsed<EnrichmentReply>;
  /** Of an account. */
  readonly balance?: number | undefined;
  readonly workspaceId?: string | undefined;
}

/** The reading of a body that could not be parsed. */
export const notParsed = (problem: ParsingProblem): ReplyReading => ({
  error: { code: "", message: "", problem },
  hasRecords: false,
  enrichment: invalid(problem),
});

/** Reads the reply to an operation, if it is known; 16 MB of hostile JSON can take a second. */
export function readingOf(reply: HttpReply, operation?: OperationName): ReplyReading {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return notParsed(parsed.why);
  }
  const { value } = parsed;
  const { task, listField = "" }: Partial<OperationDefinition> = operation === undefined ? {} : operations[operation];
  const list = value[listField];
  const { code, message } = errorIn(value);
  const error = { code: code.slice(0, longestMessage), message: message.slice(0, longestMessage) };
  const { workspace_id: workspaceId } = value;
  return {
    error,
    hasRecords: Array.isArray(list) && list.length > 0,
    ...(task === "lookup" && reply.status === 404 && saysNoMatch(error) && { noMatch: emptyList(value, listField) }),
    enrichment: task === "enrichment" ? enrichmentIn(value, reply) : invalid("shape"),
    balance: readBalanceNumber(value["balance"]),
    ...((typeof workspaceId === "string" || typeof workspaceId === "number") && {
      workspaceId: String(workspaceId).slice(0, longestName),
    }),
  };
}
