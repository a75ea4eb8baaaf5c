// Deletes old runs by the user's retention setting, closes their tabs, and describes how much data is stored.
import { commands, window, type Disposable, type TabInputCustom } from "vscode";
import type { App } from "../../app/app";
import { creditsText, recordsText, runsText } from "../../runs/amounts";
import type { KeptCounts } from "../../store/retention";
import { countText } from "../../text/numbers";
import type { Desk } from "../desk";
import { errorForLog } from "../errorText";
import { resultsTabs } from "../resultsEditor/openResults";
import { readResultsUri, type ResultsAddress } from "../resultsEditor/resultsAddress";
import { setting, settingId } from "../settings";

export const dayMs = 24 * 60 * 60 * 1000;

/** After a deletion that leaves bytes in the database. */
export const inUseText = (again: "erase" | "purge"): string =>
  ` Another window or command is using the database, so bytes may be left in it. Close it and ${again} again.`;

/** Deletes old runs now and then once a day. Never rejects. */
export function applyRetention(desk: Desk): Disposable[] {
  void deleteOldRuns(desk);
  const daily = setInterval(() => void deleteOldRuns(desk), dayMs);
  daily.unref();
  // Another window may have deleted what is open here.
  const onFocus = window.onDidChangeWindowState(({ focused }) => {
    if (focused) {
      void closeTabsOfDeleted(desk.app).catch(() => undefined);
    }
  });
  return [{ dispose: () => clearInterval(daily) }, onFocus];
}

async function deleteOldRuns({ app, log }: Desk): Promise<void> {
  const days = setting("runs.keepDays");
  if (days === 0) {
    return;
  }
  try {
    const { store, clock } = app;
    const now = clock.now();
    const olderThan = now - days * dayMs;
    const before = await store.retention.keptCounts(olderThan);
    const deleted = await store.retention.purgeOlder({ olderThan, now });
    if (deleted.length > 0) {
      void showDeleted(difference(before, await store.retention.keptCounts(olderThan)), days);
      await notifyDeleted(app, deleted);
      log(`Retention: ${deleted.length} runs older than ${days} days were deleted.`);
    }
  } catch (error) {
    log(`Retention: old runs could not be deleted: ${errorForLog(error)}.`);
  }
}

async function showDeleted(deleted: KeptCounts, days: number): Promise<void> {
  const change = "Change Setting";
  const text =
    days === 1
      ? `Deleted, because it was older than 1 day: ${countsText(deleted)}.`
      : `Deleted, because it was older than ${countText(days)} days: ${countsText(deleted)}.`;
  if ((await window.showInformationMessage(text, change)) === change) {
    await commands.executeCommand("workbench.action.openSettings", settingId("runs.keepDays"));
  }
}

/** Updates the views and closes the tabs of deleted runs. */
export async function notifyDeleted(app: App, deleted: readonly string[]): Promise<void> {
  deleted.forEach((id) => app.runs.notify({ id, kind: "deleted" }));
  await closeTabsOfDeleted(app);
}

/** The title of a tab may name a person, and the saved state of its page contains what it showed. */
export async function closeTabsOfDeleted(app: App): Promise<void> {
  const tabs = resultsTabs();
  const haveRuns = await Promise.all(
    tabs.map(({ input }) => hasRuns(readResultsUri((input as TabInputCustom).uri), app)),
  );
  const ofDeleted = tabs.filter((_tab, index) => haveRuns[index] === false);
  if (ofDeleted.length > 0) {
    await window.tabGroups.close(ofDeleted, true);
  }
}

async function hasRuns(address: ResultsAddress, { runs, store }: App): Promise<boolean> {
  const { everything, recordLists } = store;
  if (address.kind === "found") {
    return (await everything.search(address.text, 1)).records.length > 0;
  }
  if (address.kind === "list") {
    return (await recordLists.get(address.list)) !== undefined;
  }
  if (address.kind === "run") {
    return (await runs.summary(address.run)) !== undefined;
  }
  return (await runs.list({ source: address.source, purposes: ["search"], limit: 1 })).length > 0;
}

/** The counts in `before` minus those in `after`. */
export function difference(before: KeptCounts, after: KeptCounts): KeptCounts {
  const names = Object.keys(before) as (keyof KeptCounts)[];
  return Object.fromEntries(
    names.map((name) => [name, Math.max(0, before[name] - after[name])]),
  ) as unknown as KeptCounts;
}

const costs = (credits: number): string => `fetching again costs about ${creditsText(credits)}`;
const isLost = (): string => "cannot be fetched again";

interface KeptKind {
  readonly of: "runs" | "lookups" | "batches" | "enrichments" | "listed" | "notes";
  readonly text: (count: number) => string;
  /** The cost of fetching it again. */
  readonly again: (counts: KeptCounts) => string;
}

const keptKinds: readonly KeptKind[] = [
  {
    of: "runs",
    text: runsText,
    again: ({ credits, lookupCredits, batchCredits }) => costs(credits - lookupCredits - batchCredits),
  },
  {
    of: "lookups",
    text: (count) => (count === 1 ? "1 lookup" : `${countText(count)} lookups`),
    again: ({ lookupCredits }) => costs(lookupCredits),
  },
  {
    of: "batches",
    text: (count) => (count === 1 ? "1 lookup batch" : `${countText(count)} lookup batches`),
    again: ({ batchCredits }) => costs(batchCredits),
  },
  {
    of: "enrichments",
    text: (count) => (count === 1 ? "1 enrichment" : `${countText(count)} enrichments`),
    again: () => "fetching again is free",
  },
  {
    of: "listed",
    text: (count) => (count === 1 ? "1 entry in lists" : `${countText(count)} entries in lists`),
    again: isLost,
  },
  {
    of: "notes",
    text: (count) => (count === 1 ? "1 note" : `${countText(count)} notes`),
    again: isLost,
  },
];

const kindsIn = (counts: KeptCounts): readonly KeptKind[] => keptKinds.filter(({ of }) => counts[of] > 0);

/** One line for each kind of data: its amount, and the cost of fetching it again. */
export const detailLines = (counts: KeptCounts): readonly string[] => [
  ...kindsIn(counts).map(({ of, text, again }) => `${text(counts[of])}: ${again(counts)}`),
  recordsText(counts.records),
];

/** "12 runs, 3 lookups, 1 lookup batch · 4,210 records" */
export function countsText(counts: KeptCounts): string {
  const kinds = kindsIn(counts).map(({ of, text }) => text(counts[of]));
  return `${kinds.length === 0 ? runsText(0) : kinds.join(", ")} · ${recordsText(counts.records)}`;
}
