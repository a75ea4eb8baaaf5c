// Reads what a tab with records of many runs can show: which kinds of record, and the view of each.
import { l10n, Uri } from "vscode";
import type { App } from "../../app/app";
import { withView } from "../../app/readRecords";
import { readWatch } from "../../app/readWatch";
import { rowsFound, rowsOfList, type RowSource } from "../../app/rowSource";
import { rowsOfNews } from "../../app/watchNews";
import { recordKinds, type RecordKind } from "../../service/operations";
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

/** `undefined` if the list was deleted. Rejects with a `Refusal` for a watch that cannot be read. */
export async function readFetched(app: App, address: FetchedAddress): Promise<FetchedResults | undefined> {
  const connections = await app.store.runs.connections();
  const synthetic = connections.length > 0 && connections.every(({ origin }) => origin === sandboxConnection.origin);
  switch (address.kind) {
    case "found":
      return found(app, address.text, synthetic);
    case "list":
      return listed(app, address.list, synthetic);
    case "news":
      return news(app, address.watch, synthetic);
  }
}

async function news(app: App, watch: string, synthetic: boolean): Promise<FetchedResults> {
  const source = await rowsOfNews(app, await readWatch(app, Uri.parse(watch, true).fsPath));
  const order = { columns: [], now: app.clock.now() };
  const count = await withView(app, { source, order }, async (view) => view.count);
  return {
    title: newsTitle(source.title),
    kinds: [{ kind: source.recordKind, count }],
    isCapped: false,
    sourceOf: () => source,
    synthetic,
    sentence: l10n.t("What changed since the first refresh, the latest first"),
    noRows: l10n.t("Nothing has changed since the first refresh."),
  };
}

async function found({ store }: App, text: string, synthetic: boolean): Promise<FetchedResults> {
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

async function listed({ store }: App, list: string, synthetic: boolean): Promise<FetchedResults | undefined> {
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

export const newsTitle = (watch: string): string => l10n.t("News: {0}", watch);
export const nothingFoundText = (): string => l10n.t("Nothing you have fetched contains these words.");
export const foundTitle = (text: string): string => l10n.t("Everything fetched: {0}", text);

const kindsIn = (counts: Readonly<Record<RecordKind, number>>): FetchedResults["kinds"] =>
  recordKinds.map((kind) => ({ kind, count: counts[kind] })).filter(({ count }) => count > 0);
