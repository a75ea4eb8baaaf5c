// Repeats an export: the same format and file, with the same filter and order over the records of another run.
import { l10n, Uri, window, workspace } from "vscode";
import { countText } from "../../language/language";
import { recordsOfText } from "../../runs/amounts";
import { unlessCanceled, withLateProgress } from "../lateProgress";
import type { RowsOrder } from "../rowsOrder";
import type { RecordScope } from "../runActivity";
import { safeText } from "../safeText";
import { withScope, type ScopedRecords } from "./scopeView";
import type { LastExport, SelectionExport } from "./storedExports";

export type FilteredScope = Extract<RecordScope, { readonly kind: "filtered" }>;

/**
 * The export to repeat. New results do not contain the selected records of an earlier run. So when the last export was
 * of a selection, the user chooses between all `records` and the export before it; `undefined` when they cancel.
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
          "The last export of this search contained 1 selected record. " +
            "A selection cannot be repeated with new results.",
        )
      : l10n.t(
          "The last export of this search contained {0} selected records. " +
            "A selection cannot be repeated with new results.",
          countText(selection.records),
        );
  const all =
    records === 1
      ? l10n.t("Export the 1 Fetched Record")
      : l10n.t("Export All {0} Fetched Records", countText(records));
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

/** Says what is repeated, in the question whether to replace the file. */
export function shownAgainText(count: number, records: number): string {
  return l10n.t("As last time, the filter and order of the results are applied: {0}.", recordsOfText(count, records));
}

/** What the grid would show with this filter and order; `undefined` when canceled. Rejects when that is no record. */
export async function scopeAsShown(
  records: Omit<ScopedRecords, "scope">,
  shown: RowsOrder,
): Promise<FilteredScope | undefined> {
  const countIn = (signal: AbortSignal): Promise<number> =>
    withScope({ ...records, scope: { kind: "filtered", shown, count: 0 } }, async (view) => view.count, { signal });
  const count = await withLateProgress(l10n.t("Filtering and sorting the records"), (_, signal) =>
    unlessCanceled(signal, countIn(signal)),
  );
  if (count === 0) {
    throw new Error(
      l10n.t(
        "None of these records matches the filter of the last export. " + "Open the results to choose another filter.",
      ),
    );
  }
  return count === undefined ? undefined : { kind: "filtered", shown, count };
}
