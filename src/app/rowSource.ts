// Where records come from: a run, a comparison, a batch, an enrichment, a list, everything fetched. Whatever shows,
// copies, exports or searches with records takes one of these and knows nothing else.
import type { ExportInfo } from "../export/writeView";
import { inEnglish } from "../language/language";
import type { Besides } from "../rows/besideColumns";
import { companiesOf } from "../runs/companyGroups";
import { isSearch, resultsOf, type RunSummary } from "../runs/run";
import { describeSearch } from "../searches/describeSearch";
import { operations, type RecordKind } from "../service/operations";
import type { RecordList } from "../store/recordLists";
import type { ViewOrder, ViewSource } from "../store/viewSource";

export interface RowSource {
  readonly title: string;
  readonly recordKind: RecordKind;
  readonly view: ViewSource;
  /** Present if all records are of one run. */
  readonly run?: RunSummary | undefined;
  /** Id of the list whose records these are. */
  readonly list?: string | undefined;
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

/** The latest versions of records that have all words of the text. */
export const rowsFound = (text: string, recordKind: RecordKind, title = text): RowSource => ({
  title,
  recordKind,
  view: { kind: "found", text, recordKind },
});

/** The records with these keys, in this order; what the lists of the run leave out stays out. */
export const onlyKeys = (source: RowSource, keys: readonly number[]): RowSource => ({
  ...source,
  view: { kind: "keys", recordKind: source.recordKind, keys, of: source.run?.header.id },
});

/** Only a run can be compared. */
export const comparedWith = (source: RowSource, since: string | undefined): RowSource =>
  source.view.kind === "run" ? { ...source, view: { ...source.view, since } } : source;

/** Whether both are the same records, however they are compared. */
export function isSameSource(one: RowSource, other: RowSource): boolean {
  const [view, otherView] = [comparedWith(one, undefined).view, comparedWith(other, undefined).view];
  return JSON.stringify(view) === JSON.stringify(otherView);
}

/** What records have besides their own columns. */
export function besidesOf({ view, run }: Pick<RowSource, "run"> & Partial<Pick<RowSource, "view">>): Besides {
  const companies = run && companiesOf(run.header.task);
  return {
    hasCompanies: companies !== undefined,
    listColumns: companies?.columns,
    isList: view?.kind === "list",
    isCompared: view?.kind === "news" || (view?.kind === "run" && view.since !== undefined),
    isNews: view?.kind === "news",
  };
}

/** The lines about an export that a workbook and a database contain, in English in every language like headers. */
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
    ? inEnglish(() => describeSearch({ search: operations[task.kind].search, filters: task.filters, fetch: {} }))
    : undefined;
  return [
    ["Search", header.title],
    ...(filters === undefined ? [] : ([["Filters", filters]] as const)),
    ["Service", connection.origin],
    ["Connection", connection.label],
    ["Run", id],
    ["Run started", new Date(startedAt)],
    ["Credits", credits],
  ];
}

function selectionOf({ view }: RowSource, { filter = "", conditions = [] }: ViewOrder): string {
  if (view.kind === "keys") {
    return "Selected records";
  }
  return filter.trim() !== "" || conditions.length > 0 ? "Filtered records" : "All fetched records";
}
