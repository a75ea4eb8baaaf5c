// Whether a page of a search or look-up is all that the interface says of it (interface, "Endpoints" 1 to 4).
import { isJsonObject, parseJsonObject, structureOf, type JsonObject } from "./jsonReply";
import { recordGuards } from "./recordGuards";
import type { HttpReply } from "./wire";

/** The kinds of record that come in pages. */
export type PageKind = "company" | "person";

/** A page's list; one that is null or missing is empty, provided that `metadata` shows the reply to be a page at all. */
export function listOf(kind: PageKind, page: JsonObject): readonly unknown[] | undefined {
  const list = page[kind === "company" ? "companies" : "people"] ?? (isJsonObject(page["metadata"]) ? [] : undefined);
  return Array.isArray(list) ? list : undefined;
}

/**
 * Whether a page is as the interface describes it, each of its records too. When not, or when it is no page at all, whoever
 * asks reads it to learn what is odd.
 */
export function isSoundPage(kind: PageKind, reply: Pick<HttpReply, "headers" | "body">): boolean {
  const parsed = parseJsonObject(reply, structureOf);
  return parsed.ok && listOf(kind, parsed.value)?.every(recordGuards[kind]) === true;
}
