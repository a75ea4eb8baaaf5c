// Parses replies with an enrichment and replies with an error.
import { invalid, parseJsonObject, type Parsed, type ParsingProblem } from "./jsonReply";
import { listFields } from "./operations";
import type { EnrichedContact, EnrichmentResult } from "./records";
import type { EnrichmentReply } from "./serviceClient";
import type { HttpReply } from "./wire";

/**
 * The statuses after which polling ends. The interface does not document transitions, so this is an assumption: these
 * five are final, and any other status may still change.
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
    return invalid("shape");
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

/** The body of an error (interface, "Error"); missing fields are empty. `problem` when it is not a JSON object. */
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
