// From the bytes of a reply to a page of records. A reply that is not one of the service is told apart by what is wrong
// with it; a record that fits no schema stays in its page as it came, marked with the reason.
import * as l10n from "@vscode/l10n";
import { isAscii, isUtf8, transcode } from "node:buffer";
import { quoteInexactIntegers } from "./exactIntegers";
import { recordGuards } from "./recordGuards";
import { recordSchemas, type RecordKind, type RecordOf } from "./recordSchemas";
import type { EnrichmentResult, Metadata } from "./records";
import type { EnrichmentReply, OddRecord, RecordPage } from "./serviceClient";
import type { HttpReply } from "./wire";

/** Why bytes are not a reply of the service. */
export type ParsingProblem = "html" | "type" | "truncated" | "tooDeep" | "shape" | "encoding";

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly why: ParsingProblem };

export interface JsonObject {
  readonly [field: string]: unknown;
}

/** The deepest nesting that is accepted; the service's own records reach 10. */
export const deepestNesting = 64;

const wrong = (why: ParsingProblem): { readonly ok: false; readonly why: ParsingProblem } => ({ ok: false, why });

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a parsed value is nested no deeper than `levels`. Looks no further down than that itself. */
function isWithinDepth(value: object, levels: number): boolean {
  if (levels === 0) {
    return false;
  }
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) {
      if (typeof item === "object" && item !== null && !isWithinDepth(item, levels - 1)) {
        return false;
      }
    }
    return true;
  }
  for (const field in value) {
    const item = (value as JsonObject)[field];
    if (typeof item === "object" && item !== null && !isWithinDepth(item, levels - 1)) {
      return false;
    }
  }
  return true;
}

/** Whether text that is no JSON breaks off before what it opened is closed. */
function breaksOff(text: string): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] === "\\") {
          at += 1;
        }
      }
      if (at >= text.length) {
        return true;
      }
    } else if (character === "{" || character === "[") {
      open += 1;
    } else if (character === "}" || character === "]") {
      open -= 1;
    }
  }
  return open > 0;
}

function firstByte(bytes: Uint8Array): { readonly at: number; readonly byte: number | undefined } {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const start = at;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) {
    at += 1;
  }
  return { at: start, byte: bytes[at] };
}

/**
 * The text of UTF-8 bytes; what is no UTF-8 becomes U+FFFD. The way over UTF-16 takes half the time of decoding text with
 * letters beyond ASCII directly, and what is parsed from it is just as small.
 */
function decode(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) {
    return buffer.toString("latin1");
  }
  return isUtf8(buffer) && typeof transcode === "function" ? transcode(buffer, "utf8", "utf16le").toString("utf16le") : buffer.toString("utf8");
}

/** JSON by name, or a type so general that the content decides. */
function mayBeJson(type: string): boolean {
  return type === "" || type === "application/json" || type.endsWith("+json") || type === "text/json" || type === "text/plain" || type === "application/octet-stream";
}

/** The JSON object a reply holds, integers exact, or what is wrong with it. */
export function parseJsonObject(reply: HttpReply): Parsed<JsonObject> {
  const type = (reply.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const { at, byte } = firstByte(reply.body);
  if (type === "text/html" || type === "application/xhtml+xml" || byte === 0x3c) {
    return wrong("html");
  }
  if (!mayBeJson(type)) {
    return wrong("type");
  }
  if (byte === undefined) {
    return wrong("truncated");
  }
  // UTF-16 and UTF-32 begin with a byte-order mark or hold a zero byte beside the first character.
  if (byte >= 0xfe || byte === 0 || reply.body[at + 1] === 0) {
    return wrong("encoding");
  }
  const text = decode(quoteInexactIntegers(at === 0 ? reply.body : reply.body.subarray(at)));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const opensJson = byte === 0x7b || byte === 0x5b;
    return wrong(!opensJson ? "type" : breaksOff(text) ? "truncated" : "shape");
  }
  if (!isJsonObject(value)) {
    return wrong("shape");
  }
  return isWithinDepth(value, deepestNesting) ? { ok: true, value } : wrong("tooDeep");
}

