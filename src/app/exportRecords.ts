// Exports records of a run to a file of this machine. The file is written whole or not at all.
import { definitionOf, hasColumns, type ExportFormat } from "../export/formats";
import type { RunSummary } from "../runs/run";
import { columnsOf } from "../rows/columns";
import { changeColumnId, type Besides } from "../rows/besideColumns";
import { rowChanges, type RowChange } from "../store/changes";
import type { ViewOrder } from "../store/viewSource";
import { parseProfile, type ColumnProfile } from "../searches/columnProfiles";
import { Refusal, type App } from "./app";
import type { Call } from "./call";
import { changesToWrite, isOneOf, runPair } from "./compareRuns";
import { exportFormatOf, fileKinds, type FileKind } from "./exportFormat";
import { checkColumns, orderOf, type ChosenRecords, type RecordChoice } from "./readRecords";
import { besidesOf, rowsOfRun, type RowSource } from "./rowSource";
import { existingRun } from "./searchRuns";
import { writeRecords, type WriteRequest, type WrittenRecords } from "./writeRecords";

export interface ExportRequest extends RecordChoice {
  readonly run: string;
  /** Id of the run to compare with: what differs is written. */
  readonly since?: string | undefined;
  /** Absolute path. */
  readonly file: string;
  /** By the ending of the file when absent. */
  readonly format?: FileKind | undefined;
  /** Name of a column profile, when no columns are given. */
  readonly profile?: string | undefined;
  readonly replace: boolean;
}

export interface ExportOutcome extends WrittenRecords {
  readonly summary: RunSummary;
  readonly format: FileKind;
}

export interface WantedFormat {
  readonly kind: FileKind;
  /** Names of columns, or one name of a column profile; the main columns when absent. */
  readonly columns?: readonly string[] | undefined;
  readonly inSearch?: readonly ColumnProfile[] | undefined;
  /** What records will have that are not fetched yet. */
  readonly besides?: Besides | undefined;
}

/** Rejects with a `Refusal`, a `StoreError` or a `DiskFailure`; no file was changed then. */
export async function exportRecords(
  desk: App,
  request: ExportRequest,
  { signal, onProgress }: Pick<Call, "signal" | "onProgress">,
): Promise<ExportOutcome> {
  const { run, since, file, replace } = request;
  const pair = since === undefined ? undefined : await runPair(desk, run, since);
  const summary = pair?.later ?? (await existingRun(desk, run));
  if (summary.records === 0) {
    throw new Refusal("There is nothing to export: this run has no records.", "notFound");
  }
  const source = rowsOfRun(summary, pair?.earlier.header.id);
  const kind = request.format ?? formatOfFile(file);
  const columns = request.columns ?? (request.profile === undefined ? undefined : [request.profile]);
  const format = await formatOf(desk, source, { kind, columns });
  if (hasColumns(format) && format.profile.name === "" && format.profile.columns !== "everything") {
    await checkColumns(
      desk,
      source,
      format.profile.columns.map(({ id }) => id),
    );
  }
  const ids =
    hasColumns(format) && format.profile.columns !== "everything"
      ? format.profile.columns.map(({ id }) => id)
      : // Words are looked for in the columns, and a whole record has all of them.
        columnsOf(source.recordKind).map(({ id }) => id);
  const order = await orderToWrite(desk, { source, format }, { ...request, columns: ids });
  const how = replace ? "replace" : "new";
  const watch = {
    signal,
    onProgress: (done: number, total: number) => onProgress(done, total, `${done} of ${total} records written.`),
  };
  return { ...(await writeRecords(desk, { source, order, format }, { file, how }, watch)), summary, format: kind };
}

/**
 * Which records of the source are written, in which order: of a comparison only what differs. `changes`: which of it;
 * see `changesToWrite` when absent, unless a condition names the column.
 */
export function orderToWrite(
  desk: App,
  { source, format }: Omit<WriteRequest, "order">,
  { changes, conditions = [], ...choice }: ChosenRecords & { readonly changes?: readonly RowChange[] | undefined },
): Promise<ViewOrder> {
  const isNamed = conditions.some((one) => "column" in one && one.column === changeColumnId);
  const wanted = changes ?? (isNamed ? rowChanges : changesToWrite(source.recordKind, format));
  const compared = besidesOf(source).isCompared === true ? [isOneOf(wanted)] : [];
  return orderOf(desk, source, { ...choice, conditions: [...conditions, ...compared] });
}

/** Throws a `Refusal` for an ending that no format has. */
export function formatOfFile(file: string): FileKind {
  const found = fileKinds.find((kind) =>
    definitionOf(kind).endings.some((ending) => file.toLowerCase().endsWith(`.${ending}`)),
  );
  if (found === undefined) {
    const endings = fileKinds.flatMap((kind) => definitionOf(kind).endings.map((ending) => `.${ending}`)).join(", ");
    throw new Refusal(`The name of the file must end with one of ${endings}.`);
  }
  return found;
}

/** `inSearch`: the column profiles of the saved search, before those for every search. */
export async function formatOf(
  { store }: Pick<App, "store">,
  source: Pick<RowSource, "recordKind" | "run">,
  { kind, columns, inSearch = [], besides = besidesOf(source) }: WantedFormat,
): Promise<ExportFormat> {
  const saved = columns === undefined ? [] : (await store.profiles.columnProfiles(source.recordKind)).map(parseProfile);
  const profiles = [...inSearch, ...saved.flatMap((one) => (one.ok ? [one.profile] : []))];
  return exportFormatOf({ kind, recordKind: source.recordKind, besides, columns, profiles });
}
