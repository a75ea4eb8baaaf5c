// Asks the host for the values of columns; each answer goes to the request it belongs to.
import type { ResultsInput, ResultsState, ResultsUpdates, ShownValues } from "../messages/results";

/** Finds values of a column that contain a text. Never resolves if the host cannot answer. */
export type FindValues = (column: string, text: string) => Promise<ShownValues | undefined>;

/** Changes with the rows that are shown, and so with what is counted. */
export const rowsOf = ({ view, header }: ResultsState): string =>
  `${header.run} ${header.comparedTo} ${view.revision} ${view.count}`;

export class ValueRequests {
  /** Of the usual columns. Those counted last stay until new ones are there. */
  usual: readonly ShownValues[] | undefined;
  #lastId = 0;
  /** Which records the usual columns were requested for last. */
  #requested = { id: 0, rows: "", revision: -1, isPending: false };
  readonly #waiting = new Map<number, (found: ShownValues | undefined) => void>();

  constructor(private readonly send: (request: ResultsInput<"getValues">) => void) {}

  readonly find: FindValues = (column, text) => {
    const id = (this.#lastId += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.send({ id, column, text });
    });
  };

  /** While a run adds records, one count is finished before the next starts. */
  requestUsual(results: ResultsState, isOpen: boolean): void {
    const { view } = results;
    // Closed filters are needed only to name the values that are chosen.
    const isNeeded = isOpen || (this.usual === undefined && view.columnFilters.some(({ kind }) => kind === "oneOf"));
    const [rows, { revision }] = [rowsOf(results), view];
    const before = this.#requested;
    if (isNeeded && !view.arranging && rows !== before.rows && !(before.isPending && revision === before.revision)) {
      this.#lastId += 1;
      this.#requested = { id: this.#lastId, rows, revision, isPending: true };
      this.send({ id: this.#lastId, text: "" });
    }
  }

  /** True for the newest answer about the usual columns. */
  receive({ id, columns }: ResultsUpdates["values"]): boolean {
    this.#waiting.get(id)?.(columns[0]);
    this.#waiting.delete(id);
    if (id !== this.#requested.id) {
      return false;
    }
    this.#requested.isPending = false;
    this.usual = columns;
    return true;
  }
}
