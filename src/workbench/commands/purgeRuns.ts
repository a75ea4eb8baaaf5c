// "Purge Run Data…": deletes runs, lookups, batches and enrichments of a chosen age from this machine.
import { l10n, window, type QuickPickItem } from "vscode";
import { countText } from "../../language/language";
import { creditsText, recordsText } from "../../runs/amounts";
import type { RunStore } from "../../runs/runStore";
import type { KeptCounts } from "../../store/retention";
import { errorText } from "../errorText";
import { withLateProgress } from "../lateProgress";
import { dayMs, notifyDeleted } from "./retention";

export async function purgeRuns(runs: RunStore): Promise<void> {
  try {
    await askAndPurge(runs);
  } catch (error) {
    void window.showErrorMessage(l10n.t("Not everything could be deleted. {0}", errorText(error)));
  }
}

interface PurgeItem extends QuickPickItem {
  /** ms since 1970; undefined for everything */
  readonly olderThan: number | undefined;
  readonly question: string;
  readonly counts: KeptCounts;
}

async function askAndPurge(runs: RunStore): Promise<void> {
  const { store, clock } = runs.deps;
  const now = clock.now();
  const items = await Promise.all(
    [30, 90, 365, undefined].map(async (days): Promise<PurgeItem> => {
      const olderThan = days === undefined ? undefined : now - days * dayMs;
      const counts = await store.retention.keptCounts(olderThan);
      const label = days === undefined ? l10n.t("Everything") : l10n.t("Older than {0} days", days);
      const question =
        days === undefined ? l10n.t("Purge everything?") : l10n.t("Purge data older than {0} days?", days);
      return {
        label,
        description: `${countsText(counts)} · ${creditsText(counts.credits)}`,
        olderThan,
        question,
        counts,
      };
    }),
  );
  const picked = await window.showQuickPick(items, {
    title: l10n.t("Purge run data"),
    placeHolder: l10n.t("Deletes paid records from this machine permanently. Exported files are kept."),
  });
  if (picked === undefined) {
    return;
  }
  const { olderThan, question, counts } = picked;
  const purge = l10n.t("Purge");
  const cost = creditsText(counts.credits);
  const warning = l10n.t("This cannot be undone. Fetching the same records again costs about {0}.", cost);
  const detail = `${countsText(counts)}.\n${warning}`;
  if ((await window.showWarningMessage(question, { modal: true, detail }, purge)) === purge) {
    const deleted = await withLateProgress(l10n.t("Purging"), (report, signal) =>
      olderThan === undefined ? purgeEverything(runs) : purgeOlder(runs, olderThan, report, signal),
    );
    await notifyDeleted(runs, deleted);
    await showPurged(counts, await store.retention.keptCounts(olderThan));
  }
}

async function purgeEverything(runs: RunStore): Promise<readonly string[]> {
  const { store, clock } = runs.deps;
  const all = await runs.list();
  await store.retention.purgeEverything({ now: clock.now() });
  return all.map(({ header }) => header.id);
}

type Report = (step: { readonly message?: string; readonly increment?: number }) => void;

async function purgeOlder(
  runs: RunStore,
  olderThan: number,
  report: Report,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { store, clock } = runs.deps;
  let shown = 0;
  const onProgress = (done: number, total: number): void => {
    const percent = Math.floor((100 * done) / Math.max(1, total));
    report({ message: `${percent} %`, increment: percent - shown });
    shown = percent;
  };
  return (await store.retention.purgeOlder({ olderThan, now: clock.now() }, { signal, onProgress })).deleted;
}

/** Active runs are not deleted, and after Cancel neither is the rest. */
async function showPurged(before: KeptCounts, left: KeptCounts): Promise<void> {
  const names = Object.keys(before) as (keyof KeptCounts)[];
  const deleted = Object.fromEntries(
    names.map((name) => [name, Math.max(0, before[name] - left[name])]),
  ) as unknown as KeptCounts;
  const isAll = left.runs + left.lookups + left.batches + left.enrichments === 0;
  const rest = isAll ? "" : ` ${l10n.t("Not deleted, because it is running or you canceled: {0}.", countsText(left))}`;
  void window.showInformationMessage(`${l10n.t("Deleted: {0}.", countsText(deleted))}${rest}`);
}

/** "12 runs, 3 lookups, 1 lookup batch · 4,210 records" */
function countsText({ runs, lookups, batches, enrichments, records }: KeptCounts): string {
  const parts = [
    ...(lookups === 0 ? [] : [lookups === 1 ? l10n.t("1 lookup") : l10n.t("{0} lookups", countText(lookups))]),
    ...(batches === 0
      ? []
      : [batches === 1 ? l10n.t("1 lookup batch") : l10n.t("{0} lookup batches", countText(batches))]),
    ...(enrichments === 0
      ? []
      : [enrichments === 1 ? l10n.t("1 enrichment") : l10n.t("{0} enrichments", countText(enrichments))]),
  ];
  const ofSearches = runs === 1 ? l10n.t("1 run") : l10n.t("{0} runs", countText(runs));
  return `${[...(runs === 0 && parts.length > 0 ? [] : [ofSearches]), ...parts].join(", ")} · ${recordsText(records)}`;
}
