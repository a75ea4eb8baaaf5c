// What "again" means for an export: the same format and file, and of another run's records those that were meant then.
import { l10n, Uri, window, workspace } from "vscode";
import { recordsOfText } from "../../runs/amounts";
import { withLateProgress } from "../lateProgress";
import { formatCount } from "../numbers";
import type { RowsOrder } from "../resultsEditor/rowsOrder";
import type { RecordScope } from "../runActivity";
import { safeText } from "../safeText";
import { withView, type ScopedRecords } from "./scopeView";
import type { LastExport, SelectionExport } from "./storedExports";

export type FilteredScope = Extract<RecordScope, { readonly kind: "filtered" }>;

/**
 * The export to repeat. When the latest was of a selection, which new results do not have, that is said and all `records` are
 * offered, or the export before it. `undefined`: the user wants none of these.
 */
export async function exportToRepeat(
  last: LastExport | undefined,
  selection: SelectionExport | undefined,
  records: number,
): Promise<LastExport | undefined> {
  if (selection === undefined || (last !== undefined && last.at >= selection.at)) {
    return last;
  }
  const question =
    selection.records === 1
      ? l10n.t(
          "The last export of this search was of 1 selected record. A selection cannot be repeated with new results.",
        )
      : l10n.t(
          "The last export of this search was of {0} selected records. A selection cannot be repeated with new results.",
          formatCount(selection.records),
        );
  const all =
    records === 1
      ? l10n.t("Export the 1 Fetched Record")
      : l10n.t("Export All {0} Fetched Records", formatCount(records));
  const before =
    last === undefined
      ? undefined
      : l10n.t("Repeat the Export to {0}", safeText(workspace.asRelativePath(Uri.parse(last.file))));
  const picked = await window.showWarningMessage(
    question,
    { modal: true },
    all,
    ...(before === undefined ? [] : [before]),
  );
  switch (picked) {
    case undefined:
      return undefined;
    case all:
      return { format: selection.format, file: selection.file, at: selection.at };
    default:
      return last;
  }
}

/** What is repeated, for the question about its file. */
export function aboutShown(count: number, records: number): string {
  return l10n.t(
    "As last time, only what the grid showed is written, with the same filter and order: {0}.",
    recordsOfText(count, records),
  );
}

/**
 * What the grid would show of a run with the same filter and order. `undefined` when cancelled. Rejects with a sentence when
 * that is nothing.
 */
export async function scopeAsShown(
  records: Omit<ScopedRecords, "scope">,
  shown: RowsOrder,
): Promise<FilteredScope | undefined> {
  const countIn = (signal: AbortSignal): Promise<number> =>
    withView({ ...records, scope: { kind: "filtered", shown, count: 0 } }, async (view) => view.count, { signal });
  const count = await withLateProgress(l10n.t("Filtering and sorting the records"), (_, signal) =>
    countIn(signal).catch((error: unknown) => {
      if (signal.aborted) {
        return undefined;
      }
      throw error;
    }),
  );
  if (count === 0) {
    throw new Error(
      l10n.t("None of these records passes the filter of the last export. Open the results to choose another filter."),
    );
  }
  return count === undefined ? undefined : { kind: "filtered", shown, count };
}
