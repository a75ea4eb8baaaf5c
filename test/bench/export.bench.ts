// Exports of 100,000 people × 40 columns from a journal, against two libraries and the floor: reading and parsing alone.
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import * as nodeDisk from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { builtInProfiles, createProfileLook, resolveProfile, type ColumnProfile } from "../../src/export/columnProfile";
import { csvPresets } from "../../src/export/csvWriter";
import { exportRecords, type ExportFormat } from "../../src/export/exportRun";
import { cellText } from "../../src/rows/columns";
import { realDisk } from "../../src/runs/disk";
import { realProcesses } from "../../src/runs/processTable";
import { replySpans } from "../../src/runs/recordSpans";
import type { RecordSource } from "../../src/runs/run";
import { openRunStore, type RunStore } from "../../src/runs/runStore";
import { createSystemClock } from "../../src/service/systemClock";

const key = "bench-key";
const people = 100_000;
const rounds = 3;
const batch = 128;
const childFlag = "--export-bench-child";

const contenders = ["floor", "own CSV", "papaparse", "csv-stringify", "own JSON", "own NDJSON"] as const;
type Contender = (typeof contenders)[number];

interface Task {
  readonly folder: string;
  readonly id: string;
  readonly contender: Contender;
  /** The journal's rows are gone through again until so many records are written. */
  readonly records: number;
}

interface Figures {
  readonly perSecond: number;
  /** Records for each second of processor time: what the others on a busy machine take away does not count. */
  readonly perCpuSecond: number;
  /** Peak resident memory of the process, MB. */
  readonly peak: number;
  /** Delay of the event loop, ms. */
  readonly p99: number;
  readonly worst: number;
}

/** One line for each figure; each contender in a process of its own, in turns. */
export async function run(report: (line: string) => void): Promise<void> {
  const folder = await nodeDisk.mkdtemp(path.join(os.tmpdir(), "export-bench-"));
  try {
    const id = await makeJournal(folder, report);
    const all = new Map<Contender, Figures[]>(contenders.map((contender) => [contender, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of contenders) {
        all.get(contender)?.push(await inChild({ folder, id, contender, records: people }));
      }
    }
    const floor = median(all.get("floor") ?? [], "perCpuSecond");
    for (const [contender, figures] of all) {
      const speed = median(figures, "perCpuSecond");
      const stalls = contender.startsWith("own") ? `, event loop held 99% below ${median(figures, "p99").toFixed(1)} ms, at worst ${median(figures, "worst").toFixed(1)} ms` : "";
      report(`${contender}: ${Math.round(speed).toLocaleString("en")} records per CPU second (${Math.round(median(figures, "perSecond")).toLocaleString("en")}/s by the clock), ${(speed / floor).toFixed(2)} × floor, peak ${Math.round(median(figures, "peak"))} MB${stalls}`);
    }
    const own = median(all.get("own CSV") ?? [], "perCpuSecond");
    report(`own CSV: ${(own / median(all.get("papaparse") ?? [], "perCpuSecond")).toFixed(2)} × papaparse, ${(own / median(all.get("csv-stringify") ?? [], "perCpuSecond")).toFixed(2)} × csv-stringify`);
    for (const contender of ["own CSV", "own JSON"] as const) {
      const { perSecond, peak, p99, worst } = await inChild({ folder, id, contender, records: 1_000_000 });
      report(`${contender}, a million records: ${Math.round(perSecond).toLocaleString("en")} records/s, peak ${Math.round(peak)} MB, event loop held 99% below ${p99.toFixed(1)} ms, at worst ${worst.toFixed(1)} ms`);
    }
  } finally {
    await nodeDisk.rm(folder, { recursive: true, force: true });
  }
}

function median(figures: readonly Figures[], which: keyof Figures): number {
  return figures.map((one) => one[which]).sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}

function storeIn(folder: string): RunStore {
  return openRunStore({ folder, disk: realDisk, clock: createSystemClock(), random: (bytes) => randomBytes(bytes), processes: realProcesses() });
}

async function makeJournal(folder: string, report: (line: string) => void): Promise<string> {
  // Loaded where they are used: what one contender needs must not weigh on the memory of the others.
  const { createSandbox } = await import("../../src/sandbox/sandbox");
  const sandbox = createSandbox({ clock: createSystemClock(), companies: 10_000, people, keys: [{ key, workspaceId: "bench", balance: 1e9 }] });
  const store = storeIn(folder);
  const run = await store.create({
    title: "bench",
    task: { kind: "peopleSearch", filters: {} },
    recordKind: "people",
    connection: { id: "bench", label: "bench", origin: "https://sandbox.example", workspaceId: "bench" },
    limits: { records: people },
  });
  let cursor: string | undefined;
  let bytes = 0;
  for (let page = 0; page < people / 100; page += 1) {
    const request = { limit: 100, ...(cursor === undefined ? {} : { search_after: cursor }) };
    const reply = await sandbox.handle({ method: "POST", path: "/api/v2/people/search", headers: { authorization: `Bearer ${key}`, "content-type": "application/json" }, body: Buffer.from(JSON.stringify(request)) });
    const spans = replySpans(reply.body, "people");
    await run.writer.intent({ limit: 100, cursor });
    await run.writer.page({ request: { limit: 100, cursor }, status: reply.status, body: reply.body, spans, receivedAt: Date.now() }, new Set());
    bytes += reply.body.length;
    cursor = (JSON.parse(Buffer.from(reply.body).toString()) as { readonly metadata: { readonly search_after?: string } }).metadata.search_after;
  }
  await run.writer.stop({ kind: "complete" });
  await store.release(run);
  report(`a journal of ${people.toLocaleString("en")} people: ${Math.round(bytes / 1e6)} MB`);
  return run.writer.id;
}

async function inChild(task: Task): Promise<Figures> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), childFlag, JSON.stringify(task)]);
  return JSON.parse(stdout) as Figures;
}

