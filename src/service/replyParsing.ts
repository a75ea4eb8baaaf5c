// Reads the parts of a reply other than its records: an error, an enrichment, an account.
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

/** A status in the spelling of the interface; any other text as it is. */
export function knownStatus(status: string): string {
  const spelled = status
    .slice(0, 100)
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/gu, "_");
  return spelled === "IN_PROGRESS" || spelled === "CREATED" || finalStatuses.has(spelled) ? spelled : status;
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
      digest: createHash("sha256").update(reply.body).digest("hex"),
      // Without a status in the reply, HTTP 202 alone says that the work is not finished.
      stillRunning: typeof status === "string" ? !finalStatuses.has(knownStatus(status)) : reply.status === 202,
    },
  };
}

const longestName = 1_000;

const isId = (id: unknown): id is string | number =>
  (typeof id === "string" && id.trim() !== "" && id.length <= 200) || typeof id === "number";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

interface CodeAndMessage {
  readonly code: string;
  readonly message: string;
}

/** The code and the message of an error (interface, "Error"); any other body is quoted unchanged. */
function errorIn(value: JsonObject, { status, body }: HttpReply, isData: boolean): CodeAndMessage {
  const { code, message } = value;
  const isError = status >= 400 && !isData && Object.keys(value).length > 0;
  const whole = isError ? Buffer.from(body.subarray(0, longestMessage)).toString() : "";
  return { code: text(code).slice(0, longestMessage), message: (text(message) || whole).slice(0, longestMessage) };
}

/**
 * Whether a 404 to a lookup means that there is no such record: an error in the documented form comes from the
 * service, so the address is right.
 */
const saysNoMatch = ({ code, message }: JsonObject): boolean =>
  text(code) !== "" && text(message) !== "" && !/path|route|url|endpoint/iu.test(`${text(code)} ${text(message)}`);

/** The JSON that replaces a 404 without a match: an empty list, with the metadata of the reply. */
const emptyList = (value: JsonObject, listField: string): string =>
  JSON.stringify({ metadata: readMetadata(value["metadata"]), [listField]: [] });

/** The code and the message of an error; empty without one. */
export interface ErrorBody extends CodeAndMessage {
  /** Why the body is not a JSON object. */
  readonly problem?: ParsingProblem;
}

/** The parts of a reply other than its records. Always small, so that it is quickly copied to another thread. */
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
  const enrichment = task === "enrichment" ? enrichmentIn(value, reply) : invalid("shape");
  const { workspace_id: workspaceId } = value;
  return {
    error: errorIn(value, reply, enrichment.ok || list !== undefined),
    hasRecords: Array.isArray(list) && list.length > 0,
    ...(task === "lookup" && reply.status === 404 && saysNoMatch(value) && { noMatch: emptyList(value, listField) }),
    enrichment,
    balance: readBalanceNumber(value["balance"]),
    ...((typeof workspaceId === "string" || typeof workspaceId === "number") && {
      workspaceId: String(workspaceId).slice(0, longestName),
    }),
  };
}
