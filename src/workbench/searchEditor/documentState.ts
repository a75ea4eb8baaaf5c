// The text of a saved search as the page shows it, and the page's edits as changes of that text.
import type { Edit } from "jsonc-parser/lib/esm/main.js";
import type { DocumentState, SearchEdit, ShownSearch, UnknownFilter } from "../../../webview-ui/messages/filterBuilder";
import { findItem } from "../../searches/filterItems";
import { parseSearch, type ParsedSearch } from "../../searches/parseSearch";
import { readSearchForm } from "../../searches/readSearchForm";
import type { SearchDocument, SearchProblem } from "../../searches/searchDocument";
import { newSearchText, editsFor, type SearchChange } from "../../searches/searchEdits";
import { findList, shownKey } from "../../searches/searchForm";
import { filterOf } from "../../service/filterCatalogue";
import type { FilterItem } from "../../service/requests";

export function documentState(name: string, text: string): DocumentState {
  const parsed = parseSearch(text);
  const { problems, unknownFields } = parsed;
  let line = 1;
  let from = 0;
  const shownProblems = problems.map(({ severity, message, offset, path }) => {
    line += text.slice(from, offset).match(/\r\n?|\n/g)?.length ?? 0;
    from = offset;
    return { severity, message, offset, path, line };
  });
  return {
    name,
    document: readSearchForm(text, parsed),
    problems: shownProblems,
    unknown: unknownFields.length === 0 ? [] : unknownFilters(text, unknownFields, problems),
  };
}

/** Only strict JSON has unknown fields: other texts are not read that far. */
function unknownFilters(
  text: string,
  fields: readonly string[],
  problems: readonly SearchProblem[],
): readonly UnknownFilter[] {
  const root: unknown = JSON.parse(text);
  const filters = isObject(root) && isObject(root["filters"]) ? root["filters"] : {};
  return fields.map((field) => {
    const problem = problems.find(({ path }) => path[0] === "filters" && path[1] === field);
    return { field, json: JSON.stringify(filters[field]) ?? "", offset: problem?.offset ?? 0 };
  });
}

/** An edit of the page, or of the host for it: files are chosen there. */
export type DocumentEdit = SearchEdit | Extract<SearchChange, { readonly kind: "addLists" }>;

/** The text edits for an edit; none when its item is gone. */
export function textEdits(text: string, edit: DocumentEdit): Edit[] {
  const change = changeOf(text, edit);
  return change === undefined ? [] : editsFor(text, change);
}

function changeOf(text: string, edit: DocumentEdit): SearchChange | undefined {
  switch (edit.kind) {
    case "addLists":
    case "removeFilter":
      return edit;
    case "addItems":
      return canContain(text, edit.field, edit.items) ? edit : undefined;
    case "setRecords":
      return { kind: "setFetch", settings: { records: edit.records ?? undefined } };
    case "setCredits":
      return { kind: "setFetch", settings: { credits: edit.credits ?? undefined } };
    case "setLeaveOutKnown":
      return { kind: "setFetch", settings: { leaveOutKnown: edit.leaveOutKnown ? true : undefined } };
    case "removeList": {
      const index = findList(readSearchForm(text)?.leaveOut ?? [], edit.index, edit.source);
      return index === undefined ? undefined : { kind: "removeList", index };
    }
    case "replaceItem":
    case "removeItem": {
      if (edit.kind === "replaceItem" && !canContain(text, edit.field, [edit.item], edit.was)) {
        return undefined;
      }
      const index = findItem(readSearchForm(text)?.filters[edit.field] ?? [], edit.index, edit.was);
      return index === undefined ? undefined : { ...edit, index };
    }
  }
}

/**
 * Whether the search of this text has such a filter, and these items are valid in it: pages show foreign data. Numbers
 * outside of the filter's bounds may stay, because a text can contain them.
 */
function canContain(text: string, field: string, items: readonly FilterItem[], was: object = {}): boolean {
  const search = readSearchForm(text)?.search;
  const definition = search && filterOf(search, field);
  if (search === undefined || definition === undefined) {
    return false;
  }
  const { min, max } = definition.bounds ?? { min: -Infinity, max: Infinity };
  const before: readonly unknown[] = Object.values(was);
  const numbers = items.flatMap((item) => Object.values(item)).filter((value) => typeof value === "number");
  if (numbers.some((number) => (number < min || number > max) && !before.includes(number))) {
    return false;
  }
  const { problems } = parseSearch(newSearchText(search, { [field]: items }));
  return problems.every(({ severity }) => severity !== "error");
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
