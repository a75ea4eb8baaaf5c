// Reads stored records of a run: chosen columns, filtered, sorted, a few at a time. Leave-out lists always apply.
import { columnOf, columnsOf } from "../rows/columns";
import type { RunSummary } from "../runs/run";
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import type { Store } from "../store/client";
import type { Condition } from "../store/conditions";
import type { CallWatch } from "../store/protocol";
import { StoreError } from "../store/storeError";
import type { ViewInfo, ViewRow } from "../store/views";
import { sortKeys, type SortOrder, type ViewOrder } from "../store/viewSource";
import { Refusal, type App } from "./app";
import { neutral } from "./untrusted";
import { rowsOfRun, type RowSource } from "./rowSource";
import { existingRun } from "./searchRuns";

/** Which records of a run, in which order. */
export interface RecordChoice {
  /** Ids of columns; few without contact data when absent. */
  readonly columns?: readonly string[] | undefined;
  /** Words that must all occur in the columns. */
  readonly filter?: string | undefined;
  readonly conditions?: readonly Condition[] | undefined;
  readonly sort?: SortOrder | undefined;
}

/** What identifies a record and no more: contact data is read only when a column is named. */
const fewColumns: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["name", "domain", "industry", "headcount", "country"],
  person: ["name", "title", "company_name", "country"],
  contact: ["name", "profile_title", "profile_company_name"],
};

/** The columns that are read: the given ones. Throws a `Refusal` for one that does not exist. */
export function columnsToRead(kind: RecordKind, given: readonly string[] | undefined): readonly string[] {
  const wanted = given === undefined || given.length === 0 ? fewColumns[kind] : [...new Set(given)];
  for (const id of wanted) {
    checkColumn(kind, id);
  }
  return wanted;
}

/** Paths of fields have a dot or a bracket; any other name must be that of a column. */
function checkColumn(kind: RecordKind, id: string): void {
  const ids = columnsOf(kind).map((column) => column.id);
  if (!ids.includes(id) && (!/[.[]/u.test(id) || columnOf(kind, id) === undefined)) {
    throw new Refusal(`There is no column “${neutral(id, 100)}”. Columns: ${ids.join(", ")}.`);
  }
}

/** Texts have no order that a number could be compared with. Sizes such as “51-200” and fields by their path may. */
function checkRange(kind: RecordKind, condition: Condition): void {
  if (condition.kind !== "range") {
    return;
  }
  const known = columnsOf(kind).find(({ id }) => id === condition.column);
  if (known?.type === "text" && !known.id.includes("headcount")) {
    const ids = columnsOf(kind).filter(({ type }) => type === "number" || type === "date");
    throw new Refusal(
      `“${neutral(known.id, 100)}” is a text, so min and max do not apply to it: use contains or one_of. ` +
        `Columns with numbers and dates: ${ids.map(({ id }) => id).join(", ")}.`,
    );
  }
}

/** The choice as an order of rows, after the leave-out lists were read again. */
export async function orderOf(
  desk: App,
  { recordKind, run }: RowSource,
  { columns, filter, conditions = [], sort }: RecordChoice & { readonly columns: readonly string[] },
): Promise<ViewOrder> {
  [...sortKeys(sort).map(({ column }) => column), ...conditions.flatMap(columnOfCondition)].forEach((id) =>
    checkColumn(recordKind, id),
  );
  conditions.forEach((condition) => checkRange(recordKind, condition));
  await desk.lists.forRun(run?.header.leaveOut ?? []);
  return { filter, columns, sort, conditions, now: desk.clock.now() };
}

/** Opens the chosen records as a view, after the leave-out lists were read again. */
export async function withRecords<T>(
  desk: App,
  source: RowSource,
  choice: RecordChoice & { readonly columns: readonly string[] },
  work: (view: ViewInfo) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return withView(desk, { source, order: await orderOf(desk, source, choice) }, work, { signal });
}

/** Which records of a source, and in which order. */
export interface OrderedRows {
  readonly source: RowSource;
  readonly order: ViewOrder;
}

/** Calls `work` with a view of the records, and closes the view afterwards. */
export async function withView<T>(
  { store: { views } }: { readonly store: Pick<Store, "views"> },
  { source, order }: OrderedRows,
  work: (view: ViewInfo) => Promise<T>,
  watch?: CallWatch,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    const view = await views.open(source.view, order, watch);
    try {
      return await work(view);
    } catch (error) {
      // The database was recovered or replaced meanwhile: the records are read from what it is now.
      if (!isFirst || !(error instanceof StoreError && error.code === "VIEW_CLOSED")) {
        throw error;
      }
    } finally {
      await views.close(view.view).catch(() => undefined);
    }
  }
}

/** Records parsed at once: more would block the extension host. */
const parsedAtOnce = 50;

/** The records with these keys, parsed; `undefined` for one that was deleted or is left out. */
export async function* recordsByKey(
  { records }: Pick<Store, "records">,
  keys: readonly number[],
): AsyncGenerator<unknown, void> {
  for (let at = 0; at < keys.length; at += parsedAtOnce) {
    for (const json of await records.jsonOf(keys.slice(at, at + parsedAtOnce))) {
      yield json === undefined ? undefined : parseExact(json);
    }
  }
}

const columnOfCondition = (condition: Condition): readonly string[] =>
  "column" in condition ? [condition.column] : [];

export interface RecordWindow {
  readonly summary: RunSummary;
  readonly columns: readonly string[];
  readonly rows: readonly ViewRow[];
  /** Records that meet the conditions. */
  readonly count: number;
  /** Records of the run. */
  readonly all: number;
  /** Records that leave-out lists hide. */
  readonly leftOut: number;
}

export async function readRecords(
  desk: App,
  run: string,
  choice: RecordChoice,
  { offset, limit, signal }: { readonly offset: number; readonly limit: number; readonly signal?: AbortSignal },
): Promise<RecordWindow> {
  const summary = await existingRun(desk, run);
  const source = rowsOfRun(summary);
  const columns = columnsToRead(source.recordKind, choice.columns);
  return withRecords(
    desk,
    source,
    { ...choice, columns },
    async ({ view, count, sourceCount, leftOut }) => ({
      ...{ summary, columns, count, all: sourceCount, leftOut },
      rows: await desk.store.views.rows(view, offset, limit),
    }),
    signal,
  );
}