const fortyColumns: ColumnProfile = { name: "forty", lists: "joined", columns: (builtInProfiles("people")[1]?.columns as readonly { readonly id: string }[]).slice(0, 40) };

async function child(task: Task): Promise<void> {
  const journal = await storeIn(task.folder).open(task.id);
  const rows = task.records === journal.count ? undefined : Uint32Array.from({ length: task.records }, (_, index) => index % journal.count);
  const file = path.join(task.folder, `${task.contender}-${process.pid}`);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  const began = performance.now();
  await work(task.contender, journal, rows, file);
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(before);
  delay.disable();
  await journal.close();
  await nodeDisk.rm(file, { force: true });
  // The measure wakes each millisecond; what it waited beyond that is the delay.
  const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - 1);
  const figures: Figures = { perSecond: task.records / seconds, perCpuSecond: task.records / ((used.user + used.system) / 1e6), peak: process.resourceUsage().maxRSS / 1000, p99: ms(delay.percentile(99)), worst: ms(delay.max) };
  process.stdout.write(JSON.stringify(figures));
}

async function work(contender: Contender, source: RecordSource, rows: Uint32Array | undefined, file: string): Promise<void> {
  const own = async (format: ExportFormat): Promise<void> => {
    const clock = createSystemClock();
    const yieldToOthers = (): Promise<void> =>
      new Promise((resolve) => {
        setImmediate(resolve);
      });
    await exportRecords({ source, rows, format, target: { kind: "file", disk: nodeDisk, file, replace: true }, pace: { clock, yieldToOthers } });
  };
  switch (contender) {
    case "own CSV":
      return own({ kind: "csv", profile: fortyColumns, options: csvPresets.Excel });
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

/** The same columns for the libraries, so that only the writing differs. */
function cellsOf(): (record: Uint8Array) => readonly string[] {
  const columns = resolveProfile("people", fortyColumns, createProfileLook("people", fortyColumns).result());
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
  const columns = resolveProfile("people", fortyColumns, createProfileLook("people", fortyColumns).result()).map(({ id, header, paths }) => ({ key: (paths?.[0] ?? id).replace(/\[\].*$/, ""), header }));
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
