// What a results page shows of its rows: how many there are, and how they are sorted, filtered and selected.
import type { ViewState } from "../../../webview-ui/messages/results";
import type { ResultsRows } from "./resultsRows";

export function viewState(
  { count, records, leftOut, order }: Pick<ResultsRows, "count" | "records" | "leftOut" | "order">,
  more: Pick<ViewState, "revision" | "arranging" | "selection">,
): ViewState {
  const { sort, filter, columnFilters = [], quick = [] } = order;
  return { ...more, count, records, leftOut, sort, filter, columnFilters, quick };
}
