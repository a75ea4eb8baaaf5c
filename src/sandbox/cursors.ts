// Cursors: opaque texts that name a position in the order of records. They never expire.
import type { SearchKind } from "../service/filterCatalogue";
import { mix } from "./random";

const mark = (kind: SearchKind, position: number): string => mix(7, kind === "company" ? 1 : 2, position).toString(36);

/** The cursor behind the record at `position`, or before the first record for -1, whatever the filters are. */
export function cursorAfter(kind: SearchKind, position: number): string {
  return Buffer.from(`${kind}/${position}/${mark(kind, position)}`).toString("base64url");
}

/** The position before a cursor's page; `undefined` when the text is not a cursor of this search. */
export function positionOf(kind: SearchKind, cursor: string): number | undefined {
  const [name, digits = "", check] = Buffer.from(cursor, "base64url").toString("latin1").split("/");
  const position = Number(digits);
  return name === kind && /^(?:-1|\d{1,9})$/.test(digits) && check === mark(kind, position) ? position : undefined;
}
