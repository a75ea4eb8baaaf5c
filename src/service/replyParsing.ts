// From the bytes of a reply to a page of records. A reply that is not one of the service is told apart by what is wrong
// with it; a record that fits no schema stays in its page as it came, marked with the reason.
import * as l10n from "@vscode/l10n";
import { deepestNesting, isJsonObject, jsonStart, parseJsonObject, wrong, type JsonObject, type Parsed, type ParsingProblem } from "./jsonReply";
import { listFields, type PaidOperation, type RecordKind, type RecordKindOf } from "./operations";
import { recordSchemas, type RecordOf } from "./recordSchemas";
import type { EnrichmentResult, Metadata } from "./records";
import type { EnrichmentReply, OddRecord, RecordPage } from "./serviceClient";
import { readMetadata } from "./replyMetadata";
import { recordShape, replyShape } from "./replyShapes";
import { isSound } from "./soundBytes";
import { fits } from "./soundValue";
import type { HttpReply } from "./wire";

/** The kinds of record that come in pages. */
export type PageKind = RecordKindOf<PaidOperation>;

function problemOf(kind: RecordKind, record: unknown): string | undefined {
  const issue = recordSchemas[kind].safeParse(record).error?.issues[0];
  if (issue === undefined) {
    return undefined;
  }
  // The reason is the schema's own, such as “expected string, received number”: a technical remark, English in every language.
  const reason = issue.message.replace(/^Invalid input:?\s*/u, "") || l10n.t("not as described");
  return issue.path.length === 0
    ? l10n.t("This record is not as the service describes it: {0}.", reason)
    : l10n.t('The field "{0}" is not as the service describes it: {1}.', issue.path.map(String).join("."), reason);
}

/** A page holds 100 records and an enrichment some thousands: more than so many that do not fit are not each worth a schema's time. */
const mostAsked = 10_000;

function oddRecords(kind: RecordKind, records: readonly unknown[]): readonly OddRecord[] {
  const shape = recordShape(kind);
  const odd: OddRecord[] = [];
  let asked = 0;
  for (let index = 0; index < records.length; index += 1) {
    if (!fits(records[index], shape)) {
      asked += 1;
      const problem = asked > mostAsked ? l10n.t("This record is not as the service describes it.") : problemOf(kind, records[index]);
      if (problem !== undefined) {
        odd.push({ index, problem });
      }
    }
  }
  return odd;
}

/** `metadata` with its known fields of the right type or absent; unknown ones as they came (interface, "Metadata"). */
function metadataFrom(value: unknown): Metadata {
  if (!isJsonObject(value)) {
    return {};
  }
  const { total: _total, credits: _credits, offset: _offset, search_after: _cursor, ...others } = value;
  return { ...others, ...readMetadata(value) };
}

/** A page's list, where null is an empty page. Without the field the reply is not a page: it must not look like "no match". */
function listOf(kind: PageKind, page: JsonObject): readonly unknown[] | undefined {
  const name = listFields[kind];
  const list = Object.hasOwn(page, name) ? (page[name] ?? []) : undefined;
  return Array.isArray(list) ? list : undefined;
}

/** A page known to be as described: parsed when somebody asks for what is in it. */
function unparsedPage<K extends PageKind>(kind: K, reply: HttpReply): RecordPage<RecordOf[K]> {
  let object: JsonObject | undefined;
  const parsed = (): JsonObject => {
    if (object === undefined) {
      const result = parseJsonObject(reply);
      object = result.ok ? result.value : {};
    }
    return object;
  };
  return {
    get records() {
      return (listOf(kind, parsed()) ?? []) as readonly RecordOf[K][];
    },
    odd: [],
    get metadata() {
      return metadataFrom(parsed()["metadata"]);
    },
  };
}

/** The same as `parsePage` for who keeps the reply itself and hardly asks for its records: they are judged by their bytes. */
export function judgePage<K extends PageKind>(kind: K, reply: HttpReply): Parsed<RecordPage<RecordOf[K]>> {
  const start = jsonStart(reply);
  const isAsDescribed = start.ok && isSound(reply.body, start.value, replyShape(kind), deepestNesting);
  return isAsDescribed ? { ok: true, value: unparsedPage(kind, reply) } : parsePage(kind, reply);
}

/** A page of a search or look-up (interface, "Endpoints" 1 to 4). */
export function parsePage<K extends PageKind>(kind: K, reply: HttpReply): Parsed<RecordPage<RecordOf[K]>> {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return parsed;
  }
  const list = listOf(kind, parsed.value);
  if (list === undefined) {
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
  const { status, [listFields.contact]: data } = parsed.value;
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
