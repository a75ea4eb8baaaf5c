// The saved-search text as the page shows it, and the page's edits as changes of that text. Knows nothing of VS Code.
import { parse } from "jsonc-parser/lib/esm/main.js";
import type {
  BuilderMessage,
  DocumentState,
  SearchEdit,
  UnknownFilter,
} from "../../../webview-ui/messages/filterBuilder";
import { itemKey, itemPlace } from "../../searches/filterItems";
import { parseSearch, type ParsedSearch } from "../../searches/parseSearch";
import { readSearchForm } from "../../searches/readSearchForm";
import { searchFileEnding, type SearchDocument, type SearchProblem } from "../../searches/searchDocument";
import { shownKey } from "../../searches/searchForm";
import { editsFor, type SearchChange, type SearchTextEdit } from "../../searches/searchEdits";

/** Everything the page needs to show a text. `fileName` is the last part of the document's path. */
export function documentState(fileName: string, text: string): DocumentState {
  const parsed = parseSearch(text);
  const { problems, unknownFields } = parsed;
  const shown = problems.map(({ severity, message, offset, path }) => ({
    severity,
    message,
    offset,
    path,
    line: lineAt(text, offset),
  }));
  return {
    name: fileName.endsWith(searchFileEnding) ? fileName.slice(0, -searchFileEnding.length) : fileName,
    document: readSearchForm(text, parsed),
    problems: shown,
    unknown: unknownFields.map((field) => unknownFilter(text, field, problems)),
  };
}

function unknownFilter(text: string, field: string, problems: readonly SearchProblem[]): UnknownFilter {
  const whole: unknown = parse(text);
  const filters = isObject(whole) && isObject(whole["filters"]) ? whole["filters"] : {};
  const problem = problems.find(({ path }) => path[0] === "filters" && path[1] === field);
  return { field, json: JSON.stringify(filters[field]) ?? "", offset: problem?.offset ?? 0 };
}

/** The edits of the text that do what the page asks, or none when what it speaks of is not there any more. */
export function textEdits(text: string, edit: SearchEdit): readonly SearchTextEdit[] {
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
      const index = itemPlace(readSearchForm(text)?.filters[edit.field] ?? [], edit.index, edit.was);
      return index === undefined ? undefined : { ...edit, index };
    }
  }
}

/** What a page says when it asks for a run or a count. */
export type ShownOnPage = Extract<BuilderMessage, { readonly type: "run" | "count" }>;

/** A search without an error. */
export type RunnableSearch = ParsedSearch & { readonly document: SearchDocument };

/**
 * The search of a text, if it is the one that a page shows: valid, with each of the page's `edits`, and with nothing
 * `unsettled` in the page.
 */
export function searchAsShown(
  text: string,
  message: ShownOnPage,
  page: { readonly edits: number; readonly unsettled: readonly string[] },
): RunnableSearch | undefined {
  const { document, ...parsed } = parseSearch(text);
  const isShown =
    document !== undefined &&
    page.edits === message.serial &&
    page.unsettled.length === 0 &&
    shownKey(document) === message.shown;
  return isShown ? { ...parsed, document } : undefined;
}

/** Equal for two documents that find the same, whatever they fetch of it. */
export function filtersKey(document: Pick<SearchDocument, "search" | "filters">): string {
  const used = Object.entries(document.filters).filter(([, items]) => items.length > 0);
  return JSON.stringify([
    document.search,
    used.map(([field, items]) => [field, items.map(itemKey).sort()] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/u).length;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
