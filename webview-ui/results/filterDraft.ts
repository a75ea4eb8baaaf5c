// The filters of one column while they are edited.
import type { ColumnFilter } from "../messages/results";

export interface FilterDraft {
  readonly contains: string;
  readonly values: readonly string[];
  readonly exclude: boolean;
  /** Inclusive; dates in ms since 1970. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Only records without a value, or only with one. */
  readonly isEmpty: boolean | undefined;
}

export function draftOf(filters: readonly ColumnFilter[]): FilterDraft {
  const contains = filters.find((one) => one.kind === "contains");
  const oneOf = filters.find((one) => one.kind === "oneOf");
  const range = filters.find((one) => one.kind === "range");
  const empty = filters.find((one) => one.kind === "empty");
  return {
    contains: contains?.text ?? "",
    values: oneOf?.values ?? [],
    exclude: oneOf?.exclude === true,
    min: range?.min,
    max: range?.max,
    isEmpty: empty?.isEmpty,
  };
}

export function filtersOfDraft(column: string, draft: FilterDraft): readonly ColumnFilter[] {
  const { contains, values, exclude, min, max, isEmpty } = draft;
  return [
    ...(contains.trim() === "" ? [] : [{ kind: "contains", column, text: contains.trim() } as const]),
    ...(values.length === 0 ? [] : [{ kind: "oneOf", column, values, ...(exclude && { exclude }) } as const]),
    ...(min === undefined && max === undefined
      ? []
      : [{ kind: "range", column, ...(min !== undefined && { min }), ...(max !== undefined && { max }) } as const]),
    ...(isEmpty === undefined ? [] : [{ kind: "empty", column, isEmpty } as const]),
  ];
}

export const isReversed = ({ min, max }: FilterDraft): boolean => min !== undefined && max !== undefined && min > max;

const dayMs = 86_400_000;

/** "2026-11-22". Dates of records are days of UTC. */
export const dayOf = (time: number): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
};

/** The end of the day that begins at `start`. */
export const lastMomentOf = (start: number): number => start + dayMs - 1;
