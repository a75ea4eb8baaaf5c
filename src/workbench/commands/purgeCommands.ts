// Deletes what is kept of runs, look-ups, batches and enrichments: by hand, and by the retention setting at start and once a day.
import { commands, l10n, TabInputCustom, window, workspace, type Disposable, type QuickPickItem } from "vscode";
import { creditsText, recordsText } from "../../runs/amounts";
import type { RunStore } from "../../runs/runStore";
import type { KeptCounts } from "../../store/retention";
import { errorForLog, errorText } from "../errorText";
import { commandIds } from "../commandIds";
import { withLateProgress } from "../lateProgress";
import { formatCount } from "../numbers";
import { resultsScheme, runIdOf } from "../resultsEditor/resultsUri";

export interface PurgeDeps {
  readonly runs: RunStore;
  readonly log: (line: string) => void;
}

const dayMs = 24 * 60 * 60 * 1000;

export function registerPurgeCommands({ runs }: PurgeDeps): Disposable[] {
  return [
    commands.registerCommand(commandIds.purgeRuns, () =>
      purgeByHand(runs).catch(
        (error: unknown) =>
          void window.showErrorMessage(l10n.t("Not everything could be purged. {0}", errorText(error))),
      ),
    ),
    // Another window may have purged what is open here.
    window.onDidChangeWindowState(({ focused }) => {
      if (focused) {
        void closeTabsOfDeleted(runs).catch(() => undefined);
      }
    }),
  ];
}

/** Deletes what is older than the user's setting says, now and then once a day until disposed. Never rejects. */
export function applyRetention(deps: PurgeDeps): Disposable {
  void deleteOld(deps);
  const daily = setInterval(() => void deleteOld(deps), dayMs);
  daily.unref();
  return { dispose: () => clearInterval(daily) };
}

/** 0 keeps all. Reads only the user's own value. */
async function deleteOld({ runs, log }: PurgeDeps): Promise<void> {
  const values = workspace.getConfiguration("prospectDesk").inspect<unknown>("runs.keepDays");
  const days = values?.globalValue ?? values?.defaultValue;
  if (typeof days !== "number" || !(days > 0)) {
    return;
  }
  try {
    const { store, clock } = runs.deps;
    const now = clock.now();
    const { deleted } = await store.retention.purgeOlder({ olderThan: now - days * dayMs, now });
    if (deleted.length > 0) {
      await forget(runs, deleted);
      log(`Retention: ${deleted.length} runs older than ${days} days were deleted.`);
    }
  } catch (error) {
    log(`Retention: old runs could not be deleted: ${errorForLog(error)}.`);
  }
}

async function forget(runs: RunStore, deleted: readonly string[]): Promise<void> {
  deleted.forEach((id) => runs.notify({ id, kind: "deleted" }));
  await closeTabsOfDeleted(runs);
}

/** The title of a tab may name a person, and its page's state holds what it showed. */
async function closeTabsOfDeleted(runs: RunStore): Promise<void> {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap((tab) =>
      tab.input instanceof TabInputCustom && tab.input.uri.scheme === resultsScheme
        ? [{ tab, id: runIdOf(tab.input.uri) }]
        : [],
    );
  const gone = await Promise.all(
    tabs.map(async ({ tab, id }) => ((await runs.summary(id)) === undefined ? [tab] : [])),
  );
  if (gone.flat().length > 0) {
    await window.tabGroups.close(gone.flat(), true);
  }
}

interface PurgeItem extends QuickPickItem {
  /** ms since 1970; everything when absent. */
  readonly olderThan: number | undefined;
  readonly question: string;
  readonly counts: KeptCounts;
}

async function purgeByHand(runs: RunStore): Promise<void> {
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
    placeHolder: l10n.t("Records that were paid for are deleted from this machine for good. Exported files stay."),
  });
  if (picked === undefined) {
    return;
  }
  const { olderThan, question, counts } = picked;
  const purge = l10n.t("Purge");
  const detail = `${countsText(counts)}.\n${l10n.t("This cannot be undone. Fetching the same again costs about {0}.", creditsText(counts.credits))}`;
  if ((await window.showWarningMessage(question, { modal: true, detail }, purge)) === purge) {
    const deleted = await withLateProgress(l10n.t("Purging"), (report, signal) =>
      olderThan === undefined ? purgeEverything(runs) : purgeOlder(runs, olderThan, report, signal),
    );
    await forget(runs, deleted);
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

/** Runs that are running are kept, and the rest when the user cancelled. */
async function showPurged(before: KeptCounts, left: KeptCounts): Promise<void> {
  const names = Object.keys(before) as (keyof KeptCounts)[];
  const gone = Object.fromEntries(
    names.map((name) => [name, Math.max(0, before[name] - left[name])]),
  ) as unknown as KeptCounts;
  const isAll = left.runs + left.lookups + left.batches + left.enrichments === 0;
  const rest = isAll
    ? ""
    : ` ${l10n.t("Not purged, because it is running or the purge was stopped: {0}.", countsText(left))}`;
  void window.showInformationMessage(`${l10n.t("Purged: {0}.", countsText(gone))}${rest}`);
}

/** "12 runs, 3 look-ups, 1 batch · 4,210 records" */
function countsText({ runs, lookups, batches, enrichments, records }: KeptCounts): string {
  const parts = [
    ...(lookups === 0 ? [] : [lookups === 1 ? l10n.t("1 look-up") : l10n.t("{0} look-ups", formatCount(lookups))]),
    ...(batches === 0
      ? []
      : [batches === 1 ? l10n.t("1 batch of look-ups") : l10n.t("{0} batches of look-ups", formatCount(batches))]),
    ...(enrichments === 0
      ? []
      : [enrichments === 1 ? l10n.t("1 enrichment") : l10n.t("{0} enrichments", formatCount(enrichments))]),
  ];
  const ofSearches = runs === 1 ? l10n.t("1 run") : l10n.t("{0} runs", formatCount(runs));
  return `${[...(runs === 0 && parts.length > 0 ? [] : [ofSearches]), ...parts].join(", ")} · ${recordsText(records)}`;
}
