// What "again" means for an export: the same format and file, and of another run's records those that were meant then.
import { l10n, Uri, window, workspace } from "vscode";
import type { ContactFilter } from "../../enrichments/contactFilters";
import type { LastExport, SelectionExport, ShownOrder } from "../../export/storedExports";
import type { Pace } from "../../rows/pace";
import { recordsOfText } from "../../runs/amounts";
import type { RecordSource } from "../../runs/run";
import { withLateProgress } from "../lateProgress";
import { formatCount } from "../numbers";
import { createResultsRows } from "../resultsEditor/resultsRows";
import { safeText } from "../safeText";

/**
 * The export to repeat. When the latest was of a selection, which new results do not have, that is said and all `records` are
 * offered, or the export before it. `undefined`: the user wants none of these.
 */
export async function exportToRepeat(last: LastExport | undefined, selection: SelectionExport | undefined, records: number): Promise<LastExport | undefined> {
  if (selection === undefined || (last !== undefined && last.at >= selection.at)) {
    return last;
  }
  const question =
    selection.records === 1
      ? l10n.t("The last export of this search was of 1 selected record. A selection cannot be repeated with new results.")
      : l10n.t("The last export of this search was of {0} selected records. A selection cannot be repeated with new results.", formatCount(selection.records));
  const all = records === 1 ? l10n.t("Export the 1 Fetched Record") : l10n.t("Export All {0} Fetched Records", formatCount(records));
  const before = last === undefined ? undefined : l10n.t("Repeat the Export to {0}", safeText(workspace.asRelativePath(Uri.parse(last.file))));
  const picked = await window.showWarningMessage(question, { modal: true }, all, ...(before === undefined ? [] : [before]));
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
export function aboutShown(rows: number, records: number): string {
  return l10n.t("As last time, only what the grid showed is written, with the same filter and order: {0}.", recordsOfText(rows, records));
}

/**
 * The rows of another run that the grid would show with the same filter and order. `undefined` when cancelled. Rejects with a
 * sentence when there are none.
 */
export async function rowsAsShown(source: RecordSource, shown: ShownOrder, pace: Omit<Pace, "signal">, now: () => number): Promise<readonly number[] | undefined> {
  const quick = shown.quick?.filter(isContactFilter);
  if (quick?.length !== shown.quick?.length) {
    throw new Error(l10n.t("The last export was made with a filter that this version does not know. Open the results and export what you need."));
  }
  const rows = createResultsRows(source, pace, now);
  const done = await withLateProgress(l10n.t("Filtering and sorting the records"), async (_, signal) => {
    try {
      await rows.arrange({ ...shown, quick }, signal);
      return true;
    } catch (error) {
      if (signal.aborted) {
        return false;
      }
      throw error;
    }
  });
  if (done && rows.count === 0) {
    throw new Error(l10n.t("None of these records passes the filter of the last export. Open the results to choose another filter."));
  }
  return done ? rows.journalRows([[0, rows.count]]) : undefined;
}

const contactFilters: Readonly<Record<ContactFilter, true>> = { deliverableEmail: true, mobilePhone: true };

function isContactFilter(name: string): name is ContactFilter {
  return Object.hasOwn(contactFilters, name);
}