function problemOf(kind: RecordKind, record: unknown): string {
  const issue = recordSchemas[kind].safeParse(record).error?.issues[0];
  if (issue === undefined) {
    return l10n.t("This record is not as the service describes it.");
  }
  // The reason is the schema's own, such as “expected string, received number”: a technical remark, English in every language.
  const reason = issue.message.replace(/^Invalid input:?\s*/u, "") || l10n.t("not as described");
  return issue.path.length === 0
    ? l10n.t("This record is not as the service describes it: {0}.", reason)
    : l10n.t('The field "{0}" is not as the service describes it: {1}.', issue.path.map(String).join("."), reason);
}

function oddRecords(kind: RecordKind, records: readonly unknown[]): readonly OddRecord[] {
  const fits = recordGuards[kind];
  const odd: OddRecord[] = [];
  for (let index = 0; index < records.length; index += 1) {
    if (!fits(records[index])) {
      odd.push({ index, problem: problemOf(kind, records[index]) });
    }
  }
  return odd;
}

function numberFrom(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** `metadata` with its known fields of the right type or absent; unknown ones as they came (interface, "Metadata"). */
function metadataFrom(value: unknown): Metadata {
  if (!isJsonObject(value)) {
    return {};
  }
  const { total, credits, offset, search_after: cursor, ...others } = value;
  const counts = { total: numberFrom(total), credits: numberFrom(credits), offset: numberFrom(offset) };
  const known = Object.entries(counts).filter(([, count]) => count !== undefined);
  const text = typeof cursor === "number" ? String(cursor) : cursor;
  return { ...others, ...Object.fromEntries(known), ...(typeof text === "string" ? { search_after: text } : {}) };
}

/**
 * A page of a search or look-up (interface, "Endpoints" 1 to 4). A list that is null or missing is empty, provided that
 * `metadata` shows the reply to be a page at all.
 */
export function parsePage<K extends "company" | "person">(kind: K, reply: HttpReply): Parsed<RecordPage<RecordOf[K]>> {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return parsed;
  }
  const list = parsed.value[kind === "company" ? "companies" : "people"] ?? (isJsonObject(parsed.value["metadata"]) ? [] : undefined);
  if (!Array.isArray(list)) {
    return wrong("shape");
  }
  const records = list as readonly RecordOf[K][];
  return { ok: true, value: { records, odd: oddRecords(kind, records), metadata: metadataFrom(parsed.value["metadata"]) } };
}

/**
 * The statuses after which polling ends. What the transitions are is not shown by the interface; that these five are
 * final and that any other, known or not, may still change is this client's choice.
 */
export const finalStatuses: ReadonlySet<string> = new Set(["FINISHED", "CANCELED", "CREDITS_INSUFFICIENT", "RATE_LIMIT", "UNKNOWN"]);

/** A bulk enrichment result (interface, "Bulk enrichment result"). */
export function parseEnrichment(reply: HttpReply): Parsed<EnrichmentReply> {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return parsed;
  }
  const { status, data } = parsed.value;
  const isResult = typeof status === "string" || Array.isArray(data);
  if (!isResult || !(data === undefined || data === null || Array.isArray(data))) {
    return wrong("shape");
  }
  const contacts = (data ?? []) as readonly RecordOf["contact"][];
  return {
    ok: true,
    value: {
      result: parsed.value as EnrichmentResult,
      contacts,
      odd: oddRecords("contact", contacts),
      stillRunning: typeof status === "string" && !finalStatuses.has(status),
    },
  };
}

/** The body of a refusal (interface, "Error"), read as far as it can be; `problem` when it is no JSON object. */
export function parseErrorBody(reply: HttpReply): { readonly code: string; readonly message: string; readonly problem?: ParsingProblem } {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return { code: "", message: "", problem: parsed.why };
  }
  const { code, message } = parsed.value;
  return { code: typeof code === "string" ? code : "", message: typeof message === "string" ? message : "" };
}
