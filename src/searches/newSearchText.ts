// The text of a new saved search, laid out as later edits keep it: one item per line.
import { applyEdits } from "jsonc-parser/lib/esm/main.js";
import type { SearchKind } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import { editsFor } from "./searchEdits";
import { defaultRecords, type FetchSettings } from "./searchDocument";

/** A whole document ending in a line break. Filters keep the order given. */
export function newSearchText(
  kind: SearchKind,
  filters: Readonly<Record<string, readonly FilterItem[]>> = {},
  fetch: FetchSettings = { records: defaultRecords },
): string {
  let text = `{\n  "search": ${JSON.stringify(kind)},\n  "filters": {}\n}\n`;
  for (const [field, items] of Object.entries(filters)) {
    text = applyEdits(text, editsFor(text, { kind: "addItems", field, items }));
  }
  return applyEdits(text, editsFor(text, { kind: "setFetch", settings: fetch }));
}
