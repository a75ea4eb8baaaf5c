// What a fault changes in a reply with records: which records a page has, and its metadata.
import type { Matches } from "../../src/sandbox/database";
import { jsonReply } from "../../src/sandbox/replies";
import { listFields } from "../../src/service/operations";
import type { HttpReply } from "../../src/service/wire";
import type { Fault } from "./faults";
import type { ReportedCredits } from "./prices";

/** The matches that a page returns: from index `from` up to, but not including, `to`. */
export function pageRange(
  { start, limit, total }: Matches,
  { shortBy = 0 }: Fault,
): { readonly from: number; readonly to: number } {
  return { from: start, to: Math.min(Math.max(start + limit - shortBy, start), total) };
}

/** The page of a search, before it is changed. */
export interface FoundPage {
  readonly matches: Matches;
  /** The cursor in the request. */
  readonly requested: string | undefined;
  /** A different number for each page, so that cursors to one place can differ. */
  readonly serial: number;
}

/** The reply with the list and the metadata that a fault and the price plan ask for; `applied` as in `AppliedFault`. */
export function withPageFaults(
  reply: HttpReply,
  fault: Fault,
  applied: number,
  credits: ReportedCredits,
  page: FoundPage | undefined,
): HttpReply {
  const body = JSON.parse(Buffer.from(reply.body).toString()) as Record<string, unknown>;
  const { metadata } = body as { readonly metadata?: { readonly credits: number; readonly search_after?: string } };
  const field = Object.values(listFields).find((name) => name in body);
  if (metadata === undefined || field === undefined) {
    return reply;
  }
  const reported = { ...metadata, credits: credits === "missing" ? undefined : (credits ?? metadata.credits) };
  const ofPage = page && {
    total: reportedTotal(page.matches.total, fault, applied),
    search_after: reportedCursor(page, metadata.search_after, fault),
  };
  const list = fault.list === "missing" ? undefined : body[field];
  return {
    ...jsonReply(reply.status, { [field]: list, metadata: { ...reported, ...ofPage } }),
    headers: reply.headers,
  };
}

function reportedTotal(total: number, fault: Fault, applied: number): number | undefined {
  const reported = fault.total;
  return reported === undefined
    ? total
    : reported === "missing"
      ? undefined
      : Math.max(0, total - reported.shrinkBy * applied);
}

function reportedCursor(
  { matches, requested, serial }: FoundPage,
  next: string | undefined,
  fault: Fault,
): string | undefined {
  const cursor = Buffer.from(requested ?? matches.cursorTo(matches.start) ?? "", "base64url").toString();
  return fault.cursor === "samePage" ? Buffer.from(`${cursor}/${serial}`).toString("base64url") : next;
}
