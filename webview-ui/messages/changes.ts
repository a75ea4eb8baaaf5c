// How records differ from another run, as values of a column. Without zod, so that the page can import it.

/** The column of the changes since another run. Its values are `RowChange`s. */
export const changeColumn = "change";

/** How a record differs from the run it is compared with. A record that is gone is only in the earlier run. */
export const rowChanges = ["new", "changed", "gone"] as const;
export type RowChange = (typeof rowChanges)[number];
