// Writes the records of a run, or a table with its lookups, to a file or to standard output. The output is checked
// before anything is paid for.
import { constants, existsSync } from "node:fs";
import { access, lstat, mkdir, stat } from "node:fs/promises";
import * as disk from "node:fs/promises";
import path from "node:path";
import { Refusal } from "../app/app";
import type { RepeatRequest } from "../app/exportAgain";
import { formatOf, formatOfFile, orderToWrite, recordKindOfSearch } from "../app/exportFormat";
import type { RowSource } from "../app/rowSource";
import { tableFacts } from "../app/runFacts";
import { longValues, recordsAsBytes, writeRecords, type WriteRequest } from "../app/writeRecords";
import { convertedSentence, nowhere, writeTable, type Deliver } from "../app/writeTable";
import { printedKinds, type FileKind } from "../export/fileKinds";
import { hasColumns } from "../export/formats";
import { longValuesFacts } from "../export/longValues";
import type { ExtraData } from "../records/extraColumns";
import { rowCountsText } from "../runs/batchTexts";
import type { RunSummary } from "../runs/run";
import { howToResume } from "../runs/runState";
import { AtomicFile, codeOf } from "../searches/atomicFile";
import type { SearchDocument } from "../searches/searchDocument";
import type { LookupKind } from "../service/operations";
import { isGiven, watchOf, type CommandContext, type Options } from "./arguments";
import { CommandFailure, runResult, stateOfRun, type CommandResult, type WrittenFile } from "./results";

/** The output for the records of a command. */
export interface PreparedOutput {
  /** For sentences: the path as it was given, or "standard output". */
  readonly shown: string;
  /** Writes the file atomically. */
  write(source: RowSource): Promise<WrittenFile>;
}

/**
 * `undefined` without `--out`. Checks the output before anything is paid for. `search` is the document whose records
 * will be written, if they do not exist yet, and `extraData` says which columns they will have beside them.
 */
export async function prepareOutput(
  context: CommandContext,
  options: Options,
  search?: SearchDocument,
  extraData?: ExtraData,
): Promise<PreparedOutput | undefined> {
  const { out, fields: columns, profile, raw } = options;
  if (out === undefined) {
    if (isGiven(options, ["format", "raw", "fields", "profile", "replace"])) {
      throw new CommandFailure("usage", "--format, --raw, --fields, --profile, and --replace need --out.");
    }
    return undefined;
  }
  const wanted = { kind: kindOf({ ...options, out }), columns, profile, raw };
  if (search !== undefined) {
    const source = { recordKind: recordKindOfSearch[search.search] };
    await formatOf(context.app, source, extraData === undefined ? wanted : { ...wanted, extraData }, search);
  }
  const chosen = async (source: RowSource): Promise<WriteRequest> => {
    const rows = { source, format: await formatOf(context.app, source, wanted, search) };
    return { ...rows, order: await orderToWrite(context.app, rows, { columns: [] }) };
  };
  return openOutput(context, { ...options, out }, chosen);
}

/** Prepares to repeat the last export, to its file or the file of `--out`. */
export function prepareRepeat(
  context: CommandContext,
  options: Options,
  { file, ...request }: RepeatRequest,
): Promise<PreparedOutput> {
  const out = options.out ?? (path.relative(context.cwd, file) || file);
  const { kind } = request.format;
  if (out === "-" && (options.json === true ? kind !== "ndjson" : !printedKinds.some((one) => one === kind))) {
    throw new CommandFailure("usage", `The last export was ${kind}, which is not printed: name a file with --out.`);
  }
  return openOutput(context, { ...options, out }, async () => request);
}

async function openOutput(
  context: CommandContext,
  { out, replace = false }: Options & { readonly out: string },
  chosen: (source: RowSource) => Promise<WriteRequest>,
): Promise<PreparedOutput> {
  const { app, terminal, cwd } = context;
  const watch = watchOf(context, "records written");
  const file = out === "-" ? undefined : path.resolve(cwd, out);
  if (file !== undefined) {
    await checkTarget(file, out, replace);
  }
  const shown = file === undefined ? "standard output" : out;
  return {
    shown,
    write: async (source) => {
      const request = await chosen(source);
      const tooLong = longValuesFacts(await longValues(app, request, watch));
      terminal.note(tooLong?.sentence ?? "");
      if (file === undefined) {
        const { content, ...written } = await recordsAsBytes(app, request, watch);
        terminal.clearProgress();
        await terminal.print(content);
        return { ...written, tooLong, shown, file };
      }
      await mkdir(path.dirname(file), { recursive: true });
      const written = await writeRecords(app, request, { file, replace }, watch);
      return { ...written, tooLong, shown: written.file === file ? shown : path.relative(cwd, written.file) };
    },
  };
}

/** The format by the file's extension; for printed records `--format`, or else NDJSON with `--json`, CSV without. */
function kindOf({ format, out, json = false }: Options & { readonly out: string }): FileKind {
  if (out === "-") {
    if (json && format !== undefined && format !== "ndjson") {
      throw new CommandFailure("usage", "--json prints records as NDJSON: leave out --format or --json.");
    }
    return format ?? (json ? "ndjson" : "csv");
  }
  const kind = formatOfFile(out);
  if (format !== undefined && format !== kind) {
    throw new CommandFailure("usage", `The ending of ${out} says ${kind}, and --format ${format}: leave out --format.`);
  }
  return kind;
}

