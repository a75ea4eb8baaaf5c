// Suggestions while a filter is filled in: values that the latest results have in the same place.
import { columnsForFilter } from "../../rows/filterColumns";
import { recordKinds } from "../../service/operations";
import type { Store } from "../../store/client";

export interface SeenValuesDeps {
  readonly store: Pick<Store, "values">;
  /** Only results of this service are looked at; `undefined` when none is in use, and then nothing is suggested. */
  readonly origin: () => string | undefined;
}

/** A function that resolves with the values seen for a filter, the most frequent first; never rejects. */
export function createSeenValues({ store, origin }: SeenValuesDeps): (field: string) => Promise<readonly string[]> {
  return async (field) => {
    const from = origin();
    const places = recordKinds
      .map((kind) => [kind, columnsForFilter(kind, field)] as const)
      .filter(([, columns]) => columns.length > 0);
    return from === undefined || places.length === 0
      ? []
      : store.values.seenValues({ columns: Object.fromEntries(places), origin: from }).catch(() => []);
  };
}
