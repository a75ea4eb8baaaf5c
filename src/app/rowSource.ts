// The sources of records: a run, a comparison, a batch, an enrichment, a list, everything fetched. All code that
// displays, copies, exports or searches with records takes one of these, with an order of its rows.
import { contactCondition, type ContactFilter } from "../enrichments/contactFilters";
import type { ExportInfo } from "../export/writeView";
import { columnOf } from "../records/columns";
import { type ExtraData, changeColumnId } from "../records/extraColumns";
import { companiesOf } from "../runs/atCompanies";
import { isSearch, resultsOf, type RunSummary } from "../runs/run";
import { describeSearch } from "../searches/describeSearch";
import { operations, recordKinds, type RecordKind } from "../service/operations";
import type { Store } from "../store/client";
import type { Condition } from "../store/conditions";
import type { RecordList } from "../store/recordLists";
import { type ViewOrder, type ViewSource, sortKeys, sortOrderOf, type SortOrder } from "../store/viewSource";
import { Refusal } from "./app";
import { neutral } from "./untrusted";

export interface RowSource {
  readonly title: string;
  readonly recordKind: RecordKind;
  readonly view: ViewSource;
  /** Present if all records are from one run. */
  readonly run?: RunSummary | undefined;
  /** Id of the list that contains these records. */
  readonly list?: string | undefined;
}

/** The records of a source, filtered and sorted. */
export interface OrderedRows {
  readonly source: RowSource;
  readonly order: ViewOrder;
}

/** `since`: the id of the earlier run that it is compared with. */
export const rowsOfRun = (run: RunSummary, since?: string): RowSource =>
  comparedWith({ title: run.header.title, recordKind: run.header.recordKind, view: resultsOf(run.header), run }, since);

export const rowsOfList = ({ id, name }: Pick<RecordList, "id" | "name">, recordKind: RecordKind): RowSource => ({
  title: name,
  recordKind,
  view: { kind: "list", list: id, recordKind },
  list: id,
});

/** The first records of a run that has more than the caller asked for. */
export const firstOfRun = (run: RunSummary, first: number): RowSource => ({
  ...rowsOfRun(run),
  view: { kind: "run", run: run.header.id, first },
});

/** The latest versions of records that contain all words of the text. */
export const rowsFound = (text: string, recordKind: RecordKind, title: string): RowSource => ({
  title,
  recordKind,
  view: { kind: "found", text, recordKind },
});

/** The records with these keys, in this order, except those that the run's lists leave out. */
export const onlyKeys = (source: RowSource, keys: readonly number[]): RowSource => ({
  ...source,
  view: { kind: "keys", recordKind: source.recordKind, keys, of: source.run?.header.id },
});

/** Only a run can be compared. */
export const comparedWith = (source: RowSource, since: string | undefined): RowSource =>
  source.view.kind === "run" ? { ...source, view: { ...source.view, since } } : source;

/** Whether both have the same records, regardless of comparisons. */
export function isSameSource(one: RowSource, other: RowSource): boolean {
  const view = comparedWith(one, undefined).view;
  const otherView = comparedWith(other, undefined).view;
  return JSON.stringify(view) === JSON.stringify(otherView);
}

/** The additional columns of the records. */
export function extraDataOf({ view, run }: Pick<RowSource, "run"> & Partial<Pick<RowSource, "view">>): ExtraData {
  const task = run?.header.task;
  const companies = task && companiesOf(task);
  const isTable = run?.header.purpose === "batch";
  return {
    hasCompanies: companies !== undefined,
    isTable,
    listColumns: task !== undefined && "columns" in task ? task.columns : companies?.columns,
    isList: view?.kind === "list",
    isCompared: view?.kind === "run" && view.since !== undefined,
  };
}

/** Metadata of an export, for workbooks and databases. */
export const exportInfo = (
  source: RowSource,
  { records, order, now }: { readonly records: number; readonly order: ViewOrder; readonly now: number },
): ExportInfo => [
  ...aboutSource(source),
  ["Exported", new Date(now)],
  ["Records", records],
  ["Selection", selectionOf(source, order)],
];

function aboutSource({ run, title }: RowSource): ExportInfo {
  if (run === undefined) {
    return [["Records of", title]];
  }
  const { header, credits } = run;
  const { id, task, connection, startedAt } = header;
  const filters = isSearch(task)
    ? describeSearch({ search: operations[task.kind].search, filters: task.filters, fetch: {} })
    : undefined;
  const items: (readonly [label: string, value: string | number | Date])[] = [["Search", header.title]];
  if (filters !== undefined) {
    items.push(["Filters", filters]);
  }
  items.push(
    ["Service", connection.origin],
    ["Connection", connection.label],
    ["Run", id],
    ["Run started", new Date(startedAt)],
    ["Credits", credits],
  );
  return items;
}

