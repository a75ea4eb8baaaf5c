// The text of a new saved search, laid out as the edits keep it: one item a line.
import type { SearchKind } from "../service/filterCatalogue";
import type { FilterItem } from "../service/requests";
import { addItems, applySearchEdits, setFetch } from "./searchEdits";
import { defaultRecords, type FetchSettings } from "./searchDocument";

/** A whole document ending in a line break. Filters keep the order given. */
export function newSearchText(
  kind: SearchKind,
  filters: Readonly<Record<string, readonly FilterItem[]>> = {},
  fetch: FetchSettings = { records: defaultRecords },
): string {
  let text = `{\n  "search": ${JSON.stringify(kind)},\n  "filters": {}\n}\n`;
  for (const [field, items] of Object.entries(filters)) {
    text = applySearchEdits(text, addItems(text, field, items));
  }
  return applySearchEdits(text, setFetch(text, fetch));
}
