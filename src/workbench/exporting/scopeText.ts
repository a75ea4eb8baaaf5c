// Which records an export takes, in words; and whether more of them are still coming.
import { l10n } from "vscode";
import { countText } from "../../language/language";
import { recordsOfText } from "../../runs/amounts";
import type { RunSummary } from "../../runs/run";
import { isFiltered } from "../../app/rowsOrder";
import type { RecordScope, RunActivity } from "../runActivity";

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
