// What a deletion deletes or has deleted, in words.
import { l10n } from "vscode";
import { countText } from "../../language/language";
import { recordsText, runsText } from "../../runs/amounts";
import type { KeptCounts } from "../../store/retention";

/** What is in `before` and no longer in `after`. */
export function difference(before: KeptCounts, after: KeptCounts): KeptCounts {
  const names = Object.keys(before) as (keyof KeptCounts)[];
  return Object.fromEntries(
    names.map((name) => [name, Math.max(0, before[name] - after[name])]),
  ) as unknown as KeptCounts;
}

export const lookupsText = (count: number): string =>
  count === 1 ? l10n.t("1 lookup") : l10n.t("{0} lookups", countText(count));

export const batchesText = (count: number): string =>
  count === 1 ? l10n.t("1 lookup batch") : l10n.t("{0} lookup batches", countText(count));

export const enrichmentsText = (count: number): string =>
  count === 1 ? l10n.t("1 enrichment") : l10n.t("{0} enrichments", countText(count));

export const listedText = (count: number): string =>
  count === 1 ? l10n.t("1 entry in lists") : l10n.t("{0} entries in lists", countText(count));

export const notesText = (count: number): string =>
  count === 1 ? l10n.t("1 note") : l10n.t("{0} notes", countText(count));

/** "12 runs, 3 lookups, 1 lookup batch · 4,210 records" */
export function countsText({ runs, lookups, batches, enrichments, listed, notes, records }: KeptCounts): string {
  const others = [
    ...(lookups === 0 ? [] : [lookupsText(lookups)]),
    ...(batches === 0 ? [] : [batchesText(batches)]),
    ...(enrichments === 0 ? [] : [enrichmentsText(enrichments)]),
    ...(listed === 0 ? [] : [listedText(listed)]),
    ...(notes === 0 ? [] : [notesText(notes)]),
  ];
  const parts = [...(runs === 0 && others.length > 0 ? [] : [runsText(runs)]), ...others];
  return `${parts.join(", ")} · ${recordsText(records)}`;
}
