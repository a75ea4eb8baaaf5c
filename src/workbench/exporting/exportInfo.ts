// Facts about an export for formats with room for them: which search, when it ran, what was left out.
import type { ExportInfo } from "../../export/writeView";
import { isSearch, type RunHeader } from "../../runs/run";
import { describeSearch } from "../../searches/describeSearch";
import { operations } from "../../service/operations";
import { isFiltered } from "../resultsEditor/rowsOrder";
import type { RecordScope } from "../runActivity";

interface InfoRequest {
  readonly header: RunHeader;
  readonly scope: RecordScope;
  /** Records that are written. */
  readonly records: number;
  /** Credits that the run cost. */
  readonly credits: number;
  /** ms since 1970. */
  readonly now: number;
}

/** Labels are English in every language, like headers. */
export function exportInfo({ header, scope, records, credits, now }: InfoRequest): ExportInfo {
  const { id, title, task, connection, startedAt } = header;
  const filters = isSearch(task)
    ? describeSearch({ search: operations[task.kind].search, filters: task.filters, fetch: {} })
    : undefined;
  return [
    ["Search", title],
    ...(filters === undefined ? [] : ([["Filters", filters]] as const)),
    ["Service", connection.origin],
    ["Connection", connection.label],
    ["Run", id],
    ["Run started", new Date(startedAt)],
    ["Credits", credits],
    ["Exported", new Date(now)],
    ["Records", records],
    ["Selection", selectionText(scope)],
  ];
}

function selectionText(scope: RecordScope): string {
  switch (scope.kind) {
    case "selected":
      return "Selected records";
    case "filtered":
      return isFiltered(scope.shown) ? "Filtered records" : "All fetched records";
    default:
      return "All fetched records";
  }
}
