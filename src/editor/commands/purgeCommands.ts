// Getting rid of run data: by hand, and by the retention setting when VS Code starts and once a day.
import { commands, l10n, TabInputCustom, window, workspace, type Disposable, type QuickPickItem } from "vscode";
import type { Batches } from "../../lookups/batches";
import type { RunStore } from "../../runs/runStore";
import type { Clock } from "../../service/wire";
import { commandIds } from "../identifiers";
import { failureName } from "../failureName";
import { formatCount } from "../numbers";
import { resultsScheme, runIdOf } from "../resultsEditor/resultsUri";
import { safeText } from "../safeText";

export interface PurgeParts {
  readonly store: Pick<RunStore, "list" | "purge">;
  readonly batches: Pick<Batches, "purge">;
  readonly clock: Pick<Clock, "now">;
  readonly log: (line: string) => void;
}

const dayMs = 24 * 60 * 60 * 1000;

export function registerPurgeCommands(parts: PurgeParts): Disposable {
  return commands.registerCommand(commandIds.purgeRuns, () => purgeByHand(parts));
}

/** Deletes what is older than the user's setting says, now and then once a day until disposed. Never rejects. */
export function applyRetention(parts: PurgeParts): Disposable {
  void deleteOld(parts);
  const daily = setInterval(() => void deleteOld(parts), dayMs);
  daily.unref();
  return { dispose: () => clearInterval(daily) };
}

/** 0 keeps all. Reads only the user's own value. */
async function deleteOld(parts: PurgeParts): Promise<void> {
  const values = workspace.getConfiguration("prospectDesk").inspect<unknown>("runs.keepDays");
  const days = values?.globalValue ?? values?.defaultValue;
  if (typeof days !== "number" || !(days > 0)) {
    return;
  }
  try {
    const { deleted, batches } = await purgeAll(parts, parts.clock.now() - days * dayMs);
    if (deleted.length + batches > 0) {
      parts.log(`Retention: ${deleted.length} runs and ${batches} batches older than ${days} days were deleted.`);
    }
  } catch (error) {
    parts.log(`Retention: old runs could not be deleted: ${failureName(error)}.`);
  }
}

interface Purged {
  readonly deleted: readonly string[];
  readonly batches: number;
  /** Runs and batches that are under way. */
  readonly kept: number;
}

/** Everything, or what did not change since `olderThan` (ms since 1970). Tabs of what is gone are closed: their titles name it. */
async function purgeAll({ store, batches }: PurgeParts, olderThan?: number): Promise<Purged> {
  const runs = await store.purge({ olderThan });
  const rest = await batches.purge({ olderThan });
  const gone = new Set(runs.deleted);
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  await window.tabGroups.close(tabs.filter(({ input }) => input instanceof TabInputCustom && input.uri.scheme === resultsScheme && gone.has(runIdOf(input.uri))), true);
  return { deleted: runs.deleted, batches: rest.deleted.length, kept: runs.kept.length + rest.kept.length };
}

interface PurgeItem extends QuickPickItem {
  readonly olderThan: number | undefined;
}

async function purgeByHand(parts: PurgeParts): Promise<void> {
  const runs = await parts.store.list();
  const now = parts.clock.now();
  const items = [30, 90, 365].map((days): PurgeItem => {
    const olderThan = now - days * dayMs;
    const count = runs.filter(({ updatedAt }) => updatedAt < olderThan).length;
    return { label: l10n.t("Runs older than {0} days", days), description: runCount(count), olderThan };
  });
  const picked = await window.showQuickPick<PurgeItem>([...items, { label: l10n.t("All runs"), description: runCount(runs.length), olderThan: undefined }], {
    title: l10n.t("Purge run data"),
    placeHolder: l10n.t("Records that were paid for are deleted from this machine for good. Exported files stay."),
  });
  if (picked === undefined) {
    return;
  }
  const purge = l10n.t("Purge");
  const detail = l10n.t("This cannot be undone. Fetching the records again costs credits again.");
  if ((await window.showWarningMessage(l10n.t("Purge: {0}?", picked.label), { modal: true, detail }, purge)) !== purge) {
    return;
  }
  try {
    const { deleted, kept } = await purgeAll(parts, picked.olderThan);
    const still = kept === 0 ? "" : ` ${l10n.t("Still running and kept: {0}.", formatCount(kept))}`;
    void window.showInformationMessage(`${l10n.t("Purged: {0}.", runCount(deleted.length))}${still}`);
  } catch (error) {
    void window.showErrorMessage(l10n.t("Not everything could be purged. {0}", safeText(error instanceof Error ? error.message : String(error))));
  }
}

function runCount(count: number): string {
  return count === 1 ? l10n.t("1 run") : l10n.t("{0} runs", formatCount(count));
}
