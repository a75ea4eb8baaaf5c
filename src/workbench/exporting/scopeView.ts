// Opens the records of a scope as a view of the store.
import { resultsOf, type RunHeader } from "../../runs/run";
import type { Store } from "../../store/client";
import type { CallWatch } from "../../store/protocol";
import type { ViewInfo } from "../../store/views";
import type { ViewOrder, ViewSource } from "../../store/viewSource";
import { viewOrder } from "../resultsEditor/rowsOrder";
import type { RecordScope } from "../runActivity";

/** Records of a run. They are those it has when they are read, not when the export was started. */
export interface ScopedRecords {
  readonly store: Pick<Store, "views">;
  readonly header: RunHeader;
  readonly scope: RecordScope;
  /** ms since 1970; filters by years since a date need it. */
  readonly now: () => number;
}

function sourceOf(header: RunHeader, scope: RecordScope): ViewSource {
  if (scope.kind === "selected") {
    return { kind: "keys", recordKind: header.recordKind, keys: scope.keys };
  }
  const source = resultsOf(header);
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
