// Opens the results of a run: in the tab of its search, or in a tab of its own.
import { commands, TabInputCustom, Uri, window, type Tab, type TextDocumentShowOptions } from "vscode";
import type { RecordKind } from "../../service/operations";
import type { RunPurpose } from "../../store/kinds";
import { editorIds, resultsScheme } from "../commandIds";
import { searchNameOfSource } from "../searchFiles/searchSource";
import {
  addressKey,
  readResultsUri,
  resultsName,
  searchResultsName,
  type FetchedAddress,
  type ResultsAddress,
  type RunsAddress,
} from "./resultsAddress";
import type { ResultsTabs } from "./resultsTabs";

/** Runs that belong to no search have no `purpose` and `source`. */
export interface RunToOpen {
  readonly id: string;
  readonly title: string;
  readonly purpose?: RunPurpose | undefined;
  readonly source?: string | undefined;
}

export interface OpenResultsOptions extends TextDocumentShowOptions {
  /** The number of records to show, if the run has more than were asked for. */
  readonly first?: number | undefined;
  /** The key of a record to show in the details. */
  readonly record?: number | undefined;
  /** Opens the tab without showing or focusing it. */
  readonly background?: boolean | undefined;
}

export const inBackground: OpenResultsOptions = { background: true, preserveFocus: true };

/** The address of the active tab; its label would change with the filters of an unsaved search. */
export function activePlace(): string {
  const { activeTab, viewColumn } = window.tabGroups.activeTabGroup;
  const { uri } = (activeTab?.input ?? {}) as { readonly uri?: Uri };
  return `${viewColumn} ${uri?.toString() ?? activeTab?.label}`;
}

/** Opens the results of a run, or reveals the tab that shows them. */
export type OpenResults = (run: RunToOpen, options?: OpenResultsOptions) => Promise<void>;

export function resultsOpener(shown: ResultsTabs): OpenResults {
  return async (run, { first, record, ...options } = {}) => {
    const address = addressOf(run);
    const title = address.kind === "search" ? searchNameOfSource(address.source) : run.title;
    if (address.kind === "search") {
      shown.show(address, { run: run.id, first, record });
    } else if (record !== undefined) {
      shown.show(address, { run: run.id, record });
    }
    await showTab(address, title, options);
  };
}

/** The kind of record to show, and the key of one to select. */
export interface FetchedChoice {
  readonly kind?: RecordKind | undefined;
  readonly key?: number | undefined;
}

/** Opens a tab with records of many runs, or reveals the open one. */
export type OpenFetched = (address: FetchedAddress, title: string, choice?: FetchedChoice) => Promise<void>;

export function fetchedOpener(shown: ResultsTabs): OpenFetched {
  return async (address, title, { kind, key } = {}) => {
    shown.show(address, { run: kind, record: key });
    await showTab(address, title);
  };
}

async function showTab(address: ResultsAddress, title: string, options: TextDocumentShowOptions = {}): Promise<void> {
  const open = tabsAt(address)[0];
  const uri = (open?.input as TabInputCustom | undefined)?.uri ?? resultsUri(address, title);
  await showResultsAt(uri, { ...(open !== undefined && { viewColumn: open.group.viewColumn }), ...options });
}

/** The address of the tab for a run. Counts are not shown in the tab of their search. */
function addressOf({ id, purpose, source }: RunToOpen): RunsAddress {
  return purpose === "search" && source !== undefined ? { kind: "search", source } : { kind: "run", run: id };
}

/** "Results: Makers", "Results: Makers · 12:04" for a run without a search, or the plain title of a list. */
export function tabName(address: ResultsAddress, title: string): string {
  switch (address.kind) {
    case "search":
      return `Results: ${searchResultsName(title)}`; // the tab of the search itself has the plain name
    case "run":
      return `Results: ${resultsName(address.run, title)}`;
    case "found":
    case "list":
      return searchResultsName(title);
  }
}

/** VS Code names a tab after the path of its address, until the tab has a title. */
const resultsUri = (address: ResultsAddress, title: string): Uri =>
  Uri.from({ scheme: resultsScheme, path: `/${tabName(address, title)}`, query: addressKey(address) });

export const searchResultsUri = (source: string, name: string): Uri => resultsUri({ kind: "search", source }, name);

/** The open tabs with this address, the active one of the active group first. */
export function tabsAt(address: ResultsAddress): readonly Tab[] {
  const key = addressKey(address);
  return resultsTabs()
    .filter(({ input }) => addressKey(readResultsUri((input as TabInputCustom).uri)) === key)
    .sort((one, other) => rank(other) - rank(one));
}

/** All results tabs that VS Code shows, including those that were not visible since the window opened. */
export function resultsTabs(): readonly Tab[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof TabInputCustom && input.uri.scheme === resultsScheme);
}

const rank = ({ isActive, group }: Tab): number => (group.isActive ? 2 : 0) + (isActive ? 1 : 0);

export async function showResultsAt(uri: Uri, options: TextDocumentShowOptions = {}): Promise<void> {
  await commands.executeCommand("vscode.openWith", uri, editorIds.results, { preview: false, ...options });
}
