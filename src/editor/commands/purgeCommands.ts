// Getting rid of run data: by hand, and by the retention setting when VS Code starts.
import { commands, l10n, window, workspace, type Disposable, type QuickPickItem } from "vscode";
import type { RunStore } from "../../runs/runStore";
import type { Clock } from "../../service/wire";
import { commandIds } from "../identifiers";
import { formatCount } from "../numbers";
import { safeText } from "../safeText";

export interface PurgeParts {
  readonly store: RunStore;
  readonly clock: Pick<Clock, "now">;
  readonly log: (line: string) => void;
  /** Other places that hold what was looked up, to be emptied with a purge of everything. */
  readonly forgetMore?: (() => Promise<void>) | undefined;
}

const dayMs = 24 * 60 * 60 * 1000;

export function registerPurgeCommands(parts: PurgeParts): Disposable {
  return commands.registerCommand(commandIds.purgeRuns, () => purgeByHand(parts));
}

/** Deletes runs older than the user's setting says; 0 keeps all. Reads only the user's own value. */
export async function applyRetention({ store, clock, log }: PurgeParts): Promise<void> {
  const values = workspace.getConfiguration("prospectDesk").inspect<unknown>("runs.keepDays");
  const days = values?.globalValue ?? values?.defaultValue;
  if (typeof days !== "number" || !(days > 0)) {
    return;
  }
  try {
    const { deleted } = await store.purge({ olderThan: clock.now() - days * dayMs });
    if (deleted.length > 0) {
      log(`Retention: ${deleted.length} runs older than ${days} days were deleted.`);
    }
  } catch (error) {
    log(`Retention: old runs could not be deleted: ${String(error)}`);
  }
}

interface PurgeItem extends QuickPickItem {
  readonly olderThan: number | undefined;
}

async function purgeByHand(parts: PurgeParts): Promise<void> {
  const runs = await parts.store.list();
  const now = parts.clock.now();
  const items = [30, 90, 365].map((days): PurgeItem => {
    const olderThan = now - days * dayMs;
    const count = runs.filter(({ header }) => header.startedAt < olderThan).length;
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
    const { deleted, kept } = await parts.store.purge(picked.olderThan === undefined ? {} : { olderThan: picked.olderThan });
    if (picked.olderThan === undefined) {
      await parts.forgetMore?.();
    }
    const still = kept.length === 0 ? "" : ` ${l10n.t("Still running and kept: {0}.", formatCount(kept.length))}`;
    void window.showInformationMessage(`${l10n.t("Purged: {0}.", runCount(deleted.length))}${still}`);
  } catch (error) {
    void window.showErrorMessage(l10n.t("Not everything could be purged. {0}", safeText(error instanceof Error ? error.message : String(error))));
  }
}

function runCount(count: number): string {
  return count === 1 ? l10n.t("1 run") : l10n.t("{0} runs", formatCount(count));
}
