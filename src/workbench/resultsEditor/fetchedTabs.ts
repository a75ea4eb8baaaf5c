// Opens tabs with records of many runs, and tells the open ones what to show.
import type { TabInputCustom } from "vscode";
import type { RecordKind } from "../../service/operations";
import type { FetchedRecords } from "../runActivity";
import { showResultsAt, tabsAt } from "./openResults";
import { addressKey, type FetchedAddress } from "./resultsAddress";
import type { ResultsTabState } from "./resultsTabs";
import { fetchedResultsUri } from "./resultsUri";

/** The kind of record to show, and the key of one to select. */
export interface FetchedChoice {
  readonly kind?: RecordKind | undefined;
  readonly key?: number | undefined;
}

/** What a tab shows, for commands that act on it. */
export interface ShownFetched {
  readonly records: FetchedRecords;
  readonly state: ResultsTabState;
}

interface OpenTab {
  readonly address: FetchedAddress;
  readonly show: (choice: FetchedChoice) => void;
  readonly isVisible: () => boolean;
  readonly isActive: () => boolean;
  /** `undefined` until its records are read, and after its list was deleted. */
  readonly shown: () => ShownFetched | undefined;
}

export class FetchedTabs {
  readonly #tabs = new Set<OpenTab>();
  /** For tabs that are about to be opened, by their address. */
  readonly #choices = new Map<string, FetchedChoice>();

  /** Call the returned function when the tab is closed. */
  add(tab: OpenTab): () => void {
    this.#tabs.add(tab);
    return () => void this.#tabs.delete(tab);
  }

  /** What the tab at this address, just opened, is to show. */
  takeChoice(address: FetchedAddress): FetchedChoice | undefined {
    const choice = this.#choices.get(addressKey(address));
    this.#choices.delete(addressKey(address));
    return choice;
  }

  /** What the tab at this address shows; if there are several, the active one. */
  shownAt(address: FetchedAddress): ShownFetched | undefined {
    const tabs = [...this.#tabs].filter((tab) => addressKey(tab.address) === addressKey(address));
    return (tabs.find((tab) => tab.isActive()) ?? tabs.find((tab) => tab.isVisible()) ?? tabs[0])?.shown();
  }

  /** The address of the visible tabs; `undefined` if they have several. */
  visible(): FetchedAddress | undefined {
    const [first, ...others] = [...this.#tabs].filter((tab) => tab.isVisible()).map(({ address }) => address);
    return others.every((other) => first !== undefined && addressKey(other) === addressKey(first)) ? first : undefined;
  }

  /** Opens a tab, or reveals the one that is open. */
  readonly open = async (address: FetchedAddress, title: string, choice: FetchedChoice = {}): Promise<void> => {
    const key = addressKey(address);
    const shown = [...this.#tabs].filter((tab) => addressKey(tab.address) === key);
    // A tab that was not visible since the window was opened reads it when it is resolved.
    if (shown.length === 0) {
      this.#choices.set(key, choice);
    }
    shown.forEach((tab) => tab.show(choice));
    const open = tabsAt(address)[0];
    const uri = (open?.input as TabInputCustom | undefined)?.uri ?? fetchedResultsUri(address, title);
    await showResultsAt(uri, open === undefined ? {} : { viewColumn: open.group.viewColumn });
  };
}
