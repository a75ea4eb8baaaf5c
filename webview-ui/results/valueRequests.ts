// Asks the host for values of columns, and caches those of the most used ones.
import type { Ask } from "../messages/procedures";
import type { ResultsAnswers, ResultsProcedures, ResultsState, ShownValues } from "../messages/results";

/** Identifies the rows that are shown, and so the values that are counted. */
export const rowsOf = ({ view, header }: ResultsState): string =>
  `${header.run} ${header.comparedTo} ${view.revision} ${view.count}`;

export class ValueRequests {
  /** Values of the most used columns; the last ones stay until new ones arrive. */
  usual: readonly ShownValues[] | undefined;
  /** The records for which the usual columns were last requested. */
  #requested = { rows: "", revision: -1, isPending: false };

  constructor(private readonly ask: Ask<ResultsProcedures, ResultsAnswers>) {}

  /** Values of a column that contain a text; `undefined` if the host cannot reply. */
  async find(column: string, text: string): Promise<ShownValues | undefined> {
    return (await this.ask("getValues", { column, text }))?.[0];
  }

  /** Resolves to whether there are new ones. While a run adds records, one count finishes before the next starts. */
  async requestUsual(results: ResultsState, isOpen: boolean): Promise<boolean> {
    const { view } = results;
    // Closed filters only need values to name the chosen ones.
    const isNeeded = isOpen || (this.usual === undefined && view.columnFilters.some(({ kind }) => kind === "oneOf"));
    const [rows, { revision }] = [rowsOf(results), view];
    const before = this.#requested;
    if (!isNeeded || view.arranging || rows === before.rows || (before.isPending && revision === before.revision)) {
      return false;
    }
    const requested = { rows, revision, isPending: true };
    this.#requested = requested;
    const found = await this.ask("getValues", { text: "" });
    requested.isPending = false;
    if (requested !== this.#requested || found === undefined) {
      return false;
    }
    this.usual = found;
    return true;
  }
}
