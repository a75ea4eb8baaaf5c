// Suggestions for a filter: values that recent results have in the matching columns.
import { columnsForFilter } from "../../rows/filterColumns";
import { recordKinds } from "../../service/operations";
import type { Store } from "../../store/client";

export interface SeenValuesDeps {
  readonly store: Pick<Store, "values">;
  /** Only results of this service are used; `undefined` without a connection, and then nothing is suggested. */
  readonly origin: () => string | undefined;
}

/** Returns a function that resolves with the values for a filter, most frequent first. It never rejects. */
export function createSeenValues({ store, origin }: SeenValuesDeps): (field: string) => Promise<readonly string[]> {
  return async (field) => {
    const service = origin();
    const columnsByKind = recordKinds
      .map((kind) => [kind, columnsForFilter(kind, field)] as const)
      .filter(([, columns]) => columns.length > 0);
    return service === undefined || columnsByKind.length === 0
      ? []
      : store.values.seenValues({ columns: Object.fromEntries(columnsByKind), origin: service }).catch(() => []);
  };
}
