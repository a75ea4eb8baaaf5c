// Reads what a tab with records of many runs can show: which kinds of record, and the view of each.
import { l10n } from "vscode";
import { rowsFound, rowsOfList, type RowSource } from "../../app/rowSource";
import { recordKinds, type RecordKind } from "../../service/operations";
import type { Store } from "../../store/client";
import { sandboxConnection } from "../connections/connectionStore";
import type { FetchedAddress } from "./resultsAddress";

export interface FetchedResults {
  readonly title: string;
  /** Those that have records. */
  readonly kinds: readonly { readonly kind: RecordKind; readonly count: number }[];
  /** There may be more than the counts say: only the newest records are counted. */
  readonly isCapped: boolean;
  readonly sourceOf: (kind: RecordKind) => RowSource;
  /** Everything that was ever fetched came from the sandbox. */
  readonly synthetic: boolean;
  readonly sentence: string;
  readonly noRows: string;
}

/** `undefined` if the list was deleted. */
export type ReadFetched = (address: FetchedAddress) => Promise<FetchedResults | undefined>;

export function fetchedReader(store: Pick<Store, "everything" | "recordLists" | "runs">): ReadFetched {
  return async (address) => {
    const connections = await store.runs.connections();
    const synthetic = connections.length > 0 && connections.every(({ origin }) => origin === sandboxConnection.origin);
    return address.kind === "found" ? found(address.text, synthetic) : listed(address.list, synthetic);
  };

  async function found(text: string, synthetic: boolean): Promise<FetchedResults> {
    const { counts, isCapped } = await store.everything.search(text, 1);
    return {
      title: foundTitle(text),
      kinds: kindsIn(counts),
      isCapped,
      sourceOf: (kind) => rowsFound(text, kind, foundTitle(text)),
      synthetic,
      sentence: l10n.t("The latest values of everything you have fetched"),
      noRows: nothingFoundText(),
    };
  }

  async function listed(list: string, synthetic: boolean): Promise<FetchedResults | undefined> {
    const found = await store.recordLists.get(list);
    return (
      found && {
        title: found.name,
        kinds: kindsIn(found.counts),
        isCapped: false,
        sourceOf: (kind) => rowsOfList(found, kind),
        synthetic,
        sentence: l10n.t("List with the latest values of its records"),
        noRows: l10n.t("This list is empty. Select records in any results, and add them to the list."),
      }
    );
  }
}

export const nothingFoundText = (): string => l10n.t("Nothing you have fetched contains these words.");
export const foundTitle = (text: string): string => l10n.t("Everything fetched: {0}", text);

const kindsIn = (counts: Readonly<Record<RecordKind, number>>): FetchedResults["kinds"] =>
  recordKinds.map((kind) => ({ kind, count: counts[kind] })).filter(({ count }) => count > 0);
