// What the address of a results tab says.

/** Which results a tab shows: the runs of one search in turn, always the same run, or records of many runs. */
export type ResultsAddress = RunsAddress | FetchedAddress;

export type RunsAddress =
  { readonly kind: "search"; readonly source: string } | { readonly kind: "run"; readonly run: string };

/** What a text finds in everything fetched, a list of records by its id, or the news of a watch by its URI. */
export type FetchedAddress =
  | { readonly kind: "found"; readonly text: string }
  | { readonly kind: "list"; readonly list: string }
  | { readonly kind: "news"; readonly watch: string };

const searchPrefix = "search=";
const foundPrefix = "found=";
const listPrefix = "list=";
const newsPrefix = "news=";

export const isFetchedAddress = (address: ResultsAddress): address is FetchedAddress =>
  address.kind === "found" || address.kind === "list" || address.kind === "news";

/** The query alone decides: the path is only a name. */
export function readResultsUri({ query }: { readonly query: string }): ResultsAddress {
  if (query.startsWith(searchPrefix)) {
    return { kind: "search", source: query.slice(searchPrefix.length) };
  }
  if (query.startsWith(foundPrefix)) {
    return { kind: "found", text: query.slice(foundPrefix.length) };
  }
  if (query.startsWith(newsPrefix)) {
    return { kind: "news", watch: query.slice(newsPrefix.length) };
  }
  return query.startsWith(listPrefix)
    ? { kind: "list", list: query.slice(listPrefix.length) }
    : { kind: "run", run: query };
}

/** The query of the address. Equal for addresses of the same results, whatever their tabs are named. */
export function addressKey(address: ResultsAddress): string {
  switch (address.kind) {
    case "search":
      return `${searchPrefix}${address.source}`;
    case "found":
      return `${foundPrefix}${address.text}`;
    case "list":
      return `${listPrefix}${address.list}`;
    case "news":
      return `${newsPrefix}${address.watch}`;
    case "run":
      return address.run;
  }
}
