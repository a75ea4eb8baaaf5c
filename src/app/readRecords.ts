// Reads stored records: selected columns, filtered, sorted, a few at a time. Leave-out lists always apply.
import { columnOf, columnsOf } from "../records/columns";
import { nameInList } from "../records/extraColumns";
import { parseExact } from "../service/exactJson";
import { nearestNames } from "../service/nearestNames";
import type { RecordKind } from "../service/operations";
import { recordPaths } from "../service/recordSchemas";
import type { Store } from "../store/client";
import { isKnown } from "../store/columnSql";
import type { Condition } from "../store/conditions";
import type { FoundRecords } from "../store/everything";
import type { CallWatch } from "../store/protocol";
import { StoreError } from "../store/storeError";
import type { ViewInfo } from "../store/views";
import { sortKeys, type SortOrder, type ViewOrder } from "../store/viewSource";
import { eitherOf } from "../text/phrases";
import { Refusal, type App } from "./app";
import type { OrderedRows, RowSource } from "./rowSource";
import { neutral } from "./untrusted";

/** The records of a source to read, and their order. */
export interface RecordChoice {
  /** Ids of columns; a few without contact data when absent. */
  readonly columns?: readonly string[] | undefined;
  /** Words that must all occur in the columns. */
  readonly filter?: string | undefined;
  readonly conditions?: readonly ChosenCondition[] | undefined;
  readonly sort?: SortOrder | undefined;
}

/** With the columns to read, or to search for the words. */
export type ChosenRecords = RecordChoice & { readonly columns: readonly string[] };

/** The columns that identify a record. Contact data is only read when a column is named. */
const fewColumns: Readonly<Record<RecordKind, readonly string[]>> = {
  company: ["name", "domain", "industry", "headcount", "country"],
  person: ["name", "title", "company_name", "country"],
  contact: ["name", "profile_title", "profile_company_name"],
};

/** The given columns, or else the identifying ones. Throws a `Refusal` if one does not exist. */
export function columnsToRead(kind: RecordKind, given: readonly string[] | undefined): readonly string[] {
  const wanted = given === undefined || given.length === 0 ? fewColumns[kind] : [...new Set(given)];
  checkNames(kind, wanted);
  return wanted;
}

/**
 * A path must be one of the service's or have a value in some record: the service may send fields that are not known
 * yet, and contacts have the user's own fields. Rejects with a `Refusal`.
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

/** Converts the choice to a view order. */
export async function orderOf(
  app: App,
  source: RowSource,
  { columns, filter, conditions = [], sort }: ChosenRecords,
): Promise<ViewOrder> {
  const { recordKind } = source;
  const named = [...sortKeys(sort).map(({ column }) => column), ...columnsOfConditions(conditions)];
  const bounded = conditions.map((condition) => conditionOf(recordKind, condition));
  await checkColumns(app, source, named);
  return { filter, columns, sort, conditions: bounded, now: app.clock.now() };
}

/** Calls `work` with a view of the chosen records. */
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
  { store: { views } }: { readonly store: Store },
  { source, order }: OrderedRows,
  work: (view: ViewInfo) => Promise<T>,
  watch?: CallWatch,
): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    const view = await views.open(source.view, order, watch);
    try {
      return await work(view);
    } catch (error) {
      // The database was recovered or replaced in the meantime: read the records again from the new one.
      if (!isFirst || !(error instanceof StoreError && error.code === "VIEW_CLOSED")) {
        throw error;
      }
    } finally {
      await views.close(view.view).catch(() => undefined);
    }
  }
}

/** How many records are parsed at once: more would block the extension host. */
const parsedAtOnce = 50;

/** The records with these keys, parsed; `undefined` for each that was deleted or is left out. */
export async function* recordsByKey({ records }: Store, keys: readonly number[]): AsyncGenerator<unknown, void> {
  for (let at = 0; at < keys.length; at += parsedAtOnce) {
    for (const json of await records.jsonOf(keys.slice(at, at + parsedAtOnce))) {
      yield json === undefined ? undefined : parseExact(json);
    }
  }
}

