// What the templates of the page around the grid are made from.
import type { Send } from "../messages/procedures";
import type { ResultsProcedures, ResultsState } from "../messages/results";
import type { RangeSums } from "./grid/rangeSums";
import type { ResultsPageState } from "./resultsPageState";

export interface TemplateInput {
  readonly page: ResultsPageState;
  readonly results: ResultsState;
  /** Of the cells in the range. */
  readonly sums: RangeSums | undefined;
  readonly send: Send<ResultsProcedures>;
  openColumnChooser(): void;
  toggleDetails(): void;
  toggleFilters(): void;
  focusGrid(): void;
}
