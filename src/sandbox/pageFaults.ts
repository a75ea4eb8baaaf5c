// What a fault changes in a reply with records: which records a page has, and its metadata.
import type { Matches } from "./database";
import type { Fault } from "./faults";

const isRepeated = ({ start }: Matches, { repeatPage }: Fault): boolean => repeatPage === true && start > 0;

/** The matches that a page returns: from index `from` up to, but not including, `to`. */
export function pageRange(matches: Matches, fault: Fault): { readonly from: number; readonly to: number } {
  const { start, limit, total } = matches;
  const from = isRepeated(matches, fault) ? Math.max(0, start - limit) : start;
  const end = isRepeated(matches, fault) ? start : start + limit;
  return { from, to: Math.min(Math.max(end + (fault.longBy ?? 0) - (fault.shortBy ?? 0), from), total) };
}

/** `metadata.total`; `applied` counts the calls that this fault has applied to. */
export function reportedTotal(total: number, fault: Fault, applied: number): unknown {
  const reported = fault.total;
  if (reported === undefined) return total;
  if (reported === "missing") return undefined;
  return reported !== null && typeof reported === "object"
    ? Math.max(0, total - reported.shrinkBy * applied)
    : reported;
}

export interface PageEnd {
  readonly matches: Matches;
  /** Index of the match after the page. */
  readonly end: number;
  /** The cursor in the request. */
  readonly requested: string | undefined;
  /** A different number for each page, so that cursors to one place can differ. */
  readonly serial: number;
}

/** `metadata.search_after`; `undefined` leaves it out. */
export function reportedCursor({ matches, end, requested, serial }: PageEnd, fault: Fault): string | null | undefined {
  const next = isRepeated(matches, fault) ? matches.cursorTo(matches.start, serial) : matches.cursorTo(end);
  switch (fault.cursor) {
    case undefined:
      return next;
    case "missing":
      return undefined;
    case "null":
      return null;
    case "blank":
      return "";
    case "same":
      return requested ?? next;
    case "samePage":
      return matches.cursorTo(matches.start, serial);
    case "emptyPage":
      return matches.cursorTo("emptyPage", serial);
    case "refused":
      return `refused-${serial}`;
  }
}

/** The reply's list; `undefined` leaves it out. */
export function reportedList(
  records: readonly object[],
  { list, blankIds = 0 }: Fault,
): readonly object[] | null | undefined {
  if (list === "missing") return undefined;
  if (list === "null") return null;
  return blankIds === 0 ? records : records.map((record, index) => (index < blankIds ? { ...record, id: "" } : record));
}
