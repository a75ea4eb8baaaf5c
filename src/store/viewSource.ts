// The source, order and filters of a view.
import type { RecordKind } from "../service/operations";
import type { Condition } from "./conditions";

export type ViewSource =
  /**
   * With `since`, compared with that earlier run of the same kind of record: rows have their changes. `first`: only
   * this many of its records.
   */
  | {
      readonly kind: "run";
      readonly run: string;
      readonly since?: string | undefined;
      readonly first?: number | undefined;
    }
  /** Records found by the lookups of a batch, in the order of its questions. */
  | { readonly kind: "batch"; readonly run: string }
  /** These records, in this order, except those that the lists of the run `of` leave out. */
  | {
      readonly kind: "keys";
      readonly recordKind: RecordKind;
      readonly keys: readonly number[];
      readonly of?: string | undefined;
    }
  /** The latest versions of the records of a list, in the order they were added. */
  | { readonly kind: "list"; readonly list: string; readonly recordKind: RecordKind }
  /** The latest versions of records that contain all words of a text, newest first. */
  | { readonly kind: "found"; readonly text: string; readonly recordKind: RecordKind };

/** The id of the run that the records belong to, or whose lookups found them. */
export function runOfSource(source: ViewSource): string | undefined {
  if (source.kind === "keys") {
    return source.of;
  }
  return source.kind === "run" || source.kind === "batch" ? source.run : undefined;
}

export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** Records with the same value are sorted by the columns in `next`. */
export interface SortOrder extends SortKey {
  readonly next?: readonly SortKey[] | undefined;
}

export const sortKeys = (sort: SortOrder | undefined): readonly SortKey[] =>
  sort === undefined ? [] : [{ column: sort.column, descending: sort.descending }, ...(sort.next ?? [])];

/** The columns as an order; `undefined` if there are none. */
export function sortOrderOf([first, ...next]: readonly SortKey[]): SortOrder | undefined {
  return first === undefined ? undefined : { ...first, ...(next.length > 0 && { next }) };
}

export interface ViewOrder {
  /** Words that must all occur in the displayed columns, ignoring case and accents. */
  readonly filter?: string | undefined;
  /** Ids of the displayed columns. */
  readonly columns: readonly string[];
  readonly sort?: SortOrder | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  /** ms since 1970, for conditions that count years up to now. */
  readonly now: number;
}
