// "Purge Run Data…": deletes runs, lookups, batches and enrichments of a chosen age from this machine.
import { window, type QuickPickItem } from "vscode";
import { purgeDatabase, type Purged } from "../../app/databaseBackups";
import { creditsText } from "../../runs/amounts";
import type { KeptCounts } from "../../store/retention";
import { StoreError } from "../../store/storeError";
import type { Desk } from "../desk";
import { withPercent } from "../lateProgress";
import { countsText, dayMs, detailLines, difference, inUseText, notifyDeleted } from "./retention";

interface PurgeItem extends QuickPickItem {
  /** ms since 1970; undefined for everything */
  readonly olderThan: number | undefined;
  readonly question: string;
  readonly counts: KeptCounts;
}

export async function purgeRuns(desk: Desk): Promise<void> {
  const { app, log } = desk;
  const { store, clock } = app;
  const now = clock.now();
  const items = await Promise.all(
    [30, 90, 365, undefined].map(async (days): Promise<PurgeItem> => {
      const olderThan = days === undefined ? undefined : now - days * dayMs;
      const counts = await store.retention.keptCounts(olderThan);
      const label = days === undefined ? "Everything" : `Older than ${days} days`;
      const question = days === undefined ? "Purge everything?" : `Purge data older than ${days} days?`;
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
    title: "Purge run data",
    placeHolder: "Deletes paid records from this machine permanently. Exported files are kept.",
  });
  if (picked === undefined) {
    return;
  }
  const { olderThan, question, counts } = picked;
  const purge = "Purge";
  const lines: string[] = [...detailLines(counts)];
  if (olderThan === undefined) {
    lines.push(traceLine);
  }
  lines.push("", "This cannot be undone.");
  const detail = lines.join("\n");
  if ((await window.showWarningMessage(question, { modal: true, detail }, purge)) === purge) {
    const { runs, isInUse } =
      olderThan === undefined
        ? await purgeEverything(desk)
        : { runs: await purgeOlder(desk, olderThan), isInUse: false };
    await notifyDeleted(app, runs);
    const purged = difference(counts, await store.retention.keptCounts(olderThan));
    log(`Purge: ${logText(purged)}.`);
    showPurged(counts, purged, isInUse);
  }
}

const purgeOlder = ({ app }: Desk, olderThan: number): Promise<readonly string[]> =>
  withPercent("Purging", (watch) => app.store.retention.purgeOlder({ olderThan, now: app.clock.now() }, watch));

async function purgeEverything({ app, leaveOut, shown }: Desk): Promise<Purged> {
  const purged = await purgeDatabase(app, withPercent).catch((error: unknown): Purged => {
    if (error instanceof StoreError && error.code === "CANCELLED") {
      return { runs: [], isInUse: false };
    }
    throw error;
  });
  // Leave-out lists must also hide imported records, before anything else reads the lists again.
  await leaveOut.reloadAll();
  await shown.forgetAll();
  return purged;
}

/** Active runs are not deleted, and Cancel stops the deletion of the rest. */
function showPurged(before: KeptCounts, deleted: KeptCounts, isInUse: boolean): void {
  const left = difference(before, deleted);
  const isAll = left.runs + left.lookups + left.batches + left.enrichments === 0;
  const rest = isAll ? "" : ` Not deleted, because it is running or you canceled: ${countsText(left)}.`;
  void window.showInformationMessage(`Deleted: ${countsText(deleted)}.${rest}${isInUse ? inUseText("purge") : ""}`);
}

/** Counts and credits without names. */
function logText({ runs, lookups, batches, enrichments, records, notes, credits }: KeptCounts): string {
  const counts = Object.entries({ runs, lookups, batches, enrichments, records, notes });
  return `${counts.map(([name, count]) => `${count} ${name}`).join(", ")}; to fetch again: ${credits} credits`;
}

const traceLine = "last exports, grid layouts, recent lookups, and suggestions";
