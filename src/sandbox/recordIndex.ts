// An index of one kind of record: columns of value ids, and the filtering of rows by them.
import type { FilterItem } from "../service/requests";
import { combine } from "./textMatch";
import type { Marks, ValueSet } from "./valueSets";

type Column = Uint16Array | Uint32Array;

/**
 * How a filter field reaches the values of a row: each row is its own value; the row has one value, or `width` of them.
 * A column holds the size of its value set where there is no value.
 */
export type FieldIndex =
  | { readonly values: ValueSet; readonly rows: "own" }
  | { readonly values: ValueSet; readonly rows: Column; readonly width: number };

export type Fields<F extends string> = { readonly [field in F]: FieldIndex };

/** The filter items of a search by field, paging left out. */
export type FilterItems = Readonly<Record<string, readonly FilterItem[]>>;

interface FieldMarks {
  readonly included: Marks | undefined;
  readonly excluded: Marks | undefined;
}

async function marksOf(values: ValueSet, items: readonly FilterItem[]): Promise<FieldMarks> {
  const any = async (chosen: readonly FilterItem[]): Promise<Marks | undefined> => {
    if (chosen.length === 0) return undefined;
    // One place more than there are values: a row without a value points there and matches nothing.
    const marks = new Uint8Array(values.size + 1);
    for (const item of chosen) {
      const matched = await values.match(item);
      if (chosen.length === 1) marks.set(matched);
      else for (let id = 0; id < matched.length; id += 1) if (matched[id] === 1) marks[id] = 1;
    }
    return marks;
  };
  return {
    included: await any(items.filter((item) => item.exclude !== true)),
    excluded: await any(items.filter((item) => item.exclude === true)),
  };
}

function narrow(selected: Marks, field: FieldIndex, { included, excluded }: FieldMarks): void {
  if (field.rows === "own" || field.width === 1) {
    const passes = new Uint8Array(field.values.size + 1);
    for (let id = 0; id < passes.length; id += 1)
      passes[id] = combine(included && included[id] === 1, excluded?.[id] === 1) ? 1 : 0;
    if (field.rows === "own")
      for (let row = 0; row < selected.length; row += 1) selected[row] = (selected[row] ?? 0) & (passes[row] ?? 0);
    else
      for (let row = 0; row < selected.length; row += 1)
        selected[row] = (selected[row] ?? 0) & (passes[field.rows[row] ?? 0] ?? 0);
    return;
  }
  const { rows, width } = field;
  const anyIn = (row: number, marks: Marks): boolean => {
    for (let at = row * width; at < (row + 1) * width; at += 1) if (marks[rows[at] ?? 0] === 1) return true;
    return false;
  };
  for (let row = 0; row < selected.length; row += 1) {
    if (
      selected[row] === 1 &&
      !combine(included && anyIn(row, included), excluded !== undefined && anyIn(row, excluded))
    )
      selected[row] = 0;
  }
}

/** One byte for every row: 1 where all fields match (interface, "Combination rule"). */
export async function matchingRows(
  fields: Readonly<Record<string, FieldIndex>>,
  rowCount: number,
  items: FilterItems,
): Promise<Marks> {
  const selected = new Uint8Array(rowCount).fill(1);
  for (const [name, field] of Object.entries(fields)) {
    const asked = items[name];
    if (asked && asked.length > 0) narrow(selected, field, await marksOf(field.values, asked));
  }
  return selected;
}

/** Values of another kind of record, asked through a field of this one: the rows of that record are the values. */
export function throughRecords(field: FieldIndex, recordCount: number): ValueSet {
  return {
    size: recordCount,
    match: async (item) => {
      const matched = await field.values.match(item);
      // The other index may have grown since; only the first records are pointed to.
      if (field.rows === "own") return matched.subarray(0, recordCount);
      const { rows, width } = field;
      const marks = new Uint8Array(recordCount);
      for (let at = 0; at < recordCount * width; at += 1)
        if (matched[rows[at] ?? 0] === 1) marks[Math.floor(at / width)] = 1;
      return marks;
    },
  };
}
