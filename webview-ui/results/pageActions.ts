// What the parts of the results page can do. The page's element implements it and passes itself to them.
import type { Ask, Send } from "../messages/procedures";
import type { ResultsAnswers, ResultsProcedures, ResultsState } from "../messages/results";
import type { RangeSums } from "./grid/rangeSums";
import type { ResultsPageState } from "./resultsPageState";

export interface PageActions {
  readonly page: ResultsPageState;
  /** The host's state: parts are only shown while there is one. */
  readonly results: ResultsState;
  readonly send: Send<ResultsProcedures>;
  readonly ask: Ask<ResultsProcedures, ResultsAnswers>;
  /** Of the cells in the range. */
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
