// One contender of the export bench, alone in its process: `node exportChild.mjs TASK` prints its figures.
import { readFileSync } from "node:fs";
import * as nodeDisk from "node:fs/promises";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { builtInProfiles, createProfileLook, resolveProfile, type ColumnProfile, type ExportColumn } from "../../src/export/columnProfile";
import { csvPresets } from "../../src/export/csvWriter";
import { exportRecords, type ExportFormat } from "../../src/export/exportRun";
import { cellText } from "../../src/rows/columns";
import { realDisk } from "../../src/runs/disk";
import { realProcesses } from "../../src/runs/processTable";
import type { RecordBatches, RecordSource } from "../../src/runs/run";
import { openRunStore, type RunStore } from "../../src/runs/runStore";
import { createSystemClock } from "../../src/service/systemClock";

/** `nothing` is the process by itself, with all that exporting needs and the journal open. */
export type Contender = "nothing" | "floor" | "own CSV" | "papaparse" | "csv-stringify" | "own JSON" | "own NDJSON";

export interface Task {
  readonly folder: string;
  readonly id: string;
  readonly contender: Contender;
  /** The journal's records are gone through again until so many are written. */
  readonly records: number;
}

export interface Figures {
  readonly perSecond: number;
  /** Records for each second of processor time: what the others on a busy machine take away does not count. */
  readonly perCpuSecond: number;
  /** Peak resident memory of the process, MB. */
  readonly peak: number;
  /** Delay of the event loop, ms. */
  readonly p99: number;
  readonly worst: number;
}

/** The first argument of a process that is to measure; what imports this file is not. */
export const childFlag = "--export-bench-child";

const batch = 128;

export function storeIn(folder: string, random: (bytes: number) => Uint8Array): RunStore {
  return openRunStore({ folder, disk: realDisk, clock: createSystemClock(), random, processes: realProcesses() });
}

/** In a function, since the columns take memory that only those who write them need. */
function fortyColumns(): ColumnProfile {
  return { name: "forty", lists: "joined", columns: (builtInProfiles("person")[1]?.columns as readonly { readonly id: string }[]).slice(0, 40) };
}

/** Reading draws no random numbers, and loading what makes them takes memory. */
function noRandom(): never {
  throw new Error("Only reading is measured.");
}

async function child(task: Task): Promise<void> {
  const journal = await storeIn(task.folder, noRandom).open(task.id);
  const file = path.join(task.folder, `${task.contender}-${process.pid}`);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  const began = performance.now();
  await work(task.contender, repeated(journal, task.records), file);
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(before);
  delay.disable();
  await journal.close();
  await nodeDisk.rm(file, { force: true });
  // The measure wakes each millisecond; what it waited beyond that is the delay.
  const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - 1);
  const figures: Figures = { perSecond: task.records / seconds, perCpuSecond: task.records / ((used.user + used.system) / 1e6), peak: peakMemory(), p99: ms(delay.percentile(99)), worst: ms(delay.max) };
  process.stdout.write(JSON.stringify(figures));
}

/** MB. Where the system tells the peak of this program apart from that of the process it was started from, that. */
function peakMemory(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1000;
  } catch {
    return process.resourceUsage().maxRSS / 1000;
  }
}

/** The journal's records again and again, until there are so many. */
function repeated(source: RecordSource, count: number): RecordSource {
  const read: RecordSource["read"] = async (start, wanted, memory) => {
    const from = start % source.count;
    const first = await source.read(from, Math.min(wanted, count - start), memory);
    const left = Math.min(wanted, count - start) - first.length;
    return left <= 0 ? first : [...first, ...(await source.read(0, left, memory))];
  };
  const { batches: open } = source;
  const batches = (memory: Uint8Array): RecordBatches => {
    const batch = open?.(memory);
    if (batch === undefined) {
      throw new Error("A journal has batches.");
    }
    const { at, length } = batch;
    return {
      get bytes() {
        return batch.bytes;
      },
      at,
      length,
      read: (start, wanted) => batch.read(start % source.count, Math.min(wanted, count - start)),
    };
  };
  return count === source.count ? source : { recordKind: source.recordKind, count, read, readMany: (rows, memory) => source.readMany(rows.map((row) => row % source.count), memory), batches };
}

async function work(contender: Contender, source: RecordSource, file: string): Promise<void> {
  const own = async (format: ExportFormat): Promise<void> => {
    const clock = createSystemClock();
    const yieldToOthers = (): Promise<void> =>
      new Promise((resolve) => {
        setImmediate(resolve);
      });
    await exportRecords({ source, format, target: { kind: "file", disk: nodeDisk, file, replace: true }, pace: { clock, yieldToOthers } });
  };
  switch (contender) {
    case "nothing":
      return;
    case "own CSV":
      return own({ kind: "csv", profile: fortyColumns(), options: csvPresets.Excel });
    case "own JSON":
      return own({ kind: "json" });
    case "own NDJSON":
      return own({ kind: "ndjson" });
    case "floor":
      return eachBatch(source, async (records) => {
        for (const record of records) {
          JSON.parse(textOf(record));
        }
      });
    case "papaparse":
      return byPapaparse(source, file);
    case "csv-stringify":
      return byCsvStringify(source, file);
  }
}

async function eachBatch(source: RecordSource, use: (records: readonly Uint8Array[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < source.count; start += batch) {
    await use(await source.read(start, batch));
  }
}

function textOf(record: Uint8Array): string {
  return Buffer.from(record.buffer, record.byteOffset, record.length).toString();
}

function wantedColumns(): readonly ExportColumn[] {
  const profile = fortyColumns();
  return resolveProfile("person", profile, createProfileLook("person", profile).result());
}

/** The same columns for the libraries, so that only the writing differs. */
function cellsOf(): (record: Uint8Array) => readonly string[] {
  const columns = wantedColumns();
  return (bytes) => {
    const record: unknown = JSON.parse(textOf(bytes));
    return columns.map((column) => cellText(column.value(record)));
  };
}

async function byPapaparse(source: RecordSource, file: string): Promise<void> {
  const { default: Papa } = await import("papaparse");
  const cells = cellsOf();
  const handle = await nodeDisk.open(file, "w");
  await eachBatch(source, async (records) => {
    await handle.write(`${Papa.unparse(records.map(cells) as string[][], { header: false, escapeFormulae: true })}\r\n`);
  });
  await handle.sync();
  await handle.close();
}

async function byCsvStringify(source: RecordSource, file: string): Promise<void> {
  const { stringify } = await import("csv-stringify");
  // Given the parsed records and the paths of the columns, as its own documentation does it.
  const columns = wantedColumns().map(({ id, header, paths }) => ({ key: (paths?.[0] ?? id).replace(/\[\].*$/, ""), header }));
  const handle = await nodeDisk.open(file, "w");
  const stream = stringify({ columns, cast: { object: (value) => cellText(value) }, escape_formulas: true, record_delimiter: "windows" });
  const written = (async () => {
    for await (const chunk of stream) {
      await handle.write(chunk as Buffer);
    }
  })();
  await eachBatch(source, async (records) => {
    for (const record of records) {
      if (!stream.write(JSON.parse(textOf(record)))) {
        await new Promise((resolve) => stream.once("drain", resolve));
      }
    }
  });
  stream.end();
  await written;
  await handle.sync();
  await handle.close();
}

if (process.argv[2] === childFlag) {
  await child(JSON.parse(process.argv[3] ?? "{}") as Task);
}
