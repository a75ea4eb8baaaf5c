// Parses the reply to a paid call, in SQLite: its records stay there.
import { isUtf8 } from "node:buffer";
import { parseExact } from "../service/exactJson";
import { hasTooManyValues, mostRecords } from "../service/jsonExtent";
import { jsonStart, parseJsonObject, type ParsingProblem } from "../service/jsonReply";
import { listFields, type RecordKind } from "../service/operations";
import { readMetadata } from "../service/replyMetadata";
import type { StoreDb } from "./storeDb";

export interface ReplyToParse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** What a reply says besides its records: its cost, the total and the cursor (interface, "Metadata"). */
export interface PageMetadata {
  readonly credits?: number | undefined;
  readonly total?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Numbers beyond 2^53 stay exact: a cursor may be one. */
function metadataFrom(json: string | null): PageMetadata {
  const { credits, total, search_after: cursor } = readMetadata(json === null ? {} : parseExact(json));
  return { credits, total, cursor };
}

/** SQLite keeps invalid UTF-8, and exports copy its bytes; such bytes become replacement characters instead. */
function validUtf8(body: Uint8Array): Uint8Array {
  return isUtf8(body) ? body : Buffer.from(new TextDecoder().decode(body));
}

/** Parses the reply into `temp.reply`, in SQLite's binary JSON. Only if that fails is it parsed again, to say why. */
export function parseReply(
  db: StoreDb,
  kind: RecordKind,
  { body, status }: ReplyToParse,
): { readonly metadata: PageMetadata } | { readonly problem: ParsingProblem } {
  db.exec("create temp table if not exists reply (body blob)");
  const reply = { status, headers: {}, body };
  const start = jsonStart(reply);
  if (!start.ok) {
    return { problem: start.why };
  }
  if (hasTooManyValues(body)) {
    return { problem: "tooMany" };
  }
  // `jsonb` alone also accepts JSON5, such as single quotes and trailing commas, which is no reply of the service.
  const inserted = db.run(
    "insert into temp.reply select jsonb(body) from (select cast(? as text) as body) where json_valid(body)",
    validUtf8(start.value === 0 ? body : body.subarray(start.value)),
  );
  if (inserted === 0) {
    const parsed = parseJsonObject(reply);
    return { problem: parsed.ok ? "shape" : parsed.why };
  }
  const found = db.get<{
    readonly list: string | null;
    readonly records: number | null;
    readonly status: string | null;
    readonly metadata: string | null;
  }>(
    `select json_type(body, ?1) as list, json_array_length(body, ?1) as records, json_type(body, '$.status') as status,
       body -> ?2 as metadata
     from temp.reply`,
    `$.${listFields[kind]}`,
    kind === "contact" ? "$.cost" : "$.metadata",
  );
  if ((found?.records ?? 0) > mostRecords) {
    return { problem: "tooMany" };
  }
  const hasList =
    found?.list === "array" ||
    found?.list === "null" ||
    (kind === "contact" && found?.list === null && found.status === "text");
  return hasList ? { metadata: metadataFrom(found.metadata) } : { problem: "shape" };
}
