// What the reply to a call means: a page, an enrichment, the state of an account, or a refusal.
import type { Parsed } from "./jsonReply";
import { saysInProgress } from "./replyFailures";
import type { ReplyReading } from "./replyParsing";
import type { EnrichmentReply } from "./serviceClient";
import type { HttpReply } from "./wire";

/** A reply and what it says. The pages of paid operations are large and read only once, when they are saved. */
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
export function readEnrichment(
  id: string,
  { reply, reading }: Answer,
): { readonly parsed: Parsed<EnrichmentReply>; readonly isResult: boolean } | undefined {
  if (reading === undefined) {
    return undefined;
  }
  if (saysInProgress(reply.status, reading)) {
    const nothing = { contacts: 0, hasContact: false, digest: "", stillRunning: true };
    return { parsed: { ok: true, value: { id: id.trim(), status: "IN_PROGRESS", ...nothing } }, isResult: false };
  }
  const { enrichment } = reading;
  if (reply.status === 402 && enrichment.ok) {
    return { parsed: { ok: true, value: { ...enrichment.value, stillRunning: false } }, isResult: true };
  }
  return isSuccess(reply) ? { parsed: enrichment, isResult: true } : undefined;
}
