// The one way of records to a file, to a text, or behind those of an existing file: what is written and what counts.
import type { ExportFormat } from "../export/formats";
import type { DeskStore } from "../export/storeExport";
import type { Clock } from "../service/wire";
import type { CallWatch } from "../store/protocol";
import type { UnreadableRecords } from "../store/unreadable";
import { checkAppendable } from "./exportFormat";
import { withView, type OrderedRows } from "./readRecords";
import { exportInfo } from "./rowSource";

export interface FileToWrite {
  /** Absolute path. */
  readonly file: string;
  /** New: a taken name gets a number. Append: only records whose id is not in the file yet. */
  readonly how: "new" | "replace" | "append";
}

export interface WriteRequest extends OrderedRows {
  readonly format: ExportFormat;
}

interface Written {
  /** Records written or, when appended to a file, added. */
  readonly records: number;
  /** Records that leave-out lists name, which were not written. */
  readonly leftOut: number;
  /** Damaged records, which were not written. */
  readonly unreadable: UnreadableRecords;
}

export interface WrittenRecords extends Written {
  /** With a number if the name was taken. */
  readonly file: string;
  /** Of the whole file; absent when records were appended. */
  readonly bytes?: number | undefined;
  /** Only when appended: records the file contained already. */
  readonly alreadyThere?: number | undefined;
}

export interface WriterApp {
  readonly store: Pick<DeskStore, "views" | "exports">;
  readonly clock: Pick<Clock, "now">;
}

/** The file is written whole or not at all. Rejects with a `Refusal`, a `StoreError` or a `DiskFailure`. */
export function writeRecords(
  { store, clock }: WriterApp,
  { format, ...rows }: WriteRequest,
  { file, how }: FileToWrite,
  watch: CallWatch,
): Promise<WrittenRecords> {
  const write = async (view: number, count: number): Promise<Omit<WrittenRecords, "leftOut" | "unreadable">> => {
    if (how === "append") {
      checkAppendable(format.kind);
      const { added, alreadyThere } = await store.exports.appendNew({ view, format, file }, watch);
      return { file, records: added, alreadyThere };
    }
    const info = exportInfo(rows.source, { records: count, order: rows.order, now: clock.now() });
    return store.exports.toFile({ view, format, info, file, replace: how === "replace" }, watch);
  };
  return withView(
    { store },
    rows,
    async ({ view, count, leftOut }) => ({
      ...(await write(view, count)),
      ...{ leftOut, unreadable: await store.views.unreadable(view) },
    }),
    { signal: watch.signal },
  );
}

/** The same as bytes, for what is not a file of this machine. */
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
      const unreadable = await store.views.unreadable(view);
      return { content, records: count - unreadable.count, leftOut, unreadable };
    },
    { signal: watch.signal },
  );
}
