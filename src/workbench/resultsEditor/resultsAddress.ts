// What the address of a results tab says.

/** Which results a tab shows: the runs of one search in turn, or always the same run. */
export type ResultsAddress =
  { readonly kind: "search"; readonly source: string } | { readonly kind: "run"; readonly run: string };

const searchPrefix = "search=";

/** The query alone decides: the path is only a name. */
export function readResultsUri({ query }: { readonly query: string }): ResultsAddress {
  return query.startsWith(searchPrefix)
    ? { kind: "search", source: query.slice(searchPrefix.length) }
    : { kind: "run", run: query };
}

/** The query of the address. Equal for addresses of the same results, whatever their tabs are named. */
export const addressKey = (address: ResultsAddress): string =>
  address.kind === "search" ? `${searchPrefix}${address.source}` : address.run;
