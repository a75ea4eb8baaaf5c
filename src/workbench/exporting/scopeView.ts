// The records of a scope as rows of the store.
import { onlyKeys, type RowSource } from "../../app/rowSource";
import { withView, type OrderedRows } from "../../app/readRecords";
import type { Store } from "../../store/client";
import type { CallWatch } from "../../store/protocol";
import type { ViewInfo } from "../../store/views";
import { rowsInOrder } from "../../app/rowsOrder";
import type { RecordScope } from "../runActivity";

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
