// What a fault changes in a reply with records: which records a page has, and its metadata.
import { cursorAfter, type Matches } from "../../src/sandbox/database";
import { jsonReply } from "../../src/sandbox/replies";
import { listFields } from "../../src/service/operations";
import type { HttpReply } from "../../src/service/wire";
import type { Fault } from "./faults";
import { reportCredits, type ReportedCredits } from "./prices";

const isRepeated = ({ start }: Matches, { repeatPage }: Fault): boolean => repeatPage === true && start > 0;

/** The matches that a page returns: from index `from` up to, but not including, `to`. */
export function pageRange(matches: Matches, fault: Fault): { readonly from: number; readonly to: number } {
  const { start, limit, total } = matches;
  const from = isRepeated(matches, fault) ? Math.max(0, start - limit) : start;
  const end = isRepeated(matches, fault) ? start : start + limit;
  return { from, to: Math.min(Math.max(end + (fault.longBy ?? 0) - (fault.shortBy ?? 0), from), total) };
}

/** The page of a search, before it is changed. */
export interface FoundPage {
  readonly matches: Matches;
  readonly kind: "company" | "people";
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
  credits: ReportedCredits | undefined,
  page: FoundPage | undefined,
): HttpReply {
  const body = JSON.parse(Buffer.from(reply.body).toString()) as Record<string, unknown>;
  const { metadata } = body as { readonly metadata?: { readonly credits: number; readonly search_after?: string } };
  const field = Object.values(listFields).find((name) => name in body);
  if (metadata === undefined || field === undefined) {
    return reply;
  }
  const reported = { ...metadata, credits: reportCredits(metadata.credits, credits) };
  const ofPage = page && {
    total: reportedTotal(page.matches.total, fault, applied),
    search_after: reportedCursor(page, metadata.search_after, fault),
  };
  const list = reportedList(body[field] as readonly object[], fault);
  return {
    ...jsonReply(reply.status, { [field]: list, metadata: { ...reported, ...ofPage } }),
    headers: reply.headers,
  };
}

function reportedTotal(total: number, fault: Fault, applied: number): unknown {
  const reported = fault.total;
  if (reported === undefined) return total;
  if (reported === "missing") return undefined;
  return reported !== null && typeof reported === "object"
    ? Math.max(0, total - reported.shrinkBy * applied)
    : reported;
}

/** Behind every record. */
const lastPosition = 999_999_999;

/** Another text for the same place. */
const renamed = (cursor: string, serial: number): string =>
  Buffer.from(`${Buffer.from(cursor, "base64url").toString()}/${serial}`).toString("base64url");

function reportedCursor(
  { matches, kind, requested, serial }: FoundPage,
  next: string | undefined,
  fault: Fault,
): string | null | undefined {
  const samePage = renamed(requested ?? matches.cursorTo(matches.start) ?? "", serial);
  const following = isRepeated(matches, fault) ? samePage : next;
  switch (fault.cursor) {
    case undefined:
      return following;
    case "missing":
      return undefined;
    case "null":
      return null;
    case "blank":
      return "";
    case "same":
      return requested ?? following;
    case "samePage":
      return samePage;
    case "emptyPage":
      return renamed(cursorAfter(kind, lastPosition), serial);
    case "refused":
      return `refused-${serial}`;
  }
}

function reportedList(records: readonly object[], { list, blankIds = 0 }: Fault): readonly object[] | null | undefined {
  if (list === "missing") return undefined;
  if (list === "null") return null;
  return blankIds === 0 ? records : records.map((record, index) => (index < blankIds ? { ...record, id: "" } : record));
}
