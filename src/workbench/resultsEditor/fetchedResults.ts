// Reads the content of a tab with records of many runs in their latest versions: the matches of a text, or a list.
import type { App } from "../../app/app";
import { rowsFound, rowsOfList, type RowSource } from "../../app/rowSource";
import { recordsText } from "../../runs/amounts";
import { recordKinds, type RecordKind } from "../../service/operations";
import { countText } from "../../text/numbers";
import { sandboxConnection } from "../connections/connectionStore";
import { kindLabel } from "../labels";
import type { FetchedAddress } from "./resultsAddress";
import type { TabResults } from "./resultsDesk";

interface FetchedRecords {
  readonly title: string;
  readonly counts: Readonly<Partial<Record<RecordKind, number>>>;
  /** There may be more records than counted: only the newest are counted. */
  readonly isCapped?: boolean;
  readonly sourceOf: (kind: RecordKind) => RowSource;
  readonly sentence: string;
  readonly noRows: string;
}

/**
 * No content if the list was deleted. `chosen` is the kind of record to show; if absent, the kind with the most
 * records.
 */
export async function readFetched(app: App, address: FetchedAddress, chosen: string | undefined): Promise<TabResults> {
  const found = await recordsAt(app, address);
  if (found === undefined) {
    return {};
  }
  const { title, counts, isCapped = false, sourceOf, sentence, noRows } = found;
  const kinds = recordKinds.map((kind) => ({ kind, count: counts[kind] ?? 0 })).filter(({ count }) => count > 0);
  const known =
    recordKinds.find((kind) => kind === chosen) ?? [...kinds].sort((one, other) => other.count - one.count)[0]?.kind;
  const kind = known ?? "company";
  const connections = await app.store.runs.connections();
  // All records ever fetched came from the sandbox.
  const synthetic = connections.length > 0 && connections.every(({ origin }) => origin === sandboxConnection.origin);
  const what = (count: number): string => (isCapped ? `${countText(count)} or more records` : recordsText(count));
  const isList = address.kind === "list";
  return {
    content: {
      subject: { ...sourceOf(kind), id: kind, synthetic, sentence, noRows },
      chosen: known,
      header: () => ({
        title,
        run: kind,
        runs: kinds.map((one) => ({ id: one.kind, when: kindLabel(one.kind), what: what(one.count) })),
        choosesKind: true,
        isList,
        canEditSearch: false,
        canRunAgain: false,
        canRename: isList,
      }),
    },
  };
}

async function recordsAt(app: App, address: FetchedAddress): Promise<FetchedRecords | undefined> {
  const { store } = app;
  switch (address.kind) {
    case "found": {
      const { text } = address;
      const { counts, isCapped } = await store.everything.search(text, 1);
      return {
        title: foundTitle(text),
        counts,
        isCapped,
        sourceOf: (kind) => rowsFound(text, kind, foundTitle(text)),
        sentence: "The latest values of everything you have fetched",
        noRows: nothingFoundText,
      };
    }
    case "list": {
      const list = await store.recordLists.get(address.list);
      return (
        list && {
          title: list.name,
          counts: list.counts,
          sourceOf: (kind) => rowsOfList(list, kind),
          sentence: "List with the latest values of its records",
          noRows: "This list is empty. Select records in any results, and add them to the list.",
        }
      );
    }
  }
}

export const nothingFoundText = "Nothing you have fetched contains these words.";
export const foundTitle = (text: string): string => `Everything fetched: ${text}`;
