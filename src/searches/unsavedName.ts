// The name of a search without a file: its filters in a few words, such as "VP or Head · Germany · 51–500".
import { filtersOf } from "../service/filterCatalogue";
import { describeItem } from "./describeSearch";
import { parseSearch } from "./parseSearch";
import type { SearchDocument } from "./searchDocument";

const namedFilters = 4;
const longestName = 60;
/** Longer texts get VS Code's name, because the name is computed whenever it is shown. */
const longestText = 20_000;

/** `undefined` for a search without included values, or for any other text. */
export function unsavedName(text: string): string | undefined {
  const { document } = text.length > longestText ? {} : parseSearch(text);
  return document === undefined ? undefined : filtersName(document);
}

/** The same for a document. */
export function filtersName({ search, filters }: SearchDocument): string | undefined {
  const named = filtersOf(search).filter(({ field }) => !field.endsWith("ids")); // ids mean nothing to people
  const parts = named.flatMap((definition) => {
    const [first, second, ...others] = (filters[definition.field] ?? [])
      .filter(({ exclude }) => exclude !== true)
      .map((item) => ("value" in item ? String(item.value) : describeItem(definition, item)));
    if (first === undefined) {
      return [];
    }
    if (second === undefined) {
      return [first];
    }
    return [others.length === 0 ? `${first} or ${second}` : `${first} +${others.length + 1}`];
  });
  const name = parts.slice(0, namedFilters).join(" · ");
  if (name === "") {
    return undefined;
  }
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}
