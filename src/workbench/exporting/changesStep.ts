// The step of Export Changes… that asks which of new, changed and gone to write.
import { l10n, type QuickPickItem } from "vscode";
import { changesToWrite, type ExportedChanges } from "../../app/compareRuns";
import type { ExportFormat } from "../../export/formats";
import { countText } from "../../language/language";
import { recordsText } from "../../runs/amounts";
import type { RecordKind } from "../../service/operations";
import { changeLabels, rowChanges, type ChangeCounts, type RowChange } from "../../store/changes";
import { changeColumn } from "../../../webview-ui/messages/changes";
import { pickMany, type Back } from "../pickStep";
import type { RecordScope } from "../runActivity";
import type { LastExport } from "../../app/lastExports";

export interface ComparedRecords {
  readonly counts: ChangeCounts;
  /** "24 November, 10:12" */
  readonly since: string;
  /** Of this search. */
  readonly last: ExportedChanges | undefined;
}

type ChangeItem = QuickPickItem & { readonly change: RowChange };

export async function askChanges(
  { counts, since, last }: ComparedRecords,
  kind: RecordKind,
  format: ExportFormat,
): Promise<readonly RowChange[] | Back | undefined> {
  const labels = changeLabels();
  const items = rowChanges.map((change): ChangeItem => ({
    change,
    label: labels[change],
    description: recordsText(counts[change]),
  }));
  const wanted = changesToWrite(kind, format, last);
  const answer = await pickMany(items, {
    title: () => l10n.t("Export which changes since {0}?", since),
    picked: items.filter(({ change }) => wanted.includes(change)),
  });
  return answer === "back" ? answer : answer?.map(({ change }) => change);
}

export function onlyChanges(scope: RecordScope, changes: readonly RowChange[]): RecordScope {
  if (scope.kind !== "filtered") {
    return scope;
  }
  const others = (scope.shown.columnFilters ?? []).filter(({ column }) => column !== changeColumn);
  const columnFilters = [...others, { kind: "oneOf", column: changeColumn, values: changes } as const];
  return { ...scope, shown: { ...scope.shown, columnFilters } };
}

/** The changes that an earlier export wrote; `undefined` if it was about no comparison. */
export function exportedChanges(last: LastExport | undefined): ExportedChanges | undefined {
  const own = last?.shown?.columnFilters?.find((one) => one.kind === "oneOf" && one.column === changeColumn);
  return last !== undefined && own?.kind === "oneOf"
    ? { format: last.format, changes: rowChanges.filter((change) => own.values.includes(change)) }
    : undefined;
}

/** "3 changes since 24 November, 10:12" */
export function changesText({ counts, since }: ComparedRecords, changes: readonly RowChange[] = rowChanges): string {
  const count = changes.reduce((sum, change) => sum + counts[change], 0);
  return count === 1 ? l10n.t("1 change since {0}", since) : l10n.t("{0} changes since {1}", countText(count), since);
}