export async function readRecords(
  app: App,
  source: RowSource,
  choice: RecordChoice,
  { offset, limit, signal }: { readonly offset: number; readonly limit: number; readonly signal?: AbortSignal },
) {
  const columns = columnsToRead(source.recordKind, choice.columns);
  await checkColumns(app, source, columns);
  return withRecords(
    app,
    source,
    { ...choice, columns },
    async ({ view, count, sourceCount, leftOut }) => ({
      columns,
      /** Records that meet the conditions. */
      count,
      /** Records of the source. */
      all: sourceCount,
      /** Records that leave-out lists hide. */
      leftOut,
      rows: await app.store.views.rows(view, offset, limit),
    }),
    signal,
  );
}

/** Finds records that contain all words, in everything fetched: the newest `limit` records. */
export const findRecords = ({ store }: App, text: string, limit: number, kind?: RecordKind): Promise<FoundRecords> =>
  store.everything.search(text, limit, kind);

/** `remark`: more available names. */
export function noColumn(kind: RecordKind, name: string, remark = ""): Refusal {
  const ids = columnsOf(kind).map(({ id }) => id);
  const near = nearestNames(name, [...ids, ...recordPaths(kind)]);
  const meant = near.length === 0 ? "" : ` Did you mean ${eitherOf(near)}?`;
  return new Refusal(`There is no column “${neutral(name, 100)}”.${meant} Columns: ${ids.join(", ")}.${remark}`);
}

/** Columns of a company list belong to a run, so they are not columns of a record kind. */
const isColumn = (kind: RecordKind, id: string): boolean => isKnown(kind, id) && nameInList(id) === undefined;

/** A name with a dot or a bracket is a path; any other must be a column's. Throws a `Refusal`. */
function checkNames(kind: RecordKind, names: readonly string[]): void {
  const wrong = names.find(
    (name) => !isKnown(kind, name) && (!/[.[]/u.test(name) || columnOf(kind, name) === undefined),
  );
  if (wrong !== undefined) {
    throw noColumn(kind, wrong);
  }
}

/** Whether it is a column, or the path of a field in the service's schema. */
const isNamed = (kind: RecordKind, name: string): boolean =>
  isColumn(kind, name) || recordPaths(kind).includes(name.replace(/\[\d+\]/gu, "[]"));

/** A condition whose bounds are in the form that people write: numbers, and dates such as 2026-01-31. */
export type ChosenCondition =
  | Exclude<Condition, { readonly kind: "range" }>
  | {
      readonly kind: "range";
      readonly column: string;
      readonly min?: number | string | undefined;
      readonly max?: number | string | undefined;
    };

const columnsOfConditions = (conditions: readonly ChosenCondition[]): readonly string[] =>
  conditions.flatMap((condition) => ("column" in condition ? [condition.column] : []));

const lastMomentOfDay = 86_399_999;

/** Converts the bounds to the column's type. Texts have no order, except sizes such as “51-200”. Throws a `Refusal`. */
function conditionOf(kind: RecordKind, condition: ChosenCondition): Condition {
  if (condition.kind !== "range") {
    return condition;
  }
  const { column: id, min, max } = condition;
  const type = columnsOf(kind).find((column) => column.id === id)?.type;
  const bounds = [min, max].filter((bound) => bound !== undefined);
  if (type === "date" || (type === undefined && bounds.every((bound) => typeof bound === "string"))) {
    const from = momentOf(id, min);
    const to = momentOf(id, max);
    return { kind: "range", column: id, min: from, max: to === undefined ? undefined : to + lastMomentOfDay };
  }
  if (type !== undefined && type !== "number" && !id.includes("headcount")) {
    const ids = columnsOf(kind).filter((column) => column.type === "number" || column.type === "date");
    throw new Refusal(
      `“${neutral(id, 100)}” is a text, so min and max do not apply to it: use contains or one_of. ` +
        `Columns with numbers and dates: ${ids.map((column) => column.id).join(", ")}.`,
    );
  }
  const from = numberOf(id, min);
  const to = numberOf(id, max);
  return { kind: "range", column: id, min: from, max: to };
}

function momentOf(id: string, bound: number | string | undefined): number | undefined {
  if (bound === undefined) {
    return undefined;
  }
  const time = /^\d{4}-\d{2}-\d{2}$/u.test(String(bound)) ? Date.parse(String(bound)) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new Refusal(`“${neutral(id, 100)}” is a date: write min and max as “2026-01-31”.`);
  }
  return time;
}

function numberOf(id: string, bound: number | string | undefined): number | undefined {
  if (typeof bound === "string") {
    throw new Refusal(`“${neutral(id, 100)}” is a number: write min and max as numbers.`);
  }
  return bound;
}
