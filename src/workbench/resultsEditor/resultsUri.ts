// The addresses of results tabs. VS Code names a tab after the path of its address.
import { Uri } from "vscode";
import { resultsScheme } from "../commandIds";
import { addressKey, type FetchedAddress, type ResultsAddress } from "./resultsAddress";
import { resultsName, searchResultsName } from "./resultsName";

/** `prospect-run:/<title> · 12:04?<run id>` */
export const runResultsUri = (run: string, title: string): Uri =>
  resultsUri(resultsName(run, title), { kind: "run", run });

/** `prospect-run:/<name of the search>?search=<URI of the saved search>` */
export const searchResultsUri = (source: string, name: string): Uri =>
  resultsUri(searchResultsName(name), { kind: "search", source });

/** `prospect-run:/<title>?found=<text>`, `?list=<id>`, or `?news=<URI of the watch>` */
export const fetchedResultsUri = (address: FetchedAddress, title: string): Uri =>
  resultsUri(searchResultsName(title), address);

const resultsUri = (name: string, address: ResultsAddress): Uri =>
  Uri.from({ scheme: resultsScheme, path: `/${name}`, query: addressKey(address) });
