// From the bytes of an enrichment's reply, or of a refusal, to what they say.
import { parseJsonObject, wrong, type Parsed, type ParsingProblem } from "./jsonReply";
import { listFields } from "./operations";
import type { EnrichedContact, EnrichmentResult } from "./records";
import type { EnrichmentReply } from "./serviceClient";
import type { HttpReply } from "./wire";

/**
 * The statuses after which polling ends. What the transitions are is not shown by the interface; that these five are
 * final and that any other, known or not, may still change is this client's choice.
 */
export const finalStatuses: ReadonlySet<string> = new Set([
  "FINISHED",
  "CANCELED",
  "CREDITS_INSUFFICIENT",
  "RATE_LIMIT",
  "UNKNOWN",
]);

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
  const contacts = (data ?? []) as readonly EnrichedContact[];
  return {
    ok: true,
    value: {
      result: parsed.value as EnrichmentResult,
      contacts,
      stillRunning: typeof status === "string" && !finalStatuses.has(status),
    },
  };
}

/** The body of a refusal (interface, "Error"), read as far as it can be; `problem` when it is no JSON object. */
export function parseErrorBody(reply: HttpReply): {
  readonly code: string;
  readonly message: string;
  readonly problem?: ParsingProblem;
} {
  const parsed = parseJsonObject(reply);
  if (!parsed.ok) {
    return { code: "", message: "", problem: parsed.why };
  }
  const { code, message } = parsed.value;
  return { code: typeof code === "string" ? code : "", message: typeof message === "string" ? message : "" };
}
