// The text of a saved search as the page shows it, and the page's edits as changes of that text.
import { parse, type Edit } from "jsonc-parser/lib/esm/main.js";
import type { DocumentState, SearchEdit, ShownSearch, UnknownFilter } from "../../../webview-ui/messages/filterBuilder";
import { findItem } from "../../searches/filterItems";
import { parseSearch, type ParsedSearch } from "../../searches/parseSearch";
import { readSearchForm } from "../../searches/readSearchForm";
import { searchFileEnding, type SearchDocument, type SearchProblem } from "../../searches/searchDocument";
import { shownKey } from "../../searches/searchForm";
import { editsFor, type SearchChange } from "../../searches/searchEdits";

/** `fileName` is the last part of the document's path. */
export function documentState(fileName: string, text: string): DocumentState {
  const parsed = parseSearch(text);
  const { problems, unknownFields } = parsed;
  const shownProblems = problems.map(({ severity, message, offset, path }) => ({
    severity,
    message,
    offset,
    path,
    line: lineAt(text, offset),
  }));
  return {
    name: fileName.endsWith(searchFileEnding) ? fileName.slice(0, -searchFileEnding.length) : fileName,
    document: readSearchForm(text, parsed),
    problems: shownProblems,
    unknown: unknownFields.map((field) => unknownFilter(text, field, problems)),
  };
}

function unknownFilter(text: string, field: string, problems: readonly SearchProblem[]): UnknownFilter {
  const root: unknown = parse(text);
  const filters = isObject(root) && isObject(root["filters"]) ? root["filters"] : {};
  const problem = problems.find(({ path }) => path[0] === "filters" && path[1] === field);
  return { field, json: JSON.stringify(filters[field]) ?? "", offset: problem?.offset ?? 0 };
}

/** The text edits for an edit of the page; none when its item is gone. */
export function textEdits(text: string, edit: SearchEdit): Edit[] {
  const change = changeOf(text, edit);
  return change === undefined ? [] : editsFor(text, change);
}

function changeOf(text: string, edit: SearchEdit): SearchChange | undefined {
  switch (edit.kind) {
    case "addItems":
    case "removeFilter":
      return edit;
    case "setRecords":
      return { kind: "setFetch", settings: { records: edit.records ?? undefined } };
    case "setCredits":
      return { kind: "setFetch", settings: { credits: edit.credits ?? undefined } };
    case "setLeaveOutKnown":
      return { kind: "setFetch", settings: { leaveOutKnown: edit.leaveOutKnown ? true : undefined } };
    case "replaceItem":
    case "removeItem": {
      const index = findItem(readSearchForm(text)?.filters[edit.field] ?? [], edit.index, edit.was);
      return index === undefined ? undefined : { ...edit, index };
    }
  }
}

/** A search without errors. */
export type RunnableSearch = ParsedSearch & { readonly document: SearchDocument };

/** The search of a text if a page shows the same: it is valid, has the page's last edit, and nothing is uncommitted. */
export function searchAsShown(
  text: string,
  shown: ShownSearch,
  page: { readonly lastEdit: number; readonly uncommitted: readonly string[] },
): RunnableSearch | undefined {
  const { document, ...parsed } = parseSearch(text);
  const isSame =
    document !== undefined &&
    page.lastEdit === shown.serial &&
    page.uncommitted.length === 0 &&
    shownKey(document) === shown.shown;
  return isSame ? { ...parsed, document } : undefined;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/u).length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
