// Writes the records of a run to a file or to standard output. What can be wrong is found before anything is paid for.
import { constants } from "node:fs";
import { access, lstat, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../searches/atomicFile";
import { parseProfile } from "../searches/columnProfiles";
import type { SearchDocument } from "../searches/searchDocument";
import type { RecordKind } from "../service/operations";
import type { ViewInfo } from "../store/views";
import { unreadableText } from "../export/unreadableText";
import { inEnglish } from "../language/language";
import type { ExportFormat } from "../export/formats";
import { exportFormatOf, type FileKind } from "../app/exportFormat";
import { formatOfFile } from "../app/exportRecords";
import { withRecords } from "../app/readRecords";
import { exportInfo, hasCompanies, type RowSource } from "../app/rowSource";
import type { OutputOptions } from "./arguments";
import type { CommandContext } from "./context";
import { CommandFailure } from "./exitCodes";

/** Where the records of a command go. */
export interface PreparedOutput {
  /** For sentences: the path as it was given, or "standard output". */
  readonly shown: string;
  /** Writes the file whole or not at all. */
  write(source: RowSource): Promise<WrittenFile>;
}

export interface WrittenFile extends WrittenRecords {
  /** Absolute path; absent for standard output. A name that was taken meanwhile got a number. */
  readonly file: string | undefined;
  /** For sentences. */
  readonly shown: string;
}

export interface WrittenRecords {
  readonly records: number;
  /** Records that leave-out lists name, which are not in the file. */
  readonly leftOut: number;
  /** Damaged records, which are not in the file; standard error names them. */
  readonly unreadable: number;
}

/** The formats that can be printed. */
const printed: readonly FileKind[] = ["csv", "json", "ndjson"];

/**
 * `undefined` without `--out`. What can be wrong is found here, before anything is paid for. `search` is the document
 * whose records will be written, where they do not exist yet.
 */
export async function prepareOutput(
  context: CommandContext,
  options: OutputOptions & { readonly json: boolean },
  search?: SearchDocument,
): Promise<PreparedOutput | undefined> {
  const { out, replace } = options;
  if (out === undefined) {
    if (options.format !== undefined || options.columns !== undefined) {
      throw new CommandFailure("usage", "--format and --columns need --out.");
    }
    return undefined;
  }
  const kind = kindOf(options);
  if (search !== undefined) {
    await formatFor(context, { kind, recordKind: recordKindOfSearch[search.search], options, search });
  }
  const formatOf = (source: RowSource): Promise<ExportFormat> =>
    formatFor(context, { kind, recordKind: source.recordKind, hasCompanies: hasCompanies(source), options, search });
  if (out === "-") {
    if (options.json) {
      throw new CommandFailure("usage", "--json needs a file in --out: otherwise the records are printed.");
    }
    if (!printed.includes(kind)) {
      throw new CommandFailure("usage", `${kind} files are not text: name a file with --out.`);
    }
    const shown = "standard output";
    return {
      shown,
      write: async (source) => ({
        ...(await printRecords(context, source, await formatOf(source))),
        ...{ file: undefined, shown },
      }),
    };
  }
  const file = path.resolve(context.cwd, out);
  await checkTarget(file, out, replace);
  return {
    shown: out,
    write: async (source) => {
      const written = await exportTo(context, source, { file, format: await formatOf(source), replace });
      return { ...written, shown: written.file === file ? out : path.relative(context.cwd, written.file) };
    },
  };
}

const recordKindOfSearch: Readonly<Record<SearchDocument["search"], RecordKind>> = {
  company: "company",
  people: "person",
};

/** The format by its name or the ending of the file; CSV for standard output. */
const kindOf = ({ format, out }: OutputOptions): FileKind =>
  format ?? (out === undefined || out === "-" ? "csv" : formatOfFile(out));

interface WantedFormat {
  readonly kind: FileKind;
  readonly recordKind: RecordKind;
  readonly hasCompanies?: boolean;
  readonly options: OutputOptions;
  readonly search: SearchDocument | undefined;
}

/** Rejects with a `Refusal` when there are no such columns. */
async function formatFor(
  { desk: { store } }: CommandContext,
  { kind, recordKind, hasCompanies: atCompanies, options: { columns }, search }: WantedFormat,
): Promise<ExportFormat> {
  const saved = columns === undefined ? [] : (await store.profiles.columnProfiles(recordKind)).map(parseProfile);
  const profiles = [
    ...(search?.export?.profiles ?? []),
    ...saved.flatMap((parsed) => (parsed.ok ? [parsed.profile] : [])),
  ];
  return exportFormatOf({ kind, recordKind, hasCompanies: atCompanies, columns: columns?.split(","), profiles });
}

const isMissing = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");

/** Rejects when the file cannot be written, as far as that can be known. Missing folders are made later. */
export async function checkTarget(file: string, shown: string, replace: boolean): Promise<void> {
  const old = await lstat(file).catch((error: unknown) => {
    if (isMissing(error)) {
      return undefined;
    }
    throw new CommandFailure("usage", `${shown} cannot be written.`);
  });
  if (old !== undefined && !old.isFile()) {
    throw new CommandFailure("usage", `${shown} is not a regular file, so it is not replaced.`);
  }
  if (old !== undefined && !replace) {
    throw new CommandFailure("usage", `${shown} exists already. Add --replace to replace it.`);
  }
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const found = await stat(folder).catch((error: unknown) => {
      if (isMissing(error) && path.dirname(folder) !== folder) {
        return undefined;
      }
      throw new CommandFailure("usage", `Files cannot be written to the folder of ${shown}.`);
    });
    if (found !== undefined) {
      const isWritable =
        found.isDirectory() &&
        (await access(folder, constants.W_OK).then(
          () => true,
          () => false,
        ));
      if (!isWritable) {
        throw new CommandFailure("usage", `Files cannot be written to the folder of ${shown}.`);
      }
      return;
    }
  }
}

interface FileTarget {
  readonly file: string;
  readonly format: ExportFormat;
  readonly replace: boolean;
}

/** Records that leave-out lists name, as the lists are now, are not written. */
async function exportTo(
  context: CommandContext,
  source: RowSource,
  target: FileTarget,
): Promise<WrittenRecords & { readonly file: string }> {
  const { store, clock } = context.desk;
  await mkdir(path.dirname(target.file), { recursive: true });
  const write = async ({ view, count, leftOut }: ViewInfo) => {
    const info = exportInfo(source, count, clock.now());
    const { records, file } = await store.exports.toFile({ view, info, ...target }, watchOf(context));
    return { records, leftOut, unreadable: await noteUnreadable(context, view), file };
  };
  return withRecords(context.desk, source, { columns: [] }, write, context.signal);
}

/** The same for standard output. */
async function printRecords(context: CommandContext, source: RowSource, format: ExportFormat): Promise<WrittenRecords> {
  const { store } = context.desk;
  const write = async ({ view, count, leftOut }: ViewInfo): Promise<WrittenRecords> => {
    const bytes = await store.exports.toBytes({ view, format }, watchOf(context));
    context.terminal.clearProgress();
    await context.terminal.print(bytes);
    const unreadable = await noteUnreadable(context, view);
    return { records: count - unreadable, leftOut, unreadable };
  };
  return withRecords(context.desk, source, { columns: [] }, write, context.signal);
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
