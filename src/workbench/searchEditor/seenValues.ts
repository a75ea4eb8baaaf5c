// Suggestions for a filter: values that recent results have in the matching columns.
import type { App } from "../../app/app";
import { columnsForFilter } from "../../rows/filterColumns";
import { recordKinds } from "../../service/operations";

/**
 * The most frequent first; only of results of the service in use, so none without a connection. Never rejects.
 */
export async function seenValues(app: App, field: string): Promise<readonly string[]> {
  const origin = app.origin();
  const columnsByKind = recordKinds
    .map((kind) => [kind, columnsForFilter(kind, field)] as const)
    .filter(([, columns]) => columns.length > 0);
  return origin === undefined || columnsByKind.length === 0
    ? []
    : app.store.values.seenValues({ columns: Object.fromEntries(columnsByKind), origin }).catch(() => []);
}