/** Rejects when the file cannot be written, as far as that can be checked. Missing folders are created later. */
export async function checkTarget(file: string, shown: string, replace: boolean): Promise<void> {
  const old = await lstat(file).catch((error: unknown) => {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) {
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
  let folder = path.dirname(file);
  while (!existsSync(folder) && path.dirname(folder) !== folder) {
    folder = path.dirname(folder);
  }
  const isWritable = await access(folder, constants.W_OK)
    .then(() => stat(folder))
    .then(
      (found) => found.isDirectory(),
      () => false,
    );
  if (!isWritable) {
    throw new CommandFailure("usage", `Files cannot be written to the folder of ${shown}.`);
  }
}

/** The output for the result of a table. */
export interface TableOutput {
  /** For sentences; absent when nothing is written. */
  readonly shown?: string;
  readonly isPrinted: boolean;
  /** The separator for the file's extension or format. */
  readonly separator?: string | undefined;
  readonly asNdjson: boolean;
  /** Ids of the columns that the user named. */
  readonly columns: readonly string[] | undefined;
  /** Resolves to the path of the file. */
  readonly deliver: Deliver<string | undefined>;
}

const tableEndings = [".csv", ".tsv", ".tab", ".txt", "", ".ndjson"];
const otherFormats =
  'The result of several lookups is CSV, TSV, or NDJSON. "prospect export RUN" writes the records in other formats.';

/** Without `--out` the table is printed, unless standard output is used for the JSON. */
export async function prepareTable(context: CommandContext, kind: LookupKind, options: Options): Promise<TableOutput> {
  const { cwd, terminal } = context;
  const { out, replace = false, json = false, format, raw } = options;
  if (raw === true || format === "json") {
    throw new CommandFailure("usage", raw === true ? "--raw does not apply to a table of lookups." : otherFormats);
  }
  const columns = await namedColumns(context, kind, options);
  if (out === undefined || out === "-") {
    const printed = kindOf({ ...options, out: "-" });
    if (json && out === undefined) {
      return { isPrinted: false, asNdjson: false, columns, deliver: nowhere };
    }
    return {
      shown: "standard output",
      isPrinted: true,
      asNdjson: printed === "ndjson",
      separator: printed === "tsv" ? "\t" : undefined,
      columns,
      deliver: async (write) => {
        await write((bytes) => terminal.print(bytes.slice()));
        return undefined;
      },
    };
  }
  const ending = path.extname(out).toLowerCase();
  if (!tableEndings.includes(ending)) {
    throw new CommandFailure("usage", `The name of the file cannot end with ${ending}. ${otherFormats}`);
  }
  if (format !== undefined && ending !== `.${format}`) {
    throw new CommandFailure("usage", `The ending of ${out} is the format: leave out --format.`);
  }
  const file = path.resolve(cwd, out);
  await checkTarget(file, out, replace);
  return {
    shown: out,
    isPrinted: false,
    asNdjson: ending === ".ndjson",
    separator: ending === ".tsv" ? "\t" : undefined,
    columns,
    deliver: async (write) => {
      await disk.mkdir(path.dirname(file), { recursive: true });
      const result = await AtomicFile.open(disk, file, { replace });
      try {
        await write((bytes) => result.write(bytes));
        return await result.commit();
      } finally {
        await result.abandon();
      }
    },
  };
}

/** Ids of columns from names or a column profile. */
async function namedColumns(
  { app }: CommandContext,
  recordKind: LookupKind,
  { fields: columns, profile }: Options,
): Promise<readonly string[] | undefined> {
  if (columns === undefined && profile === undefined) {
    return undefined;
  }
  const format = await formatOf(app, { recordKind }, { kind: "csv", columns, profile });
  if (!hasColumns(format) || format.profile.columns === "everything") {
    throw new Refusal("Name the columns to append, separated by commas.");
  }
  return format.profile.columns.map(({ id }) => id);
}

/**
 * Writes the table with the lookups so far; rows that were not looked up yet say so. `ran`: whether anything was
 * looked up now; "before" when the run was finished, and nothing was paid now.
 */
export async function tableResult(
  context: CommandContext,
  summary: RunSummary,
  { shown, isPrinted, deliver, ...how }: TableOutput,
  ran: "now" | "resumed" | "before" = "now",
): Promise<CommandResult> {
  const { app, terminal, signal } = context;
  const now = app.clock.now();
  const { id } = summary.header;
  const state = stateOfRun(summary);
  terminal.clearProgress();
  // Write paid results also after Ctrl+C.
  const always = signal.aborted ? undefined : signal;
  const { place: file, counts, encoding } = await writeTable(app, id, deliver, { ...how, signal: always });
  const sentence = rowCountsText(counts);
  const { stop } = summary;
  const isUnanswered = stop?.kind === "unanswered";
  const again = howToResume(summary);
  const parts = [`${sentence}${shown === undefined ? "." : `; written to ${shown}.`}`];
  if (encoding !== "utf-8" && !how.asNdjson) {
    parts.push(convertedSentence(encoding));
  }
  if (state !== "complete" && again !== undefined) {
    parts.push(again);
  }
  terminal.note(parts.join(" "));
  const result = runResult(summary, now, { reused: ran === "before" ? summary.records : undefined });
  const ended: CommandResult = {
    ...result,
    // The remaining rows need the user's agreement to pay twice.
    state: isUnanswered && ran === "resumed" ? "needsBudget" : result.state,
    data: { ...result.data, ...tableFacts(counts), out: file ?? null },
  };
  return isPrinted ? { ...ended, lines: [], printed: "records" } : ended;
}
