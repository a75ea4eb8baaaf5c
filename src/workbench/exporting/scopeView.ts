// The records of a scope: in words, and as rows of the store.
import { l10n } from "vscode";
import { withView, type OrderedRows } from "../../app/readRecords";
import { onlyKeys, type RowSource, rowsInOrder, isFiltered } from "../../app/rowSource";
import { countText } from "../../language/language";
import { recordsOfText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import type { Store } from "../../store/client";
import type { CallWatch } from "../../store/protocol";
import type { ViewInfo } from "../../store/views";
import type { RecordScope, RunActivity } from "../runActivity";

/** Records of a source. They are those it has when they are read, not when the export was started. */
export interface ScopedRecords {
  readonly store: Pick<Store, "views">;
  readonly source: RowSource;
  readonly scope: RecordScope;
  /** ms since 1970; filters by years since a date need it. */
  readonly now: () => number;
}

export function rowsOfScope({ source, scope, now }: Omit<ScopedRecords, "store">): OrderedRows {
  const rows = scope.kind === "selected" ? onlyKeys(source, scope.keys) : source;
  return rowsInOrder(rows, scope.kind === "filtered" ? scope.shown : undefined, now());
}

/** Calls `work` with a view of the records, and closes the view afterwards. */
export const withScope = <T>(
  records: ScopedRecords,
  work: (view: ViewInfo) => Promise<T>,
  watch?: CallWatch,
): Promise<T> => withView(records, rowsOfScope(records), work, watch);

/** "200 fetched records", "1 selected record" */
export function scopeText(scope: RecordScope, fetched: number): string {
  switch (scope.kind) {
    case "selected":
      return scope.keys.length === 1
        ? l10n.t("1 selected record")
        : l10n.t("{0} selected records", countText(scope.keys.length));
    case "filtered":
      if (!isFiltered(scope.shown)) {
        return scopeText({ kind: "all" }, scope.count);
      }
      return scope.count === 1 ? l10n.t("1 filtered record") : l10n.t("{0} filtered records", countText(scope.count));
    default:
      return fetched === 1 ? l10n.t("1 fetched record") : l10n.t("{0} fetched records", countText(fetched));
  }
}

/** A sentence about a run in progress, here or in another window; `undefined` for other runs. */
export function stillFetchingText(
  { header, records, stop }: RunSummary,
  activity: RunActivity | undefined,
): string | undefined {
  return stop === undefined || activity !== undefined
    ? l10n.t(
        "This run is still fetching: {0} so far.",
        recordsOfText(records, activity?.wanted ?? header.limits.records),
      )
    : undefined;
}
