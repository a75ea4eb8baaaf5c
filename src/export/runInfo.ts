// Facts about a run for formats with room for them, in English in every language like headers.
import { isSearch, type RunHeader } from "../runs/run";
import { describeSearch } from "../searches/describeSearch";
import { operations } from "../service/operations";
import type { ExportInfo } from "./writeView";

export function runInfo({ id, title, task, connection, startedAt }: RunHeader, credits: number): ExportInfo {
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
  ];
}
