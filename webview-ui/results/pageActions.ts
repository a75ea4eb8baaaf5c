// The actions that the parts of the results page call. The page's element implements them and passes itself to the
// parts.
import type { Ask, Send } from "../messages/procedures";
import type { ResultsAnswers, ResultsProcedures, ResultsState } from "../messages/results";
import type { RangeSums } from "./grid/rangeSums";
import type { ResultsPageState } from "./resultsPageState";

export interface PageActions {
  readonly page: ResultsPageState;
  /** The host's state. Parts are only shown when it exists. */
  readonly results: ResultsState;
  readonly send: Send<ResultsProcedures>;
  readonly ask: Ask<ResultsProcedures, ResultsAnswers>;
  /** The sums of the cells in the range. */
  sums: RangeSums | undefined;
  openColumnChooser(): void;
  /** Opens the filter of a column; `anchor` is its header in the page. */
  openColumnFilter(column: string, anchor: DOMRect, returnFocus: () => void): void;
  openDetails(): void;
  toggleDetails(): void;
  toggleFilters(): void;
  /** Shows these two or three rows beside each other. */
  compare(rows: readonly number[]): void;
  focusGrid(): void;
}
