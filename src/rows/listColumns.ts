// The columns of people that were searched at a list of companies: which row of the list has led to a person. They are
// no part of the record; the store reads them.
import { column, type Column } from "./column";

const entryColumn = "list_entry";
const rowColumn = "list_row";

/** What the store reads for a column; `undefined` for columns of records. */
export const listValue = (id: string): "row" | "entry" | undefined =>
  id === rowColumn ? "row" : id === entryColumn ? "entry" : undefined;

export const listColumns: readonly Column[] = [
  column(rowColumn, "Company row", "number", () => undefined, { visible: true, width: 110 }),
  column(entryColumn, "Company in list", "text", () => undefined, { visible: true }),
];
