// The view of the store that a scope of records means.
import { resultsOf, type RunHeader } from "../../runs/run";
import type { Store } from "../../store/client";
import type { CallWatch } from "../../store/protocol";
import type { ViewInfo, ViewOrder, ViewSource } from "../../store/views";
import { viewOrder } from "../resultsEditor/rowsOrder";
import type { RecordScope } from "../runActivity";

/** Records of a run, whatever it contains by the time they are read. */
export interface ScopedRecords {
  readonly store: Pick<Store, "views">;
  readonly header: RunHeader;
  readonly scope: RecordScope;
  /** ms since 1970, for bars of the summary that count years. */
  readonly now: () => number;
}

/** Works on a view of the records as they are now, and closes it. */
export async function withView<T>(
  { store, header, scope, now }: ScopedRecords,
  work: (view: ViewInfo) => Promise<T>,
  watch?: CallWatch,
): Promise<T> {
  const source: ViewSource =
    scope.kind === "selected" ? { kind: "keys", recordKind: header.recordKind, keys: scope.keys } : resultsOf(header);
  const order: ViewOrder =
    scope.kind === "filtered" ? viewOrder(header.recordKind, scope.shown, now()) : { columns: [], now: now() };
  const view = await store.views.open(source, order, watch);
  try {
    return await work(view);
  } finally {
    // A worker that died has closed it already.
    await store.views.close(view.view).catch(() => undefined);
  }
}
