// Exports records of a run to a file of this machine. The file is written whole or not at all.
import { definitionOf, hasColumns } from "../export/formats";
import type { RunSummary } from "../runs/run";
import { columnsOf } from "../rows/columns";
import { parseProfile, type ColumnProfile } from "../searches/columnProfiles";
import type { RecordKind } from "../service/operations";
import type { UnreadableRecords } from "../store/unreadable";
import { Refusal, type App } from "./app";
import type { Call } from "./call";
import { exportFormatOf, fileKinds, type FileKind } from "./exportFormat";
import { withRecords, type RecordChoice } from "./readRecords";
import { exportInfo, hasCompanies, rowsOfRun } from "./rowSource";
import { existingRun } from "./searchRuns";

export interface ExportRequest extends RecordChoice {
  readonly run: string;
  /** Absolute path. */
  readonly file: string;
  /** By the ending of the file when absent. */
  readonly format?: FileKind | undefined;
  /** Name of a column profile, when no columns are given. */
  readonly profile?: string | undefined;
  readonly replace: boolean;
}

export interface ExportOutcome {
  readonly summary: RunSummary;
  readonly file: string;
  readonly format: FileKind;
  readonly records: number;
  readonly bytes: number;
  /** Damaged records that were left out. */
  readonly unreadable: UnreadableRecords;
}

/** Rejects with a `Refusal`, a `StoreError` or a `DiskFailure`; no file was changed then. */
export async function exportRecords(
  desk: App,
  request: ExportRequest,
  { signal, onProgress }: Pick<Call, "signal" | "onProgress">,
): Promise<ExportOutcome> {
  const { run, file, replace } = request;
  const summary = await existingRun(desk, run);
  if (summary.records === 0) {
    throw new Refusal("There is nothing to export: this run has no records.", "notFound");
  }
  const source = rowsOfRun(summary);
  const { recordKind } = source;
  const kind = request.format ?? formatOfFile(file);
  const names = request.columns ?? (request.profile === undefined ? undefined : [request.profile]);
  const profiles = await savedProfiles(desk, recordKind);
  const format = exportFormatOf({
    ...{ kind, recordKind, hasCompanies: hasCompanies(source), columns: names, profiles },
  });
  const columns =
    hasColumns(format) && format.profile.columns !== "everything"
      ? format.profile.columns.map(({ id }) => id)
      : // Words are looked for in the columns, and a whole record has all of them.
        columnsOf(recordKind).map(({ id }) => id);
  return withRecords(
    desk,
    source,
    { ...request, columns },
    async ({ view, count }) => {
      const info = exportInfo(source, count, desk.clock.now());
      const written = await desk.store.exports.toFile(
        { view, format, info, file, replace },
        { signal, onProgress: (done, total) => onProgress(done, total, `${done} of ${total} records written.`) },
      );
      const unreadable = await desk.store.views.unreadable(view);
      const { records, bytes } = written;
      return { summary, file: written.file, format: kind, records, bytes, unreadable };
    },
    signal,
  );
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

/** Those for every search. */
async function savedProfiles({ store }: Pick<App, "store">, kind: RecordKind): Promise<readonly ColumnProfile[]> {
  const parsed = (await store.profiles.columnProfiles(kind)).map(parseProfile);
  return parsed.flatMap((one) => (one.ok ? [one.profile] : []));
}
