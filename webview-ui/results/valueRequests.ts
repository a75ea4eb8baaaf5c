// Asks the host for the values of columns, and keeps those of the usual ones.
import type { Ask } from "../messages/procedures";
import type { ResultsAnswers, ResultsProcedures, ResultsState, ShownValues } from "../messages/results";

/** Changes with the rows that are shown, and so with what is counted. */
export const rowsOf = ({ view, header }: ResultsState): string =>
  `${header.run} ${header.comparedTo} ${view.revision} ${view.count}`;

export class ValueRequests {
  /** Of the usual columns. Those counted last stay until new ones are there. */
  usual: readonly ShownValues[] | undefined;
  /** Which records the usual columns were requested for last. */
  #requested = { rows: "", revision: -1, isPending: false };

  constructor(private readonly ask: Ask<ResultsProcedures, ResultsAnswers>) {}

  /** Values of a column that contain a text; `undefined` if the host cannot answer. */
  async find(column: string, text: string): Promise<ShownValues | undefined> {
    return (await this.ask("getValues", { column, text }))?.[0];
  }

  /** Resolves to whether there are new ones. While a run adds records, one count is finished before the next starts. */
  async requestUsual(results: ResultsState, isOpen: boolean): Promise<boolean> {
    const { view } = results;
    // Closed filters are needed only to name the values that are chosen.
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
