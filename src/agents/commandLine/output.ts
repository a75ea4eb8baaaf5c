// Writes the records of a run to a file or to standard output. What can be wrong is found before anything is paid for.
import { constants } from "node:fs";
import { access, lstat, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../../searches/atomicFile";
import { parseProfile } from "../../searches/columnProfiles";
import type { SearchDocument } from "../../searches/searchDocument";
import type { RecordKind } from "../../service/operations";
import type { ViewInfo } from "../../store/views";
import { runInfo } from "../../export/runInfo";
import { unreadableText } from "../../export/unreadableText";
import { inEnglish } from "../../language/language";
import type { RunSummary } from "../../runs/run";
import type { ExportFormat } from "../../export/formats";
import { exportFormatOf, type FileKind } from "../actions/exportFormat";
import { formatOfFile } from "../actions/exportRecords";
import { withRecords } from "../actions/readRecords";
import { existingRun } from "../actions/searchRuns";
import type { CommandContext } from "./context";
import { CommandFailure } from "./exitCodes";
import type { OutputOptions } from "./options";

export interface PreparedOutput {
  /** The path as it was given. */
  readonly shown: string;
  /** Replaces the file, whole or not at all. */
  write(run: string): Promise<WrittenRecords & { readonly file: string }>;
}

export interface WrittenRecords {
  readonly records: number;
  /** Records that leave-out lists name, which are not in the file. */
  readonly leftOut: number;
  /** Damaged records, which are not in the file; standard error names them. */
  readonly unreadable: number;
}

/** `undefined` without `--out`. The document is that of the search; without it, the columns are checked later. */
export async function prepareOutput(
  context: CommandContext,
  options: OutputOptions,
  document: SearchDocument | undefined,
): Promise<PreparedOutput | undefined> {
  const { out } = options;
  if (out === undefined) {
    if (options.format !== undefined || options.columns !== undefined) {
      throw new CommandFailure("usage", "--format and --columns need --out.");
    }
    return undefined;
  }
  const kind = kindOf(options);
  if (document !== undefined) {
    await formatFor(context, kind, recordKindOfSearch[document.search], options, document);
  }
  const file = await usableFile(path.resolve(context.cwd, out), out);
  return {
    shown: out,
    write: async (run) => {
      const summary = await existingRun(context.desk, run);
      const format = await formatFor(context, kind, summary.header.recordKind, options, document);
      return { file, ...(await exportTo(context, summary, { file, format, replace: true })) };
    },
  };
}

const recordKindOfSearch: Readonly<Record<SearchDocument["search"], RecordKind>> = {
  company: "company",
  people: "person",
};

/** The format by its name or the ending of the file; CSV for standard output. */
export const kindOf = ({ format, out }: OutputOptions): FileKind =>
  format ?? (out === undefined ? "csv" : (formatOfFile(out) as FileKind));

/** Rejects with a `ToolRefusal` when there are no such columns. */
export async function formatFor(
  { desk: { store } }: CommandContext,
  kind: FileKind,
  recordKind: RecordKind,
  { columns }: OutputOptions,
  document: SearchDocument | undefined,
): Promise<ExportFormat> {
  const saved = columns === undefined ? [] : (await store.profiles.columnProfiles(recordKind)).map(parseProfile);
  const profiles = [
    ...(document?.export?.profiles ?? []),
    ...saved.flatMap((parsed) => (parsed.ok ? [parsed.profile] : [])),
  ];
  return exportFormatOf({ kind, recordKind, columns: columns?.split(","), profiles });
}

/** Rejects when the file cannot be written, as far as that can be known. */
export async function usableFile(file: string, shown: string): Promise<string> {
  const folder = path.dirname(file);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new CommandFailure("usage", `The folder of ${shown} does not exist.`);
  }
  await access(folder, constants.W_OK).catch(() => {
    throw new CommandFailure("usage", `Files cannot be written to the folder of ${shown}.`);
  });
  const old = await lstat(file).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw new CommandFailure("usage", `${shown} cannot be written.`);
  });
  if (old !== undefined && !old.isFile()) {
    throw new CommandFailure("usage", `${shown} is not a regular file, so it is not replaced.`);
  }
  return file;
}

interface FileTarget {
  readonly file: string;
  readonly format: ExportFormat;
  readonly replace: boolean;
}

/** Records that leave-out lists name, as the lists are now, are not written. */
export function exportTo(context: CommandContext, summary: RunSummary, target: FileTarget): Promise<WrittenRecords> {
  const { store, clock } = context.desk;
  const { signal } = context;
  const write = async ({ view, count, leftOut }: ViewInfo): Promise<WrittenRecords> => {
    const info = [
      ...inEnglish(() => runInfo(summary.header, summary.credits)),
      ["Exported", new Date(clock.now())] as const,
      ["Records", count] as const,
    ];
    const { records } = await store.exports.toFile({ view, info, ...target }, watchOf(context));
    return { records, leftOut, unreadable: await noteUnreadable(context, view) };
  };
  return withRecords(context.desk, summary, { columns: [] }, write, { signal });
}

/** The same for standard output. */
export function exportBytes(context: CommandContext, summary: RunSummary, format: ExportFormat): Promise<Uint8Array> {
  const { store } = context.desk;
  const { signal } = context;
  const write = async ({ view }: ViewInfo): Promise<Uint8Array> => {
    const bytes = await store.exports.toBytes({ view, format }, watchOf(context));
    await noteUnreadable(context, view);
    return bytes;
  };
  return withRecords(context.desk, summary, { columns: [] }, write, { signal });
}

async function noteUnreadable({ desk, terminal }: CommandContext, view: number): Promise<number> {
  const left = await desk.store.views.unreadable(view);
  if (left.count > 0) {
    terminal.note(inEnglish(() => unreadableText(left)));
  }
  return left.count;
}

const watchOf = ({ signal, terminal }: CommandContext) => ({
  signal,
  onProgress: (done: number, total: number): void => terminal.progress(`${done} of ${total} records written`),
});
