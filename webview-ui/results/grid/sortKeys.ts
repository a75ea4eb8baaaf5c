// The columns that the rows are sorted by, as the headers show and change them.
import type { SortOrder } from "../../messages/results";

interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

export const sortKeysOf = (sort: SortOrder | undefined): readonly SortKey[] =>
  sort === undefined ? [] : [{ column: sort.column, descending: sort.descending }, ...(sort.next ?? [])];

/** Cycles through ascending, descending and unsorted. Without `add`, no other column stays sorted. */
export function cycledSort(sort: SortOrder | undefined, column: string, add: boolean): SortOrder | undefined {
  const keys = sortKeysOf(sort);
  const own = keys.find((key) => key.column === column);
  const isAlone = add || keys.length === 1;
  const next = nextKeys(isAlone ? own : undefined, column);
  let changed = next;
  if (add) {
    changed = own === undefined ? [...keys, ...next] : keys.flatMap((key) => (key === own ? next : [key]));
  }
  const [first, ...others] = changed;
  return first === undefined ? undefined : { ...first, ...(others.length > 0 && { next: others }) };
}

function nextKeys(own: SortKey | undefined, column: string): readonly SortKey[] {
  if (own === undefined) {
    return [{ column, descending: false }];
  }
  return own.descending ? [] : [{ column, descending: true }];
}
