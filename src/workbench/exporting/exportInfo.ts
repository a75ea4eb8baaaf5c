// Facts about an export for formats with room for them: which search, when it ran, what was left out.
import { runInfo } from "../../export/runInfo";
import type { ExportInfo } from "../../export/writeView";
import { isFiltered } from "../rowsOrder";
import type { RecordScope } from "../runActivity";
import { isOfManyRuns, type ExportHeader } from "./scopeView";

interface InfoRequest {
  readonly header: ExportHeader;
  readonly scope: RecordScope;
  /** Records that are written. */
  readonly records: number;
  /** Credits that the run cost; not told of records of many runs. */
  readonly credits: number;
  /** ms since 1970. */
  readonly now: number;
}

/** Labels are English in every language, like headers. */
export function exportInfo({ header, scope, records, credits, now }: InfoRequest): ExportInfo {
  return [
    ...(isOfManyRuns(header) ? ([["Records of", header.title]] as const) : runInfo(header, credits)),
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
