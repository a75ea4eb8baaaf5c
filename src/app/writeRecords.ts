// Writes records to a file or to a text; the only place that does. Saves every export to a file so that it can be
// repeated.
import type { ExportFormat } from "../export/formats";
import { hasLimits, type LongValues } from "../export/longValues";
import type { DeskStore } from "../export/storeExport";
import type { Clock } from "../service/wire";
import type { CallWatch } from "../store/protocol";
import type { ViewOrder } from "../store/viewSource";
import { fileUriOf } from "./headless/nodeFiles";
import { saveLastExport } from "./lastExports";
import { withView } from "./readRecords";
import { exportInfo, type ColumnFilter, type OrderedRows, type RowsOrder, type RowSource } from "./rowSource";

export interface FileToWrite {
  /** Absolute path. */
  readonly file: string;
  /** If false, a taken name gets a number. */
  readonly replace: boolean;
}

export interface WriteRequest extends OrderedRows {
  readonly format: ExportFormat;
  /** The order in a repeatable form, if its conditions are not only about columns. */
  readonly shown?: RowsOrder | undefined;
}

interface Written {
  readonly records: number;
  /** Records that leave-out lists name; not written. */
  readonly leftOut: number;
}

export interface WrittenRecords extends Written {
  /** With a number if the name was taken. */
  readonly file: string;
  readonly bytes: number;
}

export interface WriterApp {
  readonly store: DeskStore;
  readonly clock: Clock;
}

/** Values that are too long for the fields of an import; reported before writing. */
export const longValues = (
  { store }: WriterApp,
  { format, ...rows }: WriteRequest,
  watch?: CallWatch,
): Promise<readonly LongValues[]> =>
  hasLimits(format.profile)
    ? withView({ store }, rows, ({ view }) => store.exports.longValues({ view, format }), watch)
    : Promise.resolve([]);

/** Writes the file completely or not at all. Rejects with a `Refusal`, a `StoreError` or a `DiskFailure`. */
export async function writeRecords(
  app: WriterApp,
  request: WriteRequest,
  { file, replace }: FileToWrite,
  watch: CallWatch,
): Promise<WrittenRecords> {
  const { store, clock } = app;
  const { format, ...rows } = request;
  const written = await withView(
    { store },
    rows,
    async ({ view, count, leftOut }) => {
      const info = exportInfo(rows.source, { records: count, order: rows.order, now: clock.now() });
      const exported = await store.exports.toFile({ view, format, info, file, replace }, watch);
      return { ...exported, leftOut };
    },
    { signal: watch.signal },
  );
  await rememberExport(app, request, fileUriOf(written.file));
  return written;
}

/** Never fails: the file exists even if a read-only database cannot remember it. */
export async function rememberExport(
  { store, clock }: WriterApp,
  { source, format, order, shown = shownBy(source, order) }: WriteRequest,
  file: string,
): Promise<void> {
  const last = { format, file, at: clock.now() };
  const { view } = source;
  await saveLastExport(
    store,
    source,
    view.kind === "keys" ? { ...last, records: view.keys.length } : { ...last, shown },
  ).catch(() => undefined);
}

/** `undefined`: all records in the order they were fetched. */
function shownBy({ view }: RowSource, order: ViewOrder): RowsOrder | undefined {
  const { filter = "", conditions = [], sort, columns } = order;
  const since = view.kind === "run" ? view.since : undefined;
  const columnFilters = conditions.flatMap((one): readonly ColumnFilter[] =>
    one.kind === "empty"
      ? [{ kind: "oneOf", column: one.column, values: [""], exclude: !one.isEmpty }]
      : "column" in one
        ? [one]
        : [],
  );
  return filter === "" && conditions.length === 0 && sort === undefined && since === undefined
    ? undefined
    : { filter, columns, sort, columnFilters, since };
}

/** Writes the same content as bytes, for destinations other than a local file. */
export function recordsAsBytes(
  { store, clock }: WriterApp,
  { format, ...rows }: WriteRequest,
  watch: CallWatch,
): Promise<Written & { readonly content: Uint8Array }> {
  return withView(
    { store },
    rows,
    async ({ view, count, leftOut }) => {
      const info = exportInfo(rows.source, { records: count, order: rows.order, now: clock.now() });
      const content = await store.exports.toBytes({ view, format, info }, watch);
      return { content, records: count, leftOut };
    },
    { signal: watch.signal },
  );
}
