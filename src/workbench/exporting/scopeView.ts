// Opens the records of a scope as a view of the store.
import { companiesOf } from "../../runs/companyGroups";
import { resultsOf, type RunHeader } from "../../runs/run";
import type { Store } from "../../store/client";
import type { CallWatch } from "../../store/protocol";
import type { ViewInfo } from "../../store/views";
import type { ViewOrder, ViewSource } from "../../store/viewSource";
import { viewOrder } from "../rowsOrder";
import type { FetchedRecords, RecordScope } from "../runActivity";

/** Whose records are exported: those of a run, or records of many runs. */
export type ExportHeader = RunHeader | FetchedRecords;

export const isOfManyRuns = (header: ExportHeader): header is FetchedRecords => "view" in header;

/** Whether the records were searched at a list of companies. */
export const hasCompanies = (header: ExportHeader): boolean =>
  !isOfManyRuns(header) && companiesOf(header.task) !== undefined;

/** Records of a run, or of many. They are those it has when they are read, not when the export was started. */
export interface ScopedRecords {
  readonly store: Pick<Store, "views">;
  readonly header: ExportHeader;
  readonly scope: RecordScope;
  /** ms since 1970; filters by years since a date need it. */
  readonly now: () => number;
}

function sourceOf(header: ExportHeader, scope: RecordScope): ViewSource {
  if (scope.kind === "selected") {
    const of = isOfManyRuns(header) ? undefined : header.id;
    return { kind: "keys", recordKind: header.recordKind, keys: scope.keys, of };
  }
  const source = isOfManyRuns(header) ? header.view : resultsOf(header);
  return scope.kind === "filtered" && source.kind === "run" ? { ...source, since: scope.shown.since } : source;
}

/** Calls `work` with a view of the records, and closes the view afterwards. */
export async function withView<T>(
  { store, header, scope, now }: ScopedRecords,
  work: (view: ViewInfo) => Promise<T>,
  watch?: CallWatch,
): Promise<T> {
  const source = sourceOf(header, scope);
  const order: ViewOrder =
    scope.kind === "filtered" ? viewOrder(header.recordKind, scope.shown, now()) : { columns: [], now: now() };
  const view = await store.views.open(source, order, watch);
  try {
    return await work(view);
  } finally {
    // A worker that died has closed its views already.
    await store.views.close(view.view).catch(() => undefined);
  }
}
