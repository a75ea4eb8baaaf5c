// Reads stored records of a run: chosen columns, filtered, sorted, a few at a time. Leave-out lists always apply.
import { parseExact } from "../service/exactJson";
import type { RecordKind } from "../service/operations";
import type { Store } from "../store/client";
import type { CallWatch } from "../store/protocol";
import { StoreError } from "../store/storeError";
import type { ViewInfo } from "../store/views";
import { sortKeys, type SortOrder, type ViewOrder } from "../store/viewSource";
import type { App } from "./app";
import { checkNames, columnsOfConditions, conditionOf, isNamed, noColumn, type ChosenCondition } from "./recordColumns";
import { rowsOfRun, type OrderedRows, type RowSource } from "./rowSource";
import { existingRun } from "./searchRuns";
import type { FoundRecords } from "../store/everything";

/** Which records of a run, in which order. */
export interface RecordChoice {
  /** Ids of columns; few without contact data when absent. */
  readonly columns?: readonly string[] | undefined;
  /** Words that must all occur in the columns. */
  readonly filter?: string | undefined;
  readonly conditions?: readonly ChosenCondition[] | undefined;
  readonly sort?: SortOrder | undefined;
}

/** With the columns that are read, or searched for the words. */
export type ChosenRecords = RecordChoice & { readonly columns: readonly string[] };

/** What identifies a record and no more: contact data is read only when a column is named. */
const fewColumns: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["name", "domain", "industry", "headcount", "country"],
  person: ["name", "title", "company_name", "country"],
  contact: ["name", "profile_title", "profile_company_name"],
};

/** The columns that are read: the given ones. Throws a `Refusal` for one that does not exist. */
export function columnsToRead(kind: RecordKind, given: readonly string[] | undefined): readonly string[] {
  const wanted = given === undefined || given.length === 0 ? fewColumns[kind] : [...new Set(given)];
  checkNames(kind, wanted);
  return wanted;
}

/**
 * A path must be one of the service's or have a value in some record: the service may send fields that nobody knows
 * yet, and contacts have those of the user. Rejects with a `Refusal`.
 */
export async function checkColumns(
  app: Pick<App, "store" | "clock">,
  source: RowSource,
  names: readonly string[],
): Promise<void> {
  checkNames(source.recordKind, names);
  for (const column of names.filter((name) => !isNamed(source.recordKind, name))) {
    const conditions = [{ kind: "empty", column, isEmpty: false }] as const;
    const order = { columns: [], conditions, now: app.clock.now() };
    if ((await withView(app, { source, order }, ({ count }) => Promise.resolve(count))) === 0) {
      throw noColumn(source.recordKind, column);
    }
  }
}

/** The choice as an order of rows, after the leave-out lists were read again. */
export async function orderOf(
  app: App,
  source: RowSource,
  { columns, filter, conditions = [], sort }: ChosenRecords,
): Promise<ViewOrder> {
  const { recordKind, run } = source;
  const named = [...sortKeys(sort).map(({ column }) => column), ...columnsOfConditions(conditions)];
  const bounded = conditions.map((condition) => conditionOf(recordKind, condition));
  await checkColumns(app, source, named);
  await app.lists.forRun(run?.header.leaveOut ?? []);
  return { filter, columns, sort, conditions: bounded, now: app.clock.now() };
}

/** Opens the chosen records as a view, after the leave-out lists were read again. */
export async function withRecords<T>(
  app: App,
  source: RowSource,
  choice: ChosenRecords,
  work: (view: ViewInfo) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return withView(app, { source, order: await orderOf(app, source, choice) }, work, { signal });
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

export async function readRecords(
  app: App,
  run: string,
  choice: RecordChoice,
  { offset, limit, signal }: { readonly offset: number; readonly limit: number; readonly signal?: AbortSignal },
) {
  const summary = await existingRun(app, run);
  const source = rowsOfRun(summary);
  const columns = columnsToRead(source.recordKind, choice.columns);
  await checkColumns(app, source, columns);
  return withRecords(
    app,
    source,
    { ...choice, columns },
    async ({ view, count, sourceCount, leftOut }) => ({
      summary,
      columns,
      /** Records that meet the conditions. */
      count,
      /** Records of the run. */
      all: sourceCount,
      /** Records that leave-out lists hide. */
      leftOut,
      rows: await app.store.views.rows(view, offset, limit),
    }),
    signal,
  );
}

/**
 * Finds words, which must all occur, in everything that was fetched: the newest `limit` records. Reads the leave-out
 * lists again before; rejects with a `Refusal` when one of them cannot be read.
 */
export async function findRecords(
  { lists, store }: App,
  text: string,
  limit: number,
  kind?: RecordKind,
): Promise<FoundRecords> {
  await lists.everywhere();
  return store.everything.search(text, limit, kind);
}
