// The records of a scope: in words, as rows of the store, and "as shown", an export's choice of the grid's columns,
// filters and order. Without open results, these are the columns that the grid would show.
import { changeColumn, rowChanges } from "../../../webview-ui/messages/changes";
import type { App } from "../../app/app";
import { withView } from "../../app/readRecords";
import {
  isFiltered,
  isPlain,
  onlyKeys,
  rowsInOrder,
  type OrderedRows,
  type RowSource,
  type RowsOrder,
} from "../../app/rowSource";
import { longValues } from "../../app/writeRecords";
import { idColumnOf } from "../../export/columnProfile";
import type { ExportFormat } from "../../export/formats";
import { longValuesText } from "../../export/longValues";
import { changeColumns } from "../../records/columns";
import { recordsText } from "../../runs/amounts";
import type { ColumnProfile } from "../../searches/columnProfiles";
import type { ViewInfo } from "../../store/views";
import { countText } from "../../text/numbers";
import { gridColumns, savedLayout, shownIn } from "../resultsEditor/columnLayouts";
import { withFoundColumns } from "../resultsEditor/quickColumns";
import type { ResultsTabState } from "../resultsEditor/resultsTabs";
import type { RecordScope } from "../runActivity";
import { safeText } from "../safeText";

/** Records of a source, as of the time they are read, not of the start of the export. */
export interface ScopedRecords {
  readonly app: App;
  readonly source: RowSource;
  readonly scope: RecordScope;
}

export function rowsOfScope({ app, source, scope }: ScopedRecords): OrderedRows {
  const rows = scope.kind === "selected" ? onlyKeys(source, scope.keys) : source;
  return rowsInOrder(rows, scope.kind === "filtered" ? scope.shown : undefined, app.clock.now());
}

/** Calls `work` with a view of the records, and closes the view afterwards. */
export const withScope = <T>(records: ScopedRecords, work: (view: ViewInfo) => Promise<T>): Promise<T> =>
  withView(records.app, rowsOfScope(records), work);

/** The values that are too long for the fields of an import; "" if there are none. */
export const tooLongText = async (records: ScopedRecords, format: ExportFormat): Promise<string> =>
  safeText(longValuesText(await longValues(records.app, { ...rowsOfScope(records), format })));

/** "200 fetched records", "1 selected record" */
export function scopeText(scope: RecordScope, fetched: number): string {
  switch (scope.kind) {
    case "selected":
      return scope.keys.length === 1 ? "1 selected record" : `${countText(scope.keys.length)} selected records`;
    case "filtered":
      if (!isFiltered(scope.shown)) {
        return scopeText({ kind: "all" }, scope.count);
      }
      return scope.count === 1 ? "1 filtered record" : `${countText(scope.count)} filtered records`;
    default:
      return fetched === 1 ? "1 fetched record" : `${countText(fetched)} fetched records`;
  }
}

export function columnCountText(count: number): string {
  return count === 1 ? "1 column" : `${countText(count)} columns`;
}

export interface AsShown {
  readonly profile: ColumnProfile;
  readonly scope: RecordScope;
  /** "267 filtered records" */
  readonly what: string;
  /** "267 records, filtered" */
  readonly description: string;
}

/** `records` is their number; `tab` is the state of the visible results of this source. */
export async function asShown(
  { app, source, scope }: ScopedRecords,
  records: number,
  tab: ResultsTabState | undefined,
): Promise<AsShown> {
  const { recordKind } = source;
  let shown = scope.kind === "filtered" ? scope : undefined;
  if (scope.kind === "all") {
    shown = filteredScope(tab);
  }
  const order = shown?.shown ?? tab?.shown?.order;
  const columns =
    order === undefined || order.columns.length === 0 ? await visibleColumns(app, source, order?.quick) : order.columns;
  const changes = shown?.shown.since === undefined ? [] : changeColumns(recordKind).map(({ id }) => id);
  const profile: ColumnProfile = {
    name: "As shown",
    // Programs identify records by the id.
    columns: [...new Set([...columns, ...changes, idColumnOf(recordKind)])].map((id) => ({ id })),
    lists: "joined",
  };
  const count = shown?.count ?? (scope.kind === "selected" ? scope.keys.length : records);
  const parts = [scope.kind === "selected" ? `${recordsText(count)}, selected` : recordsText(count)];
  if (shown !== undefined && isFiltered(shown.shown)) {
    parts.push("filtered");
  }
  if (shown?.shown.sort !== undefined) {
    parts.push("sorted");
  }
  const description = parts.join(", ");
  return { profile, scope: shown ?? scope, what: scopeText(shown ?? scope, records), description };
}

type FilteredScope = Extract<RecordScope, { readonly kind: "filtered" }>;

/** The records that the grid shows, unless these are all records in the order they were fetched. */
function filteredScope(tab: ResultsTabState | undefined): FilteredScope | undefined {
  return tab?.shown === undefined || (isPlain(tab.shown.order) && tab.shown.order.since === undefined)
    ? undefined
    : { kind: "filtered", shown: tab.shown.order, count: tab.shown.count };
}

/** The columns that the grid shows when it is opened, in their order, with these filters. */
async function visibleColumns(
  { store }: App,
  source: RowSource,
  quick?: RowsOrder["quick"],
): Promise<readonly string[]> {
  const layout = await savedLayout(store, source.recordKind, await gridColumns(store, source));
  return shownIn(withFoundColumns(layout, quick));
}

/** The changed records of a run, in the columns that the grid would show. */
export async function changedRows(app: App, source: RowSource, since: string): Promise<RowsOrder> {
  return {
    filter: "",
    columns: await visibleColumns(app, source),
    columnFilters: [{ kind: "oneOf", column: changeColumn, values: [...rowChanges] }],
    since,
  };
}
