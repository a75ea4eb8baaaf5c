// The text of a saved search as the page shows it, and the page's edits as text edits.
import type { Edit } from "jsonc-parser/lib/esm/main.js";
import type { DocumentState, SearchEdit, UnknownFilter } from "../../../webview-ui/messages/filterBuilder";
import { findItem } from "../../searches/filterItems";
import { parseSearch } from "../../searches/parseSearch";
import { readSearchForm } from "../../searches/readSearchForm";
import type { SearchProblem } from "../../searches/searchDocument";
import { editsFor, type SearchChange } from "../../searches/searchEdits";
import { findList } from "../../searches/searchForm";

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

/** Unknown fields are only read from strict JSON. */
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

/** An edit from the page, or from the host, where files are chosen. */
export type DocumentEdit = SearchEdit | Extract<SearchChange, { readonly kind: "addLists" }>;

/** The text edits for an edit; none if its item no longer exists. */
export function textEdits(text: string, edit: DocumentEdit): Edit[] {
  const change = changeOf(text, edit);
  return change === undefined ? [] : editsFor(text, change);
}

function changeOf(text: string, edit: DocumentEdit): SearchChange | undefined {
  switch (edit.kind) {
    case "removeList": {
      const index = findList(readSearchForm(text)?.leaveOut ?? [], edit.index, edit.source);
      return index === undefined ? undefined : { kind: "removeList", index };
    }
    case "replaceItem":
    case "removeItem": {
      const index = findItem(readSearchForm(text)?.filters[edit.field] ?? [], edit.index, edit.was);
      return index === undefined ? undefined : { ...edit, index };
    }
    default:
      return edit;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
