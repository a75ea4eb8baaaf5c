// "As shown": the columns, filter and order of the grid as a choice of an export. Without open results, the columns
// that the grid would show.
import { l10n } from "vscode";
import { changeColumn, rowChanges } from "../../../webview-ui/messages/changes";
import { type RowSource, isFiltered, isPlain, type RowsOrder } from "../../app/rowSource";
import { idColumnOf } from "../../export/columnProfile";
import { changeColumns } from "../../rows/columns";
import { recordsText } from "../../runs/amounts";
import type { ColumnProfile } from "../../searches/columnProfiles";
import { gridColumns, savedLayout, shownIn, type GridStore } from "../resultsEditor/columnLayouts";
import type { ResultsTabState } from "../resultsEditor/resultsTabs";
import type { RecordScope } from "../runActivity";
import { columnCountText } from "./previewStep";
import { scopeText, type ScopedRecords } from "./scopeView";

export interface AsShown {
  readonly profile: ColumnProfile;
  readonly scope: RecordScope;
  /** "267 filtered records" */
  readonly what: string;
  /** "8 columns, 267 records, filtered" */
  readonly description: string;
}

/** `records`: how many there are; `tab`: what the visible results of this source show. */
export async function asShown(
  { store, source, scope }: Pick<ScopedRecords, "source" | "scope"> & { readonly store: GridStore },
  records: number,
  tab: ResultsTabState | undefined,
): Promise<AsShown> {
  const { recordKind } = source;
  const shown = scope.kind === "filtered" ? scope : scope.kind === "all" ? filteredScope(tab) : undefined;
  const columns = (shown?.shown ?? tab?.shown?.order)?.columns ?? (await visibleColumns(store, source));
  const changes = shown?.shown.since === undefined ? [] : changeColumns(recordKind).map(({ id }) => id);
  const profile: ColumnProfile = {
    name: l10n.t("As shown"),
    // Programs recognize records by the id.
    columns: [...new Set([...columns, ...changes, idColumnOf(recordKind)])].map((id) => ({ id })),
    lists: "joined",
  };
  const count = shown?.count ?? (scope.kind === "selected" ? scope.keys.length : records);
  const description = [
    columnCountText(profile.columns.length),
    scope.kind === "selected" ? l10n.t("{0}, selected", recordsText(count)) : recordsText(count),
    ...(shown !== undefined && isFiltered(shown.shown) ? [l10n.t("filtered")] : []),
    ...(shown?.shown.sort === undefined ? [] : [l10n.t("sorted")]),
  ].join(", ");
  return { profile, scope: shown ?? scope, what: scopeText(shown ?? scope, records), description };
}

type FilteredScope = Extract<RecordScope, { readonly kind: "filtered" }>;

/** What the grid shows, unless that is all records as they were fetched. */
function filteredScope(tab: ResultsTabState | undefined): FilteredScope | undefined {
  return tab?.shown === undefined || (isPlain(tab.shown.order) && tab.shown.order.since === undefined)
    ? undefined
    : { kind: "filtered", shown: tab.shown.order, count: tab.shown.count };
}

/** The columns that the grid shows when it is opened, in their order. */
async function visibleColumns(store: GridStore, source: RowSource): Promise<readonly string[]> {
  return shownIn(await savedLayout(store, source.recordKind, await gridColumns(store, source)));
}

/** The changed records of a run, in the columns that the grid would show. */
export async function changedRows(store: GridStore, source: RowSource, since: string): Promise<RowsOrder> {
  return {
    filter: "",
    columns: await visibleColumns(store, source),
    columnFilters: [{ kind: "oneOf", column: changeColumn, values: [...rowChanges] }],
    since,
  };
}
