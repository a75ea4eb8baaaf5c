// Measures one contender of the export benchmark in its own process: `node storeExportChild.mjs FLAG TASK` prints the
// result. Our export runs in the store's worker, as in the editor; the libraries get parsed records from the database.
import { readFileSync } from "node:fs";
import * as nodeDisk from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { csvPresets } from "../../src/csv/writer";
import { builtInProfiles, ProfileScanner, resolveProfile, type ExportColumn } from "../../src/export/columnProfile";
import type { ColumnFormat, ExportFormat } from "../../src/export/formats";
import type { DeskStore } from "../../src/export/storeExport";
import { cellText, columnOf } from "../../src/rows/columns";
import type { ColumnProfile } from "../../src/searches/columnProfiles";
import { readerOf } from "../../src/store/views";
import { openStore } from "../unit/store/inProcess";
import { openInProcess } from "../unit/store/inProcess";

/** Our formats with columns, each with the 14 main columns and with 40. */
export const columnContenders = (["csv", "xlsx", "sqlite", "parquet"] as const).flatMap(
  (kind) => [`own ${kind}, 14 columns`, `own ${kind}, 40 columns`] as const,
);

/** `nothing` is the process with the database open in the worker. */
export type StoreContender =
  | "nothing"
  | "floor"
  | "papaparse"
  | "csv-stringify"
  | "own JSON"
  | "own NDJSON"
  | (typeof columnContenders)[number];

export interface StoreExportTask {
  readonly file: string;
  readonly run: string;
  readonly contender: StoreContender;
  /** Path of the store's worker. */
  readonly worker: string;
}

export interface StoreExportFigures {
  readonly records: number;
  /** Records per second of processor time, which other processes on a busy machine do not affect. */
  readonly perCpuSecond: number;
  /** Peak resident memory of the process, MB. */
  readonly peak: number;
}

/** The first argument of a measuring process; without it, importing this file measures nothing. */
export const storeChildFlag = "--store-export-bench-child";

const chunkSize = 200;

const fortyColumns = (): ColumnProfile => ({
  name: "forty",
  lists: "joined",
  columns: (builtInProfiles("person")[1]?.columns as readonly { readonly id: string }[]).slice(0, 40),
});

async function child(task: StoreExportTask): Promise<void> {
  const target = path.join(path.dirname(task.file), `${task.contender}-${process.pid}`);
  const { records, cpu } = await (task.contender === "nothing" || task.contender.startsWith("own")
    ? byWorker(task, target)
    : byLibrary(task, target));
  const figures: StoreExportFigures = { records, perCpuSecond: records / (cpu / 1e6), peak: peakMemory() };
  await nodeDisk.rm(target, { force: true });
  process.stdout.write(JSON.stringify(figures));
}

interface Measured {
  readonly records: number;
  /** Microseconds of processor time, of all threads. */
  readonly cpu: number;
}

async function measured(records: number, work: () => Promise<unknown>): Promise<Measured> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { records, cpu: user + system };
}

async function byWorker({ file, run, contender, worker }: StoreExportTask, target: string): Promise<Measured> {
  const { store, close } = await openStore<DeskStore>(pathToFileURL(worker), { file });
  const { view, count } = await store.views.open({ kind: "run", run }, { columns: [], now: 0 });
  const format = formatOf(contender);
  const figures = await measured(
    count,
    async () => format && store.exports.toFile({ view, format, file: target, replace: true }),
  );
  await close();
  return figures;
}

function formatOf(contender: StoreContender): ExportFormat | undefined {
  const [, kind, columns] = /^own (\w+)(?:, (\d+) columns)?$/.exec(contender) ?? [];
  if (kind === "JSON" || kind === "NDJSON") {
    return { kind: kind === "JSON" ? "json" : "ndjson" };
  }
  const profile = columns === "40" ? fortyColumns() : builtInProfiles("person")[0];
  return kind === undefined ? undefined : { kind: kind as ColumnFormat["kind"], profile, options: csvPresets.Plain };
}

async function byLibrary({ file, run, contender }: StoreExportTask, target: string): Promise<Measured> {
  const { db, store, close } = openInProcess({ file });
  const { view, count } = await store.views.open({ kind: "run", run }, { columns: [], now: 0 });
  const eachChunk: EachChunk = async (use) => {
    const reader = readerOf(db, view);
    for (let from = 0; from < count; from += chunkSize) {
      await use(reader.read("j.json", from, from + chunkSize).map(([json]) => JSON.parse(String(json)) as unknown));
    }
  };
  const work =
    { papaparse: () => byPapaparse(eachChunk, target), "csv-stringify": () => byCsvStringify(eachChunk, target) }[
      contender as string
    ] ?? (() => eachChunk(async () => undefined));
  const figures = await measured(count, work);
  await close();
  return figures;
}

/** MB. On Linux read from /proc, because `maxRSS` includes the peak of the parent process. */
function peakMemory(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1000;
  } catch {
    return process.resourceUsage().maxRSS / 1000;
  }
}

type EachChunk = (use: (records: readonly unknown[]) => Promise<void>) => Promise<void>;

function wantedColumns(): readonly ExportColumn[] {
  const profile = fortyColumns();
  return resolveProfile("person", profile, new ProfileScanner("person", profile).result());
}

/** Writes the same cells from the same records. */
async function byPapaparse(eachChunk: EachChunk, file: string): Promise<void> {
  const { default: Papa } = await import("papaparse");
  const columns = wantedColumns();
  const handle = await nodeDisk.open(file, "w");
  await eachChunk(async (records) => {
    await handle.write(
      `${Papa.unparse(
        records.map((record) => columns.map((column) => cellText(column.value(record)))),
        { header: false, escapeFormulae: true },
      )}\r\n`,
    );
  });
  await handle.sync();
  await handle.close();
}

/** Passes it the parsed records and the paths of the columns, as its documentation recommends. */
async function byCsvStringify(eachChunk: EachChunk, file: string): Promise<void> {
  const { stringify } = await import("csv-stringify");
  const columns = wantedColumns().map(({ id, header }) => ({
    key: (columnOf("person", id)?.paths?.[0] ?? id).replace(/\[\].*$/, ""),
    header,
  }));
  const handle = await nodeDisk.open(file, "w");
  const stream = stringify({
    columns,
    cast: { object: (value) => cellText(value) },
    escape_formulas: true,
    record_delimiter: "windows",
  });
  const written = (async () => {
    for await (const chunk of stream) {
      await handle.write(chunk as Buffer);
    }
  })();
  await eachChunk(async (records) => {
    for (const record of records) {
      if (!stream.write(record)) {
        await new Promise((resolve) => stream.once("drain", resolve));
      }
    }
  });
  stream.end();
  await written;
  await handle.sync();
  await handle.close();
}

if (process.argv[2] === storeChildFlag) {
  await child(JSON.parse(process.argv[3] ?? "{}") as StoreExportTask);
}
