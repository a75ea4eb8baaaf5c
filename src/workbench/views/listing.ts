// The rows of a view, read before the tree is told of a change: while a tree waits for its rows, their menus have
// nothing to act on.

export interface Listing<Row> {
  /** What was read last; read now when nothing was yet. */
  rows(): Promise<readonly Row[]>;
  /** Reads anew and then tells. Of several readings under way only the one begun last counts. */
  reread(): Promise<void>;
}

export function createListing<Row>(list: () => Promise<readonly Row[]>, tell: () => void): Listing<Row> {
  let known: readonly Row[] | undefined;
  let readings = 0;
  return {
    rows: async () => known ?? (await list()),
    async reread() {
      readings += 1;
      const number = readings;
      const found = await list();
      if (number === readings) {
        known = found;
        tell();
      }
    },
  };
}
