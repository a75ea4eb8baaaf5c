// The addresses of results tabs. VS Code names a tab after the path of its address.
import { Uri } from "vscode";
import { resultsScheme } from "../commandIds";
import { resultsName, searchResultsName } from "./resultsName";

/** Which results a tab shows: the runs of one search in turn, or always the same run. */
export type ResultsAddress =
  { readonly kind: "search"; readonly source: string } | { readonly kind: "run"; readonly run: string };

const searchPrefix = "search=";

/** `prospect-run:/<title> · 12:04?<run id>` */
export function runResultsUri(runId: string, title: string): Uri {
  return Uri.from({ scheme: resultsScheme, path: `/${resultsName(runId, title)}`, query: runId });
}

/** `prospect-run:/<name of the search>?search=<URI of the saved search>` */
export function searchResultsUri(source: string, name: string): Uri {
  return Uri.from({ scheme: resultsScheme, path: `/${searchResultsName(name)}`, query: `${searchPrefix}${source}` });
}

/** The query alone decides: the path is only a name. */
export function readResultsUri({ query }: Pick<Uri, "query">): ResultsAddress {
  return query.startsWith(searchPrefix)
    ? { kind: "search", source: query.slice(searchPrefix.length) }
    : { kind: "run", run: query };
}

/** Equal for addresses of the same results, whatever their tabs are named. */
export const addressKey = (address: ResultsAddress): string =>
  address.kind === "search" ? `${searchPrefix}${address.source}` : address.run;
