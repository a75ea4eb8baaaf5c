// Asks the host to count the facets whenever the records are others.
import type { ResultsState, ResultsUpdates, ShownFacet } from "../messages/results";

export class FacetRequests {
  /** The counts shown last stay until new ones are there. */
  counts: readonly ShownFacet[] | undefined;
  #lastId = 0;
  /** Which records were requested last. */
  #requested = { rows: "", counted: "", isPending: false };

  constructor(private readonly send: (id: number) => void) {}

  /** While a run adds records, one count is finished before the next starts. */
  request({ view, header }: ResultsState, isOpen: boolean): void {
    // Closed facets are needed only to name the filters that they are.
    const isNeeded = isOpen || view.facets.some(({ id }) => this.counts?.some((facet) => facet.id === id) !== true);
    const rows = `${header.run} ${header.comparedTo} ${view.revision}`;
    const counted = `${rows} ${view.count}`;
    const { rows: before, counted: countedBefore, isPending } = this.#requested;
    if (isNeeded && !view.arranging && counted !== countedBefore && !(isPending && rows === before)) {
      this.#requested = { rows, counted, isPending: true };
      this.#lastId += 1;
      this.send(this.#lastId);
    }
  }

  /** False for an answer that is not the newest. */
  receive({ id, facets }: ResultsUpdates["facets"]): boolean {
    if (id !== this.#lastId) {
      return false;
    }
    this.#requested.isPending = false;
    this.counts = facets;
    return true;
  }
}