function selectionOf({ view }: RowSource, { filter = "", conditions = [] }: ViewOrder): string {
  if (view.kind === "keys") {
    return "Selected records";
  }
  return filter.trim() !== "" || conditions.length > 0 ? "Filtered records" : "All fetched records";
}

/** Finds a list by its name or its id. Throws a `Refusal` that names the lists. */
function listNamed(all: readonly RecordList[], wanted: string): RecordList {
  const found = all.filter(({ id, name }) => id === wanted || name.toLowerCase() === wanted.toLowerCase());
  const [list, ...others] = found;
  if (list === undefined) {
    throw new Refusal(
      `There is no list with this name. Lists: ${all.map(({ name }) => neutral(name)).join(", ")}.`,
      "notFound",
    );
  }
  if (others.length > 0) {
    throw new Refusal(`Several lists have this name. Use an id: ${found.map(({ id }) => id).join(", ")}.`);
  }
  return list;
}

/** The records of a named list; `wanted` selects one of several kinds. Rejects with a `Refusal`. */
export async function rowsOfListNamed(
  { store }: { readonly store: Store },
  named: string,
  wanted: RecordKind | undefined,
): Promise<{ readonly source: RowSource; readonly records: number }> {
  const list = listNamed(await store.recordLists.list(), named);
  const kinds = recordKinds.filter((kind) => list.counts[kind] > 0);
  const kind = wanted ?? kinds[0];
  if (kind === undefined) {
    throw new Refusal("This list is empty.", "notFound");
  }
  if (wanted === undefined && kinds.length > 1) {
    throw new Refusal(`This list has records of several kinds. Choose a kind: ${kinds.join(", ")}.`);
  }
  return { source: rowsOfList(list, kind), records: list.counts[kind] };
}

/** A filter of one column. */
export type ColumnFilter = Extract<Condition, { readonly kind: "contains" | "oneOf" | "range" }>;

export interface RowsOrder {
  /** Words that must all occur in the visible columns. */
  readonly filter: string;
  readonly sort?: SortOrder | undefined;
  /** Records match all of these. */
  readonly columnFilters?: readonly ColumnFilter[] | undefined;
  readonly quick?: readonly ContactFilter[] | undefined;
  /** Ids of the visible columns. */
  readonly columns: readonly string[];
  /** Id of the earlier run that the rows are compared with. It belongs to the source of the view. */
  readonly since?: string | undefined;
}

/** `now` in ms since 1970, for groups that count years. */
export function viewOrder(
  kind: RecordKind,
  { filter, sort, columnFilters = [], quick = [], columns }: RowsOrder,
  now: number,
): ViewOrder {
  // A saved order may name a column that this kind of record does not have.
  const known = sortOrderOf(sortKeys(sort).filter(({ column }) => columnOf(kind, column) !== undefined));
  return {
    filter,
    columns,
    ...(known !== undefined && { sort: known }),
    conditions: [...columnFilters, ...quick.map(contactCondition)],
    now,
  };
}

/** The records of a source in this order; `undefined`: all. */
export const rowsInOrder = (source: RowSource, shown: RowsOrder | undefined, now: number): OrderedRows =>
  shown === undefined
    ? { source, order: { columns: [], now } }
    : { source: comparedWith(source, shown.since), order: viewOrder(source.recordKind, shown, now) };

/** True if all records are displayed in the order they were fetched. New ones are then added at the end. */
export function isPlain(order: RowsOrder): boolean {
  return order.sort === undefined && !isFiltered(order);
}

/** True if some records may be hidden. */
export function isFiltered({ filter, columnFilters = [], quick = [] }: RowsOrder): boolean {
  return filter.trim() !== "" || columnFilters.length > 0 || quick.length > 0;
}

/** The same order without filters that this run does not allow: changes can only be filtered while comparing runs. */
export function allowedOrder(
  { filter, sort, columnFilters = [], quick }: Omit<RowsOrder, "columns">,
  since: string | undefined,
): Omit<RowsOrder, "columns"> {
  const allowed = columnFilters.filter(({ column }) => since !== undefined || column !== changeColumnId);
  return { filter, sort, columnFilters: allowed, quick };
}
