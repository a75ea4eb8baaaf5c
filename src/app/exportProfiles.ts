// The column profiles that the user has made: in the saved search of the records, and for all searches.
import { parseProfile, sameProfileName, type ColumnProfile } from "../searches/columnProfiles";
import type { SearchDocument } from "../searches/searchDocument";
import type { RecordKind } from "../service/operations";
import type { App } from "./app";
import type { RowSource } from "./rowSource";

export interface OwnProfiles {
  readonly thisSearch: readonly ColumnProfile[];
  /** Sorted by name, without those that the search replaces or that cannot be read, such as of a later version. */
  readonly everySearch: readonly ColumnProfile[];
}

export const recordKindOfSearch: Readonly<Record<SearchDocument["search"], RecordKind>> = {
  company: "company",
  people: "person",
};

/** `search`: that of the records, where they do not exist yet. */
export async function ownProfiles(
  { store, searchAt }: App,
  { recordKind, run }: Pick<RowSource, "recordKind" | "run">,
  search?: SearchDocument,
): Promise<OwnProfiles> {
  const document = search ?? (await searchAt(run?.header.source));
  // The file may search for another kind of record by now.
  const isOfKind = document !== undefined && recordKindOfSearch[document.search] === recordKind;
  const thisSearch = isOfKind ? (document.export?.profiles ?? []) : [];
  const everySearch = (await store.profiles.columnProfiles(recordKind))
    .map(parseProfile)
    .flatMap((parsed) => (parsed.ok ? [parsed.profile] : []))
    .filter(({ name }) => !thisSearch.some((one) => sameProfileName(one.name, name)))
    .sort((a, b) => a.name.localeCompare(b.name));
  return { thisSearch, everySearch };
}
