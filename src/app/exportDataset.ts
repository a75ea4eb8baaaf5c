// Writes everything fetched into a folder, as a dataset that other programs read.
import * as l10n from "@vscode/l10n";
import type { WrittenDataset } from "../export/dataset";
import { countText } from "../language/language";
import { recordsText, runsText } from "../runs/amounts";
import type { NamedLeaveOutList } from "../store/leaveOut";
import type { CallWatch } from "../store/protocol";
import type { App } from "./app";

/**
 * `folder`: an absolute path, of an empty folder or an earlier dataset; it is made if it is missing. Only what is new
 * or has changed is written. Rejects with a `Refusal` for a leave-out list that cannot be read, or a `StoreError`.
 */
export async function exportDataset(
  { store, runs, lists }: App,
  folder: string,
  watch: CallWatch,
): Promise<WrittenDataset> {
  const named = new Map<string, NamedLeaveOutList>();
  for (const { header } of await runs.list({})) {
    header.leaveOut?.forEach((list) => named.set(list.uri, list));
  }
  await lists.forRun([...named.values()]);
  return store.exports.dataset(folder, watch);
}

/** "Dataset written: 3 runs · 2,340 records. 12 runs are as they were." */
export function datasetText({ runs, records, unchanged, unreadable, removed }: WrittenDataset): string {
  return [
    l10n.t("Dataset written: {0}.", `${runsText(runs)} · ${recordsText(records)}`),
    ...(unchanged === 0 ? [] : [l10n.t("As they were: {0}.", runsText(unchanged))]),
    ...(unreadable === 0 ? [] : [l10n.t("Damaged records that were not written: {0}.", countText(unreadable))]),
    ...(removed === 0
      ? []
      : [l10n.t("Removed, because they may name somebody who was erased: {0}.", runsText(removed))]),
  ].join(" ");
}
